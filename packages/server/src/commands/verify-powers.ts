import { eachBeneficiary, isSealed, type SealRule } from "#src/parties/beneficiaries/index.ts";
import { eachPower, marksOf } from "#src/record/audit/index.ts";
import type { Queryable } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";

/**
 * A row that decides over money, and that no entry of the audit log explains, or an entry without the service's mark:
 * somebody wrote it without the service.
 */
export type Unexplained = { readonly what: string; readonly org_id: string; readonly id: string };

/** The state that the log says is compared with the rows. Entries that are not sealed yet come last. */
const LAST = "position DESC NULLS FIRST, created_at DESC, audit_id DESC";

const PLATFORM_ROLES = statement("commands.PLATFORM_ROLES")`WITH last AS (
    SELECT DISTINCT ON (resource_id) org_id, resource_id, changes::jsonb -> 'platform_role' AS said FROM audit_log
    WHERE resource_type = 'user' AND changes::jsonb ? 'platform_role' ORDER BY resource_id, ${LAST})
  SELECT 'platform role' AS what /* not null */, u.user_id::text AS id /* not null */, coalesce(last.org_id::text,
    '') AS org_id /* not null */
  FROM users u LEFT JOIN last ON last.resource_id = u.user_id::text
  WHERE u.platform_role IS DISTINCT FROM
    CASE jsonb_typeof(said) WHEN 'object' THEN said ->> 'after' ELSE said #>> '{}' END`;

const MEMBERS = statement("commands.MEMBERS")`WITH last AS (
    SELECT DISTINCT ON (org_id, resource_id) org_id, resource_id,
      CASE action WHEN 'member.removed' THEN NULL ELSE coalesce(changes::jsonb -> 'after', changes::jsonb) END AS said
    FROM audit_log WHERE resource_type = 'member' ORDER BY org_id, resource_id, ${LAST})
  SELECT 'member' AS what /* not null */, m.user_id::text AS id /* not null */, m.org_id::text AS org_id /* not null */
  FROM members m LEFT JOIN last ON last.org_id = m.org_id AND last.resource_id = m.user_id::text
  WHERE (said ->> 'role') IS DISTINCT FROM m.role OR (said -> 'permissions') IS DISTINCT FROM to_jsonb(m.permissions)`;

const API_KEYS = statement("commands.API_KEYS")`WITH entries AS (
    SELECT org_id, resource_id, action, actor_user_id, changes::jsonb AS said, position, created_at, audit_id,
      action IN ('api_key.created', 'api_key.replaced_unseen') AS makes FROM audit_log WHERE resource_type = 'api_key'),
  made AS (SELECT DISTINCT ON (org_id, resource_id) * FROM entries WHERE makes ORDER BY org_id, resource_id, ${LAST}),
  later AS (SELECT org_id, resource_id, bool_or(action = 'api_key.revoked') AS is_revoked,
      max(said ->> 'previous_expires_at')::timestamptz AS rotated_until,
      (array_agg(said -> 'allowed_addresses' ORDER BY ${LAST}) FILTER (WHERE said ? 'allowed_addresses'))[1] AS addresses
    FROM entries GROUP BY org_id, resource_id)
  SELECT 'API key' AS what /* not null */, k.api_key_id::text AS id /* not null */,
    k.org_id::text AS org_id /* not null */ FROM api_keys k
  LEFT JOIN made ON made.org_id = k.org_id AND made.resource_id = k.api_key_id::text
  LEFT JOIN later ON later.org_id = k.org_id AND later.resource_id = k.api_key_id::text
  WHERE (said ->> 'user_id') IS DISTINCT FROM k.user_id::text OR (said ->> 'prefix') IS DISTINCT FROM k.prefix
    OR coalesce(said -> 'scopes', 'null') <> coalesce(to_jsonb(k.scopes), 'null')
    OR coalesce(addresses, '[]') <> to_jsonb(k.allowed_addresses)
    OR coalesce(rotated_until, (said ->> 'expires_at')::timestamptz) IS DISTINCT FROM k.expires_at
    OR (said ->> 'key_hash') <> encode(k.key_hash, 'hex')
    OR coalesce(made.actor_user_id, k.user_id) <> k.made_by OR (is_revoked AND k.status <> 'revoked')`;

const APPROVALS = statement("commands.APPROVALS")`WITH said AS (
    SELECT org_id, resource_id, bool_or(action = 'approval.requested') AS is_asked,
      max((changes::jsonb ->> 'approvers_needed')::int) AS needed,
      max(CASE action WHEN 'approval.used' THEN 'used' WHEN 'approval.rejected' THEN 'rejected' END) AS over,
      array_agg(actor_user_id) FILTER (WHERE action = 'approval.requested') AS askers,
      array_agg(actor_user_id) FILTER (WHERE action = 'approval.approved') AS approvers
    FROM audit_log WHERE resource_type = 'approval' GROUP BY org_id, resource_id)
  SELECT 'approval' AS what /* not null */, a.approval_id::text AS id /* not null */,
    a.org_id::text AS org_id /* not null */
  FROM approvals a LEFT JOIN said ON said.org_id = a.org_id AND said.resource_id = a.approval_id::text
  WHERE is_asked IS NOT TRUE OR needed <> a.approvers_needed OR over <> a.status
    OR (a.status IN ('approved', 'used') AND a.approvers_needed >
      (SELECT count(*) FROM (SELECT unnest(approvers) EXCEPT SELECT unnest(askers)) AS others))`;

const CONTROLS = statement("commands.CONTROLS")`WITH last AS (
    SELECT DISTINCT ON (org_id) org_id, CASE action WHEN 'organization.created' THEN changes::jsonb -> 'settings'
      ELSE changes::jsonb -> 'settings' -> 'after' END AS said
    FROM audit_log WHERE action IN ('organization.created', 'organization.updated') AND changes::jsonb ? 'settings'
    ORDER BY org_id, ${LAST})
  SELECT 'settings of the organization' AS what /* not null */, o.org_id::text AS id /* not null */,
    o.org_id::text AS org_id /* not null */
  FROM organizations o LEFT JOIN last USING (org_id) WHERE o.settings <> coalesce(said, '{}')`;

const ENTRY = "entry of the audit log";

/** People are in the first cell alone. Development believes an entry without a mark: demo data has none. */
export async function verifyPowers(db: Queryable, { isFirst, ...rule }: SealRule & { isFirst: boolean }) {
  const found = [
    ...(isFirst ? await db.query(PLATFORM_ROLES) : []),
    ...(await db.query(MEMBERS)),
    ...(await db.query(API_KEYS)),
    ...(await db.query(APPROVALS)),
    ...(await db.query(CONTROLS)),
  ];
  for await (const one of eachPower(db))
    if (one.mark === null ? rule.environment !== "development" : !marksOf(rule.secrets, one).includes(one.mark))
      found.push({ what: ENTRY, org_id: one.org_id, id: one.audit_id });
  for await (const one of eachBeneficiary(db))
    if (!isSealed(rule, one))
      found.push({ what: "account of the beneficiary", org_id: one.orgId, id: one.beneficiaryId });
  return found;
}

export function describePowers(found: readonly Unexplained[]): string[] {
  if (found.length === 0) return ["Powers: the audit log explains every role, member, API key, approval and control."];
  return found.map(({ what, org_id, id }) =>
    what === ENTRY
      ? `Powers: NOT WRITTEN by the service: ${what} ${id} (${org_id}).`
      : `Powers: NOT EXPLAINED by the audit log: ${what} ${id} (${org_id}).`,
  );
}
