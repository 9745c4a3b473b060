import { randomUUID } from "node:crypto";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { systemClock } from "@corridor/base/clock.ts";
import type { Export } from "@corridor/server/back-office/exports/export.ts";
import { PLAN_ANEW } from "@corridor/server/back-office/exports/make-exports.ts";
import { countRows, readPageOf } from "@corridor/server/back-office/exports/sources.ts";
import { isEmpty, seedDemo } from "@corridor/server/commands/seed.ts";
import { composeService } from "@corridor/server/compose.ts";
import { loadConfig } from "@corridor/server/config.ts";
import type { Db, Tx } from "@corridor/server/kernel/db/client.ts";
import { startEmbedded } from "@corridor/server/kernel/db/embedded.ts";
import { migrate } from "@corridor/server/kernel/db/migrate.ts";
import { WALKED } from "@corridor/server/kernel/db/walk.ts";
import { createLogger } from "@corridor/server/kernel/log.ts";
import { createMetrics } from "@corridor/server/kernel/metrics.ts";
import { createUserWithPassword, hashPassword } from "@corridor/server/parties/identity/index.ts";
import { addMember, createOrganization } from "@corridor/server/parties/organizations/index.ts";
import { seedPayments } from "../scripts/seed-payments/write-payments.ts";

/**
 * `npm run prove -- reads [--payments 5000000] [--only text] [--database url]`: every filter, order and search of the
 * lists that grow with payments, alone and in the usual pairs, for the platform, for a large organization and for a
 * tiny one, over payments of two years. What can be asked is read from the API document: a parameter without sample
 * values ends the run. Prints each answer that takes too long or drops more rows than it may, so that a run that is cut
 * off has said what it found, then how many there are by what was asked, and ends with an error if there are any.
 * `--database`: a migrated one, which is filled only if it is empty.
 */
const { payments, only, database } = parseArgs({
  options: {
    payments: { type: "string", default: "5000000" },
    only: { type: "string", default: "" },
    database: { type: "string" },
  },
}).values;
const DAYS = 730;
const DAY_MS = 86_400_000;
const ORGANIZATIONS = 12;
const TINY = "Tiny Ltd";
const TINY_PAYMENTS = 40;
const PLAIN_LIMIT_MS = 100;
const LIMIT_MS = 300;
/** A list looks at `WALKED` rows. Where one organization has half of all rows, it may find them among everybody's. */
const MAX_REMOVED = 2 * WALKED;
const TRIES = 3;
const SHOWN = 20;
const PROGRESS_EVERY = 250;

type Read = { name: string; limitMs: number; run: () => Promise<unknown> };
type Measured = { name: string; ms: number; removed: number; limitMs: number; plan: string };
/** An organization whose payments are read, and one of them from about the middle of its time. */
type Sample = { orgId: string | null; name: string; some: Readonly<Record<string, string>> };

const day = (ago: number): string => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
const WORDS = ["order-", "15.00", "15", "100001", "nobody"];
/** Values of parameters that are no enumeration: usual ones, and such as nothing has. */
const VALUES: Readonly<Record<string, (some: Sample["some"]) => readonly string[]>> = {
  currency: ({ currency }) => [currency!, "CHF", "GHS"],
  client_reference: ({ client_reference }) => [client_reference!, "no-such"],
  beneficiary_id: ({ beneficiary_id }) => [beneficiary_id!, randomUUID()],
  customer_id: ({ customer_id }) => [customer_id!, randomUUID()],
  search: (some) => [...Object.values(some), some["payer"]!.slice(0, 3), some["payer"]!.slice(0, 1), ...WORDS],
  payer: ({ payer }) => [payer!, payer!.slice(0, 3), payer!.slice(0, 1), "nobody"],
  email: ({ email }) => [email!, "nobody@example.com"],
  phone: ({ phone }) => [phone!, "+447700900000"],
  reference_prefix: ({ client_reference }) => [client_reference!.slice(0, -3), "order-", "no-such"],
  amount_from: () => ["1", "50000", "99999.5", "100001"],
  amount_to: () => ["100000", "50000", "15", "0.5"],
  metadata: ({ basket }) => [`basket:${basket}`, "shop:1", "shop:none"],
  date_from: () => [day(1), day(365), day(729)],
  date_to: () => [day(1), day(365), day(729)],
  payment_id: ({ payment_id }) => [payment_id!, randomUUID()],
  q: (some) => [...Object.values(some), some["payment_id"]!.slice(0, 13), some["payer"]!.slice(0, 3), ...WORDS],
  base: () => ["EUR"],
  limit: () => ["100"],
};
/** What people choose together with any other filter. */
const PARTNERS: readonly string[] = [
  "status=completed",
  "status=canceled",
  "currency=GHS",
  "payment_method=card",
  "direction=outbound",
  `date_from=${day(400)}&date_to=${day(393)}`,
  `date_from=${day(30)}`,
];
const LISTS = ["listTransactions", "getTransactionTotals", "findAnything", "listAllRefunds"];
/** Read otherwise: what is asked says whose, and a cursor where a page begins. */
const APART = ["org_id", "last_evaluated_key", "sort", "order"];
const BY_AMOUNT = ["currency=GHS&sort=amount&order=desc", "currency=GHS&sort=amount&order=asc"];
const EXPORTED = "action,currency,date_from,date_to,format,kind,org_id,resource_id,status";

