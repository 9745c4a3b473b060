import { once } from "node:events";
import { connect } from "node:net";
import { Writable } from "node:stream";
import Type from "typebox";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { probeCaller, type ProbeServer, startProbeServer } from "@corridor/test/harness/probe-server.ts";
import { Overloaded } from "../combine.ts";
import { createLogger } from "../log.ts";
import { createMetrics } from "../metrics.ts";
import { newId } from "@corridor/base/ids.ts";
import { conflict } from "./errors.ts";
import type { AccessTable } from "./access-control.ts";
import type { Routes } from "./typed-app.ts";

const ACCESS: AccessTable = {
  "POST /things": { roles: ["org-admin"] },
  "GET /things/:thing_id": { roles: ["org-admin", "org-viewer", "staff"] },
  "POST /things/:thing_id/poke": { roles: "authenticated" },
  "POST /payments-init/initiate": { roles: ["org-admin"] },
  "GET /open": { roles: "public" },
  "GET /broken": { roles: "public" },
  "GET /busy": { roles: "public" },
  "GET /taken": { roles: "public" },
};

const routes: Routes = (app) => {
  const body = Type.Object({
    name: Type.String(),
    size: Type.Optional(Type.Number()),
    free: Type.Optional(Type.Unknown()),
  });
  app.post("/things", { schema: { body } }, (request, reply) => reply.code(201).send({ received: request.body }));
  app.get("/things/:thing_id", (request) => ({
    id: (request.params as { thing_id: string }).thing_id,
    org: request.caller.orgId,
  }));
  app.post("/things/:thing_id/poke", () => ({ poked: true }));
  app.post("/payments-init/initiate", { schema: { body } }, () => ({ statusCode: 200 }));
  app.get("/open", () => ({ open: true }));
  app.get("/broken", () => {
    throw new Error("SELECT secret FROM vault");
  });
  app.get("/busy", () => {
    throw new Overloaded();
  });
  app.get("/taken", () => {
    throw conflict("Already taken", "EMAIL_TAKEN");
  });
};

const callers = { admin: probeCaller(), viewer: probeCaller({ role: "org-viewer" }) };
let server: ProbeServer;

beforeAll(async () => {
  server = await startProbeServer({ access: ACCESS, routes: [routes], callers });
});
afterAll(() => server[Symbol.asyncDispose]());

it("in development an answer ends its line, for people who read it in a terminal", async () => {
  expect((await server.request(null, "GET", "/v1/open")).text).toBe('{"open":true}\n');
});

describe("the order of checks", () => {
  it.each([
    ["a body of the wrong shape", { body: {} }],
    ["broken JSON", { body: "{" }],
    ["another content type", { body: "x", headers: { "content-type": "text/plain" } }],
    ["a body that is too large", { body: { name: "x".repeat(1_100_000) } }],
  ])("without credentials, %s is a 401", async (_name, options) => {
    const response = await server.request(null, "POST", "/v1/things", options);
    expect(response.status).toBe(401);
    expect(response.body).toEqual({ status: "error", message: expect.any(String), code: "UNAUTHORIZED" });
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
  });

  it("the role is checked before the body", async () => {
    const response = await server.request("viewer", "POST", "/v1/things", { body: "{" });
    expect(response.status).toBe(403);
    expect(response.body.message).toContain("org-admin");
  });
});

