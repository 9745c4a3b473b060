import { type AuditActor, appendAudit } from "#src/modules/books/audit/append-audit.ts";
import { lockLedger } from "#src/modules/books/ledger/lock-ledger.ts";
import { postTransactions } from "#src/modules/books/ledger/post-transactions.ts";
import type { Clock } from "#src/platform/clock.ts";
import type { Db } from "#src/platform/db/client.ts";
import { notFound } from "#src/platform/http/errors.ts";
import { newId } from "#src/platform/ids.ts";
import type { Money } from "#src/platform/money.ts";
import type { Balance } from "./balance.ts";
import { organizationExists } from "#src/modules/people/organizations/membership.ts";
import { readBalances, readCreditLine } from "./queries.ts";

export type CreditLineRequest = { orgId: string; amount: Money; reason: string; actor: AuditActor };

/**
 * Sets how far below zero an organization's balance may go for what it starts. The change is a posting of its own in the organization's chain,
 * so `corridor verify` recomputes every credit line. A line may be taken back at any time, also from who has used it: the balance is overdrawn
 * then, and nothing can be started until it is covered.
 *
 * This function carries a decision out and does not judge it. Where raising a line needs a second person, the request waits outside and
 * this is called with what was approved.
 */
export async function setCreditLine(deps: { db: Db; clock: Clock }, request: CreditLineRequest): Promise<Balance> {
  const { orgId, amount, reason, actor } = request;
  const { currency } = amount;
  return deps.db.transaction(async (tx) => {
    if (!(await organizationExists(tx, orgId))) throw notFound("Organization");
    await lockLedger(tx, orgId);
    const before = await readCreditLine(tx, orgId, currency);
    if (!before.equals(amount)) {
      const at = deps.clock.now();
      const changeId = newId();
      const [outcome] = await postTransactions(tx, [
        {
          orgId,
          cause: `${changeId}:credit_line`,
          description: `Credit line of ${amount.toString()}`,
          at,
          postings: [],
          floorChange: { account: { purpose: "settlement" }, floor: amount.negate() },
        },
      ]);
      if (outcome !== "posted") throw new Error(`the ledger refused the credit line of organization ${orgId}: ${outcome}`);
      await appendAudit(tx, [
        {
          orgId,
          actor,
          action: "credit_line.changed",
          resourceType: "balance",
          resourceId: currency,
          changes: { currency, from: before.toDatabase(), to: amount.toDatabase(), reason, change_id: changeId },
          at,
        },
      ]);
    }
    return (await readBalances(tx, orgId, currency))[0]!;
  });
}
