import { createListStore } from "@shardlist/core";
import { memoryStore } from "@shardlist/core/memory";

/**
 * Appends, reads and removes over the built packages; returns what is left, which is the same in
 * every runtime.
 */
export async function lifeOfAList() {
  const list = createListStore(memoryStore()).list("guests");
  await list.append("ada");
  const [grace] = await list.appendAll(["grace", { name: "alan" }]);
  await list.remove(grace);
  await list.compact();
  const { values } = await list.read();
  return JSON.stringify(values);
}
