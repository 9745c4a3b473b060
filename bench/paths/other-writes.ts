import { setTimeout as pause } from "node:timers/promises";
import { request } from "undici";
import { postTransactions } from "@corridor/server/record/ledger/post-transactions.ts";
import { ledgerAccountOf } from "@corridor/server/products/escrow/escrow.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import type { Environment } from "../environment.ts";
import type { LoadRequest, Variant } from "../load.ts";
import { startCommand } from "../processes.ts";
import { addRows, type Report } from "../report.ts";
import { alternate, type Form, measureLoad, type Sample } from "../rounds.ts";
import { cpuMicrosecondsOf } from "../usage.ts";
import type { Pair } from "./initiate.ts";

/**
 * Writes whose speed matters to few users: releasing a milestone, paying a link, creating beneficiaries and customers,
 * exporting rows.
 */
const CONNECTIONS = 64;
/** More requests than are answered in one second. */
const RELEASES_PER_SECOND = 1_500;
const RELEASED = "10";
/** A link takes 30 payments a minute from one address, so that many links are paid in turns. */
const LINKS = 600;
const OPENED_TOGETHER = 20;
const POLL_MS = 50;

export async function benchOtherWrites(
  environment: Environment,
  pair: Pair,
  report: Report,
  options: { rounds: number; seconds: number },
): Promise<void> {
  const load = (path: string, variants: LoadRequest["variants"], headers = environment.headers): LoadRequest => ({
    url: `${pair.url}/v1${path}`,
    connections: CONNECTIONS,
    seconds: options.seconds,
    method: "POST",
    headers,
    variants,
  });
  const form = (name: string, given: Parameters<typeof measureLoad>[1]): Form => ({
    name,
    run: () => measureLoad(environment, given, { api: pair.api.pid, sandbox: pair.sandbox.pid }, pair.api.pid),
  });
  const accountId = await openAccount(environment, pair);
  const links = await openLinks(environment, pair);
  const payer = { name: "Ama Owusu", email: "ama@example.com", phone: "+233241234567" };
  const numbers = Array.from({ length: CONNECTIONS }, (_, index) => `+23324123${4500 + index}`);
  const samples = await alternate(
    [
      form("escrow release", async (seconds = options.seconds) => ({
        ...load("", await readyMilestones(environment, accountId, seconds * RELEASES_PER_SECOND)),
        seconds,
      })),
      form(
        "payment of a link",
        load(
          "",
          links.map((link, index) => ({
            path: `/v1/checkout/links/${link}/pay`,
            body: JSON.stringify({
              payment_method: "mobile_money",
              country: "GH",
              amount: 15,
              payer_details: payer,
              mobile_money_details: { provider: "MTN", phone_number: numbers[index % numbers.length] },
            }),
          })),
          { "content-type": "application/json" },
        ),
      ),
      form(
        "beneficiary",
        load(
          "/beneficiaries",
          numbers.map((phone_number) =>
            JSON.stringify({
              account_type: "mobile_money",
              country: "GH",
              currency: "GHS",
              fname: "Ama",
              momo_details: { provider: "MTN", phone_number },
            }),
          ),
        ),
      ),
      form(
        "customer",
        load(
          "/customers",
          numbers.map((phone) => JSON.stringify({ ...payer, phone })),
        ),
      ),
    ],
    options.rounds,
  );
  addRows(report, "other writes, 64 connections", "requests", samples);
}

/** The time from the request for a file of all payments until the file is ready, with an otherwise idle worker. */
export async function benchExport(
  environment: Environment,
  pair: Pair,
  report: Report,
  options: { rounds: number },
): Promise<void> {
  const worker = await startCommand({
    name: "export-worker",
    directory: environment.directory,
    command: "worker",
    url: null,
    env: pair.env,
  });
  const processes = { worker: worker.pid, postgres: environment.database.pid };
  const run = async (): Promise<Sample> => {
    const before = Object.entries(processes).map(([name, pid]) => [name, cpuMicrosecondsOf(pid)] as const);
    const beganMs = performance.now();
    const { export_id } = await post(environment, `${pair.url}/v1/exports`, { kind: "transactions", format: "csv" });
    for (;;) {
      const { body } = await request(`${pair.url}/v1/exports/${export_id}`, { headers: environment.headers });
      const { data } = (await body.json()) as { data: { status: string; rows_done: number } };
      if (data.status === "failed") throw new Error("the export failed");
      if (data.status === "completed")
        return {
          perSecond: (data.rows_done / (performance.now() - beganMs)) * 1_000,
          cpuMicroseconds: Object.fromEntries(
            before.map(([name, cpu]) => [
              name,
              (cpuMicrosecondsOf(processes[name as keyof typeof processes]) - cpu) / data.rows_done,
            ]),
          ),
        };
      await pause(POLL_MS);
    }
  };
  addRows(report, "export as CSV", "rows", await alternate([{ name: "product", run }], options.rounds));
  await worker.stop();
}

