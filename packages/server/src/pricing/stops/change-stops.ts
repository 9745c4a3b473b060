import { audit, type AuditActor } from "#src/record/audit/index.ts";
import { organizationExists } from "#src/parties/organizations/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import { newId } from "@corridor/base/ids.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";
import { createCache, type Invalidations } from "#src/kernel/db/invalidation.ts";
import { conflict, invalidField, notFound } from "#src/kernel/http/errors.ts";
import { reasonOf, type Stop, type Stopped, type StopScope } from "./stop.ts";

/** Every process follows a change within a second: it is notified, or trusts what it read for no longer. */
const TOPIC = "stops";
const ALL = "all";
const CACHE_MS = 60_000;
/** They are read as a whole. */
const MAX_STOPS = 200;

const COLUMNS = "stop_id, flow, org_id, country, payment_method, reason, stopped_at";
const ALL_STOPS = statement("stops.ALL_STOPS")`SELECT ${COLUMNS} FROM stops ORDER BY stop_id`;
const OF_SCOPE = statement("stops.OF_SCOPE")`SELECT ${COLUMNS} FROM stops
  WHERE flow = $1 AND org_id IS NOT DISTINCT FROM $2 AND country IS NOT DISTINCT FROM $3
    AND payment_method IS NOT DISTINCT FROM $4`;
const INSERT = statement("stops.INSERT")`INSERT INTO stops (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7)`;
const REMOVE = statement("stops.REMOVE")`DELETE FROM stops WHERE stop_id = $1 RETURNING ${COLUMNS}`;
const TAKE_TURNS = statement("stops.TAKE_TURNS")`SELECT pg_advisory_xact_lock(hashtext('stops'))`;

export type Gate = {
  /** Asked before every call that moves money. Answered from memory. */
  reasonOf(stopped: Stopped): Promise<string | null>;
  list(): Promise<Stop[]>;
};

export function createGate({ db, invalidations }: { db: Db; invalidations: Invalidations }): Gate {
  const cache = createCache<string, Stop[]>({
    invalidations,
    topic: TOPIC,
    maxEntries: 1,
    ttlMs: CACHE_MS,
    load: () => listStops(db),
  });
  return { reasonOf: async (stopped) => reasonOf(await cache.get(ALL), stopped), list: () => cache.get(ALL) };
}

export async function listStops(db: Pick<Db, "query">): Promise<Stop[]> {
  return db.query(ALL_STOPS);
}

type WriteDeps = { db: Db; clock: Clock };

/** What is stopped already stays as it is. */
export async function stop({ db, clock }: WriteDeps, scope: StopScope, reason: string, actor: AuditActor) {
  return db.transaction(async (tx): Promise<Stop> => {
    const { flow, org_id, country, payment_method } = scope;
    if (flow === "writes" && (country ?? payment_method) !== null)
      throw invalidField("flow", "writes are stopped for everybody or for an organization, not for a corridor");
    await tx.query(TAKE_TURNS);
    const [before] = await tx.query(OF_SCOPE, [flow, org_id, country, payment_method]);
    if (before !== undefined) return before;
    if (org_id !== null && !(await organizationExists(tx, org_id))) throw notFound("Organization");
    if ((await listStops(tx)).length >= MAX_STOPS)
      throw conflict(`${MAX_STOPS} stops exist; stop a whole flow instead`);
    const made: Stop = { stop_id: newId(), ...scope, reason, stopped_at: clock.now() };
    await tx.query(INSERT, [made.stop_id, flow, org_id, country, payment_method, reason, made.stopped_at]);
    await record(tx, made, actor, "stop.created", made.stopped_at);
    return made;
  });
}

/** Returns what goes on now; undefined if there was no such stop. */
export async function start({ db, clock }: WriteDeps, stopId: string, actor: AuditActor): Promise<Stop | undefined> {
  return db.transaction(async (tx) => {
    await tx.query(TAKE_TURNS);
    const [removed] = await tx.query(REMOVE, [stopId]);
    if (removed !== undefined) await record(tx, removed, actor, "stop.removed", clock.now());
    return removed;
  });
}

async function record(
  tx: Tx,
  { stop_id, stopped_at: _, ...changes }: Stop,
  actor: AuditActor,
  action: string,
  at: Date,
) {
  tx.notify(TOPIC, ALL);
  await audit(tx, { orgId: null, actor, at }, action, stop_id, changes);
}
