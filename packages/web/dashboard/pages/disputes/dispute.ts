import { queryOptions } from "@tanstack/react-query";
import type { DisputeStatus } from "@corridor/shared/choices.ts";
import { api } from "../../api/client.ts";
import type { Data, Row } from "@corridor/shared/operations.ts";
import type { Status } from "../../components/status-badge.tsx";

export type DisputeRow = Row<"/disputes">;
export type Dispute = Data<"get", "/disputes/{dispute_id}">;

export const DISPUTES = ["disputes"] as const;
export const disputeKey = (disputeId: string) => ["dispute", disputeId] as const;

const REFRESH_MS = 10_000;

export const disputeQuery = (disputeId: string) =>
  queryOptions({
    queryKey: disputeKey(disputeId),
    queryFn: async () => (await api.get("/disputes/{dispute_id}", { path: { dispute_id: disputeId } })).data,
    refetchInterval: REFRESH_MS,
  });

/**
 * The badge of each dispute status, in the same colors as all other statuses. An accepted dispute is over, and its
 * money is gone.
 */
export const BADGE: Record<DisputeStatus, Status> = {
  needs_response: "open",
  under_review: "processing",
  won: "succeeded",
  lost: "failed",
  accepted: "closed",
  expired: "expired",
};
