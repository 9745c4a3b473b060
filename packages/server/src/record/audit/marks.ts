import type { Queryable } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";
import type { SecretBox } from "#src/kernel/secrets.ts";
import { SEALED_COLUMNS, type SealedColumns, sealOf } from "./seal.ts";

/** What the log says of these is compared with the rows (`corridor verify`), so their entries must be the service's. */
const POWERS = ["approval", "api_key", "member", "organization", "user"];
const PAGE_ROWS = 1_000;

export type MarkedEntry = SealedColumns & { readonly mark: string | null };

/**
 * Under the current master secret first, then under earlier ones. The chain needs no secret, and seals whatever was
 * appended: who can write to the database can append an entry, but not mark it, and a mark counts for one entry.
 */
export function marksOf(secrets: SecretBox, entry: SealedColumns): readonly [string, ...string[]] {
  const [mark, ...earlier] = secrets.fingerprints(sealOf("", 0, entry), "audit_log.mark");
  return [mark.toString("base64url"), ...earlier.map((one) => one.toString("base64url"))];
}

const EACH_POWER = statement("audit.EACH_POWER")`SELECT ${SEALED_COLUMNS}, mark FROM audit_log
  WHERE resource_type = ANY($1) AND ($2::uuid IS NULL OR (org_id, audit_id) > ($2::uuid, $3::uuid))
  ORDER BY audit_log.org_id, audit_log.audit_id LIMIT ${PAGE_ROWS}`;

export async function* eachPower(db: Queryable): AsyncGenerator<MarkedEntry> {
  let page: MarkedEntry[] = [];
  do {
    const last = page.at(-1);
    page = await db.query(EACH_POWER, [POWERS, last?.org_id ?? null, last?.audit_id ?? null]);
    yield* page;
  } while (page.length === PAGE_ROWS);
}

const MARK_ENTRIES = statement("audit.MARK_ENTRIES")`
  UPDATE audit_log SET mark = $3 WHERE org_id = $1 AND audit_id = $2 AND mark = $4`;

/** Marks entries again whose mark is under an earlier master secret. None gets one that had none, or a wrong one. */
export async function markEntries({ db, secrets }: { db: Queryable; secrets: SecretBox }): Promise<number> {
  let count = 0;
  for await (const entry of eachPower(db)) {
    const [mark, ...earlier] = marksOf(secrets, entry);
    if (entry.mark === null || !earlier.includes(entry.mark)) continue;
    await db.query(MARK_ENTRIES, [entry.org_id, entry.audit_id, mark, entry.mark]);
    count += 1;
  }
  return count;
}
