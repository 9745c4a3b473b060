import { type AuditActor, type AuditEntry, appendAudit } from "#src/modules/audit/append-audit.ts";
import { appendEvents, type NewEvent } from "#src/modules/events/append-events.ts";
import { cacheKeyOf, holdBeneficiaries } from "#src/modules/beneficiaries/find-beneficiary.ts";
import { postTransactions, type LedgerTransaction, type PostingOutcome } from "#src/modules/ledger/post-transactions.ts";
import type { EventType } from "#src/modules/webhooks/event-types.ts";
import type { Clock } from "#src/platform/clock.ts";
import { combine, isRowFault } from "#src/platform/combine.ts";
import type { Db, Tx } from "#src/platform/db/client.ts";
import { checkAfter, nextCheckAt } from "./check-schedule.ts";
import type { Payment, PaymentStatus } from "./payment.ts";
import { ledgerOfCreation } from "./payment-ledger.ts";
import { type Decision, decideMove, type Move } from "./payment-moves.ts";
import { recordOf } from "./payment-record.ts";
import * as queries from "./queries.ts";
import { createPaymentReader } from "./read-payments.ts";
import { createRecentPayments, keyOf } from "./recent-payments.ts";

/**
 * The single door for payments: every creation and every change of status passes here, whoever caused it, and is written with its ledger
 * postings, events, deliveries and audit entry in one transaction. Calls that come at the same time share that transaction.
 *
 *   lock the payments -> decide each move on what is locked (pure) -> write payments, references, checks, ledger, events, audit -> commit
 *
 * A move is decided on the locked row, never on what its caller had read before: a callback that comes twice, late or out of order finds
 * the truth as it is now. The one row that is not locked first is one that this process wrote a moment ago (recent-payments.ts): it is
 * decided on as remembered and written only if it is still the same.
 */
export type Audited = { actor: AuditActor; action: string; changes?: object; requestId?: string };

/** `newId`: made for this request, so that no payment can have it yet. Else it may be the same request again, after a crash. */
export type Creation = { payment: Payment; audit: Audited; newId?: boolean };
/** Why a payment was not created: its money could not be set aside, or its beneficiary was deleted meanwhile. */
export type CreationRefusal = "insufficient_funds" | "frozen" | "closed" | "beneficiary_gone";
export type CreationOutcome = { outcome: "created" | "existed" | CreationRefusal; payment: Payment; /** Of the new row. */ version?: string };

export type TransitionInput = queries.PaymentKey & { move: Move; audit?: Audited };
export type TransitionOutcome = Pick<Decision, "outcome" | "reason"> & { payment: Payment };

export type StatusChange = { before: Payment | null; after: Payment };
/** Told of status changes inside the transaction that makes them (a virtual account's withdrawal, a paid link, an escrow payout). */
export type PaymentListener = (tx: Tx, changes: readonly StatusChange[], now: Date) => Promise<void>;

/** How a kind of payment decides its moves; ramps bring their own rules and share everything else. */
export type MoveRules = (payment: Payment, move: Move, now: Date) => Decision;

const MAX_BATCH = 64;
const MAX_BATCHES_IN_FLIGHT = 2;
const MAX_QUEUED = 5_000;
const NONE_RECENT: ReadonlyMap<string, queries.VersionedPayment> = new Map();

export type PaymentStore = ReturnType<typeof createPaymentStore>;

