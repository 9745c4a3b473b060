import Type, { type Static } from "typebox";
import {
  Amount,
  Currency,
  Extensible,
  Metadata,
  MoneyInput,
  MoneyNumber,
  Named,
  Nullable,
  OneOf,
  TargetAmountInput,
  Timestamp,
} from "#src/kernel/http/schemas.ts";
import {
  BankAccountInput,
  BankDetailsInput,
  CardInput,
  MobileMoneyInput,
  PayerInput,
  Text,
} from "#src/payments/requests/index.ts";
import { NextActionSchema, PaymentStatusSchema } from "./record-schema.ts";
import { PhoneApprovalSchema } from "./phone-approval.ts";

/** Payment initiation on the wire (contract.md, 2.1 and 2.2). read-initiation.ts checks rules between fields. */
export const InitiationRequest = Named("PaymentRequest", {
  amount: [MoneyInput, "An amount in `currency`, with that currency's decimals"],
  target_amount: TargetAmountInput,
  currency: Type.String({ description: "ISO 4217" }),
  target_currency: Type.String({ description: "ISO 4217; equals currency for single-currency flows" }),
  payment_method: [OneOf(["mobile_money", "bank_transfer", "card"] as const), "How the customer pays or is paid"],
  direction: [OneOf(["payin", "payout"] as const), "payin: the customer pays; payout: a beneficiary is paid"],
  country: Type.Optional(Nullable(Type.String({ description: "ISO 3166-1 alpha-2" }))),
  org_rate_id: [Type.Optional(Nullable(Type.String())), "Id of a locked rate"],
  quote_id: [
    Type.Optional(Nullable(Type.String())),
    "An open quote for this payment: its rate and fee apply. Not together with `org_rate_id`",
  ],
  client_reference: [Type.Optional(Nullable(Text)), "Your own reference: stored, returned and searchable"],
  description: [Type.Optional(Nullable(Type.String({ maxLength: 2_000 }))), "Free text for people"],
  payer_details: [Type.Optional(Nullable(PayerInput)), "The payer: name, e-mail address and phone number"],
  mobile_money_details: [Type.Optional(Nullable(MobileMoneyInput)), "For a mobile money payin; a payout may omit it"],
  card_details: [Type.Optional(Nullable(CardInput)), "For the method `card`; its first 6 and last 4 digits are stored"],
  bank_details: [
    Type.Optional(Nullable(BankDetailsInput)),
    "For a bank transfer payin: the payer's account; a payout may omit it",
  ],
  bank_account: [
    Type.Optional(Nullable(BankAccountInput)),
    "For a bank transfer payin: the account that is paid; a payout may omit it",
  ],
  beneficiary_id: [
    Type.Optional(Nullable(Type.String())),
    "The registered beneficiary who is paid: required for a payout, to their registered account",
  ],
  customer_id: [
    Type.Optional(Nullable(Type.String())),
    "A customer of the organization. Fills in what a payin's `payer_details` omit",
  ],
  return_url: [
    Type.Optional(Nullable(Type.String({ format: "uri", maxLength: 2_000 }))),
    "Where the customer returns, with `status` and `reference`; absent: our page",
  ],
  metadata: Type.Optional(Nullable(Metadata)),
});
export type InitiationBody = Static<typeof InitiationRequest>;

/** Of a bank transfer's instructions, beside the account's number. */
export const EuropeanFields = {
  iban: [Type.Optional(Type.String()), "IBAN, where it has one"],
  bic: [Type.Optional(Type.String()), "BIC of the bank"],
  sort_code: [Type.Optional(Type.String()), "Sort code, in Britain"],
  account_country: [Type.Optional(Type.String()), "Where the account is"],
  qr_code: [Type.Optional(Type.String()), "Content of a QR code for bank apps"],
} as const;

export const InitiationResponse = Named("InitiationResponse", {
  statusCode: [Type.Integer(), "The HTTP status, repeated in the body"],
  response: Extensible(["InitiatedPayment", "The payment, with the provider's instructions"], {
    success: [Type.Boolean(), "Whether the request succeeded"],
    payment_id: [Type.String(), "Id of the payment"],
    transaction_id: [Type.String(), "The payment's second id, for lists and support"],
    status: PaymentStatusSchema,
    next_action: Type.Optional(NextActionSchema),
    redirect_url: [Type.Optional(Nullable(Type.String())), "The page to which to send the customer; null: none"],
    provider_text: [
      Type.Optional(Type.String()),
      "What the provider tells the payer in its own words; show it as text",
    ],
    provider: [Nullable(Type.String()), "The provider that accepted it; null: none yet"],
    message: [Nullable(Type.String()), "What happens next, for people"],
    payment_data: [
      Nullable(
        Named("PaymentEcho", {
          amount: Amount,
          currency: Currency,
          target_amount: [MoneyNumber, "The amount after conversion, in `target_currency`"],
          target_currency: [Type.String(), "The payee's currency; equals `currency` unless money is converted"],
          metadata: Nullable(Metadata),
        }),
      ),
      "The request as the service understood it",
    ],
    account_name: [Type.Optional(Type.String()), "Name of the account holder, as the bank knows it"],
    account_number: [Type.Optional(Type.String()), "National account number, or IBAN"],
    bank_name: [Type.Optional(Type.String()), "The bank's name"],
    bank_code: [Type.Optional(Nullable(Type.String())), "Code of the bank, as `/externals/banks` lists it"],
    ...EuropeanFields,
    reference: [Type.Optional(Type.String()), "The reference to write on the transfer"],
    amount: Type.Optional(Amount),
    currency: Type.Optional(Currency),
    expires_at: [Type.Optional(Timestamp), "When it is canceled unless it is paid; absent: never"],
    payment_link: [Type.Optional(Type.String()), "The page on which the customer pays; null: none"],
    mobile_money: Type.Optional(PhoneApprovalSchema),
  }),
});
export type InitiationAnswer = Static<typeof InitiationResponse>["response"];
