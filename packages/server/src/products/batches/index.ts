import type { Needs, Part } from "#src/kernel/part.ts";
import { eraseBatchesJob } from "./erase-batches.ts";
import { followBatchesJob } from "./follow-batch.ts";
import { previewBatchesJob } from "./preview-batch.ts";
import { repeatBatchesJob } from "./repeat-batch.ts";
import { payoutBatchRoutes } from "./routes.ts";
import { sendBatchesJob } from "./send-batch.ts";

export { batchListener } from "./batch-listener.ts";
export { followApproval } from "./change-batch.ts";
export { BATCH_ACTIONS, BATCH_STATUSES, ROW_STATUSES } from "./payout-batch.ts";

type BatchesDeps = Needs<
  | typeof eraseBatchesJob
  | typeof followBatchesJob
  | typeof previewBatchesJob
  | typeof repeatBatchesJob
  | typeof payoutBatchRoutes
  | typeof sendBatchesJob
>;

export function composeBatches(deps: BatchesDeps): Part {
  return {
    routes: [payoutBatchRoutes(deps)],
    jobs: [
      previewBatchesJob(deps),
      sendBatchesJob(deps),
      repeatBatchesJob(deps),
      eraseBatchesJob(deps),
      followBatchesJob(deps),
    ],
  };
}
