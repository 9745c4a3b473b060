import Type from "typebox";
import type { FastifyRequest } from "fastify";
import { actorOf } from "#src/modules/books/audit/actor-of.ts";
import type { Db } from "#src/platform/db/client.ts";
import { requireScope } from "#src/platform/http/access-control.ts";
import { ownOrganizationOf, scopeOf } from "#src/platform/http/caller.ts";
import { invalidField } from "#src/platform/http/errors.ts";
import type { App } from "#src/platform/http/typed-app.ts";
import { OneOf, Named } from "#src/platform/http/schemas.ts";
import { type ActDeps, actOnPayment, type PaymentAction } from "./act-on-payment.ts";
import { findVisiblePayment } from "../store/find-visible-payment.ts";
import { type InitiateDeps, type Initiator, initiatePayment } from "./initiate-payment.ts";
import { InitiationRequest, InitiationResponse } from "./initiation-schema.ts";
import { OtpInput } from "#src/modules/money/requests/inputs.ts";
import type { Payment } from "#src/modules/money/core/payment.ts";
import { initiationResponseOf } from "../records/payment-record.ts";
import { phoneApprovalOf } from "../records/phone-approval.ts";

/** `/payments-init/*`: initiation and the customer's next steps, in the contract's own envelope. */
export function initiatorOf(request: FastifyRequest, orgId: string): Initiator {
  const { caller, commitBy } = request;
  return { orgId, userId: caller.userId, actor: actorOf(caller), requestId: request.id, keyMadeBy: caller.keyMadeBy, commitBy };
}

export function initiationRoutes(deps: InitiateDeps & ActDeps & { db: Db }): (app: App) => void {
  return (app) => {
    app.post(
      "/payments-init/initiate",
      {
        schema: {
          operationId: "initiatePayment",
          "x-errors": {
            404: null,
            409: "The balance does not cover the payout and its fee (INSUFFICIENT_FUNDS), the organization accepts a `client_reference` once and this one was used (REFERENCE_USED, with `payment_id` and `transaction_id` of the first payment), or the `Idempotency-Key` was used with another request",
            422: "No provider serves this corridor (ROUTING_CONFIG_NOT_FOUND)",
            502: "Every provider of the route refused the payment (ALL_PROVIDERS_FAILED)",
            503: "`UNAVAILABLE`: a temporary problem of the service, or a rate that is too old; `Retry-After` says when to try again",
          },
          summary: "Initiate a payin or payout",
          description:
            "Checks the request, chooses a provider and sends the payment there. 422 ROUTING_CONFIG_NOT_FOUND: no provider serves the corridor. 502 ALL_PROVIDERS_FAILED: every provider refused; the payment is stored as failed and can be read.",
          tags: ["Payment initiation"],
          body: InitiationRequest,
          response: { 200: InitiationResponse },
        },
      },
      async (request) => {
        requireScope(request.caller, request.body.direction === "payout" ? "payouts:write" : "payins:write");
        const payment = await initiatePayment(deps, initiatorOf(request, ownOrganizationOf(request.caller)), request.body, {
          id: request.idempotencyId,
          repeats: request.idempotencyRepeats,
        });
        return { statusCode: 200, response: initiationResponseOf(payment, messageOf(payment)) };
      },
    );

    app.post(
      "/payments-init/:payment_id/action",
      {
        schema: {
          operationId: "actOnPayment",
          "x-errors": {
            502: "The provider did not answer (PROVIDER_UNAVAILABLE)",
          },
          summary: "Submit or resend a one-time password, or cancel",
          tags: ["Payment initiation"],
          params: Type.Object({ payment_id: Type.String() }),
          body: Named("PaymentAction", {
            action: OneOf(["submit_otp", "resend_otp", "cancel"] as const),
            otp: Type.Optional(OtpInput),
          }),
          response: { 200: InitiationResponse },
        },
      },
      async (request) => {
        const found = await findVisiblePayment(deps, scopeOf(request.caller), request.params.payment_id);
        const action = readAction(request.body);
        const { payment, message } = await actOnPayment(deps, initiatorOf(request, found.orgId), found, action);
        const response = initiationResponseOf(payment, message);
        // The result of the action, not of the payment: a cancellation that canceled has succeeded.
        return { statusCode: 200, response: action.action === "cancel" ? { ...response, success: true } : response };
      },
    );
  };
}

function readAction(body: { action: PaymentAction["action"]; otp?: string }): PaymentAction {
  if (body.action !== "submit_otp") return { action: body.action };
  if (body.otp === undefined) throw invalidField("otp", "is required when action is submit_otp");
  return { action: "submit_otp", otp: body.otp };
}

export function messageOf(payment: Payment): string {
  switch (payment.nextAction?.type) {
    case "redirect":
      return "Send the customer to redirect_url";
    case "bank_transfer":
      return "Show the bank details so that the customer can send the funds";
    case "pay_by_link":
      return "Send the customer to payment_link";
    case "collect_otp":
      return "Collect the one-time password and submit it";
    case "check_status":
      return "The provider's answer is not known yet; check the status";
    case "crypto_transfer":
      return "Show the deposit address so that the customer can send the crypto";
    case "wait":
    case undefined:
      if (payment.status === "initiated" && payment.progress.attempts.length === 0)
        return payment.details.destination?.matches_beneficiary === false
          ? "The payment waits for a review: its destination is not the beneficiary's own"
          : "The payment waits for a review";
      if (phoneApprovalOf(payment) !== null) return "The customer approves the payment on the phone; mobile_money says what to tell them";
      return payment.status === "completed" ? "Payment completed" : "Payment is being processed";
  }
}
