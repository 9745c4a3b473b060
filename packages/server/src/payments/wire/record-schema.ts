import type { Placed } from "@corridor/provider-kit/accounts.ts";
import Type, { type Static } from "typebox";
import {
  Amount,
  Country,
  CreatedAt,
  Currency,
  Details,
  type Field,
  Id,
  Metadata,
  MoneyNumber,
  Named,
  Nullable,
  OneOf,
  OpenObject,
  OrgId,
  Timestamp,
  UpdatedAt,
  RateNumber,
} from "#src/kernel/http/schemas.ts";
import {
  DISPUTE_STATUSES,
  type BankAccount,
  type MobileMoneyDetails,
  type PayerDetails,
} from "@corridor/provider-kit/provider.ts";
import {
  type Attempt,
  PAYMENT_STATUSES,
  type RampDetails,
  type RampProgress,
  RECONCILIATION_KINDS,
  REFUND_STATUSES,
  type RouteCandidate,
  type StoredCard,
  type TimelineEntry,
} from "#src/payments/core/index.ts";
import { RoutedBySchema } from "#src/pricing/routing/index.ts";
import {
  PaymentDirectionSchema,
  PaymentMethodSchema,
  ProviderCauseSchema,
} from "#src/pricing/provider-accounts/index.ts";
import { FAILURE_CAUSES, type PaymentFailure } from "#src/payments/rules/index.ts";
import { PAYMENT_ACTIONS } from "./payment-actions.ts";

/**
 * For the OpenAPI document, the serializer and the type of `recordOf`. The serializer writes only fields that are named
 * here, while events carry the whole record: `FieldsOf` makes sure that no field of a stored object is forgotten.
 */
type FieldsOf<T> = { [K in keyof Required<T>]: Field };

export const FailureCauseSchema = OneOf(FAILURE_CAUSES, {
  title: "FailureCause",
  description: "Why a payment failed, as far as the provider's answer tells",
});
const Text = Nullable(Type.String());

const ProviderAccount = Type.Optional(
  Type.String({ description: "Name of the account at the provider; absent: the platform's first one there" }),
);
export const AttemptSchema = Named("PaymentAttempt", {
  attempt_id: [Id, "Id of the attempt: our reference at the provider, which is never used twice"],
  provider: [Type.String(), "Name of the provider"],
  provider_account: ProviderAccount,
  config_id: [Type.String(), "Id of the provider config that put the provider on the route"],
  leg: [OneOf(["payment", "collect", "settle"] as const), "`payment`, or of a ramp `collect` or `settle`"],
  outcome: [
    OneOf(["dispatching", "accepted", "refused", "unreachable", "unknown", "failed"] as const),
    "After refused, unreachable or failed the next provider is tried; after unknown none, until it reports",
  ],
  reason: [Text, "Why the provider refused, failed, or could not be reached; null otherwise"],
  code: Type.Optional(Type.String({ description: "The provider's own code of a refusal or failure, if it gave one" })),
  cause: Type.Optional(ProviderCauseSchema),
  provider_payment_id: [Text, "The payment's id at the provider; null: the provider has given none yet"],
  started_at: [Timestamp, "When the attempt was sent"],
  finished_at: [Nullable(Timestamp), "When the outcome of the attempt was known; null before"],
} satisfies FieldsOf<Attempt & Placed>);

export const FailureSchema = Named(["PaymentFailure", "Why a payment failed"], {
  code: [Text, "The provider's own code; null: it gave none"],
  cause: [Nullable(ProviderCauseSchema), "What the code means; null: it is not among the provider's documented codes"],
  advice: FailureCauseSchema,
} satisfies FieldsOf<PaymentFailure>);

export const PaymentStatusSchema = OneOf(PAYMENT_STATUSES, {
  title: "PaymentStatus",
  description: "Status of a payment. The guide's table explains each status and which may follow it",
});
export const NextActionSchema = OneOf(
  ["redirect", "wait", "bank_transfer", "pay_by_link", "collect_otp", "check_status", "make_transfer"],
  { title: "NextAction", description: "What the client has to do next, as in the guide; null or absent: nothing" },
);
export type NextActionName = Static<typeof NextActionSchema>;
export const TimelineSchema = Named("TimelineEntry", {
  at: [Timestamp, "When this happened; UTC"],
  from: [Nullable(PaymentStatusSchema), "The status before; null: the first"],
  to: [PaymentStatusSchema, "The status after"],
  source: [
    OneOf(["api", "dispatch", "callback", "poll", "return", "action", "person", "expiry", "recovery"] as const),
    "What caused the change of status",
  ],
  note: [Text, "A comment, or the provider's message; null: none"],
} satisfies FieldsOf<TimelineEntry>);

