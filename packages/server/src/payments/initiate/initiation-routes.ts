import Type from "typebox";
import type { Db } from "#src/kernel/db/client.ts";
import { requireScope } from "#src/kernel/http/access-control.ts";
import { ownOrganizationOf } from "#src/kernel/http/caller.ts";
import { ok, operations, plain } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { Country, Currency, MoneyNumber, Named, OneOf, Timestamp } from "#src/kernel/http/schemas.ts";
import { type ActDeps, actOnPayment, readAction } from "./act-on-payment.ts";
import { findChangeablePayment } from "#src/payments/store/index.ts";
import { checkPayment, type InitiateDeps, initiatePayment } from "./initiate-payment.ts";
import { InitiationRequest, InitiationResponse, initiationResponseOf, messageOf } from "#src/payments/wire/index.ts";
import { initiatorOf, OtpInput, requestKeyOf, ROUTE_ERRORS, START_ERRORS } from "#src/payments/requests/index.ts";

const PaymentCheck = Named(["PaymentCheck", "What a payment would be if it were made now"], {
  amount: [MoneyNumber, "The amount that would be paid, in `currency`"],
  currency: Currency,
  target_amount: [MoneyNumber, "What would arrive, in `target_currency`"],
  target_currency: [Type.String(), "The payee's currency; equals `currency` unless money is converted"],
  total_fees: [MoneyNumber, "The fee that we would charge, in `currency`"],
  country: Country,
  approvers_needed: [Type.Integer(), "How many other people would have to approve it; 0: nobody"],
  reasons: Type.Array(Type.String(), { description: "Why other people would have to approve it" }),
  stopped: [Type.Optional(Type.String()), "Why the operator would hold it for now. Absent: it would be sent at once"],
  expected_arrival_at: [
    Type.Optional(Timestamp),
    "Expected arrival, from the organization's latest payments in this corridor. Absent: stopped, left to people, or none completed",
  ],
});

/** `/payments-init/*`: initiation and the customer's next steps, in the contract's own envelope. */
export function initiationRoutes(deps: InitiateDeps & ActDeps & { db: Db }): (app: App) => void {
  return (app) => {
    const on = operations(app, "Payment initiation");
    on("POST /payments-init/initiate", {
      id: "initiatePayment",
      summary: "Initiate a payin or payout",
      description:
        "Checks the request, chooses a provider and sends the payment there. 422 ROUTING_CONFIG_NOT_FOUND: no " +
        "provider serves the corridor. 502 ALL_PROVIDERS_FAILED: every provider refused; the payment is stored " +
        "as failed and can be read.",
      body: InitiationRequest,
      answer: plain(InitiationResponse),
      errors: {
        404: null,
        409:
          "The balance does not cover the payout and its fee (INSUFFICIENT_FUNDS), the organization accepts a " +
          "`client_reference` once and this one was used (REFERENCE_USED, with `payment_id` and `transaction_id` " +
          "of the first payment), or the `Idempotency-Key` was used with another request",
        ...START_ERRORS,
      },
      handle: async (request) => {
        requireScope(request.caller, request.body.direction === "payout" ? "payouts:write" : "payins:write");
        const who = initiatorOf(request, ownOrganizationOf(request.caller));
        const payment = await initiatePayment(deps, who, request.body, requestKeyOf(request));
        return { statusCode: 200, response: initiationResponseOf(payment, messageOf(payment)) };
      },
    });

    on("POST /payments/check", {
      id: "checkPayment",
      summary: "Check a payin or payout without making it",
      description:
        "Answers and refuses like an initiation with the same body, by the rules, rates, fees and controls of now, " +
        "and says who else would be asked. Nothing is stored, and the balance is not looked at.",
      body: InitiationRequest,
      answer: ok("Payment checked", PaymentCheck),
      errors: { 404: null, 409: "A limit of the organization refuses it (LIMIT_EXCEEDED)", 422: ROUTE_ERRORS[422] },
      handle: async (request) => {
        requireScope(request.caller, request.body.direction === "payout" ? "payouts:write" : "payins:write");
        const who = initiatorOf(request, ownOrganizationOf(request.caller));
        const { payment, hold, stop, arrivesAt } = await checkPayment(deps, who, request.body);
        const { amount, targetAmount, totalFees, country } = payment;
        return {
          amount,
          currency: amount.currency,
          target_amount: targetAmount,
          target_currency: targetAmount.currency,
          total_fees: totalFees,
          country,
          approvers_needed: hold?.approvers ?? 0,
          reasons: hold?.reasons ?? [],
          ...(stop === null ? {} : { stopped: stop }),
          ...(arrivesAt === null ? {} : { expected_arrival_at: arrivesAt }),
        };
      },
    });

    on("POST /payments-init/:payment_id/action", {
      id: "actOnPayment",
      summary: "Submit or resend a one-time password, or cancel",
      body: Named("PaymentAction", {
        action: [OneOf(["submit_otp", "resend_otp", "cancel"] as const), "What to do with the payment"],
        otp: Type.Optional(OtpInput),
      }),
      answer: plain(InitiationResponse),
      errors: { 502: "The provider did not answer (PROVIDER_UNAVAILABLE)" },
      handle: async (request) => {
        const found = await findChangeablePayment(deps, request.caller, request.params.payment_id);
        const action = readAction(request.body);
        const { payment, message } = await actOnPayment(deps, initiatorOf(request, found.orgId), found, action);
        const response = initiationResponseOf(payment, message);
        // The result of the action, not of the payment: a cancellation that canceled has succeeded.
        return { statusCode: 200, response: action.action === "cancel" ? { ...response, success: true } : response };
      },
    });
  };
}
