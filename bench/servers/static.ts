import Type from "typebox";
import { organizationOf } from "@corridor/server/kernel/http/caller.ts";
import { InitiationRequest, InitiationResponse } from "@corridor/server/payments/wire/initiation-schema.ts";
import { readInitiation } from "@corridor/server/payments/initiate/read-initiation.ts";
import { initiationResponseOf, recordOf } from "@corridor/server/payments/wire/payment-record.ts";
import { PaymentRecordSchema } from "@corridor/server/payments/wire/record-schema.ts";
import { NotificationBody } from "@corridor/server/record/webhooks/notify-routes.ts";
import type { VirtualTransaction } from "@corridor/server/products/virtual-accounts/virtual-account.ts";
import { success } from "@corridor/server/kernel/http/envelopes.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { samplePayment } from "../sample-payment.ts";
import { noRates, serveFrame } from "./frame.ts";
import { transferRoute } from "./transfer-route.ts";

/**
 * The ceiling: everything a request costs before and after the work (HTTP, authentication, limits, validation,
 * serialising, log line), and no work. `node static.ts <database> <port> <secret>`.
 */
const payment = samplePayment();
/** The bench's payins have no beneficiary and name their country, so validation looks nothing up. */
const NOBODY_ELSE = {
  findBeneficiary: () => Promise.resolve(undefined),
  findCustomer: async () => undefined,
  profileOf: () => Promise.reject(new Error("validation looks nothing up")),
};

const now = new Date();
const debit: VirtualTransaction = {
  orgId: newId(),
  transactionId: newId(),
  accountId: newId(),
  userId: newId(),
  type: "debit",
  status: "completed",
  amount: Money.parse("1", "NGN"),
  fee: Money.zero("NGN"),
  description: "Transfer between accounts",
  paymentRail: "internal",
  reference: newId(),
  counterparty: newId(),
  paymentId: null,
  createdAt: now,
  updatedAt: now,
};

await serveFrame((base) => [
  transferRoute(() => Promise.resolve(debit)),
  (app) => {
    app.post("/public/webhooks/notify", { schema: { body: NotificationBody } }, async () =>
      success("Test notification sent to 1 endpoints", {
        event_id: newId(),
        deliveries: [{ webhook_id: newId(), delivery_id: newId() }],
      }),
    );
    app.post(
      "/payments-init/initiate",
      { schema: { body: InitiationRequest, response: { 200: InitiationResponse } } },
      async (request) => {
        await readInitiation({ ...NOBODY_ELSE, rates: noRates(base) }, organizationOf(request.caller), request.body);
        return { statusCode: 200, response: initiationResponseOf(payment, "Payment is being processed") };
      },
    );
    app.get(
      "/payments/transaction/:transaction_id",
      { schema: { params: Type.Object({ transaction_id: Type.String() }), response: { 200: PaymentRecordSchema } } },
      async () => recordOf(payment, []),
    );
  },
]);
