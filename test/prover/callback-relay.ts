import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/**
 * Listens at the public address of the deployment: providers send their callbacks here, and it forwards them to the API
 * processes in turn like a load balancer, unless it is told to disturb them as networks and queues do.
 *
 *   pass        as it came
 *   duplicate   three times, two of them at once
 *   late        acknowledged at once, handed on after `LATE_MS`
 *   reorder     kept until a few have gathered, then handed on last first
 *   lose        refused, so that the provider must send it again or be polled
 *   forge       as it came, followed by one that says the opposite with the same signature
 */
export type RelayMode = "pass" | "duplicate" | "late" | "reorder" | "lose" | "forge";
type Callback = { readonly path: string; readonly headers: Record<string, string>; readonly body: string };
export type CallbackRelay = {
  readonly url: string;
  set(mode: RelayMode): void;
  /** Answers to forged callbacks that were accepted; must stay empty. */
  readonly believedForgeries: readonly string[];
  readonly forged: () => number;
  close(): Promise<void>;
};

const LATE_MS = 1_500;
const GATHERED = 4;
const TIMEOUT_MS = 10_000;
const RETRY_MS = 250;

export async function startCallbackRelay(origins: readonly string[]): Promise<CallbackRelay> {
  let mode: RelayMode = "pass";
  let turn = 0;
  let forged = 0;
  let closed = false;
  const gathered: Callback[] = [];
  const believedForgeries: string[] = [];

  async function handOn({ path, headers, body }: Callback): Promise<number> {
    const origin = origins[(turn += 1) % origins.length]!;
    try {
      const answer = await fetch(`${origin}${path}`, {
        method: "POST",
        headers,
        body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await answer.arrayBuffer();
      return answer.status;
    } catch {
      return 502;
    }
  }

  /**
   * The relay has acknowledged it, so nobody will send it again: the relay must keep it until a process has accepted
   * it.
   */
  async function handOnForSure(callback: Callback): Promise<void> {
    while (!closed && (await handOn(callback)) >= 500) await pause(RETRY_MS);
  }

  async function forge(callback: Callback): Promise<void> {
    const body = callback.body
      .replaceAll('"status":"completed"', '"status":"failed"')
      .replaceAll('"callback_id":"cb_', '"callback_id":"cb_x');
    forged += 1;
    const status = await handOn({ ...callback, body });
    if (status < 400) believedForgeries.push(body);
  }

  async function take(callback: Callback): Promise<number> {
    switch (mode) {
      case "pass":
        return handOn(callback);
      case "duplicate":
        void Promise.all([handOn(callback), handOn(callback)]);
        return handOn(callback);
      case "late":
        void pause(LATE_MS).then(() => handOnForSure(callback));
        return 200;
      case "reorder":
        gathered.push(callback);
        if (gathered.length >= GATHERED) void release();
        return 200;
      case "lose":
        return 503;
      case "forge": {
        const status = await handOn(callback);
        await forge(callback);
        return status;
      }
    }
  }

  async function release(): Promise<void> {
    for (const callback of gathered.splice(0).toReversed()) await handOnForSure(callback);
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("error", () => undefined);
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const {
        host: _host,
        connection: _connection,
        "content-length": _length,
        ...headers
      } = request.headers as Record<string, string>;
      void take({ path: request.url!, headers, body: Buffer.concat(chunks).toString("utf8") }).then((status) =>
        response.writeHead(status).end(),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set(next) {
      mode = next;
      if (next !== "reorder") void release();
    },
    believedForgeries,
    forged: () => forged,
    close: () =>
      new Promise((resolve) => {
        closed = true;
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
