import type { Fees } from "#src/pricing/fees/index.ts";
import { fundsAt, OWN_ACCOUNTS, SETTLEMENT } from "#src/record/ledger/index.ts";
import { BY_PEOPLE, noRoute, type RoutedBy, type Router } from "#src/pricing/routing/index.ts";
import type { Controls } from "#src/parties/organizations/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Queryable } from "#src/kernel/db/client.ts";
import { ApiError, conflict, forbidden, insufficientFunds, invalidField, stopped } from "#src/kernel/http/errors.ts";
import { newId, otherIdOfPayment } from "@corridor/base/ids.ts";
import { isoOf } from "@corridor/base/instant.ts";
import { Money } from "@corridor/base/money.ts";
import {
  type CreationOutcome,
  judgePayouts,
  type PaymentIds,
  type PaymentStore,
  type Screening,
  usualDurationMs,
} from "#src/payments/store/index.ts";
import { type Dispatcher, newAttempt } from "#src/payments/at-providers/index.ts";
import type { InitiationBody } from "#src/payments/wire/index.ts";
import { auditBy, type Initiator, type RequestKey } from "#src/payments/requests/index.ts";
import { aboutOf, isGivenUp, type LegName, type Payment, type RouteCandidate } from "#src/payments/core/index.ts";
import type { CardTries } from "./card-tries.ts";
import { assertLockTaken } from "./keep-rate-locks.ts";
import type { PaymentIntent } from "./payment-intent.ts";
import type { CardDetails, PayerContext } from "@corridor/provider-kit/provider.ts";
import { readInitiation, type ReadInitiationDeps } from "./read-initiation.ts";

/**
 * Read and check -> fee -> route -> commit 1 (payment and attempt "dispatching") -> dispatch, outside any transaction
 * -> commit 2 (the provider's answer) -> answer. Recovery handles a crash between the commits.
 */
export type InitiateDeps = ReadInitiationDeps & {
  clock: Clock;
  store: PaymentStore;
  dispatcher: Dispatcher;
  router: Router;
  fees: Fees;
  cardTries: CardTries;
  settings: { readonly holdPayoutsUntilKyb: boolean };
};

export async function initiatePayment(deps: InitiateDeps, who: Initiator, body: InitiationBody, key: RequestKey) {
  const earlier = await findEarlier(deps, who, key);
  return earlier ?? startPayment(deps, who, await readInitiation(deps, who.orgId, body), key.id);
}

/** What would become of a request now, by the rules of an initiation. Nothing is stored, and nobody is asked. */
export async function checkPayment(deps: InitiateDeps & { db: Queryable }, who: Initiator, body: InitiationBody) {
  const { payment, screening } = await planIntent(deps, who, await readInitiation(deps, who.orgId, body));
  const now = deps.clock.now();
  const stop = await stopOf(deps, payment);
  // What is left to people, as while providers are under maintenance, takes as long as they take.
  const isPromised = stop === null && payment.progress.attempts[0]?.provider !== BY_PEOPLE;
  const usualMs = isPromised ? await usualDurationMs(deps.db, who.orgId, payment) : null;
  const arrivesAt = usualMs === null ? null : new Date(now.getTime() + usualMs);
  const checked = { payment, hold: null, stop, arrivesAt };
  if (screening === undefined) return checked;
  const verdict = (await judgePayouts(deps.db, [{ payment, screening }], now)).get(payment.paymentId)!;
  if (verdict.verdict === "refuse") throw refusalOf(payment, verdict.refusal, verdict.reason);
  return { ...checked, hold: verdict.verdict === "hold" ? verdict : null };
}

/**
 * The payment that the same request created before a crash is the answer. Looked up before the rules are checked: its
 * rate or route may be gone since, and a refusal would deny a payment that exists.
 */
export async function findEarlier(deps: Pick<InitiateDeps, "store">, who: Initiator, { id, repeats }: RequestKey) {
  if (id === undefined || !repeats) return undefined;
  const earlier = await deps.store.findPayment({ orgId: who.orgId, paymentId: id });
  return earlier === undefined ? undefined : acceptedBySome(earlier);
}

function acceptedBySome(payment: Payment): Payment {
  if (payment.status === "failed" && payment.progress.attempts.every(isGivenUp)) throw new AllProvidersFailed(payment);
  return payment;
}

/** For payments of the product itself: a paid link, a withdrawal, an escrow payout. The same rules, no request body. */
export async function startPayment(deps: InitiateDeps, who: Initiator, intent: PaymentIntent, repeatableId?: string) {
  return startPlanned(deps, who, await planIntent(deps, who, intent, repeatableId));
}

