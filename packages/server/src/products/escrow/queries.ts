import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { Decimal } from "@corridor/base/decimal.ts";
import type { Scope } from "#src/kernel/http/caller.ts";
import { isId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import type { Contract, Escrow, Milestone, MilestoneStatus, Party, Project, ProjectStatus } from "./escrow.ts";
import type { SplitType } from "./split-amount.ts";

export type ProjectKey = { readonly orgId: string; readonly escrowId: string };

/* ---- projects ---- */

type ProjectRow = {
  org_id: string;
  escrow_id: string;
  title: string;
  description: string | null;
  currency: string;
  total_amount: string;
  status: ProjectStatus;
  created_by: string;
  created_at: Date;
  updated_at: Date;
};
const PROJECT_COLUMNS =
  "org_id, escrow_id, title, description, currency, total_amount, status, created_by, created_at, updated_at";

function projectOf(row: ProjectRow): Project {
  return {
    orgId: row.org_id,
    escrowId: row.escrow_id,
    title: row.title,
    description: row.description,
    totalAmount: Money.fromDatabase(row.total_amount, row.currency),
    status: row.status,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** False when this project was inserted before: the request is being repeated. */
export async function insertProject(tx: Tx, project: Project): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO escrow_projects (${PROJECT_COLUMNS})
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING RETURNING escrow_id`,
    [
      project.orgId,
      project.escrowId,
      project.title,
      project.description,
      project.totalAmount.currency,
      project.totalAmount.toDatabase(),
      project.status,
      project.createdBy,
      project.createdAt,
      project.updatedAt,
    ],
  );
  return rows.length === 1;
}

export async function updateProject(tx: Tx, project: Project): Promise<void> {
  await tx.query(
    `UPDATE escrow_projects SET title = $3, description = $4, total_amount = $5, status = $6, updated_at = $7
      WHERE org_id = $1 AND escrow_id = $2`,
    [
      project.orgId,
      project.escrowId,
      project.title,
      project.description,
      project.totalAmount.toDatabase(),
      project.status,
      project.updatedAt,
    ],
  );
}

/** A draft that was never funded, with everything planned in it. */
export async function deleteProject(tx: Tx, key: ProjectKey): Promise<void> {
  const values = [key.orgId, key.escrowId];
  await tx.query("DELETE FROM escrow_milestones WHERE org_id = $1 AND escrow_id = $2", values);
  await tx.query("DELETE FROM escrow_parties WHERE org_id = $1 AND escrow_id = $2", values);
  await tx.query("DELETE FROM escrow_projects WHERE org_id = $1 AND escrow_id = $2", values);
}

export async function listProjects(
  db: Queryable,
  scope: Scope,
  status: string | null,
  beforeId: string | null,
  limit: number,
): Promise<Project[]> {
  const rows = await db.query<ProjectRow>(
    `SELECT ${PROJECT_COLUMNS} FROM escrow_projects
     WHERE ($1::uuid IS NULL OR org_id = $1) AND ($2::text IS NULL OR status = $2)
       AND ($3::uuid IS NULL OR escrow_id < $3) ORDER BY escrow_id DESC LIMIT $4`,
    ["every" in scope ? null : scope.orgId, status, beforeId, limit],
  );
  return rows.map(projectOf);
}

export async function findProject(db: Queryable, scope: Scope, escrowId: string): Promise<Project | undefined> {
  if (!isId(escrowId)) return undefined;
  const rows =
    "every" in scope
      ? await db.query<ProjectRow>(`SELECT ${PROJECT_COLUMNS} FROM escrow_projects WHERE escrow_id = $1`, [escrowId])
      : await db.query<ProjectRow>(
          `SELECT ${PROJECT_COLUMNS} FROM escrow_projects WHERE org_id = $1 AND escrow_id = $2`,
          [scope.orgId, escrowId],
        );
  return rows[0] === undefined ? undefined : projectOf(rows[0]);
}

/** The project with all its parts. */
export async function readEscrow(db: Queryable, key: ProjectKey): Promise<Escrow | undefined> {
  const project = await findProject(db, { orgId: key.orgId }, key.escrowId);
  return project === undefined ? undefined : (await withParts(db, [project]))[0];
}

/**
 * The project with all its parts and its row locked: no part of it changes until COMMIT. If money will move, lock the
 * ledger before.
 */
export async function lockEscrow(tx: Tx, key: ProjectKey): Promise<Escrow | undefined> {
  return (await lockEscrows(tx, [key])).get(key.escrowId.toLowerCase());
}

/** The same for several projects, by their ids. */
export async function lockEscrows(tx: Tx, keys: readonly ProjectKey[]): Promise<Map<string, Escrow>> {
  const known = keys.filter(({ escrowId }) => isId(escrowId));
  const rows = await tx.query<ProjectRow>(
    `SELECT ${PROJECT_COLUMNS} FROM escrow_projects WHERE org_id = ANY($1::uuid[]) AND escrow_id = ANY($2::uuid[])
      ORDER BY org_id, escrow_id FOR NO KEY UPDATE`,
    [known.map(({ orgId }) => orgId), known.map(({ escrowId }) => escrowId)],
  );
  const ours = rows.filter((row) =>
    known.some(({ orgId, escrowId }) => row.org_id === orgId && row.escrow_id === escrowId.toLowerCase()),
  );
  const escrows = await withParts(tx, ours.map(projectOf));
  return new Map(escrows.map((escrow) => [escrow.project.escrowId, escrow]));
}

/** Only the rows of the projects, in the order that everybody uses. */
export async function lockProjects(tx: Tx, keys: readonly ProjectKey[]): Promise<void> {
  await tx.query(
    `SELECT FROM escrow_projects WHERE org_id = ANY($1::uuid[]) AND escrow_id = ANY($2::uuid[])
      ORDER BY org_id, escrow_id FOR NO KEY UPDATE`,
    [keys.map(({ orgId }) => orgId), keys.map(({ escrowId }) => escrowId)],
  );
}

/**
 * Active projects with a party that is paid to this beneficiary. A draft has no approval, and a project that has ended
 * pays nobody.
 */
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

async function withParts(db: Queryable, projects: readonly Project[]): Promise<Escrow[]> {
  if (projects.length === 0) return [];
  const ids = [projects.map(({ orgId }) => orgId), projects.map(({ escrowId }) => escrowId)];
  const [parties, milestones, fundings] = await Promise.all([
    db.query<PartyRow & OfProject>(
      `SELECT escrow_id, ${PARTY_COLUMNS} FROM escrow_parties WHERE ${OF_PROJECTS} ORDER BY party_id`,
      ids,
    ),
    db.query<MilestoneRow & OfProject>(
      `SELECT escrow_id, ${MILESTONE_COLUMNS} FROM escrow_milestones WHERE ${OF_PROJECTS} ORDER BY sequence`,
      ids,
    ),
    db.query<{ funded: string; pending: string } & OfProject>(
      `SELECT escrow_id, coalesce(sum(amount - refunded) FILTER (WHERE status = 'completed'), 0) AS funded,
         coalesce(sum(amount) FILTER (WHERE status = 'pending'), 0) AS pending
       FROM escrow_fundings WHERE ${OF_PROJECTS} GROUP BY escrow_id`,
      ids,
    ),
  ]);
  const [partiesOf, milestonesOf] = [Map.groupBy(parties, ofProject), Map.groupBy(milestones, ofProject)];
  const fundingOf = new Map(fundings.map((row) => [row.escrow_id, row]));
  return projects.map((project) => {
    const { currency } = project.totalAmount;
    const funding = fundingOf.get(project.escrowId);
    return {
      project,
      parties: (partiesOf.get(project.escrowId) ?? []).map(partyOf),
      milestones: (milestonesOf.get(project.escrowId) ?? []).map((row) => milestoneOf(row, currency)),
      funded: Money.fromDatabase(funding?.funded ?? "0", currency),
      fundingPending: Money.fromDatabase(funding?.pending ?? "0", currency),
    };
  });
}

type OfProject = { escrow_id: string };
const ofProject = (row: OfProject): string => row.escrow_id;

/* ---- parties ---- */

type PartyRow = {
  party_id: string;
  name: string;
  role: string;
  email: string | null;
  beneficiary_id: string | null;
  account_id: string | null;
  created_at: Date;
  updated_at: Date;
};
const PARTY_COLUMNS = "party_id, name, role, email, beneficiary_id, account_id, created_at, updated_at";

function partyOf(row: PartyRow): Party {
  return {
    partyId: row.party_id,
    name: row.name,
    role: row.role,
    email: row.email,
    beneficiaryId: row.beneficiary_id,
    accountId: row.account_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export async function writeParty(tx: Tx, key: ProjectKey, party: Party): Promise<void> {
  await tx.query(
    `INSERT INTO escrow_parties (org_id, escrow_id, ${PARTY_COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (org_id, escrow_id, party_id) DO UPDATE
       SET name = excluded.name, role = excluded.role, email = excluded.email,
       beneficiary_id = excluded.beneficiary_id, account_id = excluded.account_id, updated_at = excluded.updated_at`,
    [
      key.orgId,
      key.escrowId,
      party.partyId,
      party.name,
      party.role,
      party.email,
      party.beneficiaryId,
      party.accountId,
      party.createdAt,
      party.updatedAt,
    ],
  );
}

export async function deleteParty(tx: Tx, key: ProjectKey, partyId: string): Promise<void> {
  await tx.query("DELETE FROM escrow_parties WHERE org_id = $1 AND escrow_id = $2 AND party_id = $3", [
    key.orgId,
    key.escrowId,
    partyId,
  ]);
}

/* ---- milestones ---- */

type StoredSplit = { party_id: string; split_type: SplitType; split_value: string };
type MilestoneRow = {
  milestone_id: string;
  sequence: number;
  label: string;
  description: string | null;
  expected_disbursement: string;
  due_date: string | null;
  status: MilestoneStatus;
  splits: StoredSplit[];
  contract: Contract | null;
  disbursed_total: string;
  returned_total: string;
  disbursed_at: Date | null;
  event_sequence: number;
  created_at: Date;
  updated_at: Date;
};
const MILESTONE_COLUMNS = `milestone_id, sequence, label, description, expected_disbursement, due_date, status, splits, contract, disbursed_total, returned_total,
  disbursed_at, event_sequence, created_at, updated_at`;

function milestoneOf(row: MilestoneRow, currency: string): Milestone {
  return {
    milestoneId: row.milestone_id,
    sequence: row.sequence,
    label: row.label,
    description: row.description,
    dueDate: row.due_date,
    status: row.status,
    amount: Money.fromDatabase(row.expected_disbursement, currency),
    disbursedTotal: Money.fromDatabase(row.disbursed_total, currency),
    returnedTotal: Money.fromDatabase(row.returned_total, currency),
    splits: row.splits.map((split) => ({
      partyId: split.party_id,
      type: split.split_type,
      value: Decimal.parse(split.split_value),
    })),
    contract: row.contract,
    disbursedAt: row.disbursed_at,
    eventSequence: row.event_sequence,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export async function writeMilestones(tx: Tx, key: ProjectKey, milestones: readonly Milestone[]): Promise<void> {
  await writeMilestonesOf(
    tx,
    milestones.map((milestone) => ({ key, milestone })),
  );
}

export async function writeMilestonesOf(
  tx: Tx,
  milestones: readonly { key: ProjectKey; milestone: Milestone }[],
): Promise<void> {
  if (milestones.length === 0) return;
  await tx.query(
    `INSERT INTO escrow_milestones (org_id, escrow_id, ${MILESTONE_COLUMNS})
     SELECT org_id, escrow_id, ${MILESTONE_COLUMNS}
       FROM json_to_recordset($1::json) AS r(org_id uuid, escrow_id uuid, milestone_id uuid, sequence integer,
       label text, description text, expected_disbursement numeric, due_date date, status text, splits jsonb,
         contract jsonb, disbursed_total numeric,
       returned_total numeric, disbursed_at timestamptz, event_sequence integer, created_at timestamptz,
         updated_at timestamptz)
     ON CONFLICT (org_id, escrow_id, milestone_id) DO UPDATE
       SET sequence = excluded.sequence, label = excluded.label, description = excluded.description,
       expected_disbursement = excluded.expected_disbursement, due_date = excluded.due_date, status = excluded.status,
         splits = excluded.splits,
       contract = excluded.contract, disbursed_total = excluded.disbursed_total,
         returned_total = excluded.returned_total, disbursed_at = excluded.disbursed_at,
       event_sequence = excluded.event_sequence, updated_at = excluded.updated_at`,
    [
      JSON.stringify(
        milestones.map(({ key, milestone }) => ({
          org_id: key.orgId,
          escrow_id: key.escrowId,
          ...milestoneRow(milestone),
        })),
      ),
    ],
  );
}

function milestoneRow(milestone: Milestone): object {
  return {
    milestone_id: milestone.milestoneId,
    sequence: milestone.sequence,
    label: milestone.label,
    description: milestone.description,
    expected_disbursement: milestone.amount.toDatabase(),
    due_date: milestone.dueDate,
    status: milestone.status,
    splits: milestone.splits.map((split): StoredSplit => ({
      party_id: split.partyId,
      split_type: split.type,
      split_value: split.value.toDatabase(),
    })),
    contract: milestone.contract,
    disbursed_total: milestone.disbursedTotal.toDatabase(),
    returned_total: milestone.returnedTotal.toDatabase(),
    disbursed_at: milestone.disbursedAt,
    event_sequence: milestone.eventSequence,
    created_at: milestone.createdAt,
    updated_at: milestone.updatedAt,
  };
}

export async function deleteMilestone(tx: Tx, key: ProjectKey, milestoneId: string): Promise<void> {
  await tx.query("DELETE FROM escrow_milestones WHERE org_id = $1 AND escrow_id = $2 AND milestone_id = $3", [
    key.orgId,
    key.escrowId,
    milestoneId,
  ]);
}
