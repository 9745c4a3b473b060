import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../clock.ts";
import type { Db } from "../db/client.ts";
import { newId } from "../ids.ts";
import type { Job } from "../jobs/loop.ts";
import type { SecretBox } from "../secrets.ts";
import { ApiError, badRequest, conflict } from "./errors.ts";
import type { App } from "./server.ts";

/**
 * `Idempotency-Key` on any POST: the first request with a key runs, every later one with the same body gets its answer.
 *
 *   (none) --first request--> running --answer kept--> answered --24 h--> (none)
 *                               |  ^
 *              answer not kept, |  | next request with the key, same resource id
 *              or lease over    v  |
 *                              free
 *
 * The row is written before the handler runs, with a fresh `resource_id` that the handler gives to what it creates
 * (`request.idempotencyId`). A process that dies leaves the row running until its lease is over; whoever takes it over runs the handler with
 * the same id, so the insert that already happened is found instead of repeated. A second request that comes while the first still runs
 * waits a little for its answer, then gets a 409 with Retry-After.
 *
 * Kept are answers that say what became of the request: success, a refusal by the rules, and the 502 of an initiation that every provider
 * refused. Not kept: a 400 for the shape of the body (nothing has run), 401, 408 and 429, and other 5xx, after which a retry should try again.
 */
const HEADER = "idempotency-key";
const VALID_KEY = /^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/;
const KEPT_FOR_MS = 24 * 60 * 60 * 1000;
/** Longer than any handler runs: provider deadlines and statement timeouts end well before. */
const LEASE_MS = 60_000;
const WAIT_MS = 10_000;
const FIRST_POLL_MS = 15;
const MAX_POLL_MS = 250;
/** Waiting requests hold a socket and poll the database: more than this many of one process are told to come back. */
const MAX_WAITING = 256;
const RETRY_AFTER_SECONDS = 1;
const NEVER_KEPT: ReadonlySet<number> = new Set([401, 408, 429]);
const KEPT_HEADERS = ["content-type", "location"] as const;
const CLEAN_UP_BATCH = 1_000;
const CLEAN_UP_INTERVAL_MS = 60_000;

type Options = { readonly db: Db; readonly clock: Clock; readonly secrets: SecretBox };
type Claim = { readonly scopeId: string; readonly key: string; readonly fingerprint: Buffer };
type Held = Claim & { readonly attempt: number };
type Row = { fingerprint: Buffer; status_code: number | null; response: string | null };
type StoredResponse = { headers: Record<string, string>; body: string };

declare module "fastify" {
  interface FastifyRequest {
    idempotencyLease: Held | undefined;
  }
}

export function addIdempotency(api: App, options: Options): void {
  let waiting = 0;
  api.decorateRequest("idempotencyLease", undefined);

  // After validation: a request that is refused for its shape leaves no trace, and its key stays free for the mended one.
  api.addHook("preHandler", async (request, reply) => {
    const sent = request.headers[HEADER];
    if (sent === undefined || request.method !== "POST" || request.routeOptions.config.access!.roles === "signed") return;
    const claim = { scopeId: scopeOf(request), key: readKey(sent), fingerprint: fingerprintOf(request) };
    const deadlineMs = performance.now() + WAIT_MS;
    for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(pollMs * 2, MAX_POLL_MS)) {
      const started = await acquire(options, claim);
      if (started !== null) {
        request.idempotencyId = started.resource_id;
        request.idempotencyLease = { ...claim, attempt: started.attempt };
        return;
      }
      const row = await find(options, claim);
      if (row !== null) {
        if (!row.fingerprint.equals(claim.fingerprint)) throw conflict("This Idempotency-Key was used with another request", "IDEMPOTENCY_CONFLICT");
        if (row.status_code !== null) return replay(reply, row.status_code, JSON.parse(options.secrets.open(row.response!, placeOf(claim))) as StoredResponse);
      }
      if (performance.now() >= deadlineMs || waiting >= MAX_WAITING) throw stillRunning();
      waiting += 1;
      await pause(pollMs).finally(() => (waiting -= 1));
    }
  });

  // Before the answer leaves: once the client has it, a retry must find it.
  api.addHook("onSend", async (request, reply, payload) => {
    const lease = request.idempotencyLease;
    if (lease === undefined) return payload;
    request.idempotencyLease = undefined;
    if (!isKept(reply.statusCode, request.failureCode)) {
      await release(options, lease, request.failureCode === "VALIDATION_ERROR");
    } else {
      const headers = Object.fromEntries(KEPT_HEADERS.flatMap((name) => (reply.hasHeader(name) ? [[name, String(reply.getHeader(name))]] : [])));
      const response: StoredResponse = { headers, body: typeof payload === "string" ? payload : payload === null || payload === undefined ? "" : String(payload) };
      await keep(options, lease, reply.statusCode, options.secrets.seal(JSON.stringify(response), placeOf(lease)));
    }
    return payload;
  });
}

function replay(reply: FastifyReply, statusCode: number, stored: StoredResponse): FastifyReply {
  // Already serialised: the route's schema must not touch it again.
  return reply.code(statusCode).headers(stored.headers).header("idempotent-replayed", "true").serializer((text) => text as string).send(stored.body);
}