const log = createLogger({ level: "error" });
const directory = await mkdtemp(join(tmpdir(), "corridor-prove-"));
await chmod(directory, 0o711); // As root, PostgreSQL runs as another user, who needs access to its folder.
const server = database === undefined ? await startEmbedded({ directory, durable: true }) : undefined;
const url = database ?? server!.url;
try {
  if (server !== undefined) await migrate({ url });
  const config = { ...loadConfig({ environment: { HOST: "127.0.0.1", PORT: "3997" } }), secret: "x".repeat(48) };
  const parts = { clock: systemClock, log, metrics: createMetrics(), sandbox: null, webDirectory: "" };
  const corridor = await composeService({ config, databaseUrl: url, ...parts });
  const { db } = corridor;
  if (await isEmpty(db)) await seed(db);
  const origin = await corridor.server.listen({ host: "127.0.0.1", port: 0 });
  const asked = (await readsOf(db, await reader(db, origin))).filter(({ name }) => name.includes(only));
  const measured: Measured[] = [];
  const explainer = new pg.Client({ connectionString: url });
  await explainer.connect();
  for (const read of asked) {
    const one = await measure(read, explainer);
    if (isBroken(one)) console.log(lineOf(one));
    if (measured.push(one) % PROGRESS_EVERY === 0) console.log(`   ${measured.length} of ${asked.length}`);
  }
  await explainer.end();
  report(measured);
  await corridor.close();
} finally {
  await server?.stop();
  await rm(directory, { recursive: true, force: true });
}

