import type { Clock } from "@corridor/base/clock.ts";
import type { Metrics } from "../metrics.ts";
import type { Job } from "./loop.ts";

/** Reads something and sets its gauges. Each gauge has a label, so that a process without this job exports no zero. */
export type Measure = () => Promise<unknown>;

const INTERVAL_MS = 15_000;
/** Of a count: a larger number is of no use, and counting takes time. */
export const MAX_COUNTED = 10_000;

/** Every measure of a cell, one after another. One that fails keeps no other from being read. */
export function measureJob(parts: readonly { readonly measures?: readonly Measure[] }[]): Job {
  const all = parts.flatMap(({ measures = [] }) => measures);
  return {
    name: "measure",
    intervalMs: INTERVAL_MS,
    async runOnce() {
      const errors: unknown[] = [];
      for (const measure of all) await measure().catch((error: unknown) => errors.push(error));
      if (errors.length > 0) throw errors[0];
      return 0;
    },
  };
}

/** Seconds since then, and 0 when nothing waits or it is still to come. */
export function ageInSeconds(at: Date | null | undefined, now: Date): number {
  return at === null || at === undefined ? 0 : Math.max(0, (now.getTime() - at.getTime()) / 1_000);
}

type QueueOf = { metrics: Metrics; clock: Clock; cell: number };

/** How late a queue of a cell is. All queues are one gauge, so that one alert sees each of them. */
export function measureQueue(
  queue: string,
  deps: QueueOf,
  findOldestDue: (now: Date) => Promise<Date | null>,
): Measure {
  const help = "How long the entry of a queue that has waited longest has been due";
  const late = deps.metrics.gauge("queue_late_seconds", help, ["cell", "queue"]);
  return async () => {
    const now = deps.clock.now();
    late.set({ cell: deps.cell, queue }, ageInSeconds(await findOldestDue(now), now));
  };
}
