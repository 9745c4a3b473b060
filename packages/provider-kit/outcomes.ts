import type { Money } from "@corridor/base/money.ts";
import type {
  Accepted,
  DispatchRequest,
  DispatchResult,
  NextAction,
  PaymentUpdate,
  Refused,
  StatusAnswer,
  Unknown,
} from "./provider.ts";
import { requireSame } from "./wire.ts";

/** What a provider shows of one of our payments, in whichever answer. `booked`: the amount that it moves. */
export type Sighting = {
  update: PaymentUpdate & { providerPaymentId: string };
  booked: Money;
  nextAction?: NextAction;
};

/** What is collected from a payer, or what a payee gets. */
export function movedAmount(request: Pick<DispatchRequest, "direction" | "amount" | "targetAmount">): Money {
  return request.direction === "inbound" ? request.amount : request.targetAmount;
}

/** Nothing is left to do for the client: the customer approves on the phone, or the provider works. */
export const WAIT: NextAction = { type: "wait" };

export function accepted(
  providerPaymentId: string,
  providerStatus: string,
  status: Accepted["status"],
  nextAction?: NextAction,
): Accepted {
  return { outcome: "accepted", providerPaymentId, providerStatus, status, ...(nextAction && { nextAction }) };
}

/** Only a repeated dispatch finds its payment failed. It was accepted once, so `fetchStatus` reports how it ended. */
export const FAILED_SINCE: Unknown = {
  outcome: "unknown",
  reason: "an earlier request with this reference was accepted and has failed since",
};

/** The provider itself failed the payment at once, so it certainly moved nothing. */
export function failedAtOnce({ providerStatus, code, reason }: PaymentUpdate): Refused {
  return { outcome: "refused", code: code ?? providerStatus, reason: reason ?? `the payment is ${providerStatus}` };
}

/** The answer to a dispatch, by the payment that the provider shows for it: it must be ours in reference and amount. */
export function acceptedAs(
  request: DispatchRequest,
  { update, booked, nextAction }: Sighting,
  whenFailed: (update: PaymentUpdate) => Refused | Unknown,
): DispatchResult {
  requireSame("reference", update.reference, request.reference);
  requireSame("amount", booked, movedAmount(request));
  const { providerPaymentId, providerStatus, status, data } = update;
  if (status === "failed") return whenFailed(update);
  return { ...accepted(providerPaymentId, providerStatus, status, nextAction), ...(data && { data }) };
}

export function foundAs(reference: string, { update, nextAction }: Omit<Sighting, "booked">): StatusAnswer {
  requireSame("reference", update.reference, reference);
  return { outcome: "found", update, ...(nextAction && { nextAction }) };
}