async function seed(db: Db): Promise<void> {
  const startedMs = performance.now();
  await seedDemo({ db, clock: systemClock });
  const [member] = await db.query<{ user_id: string }>("SELECT user_id FROM members LIMIT 1");
  const by = { actor: { type: "system", id: "prove" } as const, at: new Date() };
  const found = async (name: string): Promise<string> =>
    db.transaction(async (tx) => {
      const { org_id: orgId } = await createOrganization(tx, { name, country: "GH", features: [], ...by });
      await addMember(tx, { orgId, userId: member!.user_id, role: "org-admin", ...by });
      return orgId;
    });
  for (let n = 2; n < ORGANIZATIONS; n++) await found(`Shop ${n} Ltd`);
  const until = new Date();
  const onProgress = (done: number): void => (done % 1_000_000 === 0 ? console.log(`  ${done} payments`) : undefined);
  // Without the limits of the service's sessions. Indexes are built afterwards: an entry at a time takes far longer.
  const bulk = new pg.Client({ connectionString: url });
  await bulk.connect();
  const { rows: indexes } = await bulk.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE schemaname = 'cell_0' AND
       tablename IN ('payments', 'payment_search_keys') AND indexname !~ 'pkey|by_time'`,
  );
  for (const { name } of indexes) await bulk.query(`DROP INDEX ${name}`);
  await seedPayments(db, { count: Number(payments), days: DAYS, until, onProgress });
  await seedPayments(db, { count: TINY_PAYMENTS, days: DAYS, until, orgIds: [await found(TINY)] });
  for (const { definition } of indexes) await bulk.query(definition);
  await bulk.query(
    `INSERT INTO refunds (org_id, refund_id, payment_id, amount, currency, reason, status, provider, requested_by,
       created_at, updated_at)
     SELECT org_id, payment_id, payment_id, amount, currency, 'returned', 'completed', provider, user_id, created_at,
       updated_at FROM payments WHERE status = 'completed' AND right(payment_id::text, 2) < '05'`,
  );
  await bulk.query(fillLedger(await largest(db)));
  await bulk.query("VACUUM (ANALYZE) payments, payment_search_keys, refunds, ledger_transactions, ledger_postings");
  await bulk.end();
  console.log(`${payments} payments in ${((performance.now() - startedMs) / 1_000).toFixed(0)} s`);
}

async function largest(db: Db): Promise<string> {
  const [row] = await db.query<{ org_id: string }>(
    `SELECT org_id FROM (SELECT org_id FROM payments ORDER BY payment_id DESC LIMIT 10000) AS newest
     GROUP BY org_id ORDER BY count(*) DESC LIMIT 1`,
  );
  return row!.org_id;
}

/** A transaction of two postings for each of an organization's payments. */
function fillLedger(orgId: string): string {
  return `WITH made AS (
      SELECT org_id, row_number() OVER (ORDER BY payment_id) AS position, payment_id, created_at, currency, amount
      FROM payments WHERE org_id = '${orgId}'
    ), accounts AS (
      INSERT INTO ledger_accounts (org_id, account_id, purpose, currency, balance, created_at, updated_at)
      SELECT org_id, md5(purpose || currency)::uuid, purpose, currency, 0, now(), now()
      FROM (SELECT DISTINCT org_id, currency FROM made) AS one, unnest(ARRAY['settlement', 'suspense']) AS purpose
    ), transactions AS (
      INSERT INTO ledger_transactions (org_id, position, cause, description, at, previous_hash, hash)
      SELECT org_id, position, payment_id || ':settled', 'Payment', created_at, sha256('0'), sha256('0') FROM made
    ), postings AS (
      INSERT INTO ledger_postings (org_id, position, index, account_id, currency, amount, held_change, balance_after,
        held_after)
      SELECT org_id, position, index, md5(purpose || currency)::uuid, currency, sign * amount, 0, 0, 0
      FROM made, (VALUES (0, 'settlement', 1), (1, 'suspense', -1)) AS line (index, purpose, sign)
    )
    INSERT INTO ledger_chains (org_id, length, head_hash) SELECT org_id, count(*), sha256('0') FROM made GROUP BY org_id`;
}

type Get = (path: string) => Promise<unknown>;

/** Reads as one of the platform's staff. */
async function reader(db: Db, origin: string): Promise<Get> {
  const [email, password] = [`reader-${randomUUID()}@corridor.example`, randomUUID()];
  const user = { email, name: "Reader", passwordHash: await hashPassword(password), platformRole: "staff" as const };
  await db.transaction((tx) => createUserWithPassword(tx, { ...user, at: new Date() }));
  const signIn = await fetch(`${origin}/identity/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const { token } = (await signIn.json()) as { token: string };
  const headers = { authorization: `Bearer ${token}`, "x-api-key": "NONE" };
  return async (path) => {
    const answer = await fetch(`${origin}/v1${path}`, { headers });
    const text = await answer.text();
    // What takes too long for the service is a result; anything else is a fault of this file.
    if (answer.status !== 200 && answer.status !== 503) throw new Error(`${path} answered ${answer.status}: ${text}`);
  };
}

async function samplesOf(db: Db): Promise<Sample[]> {
  const orgs = await db.query<{ org_id: string; name: string }>(
    `SELECT org_id, name FROM organizations WHERE name = '${TINY}' OR org_id = $1 ORDER BY name = '${TINY}'`,
    [await largest(db)],
  );
  const samples: Sample[] = [];
  for (const { org_id, name } of orgs) {
    const [some] = await db.query<Record<string, string>>(
      `SELECT payment_id, transaction_id, currency, client_reference, beneficiary_id, details ->> 'customer_id' AS
         customer_id, details -> 'payer_details' ->> 'name' AS payer, details -> 'payer_details' ->> 'email' AS email,
         details -> 'payer_details' ->> 'phone' AS phone, details -> 'metadata' ->> 'basket' AS basket
       FROM payments WHERE org_id = $1 AND direction = 'outbound' AND created_at < $2 ORDER BY payment_id DESC LIMIT 1`,
      [org_id, day(300)],
    );
    samples.push({ orgId: org_id, name: name === TINY ? "tiny" : "large", some: some! });
  }
  return [{ ...samples[0]!, orgId: null, name: "platform" }, ...samples];
}

