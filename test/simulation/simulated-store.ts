import {
  type AppliedBatch,
  applyTransactions,
  type LedgerState,
  type PostingRow,
  type TransactionRow,
} from "@corridor/server/record/ledger/apply-transactions.ts";
import { type LedgerTransaction, linesOf } from "@corridor/server/record/ledger/ledger.ts";
import type { NewEvent } from "@corridor/server/record/events/write-events.ts";
import type { PaymentKinds } from "@corridor/server/payments/core/kind.ts";
import type { Move } from "@corridor/server/payments/core/moves.ts";
import { withCause } from "@corridor/server/payments/core/with-cause.ts";
import type { Payment } from "@corridor/server/payments/core/payment.ts";
import { checkAfter, nextCheckAt } from "@corridor/server/payments/core/check-schedule.ts";
import type { ReconciliationItem } from "@corridor/server/payments/core/decision.ts";
import { ledgerOfCreation } from "@corridor/server/payments/core/payment-ledger.ts";
import { LedgerRefused, type TransitionOutcome } from "@corridor/server/payments/store/apply-transition.ts";
import { type Caused, causedBy } from "@corridor/server/payments/store/payment-writes.ts";
import type { PaymentKey } from "@corridor/server/payments/store/queries.ts";
import type { Queryable } from "@corridor/server/kernel/db/client.ts";
import { DatabaseUnavailable } from "@corridor/server/kernel/db/unavailable.ts";
import type { Money } from "@corridor/base/money.ts";
import type { Random } from "#test/prover/random.ts";
import type { Defect } from "./defects.ts";
import { documentedCause } from "./simulated-provider.ts";
import type { Faults, Scheduler, SimulatedProcess } from "./scheduler.ts";

/**
 * The database as the rules see it: rows committed together appear together, or not at all. The product's own functions
 * decide what is written, posted and published. An answer may be lost before the commit and after it.
 */
export type SimulatedDatabase = {
  readonly payments: Map<string, Payment>;
  readonly transactions: TransactionRow[];
  readonly postings: PostingRow[];
  readonly ledger: LedgerState;
  readonly events: NewEvent[];
  readonly items: (ReconciliationItem & { paymentId: string })[];
  /** From each attempt to its payment. */
  readonly references: Map<string, string>;
  /** When each unfinished payment is checked again. */
  readonly checks: Map<string, number>;
  readonly missing: Map<string, MissingRow>;
  /** The store as one process reaches it. */
  storeOf(process: SimulatedProcess): SimulatedStore;
};

export type SimulatedStore = {
  /** False when its money cannot be reserved. */
  createPayment(payment: Payment): Promise<boolean>;
  findPayment(key: { paymentId: string }): Promise<Payment | undefined>;
  applyTransition(key: PaymentKey, move: Move): Promise<TransitionOutcome>;
  /** Claims a payment's check until its lease ends; false when another process has claimed it. */
  claimCheck(paymentId: string): Promise<boolean>;
  reschedule(paymentId: string, at: Date): Promise<void>;
  /** Only for `missing_requests`. */
  readonly queryable: Queryable;
};

type Options = {
  scheduler: Scheduler;
  random: Random;
  faults: () => Faults;
  defect: Defect | undefined;
  kinds: PaymentKinds;
  openings: ReadonlyMap<string, Money>;
};
const LEASE_MS = 30_000;