async function post(environment: Environment, url: string, body: object): Promise<any> {
  const answer = await request(url, { method: "POST", headers: environment.headers, body: JSON.stringify(body) });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${url}: ${answer.statusCode} ${text}`);
  return (JSON.parse(text) as { data: object }).data;
}

async function openAccount(environment: Environment, pair: Pair): Promise<string> {
  const { org_id } = environment.organization;
  const userId = newId();
  await environment.db.query(
    "INSERT INTO members (org_id, user_id, role, created_at, updated_at) VALUES ($1, $2, 'org-viewer', now(), now())",
    [org_id, userId],
  );
  return (
    await post(environment, `${pair.url}/v1/virtual-accounts/internal/bank`, {
      org_id,
      user_id: userId,
      currency: "GHS",
    })
  ).account_id;
}

/** Funded projects with one approved milestone each. Each can be released once. */
async function readyMilestones(environment: Environment, accountId: string, count: number): Promise<Variant[]> {
  const { org_id, org_admin } = environment.organization;
  const [projects, parties, milestones] = [0, 1, 2].map(() => Array.from({ length: count }, () => newId())) as [
    string[],
    string[],
    string[],
  ];
  const funds = Money.parse(RELEASED, "GHS");
  await environment.db.transaction(async (tx) => {
    await tx.query(
      `INSERT INTO escrow_projects (org_id, escrow_id, title, currency, total_amount, status, created_by, created_at,
       updated_at)
       SELECT $1, id, 'Bench', 'GHS', $3, 'active', $4, now(), now() FROM unnest($2::uuid[]) AS id`,
      [org_id, projects, RELEASED, org_admin.user_id],
    );
    await tx.query(
      `INSERT INTO escrow_parties (org_id, escrow_id, party_id, name, role, account_id, created_at, updated_at)
       SELECT $1, escrow_id, party_id, 'Bench', 'contractor', $4, now(), now()
         FROM unnest($2::uuid[], $3::uuid[]) AS p (escrow_id, party_id)`,
      [org_id, projects, parties, accountId],
    );
    await tx.query(
      `INSERT INTO escrow_milestones (org_id, escrow_id, milestone_id, sequence, label, expected_disbursement, status,
       splits, contract, created_at, updated_at)
       SELECT $1, m.escrow_id, m.milestone_id, 1, 'Bench', $5, 'approved',
         jsonb_build_array(jsonb_build_object('party_id', m.party_id, 'split_type', 'percentage', 'split_value',
           '100')),
         jsonb_build_object('title', 'Contract', 'terms', 'Bench', 'documentUrl', null, 'submittedBy', $6::uuid,
           'submittedAt', now(), 'approvedBy', $6::uuid, 'approvedAt', now()),
         now(), now()
       FROM unnest($2::uuid[], $3::uuid[], $4::uuid[]) AS m (escrow_id, party_id, milestone_id)`,
      [org_id, projects, parties, milestones, RELEASED, org_admin.user_id],
    );
    await tx.query(
      `INSERT INTO escrow_fundings (org_id, escrow_id, funding_id, source, account_id, amount, status, created_by,
       created_at, updated_at)
       SELECT $1, id, gen_random_uuid(), 'virtual_account', $3, $4, 'completed', $5, now(), now()
         FROM unnest($2::uuid[]) AS id`,
      [org_id, projects, accountId, RELEASED, org_admin.user_id],
    );
    await postTransactions(
      tx,
      projects.map((escrowId) => ({
        orgId: org_id,
        cause: `${escrowId}:bench`,
        description: "Funds of the bench",
        at: new Date(),
        postings: [
          { account: { purpose: "fx" }, amount: funds.negate() },
          { account: ledgerAccountOf(escrowId), amount: funds },
        ],
      })),
    );
  });
  return projects.map((escrowId, index) => ({
    path: `/v1/virtual-accounts/escrow/${escrowId}/milestones/${milestones[index]!}/release`,
    body: "{}",
  }));
}

async function openLinks(environment: Environment, pair: Pair): Promise<string[]> {
  const open = async (): Promise<string> => {
    const url = `${pair.url}/v1/orgs/${environment.organization.org_id}/payment-links`;
    return (await post(environment, url, { amount_type: "open", currency: "GHS", description: "Bench" })).link_ref;
  };
  const links: string[] = [];
  while (links.length < LINKS) links.push(...(await Promise.all(Array.from({ length: OPENED_TOGETHER }, open))));
  return links;
}
