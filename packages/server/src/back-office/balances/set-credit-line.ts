import { audit, type AuditActor } from "#src/record/audit/index.ts";
import { type Balance, lockLedger, postTransactions, readBalances, unusedBalance } from "#src/record/ledger/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { conflict, notFound } from "#src/kernel/http/errors.ts";
import { newId } from "@corridor/base/ids.ts";
import type { Money } from "@corridor/base/money.ts";
import type { AskSecondPerson, GuardedCall } from "#src/kernel/http/second-person.ts";
import { organizationExists } from "#src/parties/organizations/index.ts";
import { readCreditLine } from "./queries.ts";

export type CreditLineRequest = { orgId: string; amount: Money; reason: string; actor: AuditActor };

/** Raising a credit line lets an organization spend the platform's money. One person is enough to lower it. */
export async function changeCreditLine(
  deps: { db: Db; clock: Clock; askSecondPerson: AskSecondPerson },
  call: GuardedCall,
  request: CreditLineRequest,
): Promise<Balance> {
  const { orgId, amount, reason } = request;
  if (!(await organizationExists(deps.db, orgId))) throw notFound("Organization");
  const from = await readCreditLine(deps.db, orgId, amount.currency);
  if (amount.compare(from) > 0)
    await deps.askSecondPerson(call, {
      orgId,
      title: `Raise the credit line from ${from.toString()} to ${amount.toString()}`,
      request: { currency: amount.currency, from: from.toDatabase(), to: amount.toDatabase(), reason },
      reasons: ["raising a credit line lets the organization spend what it does not have"],
      approverRole: "platform-admin",
    });
  return setCreditLine(deps, request, from);
}

/**
 * Carries out a decision, which `changeCreditLine` judges; `from` is the line it was about. The
 * change is a separate posting in the organization's chain, so `corridor verify` recomputes every credit line. A line
 * may be withdrawn even if it was used: the balance is then overdrawn, and nothing can be started until it is covered.
 */
export async function setCreditLine(
  deps: { db: Db; clock: Clock },
  request: CreditLineRequest,
  from?: Money,
): Promise<Balance> {
  const { orgId, amount, reason, actor } = request;
  const { currency } = amount;
  return deps.db.transaction(async (tx) => {
    await lockLedger(tx, orgId);
    const before = await readCreditLine(tx, orgId, currency);
    if (from !== undefined && !before.equals(from))
      throw conflict("The credit line was changed meanwhile; read it and try again");
    if (!before.equals(amount)) {
      const at = deps.clock.now();
      const changeId = newId();
      const floorChange = { account: { purpose: "settlement" }, floor: amount.negate() } as const;
      const [cause, description] = [`${changeId}:credit_line`, `Credit line of ${amount.toString()}`];
      const [outcome] = await postTransactions(tx, [{ orgId, cause, description, at, postings: [], floorChange }]);
      if (outcome !== "posted")
        throw new Error(`the ledger refused the credit line of organization ${orgId}: ${outcome}`);
      await audit(tx, { orgId, actor, at, resourceType: "balance" }, "credit_line.changed", currency, {
        currency,
        from: before.toDatabase(),
        to: amount.toDatabase(),
        reason,
        change_id: changeId,
      });
    }
    const [balance] = await readBalances(tx, orgId, currency);
    // There is no balance when a credit line is removed that never existed.
    return balance ?? unusedBalance(orgId, currency);
  });
}