export function createPaymentStore(deps: { db: Db; clock: Clock; listeners: readonly PaymentListener[]; rampRules: MoveRules }) {
  const { db, clock, listeners } = deps;

  async function createIn(tx: Tx, creations: readonly Creation[]): Promise<CreationOutcome[]> {
    const now = clock.now();
    const payments = creations.map(({ payment }) => ({ ...payment, eventSequence: 1 }));
    const refusals = await holdPayees(tx, payments);
    await reserveFunds(
      tx,
      payments.filter((payment) => !refusals.has(payment.paymentId)),
      refusals,
      now,
    );
    const wanted = payments.filter((payment) => !refusals.has(payment.paymentId));
    const insertion = wanted.length === 0 ? Promise.resolve(new Map<string, string>()) : queries.insertPayments(tx, wanted);
    // Where all are certainly new, nothing waits for the answer.
    const known = creations.every((creation) => creation.newId) ? null : await insertion;
    const fresh = known === null ? wanted : wanted.filter((payment) => known.has(payment.paymentId));
    const isFresh = new Set(fresh.map((payment) => payment.paymentId));
    const [created] = await Promise.all([
      insertion,
      queries.insertReferences(
        tx,
        fresh.flatMap((payment) => referencesOf(payment, 0)),
      ),
      queries.scheduleChecks(
        tx,
        fresh.flatMap((payment) => checkOf(payment, nextCheckAt(payment, now))),
      ),
      appendEvents(
        tx,
        fresh.map((payment) => eventOf(payment, eventDataOf(payment, null), "transaction.updated", 1, now)),
      ),
      appendAudit(
        tx,
        creations.filter(({ payment }) => isFresh.has(payment.paymentId)).map(({ payment, audit }) => auditOf(payment, audit, now)),
      ),
      tellListeners(
        tx,
        fresh.map((after) => ({ before: null, after })),
        now,
      ),
    ]);
    const existing = await existingOf(
      tx,
      wanted.filter((payment) => !created.has(payment.paymentId)),
    );
    return payments.map((payment) => {
      const refusal = refusals.get(payment.paymentId);
      if (refusal !== undefined) return { outcome: refusal, payment };
      const version = created.get(payment.paymentId);
      return version !== undefined ? { outcome: "created", payment, version } : { outcome: "existed", payment: existing.get(payment.paymentId)! };
    });
  }

  async function applyIn(
    tx: Tx,
    inputs: readonly TransitionInput[],
    recent: ReadonlyMap<string, queries.VersionedPayment> = NONE_RECENT,
  ): Promise<TransitionOutcome[]> {
    const now = clock.now();
    const toLock = uniqueKeys(inputs.filter((input) => !recent.has(keyOf(input))));
    const locked = toLock.length === 0 ? [] : await queries.lockPayments(tx, toLock);
    const before = new Map([...locked, ...[...recent.values()].map(({ payment }) => payment)].map((payment) => [keyOf(payment), payment]));
    const current = new Map(before);
    const written = emptyWrites();
    const outcomes = inputs.map((input): TransitionOutcome => {
      const payment = current.get(keyOf(input));
      if (payment === undefined) throw new PaymentMissing(input.paymentId);
      const decision = payment.kind === "ramp" ? deps.rampRules(payment, input.move, now) : decideMove(payment, input.move, now);
      if (decision.outcome !== "applied" && recent.has(keyOf(input))) throw new Overtaken(); // No write would prove that it is still so.
      const after = decision.outcome === "applied" ? collectWrites(written, payment, decision, input, now) : payment;
      if (decision.outcome !== "applied") collectItems(written, payment, decision, now);
      current.set(keyOf(payment), after);
      return { outcome: decision.outcome, ...(decision.reason === undefined ? {} : { reason: decision.reason }), payment: after };
    });

    const changed = [...current.values()].filter((payment) => before.get(keyOf(payment)) !== payment);
    const finished = changed.filter((payment) => nextCheckAt(payment, now) === null);
    const update = changed.map((payment) => ({ ...payment, version: recent.get(keyOf(payment))?.version ?? null }));
    const [updated] = await Promise.all([
      changed.length === 0 ? 0 : queries.updatePayments(tx, update),
      queries.insertReferences(
        tx,
        changed.flatMap((after) => referencesOf(after, before.get(keyOf(after))!.progress.attempts.length)),
      ),
      queries.scheduleChecks(
        tx,
        changed.flatMap((after) => checkOf(after, checkAfter(before.get(keyOf(after))!, after, now))),
      ),
      queries.dropChecks(tx, finished),
      appendEvents(tx, written.events),
      appendAudit(tx, written.audit),
      queries.insertReconciliationItems(tx, written.items),
      postOrFail(tx, written.ledger).then(() => tellListeners(tx, written.changes, now)),
    ]);
    if (updated < changed.length) throw new Overtaken();
    return outcomes;
  }

  /** One after another, and after the ledger's lock: everybody takes that one first. */
  async function tellListeners(tx: Tx, changes: readonly StatusChange[], now: Date): Promise<void> {
    if (changes.length > 0) for (const listener of listeners) await listener(tx, changes, now);
  }

  const limits = { maxBatch: MAX_BATCH, maxInFlight: MAX_BATCHES_IN_FLIGHT, maxQueued: MAX_QUEUED };
  const recentPayments = createRecentPayments();

  async function createBatch(creations: readonly Creation[]): Promise<CreationOutcome[]> {
    const outcomes = await db.transaction((tx) => createIn(tx, creations));
    for (const { payment, version } of outcomes) if (version !== undefined) recentPayments.remember({ payment, version });
    return outcomes;
  }

  async function applyBatch(inputs: readonly TransitionInput[]): Promise<TransitionOutcome[]> {
    const recent = recentPayments.take(inputs);
    try {
      return await db.transaction((tx) => applyIn(tx, inputs, recent));
    } catch (error) {
      // Who was overtaken may hear of it first as an event whose sequence is taken.
      if (recent.size === 0 || !(error instanceof Overtaken || isRowFault(error))) throw error;
      return db.transaction((tx) => applyIn(tx, inputs));
    }
  }

  const create = combine<Creation, CreationOutcome>({ ...limits, run: createBatch });
  const apply = combine<TransitionInput, TransitionOutcome>({ ...limits, run: applyBatch });

  return {
    /** Commit 1: the intention, before anything is sent. */
    createPayment: create,
    createPaymentsIn: createIn,
    applyTransition: apply,
    applyTransitionsIn: applyIn,
    ...createPaymentReader(db),
    drain: () => Promise.all([create.drain(), apply.drain()]).then(() => undefined),
  };
}