type Described = Readonly<Record<string, any>>;

async function readsOf(db: Db, get: Get): Promise<Read[]> {
  const document = JSON.parse(await readFile(new URL("../openapi.json", import.meta.url), "utf8")) as Described;
  const resolved = (one: Described): Described =>
    one["$ref"] === undefined
      ? one
      : resolved(
          (one["$ref"] as string)
            .slice(2)
            .split("/")
            .reduce((place, name) => place[name], document),
        );
  const samples = await samplesOf(db);
  const paths = Object.entries(document["paths"] as Record<string, Described>);
  const lists = paths.filter(([, one]) => LISTS.includes(one["get"]?.operationId));
  const reads: Read[] = [];
  for (const [path, one] of lists) {
    const { operationId, parameters } = one["get"] as { operationId: string; parameters: Described[] };
    const known = parameters.map(resolved).filter((parameter) => parameter["in"] === "query");
    for (const { orgId, name: whose, some } of samples) {
      const valuesOf = ({ name, schema }: Described): string[] => {
        const values: string[] | undefined = resolved(schema)["enum"] ?? VALUES[name]?.(some);
        if (values === undefined) throw new Error(`${operationId}: give "${name}" sample values here`);
        return values.map((value) => `${name}=${encodeURIComponent(value)}`);
      };
      const alone = known.filter(({ name }) => !APART.includes(name)).flatMap(valuesOf);
      const ordered = known.some(({ name }) => name === "sort")
        ? ["order=asc", ...(orgId === null ? [] : BY_AMOUNT)]
        : [];
      const partners = PARTNERS.filter((partner) => alone.includes(partner) || partner.startsWith("date"));
      const pairs = [...alone, ...ordered].flatMap((first) =>
        partners.flatMap((partner) => (sharesName(first, partner) ? [] : [`${first}&${partner}`])),
      );
      // A search has one field, and needs it.
      const isSearch = known.some(({ name }) => name === "q");
      const queries = isSearch ? alone.filter((query) => query.startsWith("q=")) : ["", ...alone, ...ordered, ...pairs];
      for (const query of queries) {
        const isPlain = query === "" || query.startsWith("q=") || /^search=[^&]*$/.test(query);
        const whole = `${path}?${[query, ...(orgId === null ? [] : [`org_id=${orgId}`])].filter(Boolean).join("&")}`;
        const name = `${whose} ${operationId} ${query}`;
        reads.push({ name, limitMs: isPlain ? PLAIN_LIMIT_MS : LIMIT_MS, run: () => get(whole) });
      }
    }
  }
  const fields = Object.keys(document["components"].schemas.ExportInput.properties);
  if (fields.toSorted().join() !== EXPORTED) throw new Error(`createExport: give ${fields.join()} sample values here`);
  return [...reads, ...samples.flatMap((sample) => exportsOf(db, sample))];
}

function sharesName(one: string, other: string): boolean {
  const names = new Set(new URLSearchParams(one).keys());
  return [...new URLSearchParams(other).keys()].some((name) => names.has(name));
}

function exportsOf(db: Db, { orgId, name: whose, some }: Sample): Read[] {
  if (orgId === null) return [];
  const planned = (work: (tx: Tx) => Promise<unknown>): Promise<unknown> =>
    db.transaction(async (tx) => (await tx.query(PLAN_ANEW), work(tx)));
  const statuses = [{}, { status: "completed" }, { status: "canceled" }, { status: "reviewed" }];
  const currencies = [{}, { currency: some["currency"]! }, { currency: "CHF" }];
  const dates = [{}, { date_from: day(2) }, { date_from: day(400), date_to: day(398) }, { date_to: day(365) }];
  const all = statuses.flatMap((status) =>
    currencies.flatMap((currency) => dates.map((range) => ({ ...status, ...currency, ...range }))),
  );
  return (["transactions", "fees", "ledger"] as const).flatMap((kind) =>
    all.flatMap((filters) => {
      if (kind === "ledger" && "status" in filters) return [];
      const one = { kind, orgId, filters, cursor: null, until: new Date() } as unknown as Export;
      const name = `${whose} export of ${kind} ${JSON.stringify(filters)}`;
      return [
        { name: `${name}: count`, limitMs: LIMIT_MS, run: () => planned((tx) => countRows(tx, one)) },
        { name: `${name}: part`, limitMs: LIMIT_MS, run: () => planned((tx) => readPageOf(tx, one, 5_000)) },
      ];
    }),
  );
}

