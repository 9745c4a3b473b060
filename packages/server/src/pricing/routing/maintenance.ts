import { isoOf } from "@corridor/base/instant.ts";
import { newId } from "@corridor/base/ids.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { ProviderName } from "@corridor/provider-kit/provider.ts";
import { audit, type AuditActor } from "#src/record/audit/index.ts";
import type { Db, Queryable, Tx } from "#src/kernel/db/client.ts";
import { type Row, statement } from "#src/kernel/db/statement.ts";
import { conflict, invalidField, notFound } from "#src/kernel/http/errors.ts";
import type { Corridor } from "./choose-route.ts";
import { HEALTH_TOPIC } from "./lanes.ts";

/**
 * While it lasts, payments go around the provider, as around a corridor that the provider itself has closed.
 * `country`: null: every country, method or direction.
 */
export type MaintenanceWindow = Row<"routing.DELETE_WINDOW">;

/** They are read as a whole. */
const MAX_WINDOWS = 200;
/** A provider that is away for longer has its configs made inactive, by two people. */
const MAX_DURATION_MS = 7 * 24 * 60 * 60_000;
const COLUMNS = "window_id, provider, country, payment_method, direction, starts_at, ends_at, reason";
const FIND_WINDOWS = statement("routing.FIND_WINDOWS")`SELECT ${COLUMNS} FROM maintenance_windows
  WHERE ends_at > $1 ORDER BY starts_at, window_id LIMIT ${MAX_WINDOWS}`;
const INSERT_WINDOW = statement("routing.INSERT_WINDOW")`
  INSERT INTO maintenance_windows (${COLUMNS}, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;
const DELETE_WINDOW = statement("routing.DELETE_WINDOW")`
  DELETE FROM maintenance_windows WHERE window_id = $1 RETURNING ${COLUMNS}`;

/** Those that are not over. */
export async function findWindows(db: Queryable, now: Date): Promise<MaintenanceWindow[]> {
  return db.query(FIND_WINDOWS, [now]);
}

export function isUnder(window: MaintenanceWindow, provider: ProviderName, corridor: Corridor, now: Date): boolean {
  const { country, paymentMethod, direction } = corridor;
  return (
    window.provider === provider &&
    (window.country ?? country) === country &&
    (window.payment_method ?? paymentMethod) === paymentMethod &&
    (window.direction ?? direction) === direction &&
    window.starts_at <= now &&
    now < window.ends_at
  );
}

export function describeMaintenance({ ends_at, reason }: MaintenanceWindow): string {
  return `this provider is under maintenance until ${isoOf(ends_at)} (${reason})`;
}

type WriteDeps = { db: Db; clock: Clock };

export async function planMaintenance(
  { db, clock }: WriteDeps,
  planned: Omit<MaintenanceWindow, "window_id">,
  actor: AuditActor,
  window_id = newId(),
): Promise<MaintenanceWindow> {
  const now = clock.now();
  const { provider, country, payment_method, direction, starts_at, ends_at, reason } = planned;
  const durationMs = ends_at.getTime() - starts_at.getTime();
  if (ends_at <= now) throw invalidField("ends_at", "must be in the future");
  if (durationMs <= 0) throw invalidField("ends_at", "must be after starts_at");
  if (durationMs > MAX_DURATION_MS)
    throw invalidField("ends_at", "must be within 7 days of starts_at; for longer, make the provider configs inactive");
  return db.transaction(async (tx) => {
    const windows = await findWindows(tx, now);
    const repeated = windows.find((one) => one.window_id === window_id);
    if (repeated !== undefined) return repeated;
    if (windows.length >= MAX_WINDOWS)
      throw conflict(`${MAX_WINDOWS} maintenance windows are planned; remove one first`);
    const values = [window_id, provider, country, payment_method, direction, starts_at, ends_at, reason, now] as const;
    await tx.query(INSERT_WINDOW, values);
    await record(tx, "maintenance_window.created", { window_id, ...planned }, actor, now);
    return { window_id, ...planned };
  });
}

export async function endMaintenance({ db, clock }: WriteDeps, windowId: string, actor: AuditActor): Promise<void> {
  await db.transaction(async (tx) => {
    const [removed] = await tx.query(DELETE_WINDOW, [windowId]);
    if (removed === undefined) throw notFound("Maintenance window");
    await record(tx, "maintenance_window.removed", removed, actor, clock.now());
  });
}

async function record(tx: Tx, action: string, window: MaintenanceWindow, actor: AuditActor, at: Date): Promise<void> {
  const { window_id, ...changes } = window;
  tx.notify(HEALTH_TOPIC, "all");
  await audit(tx, { orgId: null, actor, at }, action, window_id, changes);
}
