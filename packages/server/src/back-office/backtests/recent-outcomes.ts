const BUCKET_MS = 5 * 60_000;
const BUCKETS = 6;
const LATEST_MS = 24 * 60 * 60_000;
const NOTHING = { succeeded: 0, failed: 0 };

/** Outcomes of the half hour before, counted when they were known. Those that took longer than a day are not. */
export function createRecentOutcomes() {
  const lanes = new Map<string, { counts: Map<number, typeof NOTHING>; read: number; sum: typeof NOTHING }>();
  return {
    add(key: string, startedMs: number, endedMs: number, succeeded: boolean, weight: number): void {
      if (endedMs - startedMs > LATEST_MS) return;
      let lane = lanes.get(key);
      if (lane === undefined) lanes.set(key, (lane = { counts: new Map(), read: 0, sum: NOTHING }));
      const bucket = Math.floor(Math.max(endedMs, startedMs) / BUCKET_MS);
      const counted = lane.counts.get(bucket) ?? { ...NOTHING };
      counted[succeeded ? "succeeded" : "failed"] += weight;
      lane.counts.set(bucket, counted);
    },
    of(key: string, nowMs: number): typeof NOTHING {
      const lane = lanes.get(key);
      const bucket = Math.floor(nowMs / BUCKET_MS);
      if (lane === undefined || lane.read === bucket) return lane?.sum ?? NOTHING;
      lane.read = bucket;
      lane.sum = { ...NOTHING };
      for (const [at, { succeeded, failed }] of lane.counts)
        if (at < bucket - BUCKETS) lane.counts.delete(at);
        else if (at < bucket) {
          lane.sum.succeeded += succeeded;
          lane.sum.failed += failed;
        }
      return lane.sum;
    },
  };
}
