/** A Worker that uses a library for a list. */
export interface Shipped {
  readonly name: string;
  readonly does: string;
  readonly isOurs: boolean;
  /** Its code. */
  readonly source: string;
}

const SLIM = `import { createListStore } from "@shardlist/core/slim"; import { workersKV } from "@shardlist/cloudflare";`;
const OURS = `import { createListStore } from "@shardlist/core"; import { workersKV } from "@shardlist/cloudflare";`;

/** A handle brings all its methods, so that appending alone weighs as much as appending and reading; the slim one has no passes. */
export const SHIPPED: readonly Shipped[] = [
  {
    name: "shardlist",
    does: "append",
    isOurs: true,
    source: `${SLIM} export default { async fetch(request, env) {
      await createListStore(workersKV(env.LISTS)).list("list").append(await request.json());
      return new Response(null, { status: 201 }); } };`,
  },
  {
    name: "shardlist",
    does: "append and read",
    isOurs: true,
    source: `${SLIM} export default { async fetch(request, env) {
      const list = createListStore(workersKV(env.LISTS)).list("list");
      await list.append(await request.json());
      return Response.json((await list.read()).values); } };`,
  },
  {
    name: "shardlist",
    does: "append, read and compact",
    isOurs: true,
    source: `${OURS} export default { async fetch(request, env) {
      const list = createListStore(workersKV(env.LISTS)).list("list");
      await list.append(await request.json());
      await list.compact();
      return Response.json((await list.read()).values); } };`,
  },
  {
    name: "shardlist",
    does: "everything that both packages export",
    isOurs: true,
    source: `export * from "@shardlist/core"; export * from "@shardlist/cloudflare";`,
  },
  {
    name: "unstorage",
    does: "put and get one key in Workers KV; no list",
    isOurs: false,
    source: `import { createStorage } from "unstorage"; import kv from "unstorage/drivers/cloudflare-kv-binding";
      export default { async fetch(request, env) {
        const storage = createStorage({ driver: kv({ binding: env.LISTS }) });
        await storage.setItem("key", await request.json());
        return Response.json(await storage.getItem("key")); } };`,
  },
  {
    name: "tinybase",
    does: "a mergeable store; storage is yours to write",
    isOurs: false,
    source: `import { createMergeableStore } from "tinybase/mergeable-store";
      export default { async fetch(request) {
        const store = createMergeableStore();
        store.addRow("list", await request.json());
        return Response.json(store.getMergeableContent()); } };`,
  },
  {
    name: "yjs",
    does: "a shared array, encoded and merged; storage is yours to write",
    isOurs: false,
    source: `import * as Y from "yjs";
      export default { async fetch(request) {
        const doc = new Y.Doc();
        Y.applyUpdate(doc, new Uint8Array(await request.arrayBuffer()));
        doc.getArray("list").push([1]);
        return new Response(Y.encodeStateAsUpdate(doc)); } };`,
  },
  {
    name: "automerge",
    does: "a shared list, saved and loaded; storage is yours to write",
    isOurs: false,
    source: `import wasm from "@automerge/automerge/automerge.wasm"; import * as A from "@automerge/automerge/slim";
      export default { async fetch(request) {
        await A.initializeWasm(wasm);
        const doc = A.load(new Uint8Array(await request.arrayBuffer()));
        return new Response(A.save(A.change(doc, (draft) => { draft.list.push(1); }))); } };`,
  },
  {
    name: "loro",
    does: "a shared list, exported and imported; storage is yours to write",
    isOurs: false,
    source: `import { LoroDoc } from "loro-crdt/bundler";
      export default { async fetch(request) {
        const doc = new LoroDoc();
        doc.import(new Uint8Array(await request.arrayBuffer()));
        doc.getList("list").push(1);
        return new Response(doc.export({ mode: "snapshot" })); } };`,
  },
];
