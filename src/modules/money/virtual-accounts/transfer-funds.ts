import { type AuditActor, appendAudit } from "#src/modules/books/audit/append-audit.ts";
import type { AccountRef } from "#src/modules/books/ledger/ledger.ts";
import { type LedgerTransaction, type PostingOutcome, postTransactions } from "#src/modules/books/ledger/post-transactions.ts";
import { checkLock, type CheckLockDeps } from "#src/modules/terms/rates/check-lock.ts";
import { consumeLocks, lockRefused, type LockUse, lockUses } from "#src/modules/terms/rates/consume-locks.ts";
import type { Clock } from "#src/platform/clock.ts";
import type { Db, Tx } from "#src/platform/db/client.ts";
import { writeTogether } from "#src/platform/db/write-together.ts";
import { type ApiError, conflict, invalidField, notFound } from "#src/platform/http/errors.ts";
import { readMoney } from "#src/platform/http/schemas.ts";
import { newId } from "#src/platform/ids.ts";
import { Money } from "#src/platform/money.ts";
import { findAccount, findTransaction } from "./queries.ts";
import { recordMovements } from "./record-movements.ts";
import { ledgerAccountOf, type VirtualAccount, type VirtualTransaction } from "./virtual-account.ts";

export type TransferRequest = {
  orgId: string;
  fromId: string;
  toId: string;
  amount: number;
  description: string | null;
  reference: string | null;
  orgRateId: string | null;
  /** The debit's transaction id; the same again when the request is taken over after a crash. */
  transferId: string;
  actor: AuditActor;
  requestId?: string;
};

export type TransferDeps = { db: Db; clock: Clock; payments: { rates: CheckLockDeps } };

const INTERNAL_RAIL = "internal";

/** Moves money between two accounts of one organisation, converted at a locked rate when their currencies differ. Returns the debit. */
export async function transferFunds(deps: TransferDeps, request: TransferRequest): Promise<VirtualTransaction> {
  const { orgId, transferId } = request;
  const [from, to, earlier] = await Promise.all([
    findAccount(deps.db, { orgId }, request.fromId),
    findAccount(deps.db, { orgId }, request.toId),
    findTransaction(deps.db, { orgId }, transferId),
  ]);
  if (earlier !== undefined) return earlier; // Before the rate is looked at, which may have expired since.
  if (from === undefined || to === undefined) throw notFound("Virtual account");
  if (from.accountId === to.accountId) throw invalidField("to_account_id", "must be another account");
  const amount = readMoney(request.amount, from.currency, "amount");
  const target = await targetAmountOf(deps, request, amount, to.currency);

  return deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    const uses = from.currency === to.currency ? [] : [{ orgId, orgRateId: request.orgRateId!, usedBy: transferId, amount, toCurrency: to.currency, at }];
    await takeLocks(deps, tx, uses);
    const [outcome] = await postTransactions(tx, [ledgerOf(request, from, to, amount, target, at)]);
    if (outcome === "already_posted") return (await findTransaction(tx, { orgId }, transferId))!; // Two who took it over at once.
    if (outcome !== "posted") throw refusalOf(outcome!);
    const common = { description: request.description ?? "Transfer between accounts", reference: request.reference ?? transferId };
    const debit = movement(from, "debit", transferId, amount, to.accountId, common, at);
    const credit = movement(to, "credit", newId(), target, from.accountId, common, at);
    await recordMovements(tx, [debit, credit], at);
    await writeTogether(tx, lockUses(uses));
    await appendAudit(tx, [
      {
        orgId,
        actor: request.actor,
        action: "virtual_account.transferred",
        resourceType: "virtual_account",
        resourceId: from.accountId,
        changes: { to: to.accountId, amount: amount.toDatabase(), currency: amount.currency, credited: target.toDatabase(), transaction_id: transferId },
        requestId: request.requestId,
        at,
      },
    ]);
    return debit;
  });
}

async function targetAmountOf(deps: TransferDeps, { orgId, orgRateId }: TransferRequest, amount: Money, toCurrency: string): Promise<Money> {
  if (amount.currency === toCurrency) return amount;
  const { lock } = await checkLock(deps.payments.rates, { orgId, orgRateId, amount, toCurrency });
  // Down: rounded to the nearest, 7.77 NGN become a whole US cent, and a few such transfers and one back are money made of nothing.
  const target = amount.convertDown(lock.rate, toCurrency);
  if (!target.isPositive()) throw invalidField("amount", `is worth less than the smallest unit of ${toCurrency}`);
  return target;
}

async function takeLocks(deps: TransferDeps, tx: Tx, uses: readonly LockUse[]): Promise<void> {
  const { maxHourlyUsd } = deps.payments.rates.lockLimits;
  const refusals = await consumeLocks(tx, uses, maxHourlyUsd);
  for (const use of uses) {
    const refusal = refusals.get(use.usedBy);
    if (refusal !== undefined) throw lockRefused(refusal, use, maxHourlyUsd);
  }
}

function ledgerOf(request: TransferRequest, from: VirtualAccount, to: VirtualAccount, amount: Money, target: Money, at: Date): LedgerTransaction {
  const move = (source: AccountRef, destination: AccountRef, moved: Money): LedgerTransaction["postings"] => [
    { account: source, amount: moved.negate() },
    { account: destination, amount: moved },
  ];
  const [source, destination, fx] = [ledgerAccountOf(from.accountId), ledgerAccountOf(to.accountId), { purpose: "fx" } as const];
  const postings = amount.currency === target.currency ? move(source, destination, amount) : [...move(source, fx, amount), ...move(fx, destination, target)];
  return { orgId: request.orgId, cause: `${request.transferId}:transfer`, description: "Transfer between virtual accounts", at, postings };
}

/** What the ledger refused, in the words of the account's owner. */
export function refusalOf(outcome: PostingOutcome): ApiError {
  switch (outcome) {
    case "insufficient_funds":
      return conflict("The account does not hold enough", "INSUFFICIENT_FUNDS");
    case "frozen":
      return conflict("The account is frozen");
    case "closed":
      return conflict("The account is closed");
    default:
      return conflict(`The ledger refused it: ${outcome}`);
  }
}

function movement(
  account: VirtualAccount,
  type: VirtualTransaction["type"],
  transactionId: string,
  amount: Money,
  counterparty: string,
  common: { description: string; reference: string },
  at: Date,
): VirtualTransaction {
  return {
    orgId: account.orgId,
    transactionId,
    accountId: account.accountId,
    userId: account.userId,
    type,
    status: "completed",
    amount,
    fee: Money.zero(amount.currency),
    paymentRail: INTERNAL_RAIL,
    counterparty,
    paymentId: null,
    createdAt: at,
    updatedAt: at,
    ...common,
  };
}
