import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../clock.ts";
import type { Db } from "../db/client.ts";
import { newId } from "../ids.ts";
import type { Logger } from "../log.ts";
import type { SecretBox } from "../secrets.ts";
import { CLIENT_GONE_STATUS, clientGone, clientIsGone } from "./departed-clients.ts";
import { ApiError, badRequest, conflict } from "./errors.ts";
import { createIdempotencyStore, type Claim, type IdempotencyStore, type Settlement } from "./idempotency-store.ts";
import type { App } from "./typed-app.ts";

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
 * waits a little for its answer, then gets a 409 with Retry-After. A handler that runs again is told (`request.idempotencyRepeats`): what it made
 * then is the answer, even where its rules would refuse the request by now. Of an API key only a hash is kept, so it gets another secret in its
 * place, and the one that nobody was shown is dead. A move that was made already (a review, a release, a freeze) is a 409 that says so.
 *
 * Kept are answers that say what became of the request: success, a refusal by the rules, and the 502 of an initiation that every provider
 * refused. Not kept: a 400 for the shape of the body (nothing has run), 401, 408, 429 and the 499 of a client that left, other 5xx and a provider that did not answer, after which a
 * retry should try again.
 */
const HEADER = "idempotency-key";
const VALID_KEY = /^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/;
const WAIT_MS = 10_000;
const FIRST_POLL_MS = 15;
const MAX_POLL_MS = 250;
/** Waiting requests hold a socket and poll the database: more than this many of one process are told to come back. */
const MAX_WAITING = 256;
const RETRY_AFTER_SECONDS = 1;
const NEVER_KEPT: ReadonlySet<number> = new Set([401, 408, 429, CLIENT_GONE_STATUS]);
/** A 502, too, but one that says "try again". */
const UNANSWERED = "PROVIDER_UNAVAILABLE";
const FINGERPRINT_PLACE = "idempotency_keys";
const KEPT_HEADERS = ["content-type", "location"] as const;

type StoredResponse = { readonly headers: Record<string, string>; readonly body: string };

declare module "fastify" {
  interface FastifyRequest {
    idempotencyClaim: Claim | undefined;
    /** The same request has run before, wholly or in part: what it was to make may exist under `idempotencyId`. */
    idempotencyRepeats: boolean;
  }
}

export function addIdempotency(api: App, options: { readonly db: Db; readonly clock: Clock; readonly secrets: SecretBox; readonly log: Logger }): void {
  const store = createIdempotencyStore(options);
  const waiters = { count: 0 };
  api.decorateRequest("idempotencyClaim", undefined);
  api.decorateRequest("idempotencyRepeats", false);

  // After validation: a request that is refused for its shape leaves no trace, and its key stays free for the mended one.
  api.addHook("preHandler", async (request, reply) => {
    const sent = request.headers[HEADER];
    if (sent === undefined || request.method !== "POST" || request.routeOptions.config.access!.roles === "signed") return;
    const [fingerprint, ...earlierFingerprints] = options.secrets.fingerprints(textOf(request), FINGERPRINT_PLACE);
    const claim: Claim = { scopeId: scopeOf(request), key: readKey(sent), fingerprint, earlierFingerprints, holder: newId() };
    const outcome = await startOrFindAnswer(store, claim, waiters, request);
    if ("answered" in outcome)
      return replay(reply, outcome.answered.statusCode, JSON.parse(options.secrets.open(outcome.answered.response, placeOf(claim))) as StoredResponse);
    request.idempotencyId = outcome.started.resourceId;
    request.idempotencyClaim = claim;
    request.idempotencyRepeats = outcome.started.attempt > 1;
  });

  // Before the answer leaves: once the client has it, a retry must find it. Only trouble of the database lets an answer go first: what became of the
  // request is known then, and is better told than kept. An error that left here would pass by our error handler.
  api.addHook("onSend", async (request, reply, payload) => {
    const claim = request.idempotencyClaim;
    if (claim === undefined) return payload;
    request.idempotencyClaim = undefined;
    await store.settle(
      claim,
      settlementOf(request, reply, payload, (text) => options.secrets.seal(text, placeOf(claim))),
    );
    return payload;
  });
  api.addHook("onClose", () => store.close());
}

