import Type from "typebox";
import { organizationOf } from "#src/platform/http/caller.ts";
import { InitiationRequest, InitiationResponse } from "#src/modules/money/payments/initiation/initiation-schema.ts";
import { readInitiation } from "#src/modules/money/payments/initiation/read-initiation.ts";
import { initiationResponseOf, recordOf } from "#src/modules/money/payments/records/payment-record.ts";
import { PaymentRecordSchema } from "#src/modules/money/payments/records/record-schema.ts";
import { samplePayment } from "../sample-payment.ts";
import { noRates, serveFrame } from "./frame.ts";

/** The ceiling: everything a request costs before and after the work (HTTP, authentication, limits, validation, serialising, log line), and no work. `node static.ts <database> <port> <secret>`. */
const payment = samplePayment();
/** The bench's payins name no beneficiary and say their country, so nothing is looked up for their validation. */
const NOBODY_ELSE = {
  findBeneficiary: () => Promise.resolve(undefined),
  countryOfOrganization: () => Promise.resolve("GH"),
  findCustomer: async () => undefined,
  payoutRulesOf: () => Promise.resolve({ payoutDestinations: "any" as const, controls: null }),
};

await serveFrame((base) => [
  (app) => {
    app.post("/payments-init/initiate", { schema: { body: InitiationRequest, response: { 200: InitiationResponse } } }, async (request) => {
      await readInitiation({ ...NOBODY_ELSE, rates: noRates(base) }, organizationOf(request.caller), request.body);
      return { statusCode: 200, response: initiationResponseOf(payment, "Payment is being processed") };
    });
    app.get(
      "/payments/transaction/:transaction_id",
      { schema: { params: Type.Object({ transaction_id: Type.String() }), response: { 200: PaymentRecordSchema } } },
      async () => recordOf(payment, []),
    );
  },
]);
