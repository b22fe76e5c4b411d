import { KVStore } from "fastly:kv-store";
import { createListStore, type ListStore } from "@shardlist/core";
import { createApp } from "@shardlist/example-routes";
import { fastlyKV } from "@shardlist/fastly";
import { compactByChance } from "./compact-by-chance.ts";

const app = createApp<{ Bindings: { lists: ListStore } }>({ lists: ({ env }) => env.lists });

addEventListener("fetch", (event) => event.respondWith(answer(event)));

async function answer(event: FetchEvent): Promise<Response> {
  // Made for each request: a build can't open a store.
  const lists = createListStore(fastlyKV(new KVStore("lists")));
  const response = await app.fetch(event.request, { lists });
  if (response.status === 201) compactByChance(event, lists);
  return response;
}