function stillRunning(): ApiError {
  return new ApiError(409, "IDEMPOTENCY_CONFLICT", "The first request with this Idempotency-Key is still running; try again", { headers: { "retry-after": String(RETRY_AFTER_SECONDS) } });
}

function isKept(statusCode: number, failureCode: string | undefined): boolean {
  if (statusCode >= 500) return statusCode === 502;
  return !NEVER_KEPT.has(statusCode) && failureCode !== "VALIDATION_ERROR";
}

function readKey(sent: string | string[]): string {
  if (typeof sent !== "string" || !VALID_KEY.test(sent)) throw badRequest("Idempotency-Key must be 1 to 255 printable ASCII characters", [{ path: "Idempotency-Key", message: "must be 1 to 255 printable ASCII characters" }]);
  return sent;
}

/** Keys are private to an organisation. Strangers on a public route share only the path, which there holds an unguessable reference. */
function scopeOf(request: FastifyRequest): string {
  const caller = request.caller as typeof request.caller | null;
  if (caller !== null) return caller.orgId ?? caller.userId;
  const hex = createHash("sha256").update(pathOf(request)).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function pathOf(request: FastifyRequest): string {
  return request.url.split("?", 1)[0]!;
}

function fingerprintOf(request: FastifyRequest): Buffer {
  return createHash("sha256").update(`${request.method} ${pathOf(request)}\n`).update(canonicalJson(request.body)).digest();
}

/** The same text for the same value, whatever the order of its fields: clients rebuild a body for a retry and need not keep the order. */
export function canonicalJson(value: unknown): string {
  if (value === undefined) return "";
  return JSON.stringify(value, (_key, node: unknown) => {
    if (typeof node !== "object" || node === null || Array.isArray(node)) return node;
    return Object.fromEntries(Object.entries(node).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

function placeOf(claim: Claim): string {
  return `idempotency_keys ${claim.scopeId} ${claim.key}`;
}

/** A new key, one whose lease is over, or one that is past its day; null when somebody else has it. */
async function acquire(options: Options, claim: Claim): Promise<{ resource_id: string; attempt: number } | null> {
  const at = options.clock.now();
  const rows = await options.db.query<{ resource_id: string; attempt: number }>(
    `INSERT INTO idempotency_keys AS k (scope_id, key, fingerprint, resource_id, locked_until, created_at)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (scope_id, key) DO UPDATE SET
       fingerprint = excluded.fingerprint,
       resource_id = CASE WHEN k.created_at <= $7 THEN excluded.resource_id ELSE k.resource_id END,
       created_at = CASE WHEN k.created_at <= $7 THEN excluded.created_at ELSE k.created_at END,
       attempt = k.attempt + 1, locked_until = excluded.locked_until, status_code = NULL, response = NULL
     WHERE k.created_at <= $7 OR (k.status_code IS NULL AND k.locked_until <= $6 AND k.fingerprint = excluded.fingerprint)
     RETURNING resource_id, attempt`,
    [claim.scopeId, claim.key, claim.fingerprint, newId(), new Date(at.getTime() + LEASE_MS), at, new Date(at.getTime() - KEPT_FOR_MS)],
  );
  return rows[0] ?? null;
}

async function find(options: Options, claim: Claim): Promise<Row | null> {
  const rows = await options.db.query<Row>("SELECT fingerprint, status_code, response FROM idempotency_keys WHERE scope_id = $1 AND key = $2", [claim.scopeId, claim.key]);
  return rows[0] ?? null;
}

async function keep(options: Options, lease: Held, statusCode: number, sealed: string): Promise<void> {
  await options.db.query(
    "UPDATE idempotency_keys SET status_code = $4, response = $5 WHERE scope_id = $1 AND key = $2 AND attempt = $3 AND status_code IS NULL",
    [lease.scopeId, lease.key, lease.attempt, statusCode, sealed],
  );
}

/** Free for the next request: with the same resource id, since something may have been created, or as if never used when nothing ran. */
async function release(options: Options, lease: Held, nothingRan: boolean): Promise<void> {
  const holder = [lease.scopeId, lease.key, lease.attempt];
  if (nothingRan) await options.db.query("DELETE FROM idempotency_keys WHERE scope_id = $1 AND key = $2 AND attempt = $3 AND status_code IS NULL", holder);
  else await options.db.query("UPDATE idempotency_keys SET locked_until = created_at WHERE scope_id = $1 AND key = $2 AND attempt = $3 AND status_code IS NULL", holder);
}

/** Removes keys that are past their day. */
export function idempotencyCleanUp(options: { readonly db: Db; readonly clock: Clock }): Job {
  return {
    name: "idempotency-clean-up",
    intervalMs: CLEAN_UP_INTERVAL_MS,
    async runOnce() {
      const before = new Date(options.clock.now().getTime() - KEPT_FOR_MS);
      const rows = await options.db.query(
        `DELETE FROM idempotency_keys WHERE (scope_id, key) IN
           (SELECT scope_id, key FROM idempotency_keys WHERE created_at <= $1 ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)
         RETURNING 1`,
        [before, CLEAN_UP_BATCH],
      );
      return rows.length;
    },
  };
}