/** The payment that an intent will become; nothing is stored yet. */
export async function planIntent(deps: InitiateDeps, who: Initiator, intent: PaymentIntent, repeatableId?: string) {
  const profile = await deps.profileOf(who.orgId);
  if (intent.direction === "outbound") assertVerified(deps, profile, "Payouts");
  const payment = await planPayment(deps, who, intent, repeatableId ?? newId());
  const controls = controlsFor(intent, profile.controls);
  const { amount, direction, paymentMethod: method, details } = payment;
  // Paid to an account that is not the beneficiary's own, under the beneficiary's name.
  const isElsewhere = details.destination?.matches_beneficiary === false;
  const planned: Planned = {
    payment,
    newId: repeatableId === undefined,
    card: intent.card,
    uniqueReference: profile.uniqueClientReference,
    context: intent.context,
    ...(controls === null ? {} : { screening: await screeningOf(deps, who, intent, controls) }),
    action: "payment.initiated",
    changes: {
      amount: amount.toDatabase(),
      currency: amount.currency,
      direction,
      method,
      ...(isElsewhere ? { destination: details.destination } : {}),
    },
  };
  return planned;
}

type Verified = { kybStatus: string };
export function assertVerified(deps: Pick<InitiateDeps, "settings">, { kybStatus }: Verified, what: string) {
  if (deps.settings.holdPayoutsUntilKyb && kybStatus !== "approved")
    throw forbidden(
      `${what} are held until the organization's business verification (KYB) is approved`,
      "KYB_REQUIRED",
    );
}

type Planned = {
  payment: Payment;
  newId: boolean;
  uniqueReference: boolean;
  card?: CardDetails | undefined;
  context?: PayerContext | undefined;
  screening?: Screening;
  /** For the audit log. */ action: string;
  changes: Record<string, unknown>;
};

type StartDeps = Pick<InitiateDeps, "store" | "dispatcher" | "rates" | "cardTries">;

/** Why a payout would be held. Nothing else waits for the operator's switch: a payer must not be left waiting. */
async function stopOf({ dispatcher }: Pick<StartDeps, "dispatcher">, payment: Payment): Promise<string | null> {
  const reason = await dispatcher.stopOf(payment);
  if (reason !== null && payment.direction !== "outbound") throw stopped(reason);
  return reason;
}

/** Commits a planned payment of any kind, and dispatches it. */
export async function startPlanned(deps: StartDeps, who: Initiator, planned: Planned): Promise<Payment> {
  await stopOf(deps, planned.payment);
  if (planned.card !== undefined) await deps.cardTries.admit(planned.payment, planned.card.card_number);
  const { outcome, payment } = await createPlanned(deps, who, planned).catch(async (error: unknown) => {
    if (planned.card !== undefined) await deps.cardTries.forget(planned.payment.paymentId);
    throw error;
  });
  // Any other outcome: a second request with the same key has created the payment at the same time, and dispatches it.
  const isOurs = outcome === "created";
  return acceptedBySome(isOurs ? await deps.dispatcher.dispatch(payment, planned.card, planned.context) : payment);
}

/** Commit 1, or a thrown refusal. The caller dispatches; a payout batch handles the refusals of its own rows. */
export async function createPlanned(deps: Pick<StartDeps, "store" | "rates">, who: Initiator, planned: Planned) {
  const { card: _, context: __, action, changes, ...creation } = planned;
  const audit = auditBy(who, action, changes);
  const created = await deps.store.createPayment({ ...creation, commitBy: who.commitBy, audit });
  assertLockTaken(created, deps.rates.lockLimits);
  assertFunded(created);
  return created;
}

export class AllProvidersFailed extends ApiError {
  readonly payment: Payment;
  constructor(payment: Payment) {
    const { paymentId, transactionId, progress } = payment;
    const what = `No provider accepted the payment ${paymentId} (transaction ${transactionId})`;
    super(502, "ALL_PROVIDERS_FAILED", `${what}: ${progress.failure_reason ?? "all refused"}`, {
      facts: idsOf(payment),
    });
    this.payment = payment;
  }
}

function idsOf({ paymentId, transactionId }: PaymentIds) {
  return { payment_id: paymentId, transaction_id: transactionId };
}

