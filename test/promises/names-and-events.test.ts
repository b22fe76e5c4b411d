import { createListStore, type ListEvent } from "@shardlist/core";
import { describe, expect, test } from "vitest";
import { collect } from "./support/collect.ts";
import { MINUTE, STORES, setStage } from "./support/stores.ts";

describe.each(STORES)("over $name", ({ open }) => {
  describe("names", () => {
    test("of all lists that hold something, whatever letters they have", async () => {
      const { store, clock } = setStage(open);
      const names = ["a", "b/c", "ü", "😀", "a b", "%", "~41", "__proto__", "..", "x".repeat(200)];
      const lists = createListStore(store, { clock });
      for (const name of names) await lists.list(name).append(name);
      await lists.list("a").compact();

      expect((await collect(lists.names())).sort()).toEqual([...names].sort());
      expect(await collect(lists.names({ prefix: "a" }))).toEqual(
        expect.arrayContaining(["a", "a b"]),
      );
      expect(await collect(lists.names({ prefix: "a" }))).toHaveLength(2);
      expect(await collect(createListStore(store, { prefix: "other/" }).names())).toEqual([]);
      for (const name of names) expect((await lists.list(name).read()).values).toEqual([name]);
    });

    test.each(["", "x".repeat(500), "\ud800"])("%j is refused at once", (name) => {
      const { store } = setStage(open);
      expect(() => createListStore(store).list(name)).toThrow(
        expect.objectContaining({ code: "invalid-name" }),
      );
    });
  });

  describe("events", () => {
    test("tell the phases of a pass", async () => {
      const { list, pass } = setStage(open);
      const events: ListEvent[] = [];
      const guests = list({ onEvent: (event) => events.push(event) });
      await guests.appendAll([1, 2]);
      await guests.compact();
      await pass(30 * MINUTE);
      await guests.compact();
      const phases = events.flatMap((event) => (event.type === "compaction" ? [event.phase] : []));
      expect(phases[0]).toBe("list");
      expect(phases).toEqual(expect.arrayContaining(["load", "collect", "fold", "head", "done"]));
      expect(phases.at(-1)).toBe("done");
    });

    test("a listener that throws changes nothing", async () => {
      const { list } = setStage(open);
      const guests = list({
        onEvent: () => {
          throw new Error("listener");
        },
      });
      await guests.append(1);
      await guests.compact();
      expect((await guests.read()).values).toEqual([1]);
    });
  });
});
