import Type, { type Static } from "typebox";
import { BankDetailsInput, MobileMoneyInput } from "#src/payments/requests/index.ts";
import { PAYMENT_STATUSES } from "#src/payments/core/index.ts";
import type { Decimal } from "@corridor/base/decimal.ts";
import { Extensible, MoneyInput, MoneyNumber, Nullable, OneOf, OpenObject, Named } from "#src/kernel/http/schemas.ts";

/**
 * The request and response of a ramp (contract.md, 2.3 and 2.4) on the wire. read-ramp.ts checks rules between
 * fields.
 */
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
  accountNumber: Type.Optional(Text),
  bankCode: Type.Optional(Nullable(Text)),
  bankName: Type.Optional(Nullable(Text)),
});

export const RampRequest = Named("RampRequest", {
  direction: Type.Optional(
    Nullable(
      OneOf(RAMP_DIRECTIONS, {
        description:
          "Direction of the ramp. If absent: wallet_address means on_ramp, beneficiary_id or destination means " +
          "off_ramp; with both, the direction whose live rate equals client_rate",
      }),
    ),
  ),
  fiat_currency: Type.String({ description: "ISO 4217" }),
  fiat_amount: MoneyInput,
  client_rate: Type.Number({
    minimum: MIN_RATE,
    maximum: MAX_RATE,
    description:
      "From GET /organizations/admin/exchange-rate, in the direction of the funds: fiat to crypto for on_ramp, " +
      "crypto to fiat for off_ramp",
  }),
  crypto_currency: Type.String({ maxLength: 10, description: "Asset code, such as USDT" }),
  crypto_network: Type.String({
    maxLength: 20,
    description: "Network name, such as TRON; matched without regard to case",
  }),
  country: OptionalText(
    "ISO 3166-1 alpha-2. Default: the country of the beneficiary, the account or the phone, and then the " +
      "organization's",
  ),
  customer_type: Type.Optional(
    Nullable(
      OneOf(CUSTOMER_TYPES, { description: "business needs business_id and business_name; retail when absent" }),
    ),
  ),
  business_id: OptionalText("Required when customer_type is business"),
  business_name: OptionalText("Required when customer_type is business"),
  wallet_address: OptionalText(
    "For on_ramp: the wallet that the crypto is sent to. The address must be valid on the network",
  ),
  mobile_money_details: Type.Optional(Nullable(MobileMoneyInput)),
  bank_details: Type.Optional(Nullable(BankDetailsInput)),
  beneficiary_id: OptionalText("off_ramp: who is paid"),
  beneficiary_name: OptionalText("Name of the payee, if it is not a registered beneficiary"),
  destination: Type.Optional(Nullable(Destination)),
  quote_id: OptionalText("An open quote for this ramp: its rate and fee apply, and `client_rate` is its `rate`"),
  client_reference: OptionalText("Your own reference: stored, returned and searchable"),
  customer_id: OptionalText("A customer of the organization"),
  metadata: Type.Optional(Nullable(OpenObject)),
});
export type RampBody = Static<typeof RampRequest>;

const PaymentInstructions = Extensible("PaymentInstructions", {
  type: OneOf(["bank_transfer", "crypto_transfer", "mobile_money", "pay_by_link", "redirect", "collect_otp"] as const),
  account_name: Type.Optional(Type.String()),
  account_number: Type.Optional(
    Type.String({
      description: "crypto_transfer: the deposit address; mobile_money: the phone that is asked to approve",
    }),
  ),
  bank_name: Type.Optional(Type.String({ description: "crypto_transfer: the network; mobile_money: the operator" })),
  bank_code: Type.Optional(Nullable(Type.String())),
  memo: Type.Optional(
    Nullable(Type.String({ description: "crypto_transfer: to be sent along where the network has memos" })),
  ),
  payment_link: Type.Optional(Type.String()),
  redirect_url: Type.Optional(Type.String()),
  amount: MoneyNumber,
  currency: Type.String(),
  reference: Type.String(),
});

export const RampResponse = Type.Object({
  statusCode: Type.Integer(),
  response: Extensible("InitiatedRamp", {
    success: Type.Boolean(),
    payment_id: Type.String(),
    transaction_id: Type.String(),
    direction: OneOf(RAMP_DIRECTIONS),
    status: OneOf(PAYMENT_STATUSES, { title: "PaymentStatus" }),
    fiat_currency: Type.String(),
    fiat_amount: MoneyNumber,
    crypto_currency: Type.String(),
    crypto_network: Type.String(),
    crypto_amount: MoneyNumber,
    rate: Type.Unsafe<Decimal>({
      type: "number",
      "x-money": true,
      description: "The live or quoted rate at which the amounts were computed, in the direction of the funds",
    }),
    provider: Type.Optional(Type.String()),
    message: Type.String(),
    expires_at: Type.Optional(Type.String()),
    next_action: Type.Optional(
      OneOf(["make_transfer", "wait", "collect_otp", "pay_by_link", "redirect", "check_status"] as const),
    ),
    payment_instructions: Type.Optional(PaymentInstructions),
  }),
});
export type RampAnswer = Static<typeof RampResponse>["response"];
