import type { Db } from "#src/kernel/db/client.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import { moved } from "./dispute.ts";
import { deadlineText, type DisputeDeps, noticeOf, writeChangeIn } from "./apply-dispute-update.ts";
import { findNearDeadline, lockDispute, updateDispute } from "./queries.ts";

/** Reminds once before a dispute's deadline, and expires unanswered disputes. Answered ones wait for the provider. */
const REMIND_BEFORE_MS = 48 * 60 * 60_000;
const INTERVAL_MS = 60_000;
const ROWS = 100;

export function watchDeadlinesJob(deps: DisputeDeps & { db: Db }): Job {
  return {
    name: "dispute-deadlines",
    intervalMs: INTERVAL_MS,
    async runOnce() {
      const now = deps.clock.now();
      const near = await findNearDeadline(deps.db, new Date(now.getTime() + REMIND_BEFORE_MS), now, ROWS);
      for (const key of near) await watch(deps, key, now);
      return 0;
    },
  };
}

function watch(deps: DisputeDeps & { db: Db }, key: { orgId: string; disputeId: string }, now: Date) {
  return deps.db.transaction(async (tx) => {
    const before = await lockDispute(tx, key.orgId, key.disputeId);
    if (before?.status !== "needs_response" || before.respondBy === null || before.respondedAt !== null) return;
    if (before.respondBy <= now) {
      const after = moved(before, "expired", before.providerStatus, now);
      await updateDispute(tx, after);
      await writeChangeIn(tx, deps, before, after);
      const text = `Nobody answered the dispute about payment ${after.paymentId} in time. The money is lost.`;
      const notice = noticeOf(after, `Dispute expired: ${after.amount.toString()}`, text);
      await deps.notifyOrganization(tx, key.orgId, notice);
    } else if (before.remindedAt === null) {
      await updateDispute(tx, { ...before, remindedAt: now });
      const text = `The dispute is about payment ${before.paymentId}. ${deadlineText(before)}`;
      const notice = noticeOf(before, `A dispute of ${before.amount.toString()} must be answered soon`, text);
      await deps.notifyOrganization(tx, key.orgId, { ...notice, type: "dispute.deadline" });
    }
  });
}