function settlementOf(request: FastifyRequest, reply: FastifyReply, payload: unknown, seal: (text: string) => string): Settlement {
  const isShape = request.failureCode === "VALIDATION_ERROR";
  if (isShape && !request.idempotencyRepeats) return { type: "forgotten" }; // Nothing has run; a run before this one may have made something.
  if (isShape || request.failureCode === UNANSWERED || !isKept(reply.statusCode)) return { type: "released" };
  const response: StoredResponse = { headers: keptHeaders(reply), body: bodyText(payload) };
  return { type: "answered", statusCode: reply.statusCode, response: seal(JSON.stringify(response)) };
}

type Outcome =
  | { readonly started: { readonly resourceId: string; readonly attempt: number } }
  | { readonly answered: { readonly statusCode: number; readonly response: string } };

async function startOrFindAnswer(store: IdempotencyStore, claim: Claim, waiters: { count: number }, request: FastifyRequest): Promise<Outcome> {
  const deadlineMs = performance.now() + WAIT_MS;
  let mayBeFree = true;
  let { fingerprint } = claim;
  for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(pollMs * 2, MAX_POLL_MS)) {
    const started = mayBeFree ? await store.start({ ...claim, fingerprint }) : null;
    if (started !== null) return { started };
    const found = await store.find(claim);
    if (found.state === "other-request") throw conflict("This Idempotency-Key was used with another request", "IDEMPOTENCY_CONFLICT");
    if (found.state === "answered") return { answered: found };
    mayBeFree = found.state !== "running";
    // Made under an earlier master secret, it is taken over by the fingerprint that it has.
    if (found.state === "free") ({ fingerprint } = found);
    if (clientIsGone(request)) throw clientGone();
    if (performance.now() >= deadlineMs || waiters.count >= MAX_WAITING) throw stillRunning();
    waiters.count += 1;
    await pause(pollMs);
    waiters.count -= 1;
  }
}

function replay(reply: FastifyReply, statusCode: number, stored: StoredResponse): FastifyReply {
  return reply.code(statusCode).headers(stored.headers).header("idempotent-replayed", "true").send(stored.body);
}

function stillRunning(): ApiError {
  return new ApiError(409, "IDEMPOTENCY_CONFLICT", "The first request with this Idempotency-Key is still running; try again", {
    headers: { "retry-after": String(RETRY_AFTER_SECONDS) },
  });
}

function isKept(statusCode: number): boolean {
  return statusCode < 500 ? !NEVER_KEPT.has(statusCode) : statusCode === 502;
}

function keptHeaders(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(KEPT_HEADERS.flatMap((name) => (reply.hasHeader(name) ? [[name, String(reply.getHeader(name))]] : [])));
}

/** Every route answers JSON text or nothing; a stream could be read once only and must not be added here unnoticed. */
function bodyText(payload: unknown): string {
  if (payload === undefined || payload === null) return "";
  if (typeof payload === "string") return payload;
  throw new Error("an answer to a POST with an Idempotency-Key must be text");
}

function readKey(sent: string | string[]): string {
  if (typeof sent === "string" && VALID_KEY.test(sent)) return sent;
  const message = "must be 1 to 255 printable ASCII characters";
  throw badRequest(`Idempotency-Key ${message}`, [{ path: "Idempotency-Key", message }]);
}

/** Keys are private to an organization. Strangers on a public route share only the path, which there holds an unguessable reference. */
function scopeOf(request: FastifyRequest): string {
  const caller = request.caller as typeof request.caller | null;
  if (caller !== null) return caller.orgId ?? caller.userId;
  const hex = createHash("sha256").update(pathOf(request)).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function pathOf(request: FastifyRequest): string {
  return request.url.split("?", 1)[0]!;
}

/**
 * What makes two requests the same. It is that of the same person: an answer may show a secret (an API key) that not even a colleague with the
 * same rights is to see, who could then act as two. Their request with this key is another one, and is refused.
 */
function textOf(request: FastifyRequest): string {
  const caller = request.caller as typeof request.caller | null;
  return `${caller?.userId ?? ""} ${request.method} ${pathOf(request)}\n${canonicalJson(request.body)}`;
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
