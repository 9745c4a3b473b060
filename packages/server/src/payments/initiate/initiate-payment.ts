import type { Fees } from "#src/pricing/fees/index.ts";
import { noRoute, type Router } from "#src/pricing/routing/index.ts";
import type { Controls } from "#src/parties/organizations/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import { ApiError, conflict, forbidden, insufficientFunds, invalidField } from "#src/kernel/http/errors.ts";
import { newId } from "@corridor/base/ids.ts";
import { isoOf } from "@corridor/base/instant.ts";
import { Money } from "@corridor/base/money.ts";
import type { CreationOutcome, PaymentIds, PaymentStore, Screening } from "#src/payments/store/index.ts";
import { type Dispatcher, newAttempt } from "#src/payments/at-providers/index.ts";
import type { InitiationBody } from "#src/payments/wire/index.ts";
import type { Initiator, RequestKey } from "#src/payments/requests/index.ts";
import { isGivenUp, type LegName, type Payment, type RouteCandidate } from "#src/payments/core/index.ts";
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
  holdPayoutsUntilKyb: boolean;
};

export async function initiatePayment(
  deps: InitiateDeps,
  who: Initiator,
  body: InitiationBody,
  key: RequestKey,
): Promise<Payment> {
  const earlier = await findEarlier(deps, who, key);
  if (earlier !== undefined) return earlier;
  const intent = await readInitiation(deps, who.orgId, body);
  return startPayment(deps, who, intent, key.id);
}

/**
 * The payment that the same request created before a crash is the answer. Looked up before the rules are checked: its
 * rate or route may be gone since, and a refusal would deny a payment that exists.
 */
export async function findEarlier(
  deps: Pick<InitiateDeps, "store">,
  who: Initiator,
  { id, repeats }: RequestKey,
): Promise<Payment | undefined> {
  const earlier =
    id === undefined || !repeats ? undefined : await deps.store.findPayment({ orgId: who.orgId, paymentId: id });
  return earlier === undefined ? undefined : acceptedBySome(earlier);
}

function acceptedBySome(payment: Payment): Payment {
  if (payment.status === "failed" && payment.progress.attempts.every(isGivenUp)) throw new AllProvidersFailed(payment);
  return payment;
}

/** For payments of the product itself: a paid link, a withdrawal, an escrow payout. The same rules, no request body. */
export async function startPayment(
  deps: InitiateDeps,
  who: Initiator,
  intent: PaymentIntent,
  repeatableId?: string,
): Promise<Payment> {
  return startPlanned(deps, who, await planIntent(deps, who, intent, repeatableId));
}

/** The payment that an intent will become; nothing is stored yet. */
export async function planIntent(
  deps: InitiateDeps,
  who: Initiator,
  intent: PaymentIntent,
  repeatableId?: string,
): Promise<Planned> {
  const profile = await deps.profileOf(who.orgId);
  if (intent.direction === "outbound") assertVerified(deps, profile, "Payouts");
  const payment = await planPayment(deps, who, intent, repeatableId ?? newId());
  const controls = controlsFor(intent, profile.controls);
  return {
    payment,
    newId: repeatableId === undefined,
    card: intent.card,
    uniqueReference: profile.uniqueClientReference,
    context: intent.context,
    ...(controls === null ? {} : { screening: await screeningOf(deps, who, intent, controls) }),
    action: "payment.initiated",
    changes: {
      amount: payment.amount.toDatabase(),
      currency: payment.amount.currency,
      direction: payment.direction,
      method: payment.paymentMethod,
      ...(isElsewhere(intent) ? { destination: intent.details.destination } : {}),
    },
  };
}

