import { setTimeout as pause } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "../db/client.ts";
import { newId } from "@corridor/base/ids.ts";
import type { Logger } from "../log.ts";
import type { SecretBox } from "../secrets.ts";
import { clientGone, clientIsGone } from "./departed-clients.ts";
import { ApiError, conflict } from "./errors.ts";
import { canonicalJson, fateOf, readKey, uuidOf } from "./idempotency-rules.ts";
import {
  createIdempotencyStore,
  type Claim,
  type IdempotencyStore,
  type Settlement,
  type Started,
} from "./idempotency-store.ts";
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
 * The row is written before the handler runs, with a fresh `resource_id` for the resource that the handler creates
 * (`request.idempotencyId`). If a process dies, the row stays running until its lease ends; then the next request runs
 * the handler with the same id, so the earlier insert is found instead of repeated. A request that arrives while the
 * first runs waits a little for its answer, then gets a 409 with Retry-After. A handler that runs again is told so
 * (`request.idempotencyRepeats`): it answers with the resource of the first run, even if its rules would refuse by now.
 * Only a hash of an API key is kept, so a repeated creation replaces the secret that nobody saw. A repeated action (a
 * review, a release, a freeze) is a 409 that says so.
 */
const HEADER = "idempotency-key";
const WAIT_MS = 10_000;
const FIRST_POLL_MS = 15;
const MAX_POLL_MS = 250;
/** They hold a socket and poll the database: further ones are told to come back. */
const MAX_WAITING = 256;
const RETRY_AFTER_SECONDS = 1;
const FINGERPRINT_PLACE = "idempotency_keys";
const KEPT_HEADERS = ["content-type", "location"] as const;

type StoredResponse = { readonly headers: Record<string, string>; readonly body: string };

declare module "fastify" {
  interface FastifyRequest {
    idempotencyClaim: Claim | undefined;
    /** The same request ran before, completely or in part: its resource may exist under `idempotencyId`. */
    idempotencyRepeats: boolean;
    /** With a key: the latest time for the request's writes (claim-over.ts). */
    commitBy: Date | undefined;
  }
}

type IdempotencyDeps = { readonly db: Db; readonly clock: Clock; readonly secrets: SecretBox; readonly log: Logger };

export function addIdempotency(api: App, { secrets, ...options }: IdempotencyDeps): void {
  const store = createIdempotencyStore(options);
  const waiters = { count: 0 };
  api.decorateRequest("idempotencyClaim", undefined);
  api.decorateRequest("idempotencyRepeats", false);
  api.decorateRequest("commitBy", undefined);

  // After validation: a request that is refused for its shape leaves its key free for the corrected one.
  api.addHook("preHandler", async (request, reply) => {
    const sent = request.headers[HEADER];
    if (sent === undefined || request.method !== "POST" || request.routeOptions.config.access!.roles === "signed")
      return;
    const [fingerprint, ...earlierFingerprints] = secrets.fingerprints(textOf(request), FINGERPRINT_PLACE);
    const [scopeId, key] = [scopeOf(request), readKey(sent)];
    const claim: Claim = { scopeId, key, fingerprint, earlierFingerprints, holder: newId() };
    const outcome = await startOrFindAnswer(store, claim, waiters, request);
    if ("answered" in outcome) {
      const { statusCode, response } = outcome.answered;
      return replay(reply, statusCode, JSON.parse(secrets.open(response, placeOf(claim))) as StoredResponse);
    }
    request.idempotencyId = outcome.started.resourceId;
    request.idempotencyClaim = claim;
    request.idempotencyRepeats = outcome.started.attempt > 1;
    request.commitBy = outcome.started.commitBy;
  });

  // Stored before it is sent: once the client has the answer, a retry must find it. Only when the database fails is it
  // sent first: telling the client is worth more then. An error thrown here would bypass our error handler.
  api.addHook("onSend", async (request, reply, payload) => {
    const claim = request.idempotencyClaim;
    if (claim === undefined) return payload;
    request.idempotencyClaim = undefined;
    const seal = (text: string): string => secrets.seal(text, placeOf(claim));
    await store.settle(claim, settlementOf(request, reply, payload, seal));
    return payload;
  });
  api.addHook("onClose", () => store.close());
}

type Seal = (text: string) => string;

function settlementOf(request: FastifyRequest, reply: FastifyReply, payload: unknown, seal: Seal): Settlement {
  const { failureCode, idempotencyRepeats: isRepeat } = request;
  const type = fateOf({ statusCode: reply.statusCode, failureCode, isRepeat });
  if (type !== "answered") return { type };
  const response: StoredResponse = { headers: keptHeaders(reply), body: bodyText(payload) };
  return { type, statusCode: reply.statusCode, response: seal(JSON.stringify(response)) };
}

type Outcome =
  | { readonly started: Started }
  | { readonly answered: { readonly statusCode: number; readonly response: string } };

async function startOrFindAnswer(
  store: IdempotencyStore,
  claim: Claim,
  waiters: { count: number },
  request: FastifyRequest,
): Promise<Outcome> {
  const deadlineMs = performance.now() + WAIT_MS;
  let mayBeFree = true;
  let { fingerprint } = claim;
  for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(pollMs * 2, MAX_POLL_MS)) {
    const started = mayBeFree ? await store.start({ ...claim, fingerprint }) : null;
    if (started !== null) return { started };
    const found = await store.find(claim);
    if (found.state === "other-request")
      throw conflict("This Idempotency-Key was used with another request", "IDEMPOTENCY_CONFLICT");
    if (found.state === "answered") return { answered: found };
    mayBeFree = found.state !== "running";
    // A row made under an earlier master secret is claimed by the fingerprint that it has.
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
  const message = "The first request with this Idempotency-Key is still running; try again";
  return new ApiError(409, "IDEMPOTENCY_CONFLICT", message, {
    headers: { "retry-after": String(RETRY_AFTER_SECONDS) },
  });
}

function keptHeaders(reply: FastifyReply): Record<string, string> {
  const kept = KEPT_HEADERS.filter((name) => reply.hasHeader(name));
  return Object.fromEntries(kept.map((name) => [name, String(reply.getHeader(name))]));
}

/** Every route answers JSON text or nothing. A stream can be read only once. */
function bodyText(payload: unknown): string {
  if (payload === undefined || payload === null) return "";
  if (typeof payload === "string") return payload;
  throw new Error("an answer to a POST with an Idempotency-Key must be text");
}

/** Private to an organization. On a public route all share the path, which holds an unguessable reference. */
function scopeOf(request: FastifyRequest): string {
  const caller = request.caller as typeof request.caller | null;
  return caller === null ? uuidOf(pathOf(request)) : (caller.orgId ?? caller.userId);
}

function pathOf(request: FastifyRequest): string {
  return request.url.split("?", 1)[0]!;
}

/** The person is part of it: an answer may show an API key to a colleague, who could then act as two people. */
function textOf(request: FastifyRequest): string {
  const caller = request.caller as typeof request.caller | null;
  return `${caller?.userId ?? ""} ${request.method} ${pathOf(request)}\n${canonicalJson(request.body)}`;
}

function placeOf(claim: Claim): string {
  return `idempotency_keys ${claim.scopeId} ${claim.key}`;
}
