export { EuropeanFields, type InitiationBody, InitiationRequest, InitiationResponse } from "./initiation-schema.ts";
export { PAYMENT_ACTIONS } from "./payment-actions.ts";
export {
  europeanFieldsOf,
  eventDataOf,
  initiationResponseOf,
  messageOf,
  nextActionOf,
  providerTextOf,
  type RecordDeps,
  recordFor,
} from "./payment-record.ts";
export { phoneApprovalOf, PhoneApprovalSchema, phoneHintOf } from "./phone-approval.ts";
export {
  DisputeStatusSchema,
  FailureCauseSchema,
  NextActionSchema,
  type PaymentRecord,
  PaymentRecordSchema,
  PaymentStatusSchema,
  ReconciliationItemSchema,
  RefundSchema,
} from "./record-schema.ts";
