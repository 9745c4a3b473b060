import pg from "pg";
import { textOfTables } from "#test/harness/text-of-tables.ts";
import { ask } from "./ask.ts";
import { type Credentials, credentialsOf, type Load, signIn } from "./load.ts";
import { type BatchSeen, type Evidence, parseExactly, type ReceiverSeen } from "./evidence.ts";
import { isSignedBy, type Stage } from "./stage.ts";

/** Collects the evidence for the judge: lists of the public API, page by page, the journal, the receivers' logs and tables. */
const PAGE = 100;

async function readJson(url: string, headers: Readonly<Record<string, string>>): Promise<any> {
  return parseExactly(await ask(url, { headers }));
}

async function readAll(
  origin: string,
  headers: Readonly<Record<string, string>>,
  path: string,
  cursorName = "last_evaluated_key",
): Promise<any[]> {
  const rows: any[] = [];
  for (let cursor = ""; ;) {
    const page = await readJson(`${origin}/v1${path}${path.includes("?") ? "&" : "?"}limit=${PAGE}${cursor}`, headers);
    rows.push(...page.data);
    const next: string | null = page[cursorName] ?? null; // Balances have no pages.
    if (next === null) return rows;
    cursor = `&${cursorName}=${encodeURIComponent(next)}`;
  }
}

async function readJournal(sandboxUrl: string): Promise<any[]> {
  const rows: any[] = [];
  for (let cursor = ""; ;) {
    const page = await readJson(`${sandboxUrl}/journal?${cursor}`, {});
    rows.push(...page.operations);
    if (page.next_cursor === null) return rows;
    cursor = `cursor=${encodeURIComponent(page.next_cursor)}`;
  }
}

async function readOrganization(origin: string, orgId: string, { key, person }: Credentials) {
  const all = (path: string) => readAll(origin, key, path);
  const [payments, refunds, disputes, accounts, postings, balances, events] = await Promise.all(
    ["/transactions", "/refunds", "/disputes", "/ledger/accounts", "/ledger/transactions", "/balances", "/events"].map(
      all,
    ),
  );
  const auditLog = await readAll(origin, person, `/organizations/${orgId}/audit-log`, "lastEvaluatedKey");
  const movements: any[] = [];
  for (const { account_id } of await readAll(origin, person, "/virtual-accounts"))
    movements.push(
      ...(await readAll(origin, person, `/virtual-accounts/${account_id}/transactions`)).map(
        ({ transaction_id: id, status }) => ({ id, status }),
      ),
    );
  for (const { escrow_id } of await readAll(origin, person, "/virtual-accounts/escrow"))
    movements.push(
      ...(await readAll(origin, person, `/virtual-accounts/escrow/${escrow_id}/disbursements`)).map(
        ({ disbursement_id: id, status }) => ({ id, status }),
      ),
    );
  const batches: BatchSeen[] = [];
  for (const { batch_id, status, rows: counted } of await all("/payout-batches")) {
    const { data } = await readJson(`${origin}/v1/payout-batches/${batch_id}/rows?limit=${PAGE}`, key);
    batches.push({ batch_id, status, counted, rows: data });
  }
  const withNumber = ({ position, ...row }: any) => ({ ...row, position: position === null ? null : Number(position) });
  return {
    payments: payments!,
    refunds: refunds!,
    disputes: disputes!,
    movements,
    batches,
    accounts: accounts!,
    postings: postings!.map(withNumber),
    creditLines: balances!.map(({ org_id, currency, credit_line }) => ({ org_id, currency, amount: credit_line })),
    events: events!,
    auditLog: auditLog.map(withNumber),
  };
}

/** Every card of the load begins so. Its first six digits may be stored, and its last four. */
const CARD = /4242-?4242-?4242-?\d{4}/g;

type Query = (text: string, values?: readonly unknown[]) => Promise<any[]>;

async function readCards(query: Query): Promise<Evidence["storedCards"]> {
  const tables = await textOfTables({ query });
  return tables.flatMap(([table, text]) => (text.match(CARD) ?? []).map((number) => ({ table, number })));
}

async function readPowers(query: Query): Promise<Evidence["powers"]> {
  return {
    members: await query("SELECT org_id, user_id, role, permissions FROM members"),
    platformRoles: await query("SELECT user_id, platform_role FROM users WHERE platform_role IS NOT NULL"),
    keys: await query("SELECT org_id, api_key_id FROM api_keys"),
    organizations: await query("SELECT org_id, settings FROM organizations"),
    invites: await query("SELECT org_id, invite_id, invited_by, accepted_by, approval_id FROM invites"),
    approvals: await query(
      `SELECT approval_id, status, requested_by, request, array(SELECT d.user_id::text FROM approval_decisions d
         WHERE d.org_id = a.org_id AND d.approval_id = a.approval_id AND d.decision = 'approve') AS approvers
       FROM approvals a`,
    ),
    entries: await query(
      `SELECT org_id, audit_id, actor_type, actor_user_id, action, resource_id, request_id, changes FROM audit_log
       WHERE resource_type IN ('member', 'user', 'api_key', 'organization', 'invite')
       ORDER BY position NULLS LAST, created_at, audit_id`,
    ),
  };
}

/** The tables of one moment. */
async function readTables(stage: Stage): Promise<Pick<Evidence, "storedCards" | "powers">> {
  const client = new pg.Client({ connectionString: stage.server().url });
  await client.connect();
  try {
    const query: Query = async (text) => (await client.query(text)).rows;
    await query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    return { storedCards: await readCards(query), powers: await readPowers(query) };
  } finally {
    await client.end();
  }
}

type Reader = { readonly organizations: readonly Credentials[]; readonly admin: Credentials["person"] };

/** Tokens last an hour of the deployment's time: a reader who comes after a move of it signs in again. */
export async function readerOf(stage: Stage): Promise<Reader> {
  return { organizations: await credentialsOf(stage), admin: await signIn(stage.origins[0]!, stage.demo.admin) };
}

export async function collectEvidence(
  stage: Stage,
  load: Load,
  { organizations: credentials, admin }: Reader,
): Promise<Omit<Evidence, "verification">> {
  const origin = stage.origins[0]!;
  const organizations = await Promise.all(
    stage.demo.organizations.map(({ org_id }, at) => readOrganization(origin, org_id, credentials[at]!)),
  );
  const receivers = stage.endpoints.map(({ name, orgId, isHealthy, receiver, secret }): ReceiverSeen => ({
    name,
    org_id: orgId,
    isHealthy,
    received: receiver.received.map((one) => ({
      event_id: one.headers["x-service-event-id"]!,
      isSigned: isSignedBy(secret, one),
      body: one.body,
    })),
  }));
  const together = <Name extends keyof (typeof organizations)[0]>(name: Name) =>
    organizations.flatMap((one) => one[name] as any[]);
  return {
    payments: together("payments"),
    refunds: together("refunds"),
    disputes: together("disputes"),
    movements: together("movements"),
    batches: together("batches"),
    accounts: together("accounts"),
    postings: together("postings"),
    creditLines: together("creditLines"),
    events: together("events"),
    auditLog: together("auditLog"),
    reconciliationItems: await readAll(origin, admin, "/payments/reconciliation-items"),
    journal: await readJournal(stage.sandboxUrl),
    receivers,
    requests: load.requests,
    ...(await readTables(stage)),
  };
}
