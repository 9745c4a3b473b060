import { useQuery } from "@tanstack/react-query";
import { PROVIDERS, type ProviderName } from "@corridor/shared/choices.ts";
import { api } from "../../../api/client.ts";
import { useMay } from "../../../session/may.ts";

export const PROVIDERS_KEY = ["providers"] as const;
export const ACCOUNTS_KEY = ["provider-accounts"] as const;

/** Those of the person's organization; for the platform's people all, one that was added this moment, too. */
export function useAccounts() {
  return useQuery({ queryKey: ACCOUNTS_KEY, queryFn: () => api.get("/payments/provider-accounts"), staleTime: 0 });
}

export function useProviders() {
  return useQuery({ queryKey: PROVIDERS_KEY, queryFn: () => api.get("/payments/providers") });
}

/** Those of the contract, and those of installed packages, which not everybody may read. */
export function useProviderNames(): ProviderName[] {
  const enabled = useMay()("GET /payments/providers");
  const listed = useQuery({ queryKey: PROVIDERS_KEY, queryFn: () => api.get("/payments/providers"), enabled });
  const installed = (listed.data?.data ?? []).map(({ provider }) => provider as ProviderName);
  return [...new Set([...PROVIDERS, ...installed])];
}
