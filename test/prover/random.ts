/**
 * A seeded stream of random numbers (mulberry32). Each actor has its own stream, so that one does not affect another.
 */
export type Random = {
  /** From 0, below 1. */
  next(): number;
  /** From `least` to `most`, both included. */
  between(least: number, most: number): number;
  pick<T>(from: readonly T[]): T;
};

export function createRandom(seed: number, actor: string): Random {
  let state = Buffer.from(actor).reduce((sum, byte) => Math.imul(sum ^ byte, 0x01000193), seed ^ 0x811c9dc5) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return { next, between, pick: (from) => from[between(0, from.length - 1)]! };
}