async function planPayment(deps: InitiateDeps, who: Initiator, intent: PaymentIntent, paymentId: string) {
  const { country, method: paymentMethod, direction, amount, targetAmount, orgRateId } = intent;
  const { clientReference, beneficiaryId, details } = intent;
  const corridor = { country, paymentMethod, direction };
  const delivered = direction === "outbound" ? targetAmount : undefined;
  // What is converted, or moves on to an escrow, must be money that the platform holds.
  const isPlain = details.funding === undefined && details.refunded_by === undefined;
  const mayUseOwn = isPlain && amount.currency === targetAmount.currency;
  const about = { ...aboutOf({ paymentId, beneficiaryId, details }), mayUseOwn };
  const route = await deps.router.route(corridor, who.orgId, amount, delivered, about);
  const [first] = route.taken;
  if (first === undefined) throw noRoute(corridor, route);
  const isOwn = fundsAt(first.provider) === OWN_ACCOUNTS;
  const fee = intent.fee ?? (await deps.fees.charge({ orgId: who.orgId, ...corridor, amount }));
  const asked = {
    kind: "payment",
    ...corridor,
    amount,
    targetAmount,
    orgRateId,
    clientReference,
    beneficiaryId,
    details:
      direction === "outbound" && isOwn ? { ...details, funding: OWN_ACCOUNTS, fee_funding: SETTLEMENT } : details,
  } as const;
  const terms = { fee, route: route.considered, program: route.program, first, leg: "payment" } as const;
  return draftPayment(who, paymentId, deps.clock.now(), asked, terms);
}

type Asked = Pick<
  Payment,
  "kind" | "country" | "paymentMethod" | "direction" | "amount" | "targetAmount" | "orgRateId"
> &
  Pick<Payment, "clientReference" | "beneficiaryId" | "details">;
type Terms = {
  fee: NonNullable<PaymentIntent["fee"]>;
  route: RouteCandidate[];
  program: RoutedBy | null;
  first: RouteCandidate;
  leg: LegName;
};

/** The initial state of every payment. */
export function draftPayment(who: Initiator, paymentId: string, now: Date, asked: Asked, terms: Terms): Payment {
  const { fee, route, program, first, leg } = terms;
  const { orgId, userId } = who;
  return {
    ...asked,
    orgId,
    paymentId,
    transactionId: otherIdOfPayment(paymentId),
    userId,
    status: "initiated",
    feeIds: fee.feeIds,
    totalFees: fee.total,
    refundedAmount: Money.zero(asked.amount.currency),
    provider: null,
    providerPaymentId: null,
    providerStatus: null,
    nextAction: null,
    progress: {
      route,
      ...(program !== null && { program }),
      attempts: [newAttempt(first, leg, now, paymentId)],
      timeline: [{ at: isoOf(now), from: null, to: "initiated", source: "api", note: null }],
    },
    eventSequence: 0,
    expiresAt: asked.direction === "outbound" ? null : new Date(now.getTime() + PAY_WITHIN_MS),
    createdAt: now,
    updatedAt: now,
  };
}

/** How long a customer has to act when the provider names no time. */
const PAY_WITHIN_MS = 30 * 60_000;

/** For a payin only limits per customer apply: the others concern outgoing money. */
function controlsFor({ direction, approved }: PaymentIntent, controls: Controls | null): Controls | null {
  if (approved && controls !== null)
    return { ...controls, policies: [], limits: controls.limits.filter(({ action }) => action === "refuse") };
  if (direction === "outbound" || controls === null) return controls;
  const limits = controls.limits.filter(({ per }) => per === "customer");
  return limits.length === 0 ? null : { policies: [], limits };
}

async function screeningOf(deps: InitiateDeps, who: Initiator, { beneficiaryId }: PaymentIntent, controls: Controls) {
  const beneficiary = beneficiaryId === null ? undefined : await deps.findBeneficiary(who.orgId, beneficiaryId);
  const accountSince = beneficiary?.accountSince ?? null;
  return { controls, credentialId: who.actor.firstKeyId ?? who.actor.id, keyMadeBy: who.keyMadeBy, accountSince };
}

function assertFunded(created: CreationOutcome): void {
  if (created.outcome === "insufficient_funds")
    throw insufficientFunds(
      created.payment.kind === "ramp" ? "the fee of this ramp" : "this payout and its fee",
      created.shortage!,
    );
  if (created.outcome === "reference_used") {
    const used = `the payment ${created.usedBy!.paymentId} has used ${created.payment.clientReference!} before`;
    const message = `client_reference: ${used}; read that payment, or send another reference`;
    throw new ApiError(409, "REFERENCE_USED", message, { facts: idsOf(created.usedBy!) });
  }
  if (created.outcome === "beneficiary_gone")
    throw invalidField("beneficiary_id", "is not a beneficiary of this organization", "BENEFICIARY_NOT_FOUND");
  if (created.outcome === "over_limit" || created.outcome === "card_not_kept")
    throw refusalOf(created.payment, created.outcome, created.reason!);
  if (created.outcome === "frozen" || created.outcome === "closed") throw conflict(`The account is ${created.outcome}`);
}

/** What the organization's controls refuse. */
export function refusalOf({ direction }: Payment, refusal: "over_limit" | "card_not_kept", reason: string): ApiError {
  if (refusal === "card_not_kept") return invalidField("payment_method", reason);
  return conflict(`The ${direction === "inbound" ? "payin" : "payout"} was refused: ${reason}`, "LIMIT_EXCEEDED");
}
