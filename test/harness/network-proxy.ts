import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/**
 * Sits between two processes, such as the service and PostgreSQL, and imitates network failures.
 *
 *   open      everything passes
 *   cut       nothing passes any more, on old connections and new ones, and no side is told
 *   half-open old connections go silent, new ones work: as when a firewall dropped them
 *   deaf      requests of the service arrive, answers of the server are lost
 *   slow      every piece takes `delayMs` longer, in both directions
 *   limited   little passes in a second, in both directions
 *   sliced    every piece arrives in small separate ones
 *   refused   nobody listens, and existing connections are cut
 *
 * `reset` ends existing connections with a reset packet, and leaves the state as it is.
 *
 * Lost data stays lost: a connection that was silent once never works again.
 */
export type NetworkState = "open" | "cut" | "half-open" | "deaf" | "slow" | "limited" | "sliced" | "refused";

export type NetworkProxy = {
  readonly url: string;
  set(state: NetworkState, delayMs?: number): Promise<void>;
  reset(): void;
  close(): Promise<void>;
};

const SLICE_BYTES = 256;
const LIMITED_BYTES_PER_MS = 32;

type Link = { readonly sides: readonly [Socket, Socket]; losesRequests: boolean; losesAnswers: boolean };

export async function startNetworkProxy(targetUrl: string): Promise<NetworkProxy> {
  const target = new URL(targetUrl);
  const folder = target.searchParams.get("host");
  const upstream =
    folder === null
      ? { host: target.hostname, port: Number(target.port) }
      : { path: `${folder}/.s.PGSQL.${target.port}` };
  const links = new Set<Link>();
  let state: NetworkState = "open";
  let delay = 0;
  let server: Server | undefined;
  let port = 0;

  function accept(client: Socket): void {
    const database = connect(upstream);
    const link: Link = {
      sides: [client, database],
      losesRequests: state === "cut",
      losesAnswers: state === "cut" || state === "deaf",
    };
    links.add(link);
    relay(client, database, () => link.losesRequests);
    relay(database, client, () => link.losesAnswers);
    for (const side of link.sides)
      side.once("close", () => {
        // The end of one side is data too, and a cut network delivers none.
        if (!(side === client ? link.losesRequests : link.losesAnswers)) for (const each of link.sides) each.destroy();
        if (link.sides.every((each) => each.destroyed)) links.delete(link);
      });
  }

  function relay(from: Socket, to: Socket, isLost: () => boolean): void {
    let before = Promise.resolve();
    from.setNoDelay(true);
    from.on("error", () => undefined);
    from.on("data", (chunk: Buffer) => {
      const wait = state === "slow" ? delay : state === "limited" ? chunk.length / LIMITED_BYTES_PER_MS : 0;
      if (isLost()) return;
      before = before.then(async () => {
        if (wait > 0) await pause(wait);
        const sliceBytes = state === "sliced" ? SLICE_BYTES : chunk.length;
        for (let at = 0; at < chunk.length && !isLost() && to.writable; at += sliceBytes) {
          to.write(chunk.subarray(at, at + sliceBytes));
          if (sliceBytes < chunk.length) await new Promise(setImmediate);
        }
      });
    });
  }

  async function listen(): Promise<void> {
    server = createServer(accept);
    await new Promise<void>((resolve) => server!.listen(port, "127.0.0.1", resolve));
    ({ port } = server.address() as AddressInfo);
  }

  function stopListening(): void {
    server?.close();
    server = undefined;
    for (const { sides } of links) for (const side of sides) side.destroy();
  }

  await listen();
  const url = new URL(targetUrl);
  url.searchParams.delete("host");
  url.hostname = "127.0.0.1";
  url.port = String(port);
  return {
    url: url.href,
    async set(next, delayMs = 0) {
      [state, delay] = [next, delayMs];
      if (next === "refused") return stopListening();
      if (server === undefined) await listen();
      for (const link of links) {
        if (next === "cut" || next === "half-open") link.losesRequests = true;
        if (next === "cut" || next === "half-open" || next === "deaf") link.losesAnswers = true;
      }
    },
    reset() {
      // A Unix socket has no reset.
      for (const side of [...links].flatMap(({ sides }) => sides)) {
        if (side.remoteAddress === undefined) side.destroy();
        else side.resetAndDestroy();
      }
    },
    async close() {
      stopListening();
    },
  };
}