export function assertVerified(
  { holdPayoutsUntilKyb }: Pick<InitiateDeps, "holdPayoutsUntilKyb">,
  { kybStatus }: { kybStatus: string },
  what: string,
): void {
  if (holdPayoutsUntilKyb && kybStatus !== "approved")
    throw forbidden(`${what} are held until the organization's business verification (KYB) is approved`);
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

/** Commits a planned payment of any kind, and dispatches it. */
export async function startPlanned(
  deps: Pick<InitiateDeps, "store" | "dispatcher" | "rates">,
  who: Initiator,
  planned: Planned,
): Promise<Payment> {
  const created = await createPlanned(deps, who, planned);
  // Any other outcome: a second request with the same key has created the payment at the same time, and dispatches it.
  return acceptedBySome(
    created.outcome === "created"
      ? await deps.dispatcher.dispatch(created.payment, planned.card, planned.context)
      : created.payment,
  );
}

/** Commit 1, or a thrown refusal. The caller dispatches; a payout batch handles the refusals of its own rows. */
export async function createPlanned(
  deps: Pick<InitiateDeps, "store" | "rates">,
  who: Initiator,
  { card: _, context: __, action, changes, ...planned }: Planned,
): Promise<CreationOutcome> {
  const created = await deps.store.createPayment({
    ...planned,
    commitBy: who.commitBy,
    audit: { actor: who.actor, action, changes, requestId: who.requestId },
  });
  assertLockTaken(created, deps.rates.lockLimits.maxHourlyUsd);
  assertFunded(created);
  return created;
}

export class AllProvidersFailed extends ApiError {
  readonly payment: Payment;
  constructor(payment: Payment) {
    super(
      502,
      "ALL_PROVIDERS_FAILED",
      `No provider accepted the payment ${payment.paymentId} (transaction ${payment.transactionId}): ` +
        `${payment.progress.failure_reason ?? "all refused"}`,
      { ids: { payment_id: payment.paymentId, transaction_id: payment.transactionId } },
    );
    this.payment = payment;
  }
}

class ReferenceUsed extends ApiError {
  constructor(reference: string, { paymentId, transactionId }: PaymentIds) {
    super(
      409,
      "REFERENCE_USED",
      `client_reference: the payment ${paymentId} has used ${reference} before; read that payment, or send another ` +
        "reference",
      {
        ids: { payment_id: paymentId, transaction_id: transactionId },
      },
    );
  }
}

async function planPayment(
  deps: InitiateDeps,
  who: Initiator,
  intent: PaymentIntent,
  paymentId: string,
): Promise<Payment> {
  const {
    country,
    method: paymentMethod,
    direction,
    amount,
    targetAmount,
    orgRateId,
    clientReference,
    beneficiaryId,
    details,
  } = intent;
  const corridor = { country, paymentMethod, direction };
  const route = await deps.router.route(
    corridor,
    who.orgId,
    amount,
    direction === "outbound" ? targetAmount : undefined,
  );
  const [first] = route.taken;
  if (first === undefined) throw noRoute(corridor, route);
  const fee = intent.fee ?? (await deps.fees.charge({ orgId: who.orgId, ...corridor, amount }));
  const asked = {
    kind: "payment",
    ...corridor,
    amount,
    targetAmount,
    orgRateId,
    clientReference,
    beneficiaryId,
    details,
  } as const;
  return draftPayment(who, paymentId, deps.clock.now(), asked, { fee, route: route.considered, first, leg: "payment" });
}

type Asked = Pick<
  Payment,
  | "kind"
  | "country"
  | "paymentMethod"
  | "direction"
  | "amount"
  | "targetAmount"
  | "orgRateId"
  | "clientReference"
  | "beneficiaryId"
  | "details"
>;
type Terms = { fee: NonNullable<PaymentIntent["fee"]>; route: RouteCandidate[]; first: RouteCandidate; leg: LegName };

/** The initial state of every payment. */
export function draftPayment(
  { orgId, userId }: Initiator,
  paymentId: string,
  now: Date,
  asked: Asked,
  { fee, route, first, leg }: Terms,
): Payment {
  return {
    ...asked,
    orgId,
    paymentId,
    transactionId: newId(),
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
      attempts: [newAttempt(first, leg, now, paymentId)],
      timeline: [{ at: isoOf(now), from: null, to: "initiated", source: "api", note: null }],
    },
    eventSequence: 0,
    expiresAt: asked.direction === "outbound" ? null : new Date(now.getTime() + PAY_WITHIN_MS),
    createdAt: now,
    updatedAt: now,
  };
}

/** How long a customer has to act when the provider names no time, and how long we bear the rate of a ramp. */
const PAY_WITHIN_MS = 30 * 60_000;

/** For a payin only limits per customer apply: the others concern outgoing money. */
function controlsFor({ direction, approved }: PaymentIntent, controls: Controls | null): Controls | null {
  if (approved && controls !== null)
    return { ...controls, policies: [], limits: controls.limits.filter(({ action }) => action === "refuse") };
  if (direction === "outbound" || controls === null) return controls;
  const limits = controls.limits.filter(({ per }) => per === "customer");
  return limits.length === 0 ? null : { policies: [], limits };
}

/** What the organization's controls are checked against when the payment is created. */
async function screeningOf(
  deps: InitiateDeps,
  who: Initiator,
  intent: PaymentIntent,
  controls: Controls,
): Promise<Screening> {
  const beneficiary =
    intent.beneficiaryId === null ? undefined : await deps.findBeneficiary(who.orgId, intent.beneficiaryId);
  return {
    controls,
    credentialId: who.actor.id,
    keyMadeBy: who.keyMadeBy,
    accountSince: beneficiary?.accountSince ?? null,
  };
}

/** Paid to an account that is not the beneficiary's own, under the beneficiary's name. */
function isElsewhere({ details }: PaymentIntent): boolean {
  return details.destination?.matches_beneficiary === false;
}

function assertFunded(created: CreationOutcome): void {
  if (created.outcome === "insufficient_funds")
    throw insufficientFunds(created.payment.kind === "ramp" ? "the fee of this ramp" : "this payout and its fee");
  if (created.outcome === "reference_used") throw new ReferenceUsed(created.payment.clientReference!, created.usedBy!);
  if (created.outcome === "beneficiary_gone")
    throw invalidField("beneficiary_id", "is not a beneficiary of this organization", "BENEFICIARY_NOT_FOUND");
  if (created.outcome === "over_limit")
    throw conflict(
      `The ${created.payment.direction === "inbound" ? "payin" : "payout"} was refused: ${created.reason}`,
      "LIMIT_EXCEEDED",
    );
  if (created.outcome === "card_not_kept") throw invalidField("payment_method", created.reason!);
  if (created.outcome === "frozen" || created.outcome === "closed") throw conflict(`The account is ${created.outcome}`);
}
