export { bookRefundElsewhereIn } from "./book-refund-elsewhere.ts";
export { canRefund, receiptIn, type RefundDeps, refundPayment, sendRefund } from "./refund-payment.ts";
export { findRefund } from "./refund-queries.ts";
export { fetchRefundStatus, hearRefundsIn, settleRefundsIn } from "./settle-refund.ts";
