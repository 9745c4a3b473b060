import type { Row } from "#src/kernel/db/statement.ts";
import { hash } from "node:crypto";

/** Every column of the row as PostgreSQL writes it, so that no JavaScript conversion can lose anything. */
export type SealedColumns = Row<"audit.FIND_UNSEALED">;

/** `SELECT` list that gives a row as `SealedColumns`. */
export const SEALED_COLUMNS = `org_id::text AS org_id /* not null */, audit_id::text AS audit_id /* not null */, actor_type, actor_id, actor_user_id::text, action,
  resource_type, resource_id,
  changes::text, request_id, (extract(epoch FROM created_at) * 1000000)::bigint::text AS created_at /* not null */`;

/** The previous hash of a chain's first row. */
export const CHAIN_START = "0".repeat(64);

/** JSON separates the fields, so two different rows never have the same text. */
export function sealOf(previousHash: string, position: number, row: SealedColumns): string {
  const { org_id, audit_id, actor_type, actor_id, actor_user_id, action } = row;
  const who = [org_id, audit_id, actor_type, actor_id, actor_user_id];
  const what = [action, row.resource_type, row.resource_id, row.changes, row.request_id, row.created_at];
  const content = JSON.stringify([previousHash, position, ...who, ...what]);
  return hash("sha256", content, "hex");
}
