import Type, { type Static } from "typebox";
import {
  Extensible,
  MoneyInput,
  MoneyNumber,
  Nullable,
  OneOf,
  OpenObject,
  TargetAmountInput,
  Named,
} from "#src/kernel/http/schemas.ts";
import { PAYMENT_STATUSES } from "#src/payments/core/index.ts";
import {
  BankAccountInput,
  BankDetailsInput,
  CardInput,
  MobileMoneyInput,
  PayerInput,
  Text,
} from "#src/payments/requests/index.ts";
import { PhoneApprovalSchema } from "./phone-approval.ts";

/**
 * The request and response of payment initiation (contract.md, 2.1 and 2.2) on the wire. read-initiation.ts checks
 * rules between fields.
 */
export const InitiationRequest = Named("PaymentRequest", {
  amount: MoneyInput,
  target_amount: TargetAmountInput,
  currency: Type.String({ description: "ISO 4217" }),
  target_currency: Type.String({ description: "ISO 4217; equals currency for single-currency flows" }),
  payment_method: OneOf(["mobile_money", "bank_transfer", "card"] as const),
  direction: OneOf(["payin", "payout"] as const),
  country: Type.Optional(Nullable(Type.String({ description: "ISO 3166-1 alpha-2" }))),
  org_rate_id: Type.Optional(Nullable(Type.String())),
  quote_id: Type.Optional(
    Nullable(
      Type.String({
        description: "An open quote for this payment: its rate and fee apply. Not together with `org_rate_id`",
      }),
    ),
  ),
  client_reference: Type.Optional(Nullable(Text)),
  description: Type.Optional(Nullable(Type.String({ maxLength: 2_000 }))),
  payer_details: Type.Optional(Nullable(PayerInput)),
  mobile_money_details: Type.Optional(Nullable(MobileMoneyInput)),
  card_details: Type.Optional(Nullable(CardInput)),
  bank_details: Type.Optional(Nullable(BankDetailsInput)),
  bank_account: Type.Optional(Nullable(BankAccountInput)),
  beneficiary_id: Type.Optional(Nullable(Type.String())),
  customer_id: Type.Optional(
    Nullable(
      Type.String({ description: "A customer of the organization. Fills in what a payin's `payer_details` omit" }),
    ),
  ),
  return_url: Type.Optional(Nullable(Type.String({ format: "uri", maxLength: 2_000 }))),
  metadata: Type.Optional(Nullable(OpenObject)),
});
export type InitiationBody = Static<typeof InitiationRequest>;

export const InitiationResponse = Named("InitiationResponse", {
  statusCode: Type.Integer(),
  response: Extensible("InitiatedPayment", {
    success: Type.Boolean(),
    payment_id: Type.String(),
    transaction_id: Type.String(),
    status: OneOf(PAYMENT_STATUSES, { title: "PaymentStatus" }),
    next_action: Type.Optional(
      OneOf([
        "redirect",
        "wait",
        "bank_transfer",
        "pay_by_link",
        "collect_otp",
        "check_status",
        "make_transfer",
      ] as const),
    ),
    redirect_url: Type.Optional(Nullable(Type.String())),
    provider: Nullable(Type.String()),
    message: Nullable(Type.String()),
    payment_data: Nullable(
      Named("PaymentEcho", {
        amount: MoneyNumber,
        currency: Type.String(),
        target_amount: MoneyNumber,
        target_currency: Type.String(),
        metadata: Nullable(OpenObject),
      }),
    ),
    account_name: Type.Optional(Type.String()),
    account_number: Type.Optional(Type.String()),
    bank_name: Type.Optional(Type.String()),
    bank_code: Type.Optional(Nullable(Type.String())),
    reference: Type.Optional(Type.String()),
    amount: Type.Optional(MoneyNumber),
    currency: Type.Optional(Type.String()),
    expires_at: Type.Optional(Type.String()),
    payment_link: Type.Optional(Type.String()),
    mobile_money: Type.Optional(PhoneApprovalSchema),
  }),
});
export type InitiationAnswer = Static<typeof InitiationResponse>["response"];
