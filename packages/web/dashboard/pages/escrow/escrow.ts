import { queryOptions } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import type { Data, Row } from "@corridor/shared/operations.ts";

export type Project = Row<"/virtual-accounts/escrow">;
export type Escrow = Data<"get", "/virtual-accounts/escrow/{escrow_id}">;
export type Milestone = Escrow["milestones"][number];
export type Party = Escrow["parties"][number];
export type Disbursement = Row<"/virtual-accounts/escrow/{escrow_id}/disbursements">;

export const ESCROWS = ["escrow-projects"] as const;
export const escrowKey = (escrowId: string) => ["escrow", escrowId] as const;

/** Whether its shares can still change, and whether it can be canceled. */
export const isOpen = ({ status }: Milestone): boolean =>
  status === "pending" || status === "contract_submitted" || status === "approved";

const REFRESH_MS = 5_000;

/** Payins and payouts finish by themselves, so the page polls while something can still happen. */
export const escrowQuery = (escrowId: string) =>
  queryOptions({
    queryKey: [...escrowKey(escrowId), "project"],
    queryFn: async () =>
      (await api.get("/virtual-accounts/escrow/{escrow_id}", { path: { escrow_id: escrowId } })).data,
    refetchInterval: ({ state: { data } }) =>
      data?.status === "active" || data?.milestones.some(({ status }) => status === "releasing") ? REFRESH_MS : false,
  });

export type Share = { party_id: string; split_type: "percentage" | "fixed"; split_value: number };

/**
 * How much of a milestone its shares cover: all of it when percentages reach 100, or when fixed parts and percentages
 * together reach the amount.
 */
export function coverageOf(
  amount: number,
  shares: readonly Share[],
): { percent: number; fixed: number; problem: string | null; isWhole: boolean } {
  const sum = (type: Share["split_type"]) =>
    Number(
      shares
        .filter((share) => share.split_type === type)
        .reduce((total, share) => total + share.split_value, 0)
        .toFixed(9),
    );
  const percent = sum("percentage");
  const fixed = sum("fixed");
  const problem =
    percent > 100 ? "The percentages exceed 100" : fixed > amount ? "The fixed shares exceed the milestone" : null;
  const named = fixed + (amount * percent) / 100;
  return {
    percent,
    fixed,
    problem,
    isWhole: problem === null && shares.length > 0 && (percent === 100 || Math.abs(named - amount) < 1e-6),
  };
}
