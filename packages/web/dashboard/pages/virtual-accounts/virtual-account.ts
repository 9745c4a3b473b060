import { queryOptions } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import type { Data, Row } from "@corridor/shared/operations.ts";

export type VirtualAccount = Data<"get", "/virtual-accounts/{account_id}">;
export type VirtualTransaction = Row<"/virtual-accounts/{account_id}/transactions">;

export const ACCOUNTS = ["virtual-accounts"] as const;
export const accountKey = (accountId: string) => ["virtual-account", accountId] as const;

const REFRESH_MS = 10_000;

/** Deposits arrive by themselves, so the page polls now and then. */
export const accountQuery = (accountId: string) =>
  queryOptions({
    queryKey: accountKey(accountId),
    queryFn: async () => (await api.get("/virtual-accounts/{account_id}", { path: { account_id: accountId } })).data,
    refetchInterval: REFRESH_MS,
  });
