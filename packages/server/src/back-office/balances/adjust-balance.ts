import { audit, type Person } from "#src/record/audit/index.ts";
import { type AccountRef, type LedgerTransaction, postTransactions } from "#src/record/ledger/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db, Queryable, Tx } from "#src/kernel/db/client.ts";
import { requireClaim } from "#src/kernel/http/claim-over.ts";
import { idOf } from "#src/kernel/http/caller.ts";
import { conflict, forbidden, notFound } from "#src/kernel/http/errors.ts";
import type { Adjustment } from "./adjustment.ts";
import { findAdjustment, insertAdjustment, lockAdjustment, writeDecision } from "./adjustment-queries.ts";
import { findPlatformAdminIds } from "#src/parties/users/index.ts";
import { type NotifyPlatform, organizationExists } from "#src/parties/organizations/index.ts";

type Deps = { db: Db; clock: Clock };
/** `commitBy`: when the claim of the `Idempotency-Key` is over. */
type Requester = Person & { commitBy?: Date | undefined };

/** Notifies everybody who may approve the adjustment, by bell and e-mail. */
export async function requestAdjustment(
  deps: Deps & { directory: Queryable; notifyPlatform: NotifyPlatform },
  who: Requester,
  request: Pick<Adjustment, "adjustmentId" | "orgId" | "amount" | "provider" | "reason">,
): Promise<Adjustment> {
  const adjustment: Adjustment = {
    ...request,
    status: "requested",
    requestedBy: who.userId,
    eligible: await findPlatformAdminIds(deps.directory),
    decidedBy: null,
    comment: null,
    createdAt: deps.clock.now(),
    decidedAt: null,
  };
  return deps.db.transaction(async (tx) => {
    const repeated = await findAdjustment(tx, request.adjustmentId);
    if (repeated !== undefined) return repeated; // The same request, repeated after a crash.
    if (!(await organizationExists(tx, request.orgId))) throw notFound("Organization");
    await insertAdjustment(tx, adjustment);
    await auditAdjustment(tx, who, adjustment, adjustment.createdAt);
    await deps.notifyPlatform(tx, noticeOf(adjustment));
    await requireClaim(tx, who.commitBy);
    return adjustment;
  });
}

function noticeOf({ adjustmentId, orgId, amount, reason, requestedBy }: Adjustment) {
  return {
    subject: `Approval needed: Adjustment of ${amount.toString()}`,
    text:
      `An adjustment of ${amount.toString()} to the balance of organization ${orgId} was requested.\n\nWhy: ` +
      `${reason}\nOpen the dashboard to approve or reject it.`,
    type: "balance_adjustment.requested",
    data: { adjustment_id: adjustmentId, org_id: orgId },
    except: [requestedBy],
  };
}

export async function decideAdjustment(
  deps: Deps,
  who: Requester,
  adjustmentId: string,
  decision: { status: "approved" | "rejected"; comment: string | null },
): Promise<Adjustment> {
  return deps.db.transaction(async (tx) => {
    const before = await lockAdjustment(tx, idOf(adjustmentId, "Adjustment"));
    if (before === undefined) throw notFound("Adjustment");
    if (before.status !== "requested") throw conflict(`The adjustment is already ${before.status}`);
    if (decision.status === "approved" && before.requestedBy === who.userId)
      throw forbidden("You requested this adjustment, so another platform admin must approve it");
    if (decision.status === "approved" && before.eligible?.includes(who.userId) === false)
      throw forbidden("You became a platform admin after the request, so another one must approve it");
    const at = deps.clock.now();
    const after: Adjustment = { ...before, ...decision, decidedBy: who.userId, decidedAt: at };
    await writeDecision(tx, after);
    await auditAdjustment(tx, who, after, at);
    if (decision.status === "approved") {
      const [outcome] = await postTransactions(tx, [ledgerOf(after, at)]);
      if (outcome !== "posted") throw new Error(`the ledger refused the adjustment ${adjustmentId}: ${outcome}`);
    }
    await requireClaim(tx, who.commitBy);
    return after;
  });
}

function ledgerOf({ adjustmentId, orgId, amount, provider, reason }: Adjustment, at: Date): LedgerTransaction {
  const source: AccountRef =
    provider === null ? { purpose: "adjustments" } : { purpose: "provider", ownerId: provider };
  return {
    orgId,
    cause: `${adjustmentId}:adjustment`,
    description: `Adjustment: ${reason}`,
    at,
    hasHappened: true,
    postings: [
      { account: source, amount: amount.negate() },
      { account: { purpose: "settlement" }, amount },
    ],
  };
}

async function auditAdjustment(tx: Tx, { actor }: Person, adjustment: Adjustment, at: Date): Promise<void> {
  const { adjustmentId, orgId, amount, provider, reason, status, comment } = adjustment;
  const changes = { amount: amount.toDatabase(), currency: amount.currency, provider, reason, comment };
  await audit(tx, { orgId, actor, at }, `balance_adjustment.${status}`, adjustmentId, changes);
}
