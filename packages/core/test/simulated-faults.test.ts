import { expect, test } from "vitest";
import { simulatedStore } from "../src/testing/index.ts";

test("the next matching call fails with the given error and changes nothing; the one after works", async () => {
  const { faults, ...simulated } = simulatedStore();
  const error = new Error("out of order");
  const fault = faults.fail({ operation: "put", key: "key" }, error);

  await simulated.put("other", 1);
  await expect(simulated.put("key", 1)).rejects.toBe(error);
  await simulated.put("key", 2);

  expect(simulated.contents.get("key")).toBe(2);
  expect(fault.hits).toBe(1);
});

test("the third call fails, whatever it is", async () => {
  const simulated = simulatedStore();
  simulated.faults.fail({ skip: 2 });

  await simulated.put("key", 1);
  await simulated.list("");
  await expect(simulated.get("key")).rejects.toThrow("Network connection lost");
  expect(await simulated.get("key")).toBe(1);
});

test("a fault can strike for good, until it is released", async () => {
  const simulated = simulatedStore();
  const fault = simulated.faults.fail({
    operation: ["get", "list"],
    times: Number.POSITIVE_INFINITY,
  });

  for (let i = 0; i < 3; i++) await expect(simulated.get("key")).rejects.toThrow();
  fault.release();

  expect(await simulated.get("key")).toBeUndefined();
});

test("a put is held until it is released, and has no effect before", async () => {
  const simulated = simulatedStore();
  const hold = simulated.faults.hold({ operation: "put", key: /^segment/ });
  let stored = false;
  const put = simulated.put("segment-1", "value").then(() => {
    stored = true;
  });

  await hold.reached;
  await simulated.advance(3_600_000);
  expect({ stored, keys: simulated.contents.keys() }).toEqual({ stored: false, keys: [] });

  hold.release();
  await put;
  expect(simulated.contents.keys()).toEqual(["segment-1"]);
});

test("a listing that is held shows what is there when it is released", async () => {
  const simulated = simulatedStore();
  const hold = simulated.faults.hold({ operation: "list" });
  const page = simulated.list("");

  await hold.reached;
  await simulated.put("key", "value");
  hold.release();

  expect((await page).records).toHaveLength(1);
});

test("a get finds nothing under one key, although the key is listed; a bulk get finds the others", async () => {
  const simulated = simulatedStore();
  await simulated.put("lost", 1);
  await simulated.put("found", 2);
  simulated.faults.miss({ key: "lost", times: Number.POSITIVE_INFINITY });

  expect(await simulated.get("lost")).toBeUndefined();
  expect(await simulated.getMany?.(["lost", "found"])).toEqual(
    new Map([
      ["lost", undefined],
      ["found", 2],
    ]),
  );
  expect((await simulated.list("")).records.map((one) => one.key)).toEqual(["found", "lost"]);
});

test("the acknowledgement of one put is lost", async () => {
  const simulated = simulatedStore();
  simulated.faults.loseAcknowledgement({ operation: "put" });

  await expect(simulated.put("key", "value")).rejects.toThrow();

  expect(await simulated.get("key")).toBe("value");
});

test("one delete is dropped without a word", async () => {
  const simulated = simulatedStore();
  await simulated.put("key", "value");
  simulated.faults.drop({ operation: "delete" });

  await simulated.delete("key");
  expect(await simulated.get("key")).toBe("value");
  await simulated.delete("key");
  expect(await simulated.get("key")).toBeUndefined();
});

test("one put rejects and lands ten minutes later", async () => {
  const simulated = simulatedStore();
  simulated.faults.landLate({ key: "key" }, 600_000);

  await expect(simulated.put("key", "value")).rejects.toThrow();
  await simulated.advance(599_999);
  expect(await simulated.get("key")).toBeUndefined();
  await simulated.advance(1);

  expect(await simulated.get("key")).toBe("value");
});

test("five empty pages come before the first key, each with a cursor of its own", async () => {
  const simulated = simulatedStore();
  await simulated.put("key", "value");
  simulated.faults.emptyPage({ times: 5 });

  const cursors = new Set<string>();
  let page = await simulated.list("");
  while (page.cursor !== undefined) {
    expect(page.records).toEqual([]);
    cursors.add(page.cursor);
    page = await simulated.list("", page.cursor);
  }

  expect(cursors.size).toBe(5);
  expect(page.records).toHaveLength(1);
});

test("a fault in one region leaves the others alone", async () => {
  const simulated = simulatedStore();
  simulated.faults.fail({ region: "paris" });

  await simulated.region("tokyo").put("key", "value");
  await expect(simulated.region("paris").get("key")).rejects.toThrow();
});
