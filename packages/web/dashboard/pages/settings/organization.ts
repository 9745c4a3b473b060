import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { useMay } from "../../session/may.ts";
import type { Data } from "@corridor/shared/operations.ts";

export type Organization = Data<"get", "/organizations/{org_id}">;

export const organizationKey = (orgId: string) => ["organization", orgId] as const;

export const organizationQuery = (orgId: string) =>
  queryOptions({
    queryKey: organizationKey(orgId),
    queryFn: async () => (await api.get("/organizations/{org_id}", { path: { org_id: orgId } })).data,
  });

/** The currency of an organization's country: undefined until it is known, null where nobody pays. */
export function useHomeCurrency({ org_id, country }: Partial<Organization> = {}): string | null | undefined {
  const corridors = useQuery({
    queryKey: ["corridors", org_id, "first"],
    queryFn: async () => (await api.get("/corridors", { query: { org_id, country, limit: 1 } })).data,
    enabled: useMay()("GET /corridors") && org_id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return corridors.isPending ? undefined : (corridors.data?.[0]?.currencies[0] ?? null);
}
