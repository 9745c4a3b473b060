import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { CorridorError } from "corridor-client/error.ts";

const FRESH_FOR_MS = 10_000;
const MAX_RETRIES = 2;

/** A refusal is final: only an unreachable or failing service is retried. */
function isWorthRetrying(failures: number, error: Error): boolean {
  return failures < MAX_RETRIES && (!(error instanceof CorridorError) || error.status === 0 || error.status >= 500);
}

let onSessionLost: () => void = () => {};
let onSessionSwitched: () => void = () => {};

/**
 * When a call learns that the session has ended or differs from the page's, the session decides what the screen shows.
 */
export function whenSessionChanges(listeners: { lost: () => void; switched: () => void }): void {
  onSessionLost = listeners.lost;
  onSessionSwitched = listeners.switched;
}

function noticeChangedSession(error: Error): void {
  if (!(error instanceof CorridorError)) return;
  if (error.status === 401) onSessionLost();
  if (error.code === "SESSION_SWITCHED") onSessionSwitched();
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
