import {
  assertVerified,
  draftPayment,
  findEarlier,
  type InitiateDeps,
  type Initiator,
  type RequestKey,
  startPlanned,
} from "#src/modules/money/payments/initiation/initiate-payment.ts";
import { readCustomer } from "#src/modules/money/payments/initiation/read-initiation.ts";
import { newAttempt } from "#src/modules/money/payments/providers/dispatch-payment.ts";
import type { Payment } from "#src/modules/money/payments/payment.ts";
import { ApiError, invalidField } from "#src/platform/http/errors.ts";
import { newId } from "#src/platform/ids.ts";
import { isoOf } from "#src/platform/instant.ts";
import { checkedRate, directionOfRate, type RateDeps } from "./check-rate.ts";
import { cryptoFor, cryptoToSend, firstTaken, NEW_RAMP } from "./ramp.ts";
import type { RampBody } from "./ramp-schema.ts";
import { type RampRequestRead, readRamp, type ReadRampDeps } from "./read-ramp.ts";
import { routeLeg, type RouteLegDeps } from "./route-leg.ts";

/**
 * The first seconds of a ramp: read and check -> rate -> route both legs -> fee -> commit the ramp with its first leg "dispatching"
 * -> dispatch, outside any transaction -> commit the answer -> tell the customer how to pay. The worker does the rest.
 */
export type InitiateRampDeps = InitiateDeps & ReadRampDeps & RateDeps & RouteLegDeps;

/** `key`: a ramp that the same request created before a crash is the answer. Checked before the rate, which may have moved since. */
export async function initiateRamp(deps: InitiateRampDeps, who: Initiator, body: RampBody, key: RequestKey): Promise<Payment> {
  const earlier = await findEarlier(deps, who, key);
  if (earlier !== undefined) return earlier;
  const profile = await deps.profileOf(who.orgId);
  assertVerified(deps, profile, "Ramps");
  const request = await readRamp(deps, who.orgId, body, (fiat, asset) => directionOfRate(deps, who.orgId, fiat, asset, body.client_rate));
  const customer = body.customer_id == null ? undefined : await readCustomer(deps, who.orgId, body.customer_id);
  if (customer !== undefined) request.details.customer_id = customer.customerId;
  const ramp = await plan(deps, who, request, body.client_rate, key.id ?? newId());
  return startPlanned(deps, who, {
    payment: ramp,
    newId: key.id === undefined,
    uniqueReference: profile.uniqueClientReference,
    action: "ramp.initiated",
    changes: {
      direction: request.direction,
      amount: ramp.amount.toDatabase(),
      currency: ramp.amount.currency,
      target_amount: ramp.targetAmount.toDatabase(),
      target_currency: ramp.targetAmount.currency,
    },
  });
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
    ...draftPayment(who, paymentId, now, {
      country: request.country,
      amount,
      targetAmount: buying ? crypto : fiat,
      beneficiaryId: request.beneficiaryId,
      details: { ...details, ramp: { ...details.ramp, rate: rate.toString() } },
    }),
    kind: "ramp",
    direction: "external",
    paymentMethod: "crypto",
    clientReference: request.clientReference,
    progress: { route: [], attempts: [], timeline: [{ at: isoOf(now), from: null, to: "initiated", source: "api", note: null }], ramp: NEW_RAMP },
  };
  const [collectRoute, settleRoute] = await Promise.all([routeLeg(deps, drawn, "collect"), routeLeg(deps, drawn, "settle")]);
  const first = firstTaken(collectRoute);
  // No money is collected that nobody could deliver.
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
