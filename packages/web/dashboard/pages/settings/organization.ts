import { queryOptions } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import type { Data } from "@corridor/shared/operations.ts";

export type Organization = Data<"get", "/organizations/{org_id}">;

export const organizationKey = (orgId: string) => ["organization", orgId] as const;

export const organizationQuery = (orgId: string) =>
  queryOptions({
    queryKey: organizationKey(orgId),
    queryFn: async () => (await api.get("/organizations/{org_id}", { path: { org_id: orgId } })).data,
  });
