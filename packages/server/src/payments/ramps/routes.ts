import { initiatorOf, requestKeyOf, START_ERRORS } from "#src/payments/requests/index.ts";
import { ownOrganizationOf } from "#src/kernel/http/caller.ts";
import { operations, plain } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { initiateRamp, type InitiateRampDeps } from "./initiate-ramp.ts";
import { rampResponseOf } from "./ramp-response.ts";
import { RampRequest, RampResponse } from "./ramp-schema.ts";

export function rampRoutes(deps: InitiateRampDeps): (app: App) => void {
  return (app) => {
    const on = operations(app, "Payment initiation");
    on("POST /payments-init/ramp", {
      id: "initiateRamp",
      summary: "Buy crypto with fiat (on_ramp) or sell it for fiat (off_ramp)",
      description:
        "Collects the customer's payment, then delivers the other side: crypto to wallet_address, or fiat to the " +
        "beneficiary, destination, bank or mobile money account. 400 RATE_MISMATCH: client_rate differs from the " +
        "live rate by more than 0.5 percent, in the direction of the funds. 422 ROUTING_CONFIG_NOT_FOUND: no " +
        "provider serves the corridor. 502 ALL_PROVIDERS_FAILED: every provider refused to collect.",
      body: RampRequest,
      answer: plain(RampResponse),
      errors: {
        404: null,
        409:
          "The balance does not cover the fee of the ramp (INSUFFICIENT_FUNDS), the organization converts too much " +
          "or has too much open (LIMIT_EXCEEDED), or the `Idempotency-Key` was used with another request",
        ...START_ERRORS,
        502: "Every provider of the route refused the ramp (ALL_PROVIDERS_FAILED)",
      },
      handle: async (request) => {
        const who = initiatorOf(request, ownOrganizationOf(request.caller));
        const ramp = await initiateRamp(deps, who, request.body, requestKeyOf(request));
        return { statusCode: 200, response: rampResponseOf(ramp) };
      },
    });
  };
}
