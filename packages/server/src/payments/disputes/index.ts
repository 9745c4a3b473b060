import type { Needs, Part } from "#src/kernel/part.ts";
import { disputeRoutes } from "./routes.ts";
import { watchDeadlinesJob } from "./watch-deadlines.ts";

export { followDisputeApproval } from "./answer-dispute.ts";
export { createDisputeUpdates } from "./apply-dispute-update.ts";
export { findDisputed } from "./queries.ts";
export function composeDisputes(deps: Needs<typeof disputeRoutes | typeof watchDeadlinesJob>): Part {
  return { routes: [disputeRoutes(deps)], jobs: [watchDeadlinesJob(deps)] };
}
