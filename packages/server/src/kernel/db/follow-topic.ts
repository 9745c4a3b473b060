import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "../log.ts";
import type { Invalidations } from "./invalidation.ts";

const RETRY_AFTER_MS = 1_000;

type FollowDeps = { invalidations: Pick<Invalidations, "subscribe">; log: Pick<Logger, "warn"> };

/** Reads again when one of the topics is announced, one reading at a time, and tries again until one succeeds. */
export function followTopic({ invalidations, log }: FollowDeps, topics: readonly string[], read: () => Promise<void>) {
  const closing = new AbortController();
  let outdated = false;
  let refreshing: Promise<void> | undefined;

  async function refresh(): Promise<void> {
    while (outdated && !closing.signal.aborted) {
      outdated = false;
      try {
        await read();
      } catch (error) {
        if (closing.signal.aborted) break;
        outdated = true;
        log.warn({ err: error, topics }, "what was announced could not be read; it is read again");
        await pause(RETRY_AFTER_MS, undefined, { signal: closing.signal }).catch(() => undefined);
      }
    }
    // No `await` since the last check of `outdated`: a later change starts a new refresh.
    refreshing = undefined;
  }

  function refreshSoon(): void {
    outdated = true;
    refreshing ??= refresh();
  }

  const subscriptions = topics.map((topic) => invalidations.subscribe(topic, refreshSoon));
  /** Resolves when every change that this process has heard of applies here, or after a second. */
  const settled = async (): Promise<void> => {
    await Promise.race([refreshing, pause(RETRY_AFTER_MS, undefined, { ref: false })]);
  };
  return {
    settled,
    /** Reads once. If that fails, it keeps retrying. */
    start(): Promise<void> {
      refreshSoon();
      return settled();
    },
    async close(): Promise<void> {
      for (const unsubscribe of subscriptions) unsubscribe();
      closing.abort();
      await refreshing;
    },
  };
}
