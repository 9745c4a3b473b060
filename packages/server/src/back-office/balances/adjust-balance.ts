import { audit, type Person } from "#src/record/audit/index.ts";
import { type AccountRef, type LedgerTransaction, postTransactions } from "#src/record/ledger/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { requireClaim } from "#src/kernel/http/claim-over.ts";
import { notFound } from "#src/kernel/http/errors.ts";
import { organizationExists } from "#src/parties/organizations/index.ts";
import type { Adjustment } from "./adjustment.ts";
import { findAdjustment, insertAdjustment } from "./adjustment-queries.ts";

/** `commitBy`: when the claim of the `Idempotency-Key` is over. */
export async function adjustBalance(
  { db, clock }: { db: Db; clock: Clock },
  { userId, actor, commitBy }: Person & { commitBy?: Date | undefined },
  request: Omit<Adjustment, "requestedBy" | "createdAt">,
): Promise<Adjustment> {
  const at = clock.now();
  const { adjustmentId, orgId, amount, provider, reason } = request;
  const adjustment = { ...request, requestedBy: userId, createdAt: at };
  return db.transaction(async (tx) => {
    const repeated = await findAdjustment(tx, adjustmentId);
    if (repeated !== undefined) return repeated; // The same request, repeated after a crash.
    if (!(await organizationExists(tx, orgId))) throw notFound("Organization");
    await insertAdjustment(tx, adjustment);
    const changes = { amount: amount.toDatabase(), currency: amount.currency, provider, reason };
    await audit(tx, { orgId, actor, at }, "balance_adjustment.booked", adjustmentId, changes);
    const [outcome] = await postTransactions(tx, [ledgerOf(adjustment, at)]);
    if (outcome !== "posted") throw new Error(`the ledger refused the adjustment ${adjustmentId}: ${outcome}`);
    await requireClaim(tx, commitBy);
    return adjustment;
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
