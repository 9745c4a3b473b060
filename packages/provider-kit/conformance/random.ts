/** Repeatable input for the rules: the same seed gives the same values on every machine. */
export type Random = {
  upTo(most: number): number;
  oneOf<T>(values: readonly T[]): T;
  bytes(most: number): Buffer;
  json(depth?: number): unknown;
};

export function randomFrom(seed: number): Random {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const random: Random = {
    upTo: (most) => next() % (most + 1),
    oneOf: (values) => values[random.upTo(values.length - 1)]!,
    bytes: (most) => Buffer.from(Array.from({ length: random.upTo(most) }, () => random.upTo(255))),
    json(depth = 3) {
      const plain = [null, true, false, 0, -1, 1.5, 1e21, "", "text", "\u0000", "2026-01-05", "1e5"];
      const kind = depth === 0 ? 0 : random.upTo(3);
      if (kind < 2) return random.oneOf<unknown>(plain);
      const parts = Array.from({ length: random.upTo(3) }, () => random.json(depth - 1));
      return kind === 2
        ? parts
        : Object.fromEntries(parts.map((part, at) => [random.oneOf(["a", "id", "data", `${at}`]), part]));
    },
  };
  return random;
}
