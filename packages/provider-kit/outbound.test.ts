import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { startDeadline } from "./deadline.ts";
import { createOutbound, type Outbound, OutboundError, redact } from "./outbound.ts";

const TIMEOUT_MS = 5_000;
const SECRET = "sk_very_secret";

const closers: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function outboundOf(options?: Parameters<typeof createOutbound>[0]): Outbound {
  const outbound = createOutbound(options);
  closers.push(() => outbound.close());
  return outbound;
}

async function serve(listener: RequestListener): Promise<{ url: string; server: Server }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  );
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

async function failureOf(promise: Promise<unknown>): Promise<OutboundError> {
  const outcome = await promise.then(
    () => null,
    (error: unknown) => error,
  );
  expect(outcome).toBeInstanceOf(OutboundError);
  return outcome as OutboundError;
}

describe("an answer", () => {
  test("comes back with its status, headers and body, whatever the status", async () => {
    const { url } = await serve((request, response) => {
      response.writeHead(503, { "x-who": request.headers["x-who"] });
      request.pipe(response);
    });
    const answer = await outboundOf().request({
      method: "POST",
      url: `${url}/x?y=1`,
      headers: { "x-who": "me" },
      body: "hello",
      timeoutMs: TIMEOUT_MS,
    });
    expect(answer.statusCode).toBe(503);
    expect(answer.headers["x-who"]).toBe("me");
    expect(answer.body.toString()).toBe("hello");
  });

  test("that redirects is handed back, not followed", async () => {
    let requests = 0;
    const { url } = await serve((_, response) => {
      requests += 1;
      response.writeHead(307, { location: "/elsewhere" }).end();
    });
    const answer = await outboundOf().request({ method: "POST", url, body: "card", timeoutMs: TIMEOUT_MS });
    expect(answer.statusCode).toBe(307);
    expect(requests).toBe(1);
  });

  test("reuses the connections of those before", async () => {
    let connections = 0;
    const { url, server } = await serve((_, response) => void response.end("ok"));
    server.on("connection", () => (connections += 1));
    const outbound = outboundOf();
    for (let i = 0; i < 20; i++) await outbound.request({ method: "GET", url, timeoutMs: TIMEOUT_MS });
    // A connection rests for one turn of the event loop after its answer, so a caller that never pauses alternates
    // between two.
    expect(connections).toBeLessThanOrEqual(2);
  });
});

describe("certainly not sent", () => {
  test.each([
    ["held up beyond its deadline", { monotonicMs: 60_000, wallMs: 0 }],
    ["on a machine that was suspended beyond it", { monotonicMs: 0, wallMs: 60_000 }],
  ])("is what a process was about to send that was %s, although no timer could say so yet", async (_, later) => {
    const received: string[] = [];
    const { url } = await serve((request, response) => {
      received.push(request.url!);
      response.end("ok");
    });
    let passed = { monotonicMs: 0, wallMs: 0 };
    const { signal, clear } = startDeadline(30_000, {
      monotonicMs: () => passed.monotonicMs,
      wallMs: () => passed.wallMs,
    });
    const waiting = outboundOf().request({ method: "POST", url, body: "money", timeoutMs: TIMEOUT_MS, signal });
    passed = later; // During the opening of the connection.
    expect(await failureOf(waiting)).toMatchObject({ sent: "not_sent", kind: "aborted" });
    expect(received).toEqual([]);
    clear();
  });

  test("is a refused connection", async () => {
    const closed = createTcpServer();
    await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const error = await failureOf(
      outboundOf().request({ method: "POST", url: `http://127.0.0.1:${port}/`, body: "x", timeoutMs: TIMEOUT_MS }),
    );
    expect(error).toMatchObject({ sent: "not_sent", kind: "connect" });
    expect(error.detail).toBe(`POST 127.0.0.1:${port}: ECONNREFUSED`);
    // The message is stored as the reason of an attempt, where clients read it: it names neither our host nor the
    // driver's code.
    expect(error.message).toBe("the connection could not be made; nothing was sent");
  });

  test("is a name that does not resolve", async () => {
    const error = await failureOf(
      outboundOf().request({ method: "POST", url: "http://nowhere.invalid/", body: "x", timeoutMs: TIMEOUT_MS }),
    );
    expect(error).toMatchObject({ sent: "not_sent", kind: "connect" });
  });

  test("is a signal that was aborted before the call", async () => {
    let requests = 0;
    const { url } = await serve((_, response) => {
      requests += 1;
      response.end();
    });
    const error = await failureOf(
      outboundOf().request({ method: "POST", url, body: "x", timeoutMs: TIMEOUT_MS, signal: AbortSignal.abort() }),
    );
    expect(error).toMatchObject({ sent: "not_sent", kind: "aborted" });
    expect(requests).toBe(0);
  });

  test("is a deadline that passes while the request waits for a free connection, and the server never sees it", async () => {
    const seen: string[] = [];
    let answerFirst = (): void => {};
    const { url } = await serve((request, response) => {
      seen.push(request.url!);
      answerFirst = () => void response.end();
    });
    const outbound = outboundOf({ connectionsPerOrigin: 1 });
    const first = outbound.request({ method: "POST", url: `${url}/first`, body: "x", timeoutMs: TIMEOUT_MS });
    const queued = new AbortController();
    const second = outbound.request({
      method: "POST",
      url: `${url}/second`,
      body: "x",
      timeoutMs: TIMEOUT_MS,
      signal: queued.signal,
    });
    while (seen.length === 0) await new Promise((resolve) => setImmediate(resolve));
    queued.abort();
    expect(await failureOf(second)).toMatchObject({ sent: "not_sent", kind: "aborted" });
    answerFirst();
    await first;
    const third = outbound.request({ method: "POST", url: `${url}/third`, body: "x", timeoutMs: TIMEOUT_MS });
    while (seen.length === 1) await new Promise((resolve) => setImmediate(resolve));
    answerFirst();
    await third;
    expect(seen).toEqual(["/first", "/third"]);
  });

  test.each(["not a url", "file:///etc/passwd", "ftp://host/"])("is the address %s", async (url) => {
    expect(await failureOf(outboundOf().request({ method: "GET", url, timeoutMs: TIMEOUT_MS }))).toMatchObject({
      sent: "not_sent",
      kind: "invalid_request",
    });
  });

  test("is a header that cannot be written", async () => {
    const { url } = await serve((_, response) => void response.end());
    const error = await failureOf(
      outboundOf().request({
        method: "GET",
        url,
        headers: { "x-bad": `a\r\nx-key: ${SECRET}` },
        timeoutMs: TIMEOUT_MS,
      }),
    );
    expect(error).toMatchObject({ sent: "not_sent", kind: "invalid_request" });
    expect(error.message).not.toContain(SECRET);
  });
});