type Sent = { text: string; values: unknown[] };

/** The best of a few tries: what one answer takes when nothing else is done. */
async function measure({ name, limitMs, run }: Read, explainer: pg.Client): Promise<Measured> {
  let [ms, plan] = [Infinity, ""];
  let sent: Sent[] = [];
  for (let tried = 0; tried < TRIES && ms > limitMs; tried++) {
    const startedMs = performance.now();
    sent = await statementsOf(run);
    ms = Math.min(ms, performance.now() - startedMs);
  }
  let removed = 0;
  // What takes seconds has failed already.
  for (const { text, values } of ms > 10 * limitMs ? [] : sent) {
    const { rows } = await explainer.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
    const tree = (rows[0] as { "QUERY PLAN": [{ Plan: Node }] })["QUERY PLAN"][0].Plan;
    const [dropped, scans] = [removedIn(tree), scansIn(tree)];
    if (dropped >= removed) plan = scans.join(", ");
    removed = Math.max(removed, dropped);
  }
  return { name, ms, removed, limitMs, plan };
}

async function statementsOf(work: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = [];
  const original = pg.Client.prototype.query;
  pg.Client.prototype.query = function (this: pg.Client, ...given: any[]): any {
    const [first, values] = given;
    const text: string = typeof first === "string" ? first : (first.text ?? "");
    if (/^\s*(?:select|with)\b.*\b(?:payments|payment_\w+|refunds|ledger_postings)\b/is.test(text))
      sent.push({ text, values: values ?? first.values ?? [] });
    return original.apply(this, given as never);
  } as never;
  try {
    await work();
    return sent;
  } finally {
    pg.Client.prototype.query = original;
  }
}

type Node = { "Node Type": string; "Index Name"?: string; "Relation Name"?: string; "Actual Loops": number } & {
  Plans?: Node[];
} & Record<string, unknown>;

function removedIn(node: Node): number {
  const own = ["Filter", "Join Filter", "Index Recheck"].map((by) => Number(node[`Rows Removed by ${by}`] ?? 0));
  return (
    own.reduce((sum, rows) => sum + rows, 0) * node["Actual Loops"] +
    (node.Plans ?? []).reduce((sum, one) => sum + removedIn(one), 0)
  );
}

function scansIn(node: Node): string[] {
  const place = node["Index Name"] ?? node["Relation Name"];
  return [...(place === undefined ? [] : [`${node["Node Type"]} ${place}`]), ...(node.Plans ?? []).flatMap(scansIn)];
}

function isBroken({ ms, removed, limitMs }: Measured): boolean {
  return ms >= limitMs || removed > MAX_REMOVED;
}

function lineOf(one: Measured): string {
  const figures = `${one.ms.toFixed(0).padStart(6)} ms ${String(one.removed).padStart(8)} removed`;
  return `${isBroken(one) ? "NO" : "  "} ${figures}  ${one.name}  [${one.plan.slice(0, 200)}]`;
}

/** Who asks for which list, by which parameters, without their values. */
function kindOf({ name }: Measured): string {
  return name.replaceAll(/=[^&]*/g, "").replaceAll(/":"[^"]*"/g, '"');
}

function report(measured: readonly Measured[]): void {
  const broken = measured.filter(isBroken);
  const nearest = measured.filter((one) => !isBroken(one)).toSorted((a, b) => b.ms / b.limitMs - a.ms / a.limitMs);
  for (const one of nearest.slice(0, SHOWN)) console.log(lineOf(one));
  const kinds = Object.entries(Object.groupBy(broken, kindOf)).toSorted(([, a], [, b]) => b!.length - a!.length);
  for (const [kind, of] of kinds) {
    const [slowest, most] = [Math.max(...of!.map(({ ms }) => ms)), Math.max(...of!.map(({ removed }) => removed))];
    console.log(`${String(of!.length).padStart(6)} of ${kind}: up to ${slowest.toFixed(0)} ms, ${most} removed`);
  }
  console.log(`${measured.length} reads, ${broken.length} beyond their limits`);
  process.exitCode = broken.length === 0 ? 0 : 1;
}
