import type { Db } from "#src/kernel/db/client.ts";
import { findFollowersWithNews, type FollowerPlace } from "./follow-queries.ts";

/**
 * Followers of the log who wait for the next event. One statement looks for all of a process, a few times a second and
 * only while somebody waits. Rejected: a notification from every transaction that writes an event. PostgreSQL queues
 * them under one lock at commit, and payments would wait there for each other.
 */
export type EventWaits = {
  /** False when the time is over, the client has disconnected, or too many already wait. */
  untilNews(place: FollowerPlace, untilMs: number, signal: AbortSignal): Promise<boolean>;
  close(): void;
};

export const MAX_WAIT_SECONDS = 30;
const LOOK_EVERY_MS = 200;
/** Followers beyond this number are answered at once, as without `wait`. */
const MAX_WAITING = 500;
/** People who look at a live list are followers too. */
const MAX_WAITING_OF_ONE = 50;

type Waiter = { readonly place: FollowerPlace; end(hasNews: boolean): void; fail(error: unknown): void };

export function createEventWaits(db: Db): EventWaits {
  const waiting = new Set<Waiter>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function look(): Promise<void> {
    const asked = [...waiting];
    try {
      const places = asked.map(({ place }) => place);
      const found = places.length === 0 ? [] : await findFollowersWithNews(db, places);
      for (const index of found) asked[index]!.end(true);
    } catch (error) {
      for (const waiter of asked) waiter.fail(error);
    }
    timer = undefined;
    schedule();
  }

  function schedule(): void {
    if (waiting.size > 0) timer ??= setTimeout(() => void look(), LOOK_EVERY_MS);
  }

  return {
    untilNews(place, untilMs, signal) {
      const leftMs = untilMs - performance.now();
      const ofOne = [...waiting].filter((one) => one.place.orgId === place.orgId).length;
      if (isClosed || leftMs <= 0 || signal.aborted || waiting.size >= MAX_WAITING || ofOne >= MAX_WAITING_OF_ONE)
        return Promise.resolve(false);
      return new Promise((resolve, reject) => {
        const leave = (): void => {
          waiting.delete(waiter);
          clearTimeout(deadline);
          signal.removeEventListener("abort", onLeft);
        };
        const waiter: Waiter = {
          place,
          end: (hasNews) => {
            leave();
            resolve(hasNews);
          },
          fail: (error) => {
            leave();
            reject(error);
          },
        };
        const onLeft = (): void => waiter.end(false);
        const deadline = setTimeout(onLeft, leftMs);
        signal.addEventListener("abort", onLeft, { once: true });
        waiting.add(waiter);
        schedule();
      });
    },
    close() {
      isClosed = true;
      for (const waiter of waiting) waiter.end(false);
      clearTimeout(timer);
    },
  };
}
