import { expect, test } from "vitest";
import { readEventStream } from "./event-stream.ts";

const streamOf = (chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });

test("a message is complete at its empty line, however the stream is cut", async () => {
  const text = 'retry: 1000\n\ndata: {"a": "é"}\n\ndata: {"b": 1}\n\nid: key-1\n\nid: key-2\n\ndata: {"cut": ';
  const bytes = new TextEncoder().encode(text);
  const pieces = Array.from({ length: bytes.length }, (_, index) => bytes.slice(index, index + 1));
  for (const chunks of [[bytes], pieces]) {
    const messages = [];
    for await (const message of readEventStream(streamOf(chunks))) messages.push(message);
    expect(messages).toEqual([
      { id: null, hasEvents: false },
      { id: null, hasEvents: true },
      { id: null, hasEvents: true },
      { id: "key-1", hasEvents: false },
      { id: "key-2", hasEvents: false },
    ]);
  }
});