export const CandidateSchema = Named("RouteCandidate", {
  provider: [Type.String(), "Name of the provider"],
  provider_account: ProviderAccount,
  config_id: [Type.String(), "Id of the provider config that put the provider on the route"],
  priority: [Type.Integer(), "The lowest number is tried first"],
  scope: [OneOf(["organization", "global"] as const), "Whose config it is: the organization's own, or the platform's"],
  taken: [Type.Boolean(), "Whether this provider is tried"],
  reason: [Type.String(), "Why the provider was chosen or skipped"],
  settlement_delay_hours: Type.Optional(
    Type.Integer({ description: "How long the provider keeps a payin before it pays it out to us" }),
  ),
} satisfies FieldsOf<RouteCandidate & Placed>);

const BankAccountSchema = Details(["BankAccount", "A bank account of the customer"], {
  account_number: [Type.String(), "National account number, or IBAN"],
  bank_code: [Text, "Code of the bank, as `/externals/banks` lists it"],
  bank_name: [Type.String(), "The bank's name"],
  account_name: [Type.String(), "Name of the account holder, as the bank knows it"],
  country: Country,
  swift_code: [Type.String(), "BIC"],
  branch_code: [Type.String(), "Branch, sort or routing code, if it is not the `bank_code`"],
} satisfies FieldsOf<BankAccount>);

const CardSchema = Details(["StoredCard", "The part of a card that is stored"], {
  brand: Type.String({ description: "Brand of the card; `unknown` if its number does not tell" }),
  first6: [Type.String(), "The first six digits of the card number"],
  last4: [Type.String(), "The last four digits of the card number"],
  expiry_month: [Type.String(), "Month of expiry, 01 to 12"],
  expiry_year: [Type.String(), "Year in which the card expires, two or four digits"],
  card_holder_name: [Text, "Name as printed on the card"],
} satisfies FieldsOf<StoredCard>);

const MobileMoneySchema = Details(["MobileMoneyDetails", "Network and phone number"], {
  provider: [Type.String(), "Name of the mobile money network"],
  phone_number: [Type.String(), "Phone number by E.164"],
} satisfies FieldsOf<MobileMoneyDetails>);

const PersonSchema = Details(["PayerDetails", "A payer or payee; fields that were not given are absent"], {
  name: [Type.String(), "The payer's name, as sent to the provider"],
  email: [Type.String(), "E-mail address"],
  phone: [Type.String(), "Phone number by E.164"],
} satisfies FieldsOf<PayerDetails>);

const RampSchema = Named("RampDetails", {
  direction: [OneOf(["on_ramp", "off_ramp"] as const), "on_ramp: fiat to crypto; off_ramp: crypto to fiat"],
  fiat_method: [OneOf(["bank_transfer", "mobile_money"] as const), "How the fiat side of the ramp is paid"],
  crypto_currency: [Type.String(), "Code of the crypto asset, such as USDT"],
  crypto_network: [Type.String(), "Name of the blockchain, such as TRON"],
  wallet_address: [Type.Optional(Type.String()), "Address of the wallet that the crypto is sent to"],
  customer_type: [OneOf(["retail", "business"] as const), "Whether the customer is a person or a business"],
  business_id: [Type.Optional(Type.String()), "Registration number of the business"],
  business_name: [Type.Optional(Type.String()), "Registered name of the business"],
  rate: [RateNumber, "Units that the customer gets per unit that the customer pays"],
  step: [
    Type.Optional(OneOf(["collecting", "settling", "refunding", "ended"] as const)),
    "collecting: the customer pays; settling: the other side is delivered; refunding: the payment is returned",
  ],
  next_step_at: [
    Type.Optional(Nullable(Timestamp)),
    "When the ramp continues by itself; null while a provider or customer acts",
  ],
  collection_under_way: [
    Type.Optional(Type.Boolean()),
    "True while the provider processes the customer's payment, which counts as paid in time",
  ],
  settle_round: [Type.Optional(Type.Integer()), "Number of the current round of the second leg over its providers"],
  settle_route: [Type.Optional(Type.Array(CandidateSchema)), "The providers that the second leg tries, in order"],
  round_starts_at: [Type.Optional(Type.Integer()), "How many attempts there were before the current round"],
  failed_attempts: [Type.Optional(Type.Array(Id)), "Attempts of the second leg that were accepted and failed later"],
  refund_id: [Type.Optional(Nullable(Id)), "Id of the refund; null while there is none"],
  refund_tries: [Type.Optional(Type.Integer()), "How many times we tried to return the customer's payment"],
  settlement: [Type.Optional(OpenObject), "What the second leg's provider reported, such as the transaction hash"],
} satisfies FieldsOf<RampDetails & RampProgress>);