describe("the two error bodies", () => {
  it("is {status, message, code} with details for a 400 on a standard path", async () => {
    const response = await server.request("admin", "POST", "/v1/things", { body: { size: "1" } });
    expect(response.status).toBe(400);
    expect(response.body).toEqual({
      status: "error",
      message: "name: is required (and 1 more)",
      code: "VALIDATION_ERROR",
      details: [
        { path: "name", message: "is required" },
        { path: "size", message: "must be number" },
      ],
    });
  });

  it("is {error, message, code} with details for a 400 under /payments-init", async () => {
    const response = await server.request("admin", "POST", "/v1/payments-init/initiate", { body: { name: 1 } });
    expect(response.body).toEqual({
      error: "Bad Request",
      message: "name: must be string",
      code: "VALIDATION_ERROR",
      details: [{ path: "name", message: "must be string" }],
    });
  });

  it.each([
    ["POST", "/v1/payments-init/initiate", null, {}, 401, "UNAUTHORIZED"],
    ["POST", "/v1/payments-init/initiate", "viewer", {}, 403, "FORBIDDEN"],
    ["POST", "/v1/payments-init/nothing", "admin", {}, 404, "NOT_FOUND"],
    ["GET", "/v1/payments-init", "admin", {}, 404, "NOT_FOUND"],
    ["PUT", "/v1/payments-init/initiate", "admin", {}, 405, "METHOD_NOT_ALLOWED"],
    [
      "POST",
      "/v1/payments-init/initiate",
      "admin",
      { body: { name: "x".repeat(1_100_000) } },
      413,
      "PAYLOAD_TOO_LARGE",
    ],
    [
      "POST",
      "/v1/payments-init/initiate",
      "admin",
      { body: "name=x", headers: { "content-type": "application/x-www-form-urlencoded" } },
      415,
      "UNSUPPORTED_MEDIA_TYPE",
    ],
  ])("%s %s as %s answers in the initiation form", async (method, path, as, options, status, code) => {
    const response = await server.request(as, method, path, options);
    expect(response.status).toBe(status);
    expect(response.body).toEqual({ error: expect.any(String), message: expect.any(String), code });
  });

  it("does not use the initiation form for a path that only begins alike", async () => {
    const response = await server.request("admin", "POST", "/v1/payments-initial");
    expect(response.body).toEqual({ status: "error", message: "Path not found", code: "NOT_FOUND" });
  });

  it("tells nothing of an unexpected error but the request id", async () => {
    const response = await server.request(null, "GET", "/v1/broken");
    expect(response.status).toBe(500);
    expect(response.body).toEqual({
      status: "error",
      message: "Something went wrong on our side",
      code: "INTERNAL",
      error: `request ${response.headers.get("x-request-id")}`,
    });
    expect(response.text).not.toContain("vault");
  });

  it("adds a code to the standard body where it says more than the status", async () => {
    expect((await server.request(null, "GET", "/v1/taken")).body).toEqual({
      status: "error",
      message: "Already taken",
      code: "EMAIL_TAKEN",
    });
  });

  it("answers 503 with Retry-After when a queue is full", async () => {
    const response = await server.request(null, "GET", "/v1/busy");
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "1"]);
  });
});

describe("paths and methods", () => {
  it("answers 405 with Allow for a known path", async () => {
    const response = await server.request("admin", "DELETE", "/v1/things/7");
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
  });

  it("answers OPTIONS with Allow", async () => {
    const response = await server.request(null, "OPTIONS", "/v1/things");
    expect([response.status, response.headers.get("allow")]).toEqual([204, "OPTIONS, POST"]);
  });

  it("answers HEAD like GET without a body, under the same access rule", async () => {
    const response = await server.request("viewer", "HEAD", "/v1/things/7");
    expect([response.status, response.text]).toEqual([200, ""]);
    expect((await server.request(null, "HEAD", "/v1/things/7")).status).toBe(401);
  });

  it.each(["/v1/nothing", "/nothing", "/v1/things/7/8/9", "/v1/things/", `/v1/things/${"x".repeat(300)}`])(
    "answers %.20s with 404 in the standard body",
    async (path) => {
      const response = await server.request("admin", "GET", path);
      expect(response.status).toBe(404);
      expect(response.body).toMatchObject({ status: "error", message: expect.any(String) });
    },
  );
});

