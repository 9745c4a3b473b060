import type { Clock } from "@corridor/base/clock.ts";
import type { Queryable } from "#src/kernel/db/client.ts";
import type { Provider } from "@corridor/provider-kit/provider.ts";
import { type MissingRequest, noteMissing, watchFailed } from "./missing-queries.ts";
import { RECOVERY_AFTER_MS } from "#src/payments/core/index.ts";

/**
 * When a provider's "not found" is believed, so that the payment may go to another provider, or a refund may be made
 * again. A request may take effect minutes after its sender hung up, so believing it too early pays twice. It is
 * believed when
 *
 *   1. the time has passed within which the provider may still process the request (`settlesWithinMs`), counted from
 *      the first "not found". No live process can still be sending it after RECOVERY_AFTER_MS more;
 *   2. it was reported twice after that, a pause apart: one answer may come from an outdated copy of its data;
 *   3. the provider has had the same settings since before the request was sent.
 *
 * Both the database's clock and the monotonic clocks of the polling processes must say so (`missing-queries.ts`): a
 * step of any clock, a pause or a restart costs time and never money. Rejected: the monotonic clock alone, which
 * requires every worker to have watched from the beginning, and the attempt's age by one clock, which a single step
 * makes old.
 */
export type AbsenceJudge = {
  /** Records one "not found"; true when it is believed by now. `askedAtMs`: the monotonic time before the poll. */
  recordNotFound(
    request: MissingRequest & { sentAt: Date },
    provider: Pick<Provider, "setUpAt" | "settlesWithinMs">,
    askedAtMs: number,
  ): Promise<boolean>;
  /** Before its payment goes to another provider: an attempt that failed is polled for another day. */
  watchFailed(request: MissingRequest): Promise<void>;
  /** When the next poll can decide something; undefined when this process has not seen the request in doubt. */
  askAgainAt(reference: string): Date | undefined;
};

export const NOT_FOUND_PAUSE_MS = 10_000;
/** How long after a request was given up it is polled for the first time. */
const WATCH_AFTER_MS = 60_000;
/** Longer than any process takes to apply new settings. */
const SETTINGS_SPREAD_MS = 5_000;
/** A request that is dropped from memory only has to wait again. */
const MAX_REMEMBERED = 10_000;

export function createAbsenceJudge({ db, clock }: { db: Queryable; clock: Clock }): AbsenceJudge {
  /** Since when this process has known of a request, how long others had waited before, and when to poll again. */
  const watched = new Map<string, { sinceMs: number; waitedBeforeMs: number; askAgainAt: Date }>();

  return {
    async recordNotFound(request, provider, askedAtMs) {
      if (!hadTheseSettings(provider, request.sentAt)) return false;
      const known = watched.get(request.reference);
      const verdict = await noteMissing(db, request, {
        waitedMs: known === undefined ? 0 : known.waitedBeforeMs + Math.max(0, askedAtMs - known.sinceMs),
        answerAgeMs: clock.monotonicMs() - askedAtMs,
        settlesWithinMs: provider.settlesWithinMs + RECOVERY_AFTER_MS,
        pauseMs: NOT_FOUND_PAUSE_MS,
        watchAfterMs: WATCH_AFTER_MS,
      });
      if (known === undefined && watched.size >= MAX_REMEMBERED) watched.delete(watched.keys().next().value!);
      watched.set(request.reference, {
        sinceMs: known?.sinceMs ?? clock.monotonicMs(),
        waitedBeforeMs: known?.waitedBeforeMs ?? verdict.waitedMs,
        askAgainAt: new Date(clock.now().getTime() + verdict.lacksMs),
      });
      return verdict.isAbsent;
    },
    watchFailed: (request) => watchFailed(db, request),
    askAgainAt: (reference) => watched.get(reference)?.askAgainAt,
  };
}

/** "Not found" proves nothing about requests sent with earlier settings: they may have gone to another account. */
function hadTheseSettings({ setUpAt }: Pick<Provider, "setUpAt">, sentAt: Date): boolean {
  return setUpAt === undefined || setUpAt.getTime() + SETTINGS_SPREAD_MS < sentAt.getTime();
}