export const DisputeStatusSchema = OneOf(DISPUTE_STATUSES, {
  title: "DisputeStatus",
  description: "The state of a dispute; won, lost, accepted and expired are final",
});
export const PaymentRecordSchema = Named(["Payment", "The record of a payin, payout or ramp"], {
  payment_id: [Id, "Id of the payment"],
  transaction_id: [Nullable(Id), "The payment's second id, for lists and support"],
  org_id: Nullable(OrgId),
  user_id: [Id, "Who started the payment"],
  status: PaymentStatusSchema,
  direction: PaymentDirectionSchema,
  payment_method: PaymentMethodSchema,
  amount: Amount,
  currency: Currency,
  target_amount: [Nullable(MoneyNumber), "The amount after conversion, in `target_currency`"],
  target_currency: [Text, "The payee's currency; equals `currency` unless money is converted"],
  from_currency: [Text, "The same as `currency`"],
  country: Country,
  region_id: [Text, "The same as `country`"],
  beneficiary_id: [Type.Optional(Id), "The registered beneficiary who is paid"],
  customer_id: [Type.Optional(Id), "The customer who pays or is paid, as `/customers` knows them"],
  quote_id: [Type.Optional(Id), "The quote whose rate and fee the payment uses"],
  client_reference: [Text, "Your own reference: stored, returned and searchable"],
  description: [Text, "Free text for people"],
  payment_path_method: [
    Nullable(OneOf(["direct", "intermediary", "third_party"] as const)),
    "direct: one currency, one side; intermediary: the money is converted; third_party: a beneficiary is paid",
  ],
  bank_account: BankAccountSchema,
  bank_details: BankAccountSchema,
  card_details: CardSchema,
  mobile_money_details: MobileMoneySchema,
  payer_details: PersonSchema,
  recipient_info: PersonSchema,
  destination: [
    Nullable(
      Named(
        [
          "PayoutDestination",
          "For a payout: whether it goes to the beneficiary's own account, and which details differ if not",
        ],
        {
          matches_beneficiary: [Type.Boolean(), "Whether it is the beneficiary's registered account"],
          differs: [Type.Array(Type.String()), "The fields that differ from the registered account"],
        },
      ),
    ),
    "Where the money goes, and whether that is the beneficiary's own account; null for payins",
  ],
  metadata: Metadata,
  user_metadata: [OpenObject, "What started the payment (a link, checkout or batch), with the payer's answers"],
  webhook_metadata: [OpenObject, "The time of the provider's last report about the payment"],
  fee_ids: [Type.Unsafe<readonly string[]>(Type.Array(Type.String())), "Ids of the fee schedules that were charged"],
  total_fees: [Nullable(MoneyNumber), "The fee that we charge, in `currency`; null before it is known"],
  refunded_amount: [MoneyNumber, "The amount refunded so far"],
  received_amount: [Nullable(MoneyNumber), "What has arrived so far; null: the provider has reported nothing yet"],
  provider: [Text, "Name of the provider; null: none yet"],
  provider_account: ProviderAccount,
  provider_payment_id: [Text, "The payment's id at the provider; null: the provider has given none yet"],
  provider_status: [Text, "The status as the provider itself calls it"],
  provider_data: [OpenObject, "What the provider reported besides the fields of this record"],
  payout_initiated: [Type.Boolean(), "Whether a payout was sent to a provider"],
  payout_id: [Text, "The payout's id at the provider; null without one"],
  next_action: [Nullable(NextActionSchema), "What the client has to do next; null: nothing"],
  instructions: [Text, "What the payer must do, in a sentence; null: nothing"],
  failure_reason: [Text, "Why it failed, in words; null or absent: it did not fail"],
  failure: [Nullable(FailureSchema), "Why it failed, by the provider's code; null: it did not fail"],
  hold: [
    Nullable(
      Named(["PaymentHold", "The operator stopped payouts, so nothing was sent yet. It goes on by itself"], {
        reason: [Type.String(), "What is stopped, and why"],
        since: [Timestamp, "Since when it is held; UTC"],
      }),
    ),
    "Why the payout is held; null: it is not",
  ],
  comments: [Text, "The comment of the person who reviewed the payment or settled it by hand"],
  dispute: [
    Nullable(
      Named(["PaymentDispute", "The dispute with the latest change. It does not change the status of the payment"], {
        dispute_id: [Id, "Id of the dispute"],
        status: DisputeStatusSchema,
      }),
    ),
    "The dispute (chargeback) about the payment; null: none",
  ],
  ramp: [Nullable(RampSchema), "The fields that only a ramp has; null for other payments"],
  route: [Type.Array(CandidateSchema), "Every provider considered, in order, and why it was chosen or skipped"],
  routing_program: [
    Nullable(RoutedBySchema),
    "The routing program that ordered the route, and why; null: the order of the provider configs",
  ],
  attempts: [Type.Array(AttemptSchema), "The attempts at providers, oldest first"],
  timeline: [Type.Array(TimelineSchema), "The changes of status, oldest first"],
  expires_at: [Nullable(Timestamp), "When it is canceled unless it is paid; null: never"],
  created_at: CreatedAt,
  updated_at: UpdatedAt,
  actions: [
    Type.Array(OneOf(PAYMENT_ACTIONS, { title: "PaymentActionName" })),
    "What this caller may do now: submit_otp, resend_otp and cancel by POST /payments-init/{payment_id}/action, " +
      "approve and reject by POST /payments/{payment_id}/review, refund, and settle (report how it ended, if its " +
      "provider does not). Depends on the caller's role, the payment's state and its provider; not part of events.",
  ],
});
export type PaymentRecord = Static<typeof PaymentRecordSchema>;

