import { cacheKeyOf, holdBeneficiaries } from "#src/parties/beneficiaries/index.ts";
import { postTransactions, type Shortage, shortageIn } from "#src/record/ledger/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import { heldNote } from "@corridor/shared/held.ts";
import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { writeTogether } from "#src/kernel/db/write-together.ts";
import { ClaimOver } from "#src/kernel/http/claim-over.ts";
import type { SecretBox } from "#src/kernel/secrets.ts";
import { isoOf } from "@corridor/base/instant.ts";
import { ledgerOfCreation, type Payment, setsAside, withSeal } from "#src/payments/core/index.ts";
import type { PayoutVerdict } from "#src/payments/rules/index.ts";
import { LedgerRefused } from "./apply-transition.ts";
import {
  type Audited,
  creationWrites,
  type HoldRefusal,
  type PaymentListener,
  tellFollowers,
} from "./payment-writes.ts";
import { holdReferences, type PaymentIds } from "./hold-references.ts";
import * as queries from "./queries.ts";
import { countPayouts, type Screened, type Screening, screenPayouts } from "./screen-payouts.ts";

/** Commit 1. `newId`: generated for this request; any other id may be of the same request again, after a crash. */
export type Creation = {
  payment: Payment;
  audit: Audited;
  newId?: boolean;
  /** After this moment the creation is refused (`ClaimOver`). */
  commitBy?: Date | undefined;
  /** The organization accepts each `client_reference` only once. */
  uniqueReference?: boolean;
  /** Only for an organization with payout controls, or with limits on a payin's customer. */
  screening?: Screening;
};
export type CreationRefusal =
  | "reference_used"
  | "over_limit"
  | "card_not_kept"
  | "insufficient_funds"
  | "frozen"
  | "closed"
  | "beneficiary_gone"
  | HoldRefusal;
export type CreationOutcome = {
  outcome: "created" | "existed" | CreationRefusal;
  payment: Payment;
  /** The version of the new row. */ version?: string;
  /** Why the payment was not created. */ reason?: string;
  /** If the money did not suffice. */ shortage?: Shortage | undefined;
  /** The payment that used the reference first. */ usedBy?: PaymentIds;
};

export type HeldPayment = {
  payment: Payment;
  audit: Audited;
  screening: Screening;
  hold: Extract<PayoutVerdict, { verdict: "hold" }>;
};
/** Requests approvals for payouts that wait for other people. */
export type RequestPaymentApprovals = (tx: Tx, held: readonly HeldPayment[]) => Promise<void>;

type CreateDeps = {
  clock: Clock;
  secrets: SecretBox;
  listeners: readonly PaymentListener[];
  requestApprovals?: RequestPaymentApprovals;
};

export async function createPaymentsIn(tx: Tx, deps: CreateDeps, given: readonly Creation[]) {
  const now = deps.clock.now();
  const used = await holdReferences(tx, given); // Advisory locks are taken before row locks.
  const refusals = await holdPayees(tx, given);
  for (const paymentId of used.keys()) refusals.set(paymentId, "reference_used");
  // Listeners lock before the screening, which takes the ledger's lock: that comes later in the order of locks.
  await holdForListeners(tx, deps.listeners, given, refusals);
  const screened = screenedOf(given);
  const verdicts: Verdicts = screened.length === 0 ? new Map() : await screenPayouts(tx, screened, now);
  const creations = given.map((creation) =>
    asWritten(deps, heldBack(creation, verdicts.get(creation.payment.paymentId), now)),
  );
  for (const [paymentId, verdict] of verdicts)
    if (verdict.verdict === "refuse") refusals.set(paymentId, verdict.refusal);
  const shortages = await reserveFunds(tx, creations, refusals, now);
  const wanted = creations.filter(({ payment }) => !refusals.has(payment.paymentId));
  const versions = await insert(tx, deps, wanted, now);
  const isCreated = ({ payment }: Creation): boolean => versions.has(payment.paymentId);
  const changes = wanted.filter(isCreated).map(({ payment }) => ({ before: null, after: payment }));
  await tellFollowers(tx, deps.listeners, changes, now);
  await afterScreening(tx, deps, wanted.filter(isCreated), verdicts, now);
  const repeated = wanted.filter((creation) => !isCreated(creation)).map(({ payment }) => payment);
  const found = repeated.length === 0 ? [] : await queries.findPayments(tx, repeated);
  const existing = new Map(found.map(({ payment }) => [payment.paymentId, payment]));
  if (repeated.some(({ paymentId }) => !existing.has(paymentId))) throw new ClaimOver();
  return creations.map(({ payment }): CreationOutcome => {
    const refusal = refusals.get(payment.paymentId);
    const verdict = verdicts.get(payment.paymentId);
    if (refusal === "reference_used") return { outcome: refusal, payment, usedBy: used.get(payment.paymentId)! };
    const why = verdict?.verdict === "refuse" ? { reason: verdict.reason } : {};
    if (refusal !== undefined) return { outcome: refusal, payment, shortage: shortages.get(payment.paymentId), ...why };
    const version = versions.get(payment.paymentId);
    return version !== undefined
      ? { outcome: "created", payment, version }
      : { outcome: "existed", payment: existing.get(payment.paymentId)! };
  });
}

/** Both by payment id. */
type Verdicts = Map<string, PayoutVerdict>;
type Refusals = Map<string, CreationRefusal>;

