import { describe, expect, test } from "vitest";
import type { KvCall, KvFault } from "./engine/kv-store.ts";
import { KV_CODE, STATUS } from "./engine/status.ts";
import { type EngineService, only, openService } from "./support/engine-service.ts";

interface Read {
  readonly values: readonly string[];
  readonly operations: { readonly list: number; readonly get: number };
}

/** Lets the first `times` calls of a kind go wrong. */
function failFirst(operation: KvCall["operation"], fault: KvFault, times = 1) {
  let left = times;
  return (call: KvCall) => (call.operation === operation && left-- > 0 ? fault : undefined);
}

const read = (service: EngineService, query = {}) => service.call<Read>("/read", query);

describe("appending", () => {
  test("a throttled put waits a second or more, then repeats the same bytes under the same name", async () => {
    const service = await openService();
    service.store.faults = failFirst("insert", { code: KV_CODE.tooManyRequests }, 2);

    const { status, calls, events } = await service.call("/append", { value: "hello" });

    expect(status).toBe(200);
    const puts = only(calls.before, "insert").map(
      ({ key, value }) => `${key} ${Buffer.from(value)}`,
    );
    expect(puts).toEqual([puts[0], puts[0], puts[0]]);
    for (const event of events) {
      expect(event).toMatchObject({ type: "retry", operation: "put", errorClass: "throttled" });
      expect("delayMs" in event && event.delayMs).toBeGreaterThanOrEqual(1000);
    }
    expect((await read(service)).result.values).toEqual(["hello"]);
  });

  test.each([
    [
      "the answer was an error, the value was stored",
      { code: KV_CODE.internalError, applied: true },
      "transient",
    ],
    ["the answer was words by chance", { code: KV_CODE.uninitialized, applied: true }, "unknown"],
    ["the host was out of allowance", { status: STATUS.limitExceeded }, "throttled"],
  ])("one append is one entry when %s", async (_, fault, errorClass) => {
    const service = await openService();
    service.store.faults = failFirst("insert", fault);

    const { events } = await service.call("/append", { value: "hello" });

    expect(events).toMatchObject([{ type: "retry", errorClass }]);
    expect((await read(service)).result.values).toEqual(["hello"]);
  });

  test("a put that is throttled for good rejects after five attempts", async () => {
    const service = await openService();
    service.store.faults = failFirst("insert", { code: KV_CODE.tooManyRequests }, 99);

    const { error, calls } = await service.call("/append", { value: "hello" });

    expect(error?.code).toBe("throttled");
    expect(calls.before).toHaveLength(5);
  });

  test.each([
    ["Bad request", { code: KV_CODE.badRequest }],
    ["Payload too large", { code: KV_CODE.payloadTooLarge }],
    ["Precondition failed", { code: KV_CODE.preconditionFailed }],
    ["Invalid Store handle", { status: STATUS.badHandle }],
  ])("'%s' is not repeated, and its text is the cause", async (text, fault) => {
    const service = await openService();
    service.store.faults = failFirst("insert", fault, 99);

    const { error, calls } = await service.call("/append", { value: "hello" });

    expect(error).toMatchObject({
      code: "store-failed",
      cause: `TypeError: KVStore insert: ${text}.`,
    });
    expect(calls.before).toHaveLength(1);
  });
});

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

describe("passes", () => {
  test("a delete that finds nothing left to delete is no error", async () => {
    const service = await openService();
    await service.call("/append-each", { count: 20 });
    await service.call("/compact");
    service.store.faults = failFirst("delete", { code: KV_CODE.notFound, applied: true }, 99);

    const { result, calls } = await service.call<{ deleted: number }>("/compact", {
      aheadMs: 60 * 60_000,
    });

    expect(result.deleted).toBe(20);
    expect(only(calls.before, "delete")).toHaveLength(20);
    expect((await read(service)).result.values).toHaveLength(20);
  });

  test("a pass whose puts fail loses nothing", async () => {
    const service = await openService();
    await service.call("/append-each", { count: 20 });
    service.store.faults = failFirst("insert", { code: KV_CODE.internalError }, 99);
    const failed = await service.call("/compact");
    service.store.faults = () => undefined;

    expect(failed.error?.code).toBe("store-failed");
    expect((await read(service)).result.values).toHaveLength(20);
  });
});
