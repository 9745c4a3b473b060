import { audit } from "#src/record/audit/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import {
  type AttemptResult,
  type DisabledEndpoint,
  type EndpointHealth,
  recordAttempts,
  updateHealth,
} from "./queue-queries.ts";

/** By e-mail and on the dashboard, written in the transaction of the change it describes. */
export type NotifyOrganization = (tx: Tx, orgId: string, notice: { subject: string; text: string }) => Promise<void>;

type RecordDeps = { db: Db; clock: Clock; notifyOrganization: NotifyOrganization };

const DAY_MS = 24 * 60 * 60_000;
/** An endpoint whose receiver has failed for this long without one success is disabled. */
export const DISABLE_AFTER_MS = 5 * DAY_MS;
const STATUS_GONE = 410;
const ACTOR = { type: "system", id: "webhook-delivery" } as const;

/**
 * Writes deliveries, attempts and their effect on the endpoints, and ends the claims in `done`. Returns what was
 * written. The claim of any other result was lost, and another worker owns its delivery now.
 */
export async function recordResults(
  deps: RecordDeps,
  results: readonly AttemptResult[],
  done: ReadonlySet<string>,
): Promise<ReadonlySet<AttemptResult>> {
  return deps.db.transaction(async (tx) => {
    const changing = results.some(changesHealth);
    const ours = await recordAttempts(tx, results, done, changing ? healthOf(results) : []);
    if (changing) await judgeEndpoints(tx, deps, [...ours]);
    return ours;
  });
}

/** Most results do not: a healthy endpoint succeeded, or a failing one failed again. */
function changesHealth({ delivery: { claim }, statusCode, failure, startedAt }: AttemptResult): boolean {
  if (statusCode === STATUS_GONE) return true;
  if (failure === null) return claim.failing_since !== null;
  if (failure.fault === "system") return false;
  return claim.failing_since === null || claim.failing_since.getTime() <= startedAt.getTime() - DISABLE_AFTER_MS;
}

async function judgeEndpoints(tx: Tx, deps: RecordDeps, results: readonly AttemptResult[]): Promise<void> {
  const health = healthOf(results);
  if (health.length === 0) return;
  const at = deps.clock.now();
  const disabled = await updateHealth(tx, health, at, new Date(at.getTime() - DISABLE_AFTER_MS));
  for (const endpoint of disabled) {
    await deps.notifyOrganization(tx, endpoint.org_id, noticeOf(endpoint));
    const by = { orgId: endpoint.org_id, actor: ACTOR, at };
    const changes = { status: "disabled", reason: endpoint.disabled_reason };
    await audit(tx, by, "webhook.disabled", endpoint.webhook_id, changes);
  }
}

/** One success in a batch outweighs its failures: the endpoint is not failing. */
function healthOf(results: readonly AttemptResult[]): EndpointHealth[] {
  const health = new Map<string, EndpointHealth>();
  for (const { delivery, statusCode, failure, startedAt } of results) {
    if (failure?.fault === "system") continue;
    const { org_id, webhook_id } = delivery.claim;
    const known = health.get(webhook_id);
    health.set(webhook_id, {
      org_id,
      webhook_id,
      succeeded: failure === null || known?.succeeded === true,
      failed_at: known?.failed_at ?? (failure === null ? null : startedAt),
      gone: statusCode === STATUS_GONE || known?.gone === true,
    });
  }
  return [...health.values()];
}

function noticeOf(endpoint: DisabledEndpoint): { subject: string; text: string } {
  const reason =
    endpoint.disabled_reason === "gone"
      ? "The endpoint answered 410 Gone, which asks us to stop."
      : `Every attempt to deliver to this endpoint has failed for ${DISABLE_AFTER_MS / DAY_MS} days.`;
  return {
    subject: "A webhook endpoint was disabled",
    text:
      `The webhook endpoint ${endpoint.endpoint_url} (${endpoint.webhook_id}) was disabled. ${reason} ` +
      "No event is lost: fix the receiver, set the endpoint's status to active again, and replay what is missing.",
  };
}
