import Type, { type Static } from "typebox";
import { BankDetailsInput, CardInput, MobileMoneyInput, OtpInput, PayerInput } from "#src/payments/requests/index.ts";
import { PAYMENT_STATUSES } from "#src/payments/core/index.ts";
import { PhoneApprovalSchema } from "#src/payments/wire/index.ts";
import type { Decimal } from "@corridor/base/decimal.ts";
import { CountryCode, MoneyNumber, Nullable, OneOf, Timestamp, Named } from "#src/kernel/http/schemas.ts";
import { FAILURE_CAUSES } from "#src/payments/rules/index.ts";
import { CHECKOUT_METHODS } from "./offer-methods.ts";
import { MAX_ANSWER, MAX_CUSTOM_FIELDS, MAX_LABEL, MAX_OPTIONS } from "./custom-fields.ts";
import { AMOUNT_TYPES, LINK_STATUSES, MAX_QUANTITY } from "./payment-link.ts";

/** The hosted checkout on the wire. No field here reveals providers, members or ids of the organization. */
const Text = Nullable(Type.String());
const Organization = Named("CheckoutOrganization", {
  name: Type.String(),
  color: Text,
  logo_url: Text,
  support_email: Text,
  support_phone: Text,
  terms_url: Text,
  privacy_url: Text,
  footer: Text,
});
export type CheckoutOrganization = Static<typeof Organization>;

export const CustomFieldSchema = Named("CustomField", {
  key: Type.String({
    pattern: "^[a-z][a-z0-9_]{0,39}$",
    description: "The key of the answer in the payment's `user_metadata.origin.custom_fields`",
  }),
  label: Type.String({ maxLength: MAX_LABEL }),
  required: Type.Optional(Type.Boolean()),
  options: Type.Optional(
    Type.Array(Type.String({ maxLength: MAX_ANSWER }), {
      maxItems: MAX_OPTIONS,
      description: "The allowed answers; absent: free text",
    }),
  ),
});
const Quantity = Type.Integer({ minimum: 1, maximum: MAX_QUANTITY });
export const LinkQuery = Type.Object({ quantity: Type.Optional(Quantity) });

export const CheckoutLinkSchema = Named("CheckoutLink", {
  link_ref: Type.String(),
  organization: Organization,
  test: Type.Boolean({ description: "True in development: no real money moves" }),
  status: OneOf(LINK_STATUSES, { title: "LinkStatus" }),
  amount_type: OneOf(AMOUNT_TYPES),
  amount: Nullable(MoneyNumber),
  currency: Type.String(),
  payer_currency: Type.String({ description: "The currency in which the payer is charged" }),
  payer_amount: Nullable(MoneyNumber),
  suggested_amount: Nullable(MoneyNumber),
  quote: Nullable(
    Type.Object({
      quote_id: Type.String({ description: "Id of the quote; send it back to pay exactly the price that was shown" }),
      rate: Type.Unsafe<Decimal>({ type: "number" }),
      expires_at: Timestamp,
    }),
  ),
  quantity: Type.Integer({ description: "The quantity that `payer_amount` is for" }),
  max_quantity: Type.Integer(),
  custom_fields: Type.Array(CustomFieldSchema),
  description: Text,
  email: Text,
  expires_at: Nullable(Timestamp),
  paid_at: Nullable(Timestamp),
  country: Type.String(),
  countries: Type.Array(
    Type.Object({
      country: Type.String(),
      methods: Type.Array(OneOf(CHECKOUT_METHODS)),
      networks: Type.Array(Type.Object({ name: Type.String(), code: Type.String(), currency: Type.String() })),
    }),
    { description: "Where and how the link can be paid now; empty unless it is active" },
  ),
});
export type CheckoutLinkAnswer = Static<typeof CheckoutLinkSchema>;

