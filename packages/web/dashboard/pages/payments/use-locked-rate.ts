import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import type { Data } from "@corridor/shared/operations.ts";

export type LockedRate = Data<"get", "/organizations/admin/exchange-rate">;

/** Quotes again a little before the lock of fifteen minutes ends. */
const REQUOTE_AFTER_MS = 10 * 60_000;

/** A lock is for one payment: after its use or a refusal it is dropped. */
export const LOCKED_RATES = ["locked-rate"] as const;

export function useForgetLocks(): () => void {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: LOCKED_RATES });
}

/** The rate that a cross-currency payment must name. Nothing is requested within one currency. */
export function useLockedRate(from: string, to: string) {
  return useQuery({
    queryKey: [...LOCKED_RATES, from, to],
    queryFn: async () =>
      (await api.get("/organizations/admin/exchange-rate", { query: { fromCurrency: from, toCurrency: to } })).data,
    enabled: from !== "" && to !== "" && from !== to,
    staleTime: REQUOTE_AFTER_MS,
    refetchInterval: REQUOTE_AFTER_MS,
    retry: false,
  });
}
