import { useRef } from "react";
import { CorridorError } from "corridor-client/error.ts";

/** The idempotency key of a form that moves money: one for each content, until the outcome of its last try is known. */
export function useAttemptKey() {
  const keys = useRef(new Map<string, string>());
  const tried = useRef("");
  return {
    /**
     * `content` identifies the same money: other fields (a description) may not change while the key stays, which the
     * service checks.
     */
    keyFor(content: object): string {
      tried.current = JSON.stringify(content);
      const key = keys.current.get(tried.current) ?? crypto.randomUUID();
      keys.current.set(tried.current, key);
      return key;
    },
    /** Whether the next try is a new one; only then may the request change by itself. */
    noteFailure(error: Error): boolean {
      const refused = error instanceof CorridorError && error.refused;
      if (refused) keys.current.delete(tried.current);
      return refused;
    },
  };
}