/** Like the ledger's refusal below, it is this row's fault and not its batch's. */
export class PaymentMissing extends Error {
  readonly code = "P0002";
  constructor(paymentId: string) {
    super(`payment ${paymentId} does not exist`);
    this.name = "PaymentMissing";
  }
}

/** A payment was not as this process remembered it. Nothing was stored. */
class Overtaken extends Error {}

/** Carries the SQLSTATE class of a raised exception, so that it counts as this row's fault and not as its batch's. */
class LedgerRefused extends Error {
  readonly code = "P0001";
  constructor(cause: string, outcome: PostingOutcome) {
    super(`the ledger refused ${cause}: ${outcome}`);
    this.name = "LedgerRefused";
  }
}

type Writes = {
  events: NewEvent[];
  audit: AuditEntry[];
  ledger: LedgerTransaction[];
  items: Parameters<typeof queries.insertReconciliationItems>[1][number][];
  changes: StatusChange[];
};

function emptyWrites(): Writes {
  return { events: [], audit: [], ledger: [], items: [], changes: [] };
}

/** Adds what a move causes, and returns the payment as it will be stored: with its events counted. */
function collectWrites(written: Writes, before: Payment, decision: Decision, input: TransitionInput, now: Date): Payment {
  const types: EventType[] =
    decision.payment.status !== before.status ? eventTypesOf(decision.payment.status) : decision.isNews === true ? ["transaction.updated"] : [];
  const after: Payment = { ...decision.payment, eventSequence: before.eventSequence + types.length };
  if (types.length > 0) {
    const data = eventDataOf(after, before.status);
    types.forEach((type, index) => written.events.push(eventOf(after, data, type, before.eventSequence + index + 1, now)));
  }
  if (after.status !== before.status) written.changes.push({ before, after });
  if (input.audit !== undefined) written.audit.push(auditOf(after, input.audit, now));
  written.ledger.push(...decision.ledger);
  collectItems(written, after, decision, now);
  return after;
}

function collectItems(written: Writes, payment: Payment, decision: Decision, now: Date): void {
  for (const item of decision.items) written.items.push({ ...item, orgId: payment.orgId, paymentId: payment.paymentId, at: now });
}

