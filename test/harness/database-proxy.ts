import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/**
 * Stands between the service and PostgreSQL, and does to their connections what networks do.
 *
 *   open      everything passes
 *   cut       nothing passes any more, on old connections and new ones, and nobody is told
 *   half-open old connections go silent, new ones work: as when a firewall forgot them
 *   deaf      what the service sends arrives, what the server answers is lost
 *   slow      every piece takes `delayMs` longer, in both directions
 *   refused   nobody listens
 *
 * What was lost stays lost: a connection that was silent once never speaks again.
 */
export type NetworkState = "open" | "cut" | "half-open" | "deaf" | "slow" | "refused";

export type DatabaseProxy = { readonly url: string; set(state: NetworkState, delayMs?: number): Promise<void>; close(): Promise<void> };

type Link = { readonly sides: readonly [Socket, Socket]; losesRequests: boolean; losesAnswers: boolean };

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const folder = target.searchParams.get("host");
  const upstream = folder === null ? { host: target.hostname, port: Number(target.port) } : { path: `${folder}/.s.PGSQL.${target.port}` };
  const links = new Set<Link>();
  let state: NetworkState = "open";
  let delay = 0;
  let server: Server | undefined;
  let port = 0;

  function accept(client: Socket): void {
    const database = connect(upstream);
    const link: Link = { sides: [client, database], losesRequests: state === "cut", losesAnswers: state === "cut" || state === "deaf" };
    links.add(link);
    relay(client, database, () => link.losesRequests);
    relay(database, client, () => link.losesAnswers);
    for (const side of link.sides)
      side.once("close", () => {
        // The end of one side is news, too, and a cut network brings none.
        if (!(side === client ? link.losesRequests : link.losesAnswers)) for (const each of link.sides) each.destroy();
        if (link.sides.every((each) => each.destroyed)) links.delete(link);
      });
  }

  function relay(from: Socket, to: Socket, isLost: () => boolean): void {
    let before = Promise.resolve();
    from.setNoDelay(true);
    from.on("error", () => undefined);
    from.on("data", (chunk: Buffer) => {
      const wait = state === "slow" ? delay : 0;
      if (isLost()) return;
      before = before.then(async () => {
        if (wait > 0) await pause(wait);
        if (!isLost() && to.writable) to.write(chunk);
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
  const url = new URL(databaseUrl);
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
    async close() {
      stopListening();
    },
  };
}