function screenedOf(creations: readonly Creation[]): Screened[] {
  return creations.flatMap(({ payment, screening }) => (screening === undefined ? [] : [{ payment, screening }]));
}

/** A payout that waits for other people has no attempt yet. */
function heldBack(creation: Creation, verdict: PayoutVerdict | undefined, now: Date): Creation {
  if (verdict?.verdict !== "hold") return creation;
  const { payment } = creation;
  const note = heldNote(verdict.reasons);
  const timeline = [{ at: isoOf(now), from: null, to: payment.status, source: "api" as const, note }];
  return {
    ...creation,
    payment: { ...payment, nextAction: { type: "wait" }, progress: { ...payment.progress, attempts: [], timeline } },
  };
}

async function afterScreening(tx: Tx, deps: CreateDeps, created: readonly Creation[], verdicts: Verdicts, now: Date) {
  if (verdicts.size === 0) return;
  await countPayouts(tx, screenedOf(created), now);
  const held = created.flatMap(({ payment, audit, screening }) => {
    const hold = verdicts.get(payment.paymentId);
    return hold?.verdict === "hold" ? [{ payment, audit, screening: screening!, hold }] : [];
  });
  if (held.length > 0) await deps.requestApprovals!(tx, held);
}

/** Certainly new, and without unique reference, origin, stored beneficiary, locked rate or money to set aside. */
export function needsNothingFirst({ payment, newId, screening, uniqueReference }: Creation): boolean {
  return (
    newId === true &&
    screening === undefined &&
    (uniqueReference !== true || payment.clientReference === null) &&
    payment.details.origin === undefined &&
    payment.beneficiaryId === null &&
    payment.orgRateId === null &&
    !setsAside(payment)
  );
}

/** Creations that need no read, lock or check: one statement, which is the transaction. */
export async function createAtOnce(db: Queryable, deps: CreateDeps, given: readonly Creation[]) {
  const creations = given.map((creation) => asWritten(deps, creation));
  const versions = await insert(db, deps, creations, deps.clock.now());
  return creations.map(({ payment }): CreationOutcome => {
    return { outcome: "created", payment, version: versions.get(payment.paymentId)! };
  });
}

/** Returns the versions of the inserted payments. If all are certainly new, one statement writes everything. */
async function insert(to: Queryable, { listeners }: CreateDeps, creations: readonly Creation[], now: Date) {
  if (creations.length === 0) return new Map<string, string>();
  const areNew = creations.every(({ newId }) => newId);
  const rows = creations.map(({ payment, commitBy }) => (commitBy === undefined ? payment : { ...payment, commitBy }));
  const insertion = queries.paymentInserts(rows, areNew);
  if (areNew) return versionsOf(await writeTogether(to, [insertion, ...creationWrites(listeners, creations, now)]));
  const versions = versionsOf(await writeTogether(to, [insertion]));
  const created = creations.filter(({ payment }) => versions.has(payment.paymentId));
  await writeTogether(to, creationWrites(listeners, created, now));
  return versions;
}

function asWritten({ secrets }: CreateDeps, creation: Creation): Creation {
  return { ...creation, payment: { ...withSeal(secrets, creation.payment), eventSequence: 1 } };
}

function versionsOf(rows: readonly queries.InsertedPayment[]): Map<string, string> {
  return new Map(rows.map((row) => [row.payment_id, row.version]));
}

/** A beneficiary cannot be deleted between this lock and the commit. A deleted one gets no payment. */
async function holdPayees(tx: Tx, creations: readonly Creation[]): Promise<Refusals> {
  const named = creations.flatMap(({ payment: { orgId, paymentId, beneficiaryId } }) =>
    beneficiaryId === null ? [] : [{ orgId, paymentId, beneficiaryId }],
  );
  const held = await holdBeneficiaries(tx, named);
  const gone = named.filter((reference) => !held.has(cacheKeyOf(reference.orgId, reference.beneficiaryId)));
  return new Map(gone.map(({ paymentId }) => [paymentId, "beneficiary_gone"]));
}

async function holdForListeners(
  tx: Tx,
  listeners: readonly PaymentListener[],
  creations: readonly Creation[],
  refusals: Refusals,
): Promise<void> {
  for (const listener of listeners) {
    const payments = creations.map(({ payment }) => payment).filter(({ paymentId }) => !refusals.has(paymentId));
    for (const [paymentId, refusal] of (await listener.hold?.(tx, payments)) ?? []) refusals.set(paymentId, refusal);
  }
}

/** Money is set aside before the payment exists; a payout that its account cannot cover is not created at all. */
async function reserveFunds(tx: Tx, creations: readonly Creation[], refusals: Refusals, now: Date) {
  const shortages = new Map<string, Shortage>();
  const reservations = creations.flatMap(({ payment }) =>
    refusals.has(payment.paymentId)
      ? []
      : ledgerOfCreation(payment, now).map((transaction) => ({ payment, transaction })),
  );
  const transactions = reservations.map(({ transaction }) => transaction);
  const outcomes = await postTransactions(tx, transactions);
  outcomes.forEach((outcome, index) => {
    if (outcome === "posted" || outcome === "already_posted") return;
    const { payment, transaction } = reservations[index]!;
    if (outcome !== "insufficient_funds" && outcome !== "frozen" && outcome !== "closed")
      throw new LedgerRefused(transaction, outcome);
    refusals.set(payment.paymentId, outcome);
    if (outcome === "insufficient_funds") shortages.set(payment.paymentId, shortageIn(transaction));
  });
  return shortages;
}
