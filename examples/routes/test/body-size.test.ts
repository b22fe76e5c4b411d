import { createListStore } from "@shardlist/core";
import { memoryStore } from "@shardlist/core/memory";
import { describe, expect, test } from "vitest";
import { createApp } from "../src/index.ts";

const MIB = 1024 * 1024;
const TOO_LARGE = { error: { code: "value-too-large", message: "the body is too large" } };

describe("a body of more than 25 MiB", () => {
  test("is refused by its announced length, unread", async () => {
    const body = bodyOf(26 * MIB);
    const response = await post(body.stream, { "Content-Length": String(26 * MIB) });

    expect([response.status, await response.json()]).toEqual([413, TOO_LARGE]);
    expect(body.bytesRead()).toBeLessThan(2 * MIB);
  });

  test("is refused as soon as it has grown too large, where no length was announced", async () => {
    const body = bodyOf(100 * MIB);
    const response = await post(body.stream);

    expect([response.status, await response.json()]).toEqual([413, TOO_LARGE]);
    expect(body.bytesRead()).toBeLessThan(30 * MIB);
  });

  test("and one of 1 MiB without a length is taken", async () => {
    const response = await post(bodyOf(MIB).stream);

    expect(response.status).toBe(201);
  });
});

async function post(body: ReadableStream, headers: Record<string, string> = {}): Promise<Response> {
  const lists = createListStore(memoryStore());
  // Node wants to be told that the body isn't complete when the answer comes; the Workers types
  // don't know of it.
  const init = { method: "POST", body, headers, duplex: "half" };
  const request = new Request("http://example/lists/a", init);
  return await createApp({ lists: () => lists }).fetch(request);
}

/** A JSON string of so many bytes, sent piece by piece. */
function bodyOf(bytes: number): { readonly stream: ReadableStream; bytesRead(): number } {
  const piece = new Uint8Array(MIB / 4).fill("x".charCodeAt(0));
  const quote = new Uint8Array(['"'.charCodeAt(0)]);
  let read = 0;
  const stream = new ReadableStream({
    pull(controller) {
      const isFirst = read === 0;
      read += piece.length;
      if (isFirst) controller.enqueue(quote);
      controller.enqueue(piece);
      if (read < bytes) return;
      controller.enqueue(quote);
      controller.close();
    },
  });
  return { stream, bytesRead: () => read };
}