export const PayBody = Named("CheckoutPaymentRequest", {
  payment_method: OneOf(CHECKOUT_METHODS),
  country: CountryCode,
  amount: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      description: "For an open link: the amount to pay. For a fixed link: the amount that the payer was shown",
    }),
  ),
  quote_id: Type.Optional(Type.String({ maxLength: 64 })),
  quantity: Type.Optional(Quantity),
  custom_fields: Type.Optional(
    Type.Record(Type.String({ maxLength: 40 }), Type.String({ maxLength: MAX_ANSWER }), {
      maxProperties: MAX_CUSTOM_FIELDS,
      description: "Answers by key",
    }),
  ),
  payer_details: PayerInput,
  mobile_money_details: Type.Optional(Nullable(MobileMoneyInput)),
  card_details: Type.Optional(Nullable(CardInput)),
  bank_details: Type.Optional(Nullable(BankDetailsInput)),
  locale: Type.Optional(Type.String({ maxLength: 35 })),
  challenge_token: Type.Optional(
    Type.String({ maxLength: 4_096, description: "The token of the challenge that CHALLENGE_REQUIRED asked for" }),
  ),
});

export const CheckoutPaymentSchema = Named("CheckoutPayment", {
  checkout_token: Type.String(),
  organization: Organization,
  test: Type.Boolean(),
  link_ref: Nullable(Type.String({ description: "The payment link of this payment, while that link can be paid" })),
  status: OneOf(PAYMENT_STATUSES, { title: "PaymentStatus" }),
  amount: MoneyNumber,
  currency: Type.String(),
  description: Text,
  reference: Type.String(),
  payment_method: Type.String(),
  next_action: Nullable(
    OneOf([
      "redirect",
      "wait",
      "bank_transfer",
      "pay_by_link",
      "collect_otp",
      "check_status",
      "crypto_transfer",
    ] as const),
  ),
  redirect_url: Text,
  payment_link: Text,
  bank_transfer: Nullable(
    Type.Object({
      account_name: Type.String(),
      account_number: Type.String(),
      bank_name: Type.String(),
      bank_code: Text,
      reference: Type.String(),
      amount: MoneyNumber,
      currency: Type.String(),
      expires_at: Text,
      qr_code: Nullable(Type.String({ description: "EMVCo code with amount and reference" })),
      received_amount: Nullable(MoneyNumber),
    }),
  ),
  crypto_transfer: Nullable(
    Type.Object({
      address: Type.String(),
      network: Type.String(),
      memo: Text,
      amount: MoneyNumber,
      currency: Type.String(),
      expires_at: Text,
      received_amount: Nullable(MoneyNumber),
    }),
  ),
  otp: Nullable(Type.Object({ phone_hint: Text, attempts_left: Type.Integer() })),
  mobile_money: Nullable(PhoneApprovalSchema),
  card: Nullable(Type.Object({ brand: Text, last4: Type.String() })),
  failure_reason: Text,
  failure_cause: Nullable(
    OneOf(FAILURE_CAUSES, {
      title: "FailureCause",
      description: "Why the payment failed, as far as the payer can act on that",
    }),
  ),
  receipt_url: Nullable(Type.String({ description: "Once it is completed" })),
  success_message: Nullable(Type.String({ description: "The merchant's message, once the payment is completed" })),
  return_url: Nullable(
    Type.String({ description: "The address that the customer is sent to, once the payment is final" }),
  ),
  expires_at: Nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type CheckoutPaymentAnswer = Static<typeof CheckoutPaymentSchema>;

export const ReceiptSchema = Named("CheckoutReceipt", {
  receipt_code: Type.String(),
  organization: Organization,
  test: Type.Boolean(),
  status: OneOf(["completed", "refunded"] as const),
  amount: MoneyNumber,
  currency: Type.String(),
  received: Nullable(
    Type.Object(
      { amount: MoneyNumber, currency: Type.String(), rate: Type.Unsafe<Decimal>({ type: "number" }) },
      { description: "What the organization received, if that is another currency" },
    ),
  ),
  description: Text,
  reference: Type.String(),
  payment_method: Type.String(),
  method_detail: Text,
  paid_at: Timestamp,
});

export type CheckoutReceiptAnswer = Static<typeof ReceiptSchema>;

export const ActionBody = Named("PaymentAction", {
  action: OneOf(["submit_otp", "resend_otp", "cancel"] as const),
  otp: Type.Optional(OtpInput),
});
