import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AddressError } from "#src/kernel/address-guard.ts";
import { localGuard, startReceiver, type Receiver } from "@corridor/test/harness/receiver.ts";
import { createSender, type Answer, type Sender } from "./send-attempt.ts";

/** The product's limit is 10 s; the rule is the same for any value. */
const LIMIT_MS = 400;
/** Where the answer comes at once, on a busy machine too. */
const PATIENCE_MS = 60_000;
let receiver: Receiver;
let sender: Sender;

beforeAll(async () => {
  receiver = await startReceiver();
  sender = createSender({ guard: localGuard(), attemptLimitMs: PATIENCE_MS });
});

afterAll(async () => {
  await sender.close();
  await receiver.close();
});

function send(url = receiver.url, using = sender, path = "/hook"): Promise<Answer> {
  return new Promise((answered) =>
    using.send({ origin: url, path }, { "content-type": "application/json" }, Buffer.from('{"a":1.00}'), answered),
  );
}

describe("an attempt", () => {
  test.each([200, 201, 202, 204, 226, 299])("is acknowledged by %i, whatever the body says", async (status) => {
    receiver.answerWith(() => ({ status, ...(status === 204 ? {} : { body: '{"error":"not really"}' }) }));
    expect(await send()).toMatchObject({ statusCode: status, failure: null });
    expect(receiver.received.at(-1)).toMatchObject({ path: "/hook", body: '{"a":1.00}' });
  });

  test.each([300, 301, 302, 304, 307, 308, 400, 401, 404, 410, 429, 500, 503])(
    "fails with %i, by the receiver's fault",
    async (status) => {
      receiver.answerWith(() => ({ status, headers: { location: "/elsewhere" } }));
      const before = receiver.received.length;
      expect(await send()).toMatchObject({ statusCode: status, failure: { fault: "receiver", reason: "status" } });
      expect(receiver.received.length).toBe(before + 1);
    },
  );

  test("is acknowledged before its limit, and fails after it", async () => {
    const brief = createSender({ guard: localGuard(), attemptLimitMs: LIMIT_MS });
    receiver.answerWith(() => ({ delayMs: LIMIT_MS + 150 }));
    expect((await send()).failure).toBeNull();
    expect(await send(receiver.url, brief)).toMatchObject({
      statusCode: null,
      failure: { fault: "receiver", reason: "timeout" },
    });
    await brief.close();
  });

  test("that is not answered ends at its own limit, whatever began before and after it", async () => {
    const busy = createSender({ guard: localGuard(), attemptLimitMs: LIMIT_MS });
    receiver.answerWith(({ path }) => (path === "/silent" ? { delayMs: 10 * LIMIT_MS } : {}));
    const attempt = async (
      path: string,
    ): Promise<{ path: string; statusCode: number | null; afterMs: number; limitMs: number }> => {
      const beganMs = performance.now();
      // On a busy machine this separate timer decides when the limit has passed.
      const limit = pause(LIMIT_MS).then(() => performance.now() - beganMs);
      const { statusCode } = await send(receiver.url, busy, path);
      return { path, statusCode, afterMs: performance.now() - beganMs, limitMs: await limit };
    };
    const attempts: ReturnType<typeof attempt>[] = [];
    for (const path of ["/quick", "/silent", "/quick", "/silent", "/silent"]) {
      attempts.push(attempt(path));
      await pause(LIMIT_MS / 4);
    }
    const silent = (await Promise.all(attempts)).filter(({ path }) => path === "/silent");
    for (const { statusCode, afterMs, limitMs } of silent) {
      expect(statusCode).toBeNull();
      expect(afterMs).toBeGreaterThanOrEqual(LIMIT_MS);
      expect(afterMs).toBeLessThan(limitMs + LIMIT_MS / 2);
    }
    await busy.close();
  });

  test("keeps its connection for the next one", async () => {
    receiver.answerWith(() => ({ body: "ok" }));
    await send();
    const before = receiver.connections();
    for (let i = 0; i < 5; i++) await send();
    // The next attempt may start before the last connection is free, so there may be one spare connection.
    expect(receiver.connections()).toBeLessThanOrEqual(before + 1);
  });

  test("keeps a little more than 2 KiB of a long answer and reads no endless one", async () => {
    receiver.answerWith(() => ({ status: 500, body: Buffer.alloc(5_000_000, "x") }));
    const answer = await send();
    expect(answer.body.length).toBe(2_560);
    expect(answer).toMatchObject({ statusCode: 500, failure: { reason: "status" } });
    receiver.answerWith(() => ({ status: 200, body: Buffer.alloc(5_000_000, "x") }));
    expect((await send()).failure).toBeNull();
  });

  test("tells what the receiver wishes for the next one", async () => {
    receiver.answerWith(() => ({ status: 503, headers: { "retry-after": "120" } }));
    expect((await send()).retryAfter).toBe("120");
  });

  test("fails when the connection is cut or refused, by the receiver's fault", async () => {
    receiver.answerWith(() => ({ cut: true }));
    expect(await send()).toMatchObject({ statusCode: null, failure: { fault: "receiver", reason: "connection" } });
    const gone = await startReceiver();
    await gone.close();
    expect(await send(gone.url)).toMatchObject({
      statusCode: null,
      failure: { fault: "receiver", reason: "connection", detail: "ECONNREFUSED" },
    });
  });

  test("fails when the certificate does not hold", async () => {
    expect(await send(`https://wrong.example.com:${receiver.port}`)).toMatchObject({
      statusCode: null,
      failure: { fault: "receiver", reason: "tls" },
    });
    const distrustful = createSender({
      guard: localGuard({ certificateAuthorities: [] }),
      attemptLimitMs: PATIENCE_MS,
    });
    expect(await send(receiver.url, distrustful)).toMatchObject({ failure: { fault: "receiver", reason: "tls" } });
    await distrustful.close();
  });

  test.each([
    ["refused", "system", "address_refused"],
    ["lookup_failed", "system", "name_lookup"],
    ["not_found", "receiver", "name_not_found"],
  ] as const)("tells a name that is %s apart: fault of the %s", async (kind, fault, reason) => {
    const guarded = createSender({
      guard: localGuard({
        resolve: async () => {
          throw new AddressError(kind, "no");
        },
      }),
      attemptLimitMs: PATIENCE_MS,
    });
    expect(await send("https://elsewhere.example.com", guarded)).toMatchObject({
      statusCode: null,
      failure: { fault, reason },
    });
    await guarded.close();
  });
});

