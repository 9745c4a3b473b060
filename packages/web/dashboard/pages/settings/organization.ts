import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "../../api/client.ts";
import type { Data } from "../../api/types.ts";

export type Organization = Data<"/organizations/{org_id}", "get">;

export const organizationKey = (orgId: string) => ["organization", orgId] as const;

export const organizationQuery = (orgId: string) =>
  queryOptions({
    queryKey: organizationKey(orgId),
    queryFn: async () =>
      (await answerOf(api.GET("/organizations/{org_id}", { params: { path: { org_id: orgId } } }))).data,
  });
