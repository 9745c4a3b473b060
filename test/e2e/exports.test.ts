import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#test/harness/app.ts";
import { cardPayin, mobileMoneyPayin } from "#test/harness/payments.ts";

/** Exports of an organization's data: complete, exact, made in parts, and readable only by the requester. */
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const admin = () => app.callers.orgAdmin;
const ask = (body: object, caller = admin()) => app.request(caller, "POST", "/exports", body);
const read = async (id: string, caller = admin()) => (await app.request(caller, "GET", `/exports/${id}`)).body.data;
const download = (url: string) => app.request(null, "GET", new URL(url).pathname.replace("/v1", ""));
async function made(body: object): Promise<{ export_id: string; text: string } & Record<string, any>> {
  const { export_id } = (await ask(body)).body.data;
  await app.run("exports");
  const ready = await read(export_id);
  return { ...ready, text: (await download(ready.download_url)).text };
}
const linesOf = (text: string): any[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

test("a file holds every payment once with its exact amount, and nothing of later or of others", async () => {
  for (const caller of [app.callers.apiKey, app.callers.apiKey, app.callers.otherApiKey])
    await app.request(
      caller,
      "POST",
      "/payments-init/initiate",
      cardPayin("4242", { description: '=1+1, "quoted"', client_reference: "-5" }),
    );
  await app.request(app.callers.apiKey, "POST", "/payments-init/initiate", mobileMoneyPayin());
  await app.advance(1_000);
  const asked = (await ask({ kind: "transactions" })).body.data;
  expect(asked).toMatchObject({ status: "pending", rows_done: 0 });
  await app.advance(1_000);
  await app.request(app.callers.apiKey, "POST", "/payments-init/initiate", cardPayin());
  await app.run("exports");
  const ready = await read(asked.export_id);
  expect(ready).toMatchObject({ status: "completed", rows_done: 3, rows_total: 3 });
  const file = await download(ready.download_url);
  expect([file.headers.get("content-type"), file.headers.get("cache-control")]).toEqual([
    "text/csv; charset=utf-8",
    "private, no-store",
  ]);
  expect(Buffer.byteLength(file.text)).toBe(ready.size_bytes);
  const [header, ...lines] = file.text.trim().split("\r\n");
  expect(header).toMatch(/^payment_id,transaction_id,created_at,/);
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain(",25.50,GBP,");
  expect(lines[0]).toContain(`"'=1+1, ""quoted"""`);
  const events = (await app.request(admin(), "GET", "/events?type=export.completed")).body.data;
  expect(events.map((event: { data: object }) => event.data)).toMatchObject([
    { export_id: asked.export_id, rows_done: 3 },
  ]);
  expect(Object.keys(events[0].data)).not.toContain("download_url");
});

test("the ledger's file adds up to the balances, fees to what was charged, and the audit log is all there", async () => {
  await app.request(app.callers.admin, "POST", "/fees", {
    name: "cards",
    payment_method: "card",
    currency: "GBP",
    percent: 3,
    fixed_amount: 0.1,
  });
  for (let payment = 0; payment < 3; payment++)
    await app.request(app.callers.apiKey, "POST", "/payments-init/initiate", cardPayin());
  await app.advance(1_000);
  const sums = new Map<string, bigint>();
  const ledger = linesOf(
    (await made({ kind: "ledger", format: "jsonl" })).text.replaceAll(/"amount":(-?[\d.]+)/g, '"amount":"$1"'),
  );
  for (const { account_id, amount } of ledger) {
    const [whole, fraction = ""] = (amount as string).split(".");
    sums.set(account_id, (sums.get(account_id) ?? 0n) + BigInt(whole! + fraction.padEnd(18, "0")));
  }
  const accounts = await app.db.query<{ account_id: string; units: string }>(
    `SELECT account_id, (balance * 1000000000000000000)::numeric(60, 0)::text AS units FROM ledger_accounts
      WHERE org_id = $1`,
    [admin().orgId],
  );
  expect(accounts.length).toBeGreaterThan(3);
  for (const { account_id, units } of accounts)
    expect([account_id, sums.get(account_id) ?? 0n]).toEqual([account_id, BigInt(units)]);
  const fees = linesOf((await made({ kind: "fees", format: "jsonl", currency: "GBP" })).text);
  expect(fees.map(({ total_fees }) => total_fees)).toEqual([0.86, 0.86, 0.86]);
  const audit = linesOf((await made({ kind: "audit", format: "jsonl" })).text);
  const [counted] = await app.db.query<{ n: number }>("SELECT count(*)::int AS n FROM audit_log WHERE org_id = $1", [
    admin().orgId,
  ]);
  expect(audit).toHaveLength(counted!.n);
  expect(audit.map(({ action }) => action)).toEqual(expect.arrayContaining(["payment.initiated", "export.requested"]));
});

test("a long file is made in parts with its progress shown, and a part that failed is made again, not twice", async () => {
  const rows = 9_000;
  await app.db.query(
    `INSERT INTO payments (org_id, payment_id, transaction_id, user_id, kind, direction, payment_method, status,
       country, amount, currency, target_amount, target_currency,
       fee_ids, total_fees, details, progress, event_sequence, created_at, updated_at)
     SELECT $2, gen_random_uuid(), gen_random_uuid(), $2, 'payment', 'inbound', 'card', 'completed', 'JP', n, 'JPY', n,
       'JPY', '{}', 0, '{}', '{}', 1, $3, $3
     FROM generate_series(1, $1::integer) n`,
    [rows, admin().orgId, app.clock.now()],
  );
  await app.advance(1_000);
  const job = app.service.jobs.find(({ name }) => name === "exports")!;
  const { export_id } = (await ask({ kind: "transactions", format: "jsonl", currency: "JPY", status: "completed" }))
    .body.data;
  const progress: number[] = [];
  for (let part = 0; part < 2; part++) {
    await job.runOnce();
    const { rows_done, rows_total } = await read(export_id);
    progress.push(rows_done);
    expect(rows_total).toBe(rows);
    if (part > 0) continue;
    const [{ cursor }] = (await app.db.query("SELECT cursor FROM exports WHERE export_id = $1", [export_id])) as [
      { cursor: string },
    ];
    await app.db.query("UPDATE exports SET cursor = 'rubbish' WHERE export_id = $1", [export_id]);
    await job.runOnce();
    await app.db.query("UPDATE exports SET cursor = $2 WHERE export_id = $1", [export_id, cursor]);
  }
  expect(progress).toEqual([5_000, 9_000]);
  const lines = linesOf((await download((await read(export_id)).download_url)).text);
  expect([lines.length, new Set(lines.map(({ payment_id }) => payment_id)).size]).toEqual([rows, rows]);
  expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe((rows * (rows + 1)) / 2);

  const [csv, parquet] = [
    await made({ kind: "transactions", currency: "JPY" }),
    await made({ kind: "transactions", currency: "JPY", format: "parquet" }),
  ];
  const answer = await fetch(`${app.url}${new URL(parquet.download_url).pathname.replace("/v1", "")}`);
  expect(answer.headers.get("content-type")).toBe("application/vnd.apache.parquet");
  const file = await answer.arrayBuffer();
  expect(file.byteLength).toBe(parquet["size_bytes"]);
  expect(parquetMetadata(file).row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([5_000, 4_000]);
  const [header, ...cells] = csv.text
    .trim()
    .split("\r\n")
    .map((line) => line.split(","));
  const records = (await parquetReadObjects({ file })).map((record) => header!.map((name) => plainOf(record[name])));
  expect(records).toEqual(cells);
});

/**
 * Formats a value like the CSV. The amounts are whole numbers, because the Parquet reader returns decimals as floats;
 * parquet.test.ts checks the digits in the file.
 */
function plainOf(value: string | number | Date | null | undefined): string {
  if (value == null) return "";
  return value instanceof Date ? value.toISOString() : typeof value === "number" ? value.toFixed(0) : String(value);
}

test("an address works for a quarter of an hour, a file for a week, and neither for anybody else", async () => {
  const { export_id, download_url } = await made({ kind: "audit" });
  expect((await app.request(app.callers.otherOrgAdmin, "GET", `/exports/${export_id}`)).status).toBe(404);
  expect((await app.request(app.callers.orgMember, "GET", `/exports/${export_id}`)).status).toBe(403);
  expect((await download(`${download_url}x`)).status).toBe(404);
  await app.advance(16 * 60_000);
  expect((await download(download_url)).status).toBe(404);
  expect((await download((await read(export_id, app.callers.staff)).download_url)).status).toBe(200);
  await app.db.query("UPDATE exports SET expires_at = $2 WHERE export_id = $1", [export_id, app.clock.now()]);
  await app.run("export-expiry");
  const gone = await read(export_id);
  expect([gone.status, gone.download_url]).toEqual(["expired", undefined]);
  expect(await app.db.query("SELECT FROM export_parts WHERE export_id = $1", [export_id])).toEqual([]);
});

test("what cannot be meant is refused by name, and so is one more than an organization may have", async () => {
  for (const [body, path] of [
    [{ kind: "transactions", from: "2026-01-01T00:00:00Z" }, "from"],
    [{ kind: "ledger", status: "completed" }, "status"],
    [{ kind: "audit", currency: "GHS" }, "currency"],
    [{ kind: "ledger", action: "user.signed_in" }, "action"],
  ] as const)
    expect((await ask(body)).body.details?.[0].path).toBe(path);
  expect((await app.request(admin(), "GET", "/exports?state=done")).body.details?.[0].path).toBe("state");
  const statuses = [];
  for (let asked = 0; asked < 6; asked++) statuses.push((await ask({ kind: "fees" })).status);
  expect(statuses).toEqual([201, 201, 201, 201, 201, 409]);
  expect((await ask({ kind: "audit" }, app.callers.admin)).status).toBe(400);
});

test("who was granted exports makes and reads files, but none of the audit log", async () => {
  for (let left = 5; left > 0; left--) await app.run("exports");
  const viewer = app.callers.orgViewer;
  expect((await ask({ kind: "transactions" }, viewer)).status).toBe(403);
  const path = `/organizations/${admin().orgId}/members/${viewer.userId}/permissions`;
  expect((await app.request(admin(), "POST", path, { permission: "exports:write" })).status).toBe(201);
  const { export_id } = (await ask({ kind: "transactions" }, viewer)).body.data;
  await app.run("exports");
  expect((await read(export_id, viewer)).download_url).toContain("/exports/files/");
  expect((await ask({ kind: "audit" }, viewer)).status).toBe(403);
  const log = await made({ kind: "audit" });
  expect((await app.request(viewer, "GET", `/exports/${log.export_id}`)).status).toBe(404);
  const kinds = (await app.request(viewer, "GET", "/exports?limit=100")).body.data.map(({ kind }: any) => kind);
  expect(kinds).toContain("transactions");
  expect(kinds).not.toContain("audit");
});

test("a file of the audit log holds what its list shows, filtered by action and by what was changed", async () => {
  const resource_id = app.callers.orgViewer.userId;
  const entriesOf = async (filter: object) => linesOf((await made({ kind: "audit", format: "jsonl", ...filter })).text);
  const granted = await entriesOf({ action: "member.permissions_granted" });
  expect(granted.map((entry) => [entry.action, entry.resource_id])).toEqual([
    ["member.permissions_granted", resource_id],
  ]);
  expect(await entriesOf({ action: "member.permissions_granted", resource_id: admin().userId })).toEqual([]);
  expect(new Set((await entriesOf({ resource_id })).map((entry) => entry.resource_id))).toEqual(new Set([resource_id]));
});

test("the audit log of the platform is a file, too, for platform people", async () => {
  const org_id = "00000000-0000-0000-0000-000000000000";
  expect((await ask({ kind: "transactions", org_id }, app.callers.admin)).status).toBe(404);
  expect((await ask({ kind: "audit", org_id })).status).toBe(404);
  const { export_id } = (await ask({ kind: "audit", org_id, format: "jsonl" }, app.callers.admin)).body.data;
  await app.run("exports");
  const { download_url } = await read(export_id, app.callers.admin);
  expect(linesOf((await download(download_url)).text).map(({ action }) => action)).toContain("fee.created");
});
