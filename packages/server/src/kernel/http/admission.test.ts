import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type ProbeServer, startProbeServer } from "@corridor/test/harness/probe-server.ts";
import { Overloaded } from "../combine.ts";
import { createMetrics } from "../metrics.ts";
import { clientGone } from "./departed-clients.ts";

/** As many requests as admission.ts admits at once. */
const MAX_IN_FLIGHT = 2_000;
const MAX_BODIES_IN_CHUNKS = 64;
/** Of callbacks from one address; 500 from all. */
const MAX_SMALL_BODIES = 409;
const MAX_BEGUN_IN_TURN = 16;
const BUSY = { status: "error", message: "The service is busy; try again shortly", code: "UNAVAILABLE" };

let server: ProbeServer;
let metrics: ReturnType<typeof createMetrics>;
let mayAnswer: PromiseWithResolvers<void>;
let runs: number;
const sockets: Socket[] = [];

beforeEach(async () => {
  runs = 0;
  mayAnswer = Promise.withResolvers();
  metrics = createMetrics();
  // A busy machine would make the room smaller (in-flight-limit.test.ts), so the event loop is not measured.
  vi.useFakeTimers({ toFake: ["setInterval"] });
  server = await startProbeServer({
    metrics,
    access: {
      "GET /slow": { roles: "public" },
      "GET /busy": { roles: "public" },
      "GET /quick": { roles: "public" },
      "POST /payments-init/initiate": { roles: "public" },
      "POST /callbacks/:provider": { roles: "signed" },
      "POST /files": { roles: "public" },
    },
    routes: [
      (app) => {
        app.get("/slow", async () => {
          runs += 1;
          await mayAnswer.promise;
          return {};
        });
        app.get("/busy", () => {
          runs += 1;
          throw new Overloaded();
        });
        app.get("/quick", () => {
          runs += 1;
          return {};
        });
        app.post("/payments-init/initiate", () => ({ statusCode: 200 }));
        app.post("/callbacks/:provider", () => ({ received: true }));
        app.post("/files", { bodyLimit: 32 * 1_048_576 }, () => ({ received: true }));
      },
    ],
  });
  vi.useRealTimers();
});
afterEach(async () => {
  mayAnswer.resolve();
  for (const socket of sockets.splice(0)) socket.destroy();
  await server[Symbol.asyncDispose]();
});

async function open(localAddress = "127.0.0.1"): Promise<Socket> {
  const accepted = once(server.app.server, "connection");
  const socket = connect({ port: Number(new URL(server.origin).port), host: "127.0.0.1", localAddress });
  sockets.push(socket);
  await Promise.all([once(socket, "connect"), accepted]);
  return socket;
}

/** Concurrent requests on one connection. */
async function fill(count: number, request: string): Promise<void> {
  (await open()).write(request.repeat(count));
}
/** Begins another body while one is taken: the request that asks may have taken the place of one of them. */
async function untilRefused(path: string, begun: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const { status } = await server.request(null, "POST", path, { body: {} });
      if (status !== 503) (await open()).write(begun);
      expect(status).toBe(503);
    },
    { timeout: 60_000 },
  );
}
const shed = async () =>
  (await metrics.registry.getMetricsAsJSON()).find((metric) => metric.name === "http_requests_shed_total")?.values ??
  [];

