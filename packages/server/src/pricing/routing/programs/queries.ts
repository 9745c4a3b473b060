import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { inCamelCase } from "#src/kernel/db/row-source.ts";
import { type Row, statement } from "#src/kernel/db/statement.ts";
import { orgIdIn, type Scope } from "#src/kernel/http/caller.ts";
import type { Page } from "#src/kernel/http/pagination.ts";

export const PROGRAM_STATUSES = ["draft", "published", "archived"] as const;
export type ProgramStatus = (typeof PROGRAM_STATUSES)[number];

/**
 * `orgId`: null: the platform's.
 * `share`: the percentage of payments that it gets beside the program that it is compared with; null: alone.
 */
export type StoredProgram = Row<"routing.FIND_PROGRAM">;

const COLUMNS = "program_id, org_id, version, name, rules, status, share, created_at, updated_at, published_at";
const SELECT_PROGRAMS = `SELECT ${inCamelCase("p", COLUMNS)} FROM routing_programs p`;

const FIND_PROGRAM = statement("routing.FIND_PROGRAM")`${SELECT_PROGRAMS} WHERE program_id = $1`;

export async function findProgram(db: Queryable, programId: string): Promise<StoredProgram | undefined> {
  return (await db.query(FIND_PROGRAM, [programId]))[0];
}

const PUBLISHED_PROGRAMS = statement("routing.PUBLISHED_PROGRAMS")`
  ${SELECT_PROGRAMS} WHERE status = 'published' AND org_id IS NOT DISTINCT FROM $1::uuid`;

/** Of one organization, or of the platform: at most one, and one that is compared with it. */
export async function publishedPrograms(db: Queryable, orgId: string | null): Promise<StoredProgram[]> {
  return db.query(PUBLISHED_PROGRAMS, [orgId]);
}

const LIST_PROGRAMS = statement("routing.LIST_PROGRAMS")`
  ${SELECT_PROGRAMS} WHERE ($1::uuid IS NULL OR org_id = $1 OR org_id IS NULL)
    AND ($2::text IS NULL OR status = $2) AND ($3::uuid IS NULL OR program_id < $3)
    ORDER BY program_id DESC LIMIT $4`;

export function listPrograms(db: Queryable, scope: Scope, status: string | undefined, page: Page) {
  return db.query(LIST_PROGRAMS, [orgIdIn(scope), status, page.after?.[0], page.limit + 1]);
}

/** One change of programs at a time: who may be published depends on the others. */
export const TAKE_TURN = statement("routing.TAKE_TURN")`SELECT pg_advisory_xact_lock(hashtext('routing_programs'))`;

const LAST_VERSION = statement("routing.LAST_VERSION")`
  SELECT version FROM routing_programs WHERE org_id IS NOT DISTINCT FROM $1::uuid ORDER BY version DESC LIMIT 1`;

export async function nextVersion(tx: Tx, orgId: string | null): Promise<number> {
  return ((await tx.query(LAST_VERSION, [orgId]))[0]?.version ?? 0) + 1;
}

const WRITE_PROGRAM = statement("routing.WRITE_PROGRAM")`INSERT INTO routing_programs (${COLUMNS})
  VALUES ($1, $2, $3, $4, $5::json, $6, $7, $8, $9, $10)
  ON CONFLICT (program_id) DO UPDATE SET name = EXCLUDED.name, rules = EXCLUDED.rules, status = EXCLUDED.status,
    share = EXCLUDED.share, updated_at = EXCLUDED.updated_at, published_at = EXCLUDED.published_at`;

export async function writeProgram(tx: Tx, program: StoredProgram): Promise<void> {
  const { programId, orgId, version, name, rules, status, share, createdAt, updatedAt, publishedAt } = program;
  const shown = [programId, orgId, version, name, JSON.stringify(rules), status, share] as const;
  await tx.query(WRITE_PROGRAM, [...shown, createdAt, updatedAt, publishedAt]);
}
