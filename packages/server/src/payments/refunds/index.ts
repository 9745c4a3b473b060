import type { Needs, Part } from "#src/kernel/part.ts";
import { refundRoutes } from "./routes.ts";
import { createRefundJob } from "./settle-refund.ts";

export { createRefundWrites } from "./refund-writes.ts";
export { bookRefundElsewhereIn } from "./book-refund-elsewhere.ts";
export { giveBack } from "./give-back.ts";
export {
  canRefund,
  followRefundApproval,
  receiptIn,
  type RefundDeps,
  refundPayment,
  sendRefund,
} from "./refund-payment.ts";
export { eraseRefunds, findRefund, refundsOfPayment } from "./refund-queries.ts";
export { fetchRefundStatus, recordRefundUpdatesIn, settleRefundsIn } from "./settle-refund.ts";

export function composeRefunds(deps: Needs<typeof refundRoutes | typeof createRefundJob>): Part {
  return { routes: [refundRoutes(deps)], jobs: [createRefundJob(deps)] };
}
