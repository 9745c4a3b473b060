import type { Db } from "#src/platform/db/client.ts";
import type { ApiKeyRecord, KeyUse } from "#src/platform/http/authenticate.ts";
import type { Job } from "#src/platform/jobs/loop.ts";
import { updateLastUsed } from "./queries.ts";

const WRITE_EVERY_MS = 60_000;
const INTERVAL_MS = 5_000;
const MAX_TRACKED = 50_000;
const MAX_ADDRESS_CHARACTERS = 64;
const MAX_USER_AGENT_CHARACTERS = 200;

/**
 * What a key shows of its last use costs a request one map entry: uses are collected in memory and written in one statement, each key at most once a minute.
 * The job belongs to the process that authenticates. What a crash loses is the last minute of a display field.
 */
export function createUseRecorder(deps: { db: Db }): { noteUse: (key: ApiKeyRecord, use: KeyUse) => void; job: Job; flush: () => Promise<number> } {
  type Use = { orgId: string; last: KeyUse; writtenAtMs: number | null };
  const uses = new Map<string, Use>();

  function noteUse(key: ApiKeyRecord, use: KeyUse): void {
    const known = uses.get(key.apiKeyId);
    if (known !== undefined) known.last = use;
    else {
      if (uses.size >= MAX_TRACKED) uses.delete(uses.keys().next().value!);
      uses.set(key.apiKeyId, { orgId: key.orgId, last: use, writtenAtMs: null });
    }
  }

  async function write(isDue: (use: Use) => boolean): Promise<number> {
    const due = [...uses].filter(([, use]) => use.last.at.getTime() !== use.writtenAtMs && isDue(use));
    if (due.length === 0) return 0;
    const rows = due.map(([apiKeyId, { orgId, last }]) => ({
      org_id: orgId,
      api_key_id: apiKeyId,
      at: last.at,
      address: last.address.slice(0, MAX_ADDRESS_CHARACTERS),
      // As a client wrote it, so without what PostgreSQL does not store.
      user_agent: last.userAgent?.toWellFormed().replaceAll("\u0000", "").slice(0, MAX_USER_AGENT_CHARACTERS) ?? null,
    }));
    await updateLastUsed(deps.db, rows);
    due.forEach(([, use], index) => (use.writtenAtMs = rows[index]!.at.getTime()));
    return due.length;
  }

  return {
    noteUse,
    flush: () => write(() => true),
    job: {
      name: "api-key-last-used",
      intervalMs: INTERVAL_MS,
      runOnce: () => write((use) => use.writtenAtMs === null || use.last.at.getTime() - use.writtenAtMs >= WRITE_EVERY_MS),
    },
  };
}
