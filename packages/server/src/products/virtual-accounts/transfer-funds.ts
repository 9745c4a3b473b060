import { type AuditActor, type AuditEntry, auditWrites } from "#src/record/audit/index.ts";
import {
  type AccountRef,
  type LedgerTransaction,
  type PostingOutcome,
  postTransactions,
  shortageIn,
} from "#src/record/ledger/index.ts";
import {
  checkLock,
  type CheckLockDeps,
  consumeLocks,
  lockRefused,
  type LockUse,
  lockUses,
} from "#src/pricing/rates/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import { combine } from "#src/kernel/combine.ts";
import { BATCH_LOCK_TIMEOUT_MS, type Db } from "#src/kernel/db/client.ts";
import { ApiError, conflict, insufficientFunds, invalidField, notFound } from "#src/kernel/http/errors.ts";
import { readMoney } from "#src/kernel/http/schemas.ts";
import { isId, newId } from "@corridor/base/ids.ts";
import type { Money } from "@corridor/base/money.ts";
import { findAccounts, findTransactions, type TransactionKey } from "./queries.ts";
import { ownOf } from "./read-accounts.ts";
import { recordMovements } from "./record-movements.ts";
import { ledgerAccountOf, movementOf, type VirtualAccount, type VirtualTransaction } from "./virtual-account.ts";

export type TransferRequest = {
  orgId: string;
  fromId: string;
  toId: string;
  amount: number;
  description: string | null;
  reference: string | null;
  orgRateId: string | null;
  /** The debit's transaction id; the same when the request is repeated after a crash. */
  transferId: string;
  /** The same request ran before, and may have made the transfer. */
  repeats: boolean;
  /** When the claim of the `Idempotency-Key` is over. */
  commitBy?: Date | undefined;
  actor: AuditActor;
  requestId?: string;
};

export type TransferDeps = { db: Db; clock: Clock; payments: { rates: CheckLockDeps } };
export type Transfers = (request: TransferRequest) => Promise<VirtualTransaction>;

const LIMITS = { maxBatch: 64, maxInFlight: 2, maxQueued: 5_000 };
const orgOf = ({ orgId }: TransferRequest): string => orgId;

/**
 * Converted at a locked rate when the currencies differ; returns the debit. Concurrent transfers share one transaction:
 * one at a time locks an organization's chain. A refused transfer does not affect the others.
 */
export function createTransfers(deps: TransferDeps, limits = LIMITS): Transfers {
  const transfer = combine<TransferRequest, Outcome>({ run: (all) => transferTogether(deps, all), orgOf, ...limits });
  return async (request) => {
    const outcome = await transfer(request);
    if (outcome instanceof ApiError) throw outcome;
    return outcome;
  };
}

type Outcome = VirtualTransaction | ApiError;
type Plan = { request: TransferRequest; from: VirtualAccount; to: VirtualAccount; amount: Money; target: Money };

async function transferTogether(deps: TransferDeps, requests: readonly TransferRequest[]): Promise<Outcome[]> {
  const keys = requests.flatMap(({ orgId, fromId, toId }) =>
    [fromId, toId].filter(isId).map((accountId) => ({ orgId, accountId })),
  );
  const repeated = requests.filter(({ repeats }) => repeats).map(keyOf);
  const [accounts, earlier] = await Promise.all([findAccounts(deps.db, keys), findTransactions(deps.db, repeated)]);
  // A transfer that this request made before is returned. Checked before the rate, which may have expired since.
  const plans = await Promise.all(
    requests.map(async (request) => earlier.get(request.transferId) ?? refusalOr(planOf(deps, request, accounts))),
  );
  const planned = plans.filter(isPlan);
  const outcomes = planned.length === 0 ? new Map<Plan, Outcome>() : await post(deps, planned);
  return plans.map((plan) => (isPlan(plan) ? outcomes.get(plan)! : plan));
}

function isPlan(plan: Plan | Outcome): plan is Plan {
  return "request" in plan;
}

function keyOf({ orgId, transferId }: TransferRequest): TransactionKey {
  return { orgId, transactionId: transferId };
}

async function refusalOr<T>(work: Promise<T>): Promise<T | ApiError> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

async function planOf(
  deps: TransferDeps,
  request: TransferRequest,
  accounts: ReadonlyMap<string, VirtualAccount>,
): Promise<Plan> {
  const [from, to] = [request.fromId, request.toId].map((id) => ownOf(request, accounts.get(id.toLowerCase())));
  if (from === undefined || to === undefined) throw notFound("Virtual account");
  if (from.accountId === to.accountId) throw invalidField("to_account_id", "must be another account");
  const amount = readMoney(request.amount, from.currency, "amount");
  return { request, from, to, amount, target: await targetAmountOf(deps, request, amount, to.currency) };
}

