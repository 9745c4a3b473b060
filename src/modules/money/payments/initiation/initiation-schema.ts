import Type, { type Static } from "typebox";
import { Email, Extensible, MoneyInput, MoneyNumber, Nullable, OneOf, OpenObject, TargetAmountInput } from "#src/platform/http/schemas.ts";
import { PAYMENT_STATUSES } from "../payment-status.ts";

/** The request and response of payment initiation (2.1, 2.2) on the wire. What depends on other fields is checked in read-initiation.ts. */
const MAX_TEXT = 500;
const Text = Type.String({ maxLength: MAX_TEXT });

export const PayerDetailsInput = Type.Object({
  name: Type.Optional(Text),
  email: Type.Optional(Nullable(Email)),
  phone: Type.Optional(Nullable(Text)),
});
export const MobileMoneyInput = Type.Object({
  provider: Type.Optional(Type.String({ maxLength: MAX_TEXT, description: "A network name from POST /externals/networks" })),
  phone_number: Type.Optional(Text),
});
export const CardInput = Type.Object({
  // Of fewer digits the first six and last four, which are kept, would be all of them.
  card_number: Type.String({ minLength: 13, maxLength: 19, pattern: "^[ -]*([0-9][ -]*){13,19}$", "x-pattern-message": "must have 13 to 19 digits" }),
  expiry_month: Type.String({ pattern: "^(0?[1-9]|1[0-2])$", "x-pattern-message": "must be a month, 01 to 12" }),
  expiry_year: Type.String({ pattern: "^[0-9]{2}([0-9]{2})?$", "x-pattern-message": "must be a year of 2 or 4 digits" }),
  cvv: Type.Optional(Nullable(Type.String({ pattern: "^[0-9]{3,4}$", "x-pattern-message": "must have 3 or 4 digits" }))),
  card_holder_name: Type.Optional(Nullable(Text)),
});
export const BankDetailsInput = Type.Object({
  account_name: Type.Optional(Nullable(Text)),
  account_number: Type.Optional(Text),
  bank_name: Type.Optional(Nullable(Text)),
  bank_code: Type.Optional(Nullable(Text)),
  country: Type.Optional(Nullable(Text)),
});
export const BankAccountInput = Type.Object(
  {
    account_number: Type.Optional(Text),
    bank_code: Type.Optional(Nullable(Text)),
    bank_name: Type.Optional(Nullable(Text)),
  },
  {
    description: "Destination account. Of a payout, what is left out is the beneficiary's; what differs is a 400 BENEFICIARY_MISMATCH, or marked in the record",
  },
);

export const OtpInput = Type.String({
  minLength: 1,
  maxLength: 32,
  pattern: "\\S",
  "x-pattern-message": "must not be blank",
  description: "Required for submit_otp",
});

export const InitiationRequest = Type.Object({
  amount: MoneyInput,
  target_amount: TargetAmountInput,
  currency: Type.String({ description: "ISO 4217" }),
  target_currency: Type.String({ description: "ISO 4217; equals currency for single-currency flows" }),
  payment_method: OneOf(["mobile_money", "bank_transfer", "card"] as const),
  direction: OneOf(["payin", "payout"] as const),
  country: Type.Optional(Nullable(Type.String({ description: "ISO 3166-1 alpha-2" }))),
  org_rate_id: Type.Optional(Nullable(Type.String())),
  client_reference: Type.Optional(Nullable(Text)),
  description: Type.Optional(Nullable(Type.String({ maxLength: 2_000 }))),
  payer_details: Type.Optional(Nullable(PayerDetailsInput)),
  mobile_money_details: Type.Optional(Nullable(MobileMoneyInput)),
  card_details: Type.Optional(Nullable(CardInput)),
  bank_details: Type.Optional(Nullable(BankDetailsInput)),
  bank_account: Type.Optional(Nullable(BankAccountInput)),
  beneficiary_id: Type.Optional(Nullable(Type.String())),
  return_url: Type.Optional(Nullable(Type.String({ format: "uri", maxLength: 2_000 }))),
  metadata: Type.Optional(Nullable(OpenObject)),
});
export type InitiationBody = Static<typeof InitiationRequest>;

export const InitiationResponse = Type.Object({
  statusCode: Type.Integer(),
  response: Extensible({
    success: Type.Boolean(),
    payment_id: Type.String(),
    transaction_id: Type.String(),
    status: OneOf(PAYMENT_STATUSES),
    next_action: Type.Optional(OneOf(["redirect", "wait", "bank_transfer", "pay_by_link", "collect_otp", "check_status", "make_transfer"] as const)),
    redirect_url: Type.Optional(Nullable(Type.String())),
    provider: Nullable(Type.String()),
    message: Nullable(Type.String()),
    payment_data: Nullable(
      Type.Object({ amount: MoneyNumber, currency: Type.String(), target_amount: MoneyNumber, target_currency: Type.String(), metadata: Nullable(OpenObject) }),
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
  }),
});
export type InitiationAnswer = Static<typeof InitiationResponse>["response"];
