import { describe, expect, test } from "vitest";
import { KV_CODE } from "./engine/status.ts";
import { only, openService } from "./support/engine-service.ts";
import { failFirst, read } from "./support/faults.ts";

describe("reading", () => {
  test("a page that fails is asked for again with the same cursor", async () => {
    const service = await openService();
    await service.call("/append-each", { count: 1100 });
    let lists = 0;
    service.store.faults = ({ operation }) =>
      operation === "list" && ++lists === 2 ? { code: KV_CODE.internalError } : undefined;

    const { result, calls } = await read(service);

    expect(result.values).toHaveLength(1100);
    const [, failed, again] = only(calls.before, "list");
    expect(again).toEqual(failed);
    expect(failed?.cursor).toBeDefined();
  });

  test.each(["", "no json", "[]", "{}", '{"data":null}', '{"data":[{}]}'])(
    "a page garbled to '%s' is asked for again",
    async (body) => {
      const service = await openService();
      await service.call("/append", { value: "hello" });
      service.store.faults = failFirst("list", { body });

      const { result } = await read(service);

      expect(result.values).toEqual(["hello"]);
    },
  );

  test("pages that stay garbled fail the read instead of looking empty", async () => {
    const service = await openService();
    await service.call("/append", { value: "hello" });
    service.store.faults = failFirst("list", { body: "{}" }, 99);

    expect((await read(service)).error?.code).toBe("store-failed");
  });

  test("a large record whose get fails is got again", async () => {
    const service = await openService();
    await service.call("/append", { value: "x", times: 5000 });
    service.store.faults = failFirst("lookup", { code: KV_CODE.internalError }, 3);

    const { result } = await read(service);

    expect(result.values).toEqual(["x".repeat(5000)]);
  });

  test("a page of more than 500,000 bytes is read whole", async () => {
    const service = await openService();
    await service.call("/append-each", { count: 900, value: "x", times: 680, nameBytes: 1024 });
    const bytes = [...service.store.entries.keys()].join("").length;

    const { result } = await read(service);

    expect(bytes).toBeGreaterThan(800_000);
    expect(result.values).toHaveLength(900);
    expect(result.operations).toMatchObject({ list: 1, get: 0 });
  });

  test("a listing from the past leaves out what is too new, and the next one has it", async () => {
    const service = await openService();
    await service.call("/append", { value: "old" });
    const past = service.store.snapshot();
    await service.call("/append", { value: "new" });
    service.store.faults = failFirst("list", { asOf: past });

    expect((await read(service)).result.values).toEqual(["old"]);
    expect((await read(service)).result.values).toEqual(["old", "new"]);
  });

  test("an old record that is listed and yet 'not there' is never skipped in silence", async () => {
    const service = await openService();
    await service.call("/append", { value: "x", times: 5000 });
    service.store.faults = ({ operation }) =>
      operation === "lookup" ? { code: KV_CODE.notFound } : undefined;

    const { error, events } = await read(service, { aheadMs: 60 * 60_000 });

    expect(error?.code).toBe("read-incomplete");
    expect(error?.keys).toEqual([...service.store.entries.keys()]);
    expect(events.map(({ type }) => type)).toContain("restart");
  });

  test("a record that was overwritten with rubbish is named, not skipped", async () => {
    const service = await openService();
    await service.call("/append", { value: "x", times: 5000 });
    const [key = ""] = service.store.entries.keys();
    service.store.entries.set(key, {
      value: Buffer.from("rubbish"),
      expiresAt: Number.POSITIVE_INFINITY,
    });

    const { error } = await read(service);

    expect(error).toMatchObject({ code: "record-corrupt", keys: [key] });
  });
});