describe("an address that cannot be read", () => {
  it.each(["/v1/things/%ZZ", "/v1/things/a%00b", "/v1/things/1?q=%00"])(
    "%s is a 400 in the standard body",
    async (path) => {
      const response = await server.request("admin", "GET", path);
      expect(response.status).toBe(400);
      expect(response.body).toMatchObject({ status: "error", message: expect.any(String) });
    },
  );
});

describe("every response", () => {
  it("carries the request id: the caller's when it is a sound one, else a new one", async () => {
    expect(
      (await server.request(null, "GET", "/v1/open", { headers: { "x-request-id": "abc-123" } })).headers.get(
        "x-request-id",
      ),
    ).toBe("abc-123");
    for (const unsound of ["a b", "x".repeat(129), "<script>"]) {
      expect(
        (await server.request(null, "GET", "/v1/open", { headers: { "x-request-id": unsound } })).headers.get(
          "x-request-id",
        ),
      ).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it("carries strict security headers, errors included", async () => {
    for (const path of ["/v1/open", "/v1/broken", "/v1/nothing", "/healthz"]) {
      const { headers } = await server.request(null, "GET", path);
      expect(headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("x-frame-options")).toBe("DENY");
      expect(headers.get("strict-transport-security")).toBeNull();
    }
  });

  it("asks browsers to stay on https when it is served there", async () => {
    await using secure = await startProbeServer({
      access: { "GET /open": { roles: "public" } },
      routes: [(app) => void app.get("/open", () => ({}))],
      config: { publicBaseUrl: "https://pay.example" },
    });
    expect((await secure.request(null, "GET", "/v1/open")).headers.get("strict-transport-security")).toContain(
      "max-age=63072000",
    );
  });
});

describe("bytes that are no request", () => {
  async function send(bytes: string): Promise<string> {
    const socket = connect(Number(new URL(server.origin).port), "127.0.0.1");
    socket.end(bytes);
    let answer = "";
    socket.on("data", (chunk: Buffer) => (answer += chunk.toString("latin1")));
    await once(socket, "close");
    return answer;
  }

  it("answers garbage with 400 in the standard body", async () => {
    const answer = await send("NONSENSE\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toContain('{"status":"error","message":"The request is not valid HTTP","code":"BAD_REQUEST"}');
  });

  it("answers headers that are too large with 431", async () => {
    expect(await send(`GET /v1/open HTTP/1.1\r\nhost: x\r\nx-long: ${"y".repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 431 /,
    );
  });
});

describe("the access table", () => {
  const open: Routes = (app) => {
    app.get("/known", () => ({}));
    app.get("/forgotten", () => ({}));
    app.post("/forgotten/:id", () => ({}));
  };

  it("stops the start when a route is missing, naming every one", async () => {
    const start = startProbeServer({ access: { "GET /known": { roles: "public" } }, routes: [open] });
    await expect(start).rejects.toThrow("Not in the access table: GET /forgotten, POST /forgotten/:id");
  });

  it("tells which of its entries have no route", () => {
    expect([...server.app.unusedAccess]).toEqual([]);
  });

  it("lists entries without a route", async () => {
    await using one = await startProbeServer({
      access: { "GET /open": { roles: "public" }, "GET /gone": { roles: "public" } },
      routes: [(app) => void app.get("/open", () => ({}))],
    });
    expect([...one.app.unusedAccess]).toEqual(["GET /gone"]);
  });
});

describe("rate limits", () => {
  const limited = {
    access: { "GET /open": { roles: "public" }, "GET /mine": { roles: "authenticated" } } as const,
    routes: [
      ((app) => {
        app.get("/open", () => ({}));
        app.get("/mine", () => ({}));
      }) as Routes,
    ],
  };

  it("counts each credential by itself and says what is left", async () => {
    await using one = await startProbeServer({
      ...limited,
      callers: { a: probeCaller(), b: probeCaller() },
      config: { rateLimitPerMinute: 2 },
    });
    const first = await one.request("a", "GET", "/v1/mine");
    expect([first.headers.get("ratelimit-policy"), first.headers.get("ratelimit")]).toEqual([
      '"credential";q=2;w=60',
      '"credential";r=1;t=30',
    ]);
    await one.request("a", "GET", "/v1/mine");
    const refused = await one.request("a", "GET", "/v1/mine");
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("30");
    expect(refused.body).toEqual({
      status: "error",
      message: "Too many requests; try again in 30 s",
      code: "RATE_LIMITED",
    });
    expect((await one.request("b", "GET", "/v1/mine")).status).toBe(200);
    one.clock.advance(30_000);
    expect((await one.request("a", "GET", "/v1/mine")).status).toBe(200);
  });

  it("limits failed authentication by address without locking out valid credentials", async () => {
    await using one = await startProbeServer({
      ...limited,
      callers: { a: probeCaller() },
      config: { failedAuthLimitPerMinute: 2 },
    });
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await one.request("wrong", "GET", "/v1/mine")).status);
    expect(statuses).toEqual([401, 401, 429, 429]);
    expect((await one.request("a", "GET", "/v1/mine")).status).toBe(200);
  });

  it("limits public routes by address", async () => {
    await using one = await startProbeServer({ ...limited, config: { rateLimitPerMinute: 1 } });
    expect((await one.request(null, "GET", "/v1/open")).status).toBe(200);
    expect((await one.request(null, "GET", "/v1/open")).status).toBe(429);
  });

  it("believes X-Forwarded-For from a trusted proxy alone", async () => {
    await using trusting = await startProbeServer({
      ...limited,
      config: { rateLimitPerMinute: 1, trustedProxies: ["127.0.0.1"] },
    });
    await using wary = await startProbeServer({ ...limited, config: { rateLimitPerMinute: 1 } });
    for (const [one, second] of [
      [trusting, 200],
      [wary, 429],
    ] as const) {
      await one.request(null, "GET", "/v1/open", { headers: { "x-forwarded-for": "203.0.113.1" } });
      expect(
        (await one.request(null, "GET", "/v1/open", { headers: { "x-forwarded-for": "203.0.113.2" } })).status,
      ).toBe(second);
    }
  });
});

describe("pages of other origins", () => {
  const preflight = {
    origin: "https://shop.example",
    "access-control-request-method": "PATCH",
    "access-control-request-headers": "x-api-key,authorization",
  };

  it("may call the API when their origin was named, without cookies", async () => {
    await using one = await startProbeServer({
      access: ACCESS,
      routes: [routes],
      callers,
      config: { corsOrigins: ["https://shop.example"] },
    });
    const allowed = await one.request(null, "OPTIONS", "/v1/things", { headers: preflight });
    expect([
      allowed.status,
      allowed.headers.get("access-control-allow-origin"),
      allowed.headers.get("access-control-allow-credentials"),
    ]).toEqual([204, "https://shop.example", null]);
    expect(allowed.headers.get("access-control-allow-methods")).toContain("PATCH");
    const refused = await one.request(null, "OPTIONS", "/v1/things", {
      headers: { ...preflight, origin: "https://evil.example" },
    });
    expect(refused.headers.get("access-control-allow-origin")).toBeNull();
    expect(
      (await one.request("admin", "GET", "/v1/things/1", { headers: { origin: "https://shop.example" } })).headers.get(
        "access-control-allow-origin",
      ),
    ).toBe("https://shop.example");
  });

  it("may not when none was named", async () => {
    expect(
      (await server.request(null, "OPTIONS", "/v1/things", { headers: preflight })).headers.get(
        "access-control-allow-origin",
      ),
    ).toBeNull();
  });
});

describe("what is recorded", () => {
  it("logs one line per request with who and which route, and no secret, body or raw address", async () => {
    const lines: string[] = [];
    const destination = new Writable({
      write: (chunk: Buffer, _encoding, done) => (lines.push(chunk.toString()), done()),
    });
    const caller = probeCaller();
    await using one = await startProbeServer({
      access: ACCESS,
      routes: [routes],
      callers: { "canary-key": caller },
      log: createLogger({ level: "info", destination }),
      metrics: createMetrics(),
    });
    lines.length = 0;
    const canary = `canary-${newId()}`;
    await one.request("canary-key", "POST", `/v1/things?token=${canary}`, {
      body: { name: canary },
      headers: { cookie: canary, authorization: canary },
    });
    await one.request("canary-key", "GET", `/v1/things/${canary}`);
    await one.request("canary-key", "GET", `/v1/unknown/${canary}`);
    expect(lines).toHaveLength(3);
    expect(JSON.parse(lines[0]!)).toMatchObject({
      method: "POST",
      route: "/v1/things",
      status: 201,
      org_id: caller.orgId,
      credential_id: caller.credentialId,
      request_id: expect.any(String),
      ms: expect.any(Number),
    });
    expect(JSON.parse(lines[2]!)).toMatchObject({ route: "unmatched", status: 404, code: "NOT_FOUND" });
    expect(lines.join("")).not.toContain("canary");
    // Probes come every few seconds.
    for (const probe of ["/healthz", "/readyz", "/metrics"]) await one.request(null, "GET", probe);
    expect(lines.filter((line) => JSON.parse(line).msg === "request")).toHaveLength(3);
  });

  it("measures by route pattern, never by raw address", async () => {
    const metrics = createMetrics();
    await using one = await startProbeServer({ access: ACCESS, routes: [routes], callers, metrics });
    await one.request("admin", "GET", "/v1/things/12345");
    await one.request("admin", "GET", "/v1/unknown/12345");
    const text = (await one.request(null, "GET", "/metrics")).text;
    expect(text).toContain(
      'http_request_duration_seconds_count{method="GET",route="/v1/things/:thing_id",status="200"} 1',
    );
    expect(text).toContain('route="unmatched"');
    expect(text).not.toContain("12345");
  });
});

describe("closing", () => {
  async function startSlowServer() {
    const started = Promise.withResolvers<void>();
    const mayAnswer = Promise.withResolvers<void>();
    const one = await startProbeServer({
      access: { "GET /slow": { roles: "public" } },
      routes: [
        (app) =>
          void app.get("/slow", async () => {
            started.resolve();
            await mayAnswer.promise;
            return { done: true };
          }),
      ],
    });
    return { ...one, started: started.promise, answerNow: mayAnswer.resolve };
  }

  it("answers the request that runs before it closes", async () => {
    const one = await startSlowServer();
    const answer = one.request(null, "GET", "/v1/slow");
    await one.started;
    const closed = one.app.close();
    one.answerNow();
    expect((await answer).body).toEqual({ done: true });
    await closed;
  });

  it("does not wait for a client that keeps its connection after that answer", async () => {
    const one = await startSlowServer();
    const client = connect(Number(new URL(one.origin).port), "127.0.0.1");
    client.write("GET /v1/slow HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n");
    await one.started;
    const closed = one.app.close();
    await vi.waitUntil(() => !one.app.server.listening); // By now idle connections have been closed.
    one.answerNow();
    const [answer] = (await once(client, "data")) as [Buffer];
    expect(answer.toString()).toContain('{"done":true}');
    const beganMs = performance.now();
    await closed;
    expect(performance.now() - beganMs).toBeLessThan(5_000);
  });
});

describe("calls from the dashboard's own pages", () => {
  it("reach the same API, and authentication is told where they came from", async () => {
    const seen: boolean[] = [];
    const caller = probeCaller();
    await using one = await startProbeServer({
      access: ACCESS,
      routes: [routes],
      authenticate: async ({ fromDashboard }) => (seen.push(fromDashboard), caller),
    });
    expect((await one.request(null, "GET", "/dashboard-api/things/7")).body).toEqual({ id: "7", org: caller.orgId });
    await one.request(null, "GET", "/v1/things/7");
    expect(seen).toEqual([true, false]);
  });
});