async function post(deps: TransferDeps, plans: readonly Plan[]): Promise<Map<Plan, Outcome>> {
  return deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    const { lockLimits } = deps.payments.rates;
    const uses = new Map(
      plans.flatMap((plan) => (plan.from.currency === plan.to.currency ? [] : [[plan, useOf(plan, at)] as const])),
    );
    const refusals = await consumeLocks(tx, [...uses.values()], lockLimits);
    const outcomes = new Map<Plan, Outcome>();
    const allowed = plans.filter((plan) => {
      const refusal = refusals.get(plan.request.transferId);
      if (refusal !== undefined) outcomes.set(plan, lockRefused(refusal, uses.get(plan)!, lockLimits));
      return refusal === undefined;
    });
    const transactions = allowed.map((plan) => ledgerOf(plan, at));
    const posted = await postTransactions(tx, transactions);
    const moved = allowed
      .filter((_, index) => posted[index] === "posted")
      .map((plan) => ({ plan, debit: debitOf(plan, at), credit: creditOf(plan, at) }));
    const entries = moved.flatMap(({ plan, debit, credit }) => [{ ...debit, commitBy: plan.request.commitBy }, credit]);
    await recordMovements(tx, entries, at, [
      ...lockUses(moved.flatMap(({ plan }) => uses.get(plan) ?? [])),
      ...auditWrites(moved.map(({ plan }) => auditOf(plan, at))),
    ]);
    for (const { plan, debit } of moved) outcomes.set(plan, debit);
    // Two processes retried the same request at the same time.
    const repeated = allowed.filter((_, index) => posted[index] === "already_posted");
    const keys = repeated.map(({ request }) => keyOf(request));
    const found = await findTransactions(tx, keys);
    for (const plan of repeated) outcomes.set(plan, found.get(plan.request.transferId)!);
    for (const [index, plan] of allowed.entries())
      if (!outcomes.has(plan)) outcomes.set(plan, refusalOf(posted[index]!, transactions[index]!));
    return outcomes;
  }, BATCH_LOCK_TIMEOUT_MS);
}

function useOf({ request: { orgId, orgRateId, transferId }, amount, to }: Plan, at: Date): LockUse {
  return { orgId, orgRateId: orgRateId!, usedBy: transferId, amount, toCurrency: to.currency, at };
}

function auditOf({ request, from, to, amount, target }: Plan, at: Date): AuditEntry {
  return {
    orgId: request.orgId,
    actor: request.actor,
    action: "virtual_account.transferred",
    resourceType: "virtual_account",
    resourceId: from.accountId,
    changes: {
      to: to.accountId,
      amount: amount.toDatabase(),
      currency: amount.currency,
      credited: target.toDatabase(),
      transaction_id: request.transferId,
    },
    requestId: request.requestId,
    at,
  };
}

async function targetAmountOf(
  deps: TransferDeps,
  { orgId, orgRateId }: TransferRequest,
  amount: Money,
  toCurrency: string,
): Promise<Money> {
  if (amount.currency === toCurrency) return amount;
  const lock = await checkLock(deps.payments.rates, { orgId, orgRateId, amount, toCurrency });
  // Rounded down. To the nearest, 7.77 NGN would become a US cent, and a few transfers and one back would create money.
  const target = amount.convertDown(lock.rate, toCurrency);
  if (!target.isPositive()) throw invalidField("amount", `is worth less than the smallest unit of ${toCurrency}`);
  return target;
}

function ledgerOf({ request, from, to, amount, target }: Plan, at: Date): LedgerTransaction {
  const move = (source: AccountRef, destination: AccountRef, moved: Money): LedgerTransaction["postings"] => [
    { account: source, amount: moved.negate() },
    { account: destination, amount: moved },
  ];
  const [source, destination] = [ledgerAccountOf(from.accountId), ledgerAccountOf(to.accountId)];
  const fx = { purpose: "fx" } as const;
  const postings =
    amount.currency === target.currency
      ? move(source, destination, amount)
      : [...move(source, fx, amount), ...move(fx, destination, target)];
  return {
    orgId: request.orgId,
    cause: `${request.transferId}:transfer`,
    description: "Transfer between virtual accounts",
    at,
    postings,
  };
}

/** The ledger's refusal, as a message for the account's owner. */
export function refusalOf(outcome: PostingOutcome, transaction: LedgerTransaction): ApiError {
  switch (outcome) {
    case "insufficient_funds":
      return insufficientFunds("this; the account does not have enough money", shortageIn(transaction));
    case "frozen":
      return conflict("The account is frozen");
    case "closed":
      return conflict("The account is closed");
    default:
      return conflict(`The ledger refused the transfer: ${outcome}`);
  }
}

function debitOf({ request, from, to, amount }: Plan, at: Date): VirtualTransaction {
  const debit = { type: "debit", transactionId: request.transferId, amount, counterparty: to.accountId } as const;
  return movementOf(from, at, { ...debit, ...textsOf(request) });
}

function creditOf({ request, from, to, target }: Plan, at: Date): VirtualTransaction {
  const credit = { type: "credit", transactionId: newId(), amount: target, counterparty: from.accountId } as const;
  return movementOf(to, at, { ...credit, ...textsOf(request) });
}

function textsOf({ description, reference, transferId }: TransferRequest) {
  return {
    description: description ?? "Transfer between accounts",
    paymentRail: "internal",
    reference: reference ?? transferId,
  };
}