export function createDatabase({ scheduler, random, faults, defect, kinds, openings }: Options): SimulatedDatabase {
  const database: Omit<SimulatedDatabase, "storeOf"> = {
    payments: new Map(),
    transactions: [],
    postings: [],
    ledger: { accounts: new Map(), holds: new Map(), chains: new Map(), causes: new Map(), openings },
    events: [],
    items: [],
    references: new Map(),
    checks: new Map(),
    missing: new Map(),
  };
  const { payments, ledger, checks } = database;

  function post(transactions: readonly LedgerTransaction[]): AppliedBatch["outcomes"] {
    const batch = applyTransactions(ledger, transactions, transactions.map(linesOf));
    database.transactions.push(...batch.transactions);
    database.postings.push(...batch.postings);
    return batch.outcomes;
  }

  function keep(payment: Payment): void {
    payments.set(payment.paymentId, payment);
    for (const { attempt_id } of payment.progress.attempts) database.references.set(attempt_id, payment.paymentId);
  }

  function create(payment: Payment, now: Date): boolean {
    if (payments.has(payment.paymentId)) return true;
    const setAside = ledgerOfCreation(payment, now).map((one) =>
      defect === "floor_ignored" ? { ...one, hasHappened: true } : one,
    );
    if (post(setAside).some((outcome) => outcome !== "posted")) return false;
    const stored = { ...payment, eventSequence: 1 };
    keep(stored);
    database.events.push({
      orgId: payment.orgId,
      type: "transaction.updated",
      resourceType: "payment",
      resourceId: payment.paymentId,
      sequence: 1,
      data: [JSON.stringify({ status: payment.status })],
      at: now,
    });
    const dueAt = nextCheckAt(stored, now);
    if (dueAt !== null && defect !== "no_check_at_creation") checks.set(payment.paymentId, dueAt.getTime());
    return true;
  }

  /** The writes of a status change, and those that a planted defect does later. */
  function transit(
    { paymentId }: PaymentKey,
    move: Move,
    known: Payment | undefined,
    now: Date,
  ): { outcome: TransitionOutcome; later: () => void } {
    const before = known ?? payments.get(paymentId)!;
    const asked = defect === "late_update_believed" && move.type === "provider_said" ? reopened(before) : before;
    const decision = kinds[before.kind].decide(asked, withCause(documentedCause, before, move), now);
    const caused: Caused = { events: [], audit: [], items: [], changes: [], refunded: [] };
    const isApplied = decision.outcome === "applied";
    const after = isApplied ? causedBy(caused, before, decision, undefined, now) : before;
    const writeLedger = (): void => {
      const outcomes = isApplied ? post(decision.ledger) : [];
      const refused = outcomes.findIndex((outcome) => outcome !== "posted" && outcome !== "already_posted");
      if (refused !== -1) throw new LedgerRefused(decision.ledger[refused]!, outcomes[refused]!);
    };
    const writeEvents = (): void => void database.events.push(...caused.events);
    // The ledger comes first: if it refuses, nothing is written.
    if (defect !== "ledger_in_second_commit") writeLedger();
    if (defect !== "events_in_second_commit") writeEvents();
    database.items.push(...decision.items.map((item) => ({ ...item, paymentId })));
    keep(after);
    const dueAt = isApplied ? checkAfter(before, after, now) : null;
    if (dueAt !== null) checks.set(paymentId, dueAt.getTime());
    if (nextCheckAt(after, now) === null) checks.delete(paymentId);
    const later =
      { ledger_in_second_commit: writeLedger, events_in_second_commit: writeEvents }[defect as string] ??
      (() => undefined);
    return { outcome: { outcome: decision.outcome, payment: after }, later };
  }

  function storeOf(process: SimulatedProcess): SimulatedStore {
    /** One transaction. Its process may crash, or its answer be lost, before the commit and after it. */
    async function commit<T>(work: () => T): Promise<T> {
      await process.pause(0, 5);
      if (random.next() < faults().databaseFails) throw new DatabaseUnavailable("simulated");
      const result = work();
      await process.pause(0, 5);
      if (random.next() < faults().databaseFails) throw new DatabaseUnavailable("simulated, after the commit");
      return result;
    }
    return {
      createPayment: (payment) => commit(() => create(payment, process.clock.now())),
      findPayment: ({ paymentId }) => commit(() => payments.get(paymentId)),
      async applyTransition(key, move) {
        const read = defect === "lost_update" ? await commit(() => payments.get(key.paymentId)) : undefined;
        const { outcome, later } = await commit(() => transit(key, move, read, process.clock.now()));
        if (defect === "ledger_in_second_commit" || defect === "events_in_second_commit") await commit(later);
        return outcome;
      },
      claimCheck: (paymentId) =>
        commit(() => {
          if ((checks.get(paymentId) ?? Infinity) > scheduler.nowMs()) return false;
          checks.set(paymentId, defect === "lease_without_end" ? Infinity : scheduler.nowMs() + LEASE_MS);
          return true;
        }),
      reschedule: (paymentId, at) => commit(() => void (checks.has(paymentId) && checks.set(paymentId, at.getTime()))),
      queryable: {
        query: <Row>(statement: string, values: readonly unknown[] = []) =>
          commit(() => missingStatement(database.missing, statement, values as Values, scheduler.nowMs()) as Row[]),
      },
    };
  }
  return { ...database, storeOf };
}

/** The payment as if it had not ended. */
function reopened(payment: Payment): Payment {
  return payment.status === "failed" || payment.status === "canceled" ? { ...payment, status: "pending" } : payment;
}

type MissingRow = { doubtedAtMs: number; waitedMs: number; missingAtMs: number | null; missingWaitedMs: number | null };
type Values = readonly [
  org: string,
  reference: string,
  waitedMs: number,
  askedAtMs: number,
  settlesWithinMs: number,
  pauseMs: number,
];

/**
 * The same as the SQL of `missing-queries.ts`: the insert, the times, then the verdict. Times are milliseconds here.
 */
function missingStatement(rows: Map<string, MissingRow>, statement: string, values: Values, nowMs: number): object[] {
  if (statement.startsWith("SELECT now"))
    return [{ now: nowMs, asked_at: nowMs - Number(values[0]), watched_from: nowMs + Number(values[1]) }];
  const [, reference, vouchedMs, askedAtMs, settlesWithinMs, pauseMs] = values;
  if (statement.trimStart().startsWith("INSERT")) {
    if (!rows.has(reference))
      rows.set(reference, { doubtedAtMs: nowMs, waitedMs: 0, missingAtMs: null, missingWaitedMs: null });
    return [];
  }
  const row = rows.get(reference)!;
  row.waitedMs = Math.max(row.waitedMs, vouchedMs);
  const unsettledMs = Math.max(settlesWithinMs - row.waitedMs, settlesWithinMs - (askedAtMs - row.doubtedAtMs));
  const unpausedMs =
    row.missingAtMs === null
      ? Infinity
      : Math.max(pauseMs - (row.waitedMs - row.missingWaitedMs!), pauseMs - (askedAtMs - row.missingAtMs));
  const isSettled = unsettledMs <= 0;
  const lacksMs = isSettled ? Math.max(Math.min(unpausedMs, pauseMs), 0) : unsettledMs;
  row.missingAtMs = isSettled ? (row.missingAtMs ?? nowMs) : null;
  row.missingWaitedMs = isSettled ? (row.missingWaitedMs ?? row.waitedMs) : null;
  return [{ isAbsent: isSettled && unpausedMs <= 0, waitedMs: row.waitedMs, lacksMs }];
}
