import { type LedgerTransaction, type PostingOutcome, postTransactions } from "#src/record/ledger/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import { BATCH_LOCK_TIMEOUT_MS, type Db, type Queryable, type Tx } from "#src/kernel/db/client.ts";
import { type Write, writeAllOrNone, writeTogether } from "#src/kernel/db/write-together.ts";
import {
  type CauseOf,
  type Decision,
  type Move,
  type Payment,
  type PaymentKinds,
  withCause,
} from "#src/payments/core/index.ts";
import {
  type Audited,
  type Caused,
  causedBy,
  isFollowed,
  type PaymentListener,
  type StatusChange,
  tellFollowers,
  transitionWrites,
} from "./payment-writes.ts";
import * as queries from "./queries.ts";
import { keyOf } from "./recent-payments.ts";

/**
 * The only way to change payments: every change is written with its postings, events and audit entry in one
 * transaction.
 *
 *   lock the payments -> decide each move on the locked rows (pure) -> write payments, references, checks, events,
 *   audit; ledger; followers -> commit
 *
 * A move is decided on the locked row, never on what its caller had read before: a callback that is repeated, late or
 * out of order finds the current state. Only a row that this process wrote a moment ago (recent-payments.ts) is not
 * locked: the move is decided on the remembered row and written only if the row has not changed.
 */
export type TransitionInput = queries.PaymentKey & { move: Move; audit?: Audited };
export type TransitionOutcome = Pick<Decision, "outcome" | "reason"> & { payment: Payment };
export type TransitionDeps = {
  clock: Clock;
  kinds: PaymentKinds;
  listeners: readonly PaymentListener[];
  causeOf: CauseOf;
};

export async function applyTransitionsIn(tx: Tx, deps: TransitionDeps, inputs: readonly TransitionInput[]) {
  const now = deps.clock.now();
  const locked = inputs.length === 0 ? [] : await queries.lockPayments(tx, uniqueKeys(inputs));
  return carryOut(
    tx,
    deps,
    decideAll(deps, inputs, new Map(locked.map((payment) => [keyOf(payment), { payment, version: null }])), now),
    now,
  );
}

/** One statement for moves on remembered rows that need neither the ledger nor a follower. */
export async function applyToRecent(
  db: Db,
  deps: TransitionDeps,
  inputs: readonly TransitionInput[],
  recent: KnownPayments,
): Promise<TransitionOutcome[]> {
  const now = deps.clock.now();
  const decided = decideAll(deps, inputs, recent, now);
  if (decided.ledger.length > 0 || decided.changes.some(isFollowed))
    return db.transaction((tx) => carryOut(tx, deps, decided, now), BATCH_LOCK_TIMEOUT_MS);
  await write(db, decided);
  return decided.outcomes;
}

/** `version` is null for a payment whose row is locked. */
type KnownPayments = ReadonlyMap<string, { payment: Payment; version: string | null }>;

type Decided = {
  outcomes: TransitionOutcome[];
  updates: queries.ChangedPayment[];
  /** Further statements, written together with the updates. */
  writes: Write[];
  ledger: LedgerTransaction[];
  changes: StatusChange[];
  refunded: Payment[];
};

/** Pure: applies every move to the known payment, or to the result of the previous move in the batch. */
function decideAll(
  { kinds, listeners, causeOf }: TransitionDeps,
  inputs: readonly TransitionInput[],
  known: KnownPayments,
  now: Date,
): Decided {
  const current = new Map([...known].map(([key, { payment }]) => [key, payment]));
  const caused: Caused = { events: [], audit: [], items: [], changes: [], refunded: [] };
  const ledger: LedgerTransaction[] = [];
  const outcomes = inputs.map((input): TransitionOutcome => {
    const payment = current.get(keyOf(input));
    if (payment === undefined) throw new PaymentMissing(input.paymentId);
    const decision = kinds[payment.kind].decide(payment, withCause(causeOf, payment, input.move), now);
    const isApplied = decision.outcome === "applied";
    // Nothing would be written, so nothing would prove that the remembered row is still current.
    if (!isApplied && known.get(keyOf(input))!.version !== null) throw new LockConflict();
    const after = isApplied ? causedBy(caused, payment, decision, input.audit, now) : payment;
    if (isApplied) ledger.push(...decision.ledger);
    caused.items.push(
      ...decision.items.map((item) => ({ ...item, orgId: input.orgId, paymentId: input.paymentId, at: now })),
    );
    current.set(keyOf(payment), after);
    return {
      outcome: decision.outcome,
      ...(decision.reason === undefined ? {} : { reason: decision.reason }),
      payment: after,
    };
  });

  const changed = [...current].flatMap(([key, after]) => {
    const { payment: before, version } = known.get(key)!;
    return after === before ? [] : [{ before, after, version }];
  });
  return {
    outcomes,
    updates: changed.map(({ after, version }) => ({ ...after, version })),
    writes: transitionWrites(listeners, changed, caused, now),
    ledger,
    changes: caused.changes,
    refunded: caused.refunded,
  };
}

/** The followers run one after another, and after the ledger: that is the order of locks (ARCHITECTURE.md). */
async function carryOut(tx: Tx, { listeners }: TransitionDeps, decided: Decided, now: Date) {
  await Promise.all([
    write(tx, decided),
    postOrFail(tx, decided.ledger).then(() => tellFollowers(tx, listeners, decided.changes, now, decided.refunded)),
  ]);
  return decided.outcomes;
}

async function write(to: Queryable, { updates, writes }: Decided): Promise<void> {
  if (updates.length === 0) await writeTogether(to, writes);
  else await writeAllOrNone(to, updates.length, [queries.paymentUpdates(updates), ...writes]);
}

async function postOrFail(tx: Tx, transactions: readonly LedgerTransaction[]): Promise<void> {
  const outcomes = await postTransactions(tx, transactions);
  outcomes.forEach((outcome, index) => {
    if (outcome !== "posted" && outcome !== "already_posted") throw new LedgerRefused(transactions[index]!, outcome);
  });
}

function uniqueKeys(inputs: readonly queries.PaymentKey[]): queries.PaymentKey[] {
  return [
    ...new Map(inputs.map((input) => [keyOf(input), { orgId: input.orgId, paymentId: input.paymentId }])).values(),
  ];
}

/** Like the ledger's refusal below, a missing payment is a fault of this row and not of its batch. */
export class PaymentMissing extends Error {
  readonly code = "P0002";
  constructor(paymentId: string) {
    super(`payment ${paymentId} does not exist`);
    this.name = "PaymentMissing";
  }
}

/** An optimistic lock conflict: a payment had changed since this process remembered it. Nothing was stored. */
export class LockConflict extends Error {}

/** Carries the SQLSTATE class of a raised exception, so that it counts as a fault of this row and not of its batch. */
export class LedgerRefused extends Error {
  readonly code = "P0001";
  readonly outcome: PostingOutcome;
  readonly transaction: LedgerTransaction;
  constructor(transaction: LedgerTransaction, outcome: PostingOutcome) {
    super(`the ledger refused ${transaction.cause}: ${outcome}`);
    this.name = "LedgerRefused";
    this.outcome = outcome;
    this.transaction = transaction;
  }
}
