import Type from "typebox";
import type { Db } from "#src/kernel/db/client.ts";
import { requireScope } from "#src/kernel/http/access-control.ts";
import { ownOrganizationOf } from "#src/kernel/http/caller.ts";
import { invalidField } from "#src/kernel/http/errors.ts";
import { operations, plain } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { OneOf, Named } from "#src/kernel/http/schemas.ts";
import { type ActDeps, actOnPayment, type PaymentAction } from "./act-on-payment.ts";
import { findChangeablePayment } from "#src/payments/store/index.ts";
import { type InitiateDeps, initiatePayment } from "./initiate-payment.ts";
import { InitiationRequest, InitiationResponse, initiationResponseOf, messageOf } from "#src/payments/wire/index.ts";
import { initiatorOf, OtpInput, requestKeyOf, START_ERRORS } from "#src/payments/requests/index.ts";

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

function readAction(body: { action: PaymentAction["action"]; otp?: string }): PaymentAction {
  if (body.action !== "submit_otp") return { action: body.action };
  if (body.otp === undefined) throw invalidField("otp", "is required when action is submit_otp");
  return { action: "submit_otp", otp: body.otp };
}
