import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createClient } from "./client.ts";
import { CorridorError } from "./error.ts";

/** A real server that fails as networks and services fail. */
type Received = {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  readonly atMs: number;
};
type Behaviour = (response: ServerResponse, request: Received) => void;

const servers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of servers.splice(0)) await close();
});

/** Answers the first requests with one given behavior each, and all later ones with success. */
async function startServer(...behaviours: Behaviour[]): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const got = {
        method: request.method!,
        url: request.url!,
        headers: request.headers,
        body,
        atMs: performance.now(),
      };
      received.push(got);
      (behaviours[received.length - 1] ?? succeed)(response, got);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  servers.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, received };
}

const succeed: Behaviour = (response) =>
  response
    .writeHead(200, { "content-type": "application/json" })
    .end('{"status":"success","message":"","data":{"n":1}}');
const cut: Behaviour = (response) => response.destroy();
const cutInTheMiddle: Behaviour = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "100" }).write('{"status":');
  response.socket!.end();
};
const silent: Behaviour = () => undefined;

function answer(
  status: number,
  body: object | string = { status: "error", message: "no" },
  headers: Record<string, string> = {},
): Behaviour {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return (response) =>
    response.writeHead(status, { "content-type": "application/json", "x-request-id": "req-1", ...headers }).end(text);
}

const API_KEY = "ck_test_secret0123456789";
const clientOf = (url: string, options: object = {}) => createClient({ baseUrl: url, apiKey: API_KEY, ...options });
const BODY = { currency: "NGN", org_id: "o", user_id: "u" };

async function failureOf(work: Promise<unknown>): Promise<CorridorError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(CorridorError);
  return error as CorridorError;
}

describe("a read", () => {
  test.each<[string, Behaviour]>([
    ["a cut connection", cut],
    ["an answer that breaks off", cutInTheMiddle],
    ["429", answer(429)],
    ["502 of a gateway", answer(502, "<html>Bad Gateway</html>", { "content-type": "text/html" })],
    ["503", answer(503)],
    ["504", answer(504)],
  ])("is made again after %s", async (_name, failing) => {
    const { url, received } = await startServer(failing);
    expect(await clientOf(url).events.get("e1")).toEqual({ n: 1 });
    expect(received.map(({ method, url: path }) => `${method} ${path}`)).toEqual([
      "GET /v1/events/e1",
      "GET /v1/events/e1",
    ]);
  });

  test("is made again after silence, and in time", async () => {
    const { url, received } = await startServer(silent);
    expect(await clientOf(url, { attemptTimeoutMs: 100 }).events.get("e1")).toEqual({ n: 1 });
    expect(received).toHaveLength(2);
  });

  test("fails with the last answer once its retries are used up", async () => {
    const { url, received } = await startServer(
      cut,
      answer(503),
      answer(503, { status: "error", message: "still away" }),
      succeed,
    );
    const error = await failureOf(clientOf(url, { retries: 2 }).events.get("e1"));
    expect(error).toMatchObject({ status: 503, message: "still away", requestId: "req-1", refused: false });
    expect(received).toHaveLength(3);
  });

  test("is made once where retries are not wanted, for the client or the call", async () => {
    const { url, received } = await startServer(cut, cut);
    expect(await failureOf(clientOf(url, { retries: 0 }).events.get("e1"))).toMatchObject({
      status: 0,
      code: "NETWORK",
    });
    await failureOf(clientOf(url).events.get("e1", { retries: 0 }));
    expect(received).toHaveLength(2);
  });

  test.each([400, 401, 403, 404, 422, 500])("is not made again after %i", async (status) => {
    const { url, received } = await startServer(answer(status));
    expect((await failureOf(clientOf(url).events.get("e1"))).status).toBe(status);
    expect(received).toHaveLength(1);
  });
});

