import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import Fastify from "fastify";
import { afterEach, expect, test } from "vitest";
import { createMetrics } from "../metrics.ts";
import type { App } from "./typed-app.ts";
import { addUnreadAnswers, createUnreadAnswers } from "./unread-answers.ts";

/** More than the system's buffers of one connection can hold. */
const ANSWER = "x".repeat(12 * 1_048_576);
const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

type Limits = { unreadBytes: number; stalledMs: number };

async function startServer(limits: Limits) {
  const metrics = createMetrics();
  return startServerOf(createUnreadAnswers({ metrics, limits }), metrics);
}

async function startServerOf(
  unread: ReturnType<typeof createUnreadAnswers>,
  metrics: ReturnType<typeof createMetrics>,
) {
  const app = Fastify({ forceCloseConnections: true }) as unknown as App;
  addUnreadAnswers(app, unread);
  app.get("/large", (_request, reply) => reply.send(ANSWER));
  app.get("/small", (_request, reply) => reply.send("small"));
  await app.listen({ host: "127.0.0.1", port: 0 });
  opened.push(app);
  const { port } = app.server.address() as AddressInfo;
  return {
    /** Sends a request, and reads nothing until told to. Resolves when the service has begun to answer. */
    async ask(path: string): Promise<Socket> {
      const answering = once(app.server, "request");
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => undefined);
      opened.push({ close: () => socket.destroy() });
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      await answering;
      return socket;
    },
    droppedAfter: async () => /http_unread_answers_dropped_total (\d+)/.exec(await metrics.registry.metrics())?.[1],
  };
}

const readAll = async (socket: Socket): Promise<number> => (await text(socket)).length;

test("answers beyond the limit cost the one that waited longest its connection; the others are read to their end, and small ones always", async () => {
  const server = await startServer({ unreadBytes: 2.5 * ANSWER.length, stalledMs: 3_600_000 });
  const [first, second, third] = [await server.ask("/large"), await server.ask("/large"), await server.ask("/large")];
  const small = await server.ask("/small");
  expect(await readAll(small)).toBeLessThan(1_000);
  expect(await readAll(third)).toBeGreaterThan(ANSWER.length);
  expect(await readAll(second)).toBeGreaterThan(ANSWER.length);
  expect(await readAll(first).catch(() => 0)).toBeLessThan(ANSWER.length);
  expect(await server.droppedAfter()).toBe("1");
});

test("the servers of a process share one limit, as they share its memory", async () => {
  const metrics = createMetrics();
  const unread = createUnreadAnswers({ metrics, limits: { unreadBytes: 1.5 * ANSWER.length, stalledMs: 3_600_000 } });
  const [one, other] = [await startServerOf(unread, metrics), await startServerOf(unread, metrics)];
  const [first, second] = [await one.ask("/large"), await other.ask("/large")];
  expect(await readAll(second)).toBeGreaterThan(ANSWER.length);
  expect(await readAll(first).catch(() => 0)).toBeLessThan(ANSWER.length);
  expect(await one.droppedAfter()).toBe("1");
});

test("one answer may be larger than the limit", async () => {
  const server = await startServer({ unreadBytes: 1_000, stalledMs: 3_600_000 });
  expect(await readAll(await server.ask("/large"))).toBeGreaterThan(ANSWER.length);
});

test("a client that takes no byte for too long loses its connection", async () => {
  const server = await startServer({ unreadBytes: 10 * ANSWER.length, stalledMs: 50 });
  const stalled = await server.ask("/large");
  await expect.poll(() => server.droppedAfter()).toBe("1");
  expect(await readAll(stalled).catch(() => 0)).toBeLessThan(ANSWER.length);
});
