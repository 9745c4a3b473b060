import type { Clock } from "@corridor/base/clock.ts";
import type { SecretBox } from "#src/kernel/secrets.ts";
import { beginRoot, isTracing, type OpenRoot } from "#src/kernel/tracing.ts";
import { sealingPlace } from "./endpoint.ts";
import type { AttemptResult, Claim, ClaimedDelivery } from "./queue-queries.ts";
import { redactAnswer } from "./redact-answer.ts";
import { nextDelayMs, readRetryAfterMs } from "./retry-schedule.ts";
import type { Answer, Sender } from "./send-attempt.ts";
import { signatureHeaders, type SigningKey, signingKey, type SigningKeys } from "./signature.ts";

/** The address and secrets for deliveries of one endpoint; decrypted once and kept until the endpoint changes. */
export type Target = { readonly origin: string; readonly path: string; readonly keys: SigningKeys };

export type AttemptDeps = {
  clock: Clock;
  sender: Sender;
  targetOf(claim: Claim): Target;
  retryDelaysMs: readonly number[];
};

const USER_AGENT = "Corridor-Webhooks/1.0";
const STATUS_GONE = 410;

export type Ended = (answer: Answer, result: AttemptResult) => void;

/** Signs, sends, decides what follows; the caller records it. `ended` is called once, and never before this returns. */
export function attemptDelivery(deps: AttemptDeps, delivery: ClaimedDelivery, ended: Ended): void {
  const startedAt = deps.clock.now();
  let keys: SigningKeys | undefined;
  const trace = beginTrace(delivery);
  const answered = (answer: Answer): void => {
    trace?.end(
      "deliver webhook",
      { "corridor.event_id": delivery.event_id, "http.response.status_code": answer.statusCode ?? undefined },
      answer.failure?.reason,
    );
    ended(answer, resultOf(deps, delivery, startedAt, answer, keys));
  };
  try {
    const target = deps.targetOf(delivery.claim);
    keys = target.keys;
    const body = Buffer.from(delivery.payload, "utf8");
    const { event_id: eventId, tries } = delivery;
    // A receiver compares the time with its own clock, which a move of ours has not moved.
    const sentAt = deps.clock.unmoved?.() ?? startedAt;
    const headers = signatureHeaders(keys, { eventId, body, sentAt, tries });
    headers["content-type"] = "application/json";
    headers["user-agent"] = USER_AGENT;
    if (trace !== undefined) headers["traceparent"] = trace.traceparent();
    deps.sender.send(target, headers, body, answered);
  } catch (error) {
    setImmediate(answered, ownFault(error));
  }
}

const PAYMENT_ID = /"payment_id":"([0-9a-f-]{36})"/;

/** The trace of the payment that the event is about, or else a trace of the event's own. */
function beginTrace({ payload, event_id }: ClaimedDelivery): OpenRoot | undefined {
  if (!isTracing()) return undefined;
  return beginRoot({ kind: "producer", resource: PAYMENT_ID.exec(payload)?.[1] ?? event_id });
}

function resultOf(
  deps: AttemptDeps,
  delivery: ClaimedDelivery,
  startedAt: Date,
  answer: Answer,
  keys: SigningKeys | undefined,
): AttemptResult {
  const next = whatFollows(deps, answer, delivery.tries + 1);
  return {
    delivery,
    status: next.status,
    dueAt: next.dueAt,
    startedAt,
    latencyMs: answer.latencyMs,
    statusCode: answer.statusCode,
    failure: answer.failure,
    responseBody: redactAnswer(answer.body, secretTexts(keys)),
  };
}

const DELIVERED = { status: "delivered", dueAt: null } as const;
const DEAD = { status: "dead", dueAt: null } as const;

function whatFollows(deps: AttemptDeps, answer: Answer, tries: number): Pick<AttemptResult, "status" | "dueAt"> {
  if (answer.failure === null) return DELIVERED;
  if (answer.statusCode === STATUS_GONE) return DEAD;
  const now = deps.clock.now();
  const delayMs = nextDelayMs(tries, Math.random(), readRetryAfterMs(answer.retryAfter, now), deps.retryDelaysMs);
  return delayMs === null ? DEAD : { status: "pending", dueAt: new Date(now.getTime() + delayMs) };
}

function secretTexts(keys: SigningKeys | undefined): string[] {
  if (keys === undefined) return [];
  return keys.previous === null ? [keys.current.secret] : [keys.current.secret, keys.previous.secret];
}

function ownFault(error: unknown): Answer {
  const detail = error instanceof Error ? error.message : String(error);
  const reason = error instanceof Error && error.name === "SecretUnreadable" ? "secret_unreadable" : "internal";
  const failure = { fault: "system", reason, detail } as const;
  return { statusCode: null, failure, latencyMs: 0, body: "", retryAfter: undefined };
}

const MAX_KEPT_TARGETS = 10_000;

/** Rebuilt only when the endpoint has changed. Deliveries of one claim share `claim`, so they need no comparison. */
export function createTargets(box: SecretBox): (claim: Claim) => Target {
  const kept = new Map<string, { claim: Claim; readonly target: Target }>();
  return (claim) => {
    const known = kept.get(claim.webhook_id);
    if (known !== undefined && (known.claim === claim || isSameTarget(known.claim, claim))) {
      known.claim = claim;
      return known.target;
    }
    const keyOf = (sealed: string): SigningKey => signingKey(box.open(sealed, sealingPlace(claim)));
    const { origin, pathname, search } = new URL(claim.endpoint_url);
    const previous = claim.previous_secret_sealed === null ? null : keyOf(claim.previous_secret_sealed);
    const target: Target = { origin, path: pathname + search, keys: { current: keyOf(claim.secret_sealed), previous } };
    if (kept.size >= MAX_KEPT_TARGETS) kept.clear();
    kept.set(claim.webhook_id, { claim, target });
    return target;
  };
}

function isSameTarget(a: Claim, b: Claim): boolean {
  return (
    a.endpoint_url === b.endpoint_url &&
    a.secret_sealed === b.secret_sealed &&
    a.previous_secret_sealed === b.previous_secret_sealed
  );
}
