import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiFailure } from "./client.ts";

const FRESH_FOR_MS = 10_000;
const MAX_RETRIES = 2;

/** A refusal stays a refusal: only an unreachable or failing service is asked again. */
function isWorthRetrying(failures: number, error: Error): boolean {
  return failures < MAX_RETRIES && (!(error instanceof ApiFailure) || error.status === 0 || error.status >= 500);
}

let onSessionLost: () => void = () => {};

/** The session decides what the screen shows once a call learns that it is over. */
export function whenSessionIsLost(listener: () => void): void {
  onSessionLost = listener;
}

function noticeLostSession(error: Error): void {
  if (error instanceof ApiFailure && error.status === 401) onSessionLost();
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeLostSession }),
  mutationCache: new MutationCache({ onError: noticeLostSession }),
  defaultOptions: {
    queries: { staleTime: FRESH_FOR_MS, retry: isWorthRetrying, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
});
