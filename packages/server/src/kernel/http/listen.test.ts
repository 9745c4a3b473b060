import { once } from "node:events";
import { connect, createServer, Socket } from "node:net";
import Fastify from "fastify";
import { afterEach, describe, expect, it } from "vitest";
import { type ProbeServer, startProbeServer } from "@corridor/test/harness/probe-server.ts";
import { addListening } from "./listen.ts";
import type { App } from "./typed-app.ts";

const BURST = 256;
/** As many as listen.ts takes. */
const MAX_CONNECTIONS = 10_000;
let server: ProbeServer;
afterEach(() => server[Symbol.asyncDispose]());

const REQUESTS = 20;
let underWay = 0;
const answer = Promise.withResolvers<object>();

function start(): Promise<ProbeServer> {
  const slow = (): Promise<object> => {
    underWay += 1;
    return answer.promise;
  };
  return startProbeServer({
    access: { "GET /slow": { roles: "public" } },
    routes: [(app) => void app.get("/slow", slow)],
  });
}

describe("the port of the API", () => {
  it.runIf(process.platform === "linux")("takes many new connections in one turn of the event loop", async () => {
    server = await start();
    const { port } = new URL(server.origin);
    let turns = 0;
    let isCounting = true;
    const count = (): void => {
      turns += 1;
      if (isCounting) setImmediate(count);
    };
    let taken = 0;
    const all = new Promise<void>((resolve) =>
      server.app.server.on("connection", () => (taken += 1) === BURST && resolve()),
    );
    const clients = Array.from({ length: BURST }, () => connect({ host: "127.0.0.1", port: Number(port) }));
    count();
    await all;
    isCounting = false;
    for (const client of clients) client.destroy();
    expect(turns).toBeLessThan(BURST / 2);
  });

  it("leaves connections for others when one client opens as many as it can", async () => {
    server = await start();
    const other = Fastify() as unknown as App;
    other.server.removeAllListeners("connection"); // These sockets speak no HTTP.
    addListening(other);
    const connectFrom = (address: string): Socket => {
      const socket = Object.defineProperty(new Socket(), "remoteAddress", { value: address });
      other.server.emit("connection", socket);
      return socket;
    };
    const greedy = Array.from({ length: MAX_CONNECTIONS }, () => connectFrom("192.0.2.1"));
    expect(greedy.filter(({ destroyed }) => !destroyed)).toHaveLength(MAX_CONNECTIONS / 2);
    const next = connectFrom("192.0.2.2");
    expect(next.destroyed).toBe(false);
    for (const socket of [...greedy, next]) socket.destroy();
  });

  it("is not shared with another program, nor with another Corridor", async () => {
    server = await start();
    const address = { host: "127.0.0.1", port: Number(new URL(server.origin).port) };
    const other = await start();
    await expect(other.app.listenWide(address)).rejects.toThrow();
    await other[Symbol.asyncDispose]();
    const plain = createServer().listen(address);
    await expect(once(plain, "listening")).rejects.toMatchObject({ code: "EADDRINUSE" });
  });

  it("answers what is under way when it closes, on whichever of its listeners it came, and is free afterward", async () => {
    server = await start();
    const answers = Array.from({ length: REQUESTS }, () => server.request(null, "GET", "/v1/slow"));
    await expect.poll(() => underWay).toBe(REQUESTS);
    const closed = server[Symbol.asyncDispose]();
    answer.resolve({ done: true });
    expect((await Promise.all(answers)).filter(({ status }) => status === 200)).toHaveLength(REQUESTS);
    await closed;
    const next = createServer().listen({ host: "127.0.0.1", port: Number(new URL(server.origin).port) });
    await once(next, "listening");
    next.close();
  });
});
