import { queryOptions } from "@tanstack/react-query";
import type { PayoutBatchStatus, PayoutRowStatus } from "@corridor/shared/choices.ts";
import { api } from "../../api/client.ts";
import type { Data } from "@corridor/shared/operations.ts";
import type { Status } from "../../components/status-badge.tsx";

export type Batch = Data<"get", "/payout-batches/{batch_id}">;
export type BatchRow = Data<"get", "/payout-batches/{batch_id}/rows">[number];

export const BATCHES = ["payout-batches"] as const;
export const batchKey = (batchId: string) => ["payout-batch", batchId] as const;

const BUSY_REFRESH_MS = 1_500;
const CALM_REFRESH_MS = 15_000;

/** Work is in progress, so the page polls soon. */
export function isBusy({ status, rows }: Pick<Batch, "status" | "rows">): boolean {
  return status === "checking" || status === "sending" || rows.sent > 0;
}

export const batchQuery = (batchId: string) =>
  queryOptions({
    queryKey: batchKey(batchId),
    queryFn: async () => (await api.get("/payout-batches/{batch_id}", { path: { batch_id: batchId } })).data,
    refetchInterval: ({ state }) =>
      state.data !== undefined && isBusy(state.data) ? BUSY_REFRESH_MS : CALM_REFRESH_MS,
  });

export const BADGE: Record<PayoutBatchStatus, Status> = {
  checking: "processing",
  ready: "draft",
  awaiting_approval: "pending",
  scheduled: "pending",
  sending: "processing",
  paused: "frozen",
  sent: "processing",
  completed: "completed",
  canceled: "canceled",
  rejected: "rejected",
};

export const ROW_BADGE: Record<PayoutRowStatus, Status> = {
  unchecked: "draft",
  ready: "draft",
  invalid: "failed",
  sent: "processing",
  completed: "completed",
  failed: "failed",
  canceled: "canceled",
};
