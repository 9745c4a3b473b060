/**
 * Says when a queue is too slow: by the wait of its oldest entry, not by its length.
 *
 *   open --waits above the target for `patienceMs`--> strict --waits below it for `calmMs`--> open
 *
 * While open it accepts everything: a pause of the disk, a collection or a burst passes by itself. While strict it
 * refuses whenever the wait is above the target. As in CoDel (RFC 8289), only a wait that does not go away is overload.
 */
export function createWaitGate({ targetMs, patienceMs, calmMs }: Record<"targetMs" | "patienceMs" | "calmMs", number>) {
  let lateSinceMs: number | null = null;
  let lastLateMs = Number.NEGATIVE_INFINITY;
  let strict = false;
  return {
    /** `waitMs`: how long the oldest entry has waited by now. */
    refuses(waitMs: number, nowMs: number): boolean {
      if (waitMs <= targetMs) {
        lateSinceMs = null;
        if (nowMs - lastLateMs >= calmMs) strict = false;
        return false;
      }
      lastLateMs = nowMs;
      lateSinceMs ??= nowMs;
      if (nowMs - lateSinceMs >= patienceMs) strict = true;
      return strict;
    },
  };
}
