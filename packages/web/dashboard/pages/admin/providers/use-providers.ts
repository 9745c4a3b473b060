import { useQuery } from "@tanstack/react-query";
import { api } from "../../../api/client.ts";

export const PROVIDERS_KEY = ["providers"] as const;

export function useProviders() {
  return useQuery({ queryKey: PROVIDERS_KEY, queryFn: () => api.get("/payments/providers") });
}
