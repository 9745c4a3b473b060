/** A round number at or above the largest value, so that the grid lines read well. */
export function niceCeiling(largest: number): number {
  if (largest <= 0) return 1;
  const magnitude = 10 ** Math.floor(Math.log10(largest));
  const step = [1, 2, 2.5, 5, 10].find((candidate) => candidate * magnitude >= largest)!;
  return step * magnitude;
}

export type Run = { start: number; values: readonly number[] };

/** The segments without a gap. */
export function runsOf(values: readonly (number | null)[]): Run[] {
  const runs: { start: number; values: number[] }[] = [];
  for (const [index, value] of values.entries()) {
    if (value === null) continue;
    const last = runs.at(-1);
    if (last !== undefined && last.start + last.values.length === index) last.values.push(value);
    else runs.push({ start: index, values: [value] });
  }
  return runs;
}
