import type { Needs } from "#src/kernel/part.ts";
import { erasePayersJob } from "./erase-payers.ts";
import { paymentListRoutes } from "./list-routes.ts";
import { paymentRoutes } from "./routes.ts";

export { createReviewPayment } from "./review-payment.ts";
export function composeRecords(deps: Needs<typeof erasePayersJob | typeof paymentListRoutes | typeof paymentRoutes>) {
  return { routes: [paymentListRoutes(deps), paymentRoutes(deps)], jobs: [erasePayersJob(deps)] };
}