describe("when as many requests are under way as there is room for", () => {
  it("the next one is told at once to come back, in the error body of its path; callbacks and health are answered", async () => {
    await fill(MAX_IN_FLIGHT, "GET /v1/slow HTTP/1.1\r\nhost: x\r\n\r\n");
    await vi.waitFor(() => expect(runs).toBe(MAX_IN_FLIGHT), { timeout: 60_000 });
    const refused = await server.request(null, "GET", "/v1/quick");
    expect([refused.status, refused.body, refused.headers.get("retry-after")]).toEqual([503, BUSY, "1"]);
    const initiation = await server.request(null, "POST", "/v1/payments-init/initiate", { body: {} });
    expect([initiation.status, initiation.body]).toEqual([
      503,
      { error: "Service Unavailable", message: BUSY.message, code: "UNAVAILABLE" },
    ]);
    const fromDashboard = await server.request(null, "POST", "/dashboard-api/payments-init/initiate?a=b", {
      body: {},
      headers: { "x-request-id": "mine" },
    });
    expect(fromDashboard.body).toEqual(initiation.body);
    expect((await server.request(null, "POST", "/v1/callbacks/fiat", { body: {} })).status).toBe(200);
    expect((await server.request(null, "GET", "/healthz")).status).toBe(200);
    expect(await shed()).toMatchObject([{ labels: { obstacle: "in_flight" }, value: 3 }]);
    expect((await server.request(null, "GET", "/metrics")).text).toContain(
      'http_request_duration_seconds_count{method="POST",route="shed",status="503"} 2',
    );

    mayAnswer.resolve();
    await vi.waitFor(async () => expect((await server.request(null, "GET", "/v1/quick")).status).toBe(200), {
      timeout: 60_000,
    });
    // A refusal before the framework sees the request has the same headers as the framework's own answers.
    const served = await server.request(null, "GET", "/nowhere");
    const named = (one: typeof served): string[] =>
      [...one.headers.keys()].filter((name) => name !== "retry-after").toSorted();
    expect(named(refused)).toEqual(named(served));
    expect(fromDashboard.headers.get("x-request-id")).toBe("mine");
  });

  it("a client that left makes room", async () => {
    await fill(MAX_IN_FLIGHT, "GET /v1/slow HTTP/1.1\r\nhost: x\r\n\r\n");
    await vi.waitFor(() => expect(runs).toBe(MAX_IN_FLIGHT), { timeout: 60_000 });
    expect((await server.request(null, "GET", "/v1/quick")).status).toBe(503);
    for (const socket of sockets.splice(0)) socket.destroy();
    await vi.waitFor(async () => expect((await server.request(null, "GET", "/v1/quick")).status).toBe(200), {
      timeout: 60_000,
    });
  });

  it("bodies count by their length, and by the greatest length where they do not say it; one client leaves room for the next", async () => {
    const begun =
      "POST /v1/payments-init/initiate HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: " +
      "chunked\r\n\r\n";
    for (let i = 0; i < MAX_BODIES_IN_CHUNKS; i++) (await open()).write(begun);
    await untilRefused("/v1/payments-init/initiate", begun);
    expect((await server.request(null, "GET", "/v1/quick")).status).toBe(200);
    expect((await shed())[0]).toMatchObject({ labels: { obstacle: "body_bytes" } });
    expect((await server.request(null, "POST", "/v1/callbacks/fiat", { body: {} })).status).toBe(200);
    const other = await open("127.0.0.2");
    other.write(
      "POST /v1/payments-init/initiate HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: " +
        "2\r\n\r\n{}",
    );
    expect(String((await once(other, "data"))[0])).toMatch(/^HTTP\/1.1 200 /);
  });

  it("small bodies that one client begins and never ends leave slots for the next", async () => {
    const begun =
      "POST /v1/callbacks/fiat HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n";
    const slow = await Promise.all(Array.from({ length: MAX_SMALL_BODIES }, () => open()));
    for (const socket of slow) socket.write(begun);
    await untilRefused("/v1/callbacks/fiat", begun);
    const other = await open("127.0.0.2");
    other.write(`${begun}{}`);
    expect(String((await once(other, "data"))[0])).toMatch(/^HTTP\/1.1 200 /);
  });

  it("files that are sent slowly keep out other files only", async () => {
    const begun =
      "POST /v1/files HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n";
    for (let i = 0; i < 2; i++) (await open()).write(begun);
    await untilRefused("/v1/files", begun);
    expect((await server.request(null, "POST", "/v1/payments-init/initiate", { body: {} })).status).toBe(200);
  });
});

it("of many requests that arrive at once, a few begin in each turn of the event loop, so that the next one is soon looked at", async () => {
  let turns = 0;
  const begunIn: number[] = [];
  const count = (): void => {
    begunIn[turns++] = runs;
    if (runs < 100) setImmediate(count);
  };
  setImmediate(count);
  await fill(100, "GET /v1/quick HTTP/1.1\r\nhost: x\r\n\r\n");
  await vi.waitFor(() => expect(runs).toBe(100), { timeout: 60_000 });
  expect(Math.max(...begunIn.map((begun, turn) => begun - (begunIn[turn - 1] ?? 0)))).toBeLessThanOrEqual(
    2 * MAX_BEGUN_IN_TURN,
  );
});

it("the last quarter of the room is for callers that have less than an equal share", async () => {
  await fill(1, "GET /v1/slow HTTP/1.1\r\nhost: x\r\nx-api-key: another\r\n\r\n");
  await vi.waitFor(() => expect(runs).toBe(1), { timeout: 60_000 });
  await fill(MAX_IN_FLIGHT, "GET /v1/slow HTTP/1.1\r\nhost: x\r\nx-api-key: flood\r\n\r\n");
  await vi.waitFor(() => expect(runs).toBe(0.75 * MAX_IN_FLIGHT), { timeout: 60_000 });
  const statusOf = async (key: string): Promise<number> =>
    (await server.request(null, "GET", "/v1/quick", { headers: { "x-api-key": key } })).status;
  expect(await Promise.all(["flood", "another", "third"].map(statusOf))).toEqual([503, 200, 200]);
});

it("a route that found its queue too slow is closed to its caller for a moment; others are not, nor to others", async () => {
  const busy = (key: string) => server.request(null, "GET", "/v1/busy", { headers: { "x-api-key": key } });
  await vi.waitFor(
    async () => {
      runs = 0;
      const answers = await Promise.all(Array.from({ length: 50 }, () => busy("flood")));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
      expect(runs).toBeLessThan(50); // The other requests did not reach the handler.
    },
    { timeout: 60_000 },
  );
  runs = 0;
  await Promise.all([busy("flood"), busy("another")]);
  expect(runs).toBeGreaterThan(0);
  expect((await server.request(null, "GET", "/v1/quick")).status).toBe(200);
});

it("a request whose client left while it waited to be read is dropped", async () => {
  const socket = await open();
  socket.write("GET /v1/quick HTTP/1.1\r\nhost: x\r\n\r\n");
  socket.destroy();
  holdUp(100); // The event loop is late, so the request and the client's disconnect both wait in the kernel.
  await vi.waitFor(async () => expect(await connections()).toBe(0), { timeout: 60_000 });
  expect(runs).toBe(0);
  // Only for the log: no client reads this answer.
  expect(clientGone()).toMatchObject({ statusCode: 499, code: "CLIENT_GONE" });
});

function holdUp(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

function connections(): Promise<number> {
  return new Promise((resolve, reject) =>
    server.app.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  );
}
