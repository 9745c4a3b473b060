import type { Tx } from "#src/platform/db/client.ts";
import { newId } from "#src/platform/ids.ts";

export type AuditActor = { readonly type: "user" | "api-key" | "system"; readonly id: string; readonly userId?: string };

export type AuditEntry = {
  /** null: it concerns the platform and no single organisation. */
  readonly orgId: string | null;
  readonly actor: AuditActor;
  /** `noun.verb`, e.g. `api_key.revoked`. */
  readonly action: string;
  readonly resourceType: string;
  readonly resourceId: string;
  /** What changed, JSON-ready (Money as its decimal string). Never a secret, a key, a card number. */
  readonly changes?: object;
  readonly requestId?: string;
  readonly at: Date;
};

/** Chains need a name, and a primary key needs a value: platform-wide entries are filed under the nil UUID. */
export const PLATFORM_CHAIN = "00000000-0000-0000-0000-000000000000";

/**
 * Writes audit entries in the transaction of the change that they tell of, so that neither exists without the other.
 * The rows are left unsealed: chaining here would make every change of an organisation wait for the one before it.
 */
export async function appendAudit(tx: Tx, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map((entry) => ({
    org_id: entry.orgId ?? PLATFORM_CHAIN,
    audit_id: newId(),
    actor_type: entry.actor.type,
    actor_id: entry.actor.id,
    actor_user_id: entry.actor.userId ?? null,
    action: entry.action,
    resource_type: entry.resourceType,
    resource_id: entry.resourceId,
    changes: entry.changes ?? null,
    request_id: entry.requestId ?? null,
    created_at: entry.at,
  }));
  await tx.query(
    `INSERT INTO audit_log (org_id, audit_id, actor_type, actor_id, actor_user_id, action, resource_type, resource_id, changes, request_id, created_at)
     SELECT org_id, audit_id, actor_type, actor_id, actor_user_id, action, resource_type, resource_id, changes, request_id, created_at
     FROM json_to_recordset($1::json) AS entry (org_id uuid, audit_id uuid, actor_type text, actor_id text, actor_user_id uuid, action text,
       resource_type text, resource_id text, changes jsonb, request_id text, created_at timestamptz)`,
    [JSON.stringify(rows)],
  );
}
