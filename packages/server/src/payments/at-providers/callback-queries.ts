import type { Db, Queryable } from "#src/kernel/db/client.ts";
import { rowSource } from "#src/kernel/db/row-source.ts";
import { statement } from "#src/kernel/db/statement.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import type { Clock } from "@corridor/base/clock.ts";
import { storableText } from "@corridor/base/storable-text.ts";
import type { ProviderName } from "@corridor/provider-kit/provider.ts";

type CallbackKey = { provider: ProviderName; externalId: string };
/** `path` may be a secret address that only the provider knows, so it is stored only until the callback is applied. */
export type Callback = CallbackKey & { body: string; path: string };
/** `dueAt`: when a worker processes the callback; null for one that is applied in the same transaction. */
export type NewCallback = Callback & { dueAt: Date | null };

export function callbackKey(callback: CallbackKey): string {
  return `${callback.provider}/${callback.externalId}`;
}

const FIND_CALLBACK = statement("at-providers.FIND_CALLBACK")`
  SELECT FROM provider_callbacks WHERE provider = $1 AND external_id = $2`;

export async function isStored(db: Queryable, { provider, externalId }: CallbackKey): Promise<boolean> {
  return (await db.query(FIND_CALLBACK, [provider, externalId])).length > 0;
}

const CALLBACKS = rowSource<NewCallback & { readonly now: Date }>({
  provider: ["text", (row) => row.provider],
  external_id: ["text", (row) => row.externalId],
  body: ["text", (row) => row.body],
  path: ["text", (row) => (row.dueAt === null ? "" : row.path)],
  received_at: ["timestamptz", (row) => row.now],
  applied_at: ["timestamptz", (row) => (row.dueAt === null ? row.now : null)],
  due_at: ["timestamptz", (row) => row.dueAt],
});
const INSERT_CALLBACKS = statement("at-providers.INSERT_CALLBACKS")`
  INSERT INTO provider_callbacks (${CALLBACKS.names}) SELECT ${CALLBACKS.names} FROM ${CALLBACKS.source}
  ON CONFLICT (provider, external_id) DO NOTHING RETURNING provider, external_id AS "externalId"`;

/** Returns the keys of the callbacks that were new. Repeats, also within the batch, are left out. */
export async function insertCallbacks(db: Queryable, received: readonly NewCallback[], now: Date) {
  const unique = new Map(received.map((callback) => [callbackKey(callback), { ...callback, now }]));
  const sorted = [...unique.values()].sort((a, b) => (callbackKey(a) < callbackKey(b) ? -1 : 1));
  return new Set((await db.query(INSERT_CALLBACKS, CALLBACKS.values(sorted))).map(callbackKey));
}

const CLAIM_DUE = statement("at-providers.CLAIM_DUE")`UPDATE provider_callbacks SET due_at = $2
  WHERE (provider, external_id) IN (
    SELECT provider, external_id FROM provider_callbacks WHERE due_at <= $1 ORDER BY due_at LIMIT $3
      FOR UPDATE SKIP LOCKED)
  RETURNING provider, external_id AS "externalId", body, path`;

/** The claiming worker owns them until `leaseUntil`; if it dies, they are due again. */
export function claimDue(db: Queryable, now: Date, leaseUntil: Date, limit: number): Promise<Callback[]> {
  return db.query(CLAIM_DUE, [now, leaseUntil, limit]);
}

const MARK_APPLIED = statement("at-providers.MARK_APPLIED")`
  UPDATE provider_callbacks SET applied_at = $3, due_at = NULL, failure = NULL, path = ''
    WHERE provider = $1 AND external_id = $2 AND applied_at IS NULL`;

export async function markApplied(db: Queryable, { provider, externalId }: CallbackKey, now: Date): Promise<void> {
  await db.query(MARK_APPLIED, [provider, externalId, now]);
}

const POSTPONE = statement("at-providers.POSTPONE")`
  UPDATE provider_callbacks AS callback SET due_at = next.due_at, tries = callback.tries + 1, failure = $4
    FROM (SELECT provider, external_id, $3::timestamptz + least(2 ^ least(tries, 10) * interval '1 minute', interval
      '1 hour') AS due_at FROM provider_callbacks
          WHERE provider = $1 AND external_id = $2 OFFSET 0) AS next
    WHERE callback.provider = next.provider AND callback.external_id = next.external_id
      AND callback.applied_at IS NULL`;

/**
 * Twice as long each time, up to an hour: a callback that never succeeds blocks nothing and polls ever more rarely. The
 * time is computed in a subquery that is planned by itself (OFFSET 0): Citus refuses it in the update.
 */
export async function postpone(db: Queryable, { provider, externalId }: CallbackKey, now: Date, failure: string) {
  await db.query(POSTPONE, [provider, externalId, now, storableText(failure, 1_000)]);
}

const OLDEST_DUE = statement("at-providers.OLDEST_DUE")`
  SELECT min(due_at) AS at FROM provider_callbacks WHERE due_at IS NOT NULL`;

export async function findOldestCallback(db: Db): Promise<Date | null> {
  return (await db.query(OLDEST_DUE))[0]!.at;
}

const RELEASE = statement("at-providers.RELEASE")`
  UPDATE provider_callbacks SET due_at = $3 WHERE provider = $1 AND external_id = $2 AND applied_at IS NULL`;

/** Gives a callback back when the process stops, so that the next worker processes it at once. */
export async function release(db: Queryable, { provider, externalId }: CallbackKey, now: Date): Promise<void> {
  await db.query(RELEASE, [provider, externalId, now]);
}

/** Callbacks are kept for a disagreement with a provider. A repeat after that changes nothing: its payment knows it. */
const RETENTION_MS = 90 * 24 * 60 * 60_000;
const DELETE_BATCH = 5_000;
const DELETE_APPLIED = statement("at-providers.DELETE_APPLIED")`DELETE FROM provider_callbacks
    WHERE ctid = ANY (ARRAY(SELECT ctid FROM provider_callbacks
  WHERE applied_at < $1 LIMIT $2)) RETURNING 1`;

export function purgeCallbacksJob({ db, clock }: { db: Db; clock: Clock }): Job {
  return {
    name: "callback-retention",
    intervalMs: 10 * 60_000,
    async runOnce() {
      const appliedBefore = new Date(clock.now().getTime() - RETENTION_MS);
      return (await db.query(DELETE_APPLIED, [appliedBefore, DELETE_BATCH])).length;
    },
  };
}
