import { type AuditActor, type AuditEntry, auditWrites } from "#src/modules/books/audit/append-audit.ts";
import { eventWrites, type NewEvent } from "#src/modules/delivery/events/append-events.ts";
import { cacheKeyOf, holdBeneficiaries } from "#src/modules/people/beneficiaries/find-beneficiary.ts";
import { postTransactions, type LedgerTransaction, type PostingOutcome } from "#src/modules/books/ledger/post-transactions.ts";
import type { EventType } from "#src/modules/delivery/webhooks/event-types.ts";
import type { Clock } from "#src/platform/clock.ts";
import { combine, isRowFault } from "#src/platform/combine.ts";
import type { Db, Queryable, Tx } from "#src/platform/db/client.ts";
import { type Write, writeAllOrNone, writeTogether } from "#src/platform/db/write-together.ts";
import { checkAfter, nextCheckAt } from "../rules/check-schedule.ts";
import type { Payment } from "../payment.ts";
import { eventTypesOf } from "../payment-status.ts";
import { ledgerOfCreation } from "../rules/payment-ledger.ts";
import { type Decision, decideMove, type Move } from "../rules/payment-moves.ts";
import { eventDataTextOf } from "../records/payment-record.ts";
import * as queries from "./queries.ts";
import { createPaymentReader } from "./read-payments.ts";
import { createRecentPayments, keyOf } from "./recent-payments.ts";

/**
 * The single door for payments: every creation and every change of status passes here, whoever caused it, and is written with its ledger
 * postings, events, deliveries and audit entry in one transaction. Calls that come at the same time share that transaction.
 *
 *   lock the payments -> decide each move on what is locked (pure) -> write payments, references, checks, events, audit; ledger; followers -> commit
 *
 * All that is only written is one statement, and where nothing else is needed that statement is the transaction: most payments are two of them.
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
/** Hears of status changes inside the transaction that makes them. */
export type PaymentListener = {
  /** What is to be written with any changes, and needs nothing read for it: counts. */
  writes?(changes: readonly StatusChange[]): Write[];
  /** Of payments that something else asked for (`details.origin`: a withdrawal, a link, an escrow); may read, lock and refuse. */
  follow?(tx: Tx, changes: readonly StatusChange[], now: Date): Promise<void>;
};

/** How a kind of payment decides its moves; ramps bring their own rules and share everything else. */
export type MoveRules = (payment: Payment, move: Move, now: Date) => Decision;

const MAX_BATCH = 64;
const MAX_BATCHES_IN_FLIGHT = 2;
const MAX_QUEUED = 5_000;

export type PaymentStore = ReturnType<typeof createPaymentStore>;