describe("a receiver that does not speak HTTP properly", () => {
  let server: Server;
  let greet: (socket: Socket) => void;
  let url: string;
  const sockets = new Set<Socket>();
  const plain = createSender({ guard: localGuard({ allowInsecure: true }), attemptLimitMs: PATIENCE_MS });
  const brief = createSender({ guard: localGuard({ allowInsecure: true }), attemptLimitMs: LIMIT_MS });

  beforeAll(async () => {
    server = createServer((socket) => {
      sockets.add(socket);
      socket.on("error", () => undefined);
      greet(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await plain.close();
    await brief.close();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  test.each([
    ["nonsense", "SSH-2.0-OpenSSH_9.6\r\n", "invalid_answer"],
    ["endless headers", `HTTP/1.1 200 OK\r\n${`x-pad: ${"y".repeat(1_000)}\r\n`.repeat(50)}`, "invalid_answer"],
  ])("fails: %s", async (_what, answer, reason) => {
    greet = (socket) => socket.once("data", () => socket.write(answer));
    expect(await send(url, plain)).toMatchObject({ statusCode: null, failure: { fault: "receiver", reason } });
  });

  test("says nothing at all: the attempt is over at its limit", async () => {
    greet = () => undefined;
    expect(await send(url, brief)).toMatchObject({ statusCode: null, failure: { reason: "timeout" } });
  });

  test("says 200 and then never ends its body: that is an acknowledgement", async () => {
    greet = (socket) => socket.once("data", () => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhello"));
    expect(await send(url, brief)).toMatchObject({ statusCode: 200, failure: null, body: "hello" });
  });

  test("says 103 first: the answer is the one behind it", async () => {
    greet = (socket) =>
      socket.once("data", () =>
        socket.write("HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n"),
      );
    expect(await send(url, plain)).toMatchObject({ statusCode: 500, failure: { reason: "status" } });
  });

  test("drips one byte at a time: the limit is for the whole answer, not for each byte", async () => {
    greet = (socket) =>
      socket.once("data", () => {
        const drip = setInterval(() => socket.write("H"), 50);
        socket.once("close", () => clearInterval(drip));
      });
    const answer = await send(url, brief);
    expect(answer.statusCode).toBeNull();
    expect(answer.failure).not.toBeNull();
  });
});
