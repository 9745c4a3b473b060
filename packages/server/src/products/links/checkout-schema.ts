import Type, { type Static } from "typebox";
import { BankDetailsInput, CardInput, MobileMoneyInput, OtpInput, PayerInput } from "#src/payments/requests/index.ts";
import { FailureCauseSchema, PaymentStatusSchema, PhoneApprovalSchema } from "#src/payments/wire/index.ts";
import type { Decimal } from "@corridor/base/decimal.ts";
import {
  Amount,
  Country,
  CountryCode,
  CreatedAt,
  Currency,
  MoneyNumber,
  Named,
  Nullable,
  OneOf,
  Shape,
  Timestamp,
  UpdatedAt,
} from "#src/kernel/http/schemas.ts";
import { CHECKOUT_METHODS } from "./offer-methods.ts";
import { MAX_ANSWER, MAX_CUSTOM_FIELDS, MAX_LABEL, MAX_OPTIONS } from "./custom-fields.ts";
import { AMOUNT_TYPES, LINK_STATUSES, MAX_QUANTITY } from "./payment-link.ts";

/** The hosted checkout on the wire. No field here reveals providers, members or ids of the organization. */
const Text = Nullable(Type.String());
const Organization = Named(["CheckoutOrganization", "The merchant, as payers see it"], {
  name: [Type.String(), "The merchant's name"],
  color: [Text, "Color of buttons and icons; null: the default"],
  logo_url: [Text, "Address of the merchant's logo; null: none"],
  support_email: [Text, "E-mail address at which payers get help; null: none"],
  support_phone: [Text, "Phone number at which payers get help; null: none"],
  terms_url: [Text, "Address of the merchant's terms; null: none"],
  privacy_url: [Text, "Address of the merchant's privacy notice; null: none"],
  footer: [Text, "Text at the bottom of pages and receipts; null: none"],
});
export type CheckoutOrganization = Static<typeof Organization>;

export const CustomFieldSchema = Named("CustomField", {
  key: Type.String({
    pattern: "^[a-z][a-z0-9_]{0,39}$",
    description: "The key of the answer in the payment's `user_metadata.origin.custom_fields`",
  }),
  label: [Type.String({ maxLength: MAX_LABEL }), "The question, as the payer reads it"],
  required: [Type.Optional(Type.Boolean()), "Whether the payer must answer the question"],
  options: [
    Type.Optional(Type.Array(Type.String({ maxLength: MAX_ANSWER }), { maxItems: MAX_OPTIONS })),
    "The allowed answers; absent: free text",
  ],
});
const Quantity = Type.Integer({ minimum: 1, maximum: MAX_QUANTITY });
export const LinkQuery = Type.Object({ quantity: Type.Optional(Quantity) });

export const LinkStatusSchema = OneOf(LINK_STATUSES, {
  title: "LinkStatus",
  description: "Status of a payment link. Only an active link can be paid; an open link never becomes `paid`",
});
export const CheckoutLinkSchema = Named(["CheckoutLink", "A link as its hosted page shows it"], {
  link_ref: [Type.String(), "The unguessable part of the link's address"],
  organization: Organization,
  test: Type.Boolean({ description: "True in development: no real money moves" }),
  status: LinkStatusSchema,
  amount_type: [OneOf(AMOUNT_TYPES), "fixed: the link sets the amount; open: the payer does"],
  amount: Nullable(Amount),
  currency: Currency,
  payer_currency: Type.String({ description: "The currency in which the payer is charged" }),
  payer_amount: [Nullable(MoneyNumber), "What the payer is charged, in `payer_currency`; null: the payer chooses"],
  suggested_amount: [Nullable(MoneyNumber), "For an open link: the suggested amount; null: none"],
  quote: [
    Nullable(
      Shape({
        quote_id: Type.String({ description: "Id of the quote; send it back to pay exactly the price that was shown" }),
        rate: [Type.Unsafe<Decimal>({ type: "number" }), "Units of the second currency for one unit of the first"],
        expires_at: [Timestamp, "Until when the rate is locked"],
      }),
    ),
    "The rate shown to the payer, locked until it expires; null if nothing is converted",
  ],
  quantity: Type.Integer({ description: "The quantity that `payer_amount` is for" }),
  max_quantity: [Type.Integer(), "How many items the payer may buy, each at `amount`"],
  custom_fields: [Type.Array(CustomFieldSchema), "Questions to the payer"],
  description: [Text, "Free text for people"],
  email: [Text, "E-mail address"],
  expires_at: [Nullable(Timestamp), "Until when the link can be paid; null: no limit"],
  paid_at: [Nullable(Timestamp), "When the payment completed; absent or null before"],
  country: Country,
  countries: Type.Array(
    Shape({
      country: Country,
      methods: [Type.Array(OneOf(CHECKOUT_METHODS)), "The methods that the payer may use there"],
      networks: [
        Type.Array(
          Shape({
            name: [Type.String(), "The network's name"],
            code: [Type.String(), "The code by which requests name the network"],
            currency: [Type.String(), "The currency of the network's wallets"],
          }),
        ),
        "The mobile money networks there",
      ],
    }),
    { description: "Where and how the link can be paid now; empty unless it is active" },
  ),
});
export type CheckoutLinkAnswer = Static<typeof CheckoutLinkSchema>;

