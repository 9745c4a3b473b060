import Type, { type Static } from "typebox";
import { BankDetailsInput, MobileMoneyInput } from "#src/payments/requests/index.ts";
import type { Decimal } from "@corridor/base/decimal.ts";
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
  Shape,
  Timestamp,
} from "#src/kernel/http/schemas.ts";
import { EuropeanFields, NextActionSchema, PaymentStatusSchema } from "#src/payments/wire/index.ts";

/** The request and response of a ramp (contract.md, 2.3 and 2.4). read-ramp.ts checks rules between fields. */
const MAX_TEXT = 500;
/** Bounds for a rate, which lie beyond any existing rate in either direction. */
const MIN_RATE = 1e-24;
const MAX_RATE = 1e24;
const Text = Type.String({ maxLength: MAX_TEXT });
const OptionalText = (description: string) =>
  Type.Optional(Nullable(Type.String({ maxLength: MAX_TEXT, description })));

export const RAMP_DIRECTIONS = ["on_ramp", "off_ramp"] as const;
export const CUSTOMER_TYPES = ["retail", "business"] as const;

const Destination = Named("RampDestination", {
  accountNumber: [Type.Optional(Text), "Account number"],
  bankCode: [Type.Optional(Nullable(Text)), "Code of the bank, as `/externals/banks` lists it"],
  bankName: [Type.Optional(Nullable(Text)), "The bank's name"],
});

export const RampRequest = Named("RampRequest", {
  direction: [
    Type.Optional(Nullable(OneOf(RAMP_DIRECTIONS))),
    "Direction of the ramp. If absent: wallet_address means on_ramp, beneficiary_id or destination means " +
      "off_ramp; with both, the direction whose live rate equals client_rate",
  ],
  fiat_currency: Type.String({ description: "ISO 4217" }),
  fiat_amount: [MoneyInput, "Amount of the fiat side of the ramp"],
  client_rate: [
    Type.Number({ minimum: MIN_RATE, maximum: MAX_RATE }),
    "From GET /organizations/admin/exchange-rate, in the direction of the funds: fiat to crypto for on_ramp, " +
      "crypto to fiat for off_ramp",
  ],
  crypto_currency: Type.String({ maxLength: 10, description: "Asset code, such as USDT" }),
  crypto_network: [Type.String({ maxLength: 20 }), "Network name, such as TRON; matched without regard to case"],
  country: OptionalText(
    "ISO 3166-1 alpha-2. Default: the country of the beneficiary, the account or the phone, and then the " +
      "organization's",
  ),
  customer_type: [
    Type.Optional(Nullable(OneOf(CUSTOMER_TYPES))),
    "business needs business_id and business_name; retail when absent",
  ],
  business_id: OptionalText("Required when customer_type is business"),
  business_name: OptionalText("Required when customer_type is business"),
  wallet_address: OptionalText(
    "For on_ramp: the wallet that the crypto is sent to. The address must be valid on the network",
  ),
  mobile_money_details: [Type.Optional(Nullable(MobileMoneyInput)), "For the method `mobile_money`"],
  bank_details: [Type.Optional(Nullable(BankDetailsInput)), "The bank account that pays, or of an off-ramp is paid"],
  beneficiary_id: OptionalText("off_ramp: who is paid"),
  beneficiary_name: OptionalText("Name of the payee, if it is not a registered beneficiary"),
  destination: [Type.Optional(Nullable(Destination)), "For an off-ramp: the bank account that is paid"],
  quote_id: OptionalText("An open quote for this ramp: its rate and fee apply, and `client_rate` is its `rate`"),
  client_reference: OptionalText("Your own reference: stored, returned and searchable"),
  customer_id: OptionalText("A customer of the organization"),
  metadata: Type.Optional(Nullable(Metadata)),
});
export type RampBody = Static<typeof RampRequest>;

const PaymentInstructions = Extensible(
  ["PaymentInstructions", "What the customer must transfer, to whom and until when"],
  {
    type: [
      OneOf(["bank_transfer", "crypto_transfer", "mobile_money", "pay_by_link", "redirect", "collect_otp"] as const),
      "How the customer has to pay",
    ],
    account_name: [Type.Optional(Type.String()), "Name of the account holder, as the bank knows it"],
    account_number: [
      Type.Optional(Type.String()),
      "crypto_transfer: the deposit address; mobile_money: the phone that is asked to approve",
    ],
    bank_name: Type.Optional(Type.String({ description: "crypto_transfer: the network; mobile_money: the operator" })),
    bank_code: [Type.Optional(Nullable(Type.String())), "Code of the bank, as `/externals/banks` lists it"],
    ...EuropeanFields,
    memo: [Type.Optional(Nullable(Type.String())), "crypto_transfer: to be sent along where the network has memos"],
    payment_link: [Type.Optional(Type.String()), "The page on which the customer pays; null: none"],
    redirect_url: [Type.Optional(Type.String()), "The page to which to send the customer; null: there is none"],
    amount: Amount,
    currency: Currency,
    reference: [Type.String(), "What the customer writes on the transfer"],
  },
);

export const RampResponse = Shape({
  statusCode: [Type.Integer(), "The HTTP status, repeated in the body"],
  response: Extensible(["InitiatedRamp", "The ramp, with what the customer must transfer"], {
    success: [Type.Boolean(), "Whether the request succeeded"],
    payment_id: [Type.String(), "Id of the payment"],
    transaction_id: [Type.String(), "The payment's second id, for lists and support"],
    direction: [OneOf(RAMP_DIRECTIONS), "on_ramp: fiat to crypto; off_ramp: crypto to fiat"],
    status: PaymentStatusSchema,
    fiat_currency: [Type.String(), "Currency of the fiat side, by ISO 4217"],
    fiat_amount: [MoneyNumber, "Amount of the fiat side of the ramp"],
    crypto_currency: [Type.String(), "Code of the crypto asset, such as USDT"],
    crypto_network: [Type.String(), "Name of the blockchain, such as TRON"],
    crypto_amount: [MoneyNumber, "Amount of the crypto side of the ramp, at the asset's decimals"],
    rate: [
      Type.Unsafe<Decimal>({ type: "number", "x-money": true }),
      "The live or quoted rate at which the amounts were computed, in the direction of the funds",
    ],
    provider: [Type.Optional(Type.String()), "Name of the provider; null: none yet"],
    message: [Type.String(), "What happens next, for people"],
    expires_at: [Type.Optional(Timestamp), "When it is canceled unless it is paid"],
    next_action: Type.Optional(NextActionSchema),
    payment_instructions: Type.Optional(PaymentInstructions),
  }),
});
export type RampAnswer = Static<typeof RampResponse>["response"];
