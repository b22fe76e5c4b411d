import type { RecordStore } from "../../src/record-store.ts";

export const MINUTE = 60_000;

/** The keys on the first page of a listing. */
export async function listedKeys(store: RecordStore, prefix = ""): Promise<string[]> {
  const { records } = await store.list(prefix);
  return records.map((one) => one.key);
}

/** The class of the error that a call rejects with, or "resolved". */
export async function outcome(store: RecordStore, call: Promise<unknown>): Promise<string> {
  return call.then(
    () => "resolved",
    (error: unknown) => store.classify(error),
  );
}

/** Whether a promise is still pending when everything that can happen has happened. */
export async function isPending(
  promise: Promise<unknown>,
  { run }: { run<T>(promise: Promise<T>): Promise<T> },
): Promise<boolean> {
  const error = await run(promise).catch((reason: Error) => reason);
  return error instanceof Error && error.message.startsWith("stuck");
}
