import { compactAll, workersKV } from "@shardlist/cloudflare";
import { createListStore } from "@shardlist/core";
import { createApp } from "@shardlist/example-routes";

/** What wrangler.jsonc binds. */
export interface Bindings {
  readonly LISTS: KVNamespace;
}

const app = createApp<{ Bindings: Bindings }>({
  lists: ({ env }) => createListStore(workersKV(env.LISTS)),
});

export default {
  fetch: app.fetch,
  /** The cron trigger: a pass over all lists, which makes later reads cheaper. */
  async scheduled(_, env) {
    await compactAll(workersKV(env.LISTS));
  },
} satisfies ExportedHandler<Bindings>;
