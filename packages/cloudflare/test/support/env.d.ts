declare namespace Cloudflare {
  /** The bindings that the worker tests run with; see vitest.config.ts. */
  interface Env {
    readonly LISTS: KVNamespace;
    readonly BUCKET: R2Bucket;
  }
}
