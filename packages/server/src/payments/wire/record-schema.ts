import Type, { type Static, type TSchema } from "typebox";
import { Details, Id, MoneyNumber, Nullable, OneOf, OpenObject, Timestamp, Named } from "#src/kernel/http/schemas.ts";
import {
  DISPUTE_STATUSES,
  PAYMENT_METHODS,
  RECORD_DIRECTIONS,
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
import { PAYMENT_ACTIONS } from "./payment-actions.ts";

/**
 * The payment record (contract.md 2.5) for the OpenAPI document, the serializer and the type of `recordOf`. The
 * serializer writes only fields that are named here, while events carry the whole record: `FieldsOf` makes sure that no
 * field of a stored object is forgotten.
 */
type FieldsOf<T> = { [K in keyof Required<T>]: TSchema };

const Text = Nullable(Type.String());

export const AttemptSchema = Named("PaymentAttempt", {
  attempt_id: Id,
  provider: Type.String(),
  config_id: Type.String(),
  leg: OneOf(["payment", "collect", "settle"] as const),
  outcome: OneOf(["dispatching", "accepted", "refused", "unreachable", "unknown"] as const),
  reason: Text,
  provider_payment_id: Text,
  started_at: Type.String(),
  finished_at: Text,
} satisfies FieldsOf<Attempt>);

export const TimelineSchema = Named("TimelineEntry", {
  at: Type.String(),
  from: Nullable(OneOf(PAYMENT_STATUSES, { title: "PaymentStatus" })),
  to: OneOf(PAYMENT_STATUSES, { title: "PaymentStatus" }),
  source: OneOf(["api", "dispatch", "callback", "poll", "return", "action", "person", "expiry", "recovery"] as const),
  note: Text,
} satisfies FieldsOf<TimelineEntry>);

export const CandidateSchema = Named("RouteCandidate", {
  provider: Type.String(),
  config_id: Type.String(),
  priority: Type.Integer(),
  scope: OneOf(["organization", "global"] as const),
  taken: Type.Boolean(),
  reason: Type.String(),
  settlement_delay_hours: Type.Optional(
    Type.Integer({ description: "How long the provider keeps a payin before it pays it out to us" }),
  ),
} satisfies FieldsOf<RouteCandidate>);

const BankAccountSchema = Details("BankAccount", {
  account_number: Type.String(),
  bank_code: Text,
  bank_name: Type.String(),
  account_name: Type.String(),
  country: Type.String(),
  swift_code: Type.String(),
  branch_code: Type.String(),
} satisfies FieldsOf<BankAccount>);

const CardSchema = Details("StoredCard", {
  brand: Type.String({ description: "Brand of the card; `unknown` if its number does not tell" }),
  first6: Type.String(),
  last4: Type.String(),
  expiry_month: Type.String(),
  expiry_year: Type.String(),
  card_holder_name: Text,
} satisfies FieldsOf<StoredCard>);

const MobileMoneySchema = Details("MobileMoneyDetails", {
  provider: Type.String(),
  phone_number: Type.String(),
} satisfies FieldsOf<MobileMoneyDetails>);

const PersonSchema = Details("PayerDetails", {
  name: Type.String(),
  email: Type.String(),
  phone: Type.String(),
} satisfies FieldsOf<PayerDetails>);

const RampSchema = Named("RampDetails", {
  direction: OneOf(["on_ramp", "off_ramp"] as const),
  fiat_method: OneOf(["bank_transfer", "mobile_money"] as const),
  crypto_currency: Type.String(),
  crypto_network: Type.String(),
  wallet_address: Type.Optional(Type.String()),
  customer_type: OneOf(["retail", "business"] as const),
  business_id: Type.Optional(Type.String()),
  business_name: Type.Optional(Type.String()),
  rate: Type.String({ description: "Units that the customer gets per unit that the customer pays" }),
  step: Type.Optional(OneOf(["collecting", "settling", "refunding", "ended"] as const)),
  next_step_at: Type.Optional(
    Nullable(Type.String({ description: "When the ramp continues by itself; null while a provider or customer acts" })),
  ),
  collection_under_way: Type.Optional(Type.Boolean()),
  settle_round: Type.Optional(Type.Integer()),
  settle_route: Type.Optional(Type.Array(CandidateSchema)),
  round_starts_at: Type.Optional(Type.Integer()),
  failed_attempts: Type.Optional(Type.Array(Id)),
  refund_id: Type.Optional(Nullable(Id)),
  refund_tries: Type.Optional(Type.Integer()),
  settlement: Type.Optional(OpenObject),
} satisfies FieldsOf<RampDetails & RampProgress>);

export const PaymentRecordSchema = Named("Payment", {
  payment_id: Id,
  transaction_id: Nullable(Id),
  org_id: Nullable(Id),
  user_id: Id,
  status: OneOf(PAYMENT_STATUSES, { title: "PaymentStatus" }),
  direction: OneOf(RECORD_DIRECTIONS, { title: "PaymentDirection" }),
  payment_method: OneOf(PAYMENT_METHODS, { title: "PaymentMethod" }),
  amount: MoneyNumber,
  currency: Type.String(),
  target_amount: Nullable(MoneyNumber),
  target_currency: Text,
  from_currency: Text,
  country: Type.String(),
  region_id: Text,
  beneficiary_id: Type.Optional(Id),
  customer_id: Type.Optional(Id),
  quote_id: Type.Optional(Id),
  client_reference: Text,
  description: Text,
  payment_path_method: Nullable(OneOf(["direct", "intermediary", "third_party"] as const)),
  bank_account: BankAccountSchema,
  bank_details: BankAccountSchema,
  card_details: CardSchema,
  mobile_money_details: MobileMoneySchema,
  payer_details: PersonSchema,
  recipient_info: PersonSchema,
  destination: Nullable(
    Type.Object(
      { matches_beneficiary: Type.Boolean(), differs: Type.Array(Type.String()) },
      {
        title: "PayoutDestination",
        description: "For a payout: whether it goes to the beneficiary's own account, and which details differ if not",
      },
    ),
  ),
  metadata: OpenObject,
  user_metadata: OpenObject,
  webhook_metadata: OpenObject,
  fee_ids: Type.Unsafe<readonly string[]>(Type.Array(Type.String())),
  total_fees: Nullable(MoneyNumber),
  refunded_amount: MoneyNumber,
  received_amount: Nullable(MoneyNumber),
  provider: Text,
  provider_payment_id: Text,
  provider_status: Text,
  provider_data: OpenObject,
  payout_initiated: Type.Boolean(),
  payout_id: Text,
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
  instructions: Text,
  failure_reason: Text,
  comments: Text,
  dispute: Nullable(
    Type.Object(
      { dispute_id: Id, status: OneOf(DISPUTE_STATUSES, { title: "DisputeStatus" }) },
      {
        title: "PaymentDispute",
        description: "The dispute with the latest change. It does not change the status of the payment",
      },
    ),
  ),
  ramp: Nullable(RampSchema),
  route: Type.Array(CandidateSchema),
  attempts: Type.Array(AttemptSchema),
  timeline: Type.Array(TimelineSchema),
  expires_at: Text,
  created_at: Timestamp,
  updated_at: Timestamp,
  actions: Type.Array(OneOf(PAYMENT_ACTIONS, { title: "PaymentActionName" }), {
    description:
      "What this caller may do now: submit_otp, resend_otp and cancel by POST /payments-init/{payment_id}/action, " +
      "approve and reject by POST /payments/{payment_id}/review, refund, and settle (report how it ended, if its " +
      "provider does not). Depends on the caller's role, the payment's state and its provider; not part of events.",
  }),
});
export type PaymentRecord = Static<typeof PaymentRecordSchema>;

export const RefundSchema = Named("Refund", {
  refund_id: Id,
  payment_id: Id,
  org_id: Id,
  amount: MoneyNumber,
  currency: Type.String(),
  reason: Type.String(),
  status: OneOf(REFUND_STATUSES),
  provider: Type.String(),
  failure_reason: Text,
  requested_by: Nullable(Id),
  created_at: Timestamp,
  updated_at: Timestamp,
});

export const ReconciliationItemSchema = Named("ReconciliationItem", {
  item_id: Id,
  org_id: Id,
  payment_id: Nullable(Id),
  kind: OneOf(RECONCILIATION_KINDS, { title: "ReconciliationKind" }),
  provider: Text,
  message: Type.String(),
  detail: OpenObject,
  status: OneOf(["open", "resolved"] as const),
  resolution: Text,
  resolved_by: Nullable(Id),
  resolved_at: Nullable(Timestamp),
  created_at: Timestamp,
});
