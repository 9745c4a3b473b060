export { type InitiationBody, InitiationRequest, InitiationResponse } from "./initiation-schema.ts";
export { PAYMENT_ACTIONS } from "./payment-actions.ts";
export { eventDataOf, initiationResponseOf, messageOf, type RecordDeps, recordFor } from "./payment-record.ts";
export { phoneApprovalOf, PhoneApprovalSchema, phoneHintOf } from "./phone-approval.ts";
export {
  DisputeStatusSchema,
  FailureCauseSchema,
  type PaymentRecord,
  PaymentRecordSchema,
  PaymentStatusSchema,
  ReconciliationItemSchema,
  RefundSchema,
} from "./record-schema.ts";
