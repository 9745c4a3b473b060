import type { Fees } from "#src/modules/terms/fees/charge-fee.ts";
import type { PaymentStore } from "#src/modules/money/payments/store/payment-store.ts";
import { type Dispatcher, newAttempt } from "#src/modules/money/payments/providers/dispatch-payment.ts";
import { AllProvidersFailed, assertFunded, type Initiator, type OrganizationProfile } from "#src/modules/money/payments/initiation/initiate-payment.ts";
import type { Payment } from "#src/modules/money/payments/payment.ts";
import { ApiError, forbidden, invalidField } from "#src/platform/http/errors.ts";
import { newId } from "#src/platform/ids.ts";
import { Money } from "#src/platform/money.ts";
import { checkedRate, type RateDeps } from "./check-rate.ts";
import { collectingAttempt, cryptoFor, cryptoToSend, firstTaken, NEW_RAMP, PAY_WITHIN_MS } from "./ramp.ts";
import type { RampBody } from "./ramp-schema.ts";
import { type RampRequestRead, readRamp, type ReadRampDeps } from "./read-ramp.ts";
import { routeLeg, type RouteLegDeps } from "./route-leg.ts";

/**
 * The story of a ramp's first seconds: read and check -> rate -> route both legs -> fee -> commit the ramp with its first leg "dispatching"
 * -> dispatch, outside any transaction -> commit the answer -> tell the customer how to pay in. The worker does the rest.
 */
export type InitiateRampDeps = ReadRampDeps &
  RateDeps &
  RouteLegDeps & {
    store: PaymentStore;
    dispatcher: Dispatcher;
    fees: Fees;
    profileOf(orgId: string): Promise<Pick<OrganizationProfile, "kybStatus">>;
    holdPayoutsUntilKyb: boolean;
  };

/** `repeatableId`: the id an `Idempotency-Key` reserved; a ramp that exists under it was made by the same request before a crash. */
export async function initiateRamp(deps: InitiateRampDeps, who: Initiator, body: RampBody, repeatableId?: string): Promise<Payment> {
  if (repeatableId !== undefined) {
    const before = await deps.store.findPayment({ orgId: who.orgId, paymentId: repeatableId });
    if (before !== undefined) return accepted(before); // Before the rate is checked, which may have moved since.
  }
  await assertMayPayOut(deps, who.orgId);
  const request = await readRamp(deps, who.orgId, body);
  const ramp = await plan(deps, who, request, body.client_rate, repeatableId ?? newId());
  const created = await deps.store.createPayment({
    payment: ramp,
    newId: repeatableId === undefined,
    audit: {
      actor: who.actor,
      action: "ramp.initiated",
      changes: {
        direction: request.direction,
        amount: ramp.amount.toDatabase(),
        currency: ramp.amount.currency,
        target_amount: ramp.targetAmount.toDatabase(),
        target_currency: ramp.targetAmount.currency,
      },
      ...(who.requestId === undefined ? {} : { requestId: who.requestId }),
    },
  });
  assertFunded(created);
  return accepted(created.outcome === "created" ? await deps.dispatcher.dispatch(created.payment, undefined) : created.payment);
}

function accepted(ramp: Payment): Payment {
  if (ramp.status === "failed" && collectingAttempt(ramp) === undefined) throw new AllProvidersFailed(ramp);
  return ramp;
}

async function assertMayPayOut(deps: InitiateRampDeps, orgId: string): Promise<void> {
  if (deps.holdPayoutsUntilKyb && (await deps.profileOf(orgId)).kybStatus !== "approved") {
    throw forbidden("Ramps are held until the organization's business verification (KYB) is approved");
  }
}

async function plan(deps: InitiateRampDeps, who: Initiator, request: RampRequestRead, clientRate: number, paymentId: string): Promise<Payment> {
  const { direction, fiat, asset, details } = request;
  const buying = direction === "on_ramp";
  const rate = buying
    ? await checkedRate(deps, who.orgId, fiat.currency, asset, clientRate)
    : await checkedRate(deps, who.orgId, asset, fiat.currency, clientRate);
  const crypto = buying ? cryptoFor(fiat, rate, asset) : cryptoToSend(fiat, rate, asset);
  if (crypto.isZero()) throw invalidField("fiat_amount", `is less than the smallest unit of ${asset}`);
  const now = deps.clock.now();
  const amount = buying ? fiat : crypto;
  const drawn: Payment = {
    orgId: who.orgId,
    paymentId,
    transactionId: newId(),
    userId: who.userId,
    kind: "ramp",
    direction: "external",
    paymentMethod: "crypto",
    status: "initiated",
    country: request.country,
    amount,
    targetAmount: buying ? crypto : fiat,
    orgRateId: null,
    clientReference: null,
    beneficiaryId: request.beneficiaryId,
    feeIds: [],
    totalFees: Money.zero(amount.currency),
    refundedAmount: Money.zero(amount.currency),
    provider: null,
    providerPaymentId: null,
    providerStatus: null,
    nextAction: null,
    details: { ...details, ramp: { ...details.ramp, rate: rate.toString() } },
    progress: { route: [], attempts: [], timeline: [{ at: now.toISOString(), from: null, to: "initiated", source: "api", note: null }], ramp: NEW_RAMP },
    eventSequence: 0,
    expiresAt: new Date(now.getTime() + PAY_WITHIN_MS),
    createdAt: now,
    updatedAt: now,
  };
  const [collectRoute, settleRoute] = await Promise.all([routeLeg(deps, drawn, "collect"), routeLeg(deps, drawn, "settle")]);
  const first = firstTaken(collectRoute);
  // Nothing is collected that nobody could deliver.
  if (first === undefined || firstTaken(settleRoute) === undefined) {
    throw new ApiError(
      422,
      "ROUTING_CONFIG_NOT_FOUND",
      `No provider is configured to ${first === undefined ? "collect" : "settle"} an ${direction} in ${request.country} at this amount`,
    );
  }
  const fee = await deps.fees.charge({ orgId: who.orgId, country: request.country, paymentMethod: "crypto", direction: "external", amount });
  return {
    ...drawn,
    feeIds: fee.feeIds,
    totalFees: fee.total,
    details: fee.total.isZero() ? drawn.details : { ...drawn.details, fee_funding: { purpose: "settlement" } },
    progress: { ...drawn.progress, route: collectRoute, attempts: [newAttempt(first, "collect", now, drawn.paymentId)] },
  };
}