export function createPaymentStore(deps: { db: Db; clock: Clock; listeners: readonly PaymentListener[]; rampRules: MoveRules }) {
  const { db, clock, listeners } = deps;

  async function createIn(tx: Tx, given: readonly Creation[]): Promise<CreationOutcome[]> {
    const now = clock.now();
    const creations = given.map(withFirstEvent);
    const refusals = await holdPayees(tx, creations);
    await reserveFunds(tx, creations, refusals, now);
    const wanted = creations.filter(({ payment }) => !refusals.has(payment.paymentId));
    const versions = await insert(tx, wanted, now);
    const isCreated = ({ payment }: Creation): boolean => versions.has(payment.paymentId);
    await tellFollowers(tx, changesOf(wanted.filter(isCreated)), now);
    const existing = await existingOf(
      tx,
      wanted.filter((creation) => !isCreated(creation)),
    );
    return creations.map(({ payment }) => {
      const refusal = refusals.get(payment.paymentId);
      if (refusal !== undefined) return { outcome: refusal, payment };
      const version = versions.get(payment.paymentId);
      return version !== undefined ? { outcome: "created", payment, version } : { outcome: "existed", payment: existing.get(payment.paymentId)! };
    });
  }

  /** Creations that nothing must be read, locked or asked for. */
  async function createAtOnce(given: readonly Creation[]): Promise<CreationOutcome[]> {
    const creations = given.map(withFirstEvent);
    const versions = await insert(db, creations, clock.now());
    return creations.map(({ payment }) => ({ outcome: "created", payment, version: versions.get(payment.paymentId)! }));
  }

  /** Returns the versions of those that are new. Where all certainly are, they are one statement with all that tells of them. */
  async function insert(to: Queryable, creations: readonly Creation[], now: Date): Promise<Map<string, string>> {
    if (creations.length === 0) return new Map();
    const insertion = queries.paymentInserts(creations.map(({ payment }) => payment));
    if (creations.every(({ newId }) => newId)) return versionsOf(await writeTogether(to, [insertion, ...creationWrites(creations, now)]));
    const versions = versionsOf(await writeTogether(to, [insertion]));
    const created = creations.filter(({ payment }) => versions.has(payment.paymentId));
    await writeTogether(to, creationWrites(created, now));
    return versions;
  }

  function creationWrites(creations: readonly Creation[], now: Date): Write[] {
    const payments = creations.map(({ payment }) => payment);
    return [
      ...queries.referenceInserts(payments.flatMap((payment) => referencesOf(payment, 0))),
      ...queries.checkUpserts(payments.flatMap((payment) => checkOf(payment, nextCheckAt(payment, now)))),
      ...eventWrites(payments.map((payment) => eventOf(payment, eventDataTextOf(payment, null), "transaction.updated", 1, now))),
      ...auditWrites(creations.map(({ payment, audit }) => auditOf(payment, audit, now))),
      ...listenerWrites(changesOf(creations)),
    ];
  }

  async function applyIn(tx: Tx, inputs: readonly TransitionInput[]): Promise<TransitionOutcome[]> {
    const now = clock.now();
    const locked = inputs.length === 0 ? [] : await queries.lockPayments(tx, uniqueKeys(inputs));
    return carryOut(tx, decide(inputs, new Map(locked.map((payment) => [keyOf(payment), { payment, version: null }])), now), now);
  }

  /** Pure: every move on the payment as it is known, or as the move before it in the batch left it. */
  function decide(inputs: readonly TransitionInput[], known: ReadonlyMap<string, KnownPayment>, now: Date): Decided {
    const current = new Map([...known].map(([key, { payment }]) => [key, payment]));
    const written = emptyWrites();
    const outcomes = inputs.map((input): TransitionOutcome => {
      const payment = current.get(keyOf(input));
      if (payment === undefined) throw new PaymentMissing(input.paymentId);
      const decision = payment.kind === "ramp" ? deps.rampRules(payment, input.move, now) : decideMove(payment, input.move, now);
      if (decision.outcome !== "applied" && known.get(keyOf(input))!.version !== null) throw new Overtaken(); // No write would prove that it is still so.
      const after = decision.outcome === "applied" ? collectWrites(written, payment, decision, input, now) : payment;
      if (decision.outcome !== "applied") collectItems(written, payment, decision, now);
      current.set(keyOf(payment), after);
      return { outcome: decision.outcome, ...(decision.reason === undefined ? {} : { reason: decision.reason }), payment: after };
    });

    const changed = [...current].flatMap(([key, after]) => {
      const { payment: before, version } = known.get(key)!;
      return after === before ? [] : [{ before, after, version }];
    });
    return {
      outcomes,
      updates: changed.map(({ after, version }) => ({ ...after, version })),
      writes: [
        ...queries.referenceInserts(changed.flatMap(({ before, after }) => referencesOf(after, before.progress.attempts.length))),
        ...queries.checkUpserts(changed.flatMap(({ before, after }) => checkOf(after, checkAfter(before, after, now)))),
        ...queries.checkDeletes(changed.map(({ after }) => after).filter((after) => nextCheckAt(after, now) === null)),
        ...eventWrites(written.events),
        ...auditWrites(written.audit),
        ...queries.itemInserts(written.items),
        ...listenerWrites(written.changes),
      ],
      ledger: written.ledger,
      changes: written.changes,
    };
  }

  /** The followers one after another, and after the ledger's lock: everybody takes that one first. */
  async function carryOut(tx: Tx, decided: Decided, now: Date): Promise<TransitionOutcome[]> {
    await Promise.all([write(tx, decided), postOrFail(tx, decided.ledger).then(() => tellFollowers(tx, decided.changes, now))]);
    return decided.outcomes;
  }

  async function write(to: Queryable, { updates, writes }: Decided): Promise<void> {
    if (updates.length === 0) await writeTogether(to, writes);
    else await writeAllOrNone(to, updates.length, [queries.paymentUpdates(updates), ...writes]);
  }

  function listenerWrites(changes: readonly StatusChange[]): Write[] {
    return changes.length === 0 ? [] : listeners.flatMap((listener) => listener.writes?.(changes) ?? []);
  }

  async function tellFollowers(tx: Tx, changes: readonly StatusChange[], now: Date): Promise<void> {
    const followed = changes.filter(isFollowed);
    if (followed.length > 0) for (const listener of listeners) await listener.follow?.(tx, followed, now);
  }

  const limits = { maxBatch: MAX_BATCH, maxInFlight: MAX_BATCHES_IN_FLIGHT, maxQueued: MAX_QUEUED };
  const recentPayments = createRecentPayments();

  async function createBatch(creations: readonly Creation[]): Promise<CreationOutcome[]> {
    const outcomes = creations.every(needsNothingFirst) ? await createAtOnce(creations) : await db.transaction((tx) => createIn(tx, creations));
    for (const { payment, version } of outcomes) if (version !== undefined) recentPayments.remember({ payment, version });
    return outcomes;
  }

  async function applyBatch(inputs: readonly TransitionInput[]): Promise<TransitionOutcome[]> {
    const recent = recentPayments.take(inputs);
    if (recent.size === inputs.length) {
      try {
        return await applyToRecent(inputs, recent);
      } catch (error) {
        // Who was overtaken may hear of it first as an event whose sequence is taken.
        if (!(error instanceof Overtaken || isRowFault(error))) throw error;
      }
    }
    return db.transaction((tx) => applyIn(tx, inputs));
  }

  /** Decided on what is remembered, and one statement where that needs neither the ledger nor a follower. */
  async function applyToRecent(inputs: readonly TransitionInput[], recent: ReadonlyMap<string, queries.VersionedPayment>): Promise<TransitionOutcome[]> {
    const now = clock.now();
    const decided = decide(inputs, recent, now);
    if (decided.ledger.length > 0 || decided.changes.some(isFollowed)) return db.transaction((tx) => carryOut(tx, decided, now));
    await write(db, decided);
    return decided.outcomes;
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
export class LedgerRefused extends Error {
  readonly code = "P0001";
  readonly outcome: PostingOutcome;
  constructor(cause: string, outcome: PostingOutcome) {
    super(`the ledger refused ${cause}: ${outcome}`);
    this.name = "LedgerRefused";
    this.outcome = outcome;
  }
}

/** Without a version it is locked. */
type KnownPayment = { payment: Payment; version: string | null };

type Decided = {
  outcomes: TransitionOutcome[];
  updates: queries.ChangedPayment[];
  /** What is written with the updates. */
  writes: Write[];
  ledger: LedgerTransaction[];
  changes: StatusChange[];
};

type Writes = {
  events: NewEvent[];
  audit: AuditEntry[];
  ledger: LedgerTransaction[];
  items: queries.NewReconciliationItem[];
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
    const data = eventDataTextOf(after, before.status);
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

function eventOf(payment: Payment, data: string, type: EventType, sequence: number, at: Date): NewEvent {
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

function withFirstEvent(creation: Creation): Creation {
  return { ...creation, payment: { ...creation.payment, eventSequence: 1 } };
}

function changesOf(creations: readonly Creation[]): StatusChange[] {
  return creations.map(({ payment }) => ({ before: null, after: payment }));
}

function isFollowed({ after }: StatusChange): boolean {
  return after.details.origin !== undefined;
}

/** Certainly new, for nobody else, to no kept beneficiary and without money to set aside. */
function needsNothingFirst({ payment, newId }: Creation): boolean {
  return newId === true && payment.details.origin === undefined && payment.beneficiaryId === null && !reservesFunds(payment);
}

function versionsOf(rows: readonly queries.InsertedPayment[]): Map<string, string> {
  return new Map(rows.map((row) => [row.payment_id, row.version]));
}

/** A beneficiary may be deleted at any moment: from here on until the commit it may not, and one that is gone takes no payment. */
async function holdPayees(tx: Tx, creations: readonly Creation[]): Promise<Map<string, CreationRefusal>> {
  const named = creations.flatMap(({ payment: { orgId, paymentId, beneficiaryId } }) => (beneficiaryId === null ? [] : [{ orgId, paymentId, beneficiaryId }]));
  const held = await holdBeneficiaries(tx, named);
  const gone = named.filter((reference) => !held.has(cacheKeyOf(reference.orgId, reference.beneficiaryId)));
  return new Map(gone.map(({ paymentId }) => [paymentId, "beneficiary_gone"]));
}

function reservesFunds(payment: Payment): boolean {
  return payment.kind === "ramp" ? payment.details.fee_funding !== undefined : payment.direction === "outbound";
}

/** A payout's money is set aside before the payment exists; what its account cannot cover is not created at all. */
async function reserveFunds(tx: Tx, creations: readonly Creation[], refusals: Map<string, CreationRefusal>, now: Date): Promise<void> {
  const reservations = creations.flatMap(({ payment }) =>
    refusals.has(payment.paymentId) || !reservesFunds(payment) ? [] : ledgerOfCreation(payment, now).map((transaction) => ({ payment, transaction })),
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

async function existingOf(tx: Tx, creations: readonly Creation[]): Promise<Map<string, Payment>> {
  if (creations.length === 0) return new Map();
  const found = await queries.findPayments(
    tx,
    creations.map(({ payment }) => payment),
  );
  return new Map(found.map(({ payment }) => [payment.paymentId, payment]));
}

function uniqueKeys(inputs: readonly queries.PaymentKey[]): queries.PaymentKey[] {
  return [...new Map(inputs.map((input) => [keyOf(input), { orgId: input.orgId, paymentId: input.paymentId }])).values()];
}
