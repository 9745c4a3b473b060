import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { inCamelCase, listsOf, rowSource, columnsOf } from "#src/kernel/db/row-source.ts";
import { inMoney } from "#src/kernel/db/money-rows.ts";
import { type Row, statement } from "#src/kernel/db/statement.ts";
import { Decimal } from "@corridor/base/decimal.ts";
import { orgIdIn, type Scope } from "#src/kernel/http/caller.ts";
import type { Page } from "#src/kernel/http/pagination.ts";
import { isId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import type { Escrow, Milestone, Party, Project, ProjectKey } from "./escrow.ts";
import type { SplitType } from "./split-amount.ts";

const PROJECT = columnsOf<Project>({
  uuid: ["orgId", "escrowId", "createdBy"],
  text: ["title", "description", "status"],
  numeric: ["totalAmount"],
  timestamptz: ["createdAt", "updatedAt"],
  others: { currency: ["text", (one) => one.totalAmount.currency] },
});
const PROJECTS = rowSource<Project>(PROJECT);
const SELECT_PROJECTS = `SELECT ${inCamelCase("p", PROJECT)} FROM escrow_projects p`;

const projectOf = (row: Row<"escrow.FIND_PROJECT">): Project => inMoney(row, "totalAmount");

const INSERT_PROJECT = statement("escrow.INSERT_PROJECT")`
  INSERT INTO escrow_projects (${PROJECTS.names}) SELECT ${PROJECTS.names} FROM ${PROJECTS.source}
    ON CONFLICT DO NOTHING RETURNING escrow_id`;

/** False when this project was inserted before: the request is being repeated. */
export async function insertProject(tx: Tx, project: Project): Promise<boolean> {
  const rows = await tx.query(INSERT_PROJECT, PROJECTS.values([project]));
  return rows.length === 1;
}

const UPDATE_PROJECT = statement("escrow.UPDATE_PROJECT")`
  UPDATE escrow_projects SET title = $3, description = $4, total_amount = $5, status = $6, updated_at = $7
    WHERE org_id = $1 AND escrow_id = $2`;

export async function updateProject(tx: Tx, project: Project): Promise<void> {
  const { orgId, escrowId, title, description, totalAmount, status, updatedAt } = project;
  await tx.query(UPDATE_PROJECT, [orgId, escrowId, title, description, totalAmount.toDatabase(), status, updatedAt]);
}

const DELETE_ESCROW_MILESTONES = statement("escrow.DELETE_ESCROW_MILESTONES")`
  DELETE FROM escrow_milestones WHERE org_id = $1 AND escrow_id = $2`;

const DELETE_ESCROW_PARTIES = statement("escrow.DELETE_ESCROW_PARTIES")`
  DELETE FROM escrow_parties WHERE org_id = $1 AND escrow_id = $2`;

const DELETE_ESCROW_PROJECTS = statement("escrow.DELETE_ESCROW_PROJECTS")`
  DELETE FROM escrow_projects WHERE org_id = $1 AND escrow_id = $2`;

/** A draft that was never funded, with everything planned in it. */
export async function deleteProject(tx: Tx, { orgId, escrowId }: ProjectKey): Promise<void> {
  await tx.query(DELETE_ESCROW_MILESTONES, [orgId, escrowId]);
  await tx.query(DELETE_ESCROW_PARTIES, [orgId, escrowId]);
  await tx.query(DELETE_ESCROW_PROJECTS, [orgId, escrowId]);
}

const LIST_PROJECTS = statement("escrow.LIST_PROJECTS")`${SELECT_PROJECTS}
  WHERE ($1::uuid IS NULL OR org_id = $1) AND ($2::text IS NULL OR status = $2)
    AND ($3::uuid IS NULL OR escrow_id < $3) ORDER BY escrow_id DESC LIMIT $4`;

export async function listProjects(db: Queryable, scope: Scope, page: Page, status?: string): Promise<Project[]> {
  const rows = await db.query(LIST_PROJECTS, [orgIdIn(scope), status, page.after?.[0], page.limit + 1]);
  return rows.map(projectOf);
}

const FIND_PROJECT_ANYWHERE = statement("escrow.FIND_PROJECT_ANYWHERE")`${SELECT_PROJECTS} WHERE escrow_id = $1`;

const FIND_PROJECT = statement("escrow.FIND_PROJECT")`
  ${SELECT_PROJECTS} WHERE escrow_id = $1 AND org_id = $2`;

export async function findProject(db: Queryable, scope: Scope, escrowId: string): Promise<Project | undefined> {
  if (!isId(escrowId)) return undefined;
  const [row] =
    "every" in scope
      ? await db.query(FIND_PROJECT_ANYWHERE, [escrowId])
      : await db.query(FIND_PROJECT, [escrowId, scope.orgId]);
  return row && projectOf(row);
}

export async function readEscrow(db: Queryable, { orgId, escrowId }: ProjectKey): Promise<Escrow | undefined> {
  const project = await findProject(db, { orgId }, escrowId);
  return project && (await withParts(db, [project]))[0];
}

/** The project with all its parts, locked: no part of it changes until COMMIT. If money will move, lock the ledger before. */
export async function lockEscrow(tx: Tx, key: ProjectKey): Promise<Escrow | undefined> {
  return (await lockEscrows(tx, [key])).get(key.escrowId.toLowerCase());
}

export async function lockEscrows(tx: Tx, keys: readonly ProjectKey[]): Promise<Map<string, Escrow>> {
  const known = keys.filter(({ escrowId }) => isId(escrowId));
  const rows = await tx.query(LOCK_ESCROWS, listsOf(known, "orgId", "escrowId"));
  const ours = rows.filter((row) =>
    known.some(({ orgId, escrowId }) => row.orgId === orgId && row.escrowId === escrowId.toLowerCase()),
  );
  const escrows = await withParts(tx, ours.map(projectOf));
  return new Map(escrows.map((escrow) => [escrow.project.escrowId, escrow]));
}

/** In the order that everybody uses. */
export async function lockProjects(tx: Tx, keys: readonly ProjectKey[]): Promise<void> {
  await tx.query(LOCK_PROJECTS, listsOf(keys, "orgId", "escrowId"));
}

const FIND_PROJECTS_PAYING = statement("escrow.FIND_PROJECTS_PAYING")`
  SELECT escrow_id FROM escrow_projects p WHERE p.org_id = $1 AND p.status = 'active'
    AND EXISTS (SELECT FROM escrow_parties q WHERE q.org_id = p.org_id AND q.escrow_id = p.escrow_id
      AND q.beneficiary_id = $2)`;

/** Active projects with a party that is paid to this beneficiary. Drafts have no approval; ended ones pay nobody. */
export async function findProjectsPaying(tx: Tx, orgId: string, beneficiaryId: string): Promise<ProjectKey[]> {
  const rows = await tx.query(FIND_PROJECTS_PAYING, [orgId, beneficiaryId]);
  return rows.map((row) => ({ orgId, escrowId: row.escrow_id }));
}

const OF_PROJECTS = "org_id = ANY($1::uuid[]) AND escrow_id = ANY($2::uuid[])";

const LOCK_PROJECTS = statement("escrow.LOCK_PROJECTS")`
  SELECT FROM escrow_projects WHERE ${OF_PROJECTS} ORDER BY org_id, escrow_id FOR NO KEY UPDATE`;

const LOCK_ESCROWS = statement("escrow.LOCK_ESCROWS")`
  ${SELECT_PROJECTS} WHERE ${OF_PROJECTS} ORDER BY org_id, escrow_id FOR NO KEY UPDATE`;

const FIND_ESCROW_FUNDINGS = statement("escrow.FIND_ESCROW_FUNDINGS")`
  SELECT escrow_id, coalesce(sum(amount - refunded) FILTER (WHERE status = 'completed'), 0) AS funded /* not null */,
      coalesce(sum(amount) FILTER (WHERE status = 'pending'), 0) AS pending /* not null */
    FROM escrow_fundings WHERE ${OF_PROJECTS} GROUP BY escrow_id`;

async function withParts(db: Queryable, projects: readonly Project[]): Promise<Escrow[]> {
  if (projects.length === 0) return [];
  const ids = listsOf(projects, "orgId", "escrowId");
  const [parties, milestones, fundings] = await Promise.all([
    db.query(FIND_ESCROW_PARTIES, ids),
    db.query(FIND_ESCROW_MILESTONES, ids),
    db.query(FIND_ESCROW_FUNDINGS, ids),
  ]);
  const partiesOf = Map.groupBy(parties, ({ escrowId }) => escrowId);
  const milestonesOf = Map.groupBy(milestones, ({ escrowId }) => escrowId);
  const fundingOf = new Map(fundings.map((row) => [row.escrow_id, row]));
  return projects.map((project) => {
    const { currency } = project.totalAmount;
    const funding = fundingOf.get(project.escrowId);
    return {
      project,
      parties: partiesOf.get(project.escrowId) ?? [],
      milestones: (milestonesOf.get(project.escrowId) ?? []).map((row) => milestoneOf(row, currency)),
      funded: Money.fromDatabase(funding?.funded ?? "0", currency),
      fundingPending: Money.fromDatabase(funding?.pending ?? "0", currency),
    };
  });
}

const PARTY = columnsOf<Party>({
  uuid: ["orgId", "escrowId", "partyId", "beneficiaryId", "accountId"],
  text: ["name", "role", "email"],
  timestamptz: ["createdAt", "updatedAt"],
});
const PARTIES = rowSource<Party>(PARTY);
const SELECTED_PARTIES = inCamelCase("q", PARTY);

const FIND_ESCROW_PARTIES = statement("escrow.FIND_ESCROW_PARTIES")`
  SELECT ${SELECTED_PARTIES} FROM escrow_parties q WHERE ${OF_PROJECTS} ORDER BY party_id`;

const WRITE_PARTY = statement("escrow.WRITE_PARTY")`
  INSERT INTO escrow_parties (${PARTIES.names}) SELECT ${PARTIES.names} FROM ${PARTIES.source}
    ON CONFLICT (org_id, escrow_id, party_id) DO UPDATE
      SET name = excluded.name, role = excluded.role, email = excluded.email,
      beneficiary_id = excluded.beneficiary_id, account_id = excluded.account_id, updated_at = excluded.updated_at`;

export async function writeParty(tx: Tx, party: Party): Promise<void> {
  await tx.query(WRITE_PARTY, PARTIES.values([party]));
}

const DELETE_PARTY = statement("escrow.DELETE_PARTY")`
  DELETE FROM escrow_parties WHERE org_id = $1 AND escrow_id = $2 AND party_id = $3`;

export async function deleteParty(tx: Tx, { orgId, escrowId, partyId }: Party): Promise<void> {
  await tx.query(DELETE_PARTY, [orgId, escrowId, partyId]);
}

const MILESTONE = columnsOf<Milestone>({
  uuid: ["orgId", "escrowId", "milestoneId"],
  text: ["label", "description", "status"],
  date: ["dueDate"],
  numeric: ["disbursedTotal", "returnedTotal"],
  integer: ["sequence", "eventSequence"],
  jsonb: ["contract"],
  timestamptz: ["disbursedAt", "createdAt", "updatedAt"],
  others: {
    expected_disbursement: ["numeric", (one) => one.amount.toDatabase()],
    splits: ["jsonb", (one) => JSON.stringify(one.splits.map(storedSplitOf))],
  },
});
const MILESTONES = rowSource<Milestone>(MILESTONE);
const SELECTED_MILESTONES = inCamelCase("m", MILESTONE);

const FIND_ESCROW_MILESTONES = statement("escrow.FIND_ESCROW_MILESTONES")`
  SELECT ${SELECTED_MILESTONES} FROM escrow_milestones m WHERE ${OF_PROJECTS} ORDER BY sequence`;

export type StoredSplit = { party_id: string; split_type: SplitType; split_value: string };

function storedSplitOf({ partyId, type, value }: Milestone["splits"][number]): StoredSplit {
  return { party_id: partyId, split_type: type, split_value: value.toDatabase() };
}

function milestoneOf(row: Row<"escrow.FIND_ESCROW_MILESTONES">, currency: string): Milestone {
  const { expectedDisbursement: amount, splits, ...milestone } = row;
  return {
    ...inMoney({ ...milestone, amount, currency }, "amount", "disbursedTotal", "returnedTotal"),
    splits: splits.map(({ party_id: partyId, split_type: type, split_value }) => ({
      partyId,
      type,
      value: Decimal.parse(split_value),
    })),
  };
}

const WRITE_MILESTONES = statement("escrow.WRITE_MILESTONES")`
  INSERT INTO escrow_milestones (${MILESTONES.names}) SELECT ${MILESTONES.names} FROM ${MILESTONES.source}
    ON CONFLICT (org_id, escrow_id, milestone_id) DO UPDATE
      SET sequence = excluded.sequence, label = excluded.label, description = excluded.description,
      expected_disbursement = excluded.expected_disbursement, due_date = excluded.due_date, status = excluded.status,
      splits = excluded.splits, contract = excluded.contract, disbursed_total = excluded.disbursed_total,
      returned_total = excluded.returned_total, disbursed_at = excluded.disbursed_at,
      event_sequence = excluded.event_sequence, updated_at = excluded.updated_at`;

export async function writeMilestones(tx: Tx, milestones: readonly Milestone[]): Promise<void> {
  if (milestones.length === 0) return;
  await tx.query(WRITE_MILESTONES, MILESTONES.values(milestones));
}

const DELETE_MILESTONE = statement("escrow.DELETE_MILESTONE")`
  DELETE FROM escrow_milestones WHERE org_id = $1 AND escrow_id = $2 AND milestone_id = $3`;

export async function deleteMilestone(tx: Tx, { orgId, escrowId, milestoneId }: Milestone): Promise<void> {
  await tx.query(DELETE_MILESTONE, [orgId, escrowId, milestoneId]);
}
