import { appendEvents } from "#src/record/webhooks/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import { showApiKey } from "./api-key.ts";
import { takeExpiring } from "./queries.ts";

const INTERVAL_MS = 60 * 60_000;
const WARN_BEFORE_MS = 14 * 86_400_000;
const BATCH = 100;

type Notice = { subject: string; text: string; type: string; data: Record<string, unknown> };

/** Two weeks before a key expires, its organization is notified once. A rotated key expires on purpose. */
export function warnOfExpiryJob(deps: {
  db: Db;
  clock: Clock;
  notifyOrganization(tx: Tx, orgId: string, notice: Notice): Promise<void>;
}): Job {
  return {
    name: "api-key-expiry",
    intervalMs: INTERVAL_MS,
    runOnce: () =>
      deps.db.transaction(async (tx) => {
        const now = deps.clock.now();
        const keys = await takeExpiring(tx, { now, until: new Date(now.getTime() + WARN_BEFORE_MS), limit: BATCH });
        await appendEvents(
          tx,
          keys.map(({ event_sequence: sequence, ...key }) => ({
            orgId: key.org_id,
            type: "api_key.expiring" as const,
            resourceType: "api_key",
            resourceId: key.api_key_id,
            sequence,
            data: showApiKey(key, now),
            at: now,
          })),
        );
        for (const key of keys) {
          await deps.notifyOrganization(tx, key.org_id, {
            subject: `The API key ${key.name} is about to expire`,
            text:
              `The API key ${key.name} (${key.prefix}...) stops working on ${key.expires_at!.toISOString()}. ` +
              "Rotate it in the dashboard before then.",
            type: "api_key.expiring",
            data: { api_key_id: key.api_key_id, expires_at: key.expires_at!.toISOString() },
          });
        }
        return keys.length;
      }),
  };
}