export const PayBody = Named("CheckoutPaymentRequest", {
  payment_method: [OneOf(CHECKOUT_METHODS), "The method by which the customer pays or is paid"],
  country: CountryCode,
  amount: [
    Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
    "For an open link: the amount to pay. For a fixed link: the amount that the payer was shown",
  ],
  quote_id: [Type.Optional(Type.String({ maxLength: 64 })), "The quote whose rate and fee the payment uses"],
  quantity: [Type.Optional(Quantity), "How many items the payer buys"],
  custom_fields: [
    Type.Optional(
      Type.Record(Type.String({ maxLength: 40 }), Type.String({ maxLength: MAX_ANSWER }), {
        maxProperties: MAX_CUSTOM_FIELDS,
      }),
    ),
    "Answers by key",
  ],
  payer_details: PayerInput,
  mobile_money_details: [Type.Optional(Nullable(MobileMoneyInput)), "For the method `mobile_money`"],
  card_details: [Type.Optional(Nullable(CardInput)), "For the method `card`; its first 6 and last 4 digits are stored"],
  bank_details: [Type.Optional(Nullable(BankDetailsInput)), "The account that pays"],
  locale: [Type.Optional(Type.String({ maxLength: 35 })), "The payer's language, as in `Accept-Language`"],
  challenge_token: Type.Optional(
    Type.String({ maxLength: 4_096, description: "The token of the challenge that CHALLENGE_REQUIRED asked for" }),
  ),
});

