import type { Tx } from "#src/kernel/db/client.ts";
import { type Column, rowSource } from "#src/kernel/db/row-source.ts";
import { writesOf, writeTogether } from "#src/kernel/db/write-together.ts";
import { statement } from "#src/kernel/db/statement.ts";
import { newId } from "@corridor/base/ids.ts";
import type { SecretBox } from "#src/kernel/secrets.ts";
import { marksOf } from "./marks.ts";
import type { SealedColumns } from "./seal.ts";

export type AuditActor = {
  readonly type: "user" | "api-key" | "system";
  readonly id: string;
  readonly userId?: string;
  /** Of an API key: what its limits are counted by (caller.ts). */
  readonly firstKeyId?: string | undefined;
  /** The request in which the actor acted, for entries that name no request themselves. */
  readonly requestId?: string;
};

export type AuditEntry = {
  /** Made when the thing happened, for entries that are written a while after it: lists are ordered by id. */
  readonly auditId?: string | undefined;
  /** null: the entry concerns the platform and no single organization. */
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

const COLUMNS = {
  org_id: ["uuid", (entry) => entry.orgId ?? PLATFORM_CHAIN],
  audit_id: ["uuid", (entry) => entry.auditId ?? newId()],
  actor_type: ["text", (entry) => entry.actor.type],
  actor_id: ["text", (entry) => entry.actor.id],
  actor_user_id: ["uuid", (entry) => entry.actor.userId ?? null],
  action: ["text", (entry) => entry.action],
  resource_type: ["text", (entry) => entry.resourceType],
  resource_id: ["text", (entry) => entry.resourceId],
  changes: ["json", (entry) => (entry.changes === undefined ? null : JSON.stringify(entry.changes))],
  request_id: ["text", (entry) => entry.requestId ?? entry.actor.requestId ?? null],
  created_at: ["timestamptz", (entry) => entry.at],
} satisfies Record<string, Column<AuditEntry>>;
const ENTRIES = rowSource<AuditEntry>(COLUMNS);
const INSERT_ENTRIES = statement("audit.INSERT_ENTRIES")`INSERT INTO audit_log (${ENTRIES.names})
    SELECT ${ENTRIES.names} FROM ${ENTRIES.source}`;

const MARKED = rowSource<AuditEntry & { readonly mark: string }>({
  ...COLUMNS,
  mark: ["text", ({ mark }) => mark],
});
const INSERT_MARKED = statement("audit.INSERT_MARKED")`INSERT INTO audit_log (${MARKED.names}) SELECT ${MARKED.names}
    FROM ${MARKED.source}`;
const markedWrites = writesOf(INSERT_MARKED, MARKED);

function withMark(secrets: SecretBox, entry: AuditEntry) {
  const marked = { ...entry, auditId: entry.auditId ?? newId() };
  const values = Object.entries(COLUMNS).map(([name, [, valueOf]]) => [name, valueOf(marked)]);
  const row = { ...Object.fromEntries(values), created_at: `${entry.at.getTime()}000` } as SealedColumns;
  return { ...marked, mark: marksOf(secrets, row)[0] };
}

/**
 * Written in the transaction of the change, so that neither exists without the other. Not sealed yet: chaining here
 * would make every change of an organization wait for the previous one. The mark says that the service wrote it.
 */
export async function appendAudit(tx: Tx, entries: readonly AuditEntry[]): Promise<void> {
  const { secrets } = tx;
  const writes =
    secrets === undefined ? auditWrites(entries) : markedWrites(entries.map((entry) => withMark(secrets, entry)));
  await writeTogether(tx, writes);
}

/** Writes one entry. Its resource is of the kind that the action begins with, unless `by` names another. */
export async function audit(
  tx: Tx,
  by: Pick<AuditEntry, "auditId" | "orgId" | "actor" | "at"> & { resourceType?: string; requestId?: string },
  action: string,
  resourceId: string,
  changes?: object,
): Promise<void> {
  const { auditId, orgId, actor, at, requestId, resourceType = action.slice(0, action.indexOf(".")) } = by;
  await appendAudit(tx, [{ auditId, orgId, actor, at, requestId, action, resourceType, resourceId, changes }]);
}

/** Entries without a mark as a statement, to be written together with the change that they describe. */
export const auditWrites = writesOf(INSERT_ENTRIES, ENTRIES);
