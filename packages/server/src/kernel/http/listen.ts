import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { networkOf } from "./client-network.ts";
import { createSharedRoom } from "./shared-room.ts";
import type { App } from "./typed-app.ts";

/**
 * Node takes one new connection from a listener in each turn of the event loop (libuv 1.45 and later). Under load a
 * turn takes 30 ms and more, and even a refusal came seconds late. So on Linux the port has several listeners, over
 * which the kernel distributes connections. First a probe listens without sharing: a port that another program holds,
 * another Corridor included, is still an error and never shared by accident.
 */
const LISTENERS = 64;
/** Connections that may wait while the loop is late, up to net.core.somaxconn. Node's 511 were too few for a burst. */
const BACKLOG = 4_096;
/** One client cannot use all connections (shared-room.ts). */
const MAX_CONNECTIONS = 10_000;

export type Address = {
  readonly host: string;
  readonly port: number;
  /** True when other processes of this deployment listen on the same port. */
  readonly reusePort?: true;
};

declare module "fastify" {
  interface FastifyInstance {
    listenWide(address: Address): Promise<void>;
  }
}

export function addListening(app: App): void {
  const others: Server[] = [];
  const room = createSharedRoom(MAX_CONNECTIONS);
  // `server.maxConnections` would count only the connections of one listener.
  app.server.prependListener("connection", (socket) => {
    const client = networkOf(socket.remoteAddress ?? "");
    if (!room.hasRoomFor(client, 1)) return void socket.destroy();
    room.take(client, 1);
    socket.once("close", () => room.giveBack(client, 1));
  });

  app.decorate("listenWide", async ({ host, port, reusePort }: Address) => {
    if (process.platform !== "linux") return void (await app.listen({ host, port, backlog: BACKLOG }));
    if (reusePort !== true) await assertFree(host, port);
    const shared = { host, backlog: BACKLOG, reusePort: true };
    await app.listen({ port, ...shared });
    const { port: given } = app.server.address() as AddressInfo;
    for (let i = 1; i < LISTENERS; i++) {
      // The same options as those of Node's own HTTP server.
      const own = { allowHalfOpen: true, noDelay: true };
      const other = createServer(own, (socket) => void app.server.emit("connection", socket));
      others.push(other.listen({ port: given, ...shared }));
      await once(other, "listening");
    }
  });

  const closed: Promise<unknown>[] = [];
  app.addHook("preClose", (done) => {
    for (const other of others) closed.push(once(other.close(), "close"));
    done();
  });
  // Connections of the other listeners end like those of the first: idle ones at once, others with their answer.
  app.addHook("onClose", async () => void (await Promise.all(closed)));
}

async function assertFree(host: string, port: number): Promise<void> {
  const probe = createServer().listen({ host, port });
  await once(probe, "listening");
  await once(probe.close(), "close");
}
