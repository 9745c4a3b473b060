import type { Clock } from "#src/platform/clock.ts";
import type { SecretBox } from "#src/platform/secrets.ts";
import { sealingPlace } from "./endpoint.ts";
import type { AttemptRow, ClaimedDelivery } from "./queue-queries.ts";
import type { AttemptResult } from "./record-results.ts";
import { redactAnswer } from "./redact-answer.ts";
import { nextDelayMs, readRetryAfterMs } from "./retry-schedule.ts";
import type { Answer, Sender } from "./send-attempt.ts";
import { signatureHeaders, signingKey, type SigningKeys } from "./signature.ts";

/** Where and under which secrets deliveries of one endpoint go; opened once and kept until the endpoint changes. */
export type Target = { readonly origin: string; readonly path: string; readonly keys: SigningKeys };

export type AttemptDeps = { clock: Clock; sender: Sender; targetOf(delivery: ClaimedDelivery): Target; retryDelaysMs: readonly number[] };

const USER_AGENT = "Corridor-Webhooks/1.0";
const STATUS_GONE = 410;

/** One attempt: sign, send, decide what follows. Nothing is stored here; the caller records the result under its claim. */
export async function attemptDelivery(deps: AttemptDeps, delivery: ClaimedDelivery): Promise<{ answer: Answer; result: AttemptResult }> {
  const startedAt = deps.clock.now();
  let keys: SigningKeys | undefined;
  let answer: Answer;
  try {
    const target = deps.targetOf(delivery);
    keys = target.keys;
    const body = Buffer.from(delivery.payload, "utf8");
    const headers = signatureHeaders(keys, { eventId: delivery.event_id, body, sentAt: startedAt, tries: delivery.tries });
    headers["content-type"] = "application/json";
    headers["user-agent"] = USER_AGENT;
    answer = await deps.sender.send(target, headers, body);
  } catch (error) {
    answer = ownFault(error);
  }
  const row: AttemptRow = {
    delivery_id: delivery.delivery_id,
    tries: delivery.tries,
    ...whatFollows(answer, delivery.tries + 1, deps.clock.now(), deps.retryDelaysMs),
    started_at: startedAt,
    latency_ms: answer.latencyMs,
    status_code: answer.statusCode ?? undefined,
    ...answer.failure,
    response_body: redactAnswer(answer.body, secretTexts(keys)),
  };
  return { answer, result: { delivery, row } };
}

function whatFollows(answer: Answer, tries: number, now: Date, retryDelaysMs: readonly number[]): Pick<AttemptRow, "status" | "due_at"> {
  if (answer.failure === null) return { status: "delivered" };
  if (answer.statusCode === STATUS_GONE) return { status: "dead" };
  const delayMs = nextDelayMs(tries, Math.random(), readRetryAfterMs(answer.retryAfter, now), retryDelaysMs);
  return delayMs === null ? { status: "dead" } : { status: "pending", due_at: new Date(now.getTime() + delayMs) };
}

function secretTexts(keys: SigningKeys | undefined): string[] {
  if (keys === undefined) return [];
  return keys.previous === null ? [keys.current.secret] : [keys.current.secret, keys.previous.secret];
}

function ownFault(error: unknown): Answer {
  const detail = error instanceof Error ? error.message : String(error);
  const reason = error instanceof Error && error.name === "SecretUnreadable" ? "secret_unreadable" : "internal";
  return { statusCode: null, failure: { fault: "system", reason, detail }, latencyMs: 0, body: "", retryAfter: undefined };
}

const MAX_KEPT_TARGETS = 10_000;

export function createTargets(box: SecretBox): (delivery: ClaimedDelivery) => Target {
  const kept = new Map<string, { readonly madeFrom: string; readonly target: Target }>();
  return (delivery) => {
    const madeFrom = `${delivery.endpoint_url} ${delivery.secret_sealed} ${delivery.previous_secret_sealed}`;
    const known = kept.get(delivery.webhook_id);
    if (known?.madeFrom === madeFrom) return known.target;
    const place = sealingPlace(delivery);
    const url = new URL(delivery.endpoint_url);
    const target: Target = {
      origin: url.origin,
      path: url.pathname + url.search,
      keys: {
        current: signingKey(box.open(delivery.secret_sealed, place)),
        previous: delivery.previous_secret_sealed === null ? null : signingKey(box.open(delivery.previous_secret_sealed, place)),
      },
    };
    if (kept.size >= MAX_KEPT_TARGETS) kept.clear();
    kept.set(delivery.webhook_id, { madeFrom, target });
    return target;
  };
}