/** Every change is told as `transaction.updated`; the ones that have a name of their own are told by it first. */
function eventTypesOf(status: PaymentStatus): EventType[] {
  switch (status) {
    case "processing":
      return ["payment.processing", "transaction.updated"];
    case "pending":
      return ["payment.pending", "transaction.updated"];
    case "completed":
      return ["payment.completed", "transaction.updated"];
    case "failed":
    case "rejected":
      return ["payment.failed", "transaction.updated"];
    case "refunded":
      return ["payment.refunded", "transaction.updated"];
    case "canceled":
      return ["payment.canceled", "transaction.updated"];
    case "initiated":
    case "reviewed":
    case "confirmed":
      return ["transaction.updated"];
  }
}

function eventDataOf(payment: Payment, previous: PaymentStatus | null): object {
  return { ...recordOf(payment), previous_status: previous };
}

function eventOf(payment: Payment, data: object, type: EventType, sequence: number, at: Date): NewEvent {
  return { orgId: payment.orgId, type, resourceType: "payment", resourceId: payment.paymentId, sequence, data, at };
}

function auditOf(payment: Payment, audit: Audited, at: Date): AuditEntry {
  return { orgId: payment.orgId, resourceType: "payment", resourceId: payment.paymentId, at, ...audit };
}

/** Of the attempts from `first` on that the payment's own id does not lead to. */
function referencesOf({ orgId, paymentId, progress }: Payment, first: number): queries.NewReference[] {
  return progress.attempts.slice(first).flatMap(({ attempt_id }) => (attempt_id === paymentId ? [] : [{ reference: attempt_id, orgId, paymentId }]));
}

function checkOf(payment: Payment, dueAt: Date | null): queries.Check[] {
  return dueAt === null ? [] : [{ orgId: payment.orgId, paymentId: payment.paymentId, dueAt }];
}

/** A beneficiary may be deleted at any moment: from here on until the commit it may not, and one that is gone takes no payment. */
async function holdPayees(tx: Tx, payments: readonly Payment[]): Promise<Map<string, CreationRefusal>> {
  const named = payments.flatMap(({ orgId, paymentId, beneficiaryId }) => (beneficiaryId === null ? [] : [{ orgId, paymentId, beneficiaryId }]));
  const held = await holdBeneficiaries(tx, named);
  const gone = named.filter((reference) => !held.has(cacheKeyOf(reference.orgId, reference.beneficiaryId)));
  return new Map(gone.map(({ paymentId }) => [paymentId, "beneficiary_gone"]));
}

/** A payout's money is set aside before the payment exists; what its account cannot cover is not created at all. */
async function reserveFunds(tx: Tx, payments: readonly Payment[], refusals: Map<string, CreationRefusal>, now: Date): Promise<void> {
  const reservations = payments.flatMap((payment) =>
    payment.kind === "ramp" ? [] : ledgerOfCreation(payment, now).map((transaction) => ({ payment, transaction })),
  );
  const outcomes = await postTransactions(
    tx,
    reservations.map(({ transaction }) => transaction),
  );
  outcomes.forEach((outcome, index) => {
    if (outcome === "posted" || outcome === "already_posted") return;
    const { payment, transaction } = reservations[index]!;
    if (outcome !== "insufficient_funds" && outcome !== "frozen" && outcome !== "closed") throw new LedgerRefused(transaction.cause, outcome);
    refusals.set(payment.paymentId, outcome);
  });
}

async function postOrFail(tx: Tx, transactions: readonly LedgerTransaction[]): Promise<void> {
  const outcomes = await postTransactions(tx, transactions);
  outcomes.forEach((outcome, index) => {
    if (outcome !== "posted" && outcome !== "already_posted") throw new LedgerRefused(transactions[index]!.cause, outcome);
  });
}

async function existingOf(tx: Tx, payments: readonly Payment[]): Promise<Map<string, Payment>> {
  if (payments.length === 0) return new Map();
  const found = await queries.findPayments(tx, payments);
  return new Map(found.map(({ payment }) => [payment.paymentId, payment]));
}

function uniqueKeys(inputs: readonly queries.PaymentKey[]): queries.PaymentKey[] {
  return [...new Map(inputs.map((input) => [keyOf(input), { orgId: input.orgId, paymentId: input.paymentId }])).values()];
}
