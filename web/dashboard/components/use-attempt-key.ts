import { useRef } from "react";
import { isRefusal } from "../../lib/refusal.ts";
import { ApiFailure } from "../api/client.ts";

/** The idempotency key of a form that moves money: one for each content, as long as nobody knows how its last try ended. */
export function useAttemptKey() {
  const attempt = useRef<{ content: string; key: string } | null>(null);
  return {
    keyFor(request: object): string {
      const content = JSON.stringify(request);
      if (attempt.current?.content !== content) attempt.current = { content, key: crypto.randomUUID() };
      return attempt.current.key;
    },
    /** Whether the next try is a new one; only then may what is sent change by itself. */
    noteFailure(error: Error): boolean {
      const refused = error instanceof ApiFailure && isRefusal(error.status, error.code);
      if (refused) attempt.current = null;
      return refused;
    },
  };
}
