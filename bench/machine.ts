import { median } from "./statistics.ts";

/**
 * How evenly the machine runs by itself: one thread walks through memory in a random order, and nothing else happens.
 * On a machine of one's own every stretch of the walk takes the same time. On a shared one the neighbours take the
 * common cache and the memory for a while, and everything slows down for as long. A p99 that is measured there holds
 * these slow times, and at half load each of them leaves a queue.
 */
export type Evenness = {
  /** Of the time, in stretches that took `SLOW_FACTOR` times as long as the median one. */
  slowShare: number;
  slowTimes: number;
  longestSlowMs: number;
};

/** More than a core has for itself, so that the walk needs what is shared. */
const WALKED_BYTES = 16 * 1024 * 1024;
const LINE_BYTES = 64;
const STEPS = 4_000;
const SLOW_FACTOR = 2.5;
/** Slow stretches that are no further apart than this are one slow time. */
const TOGETHER_MS = 20;

export function measureEvenness(seconds: number): Evenness {
  const walk = randomWalk();
  const stretches: { beganMs: number; tookMs: number }[] = [];
  const endMs = performance.now() + seconds * 1_000;
  for (let place = 0, beganMs = performance.now(); beganMs < endMs; beganMs = performance.now()) {
    for (let step = 0; step < STEPS; step++) place = walk[place]!;
    stretches.push({ beganMs, tookMs: performance.now() - beganMs });
  }
  const slowFromMs = median(stretches.map(({ tookMs }) => tookMs)) * SLOW_FACTOR;
  const slow = stretches.filter(({ tookMs }) => tookMs >= slowFromMs);
  const evenness: Evenness = { slowShare: 0, slowTimes: 0, longestSlowMs: 0 };
  let [slowSinceMs, slowUntilMs] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { beganMs, tookMs } of slow) {
    if (beganMs - slowUntilMs > TOGETHER_MS) {
      evenness.slowTimes += 1;
      slowSinceMs = beganMs;
    }
    slowUntilMs = beganMs + tookMs;
    evenness.longestSlowMs = Math.max(evenness.longestSlowMs, slowUntilMs - slowSinceMs);
    evenness.slowShare += tookMs / (seconds * 1_000);
  }
  return evenness;
}

/** Each line of memory names the next one; all of them are one circle. */
function randomWalk(): Int32Array {
  const stride = LINE_BYTES / Int32Array.BYTES_PER_ELEMENT;
  const order = Array.from({ length: WALKED_BYTES / LINE_BYTES }, (_, line) => line * stride);
  for (let i = order.length - 1; i > 0; i--) {
    const other = Math.floor(Math.random() * (i + 1));
    [order[i], order[other]] = [order[other]!, order[i]!];
  }
  const walk = new Int32Array(WALKED_BYTES / Int32Array.BYTES_PER_ELEMENT);
  for (let i = 0; i < order.length; i++) walk[order[i]!] = order[(i + 1) % order.length]!;
  return walk;
}