export const CheckoutPaymentSchema = Named(["CheckoutPayment", "A payment as its hosted page shows it"], {
  checkout_token: [Type.String(), "Token of the payment's hosted page: whoever has it can see and pay the payment"],
  organization: Organization,
  test: [Type.Boolean(), "True in test mode, in which no real money moves"],
  link_ref: Nullable(Type.String({ description: "The payment link of this payment, while that link can be paid" })),
  status: PaymentStatusSchema,
  amount: Amount,
  currency: Currency,
  description: [Text, "Free text for people"],
  reference: [Type.String(), "The payment's reference, which the receipt has too"],
  payment_method: [Type.String(), "The method by which the customer pays or is paid"],
  next_action: [
    Nullable(
      OneOf(["redirect", "wait", "bank_transfer", "pay_by_link", "collect_otp", "check_status", "crypto_transfer"]),
    ),
    "What the client has to do next, as in the guide's table of next actions; null or absent: nothing",
  ],
  redirect_url: [Text, "The page to which to send the customer; null: there is none"],
  payment_link: [Text, "The page on which the customer pays; null: none"],
  bank_transfer: [
    Nullable(
      Shape({
        account_name: [Type.String(), "Name of the account holder, as the bank knows it"],
        account_number: [Type.String(), "National account number, or IBAN"],
        bank_name: [Type.String(), "The bank's name"],
        bank_code: [Text, "Code of the bank, as `/externals/banks` lists it"],
        reference: [Type.String(), "What the payer writes on the transfer"],
        amount: Amount,
        currency: Currency,
        expires_at: [Nullable(Timestamp), "Until when the transfer is expected; null: no limit"],
        qr_code: Nullable(Type.String({ description: "EMVCo code with amount and reference" })),
        received_amount: [Nullable(MoneyNumber), "What has arrived so far; null: nothing was reported"],
      }),
    ),
    "Instructions for a bank transfer; null unless `next_action` is `bank_transfer`",
  ],
  crypto_transfer: [
    Nullable(
      Shape({
        address: [Type.String(), "The address to send the crypto to"],
        network: [Type.String(), "The blockchain"],
        memo: [Text, "The memo of the transfer; null: none"],
        amount: Amount,
        currency: Currency,
        expires_at: [Nullable(Timestamp), "Until when the transfer is expected; null: no limit"],
        received_amount: [Nullable(MoneyNumber), "What has arrived so far; null: nothing was reported"],
      }),
    ),
    "Instructions for a crypto transfer; null unless the payer has to send crypto",
  ],
  otp: [
    Nullable(
      Shape({
        phone_hint: [Text, "The last digits of the phone number that got the password; null when unknown"],
        attempts_left: [Type.Integer(), "How many more wrong passwords are allowed"],
      }),
    ),
    "The one-time password that the payer must enter; null: none",
  ],
  provider_text: [Text, "What the provider tells the payer in its own words; show it as text. Null: nothing"],
  mobile_money: [Nullable(PhoneApprovalSchema), "How the payer approves on the phone"],
  card: [
    Nullable(
      Shape({
        brand: [Text, "Brand of the card, such as visa or mastercard; null when unknown"],
        last4: [Type.String(), "The last four digits of the card number"],
      }),
    ),
    "The card that pays; null for other methods",
  ],
  failure_reason: [Text, "Why it failed, in words; null or absent: it did not fail"],
  failure_cause: [Nullable(FailureCauseSchema), "Why the payment failed, as far as the payer can act on that"],
  receipt_url: Nullable(Type.String({ description: "Once it is completed" })),
  success_message: Nullable(Type.String({ description: "The merchant's message, once the payment is completed" })),
  return_url: [Nullable(Type.String()), "The way back to the shop, with `reference`, and `status` once it is final"],
  expires_at: [Nullable(Timestamp), "When it is canceled unless it is paid; null: never"],
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});
export type CheckoutPaymentAnswer = Static<typeof CheckoutPaymentSchema>;

export const ReceiptSchema = Named(["CheckoutReceipt", "A receipt for the payer"], {
  receipt_code: [Type.String(), "Code of the receipt; anybody who has it can see the receipt"],
  organization: Organization,
  test: [Type.Boolean(), "True in test mode, in which no real money moves"],
  status: [OneOf(["completed", "refunded"] as const), "Status of the payment. refunded: all of it was refunded"],
  amount: Amount,
  currency: Currency,
  received: [
    Nullable(
      Shape(
        {
          amount: Amount,
          currency: Currency,
          rate: [Type.Unsafe<Decimal>({ type: "number" }), "Units of the second currency for one unit of the first"],
        },
        { description: "What the organization received, if that is another currency" },
      ),
    ),
    "What the organization received, if it was converted; null: the amount that was paid",
  ],
  description: [Text, "Free text for people"],
  reference: [Type.String(), "The payment's reference"],
  payment_method: [Type.String(), "The method by which the customer pays or is paid"],
  method_detail: [Text, "A detail of the payment method, such as the card's last digits; null: none"],
  paid_at: [Timestamp, "When the payment completed"],
  refunds: [
    Type.Array(Shape({ amount: Amount, refunded_at: [Timestamp, "When it was completed"] })),
    "What went back to the payer, in the payment's currency, oldest first",
  ],
});

export type CheckoutReceiptAnswer = Static<typeof ReceiptSchema>;

export const ActionBody = Named("PaymentAction", {
  action: [OneOf(["submit_otp", "resend_otp", "cancel"] as const), "What to do with the payment"],
  otp: Type.Optional(OtpInput),
});
