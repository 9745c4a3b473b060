import type { FastifyReply } from "fastify";
import type { Clock } from "@corridor/base/clock.ts";
import type { Peers } from "../peers.ts";
import {
  type AccessRule,
  type AccessTable,
  admit,
  mayAsMember,
  needsCredential,
  requireStepUp,
} from "./access-control.ts";
import type { Authenticate } from "./authenticate.ts";
import type { Caller } from "./caller.ts";
import { networkOf } from "./client-network.ts";
import { VERSION_PREFIX } from "./error-response.ts";
import { ApiError, notFound, stopped, tooManyRequests } from "./errors.ts";
import { createRateLimiter, type RateDecision, type RateLimiter } from "./rate-limit.ts";
import { redactFields } from "../log.ts";
import type { SecondPerson } from "./second-person.ts";
import type { App } from "./typed-app.ts";

/** The same API for the dashboard's own pages, whose calls carry the session cookie instead of the two headers. */
export const DASHBOARD_PREFIX = "/dashboard-api/";

type AccessOptions = {
  readonly access: AccessTable;
  readonly authenticate: Authenticate;
  readonly secondPerson?: SecondPerson | undefined;
  /** Why the API answers only reads now; null if it answers all calls. */
  readonly stopOfWrites?: (orgId: string | null) => Promise<string | null>;
  readonly clock: Clock;
  readonly peers?: Peers;
  readonly rateLimitPerMinute: number;
  readonly organizationRateLimitPerMinute: number;
  readonly failedAuthLimitPerMinute: number;
  /** The table's keys; a key is removed once a route uses it. */
  readonly unused: Set<string>;
};

/** Before a byte of the body is parsed: a stranger learns nothing from validation. Returns routes without a rule. */
export function addAccess(api: App, options: AccessOptions): ReadonlySet<string> {
  const missing = new Set<string>();
  const limiter = (name: string, perMinute: number): RateLimiter => createRateLimiter({ name, perMinute, ...options });
  const perCredential = limiter("credential", options.rateLimitPerMinute);
  const perOrganization = limiter("organization", options.organizationRateLimitPerMinute);
  const perAddress = limiter("address", options.rateLimitPerMinute);
  const failuresPerAddress = limiter("failed-authentication", options.failedAuthLimitPerMinute);

  async function assertOpen(orgId: string | null): Promise<void> {
    const reason = (await options.stopOfWrites?.(orgId)) ?? null;
    if (reason !== null) throw stopped(reason);
  }

  api.addHook("onRoute", (route) => {
    for (const method of [route.method].flat()) {
      const key = `${method === "HEAD" ? "GET" : method} ${route.path.slice(VERSION_PREFIX.length)}`;
      const rule = options.access[key];
      if (rule === undefined) missing.add(key);
      options.unused.delete(key);
      route.config = { ...route.config, access: rule };
    }
  });
  api.addHook("onRequest", async (request, reply) => {
    const rule = request.routeOptions.config.access!;
    const parameters = request.params as Record<string, string>;
    // The router matches `/things/` to `/things/:id`.
    for (const name in parameters) if (parameters[name] === "") throw notFound("Path");
    const isWrite = request.method !== "GET" && request.method !== "HEAD" && rule.inReadOnly !== true;
    if (!needsCredential(rule)) {
      enforce(perAddress, perAddress.take(networkOf(request.ip)), reply);
      // What a provider reports is recorded all the same.
      return isWrite && rule.roles === "public" ? assertOpen(null) : undefined;
    }
    const carried = options.secondPerson?.carried(request.headers.authorization);
    if (carried !== undefined) {
      request.caller = admit(carried.caller, rule);
      request.approval = carried.approval;
      return;
    }
    const authenticate = () =>
      options.authenticate({
        method: request.method,
        rawHeaders: request.raw.rawHeaders,
        fromDashboard: request.originalUrl.startsWith(DASHBOARD_PREFIX),
        address: request.ip,
      });
    request.admitAgain = async () => admit(await authenticate(), rule);
    try {
      request.caller = await authenticate();
    } catch (error) {
      if (error instanceof ApiError && error.statusCode === 401)
        enforce(failuresPerAddress, failuresPerAddress.take(networkOf(request.ip)), reply);
      throw error;
    }
    const { credentialId, orgId } = request.caller;
    // Counted first, so that a new key brings no new allowance; shown only where it refuses.
    const ofOrganization = orgId === null ? null : perOrganization.take(orgId);
    if (ofOrganization?.allowed === false) enforce(perOrganization, ofOrganization, reply);
    enforce(perCredential, perCredential.take(credentialId), reply);
    request.caller = admit(request.caller, rule);
    if (isWrite) await assertOpen(orgId);
    requireStepUp(request.caller, rule, options.clock.now());
  });
  // After validation, and before an Idempotency-Key is claimed: the approval carries the request out under its own.
  api.addHook("preHandler", async (request) => {
    const { config, schema } = request.routeOptions;
    const rule = config.access!;
    if (rule.secondPerson === undefined && (rule.byOwnPeople !== true || request.caller.platformRole !== "admin"))
      return;
    const named = { ...(request.body as object | null), ...(request.params as object) } as { org_id?: string };
    const reason = rule.secondPerson ?? objectionToOutsider(request.caller, rule, named.org_id);
    if (reason === null) return;
    await options.secondPerson?.ask(request, {
      orgId: named.org_id ?? null,
      title: String(schema!["summary"]),
      request: redactFields({ ...named }, 0),
      reasons: [reason],
      approverRole: "platform-admin",
    });
  });
  return missing;
}

function objectionToOutsider(caller: Caller, rule: AccessRule, named: string | undefined): string | null {
  const isOurs = (named === undefined || named === caller.orgId) && mayAsMember(caller, rule);
  return isOurs ? null : "it concerns the money or the keys of an organization where your role does not let you";
}

function enforce(limiter: RateLimiter, decision: RateDecision, reply: FastifyReply): void {
  reply.headers(limiter.headers(decision));
  if (decision.allowed) return;
  throw tooManyRequests("Too many requests", decision.retryAfterSeconds);
}
