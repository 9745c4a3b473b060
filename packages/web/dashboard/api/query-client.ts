import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { CorridorError } from "corridor-client/error.ts";

const FRESH_FOR_MS = 10_000;
const MAX_RETRIES = 2;

/**
 * A refusal is final: only an unreachable or failing service is retried. A read may have been sent with the token that
 * the session had until then, and is repeated once with the one that it has now.
 */
function isWorthRetrying(failures: number, error: Error): boolean {
  if (!(error instanceof CorridorError) || error.status === 0 || error.status >= 500) return failures < MAX_RETRIES;
  return error.status === 401 && failures === 0;
}

let readSessionAgain: () => void = () => {};

/** When a call learns that the session may have ended or changed, the session decides what the screen shows. */
export function whenSessionChanges(listener: () => void): void {
  readSessionAgain = listener;
}

function noticeChangedSession(error: Error): void {
  if (error instanceof CorridorError && (error.status === 401 || error.code === "SESSION_SWITCHED")) readSessionAgain();
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeChangedSession }),
  mutationCache: new MutationCache({ onError: noticeChangedSession }),
  // Requests are sent even if the browser believes that it is offline: the service may be on this very machine. By
  // default a request would silently wait for the network, and a payout that somebody submitted meanwhile would be sent
  // later.
  defaultOptions: {
    queries: {
      staleTime: FRESH_FOR_MS,
      retry: isWorthRetrying,
      refetchOnWindowFocus: true,
      networkMode: "always",
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: "always" },
  },
});