describe("a POST", () => {
  test("carries one key through all its attempts, with the same body", async () => {
    const { url, received } = await startServer(cut, answer(503));
    await clientOf(url).virtualAccounts.open(BODY);
    expect(received).toHaveLength(3);
    expect(new Set(received.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
    expect(received[0]!.headers["idempotency-key"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(received.map(({ body }) => body))).toEqual(new Set([JSON.stringify(BODY)]));
  });

  test("has a new key for each call, unless it is given one", async () => {
    const { url, received } = await startServer();
    const corridor = clientOf(url);
    await corridor.virtualAccounts.open(BODY);
    await corridor.virtualAccounts.open(BODY);
    await corridor.virtualAccounts.open(BODY, { idempotencyKey: "order-17" });
    const keys = received.map(({ headers }) => headers["idempotency-key"]);
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBe("order-17");
  });

  test("has no key where none is wanted, and then is made once", async () => {
    const { url, received } = await startServer(cut);
    const error = await failureOf(clientOf(url).virtualAccounts.open(BODY, { idempotencyKey: null }));
    expect(error).toMatchObject({ code: "NETWORK", idempotencyKey: null });
    expect(received.map(({ headers }) => headers["idempotency-key"])).toEqual([undefined]);
  });

  test("that fails tells its key, with which it can be made again", async () => {
    const { url, received } = await startServer(cut);
    const error = await failureOf(clientOf(url, { retries: 0 }).virtualAccounts.open(BODY));
    expect(error).toMatchObject({ refused: false, idempotencyKey: received[0]!.headers["idempotency-key"] });
  });

  test.each<[string, boolean, Behaviour, Behaviour]>([
    ["not refused when one attempt broke off and the next was turned away", false, cut, answer(403)],
    [
      "refused when one attempt broke off and the next brings the last word",
      true,
      cut,
      answer(502, { message: "nobody", code: "ALL_PROVIDERS_FAILED" }),
    ],
    ["refused when one attempt was too many and the next is refused", true, answer(429), answer(400)],
  ])("is %s", async (_name, refused, first, second) => {
    const { url, received } = await startServer(first, second);
    expect(await failureOf(clientOf(url).virtualAccounts.open(BODY))).toMatchObject({ refused });
    expect(received).toHaveLength(2);
  });

  test("waits for the answer of its first attempt while that is still at work", async () => {
    const atWork = answer(
      409,
      { status: "error", message: "still running", code: "IDEMPOTENCY_CONFLICT" },
      { "retry-after": "0" },
    );
    const { url, received } = await startServer(cut, atWork);
    await clientOf(url).virtualAccounts.open(BODY);
    expect(received).toHaveLength(3);
  });

  test.each<[string, Behaviour]>([
    [
      "its key was used for something else",
      answer(409, { status: "error", message: "another request", code: "IDEMPOTENCY_CONFLICT" }),
    ],
    ["every provider refused", answer(502, { error: "Bad Gateway", message: "nobody", code: "ALL_PROVIDERS_FAILED" })],
  ])("is not made again when %s", async (_name, refusing) => {
    const { url, received } = await startServer(refusing);
    await failureOf(clientOf(url).virtualAccounts.open(BODY));
    expect(received).toHaveLength(1);
  });

  test("refuses a key that the service would not take", async () => {
    const { url, received } = await startServer();
    await expect(clientOf(url).virtualAccounts.open(BODY, { idempotencyKey: "two\nlines" })).rejects.toThrow(TypeError);
    expect(received).toHaveLength(0);
  });
});

test.each(["put", "patch", "delete"] as const)(
  "a %s is made once, whatever happens: nothing tells whether it was done",
  async (method) => {
    const { url, received } = await startServer(cut);
    const call: unknown = clientOf(url)[method];
    await failureOf(
      (call as (path: string, input: object) => Promise<unknown>)("/public/webhooks/{webhook_id}", {
        path: { webhook_id: "w1" },
      }),
    );
    expect(received).toHaveLength(1);
    expect(received[0]!.headers["idempotency-key"]).toBeUndefined();
  },
);

describe("time", () => {
  test("that the service asks for is given", async () => {
    const { url, received } = await startServer(answer(429, undefined, { "retry-after": "1" }));
    await clientOf(url).events.get("e1");
    expect(received[1]!.atMs - received[0]!.atMs).toBeGreaterThanOrEqual(990);
  });

  test("that the service asks for and the call does not have ends it at once", async () => {
    const { url, received } = await startServer(answer(429, undefined, { "retry-after": "3600" }));
    expect(await failureOf(clientOf(url).events.get("e1"))).toMatchObject({ status: 429 });
    expect(received).toHaveLength(1);
  });

  test("is limited for the whole call, also while nobody answers", async () => {
    const { url } = await startServer(silent, silent, silent, silent);
    const startedMs = performance.now();
    expect(await failureOf(clientOf(url).events.get("e1", { timeoutMs: 150 }))).toMatchObject({
      status: 0,
      code: "TIMEOUT",
      refused: false,
    });
    expect(performance.now() - startedMs).toBeLessThan(10_000);
  });

  test("is limited while the body comes, too", async () => {
    const { url } = await startServer((response) =>
      response.writeHead(200, { "content-type": "application/json" }).write("{"),
    );
    expect(await failureOf(clientOf(url, { retries: 0, timeoutMs: 150 }).events.get("e1"))).toMatchObject({
      code: "TIMEOUT",
    });
  });

  test("is limited while a token is waited for", async () => {
    const { url, received } = await startServer();
    const corridor = createClient({ baseUrl: url, token: () => new Promise<string>(() => undefined), timeoutMs: 50 });
    expect(await failureOf(corridor.events.get("e1"))).toMatchObject({ code: "TIMEOUT" });
    expect(received).toHaveLength(0);
  });

  test("may be longer than a timer can be set for", async () => {
    const { url } = await startServer();
    expect(await clientOf(url, { timeoutMs: Infinity, attemptTimeoutMs: Infinity }).events.get("e1")).toEqual({ n: 1 });
  });
});

describe("a caller who gives up", () => {
  test("ends the call while it waits for an answer, and learns its key", async () => {
    const controller = new AbortController();
    const { url, received } = await startServer(() => controller.abort(new Error("the page was left")));
    const error = await failureOf(clientOf(url).virtualAccounts.open(BODY, { signal: controller.signal }));
    expect(error).toMatchObject({
      status: 0,
      code: "ABORTED",
      refused: false,
      idempotencyKey: received[0]!.headers["idempotency-key"],
    });
    expect(received).toHaveLength(1);
  });

  test("ends it in the pause between two attempts", async () => {
    const { url, received } = await startServer(answer(503, undefined, { "retry-after": "60" }));
    const controller = new AbortController();
    let listeners = 0;
    vi.spyOn(controller.signal, "addEventListener").mockImplementation((...listening) => {
      EventTarget.prototype.addEventListener.apply(
        controller.signal,
        listening as Parameters<EventTarget["addEventListener"]>,
      );
      // The first listener on the signal is the attempt, the second is the pause after it.
      if (++listeners === 2) queueMicrotask(() => controller.abort());
    });
    expect(await failureOf(clientOf(url).events.get("e1", { signal: controller.signal }))).toMatchObject({
      code: "ABORTED",
    });
    expect(listeners).toBe(2);
    expect(received).toHaveLength(1);
  });

  test("before the call prevents it", async () => {
    const { url, received } = await startServer();
    expect(await failureOf(clientOf(url).events.get("e1", { signal: AbortSignal.abort() }))).toMatchObject({
      code: "ABORTED",
    });
    expect(received).toHaveLength(0);
  });
});

describe("the credential", () => {
  test("is an API key in its header, and the other header says that it is not used", async () => {
    const { url, received } = await startServer();
    await clientOf(url).events.get("e1");
    expect(received[0]!.headers).toMatchObject({ authorization: "NONE", "x-api-key": API_KEY });
  });

  test("is a token that is asked for before every attempt", async () => {
    const { url, received } = await startServer(answer(503));
    let tokens = 0;
    await createClient({ baseUrl: url, token: async () => `token-${(tokens += 1)}` }).events.get("e1");
    expect(received.map(({ headers }) => [headers.authorization, headers["x-api-key"]])).toEqual([
      ["Bearer token-1", "NONE"],
      ["Bearer token-2", "NONE"],
    ]);
  });

  test("is the cookie of a page: no key is sent, but what no other site can send, and whom the page shows now", async () => {
    const { url, received } = await startServer(answer(503));
    const shown = [null, "user-1 org-1"];
    await createClient({ baseUrl: url, session: () => shown.shift()! }).events.get("e1");
    const names = ["authorization", "x-api-key", "x-requested-with", "x-shown-session"];
    expect(received.map(({ headers }) => names.map((name) => headers[name]))).toEqual([
      [undefined, undefined, "corridor", undefined],
      [undefined, undefined, "corridor", "user-1 org-1"],
    ]);
  });

  test("whose function fails ends the call with that failure as its cause", async () => {
    const { url, received } = await startServer();
    const cause = new Error("signed out");
    const error = await failureOf(createClient({ baseUrl: url, token: () => Promise.reject(cause) }).events.get("e1"));
    expect(error).toMatchObject({ status: 0, code: "NO_TOKEN", cause });
    expect(received).toHaveLength(0);
  });

  test("is not followed to where a redirect leads", async () => {
    const elsewhere = await startServer();
    const { url } = await startServer(answer(307, "", { location: `${elsewhere.url}/events/e1` }));
    expect(await failureOf(clientOf(url).events.get("e1"))).toMatchObject({ status: 307 });
    expect(elsewhere.received).toHaveLength(0);
  });

  test("stands in no error, however deep it is looked into, and in no print of the client", async () => {
    const { url } = await startServer(
      answer(401, { status: "error", message: "Missing, malformed or expired credentials" }),
      cut,
    );
    const corridor = clientOf(url, { retries: 0 });
    const shown = [await failureOf(corridor.events.get("e1")), await failureOf(corridor.events.get("e1")), corridor];
    for (const one of shown) {
      expect(inspect(one, { depth: Infinity, showHidden: true })).not.toContain(API_KEY);
      expect(JSON.stringify(one)).not.toContain(API_KEY);
    }
  });

  test("with a character that no header takes is refused without being repeated", async () => {
    const { url } = await startServer();
    expect(() => clientOf(url, { apiKey: `${API_KEY}\n` })).toThrow(
      expect.not.stringContaining(API_KEY) as unknown as string,
    );
    const error = await failureOf(createClient({ baseUrl: url, token: () => `${API_KEY}\n` }).events.get("e1"));
    expect(inspect(error, { depth: Infinity })).not.toContain(API_KEY);
  });
});

describe("an address", () => {
  test.each(["", ".", ".."])("is never built from %j, which would lead to another path", async (id) => {
    const { url, received } = await startServer();
    await expect(clientOf(url).payments.get(id)).rejects.toThrow(TypeError);
    expect(received).toHaveLength(0);
  });

  test("holds what it is given as one part, and leaves out what is undefined", async () => {
    const { url, received } = await startServer();
    await clientOf(`${url}/`).get("/payments/{payment_id}", { path: { payment_id: "../a/b?c" } });
    await clientOf(url).get("/transactions", { query: { search: "a&b=c", limit: 5, status: undefined } });
    expect(received.map(({ url: path }) => path)).toEqual([
      "/v1/payments/..%2Fa%2Fb%3Fc",
      "/v1/transactions?search=a%26b%3Dc&limit=5",
    ]);
  });

  test.each([
    "",
    "payments.example.com/v1",
    "ftp://payments.example.com/v1",
    "https://user:word@payments.example.com/v1",
    "https://payments.example.com/v1?a=b",
  ])("is not built on %j", (baseUrl) => expect(() => createClient({ baseUrl, apiKey: API_KEY })).toThrow("baseUrl"));
});

describe("an answer", () => {
  test("that is a refusal is one error with status, code, details and request id", async () => {
    const details = [{ path: "amount", message: "must be a number" }];
    const { url } = await startServer(
      answer(400, { error: "Bad Request", message: "amount: must be a number", code: "VALIDATION_ERROR", details }),
    );
    const error = await failureOf(clientOf(url).virtualAccounts.open(BODY));
    expect(error).toMatchObject({
      name: "CorridorError",
      status: 400,
      code: "VALIDATION_ERROR",
      details,
      requestId: "req-1",
      refused: true,
    });
    expect(error.message).toBe("amount: must be a number");
  });

  test.each(["null", "[]", '{"message":{},"code":7,"details":"none"}', "<html></html>"])(
    "in somebody else's words is an error in ours: %s",
    async (text) => {
      const { url } = await startServer(answer(418, text));
      expect(await failureOf(clientOf(url).events.get("e1"))).toMatchObject({
        status: 418,
        code: null,
        details: [],
        message: "The service answered 418",
      });
    },
  );

  test("that is no JSON is an error, and not taken for a success", async () => {
    const { url } = await startServer(
      answer(200, "<html>Welcome to the proxy</html>", { "content-type": "text/html" }),
    );
    expect(await failureOf(clientOf(url).events.get("e1"))).toMatchObject({
      status: 200,
      code: "INVALID_ANSWER",
      refused: false,
    });
  });

  test("without a body is undefined", async () => {
    const { url } = await startServer((response) => response.writeHead(204).end());
    expect(await clientOf(url).beneficiaries.delete("b1")).toBeUndefined();
  });
});

describe("a response that its caller reads", () => {
  test("comes in the type that was asked for, and a refusal is an error as ever", async () => {
    const { url, received } = await startServer(
      answer(200, "id: 1\n\n"),
      answer(200, '{"amount":1500.00}'),
      answer(404),
    );
    const corridor = clientOf(url);
    const stream = await corridor.getResponse("/events", { query: { order: "asc" }, accept: "text/event-stream" });
    expect(await stream.text()).toBe("id: 1\n\n");
    expect(await (await corridor.getResponse("/events")).text()).toBe('{"amount":1500.00}');
    expect(await failureOf(corridor.getResponse("/events"))).toMatchObject({ status: 404, requestId: "req-1" });
    expect(received.map(({ url: path, headers }) => [path, headers.accept])).toEqual([
      ["/v1/events?order=asc", "text/event-stream"],
      ["/v1/events", "*/*"],
      ["/v1/events", "*/*"],
    ]);
  });

  test("is ended by its caller, and by no time limit", async () => {
    const { url } = await startServer((response) => response.writeHead(200).write("begun"));
    const controller = new AbortController();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { body } = await clientOf(url).getResponse("/events", { signal: controller.signal });
    vi.advanceTimersByTime(200_000);
    const reader = body!.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe("begun");
    controller.abort(new Error("the page was left"));
    await expect(reader.read()).rejects.toThrow("the page was left");
  });
});
