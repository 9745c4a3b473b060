import { once } from "node:events";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { startProbeServer } from "@corridor/test/harness/probe-server.ts";

const LONG_MS = 3_600_000;

async function startSlowServer() {
  const started = Promise.withResolvers<void>();
  const mayAnswer = Promise.withResolvers<void>();
  const server = await startProbeServer({
    access: { "GET /slow": { roles: "public" }, "GET /quick": { roles: "public" } },
    routes: [
      (app) => {
        app.get("/quick", () => ({ quick: true }));
        app.get("/slow", async () => {
          started.resolve();
          await mayAnswer.promise;
          return { slow: true };
        });
      },
    ],
  });
  return { ...server, started: started.promise, answerNow: mayAnswer.resolve };
}

it("a server that drains says so to load balancers, still answers everybody, and ends each connection with its answer", async () => {
  const server = await startSlowServer();
  const kept = connect(Number(new URL(server.origin).port), "127.0.0.1").setEncoding("utf8");
  let received = "";
  kept.on("data", (text: string) => (received += text));
  const ended = once(kept, "close");
  kept.write("GET /v1/slow HTTP/1.1\r\nhost: x\r\n\r\n");
  await server.started;

  void server.app.drain(LONG_MS);
  const ready = await server.request(null, "GET", "/readyz");
  expect([ready.status, ready.body]).toEqual([503, { status: "draining", checks: {} }]);
  expect((await server.request(null, "GET", "/healthz")).status).toBe(200);
  const quick = await server.request(null, "GET", "/v1/quick");
  expect([quick.status, quick.headers.get("connection")]).toEqual([200, "close"]);

  // A request that was in flight when the drain began also ends its connection: the next request must not meet a closed
  // one.
  server.answerNow();
  await ended;
  expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*connection: close\r\n[^]*\{"slow":true\}\n$/i);
  await server.app.close();
});

it("a server that does not drain keeps connections", async () => {
  await using server = await startSlowServer();
  expect((await server.request(null, "GET", "/v1/quick")).headers.get("connection")).toBe("keep-alive");
});
