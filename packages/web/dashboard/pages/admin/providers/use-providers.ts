import { useQuery } from "@tanstack/react-query";
import { answerOf, api } from "../../../api/client.ts";

export const PROVIDERS_KEY = ["providers"] as const;

export function useProviders() {
  return useQuery({ queryKey: PROVIDERS_KEY, queryFn: () => answerOf(api.GET("/payments/providers")) });
}
