import { join, sql } from "#src/kernel/db/sql.ts";
import type { Reader } from "#src/kernel/db/client.ts";
import { datedTable, idsOfDates } from "#src/kernel/db/ids-of-dates.ts";
import type { SealedColumns } from "./seal.ts";

/** One line of the audit log as it is read back. `position` and `hash` are null until the entry is sealed. */
type AuditRecord = Omit<SealedColumns, "actor_type" | "changes" | "created_at"> & {
  readonly actor_type: "user" | "api-key" | "system";
  readonly changes: Record<string, unknown> | null;
  readonly created_at: Date;
  readonly position: number | null;
  readonly hash: string | null;
};

type AuditFilter = { [field in "actorId" | "resourceType" | "resourceId"]?: string | undefined } & {
  actions?: readonly string[] | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};

const DATED_ENTRIES = datedTable("audit_log", "audit_id");

/** Newest first. Reads one row more than asked, which says whether there is a next page. */
export async function findAuditRecords(
  db: Reader,
  query: { orgId: string; filter: AuditFilter; afterId: string | null; limit: number },
): Promise<AuditRecord[]> {
  const { filter } = query;
  const { first, last } = await idsOfDates(db, DATED_ENTRIES, filter, query.orgId);
  const conditions = [
    sql`org_id = ${query.orgId}`,
    sql`audit_id >= ${first} AND audit_id <= ${last}`,
    ...(query.afterId === null ? [] : [sql`audit_id < ${query.afterId}`]),
    ...(filter.actions === undefined ? [] : [sql`action = ANY (${filter.actions})`]),
    ...(filter.actorId === undefined
      ? []
      : [sql`(actor_id = ${filter.actorId} OR actor_user_id::text = ${filter.actorId})`]),
    ...(filter.resourceType === undefined ? [] : [sql`resource_type = ${filter.resourceType}`]),
    ...(filter.resourceId === undefined ? [] : [sql`resource_id = ${filter.resourceId}`]),
    ...(filter.from === undefined ? [] : [sql`created_at >= ${filter.from}`]),
    ...(filter.to === undefined ? [] : [sql`created_at < ${filter.to}`]),
  ];
  return db.ask<AuditRecord>(sql`
    SELECT org_id, audit_id, actor_type, actor_id, actor_user_id, action, resource_type, resource_id, changes, request_id, created_at, position,
      encode(hash, 'hex') AS hash
    FROM audit_log WHERE ${join(conditions)} ORDER BY audit_id DESC LIMIT ${query.limit + 1}`);
}
