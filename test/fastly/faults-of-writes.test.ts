import { describe, expect, test } from "vitest";
import { KV_CODE, STATUS } from "./engine/status.ts";
import { only, openService } from "./support/engine-service.ts";
import { failFirst, read } from "./support/faults.ts";

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