export const RefundSchema = Named(["Refund", "A refund of one payment"], {
  refund_id: [Id, "Id of the refund"],
  payment_id: [Id, "Id of the payment"],
  org_id: OrgId,
  amount: Amount,
  currency: Currency,
  reason: [Type.String(), "The reason that the requester of the refund gave"],
  status: [OneOf(REFUND_STATUSES), "Status of the refund. failed: the money is available again"],
  provider: [Type.String(), "Name of the provider"],
  failure_reason: [Text, "Why it failed, in words; null or absent: it did not fail"],
  requested_by: [Nullable(Id), "The person or API key that made the request"],
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});

export const ReconciliationItemSchema = Named(
  ["ReconciliationItem", "A provider's update that contradicts our record"],
  {
    item_id: [Id, "Id of the reconciliation item"],
    org_id: OrgId,
    payment_id: [Nullable(Id), "Id of the payment; null or absent while there is none"],
    kind: OneOf(RECONCILIATION_KINDS, {
      title: "ReconciliationKind",
      description: "The kind of contradiction between a provider and our records",
    }),
    provider: [Text, "The provider that contradicts us; null: none"],
    message: [Type.String(), "What contradicts what, for people"],
    detail: [OpenObject, "What the provider reports, and what our record says"],
    status: [OneOf(["open", "resolved"] as const), "Status of the item. open: a person must decide"],
    resolution: [Text, "What the person found and did; null before"],
    resolved_by: [Nullable(Id), "The person who decided the item; null before"],
    resolved_at: [Nullable(Timestamp), "When the item was decided; null before"],
    created_at: CreatedAt,
  },
);
