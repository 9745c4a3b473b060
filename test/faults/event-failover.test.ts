import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { appendEvents } from "@corridor/server/record/webhooks/append-events.ts";
import { readOldestFirst } from "@corridor/server/record/events/read-oldest-first.ts";
import { systemClock } from "@corridor/base/clock.ts";
import { connect, type Db } from "@corridor/server/kernel/db/client.ts";
import { startEmbedded } from "@corridor/server/kernel/db/embedded.ts";
import { migrate } from "@corridor/server/kernel/db/migrate.ts";
import { newId } from "@corridor/base/ids.ts";
import { silentLog } from "#test/harness/database.ts";

const orgId = newId();

/**
 * A standby without the last transactions takes over, the worst case of asynchronous replication. Its transaction ids
 * are lower, so it assigns ids again whose events the follower has already seen.
 */
test("a follower goes on after a standby took over that lacked the last transactions", async () => {
  const root = mkdtempSync(join(tmpdir(), "corridor-failover-"));
  chmodSync(root, 0o711); // As root, PostgreSQL runs as another user, who needs access to its folder.
  try {
    const first = await onServer(root, async (db) => followed(db, null, [await append(db)]));
    const data = join(root, "postgres", "cluster", "data");
    const standby = join(root, "postgres", "cluster", "standby");
    execFileSync("cp", ["-a", data, standby]);
    const lost = await onServer(root, async (db) =>
      followed(db, first, [await append(db), await append(db), await append(db)]),
    );
    rmSync(data, { recursive: true });
    execFileSync("mv", [standby, data]);
    promoteAtStart(data);
    await onServer(root, async (db) => {
      const ids = [await append(db)];
      const [{ timeline } = { timeline: "" }] = await db.query<{ timeline: string }>(
        "SELECT substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) AS timeline",
      );
      expect(timeline).toBe("00000002");
      await followed(db, lost, ids);
    });
  } finally {
    rmSync(root, { recursive: true });
  }
});

async function onServer<T>(root: string, work: (db: Db) => Promise<T>): Promise<T> {
  const server = await startEmbedded({ directory: root, durable: true });
  try {
    await migrate({ url: server.url });
    const db = connect({ url: server.url, maxConnections: 2, applicationName: "test", log: silentLog });
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  } finally {
    await server.stop();
  }
}

function promoteAtStart(data: string): void {
  appendFileSync(join(data, "postgresql.auto.conf"), "restore_command = 'false'\nhot_standby = off\n");
  const signal = join(data, "recovery.signal");
  writeFileSync(signal, "");
  const { uid, gid } = statSync(data);
  chownSync(signal, uid, gid);
}

async function append(db: Db): Promise<string> {
  const event = {
    orgId,
    type: "payment.completed",
    resourceType: "payment",
    resourceId: newId(),
    sequence: 1,
    data: {},
    at: new Date(),
  } as const;
  const [id] = await db.transaction((tx) => appendEvents(tx, [event]));
  return id!;
}

/** Reads until it has seen the events, and returns its position. */
async function followed(db: Db, from: string | null, expected: readonly string[]): Promise<string> {
  const filter = { types: null, resourceType: null, resourceId: null, from: undefined, to: undefined };
  const seen = new Set<string>();
  let key = from;
  while (key === null || !expected.every((id) => seen.has(id))) {
    const page = {
      limit: 100,
      after: key === null ? null : (JSON.parse(key) as string[]),
      cursorName: "last_evaluated_key",
      encode: JSON.stringify,
    } as const;
    const { page: found, followKey } = await readOldestFirst({ db, clock: systemClock }, { orgId, filter, page });
    for (const { event_id } of found.rows) seen.add(event_id);
    key = followKey;
  }
  return key;
}
