import example, { type Bindings } from "../../src/index.ts";

/** Names the error that Workers KV answers with to every call that this request makes. */
const ERROR_HEADER = "X-KV-Error";

const realSetTimeout = globalThis.setTimeout;

/** Waits between attempts are over at once. */
Object.assign(globalThis, {
  setTimeout: (callback: () => void) => realSetTimeout(callback, 0),
});

/** The example Worker, over a Workers KV that fails on demand. */
export default {
  async fetch(request, env, context) {
    const message = request.headers.get(ERROR_HEADER);
    const kv = message === null ? env.LISTS : failingKV(env.LISTS, message);
    return await example.fetch(request, { LISTS: kv }, context);
  },
} satisfies ExportedHandler<Bindings>;

/** Each method rejects as a binding does: with a plain error and a message. */
function failingKV(namespace: KVNamespace, message: string): KVNamespace {
  return new Proxy(namespace, {
    get: () => async () => {
      throw new Error(message);
    },
  });
}
