import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import { deleteExpired } from "./queries.ts";
import type { SigningKeys } from "./signing-keys.ts";

const CLEANUP_INTERVAL_MS = 10 * 60_000;
const ROTATION_INTERVAL_MS = 60 * 60_000;

export function identityJobs(deps: { db: Db; clock: Clock; keys: SigningKeys }): Job[] {
  return [
    {
      name: "identity-cleanup",
      intervalMs: CLEANUP_INTERVAL_MS,
      runOnce: async () => {
        await deleteExpired(deps.db, deps.clock.now());
        return 0;
      },
    },
    { name: "rotate-signing-keys", intervalMs: ROTATION_INTERVAL_MS, runOnce: () => deps.keys.rotate() },
  ];
}
