import { queryOptions } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import type { Row } from "@corridor/shared/operations.ts";

export type Approval = Row<"/approvals">;
export type Decision = Approval["actions"][number];

export const APPROVALS = ["approvals"] as const;
/** The owner of approvals that concern no single organization. */
export const PLATFORM = "00000000-0000-0000-0000-000000000000";

export const WORDS: Record<Decision, { label: string; done: string }> = {
  approve: { label: "Approve", done: "Approved" },
  reject: { label: "Reject", done: "Rejected" },
};

const REFRESH_MS = 60_000;
/** The highest number of waiting approvals that is counted; more are shown as "99+". */
export const MOST_COUNTED = 99;

/** What waits, up to the limit. */
export const waitingQuery = queryOptions({
  queryKey: [...APPROVALS, "waiting"],
  queryFn: async () => (await api.get("/approvals", { query: { status: "pending", limit: MOST_COUNTED + 1 } })).data,
  refetchInterval: REFRESH_MS,
});

export const approvalQuery = (approvalId: string) =>
  queryOptions({
    queryKey: [...APPROVALS, approvalId],
    queryFn: async () => (await api.get("/approvals/{approval_id}", { path: { approval_id: approvalId } })).data,
    refetchInterval: ({ state }) => (state.data?.status === "pending" ? REFRESH_MS / 6 : false),
  });

export async function decide({ approval_id }: Approval, decision: Decision, comment: string | null) {
  const input = { path: { approval_id }, body: { comment } };
  return decision === "approve"
    ? api.post("/approvals/{approval_id}/approve", input)
    : api.post("/approvals/{approval_id}/reject", input);
}

/** The name, or the whole id of a person who no longer exists. */
export function nameOf({ people }: Pick<Approval, "people">, userId: string): string {
  return people.find((person) => person.user_id === userId)?.name ?? userId;
}

type Sum = { currency: string; amount: number };

/** The money that leaves when these are approved, in each currency. */
export function totalsOf(approvals: readonly Approval[]): Sum[] {
  const sums = new Map<string, number>();
  for (const { amount, currency } of approvals.flatMap(amountsOf))
    sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return [...sums].map(([currency, amount]) => ({ currency, amount }));
}

function amountsOf({ kind, request }: Approval): Sum[] {
  if (kind === "payout_batch")
    return (request["totals"] as { currency: string; amount: string | number }[]).map(({ currency, amount }) => ({
      currency,
      amount: Number(amount),
    }));
  const [amount, currency] = String(request["payout"] ?? request["refund"] ?? request["accepted_dispute"]).split(" ");
  return currency === undefined ? [] : [{ amount: Number(amount), currency }];
}
