import { queryOptions } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import type { Row } from "@corridor/shared/operations.ts";

export type Approval = Row<"/approvals">;

export const APPROVALS = ["approvals"] as const;

const REFRESH_MS = 60_000;
/** The highest number of waiting approvals that is counted; more are shown as "99+". */
export const MOST_COUNTED = 99;

/** How many approvals wait, up to the limit. */
export const waitingQuery = queryOptions({
  queryKey: [...APPROVALS, "waiting"],
  queryFn: async () =>
    (await api.get("/approvals", { query: { status: "pending", limit: MOST_COUNTED + 1 } })).data.length,
  refetchInterval: REFRESH_MS,
});

/** The refunds, or the acceptances of disputes, that wait. */
export const heldQuery = (kind: Approval["kind"]) =>
  queryOptions({
    queryKey: [...APPROVALS, "held", kind],
    queryFn: async () =>
      (await api.get("/approvals", { query: { status: "pending", kind, limit: MOST_COUNTED } })).data,
    refetchInterval: REFRESH_MS,
  });

/** The name; for a person who no longer exists, the beginning of the id. */
export function nameOf({ people }: Pick<Approval, "people">, userId: string): string {
  return people.find((person) => person.user_id === userId)?.name ?? `${userId.slice(0, 8)}…`;
}
