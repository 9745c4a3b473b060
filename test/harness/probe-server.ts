import type { AddressInfo } from "node:net";
import { SteppedClock } from "@corridor/base/clock.ts";
import type { Db } from "@corridor/server/kernel/db/client.ts";
import type { AccessTable } from "@corridor/server/kernel/http/access-control.ts";
import { type Caller, FEATURES } from "@corridor/server/kernel/http/caller.ts";
import { unauthorized } from "@corridor/server/kernel/http/errors.ts";
import { createServer, type ServerOptions } from "@corridor/server/kernel/http/server.ts";
import type { App } from "@corridor/server/kernel/http/typed-app.ts";
import { newId } from "@corridor/base/ids.ts";
import { createMetrics } from "@corridor/server/kernel/metrics.ts";
import { silentLog } from "./database.ts";
import { createTurnsOf } from "@corridor/server/kernel/turns.ts";

/** The real HTTP server with routes that a test defines. `X-Api-Key` names one of the given callers. */
export type ProbeServer = {
  readonly app: App;
  readonly origin: string;
  readonly clock: SteppedClock;
  request(
    as: string | null,
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string> },
  ): Promise<ProbeResponse>;
  [Symbol.asyncDispose](): Promise<void>;
};

// oxlint-disable-next-line typescript/no-explicit-any
export type ProbeResponse = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: any;
};

export function probeCaller(caller: Partial<Caller> = {}): Caller {
  return {
    kind: "api-key",
    credentialId: newId(),
    userId: newId(),
    orgId: newId(),
    platformRole: null,
    role: "org-admin",
    permissions: new Set(),
    features: new Set(FEATURES),
    ...caller,
  };
}

/** A database that must not be called, for tests that need none. */
export const noDatabase = new Proxy({} as Db, {
  get: (_, name) =>
    name === "turnsOf"
      ? createTurnsOf()
      : () => {
          throw new Error("this test has no database");
        },
});

export async function startProbeServer(
  options: {
    access: AccessTable;
    routes: ServerOptions["routes"];
    callers?: Record<string, Caller>;
    config?: Partial<ServerOptions["config"]>;
  } & Partial<Omit<ServerOptions, "config">>,
): Promise<ProbeServer> {
  const clock = (options.clock as SteppedClock | undefined) ?? new SteppedClock();
  const app = await createServer({
    db: noDatabase,
    log: silentLog,
    metrics: createMetrics(),
    clock,
    authenticate: async ({ rawHeaders }) => {
      const at = rawHeaders.findIndex((name) => name.toLowerCase() === "x-api-key");
      const caller = at === -1 ? undefined : options.callers?.[rawHeaders[at + 1]!];
      if (caller === undefined) throw unauthorized();
      return caller;
    },
    ...options,
    config: {
      publicBaseUrl: "http://127.0.0.1",
      trustedProxies: [],
      corsOrigins: [],
      rateLimitPerMinute: 1_000_000,
      organizationRateLimitPerMinute: 1_000_000,
      failedAuthLimitPerMinute: 1_000_000,
      metricsToken: undefined,
      environment: "development",
      secret: "a secret for tests that is long enough",
      ...options.config,
    },
  });
  await app.listenWide({ host: "127.0.0.1", port: 0 });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    app,
    origin,
    clock,
    async request(as, method, path, { body, headers = {} } = {}) {
      const sent: Record<string, string> = {
        ...(as === null ? {} : { "x-api-key": as }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      };
      const init: RequestInit = { method, headers: sent, redirect: "manual" };
      if (body !== undefined) init.body = typeof body === "string" ? body : JSON.stringify(body);
      const response = await fetch(`${origin}${path}`, init);
      const text = await response.text();
      const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
      return {
        status: response.status,
        headers: response.headers,
        text,
        body: isJson && text !== "" ? JSON.parse(text) : undefined,
      };
    },
    [Symbol.asyncDispose]: () => app.close(),
  };
}
