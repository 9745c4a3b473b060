import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { type Columns, inCamelCase, rowSource, sameNamed } from "#src/kernel/db/row-source.ts";
import { Decimal } from "@corridor/base/decimal.ts";
import { orgIdIn, type Scope } from "#src/kernel/http/caller.ts";
import type { Page } from "#src/kernel/http/pagination.ts";
import { isId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import type { Escrow, Milestone, Party, Project, ProjectKey } from "./escrow.ts";
import type { SplitType } from "./split-amount.ts";

const PROJECT: Columns<Project> = {
  ...sameNamed<Project>({
    uuid: ["orgId", "escrowId", "createdBy"],
    text: ["title", "description", "status"],
    timestamptz: ["createdAt", "updatedAt"],
  }),
  currency: ["text", (one) => one.totalAmount.currency],
  total_amount: ["numeric", (one) => one.totalAmount.toDatabase()],
};
const PROJECTS = rowSource<Project>(PROJECT);
const SELECT_PROJECTS = `SELECT ${inCamelCase("p", PROJECT)} FROM escrow_projects p`;

type ProjectRow = Omit<Project, "totalAmount"> & { totalAmount: string; currency: string };

function projectOf({ totalAmount, currency, ...row }: ProjectRow): Project {
  return { ...row, totalAmount: Money.fromDatabase(totalAmount, currency) };
}

/** False when this project was inserted before: the request is being repeated. */
export async function insertProject(tx: Tx, project: Project): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO escrow_projects (${PROJECTS.names}) SELECT ${PROJECTS.names} FROM ${PROJECTS.source}
      ON CONFLICT DO NOTHING RETURNING escrow_id`,
    PROJECTS.values([project]),
  );
  return rows.length === 1;
}

export async function updateProject(tx: Tx, project: Project): Promise<void> {
  const { orgId, escrowId, title, description, totalAmount, status, updatedAt } = project;
  await tx.query(
    `UPDATE escrow_projects SET title = $3, description = $4, total_amount = $5, status = $6, updated_at = $7
      WHERE org_id = $1 AND escrow_id = $2`,
    [orgId, escrowId, title, description, totalAmount.toDatabase(), status, updatedAt],
  );
}

/** A draft that was never funded, with everything planned in it. */
export async function deleteProject(tx: Tx, { orgId, escrowId }: ProjectKey): Promise<void> {
  await tx.query("DELETE FROM escrow_milestones WHERE org_id = $1 AND escrow_id = $2", [orgId, escrowId]);
  await tx.query("DELETE FROM escrow_parties WHERE org_id = $1 AND escrow_id = $2", [orgId, escrowId]);
  await tx.query("DELETE FROM escrow_projects WHERE org_id = $1 AND escrow_id = $2", [orgId, escrowId]);
}

export async function listProjects(db: Queryable, scope: Scope, page: Page, status?: string): Promise<Project[]> {
  const rows = await db.query<ProjectRow>(
    `${SELECT_PROJECTS}
     WHERE ($1::uuid IS NULL OR org_id = $1) AND ($2::text IS NULL OR status = $2)
       AND ($3::uuid IS NULL OR escrow_id < $3) ORDER BY escrow_id DESC LIMIT $4`,
    [orgIdIn(scope), status, page.after?.[0], page.limit + 1],
  );
  return rows.map(projectOf);
}

export async function findProject(db: Queryable, scope: Scope, escrowId: string): Promise<Project | undefined> {
  if (!isId(escrowId)) return undefined;
  const [row] =
    "every" in scope
      ? await db.query<ProjectRow>(`${SELECT_PROJECTS} WHERE escrow_id = $1`, [escrowId])
      : await db.query<ProjectRow>(`${SELECT_PROJECTS} WHERE escrow_id = $1 AND org_id = $2`, [escrowId, scope.orgId]);
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
  const rows = await tx.query<ProjectRow>(
    `${SELECT_PROJECTS} WHERE ${OF_PROJECTS} ORDER BY org_id, escrow_id FOR NO KEY UPDATE`,
    idsOf(known),
  );
  const ours = rows.filter((row) =>
    known.some(({ orgId, escrowId }) => row.orgId === orgId && row.escrowId === escrowId.toLowerCase()),
  );
  const escrows = await withParts(tx, ours.map(projectOf));
  return new Map(escrows.map((escrow) => [escrow.project.escrowId, escrow]));
}

/** In the order that everybody uses. */
export async function lockProjects(tx: Tx, keys: readonly ProjectKey[]): Promise<void> {
  await tx.query(
    `SELECT FROM escrow_projects WHERE ${OF_PROJECTS} ORDER BY org_id, escrow_id FOR NO KEY UPDATE`,
    idsOf(keys),
  );
}

/** Active projects with a party that is paid to this beneficiary. Drafts have no approval; ended ones pay nobody. */
export async function findProjectsPaying(tx: Tx, orgId: string, beneficiaryId: string): Promise<ProjectKey[]> {
  const rows = await tx.query<{ escrow_id: string }>(
    `SELECT escrow_id FROM escrow_projects p WHERE p.org_id = $1 AND p.status = 'active'
       AND EXISTS (SELECT FROM escrow_parties q WHERE q.org_id = p.org_id AND q.escrow_id = p.escrow_id
         AND q.beneficiary_id = $2)`,
    [orgId, beneficiaryId],
  );
  return rows.map((row) => ({ orgId, escrowId: row.escrow_id }));
}

const OF_PROJECTS = "org_id = ANY($1::uuid[]) AND escrow_id = ANY($2::uuid[])";

function idsOf(keys: readonly ProjectKey[]): [string[], string[]] {
  return [keys.map(({ orgId }) => orgId), keys.map(({ escrowId }) => escrowId)];
}

async function withParts(db: Queryable, projects: readonly Project[]): Promise<Escrow[]> {
  if (projects.length === 0) return [];
  const ids = idsOf(projects);
  const [parties, milestones, fundings] = await Promise.all([
    db.query<Party>(`SELECT ${SELECTED_PARTIES} FROM escrow_parties q WHERE ${OF_PROJECTS} ORDER BY party_id`, ids),
    db.query<MilestoneRow>(
      `SELECT ${SELECTED_MILESTONES} FROM escrow_milestones m WHERE ${OF_PROJECTS} ORDER BY sequence`,
      ids,
    ),
    db.query<{ escrow_id: string; funded: string; pending: string }>(
      `SELECT escrow_id, coalesce(sum(amount - refunded) FILTER (WHERE status = 'completed'), 0) AS funded,
         coalesce(sum(amount) FILTER (WHERE status = 'pending'), 0) AS pending
       FROM escrow_fundings WHERE ${OF_PROJECTS} GROUP BY escrow_id`,
      ids,
    ),
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

const PARTY = sameNamed<Party>({
  uuid: ["orgId", "escrowId", "partyId", "beneficiaryId", "accountId"],
  text: ["name", "role", "email"],
  timestamptz: ["createdAt", "updatedAt"],
});
const PARTIES = rowSource<Party>(PARTY);
const SELECTED_PARTIES = inCamelCase("q", PARTY);

export async function writeParty(tx: Tx, party: Party): Promise<void> {
  await tx.query(
    `INSERT INTO escrow_parties (${PARTIES.names}) SELECT ${PARTIES.names} FROM ${PARTIES.source}
     ON CONFLICT (org_id, escrow_id, party_id) DO UPDATE
       SET name = excluded.name, role = excluded.role, email = excluded.email,
       beneficiary_id = excluded.beneficiary_id, account_id = excluded.account_id, updated_at = excluded.updated_at`,
    PARTIES.values([party]),
  );
}

export async function deleteParty(tx: Tx, { orgId, escrowId, partyId }: Party): Promise<void> {
  const values = [orgId, escrowId, partyId];
  await tx.query("DELETE FROM escrow_parties WHERE org_id = $1 AND escrow_id = $2 AND party_id = $3", values);
}

const MILESTONE: Columns<Milestone> = {
  ...sameNamed<Milestone>({
    uuid: ["orgId", "escrowId", "milestoneId"],
    text: ["label", "description", "status"],
    date: ["dueDate"],
    integer: ["sequence", "eventSequence"],
    timestamptz: ["disbursedAt", "createdAt", "updatedAt"],
  }),
  expected_disbursement: ["numeric", (one) => one.amount.toDatabase()],
  splits: ["jsonb", (one) => JSON.stringify(one.splits.map(storedSplitOf))],
  contract: ["jsonb", (one) => (one.contract === null ? null : JSON.stringify(one.contract))],
  disbursed_total: ["numeric", (one) => one.disbursedTotal.toDatabase()],
  returned_total: ["numeric", (one) => one.returnedTotal.toDatabase()],
};
const MILESTONES = rowSource<Milestone>(MILESTONE);
const SELECTED_MILESTONES = inCamelCase("m", MILESTONE);

type StoredSplit = { party_id: string; split_type: SplitType; split_value: string };
type MilestoneRow = Omit<Milestone, "amount" | "disbursedTotal" | "returnedTotal" | "splits"> &
  Record<"expectedDisbursement" | "disbursedTotal" | "returnedTotal", string> & { splits: StoredSplit[] };

function storedSplitOf({ partyId, type, value }: Milestone["splits"][number]): StoredSplit {
  return { party_id: partyId, split_type: type, split_value: value.toDatabase() };
}

function milestoneOf(row: MilestoneRow, currency: string): Milestone {
  const { expectedDisbursement, disbursedTotal, returnedTotal, splits, ...milestone } = row;
  return {
    ...milestone,
    amount: Money.fromDatabase(expectedDisbursement, currency),
    disbursedTotal: Money.fromDatabase(disbursedTotal, currency),
    returnedTotal: Money.fromDatabase(returnedTotal, currency),
    splits: splits.map(({ party_id: partyId, split_type: type, split_value }) => ({
      partyId,
      type,
      value: Decimal.parse(split_value),
    })),
  };
}

export async function writeMilestones(tx: Tx, milestones: readonly Milestone[]): Promise<void> {
  if (milestones.length === 0) return;
  await tx.query(
    `INSERT INTO escrow_milestones (${MILESTONES.names}) SELECT ${MILESTONES.names} FROM ${MILESTONES.source}
     ON CONFLICT (org_id, escrow_id, milestone_id) DO UPDATE
       SET sequence = excluded.sequence, label = excluded.label, description = excluded.description,
       expected_disbursement = excluded.expected_disbursement, due_date = excluded.due_date, status = excluded.status,
       splits = excluded.splits, contract = excluded.contract, disbursed_total = excluded.disbursed_total,
       returned_total = excluded.returned_total, disbursed_at = excluded.disbursed_at,
       event_sequence = excluded.event_sequence, updated_at = excluded.updated_at`,
    MILESTONES.values(milestones),
  );
}

export async function deleteMilestone(tx: Tx, { orgId, escrowId, milestoneId }: Milestone): Promise<void> {
  const values = [orgId, escrowId, milestoneId];
  await tx.query("DELETE FROM escrow_milestones WHERE org_id = $1 AND escrow_id = $2 AND milestone_id = $3", values);
}
