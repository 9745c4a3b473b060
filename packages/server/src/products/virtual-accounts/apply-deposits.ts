import { type LedgerTransaction, postTransactions } from "#src/record/ledger/index.ts";
import { openReconciliationItems } from "#src/payments/store/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { newId } from "@corridor/base/ids.ts";
import type { Logger } from "#src/kernel/log.ts";
import { withoutCardNumbers } from "@corridor/base/card-numbers.ts";
import { storableText } from "@corridor/base/storable-text.ts";
import type { DepositUpdate, ProviderName } from "@corridor/provider-kit/provider.ts";
import { depositKey, type DepositRow, findByNumbers, insertDeposits, markInSuspense, numberKey } from "./queries.ts";
import { recordMovements } from "./record-movements.ts";
import { ledgerAccountOf, movementOf, type VirtualAccount, type VirtualTransaction } from "./virtual-account.ts";

/**
 * Each deposit is applied at most once, by the provider's own id for it. Money is never refused, because it has already
 * arrived: a deposit that cannot be credited (the account is closed, or the currency differs) is posted to suspense,
 * and one without an owner is stored and logged.
 */
export type Deposit = DepositUpdate & { readonly provider: ProviderName };

type Plan = {
  readonly deposit: Deposit;
  readonly account: VirtualAccount;
  readonly transactionId: string;
  readonly creditable: boolean;
};

const MAX_TEXT = 200;

export type DepositDeps = {
  clock: Clock;
  log: Logger;
  /** A deposit for another cell's account is left to that cell; the first cell stores deposits without an owner. */
  others?: { readonly every: Queryable; readonly isFirst: boolean } | undefined;
};

export function createDepositReceiver(deps: DepositDeps): (tx: Tx, deposits: readonly Deposit[]) => Promise<void> {
  return async (tx, reported) => {
    const now = deps.clock.now();
    const once = [...new Map(reported.map((one) => [depositKey(one.provider, one.depositId), one])).values()];
    const accounts = await findByNumbers(tx, once);
    const deposits = deps.others === undefined ? once : await ofThisCell(deps.others, once, accounts);
    const plans = new Map<string, Plan>();
    const rows = deposits.map((deposit): DepositRow => {
      const account = accounts.get(numberKey(deposit.provider, deposit.accountNumber));
      const { provider, depositId, accountNumber, amount } = deposit;
      const row = { provider, depositId, accountNumber, amount, receivedAt: deposit.occurredAt ?? now };
      if (account === undefined) return { ...row, outcome: "unknown_account", orgId: null, transactionId: null };
      const transactionId = newId();
      const creditable = account.currency === amount.currency;
      plans.set(depositKey(provider, depositId), { deposit, account, transactionId, creditable });
      const { orgId } = account;
      if (!creditable) return { ...row, outcome: "suspense", orgId, transactionId: null };
      return { ...row, outcome: "credited", orgId, transactionId };
    });

    const fresh = await insertDeposits(tx, rows);
    for (const row of rows) {
      if (row.outcome === "unknown_account" && fresh.has(depositKey(row.provider, row.depositId))) {
        deps.log.error(
          { provider: row.provider, deposit_id: row.depositId },
          "a deposit arrived for an unknown account number; it is stored for a person to review",
        );
      }
    }
    const due = [...plans].filter(([key]) => fresh.has(key)).map(([, plan]) => plan);
    const credited = await book(tx, due, now);
    const left = due.filter((plan) => !credited.has(plan));
    await keepInSuspense(tx, deps.log, left, now);
    const movements = [...credited].map((plan) => depositOf(plan, now));
    await recordMovements(tx, movements, now);
  };
}

async function ofThisCell(
  { every, isFirst }: NonNullable<DepositDeps["others"]>,
  deposits: readonly Deposit[],
  accounts: ReadonlyMap<string, VirtualAccount>,
): Promise<Deposit[]> {
  const keyOf = ({ provider, accountNumber }: Deposit): string => numberKey(provider, accountNumber);
  const unknown = deposits.filter((deposit) => !accounts.has(keyOf(deposit)));
  if (unknown.length === 0) return [...deposits];
  const known = await findByNumbers(every, unknown);
  return deposits.filter((deposit) => accounts.has(keyOf(deposit)) || (isFirst && !known.has(keyOf(deposit))));
}

/** Posted together, so that all ledgers are locked in one order. The caller posts what a closed account refused. */
async function book(tx: Tx, plans: readonly Plan[], now: Date): Promise<Set<Plan>> {
  const postings = plans.map((plan) => ledgerOf(plan, plan.creditable ? "deposit" : "suspense", now));
  const outcomes = await postTransactions(tx, postings);
  return new Set(plans.filter((plan, index) => plan.creditable && outcomes[index] === "posted"));
}

async function keepInSuspense(tx: Tx, log: Logger, plans: readonly Plan[], now: Date): Promise<void> {
  if (plans.length === 0) return;
  for (const { deposit, account } of plans) {
    log.warn(
      { provider: deposit.provider, deposit_id: deposit.depositId, account_id: account.accountId },
      "a deposit could not be credited and is in suspense",
    );
  }
  const refused = plans.filter(({ creditable }) => creditable);
  await postTransactions(
    tx,
    refused.map((plan) => ledgerOf(plan, "suspense", now)),
  );
  await openReconciliationItems(
    tx,
    plans.map(({ deposit, account, creditable }) => ({
      orgId: account.orgId,
      paymentId: null,
      kind: "deposit_in_suspense",
      provider: deposit.provider,
      at: now,
      message:
        `${deposit.amount.toString()} arrived at virtual account ${account.accountId}, which ` +
        `${creditable ? "is closed" : `is in ${account.currency}`}; the money is in suspense`,
      detail: {
        deposit_id: deposit.depositId,
        account_id: account.accountId,
        amount: deposit.amount.toDatabase(),
        currency: deposit.amount.currency,
      },
    })),
  );
  await markInSuspense(
    tx,
    plans.map(({ deposit }) => deposit),
  );
}

function ledgerOf(plan: Plan, target: "deposit" | "suspense", at: Date): LedgerTransaction {
  const { provider, amount } = plan.deposit;
  const { orgId, accountId } = plan.account;
  const credited = target === "deposit";
  return {
    orgId,
    cause: `${plan.transactionId}:${target}`,
    description: credited ? "Deposit to a virtual account" : `Deposit that cannot be credited to ${accountId}`,
    at,
    postings: [
      { account: { purpose: "provider", ownerId: provider }, amount: amount.negate() },
      { account: credited ? ledgerAccountOf(accountId) : { purpose: "suspense" }, amount },
    ],
  };
}

function depositOf({ deposit, account, transactionId }: Plan, at: Date): VirtualTransaction {
  return movementOf(account, at, {
    transactionId,
    type: "credit",
    amount: deposit.amount,
    description: textOf(deposit.narration) ?? "Deposit",
    paymentRail: deposit.rail,
    reference: deposit.depositId,
    counterparty: textOf(deposit.senderName),
  });
}

/** A sender's own text: truncated, and without card numbers and characters that PostgreSQL cannot store. */
function textOf(text = ""): string | null {
  return storableText(withoutCardNumbers(text.trim()), MAX_TEXT) || null;
}
