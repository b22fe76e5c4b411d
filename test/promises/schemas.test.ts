import { createListStore, type ListStoreOptions } from "@shardlist/core";
import { memoryStore } from "@shardlist/core/memory";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { z } from "zod";

const Guest = z.object({ name: z.string().trim().min(1), age: z.number().optional() });
type Guest = z.infer<typeof Guest>;

function guests(options: ListStoreOptions<Guest>, store = memoryStore()) {
  return createListStore<Guest>(store, options).list("guests");
}

describe("a schema", () => {
  test("checks values, and what it gives is stored", async () => {
    const list = guests({ schema: Guest });
    const entry = await list.append({ name: "  ada ", extra: 1 } as Guest);
    expect(entry.value).toEqual({ name: "ada" });
    expect((await list.read()).values).toEqual([{ name: "ada" }]);
  });

  test("refuses with every issue and its path, before anything is stored", async () => {
    const store = memoryStore();
    const list = guests({ schema: Guest }, store);
    const bad = { name: "", age: "x" } as unknown as Guest;

    await expect(list.append(bad)).rejects.toMatchObject({
      code: "invalid-value",
      message: expect.stringMatching(/value\.name.*value\.age/s),
    });
    await expect(list.appendAll([{ name: "ada" }, bad])).rejects.toMatchObject({
      code: "invalid-value",
      message: expect.stringContaining("values[1].name"),
    });
    expect((await store.list("")).records).toEqual([]);
  });

  test("may be asynchronous", async () => {
    const known = Guest.refine(async ({ name }) => name !== "mallory", "is not welcome");
    const list = guests({ schema: known });
    await list.append({ name: "ada" });
    await expect(list.append({ name: "mallory" })).rejects.toThrow("is not welcome");
    expect((await list.read()).values).toEqual([{ name: "ada" }]);
  });

  test("that throws refuses the value, with what it threw as the cause", async () => {
    const cause = new Error("broken schema");
    const schema = {
      "~standard": {
        version: 1,
        vendor: "test",
        validate: () => {
          throw cause;
        },
      },
    } as const;
    await expect(guests({ schema }).append({ name: "ada" })).rejects.toMatchObject({
      code: "invalid-value",
      cause,
    });
  });

  test("may give what JSON can't carry, and that is refused", async () => {
    const dates = z.object({ name: z.string().transform(() => new Date()) });
    const list = createListStore<{ name: Date }>(memoryStore(), { schema: dates }).list("dates");
    await expect(list.append({ name: "x" as unknown as Date })).rejects.toMatchObject({
      code: "invalid-value",
      message: expect.stringContaining("value.name"),
    });
  });

  test("checks what is read only where asked to", async () => {
    const store = memoryStore();
    await createListStore(store).list("guests").append({ name: 7 });
    expect((await guests({ schema: Guest }, store).read()).values).toEqual([{ name: 7 }]);
    const checking = guests({ schema: Guest, checkOnRead: true }, store);
    const refusal = { code: "invalid-value", message: expect.stringContaining(".name") };
    await expect(checking.read()).rejects.toMatchObject(refusal);
    await expect(checking.latest(1)).rejects.toMatchObject(refusal);
    await expect(checking[Symbol.asyncIterator]().next()).rejects.toMatchObject(refusal);
  });

  test("may be one of Valibot or ArkType", async () => {
    const valibot = v.object({ name: v.string() });
    const arktype = type({ name: "string" });
    for (const schema of [valibot, arktype]) {
      const list = guests({ schema });
      await list.append({ name: "ada" });
      await expect(list.append({ name: 1 } as unknown as Guest)).rejects.toMatchObject({
        code: "invalid-value",
      });
      expect((await list.read()).values).toEqual([{ name: "ada" }]);
    }
  });

  test.each([{}, null, "zod", { "~standard": {} }])("%j is refused by name", (schema) => {
    expect(() => guests({ schema: schema as unknown as typeof Guest })).toThrow("`schema`");
  });
});
