/** One message of the stream. `id`: the position in the log to continue from, if the message carries one. */
type Message = { id: string | null; hasEvents: boolean };

/**
 * The messages of a stream of server-sent events, as far as a live list needs them. A message ends with an empty line,
 * and may arrive in pieces.
 */
export async function* readEventStream(stream: ReadableStream<Uint8Array>): AsyncGenerator<Message> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- One piece after the other.
      const { done, value } = await reader.read();
      if (done) return;
      const messages = (text + decoder.decode(value, { stream: true })).split("\n\n");
      text = messages.pop()!;
      for (const message of messages) {
        const lines = message.split("\n");
        yield {
          id: lines.find((line) => line.startsWith("id: "))?.slice(4) ?? null,
          hasEvents: lines.some((line) => line.startsWith("data:")),
        };
      }
    }
  } finally {
    await reader.cancel();
  }
}