describe("unknown", () => {
  test("is a connection broken after the request went out", async () => {
    const { url } = await serve((request) => request.on("data", () => request.socket.destroy()));
    const error = await failureOf(outboundOf().request({ method: "POST", url, body: "x", timeoutMs: TIMEOUT_MS }));
    expect(error).toMatchObject({ sent: "unknown", kind: "broken" });
  });

  test("is a connection broken in the middle of the answer", async () => {
    const { url } = await serve((_, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("half", () => response.socket?.destroy());
    });
    expect(
      await failureOf(outboundOf().request({ method: "POST", url, body: "x", timeoutMs: TIMEOUT_MS })),
    ).toMatchObject({ sent: "unknown" });
  });

  test("is an answer that does not come before the deadline", async () => {
    const { url } = await serve(() => {});
    const outbound = outboundOf();
    // Uses an open connection: on a busy machine the deadline may pass before a new one is open, and then nothing was
    // sent.
    await failureOf(outbound.request({ method: "POST", url, body: "x", timeoutMs: 2_000 }));
    expect(await failureOf(outbound.request({ method: "POST", url, body: "x", timeoutMs: 2_000 }))).toMatchObject({
      sent: "unknown",
      kind: "timeout",
    });
  });

  test("is a caller who gives up after the request went out", async () => {
    const controller = new AbortController();
    const { url } = await serve(() => controller.abort());
    const call = outboundOf().request({
      method: "POST",
      url,
      body: "x",
      timeoutMs: TIMEOUT_MS,
      signal: controller.signal,
    });
    expect(await failureOf(call)).toMatchObject({ sent: "unknown", kind: "aborted" });
  });

  test("is an answer longer than the limit, which is not read to its end", async () => {
    let ended = false;
    const { url } = await serve((_, response) => {
      const pour = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384)));
      };
      response.on("drain", pour).on("close", () => (ended = true));
      pour();
    });
    const error = await failureOf(
      outboundOf({ maxResponseBytes: 100_000 }).request({ method: "GET", url, timeoutMs: TIMEOUT_MS }),
    );
    expect(error).toMatchObject({ sent: "unknown", kind: "too_large" });
    while (!ended) await new Promise((resolve) => setImmediate(resolve));
  });
});

test("an error never quotes the path, the query, a header or the body", async () => {
  const { url } = await serve((request) => request.socket.destroy());
  const request = {
    method: "POST",
    url: `${url}/${SECRET}?key=${SECRET}`,
    headers: { authorization: SECRET },
    body: SECRET,
    timeoutMs: TIMEOUT_MS,
  } as const;
  const error = await failureOf(outboundOf().request(request));
  expect(`${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`).not.toContain(SECRET);
});

describe("redacted text", () => {
  test("holds no secret, no card number and no control characters, and is bounded", () => {
    expect(redact(`key ${SECRET} refused`, [SECRET])).toBe("key [redacted] refused");
    expect(redact("card 4242 4242-4242 4242 expired", [])).toBe("card [redacted] expired");
    expect(redact("card 4242424242424242 expired", [])).toBe("card [redacted] expired");
    expect(redact("two\r\nlines\u0000", [])).toBe("two lines");
    expect(redact("x".repeat(10_000), []).length).toBeLessThan(400);
    expect(redact("limit is 1000000.00", [""])).toBe("limit is 1000000.00");
  });
});
