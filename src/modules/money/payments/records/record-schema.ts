import Type from "typebox";
import { Id, MoneyNumber, Nullable, OneOf, OpenObject, Timestamp } from "#src/platform/http/schemas.ts";
import { PAYMENT_METHODS, RECORD_DIRECTIONS } from "#src/providers/provider.ts";
import { PAYMENT_STATUSES } from "../payment-status.ts";

/** The payment record (2.5) as the OpenAPI document shows it and the serializer writes it. */
const Text = Nullable(Type.String());

export const AttemptSchema = Type.Object({
  attempt_id: Id,
  provider: Type.String(),
  config_id: Type.String(),
  leg: Type.String(),
  outcome: OneOf(["dispatching", "accepted", "refused", "unknown"] as const),
  reason: Text,
  provider_payment_id: Text,
  started_at: Type.String(),
  finished_at: Text,
});

export const TimelineSchema = Type.Object({ at: Type.String(), from: Text, to: Type.String(), source: Type.String(), note: Text });

export const CandidateSchema = Type.Object({
  provider: Type.String(),
  config_id: Type.String(),
  priority: Type.Integer(),
  scope: Type.String(),
  taken: Type.Boolean(),
  reason: Type.String(),
});

export const PaymentRecordSchema = Type.Object({
  payment_id: Id,
  transaction_id: Nullable(Id),
  org_id: Nullable(Id),
  user_id: Id,
  status: OneOf(PAYMENT_STATUSES),
  direction: OneOf(RECORD_DIRECTIONS),
  payment_method: OneOf(PAYMENT_METHODS),
  amount: MoneyNumber,
  currency: Type.String(),
  target_amount: Nullable(MoneyNumber),
  target_currency: Text,
  from_currency: Text,
  country: Type.String(),
  region_id: Text,
  beneficiary_id: Nullable(Id),
  client_reference: Text,
  description: Text,
  payment_path_method: Nullable(OneOf(["direct", "intermediary", "third_party"] as const)),
  bank_account: OpenObject,
  bank_details: OpenObject,
  card_details: OpenObject,
  mobile_money_details: OpenObject,
  payer_details: OpenObject,
  recipient_info: OpenObject,
  destination: Nullable(
    Type.Object(
      { matches_beneficiary: Type.Boolean(), differs: Type.Array(Type.String()) },
      { description: "Of a payout: whether it goes to the beneficiary's own account, and which details differ if it does not" },
    ),
  ),
  metadata: OpenObject,
  user_metadata: OpenObject,
  webhook_metadata: OpenObject,
  fee_ids: Type.Array(Type.String()),
  total_fees: Nullable(MoneyNumber),
  refunded_amount: MoneyNumber,
  received_amount: Nullable(MoneyNumber),
  provider: Text,
  provider_payment_id: Text,
  provider_status: Text,
  provider_data: OpenObject,
  payout_initiated: Type.Boolean(),
  payout_id: Text,
  next_action: Text,
  instructions: Text,
  failure_reason: Text,
  comments: Text,
  ramp: Nullable(OpenObject),
  route: Type.Array(CandidateSchema),
  attempts: Type.Array(AttemptSchema),
  timeline: Type.Array(TimelineSchema),
  expires_at: Text,
  created_at: Timestamp,
  updated_at: Timestamp,
});

export const RefundSchema = Type.Object({
  refund_id: Id,
  payment_id: Id,
  org_id: Id,
  amount: MoneyNumber,
  currency: Type.String(),
  reason: Type.String(),
  status: OneOf(["pending", "completed", "failed"] as const),
  provider: Type.String(),
  failure_reason: Text,
  requested_by: Id,
  created_at: Timestamp,
  updated_at: Timestamp,
});

export const ReconciliationItemSchema = Type.Object({
  item_id: Id,
  org_id: Id,
  payment_id: Nullable(Id),
  kind: Type.String(),
  provider: Text,
  message: Type.String(),
  detail: OpenObject,
  status: OneOf(["open", "resolved"] as const),
  resolution: Text,
  resolved_by: Nullable(Id),
  resolved_at: Nullable(Timestamp),
  created_at: Timestamp,
});
