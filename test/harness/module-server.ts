import { ACCESS } from "@corridor/server/access.ts";
import { type Clock, SteppedClock } from "@corridor/base/clock.ts";
import type { Db } from "@corridor/server/kernel/db/client.ts";
import type { Rooms } from "@corridor/server/kernel/http/admission.ts";
import {
  type Caller,
  FEATURES,
  type OrganizationRole,
  type PlatformRole,
} from "@corridor/server/kernel/http/caller.ts";
import { unauthorized } from "@corridor/server/kernel/http/errors.ts";
import { createServer, type ServerOptions } from "@corridor/server/kernel/http/server.ts";
import type { Routes } from "@corridor/server/kernel/http/typed-app.ts";
import { newId } from "@corridor/base/ids.ts";
import { createMetrics } from "@corridor/server/kernel/metrics.ts";
import { createSecretBox } from "@corridor/server/kernel/secrets.ts";
import { silentLog } from "./database.ts";

/**
 * The real server over real HTTP with the routes of one module only. The caller is given instead of authenticated, so a
 * module's tests need no keys and no tokens; everything after authentication (access table, validation, envelopes,
 * errors) is the product's own.
 */
export type ModuleServer = {
  readonly url: string;
  request(caller: Caller | null, method: string, path: string, body?: unknown): Promise<ModuleResponse>;
  [Symbol.asyncDispose](): Promise<void>;
};

// oxlint-disable-next-line typescript/no-explicit-any
export type ModuleResponse = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: any;
};

export function callerOf(caller: {
  orgId?: string | null;
  userId?: string;
  role?: OrganizationRole;
  platformRole?: PlatformRole;
}): Caller {
  const userId = caller.userId ?? newId();
  return {
    kind: "jwt",
    credentialId: userId,
    userId,
    orgId: caller.orgId ?? null,
    platformRole: caller.platformRole ?? null,
    role: caller.platformRole === undefined ? (caller.role ?? "org-admin") : null,
    permissions: new Set(),
    features: new Set(FEATURES),
  };
}

const SECRET = "a secret for tests that is long enough";

export async function startModuleServer(options: {
  db: Db;
  routes: readonly Routes[];
  clock?: Clock;
  rooms?: Rooms;
}): Promise<ModuleServer> {
  const callers = new Map<string, Caller>();
  const serverOptions: ServerOptions = {
    config: {
      publicBaseUrl: "http://127.0.0.1",
      trustedProxies: [],
      corsOrigins: [],
      rateLimitPerMinute: 1_000_000,
      organizationRateLimitPerMinute: 1_000_000,
      failedAuthLimitPerMinute: 1_000_000,
      metricsToken: undefined,
      environment: "development",
      secret: SECRET,
    },
    secrets: createSecretBox({ masterSecret: SECRET }),
    log: silentLog,
    metrics: createMetrics(),
    clock: options.clock ?? new SteppedClock(),
    db: options.db,
    authenticate: async ({ rawHeaders }) => {
      const at = rawHeaders.findIndex((name) => name.toLowerCase() === "authorization");
      const caller = at === -1 ? undefined : callers.get(rawHeaders[at + 1]!);
      if (caller === undefined) throw unauthorized();
      return caller;
    },
    access: ACCESS,
    routes: options.routes,
    rooms: options.rooms,
  };
  const app = await createServer(serverOptions);
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });

  return {
    url: `${origin}/v1`,
    async request(caller, method, path, body) {
      const headers: Record<string, string> = {};
      if (caller !== null) {
        headers.authorization =
          `test ${caller.userId} ${caller.orgId ?? "-"} ` + `${caller.role ?? caller.platformRole ?? "-"}`;
        callers.set(headers.authorization, caller);
      }
      if (body !== undefined) headers["content-type"] = "application/json";
      const payload = typeof body === "string" || body === undefined ? body : JSON.stringify(body);
      const response = await fetch(`${origin}/v1${path}`, {
        method,
        headers,
        ...(payload === undefined ? {} : { body: payload }),
      });
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        text,
        body: text === "" ? undefined : JSON.parse(text),
      };
    },
    [Symbol.asyncDispose]: () => app.close(),
  };
}
