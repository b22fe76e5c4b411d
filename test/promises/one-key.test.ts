import { type JsonValue, type ListEvent, putWithRetry, updateRecord } from "@shardlist/core";
import { describe, expect, test } from "vitest";
import { only, STORES, setStage } from "./support/stores.ts";

describe.each(STORES)("over $name", ({ open }) => {
  describe("one key of the user's own", () => {
    test("is read, changed and written back", async () => {
      const { store, clock, cost } = setStage(open);
      const increase = (value: JsonValue | undefined) =>
        typeof value === "number" ? value + 1 : 1;
      expect(await updateRecord(store, "counter", increase, { clock })).toBe(1);
      expect(await updateRecord(store, "counter", increase, { clock })).toBe(2);
      const update = () => updateRecord(store, "counter", increase, { clock });
      expect(await cost(update)).toEqual(only({ get: 1, put: 1 }));
      await putWithRetry(store, "counter", 10, { inline: false, clock });
      expect(await update()).toBe(11);
    });

    test.each([0, 1, 59, -60, 60.5, Number.NaN, Number.POSITIVE_INFINITY])(
      "is refused a lifetime of %d seconds by name, before any store call",
      async (expirationTtl) => {
        const { store, clock, cost } = setStage(open);
        const putting = async () =>
          await expect(
            putWithRetry(store, "counter", 1, { expirationTtl, clock }),
          ).rejects.toMatchObject({
            code: "invalid-option",
            message: expect.stringContaining("`expirationTtl`"),
          });
        expect(await cost(putting)).toEqual(only({}));
      },
    );

    test("is read again before each attempt, each of which is an event", async () => {
      const { store, clock } = setStage(open);
      await store.put("counter", 1, { inline: false });
      let attempts = 0;
      const events: ListEvent[] = [];
      const failing = {
        ...store,
        put: async (...[key, record, options]: Parameters<typeof store.put>) => {
          attempts++;
          if (attempts === 1) await store.put(key, 100, options);
          if (attempts < 3) throw new Error("not yet");
          await store.put(key, record, options);
        },
      };
      const seen: unknown[] = [];
      const change = (value: JsonValue | undefined) => {
        seen.push(value);
        return Number(value) + 1;
      };
      const onEvent = (event: ListEvent) => events.push(event);

      expect(await updateRecord(failing, "counter", change, { clock, onEvent })).toBe(101);
      expect(seen).toEqual([1, 100, 100]);
      expect(events.map((event) => event.type === "retry" && event.attempt)).toEqual([1, 2]);
    });

    test("what `change` throws is the caller's own, and nothing is written", async () => {
      const { store, clock, cost } = setStage(open);
      const cause = new Error("mine");
      const updating = async () =>
        await expect(
          updateRecord(
            store,
            "counter",
            () => {
              throw cause;
            },
            { clock },
          ),
        ).rejects.toMatchObject({ code: "invalid-value", cause });
      expect(await cost(updating)).toEqual(only({ get: 1 }));
    });
  });
});
