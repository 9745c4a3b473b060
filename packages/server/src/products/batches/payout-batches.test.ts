import { sumUp } from "./row-queries.ts";
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp, type TestCaller } from "@corridor/test/harness/app.ts";

/**
 * Payout batches: nothing is sent without a preview, every row is sent once, and a pause or cancellation stops the
 * sending exactly.
 */
let app: TestApp;
let ama: string;
let kofi: string;
let refused: string;
beforeAll(async () => {
  app = await startTestApp();
  ama = await beneficiary("Ama", "Owusu", "+233241234567");
  kofi = await beneficiary("Kofi", "Mensah", "+233241234568");
  refused = await beneficiary("Esi", "Refused", "+233241230002");
});
afterAll(() => app.close());

async function beneficiary(fname: string, lname: string, phone_number: string): Promise<string> {
  const momo_details = { provider: "MTN", phone_number };
  const body = {
    fname,
    lname,
    country: "GH",
    currency: "GHS",
    account_type: "mobile_money",
    beneficiary_type: "individual",
    momo_details,
  };
  const answer = await app.request(app.callers.apiKey, "POST", "/beneficiaries", body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data.beneficiary_id;
}

let references = 0;
const row = (beneficiary_id: string, change: object = {}) => ({
  beneficiary_id,
  amount: 12.5,
  currency: "GHS",
  reference: `ref-${++references}`,
  ...change,
});

async function call(
  method: string,
  path: string,
  body?: object,
  caller: TestCaller = app.callers.orgAdmin,
): Promise<any> {
  const answer = await app.request(caller, method, path, body);
  expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
  return answer.body.data;
}
async function refusal(
  method: string,
  path: string,
  body?: object,
  caller: TestCaller = app.callers.orgAdmin,
): Promise<{ status: number; message: string }> {
  const answer = await app.request(caller, method, path, body);
  return { status: answer.status, message: answer.body.message };
}
const read = (id: string) => call("GET", `/payout-batches/${id}`);
const rowsOf = async (id: string, query = "") =>
  (await call("GET", `/payout-batches/${id}/rows?limit=1000${query}`)) as any[];
async function previewed(rows: object[], change: object = {}, caller?: TestCaller): Promise<any> {
  const { batch_id } = await call("POST", "/payout-batches", { name: "Wages", rows, ...change }, caller);
  await app.run("payout-batch-previews");
  return read(batch_id);
}
const submit = (batch: { batch_id: string; preview_hash: string }, change: object = {}, caller?: TestCaller) =>
  call("POST", `/payout-batches/${batch.batch_id}/submit`, { preview_hash: batch.preview_hash, ...change }, caller);
async function finished(id: string): Promise<any> {
  await app.run("payout-batches");
  await app.advance(2_000);
  await app.run("payout-batch-progress");
  await app.advance(4_000);
  await app.run("payout-batch-progress");
  return read(id);
}
const paymentsOf = (id: string) =>
  app.db.query<{ payment_id: string; status: string; row: number }>(
    `SELECT payment_id, status, (details #>> '{batch,row}')::int AS row FROM payments
      WHERE details #>> '{batch,batch_id}' = $1 ORDER BY row`,
    [id],
  );

async function given(settings: object): Promise<void> {
  await app.db.query(`UPDATE organizations SET settings = $2 WHERE org_id = $1`, [
    app.callers.orgAdmin.orgId,
    JSON.stringify(settings),
  ]);
  await app.db.transaction(async (tx) => tx.notify("organizations", app.callers.orgAdmin.orgId!));
  await app.db.query(`DELETE FROM payout_counts`);
}

test("a list is previewed, submitted by its hash, sent and followed to its end, and its statement says what became of each row", async () => {
  const batch = await previewed([
    row(ama, { amount: 100 }),
    row(kofi, { amount: 50.25, name: "mensah, KOFI", description: "=cmd" }),
    row(refused),
  ]);
  expect(batch).toMatchObject({
    status: "ready",
    rows: { ready: 3, invalid: 0 },
    totals: [{ currency: "GHS", rows: 3, amount: 162.75 }],
    problems: [],
  });
  expect(await paymentsOf(batch.batch_id)).toEqual([]);
  expect(await refusal("POST", `/payout-batches/${batch.batch_id}/submit`, { preview_hash: "another" })).toMatchObject({
    status: 409,
  });
  expect((await submit(batch)).status).toBe("sending");
  expect(await finished(batch.batch_id)).toMatchObject({
    status: "completed",
    rows: { ready: 0, sent: 0, completed: 2, failed: 1 },
    actions: ["retry_failed"],
  });
  expect((await paymentsOf(batch.batch_id)).map(({ row: number, status }) => [number, status])).toEqual([
    [1, "completed"],
    [2, "completed"],
    [3, "failed"],
  ]);
  const statement = (
    await app.request(app.callers.orgAdmin, "GET", `/payout-batches/${batch.batch_id}/statement`)
  ).text.split("\r\n");
  expect(statement[1]).toMatch(/^1,completed,.*,Ama Owusu,ref-\d+,100.00,GHS,100.00,GHS,0.00,.*,completed,fiat,/);
  expect(statement[4]).toMatch(/^3 previewed,total,,,,162.75,GHS/);
  const events = (await app.request(app.callers.orgAdmin, "GET", "/events?limit=100")).body.data
    .filter((event: { data: { batch_id?: string } }) => event.data.batch_id === batch.batch_id)
    .map((event: { event_type: string }) => event.event_type);
  expect(events).toEqual(["payout_batch.completed", "payout_batch.sending", "payout_batch.ready"]);
});

test("every error of every row is told by field, and what is sent leaves them out only when asked to", async () => {
  const good = row(ama);
  const csv = [
    "Beneficiary ID;Amount;currency;reference;name;phone_number",
    `${ama};12.50;GHS;csv-1;;`,
    `${ama};12,50;GHS;csv-2;;`,
    `nobody;1;XXX;csv-3;;`,
    `${kofi};10.001;GHS;csv-4;Ama Owusu;`,
    `${kofi};10;GHS;csv-1;;`,
    `${kofi};10;GHS;;;`,
    `${kofi};10.00;ghs;;;`,
    `${refused};;;csv-8;;"12;3"`,
    `${kofi};11;GHS;#REF!;#n/a;`,
  ].join("\r\n");
  const { batch_id } = await call("POST", "/payout-batches", {
    name: "From a spreadsheet",
    csv: `\uFEFF${csv}\r\n\r\n`,
  });
  await app.run("payout-batch-previews");
  const batch = await read(batch_id);
  expect(batch).toMatchObject({ status: "ready", row_count: 9, rows: { ready: 2, invalid: 7 } });
  const errors = (await rowsOf(batch_id, "&status=invalid")).map((one: any) => [
    one.row,
    one.errors.map((error: any) => `${error.field} ${error.code}`),
  ]);
  expect(errors).toEqual([
    [2, ["amount VALIDATION_ERROR"]],
    [3, ["currency VALIDATION_ERROR", "beneficiary_id BENEFICIARY_NOT_FOUND"]],
    [4, ["amount VALIDATION_ERROR", "name BENEFICIARY_MISMATCH"]],
    [5, ["reference DUPLICATE"]],
    [7, ["amount DUPLICATE"]],
    [8, ["currency VALIDATION_ERROR", "amount VALIDATION_ERROR", "phone_number VALIDATION_ERROR"]],
    [9, ["reference VALIDATION_ERROR", "name VALIDATION_ERROR"]],
  ]);
  const file = (await app.request(app.callers.orgAdmin, "GET", `/payout-batches/${batch_id}/errors`)).text;
  expect(file.trim().split("\r\n")).toHaveLength(8);
  expect(
    await refusal("POST", `/payout-batches/${batch_id}/submit`, { preview_hash: batch.preview_hash }),
  ).toMatchObject({
    status: 409,
    message: expect.stringContaining("skip_invalid"),
  });
  await submit(batch, { skip_invalid: true });
  await finished(batch_id);
  // The same list again, and a payout that a single request made.
  const again = await previewed([
    { ...good },
    row(ama, { reference: "csv-1" }),
    row(kofi, { reference: undefined, amount: 10 }),
  ]);
  expect((await rowsOf(again.batch_id)).map((one: any) => one.errors.map((error: any) => error.code))).toEqual([
    [],
    ["DUPLICATE"],
    ["DUPLICATE"],
  ]);
  expect((await previewed([row(ama, { reference: "csv-1" })], { duplicates: "allow" })).rows).toMatchObject({
    ready: 1,
    invalid: 0,
  });
  // Who was entered twice has one account, and is one payee.
  const amaAgain = await beneficiary("Ama", "Owusu", "0241234567");
  const twice = await previewed([
    row(amaAgain, { reference: undefined, amount: 31 }),
    row(ama, { reference: undefined, amount: 31 }),
  ]);
  expect((await rowsOf(twice.batch_id)).map((one: any) => one.errors.map((error: any) => error.message))).toEqual([
    [],
    ["is the same payout as row 1; if this is intended, give the row its own reference"],
  ]);
  await submit(twice, { skip_invalid: true });
  await finished(twice.batch_id);
  const later = await previewed([row(ama, { reference: undefined, amount: 31 })]);
  expect((await rowsOf(later.batch_id))[0].errors[0].code).toBe("DUPLICATE");
  for (const body of [
    { csv: "amount\n1" },
    { csv: 'beneficiary_id,amount,currency\n"' },
    { rows: [] },
    {},
    { csv: "x", rows: [row(ama)] },
  ])
    expect(
      (await app.request(app.callers.orgAdmin, "POST", "/payout-batches", { name: "No list", ...body })).status,
    ).toBe(400);
});

test("a list that asks for it has the holders of its bank accounts looked up, and a row for somebody else is an error", async () => {
  const bank = { bank_code: "030100", bank_name: "Absa Bank Ghana" };
  const holder = await call("POST", "/externals/resolve-account", {
    account_number: "1020001234567",
    bank_code: bank.bank_code,
    country: "GH",
  });
  const [first, ...others] = holder.account_name.split(" ");
  const payee = async (fname: string, lname: string, account_number: string) => {
    const body = {
      fname,
      lname,
      country: "GH",
      currency: "GHS",
      account_type: "bank",
      beneficiary_type: "individual",
      bank_details: { account_number, ...bank },
    };
    return (await call("POST", "/beneficiaries", body, app.callers.apiKey)).beneficiary_id as string;
  };
  const own = await payee(others.join(" ").toUpperCase(), `${first} Junior`, "1020001234567");
  const other = await payee("Somebody", "Else", "1020001234567");
  const nobody = await payee("Ama", "Owusu", "1020001230002");
  const rows = [own, other, nobody, ama].map((id) => row(id));
  const batch = await previewed(rows, { check_account_names: true });
  expect(batch).toMatchObject({ status: "ready", rows: { ready: 2, invalid: 2 }, problems: [] });
  expect((await rowsOf(batch.batch_id, "&status=invalid")).map((one: any) => [one.row, one.errors])).toEqual([
    [
      2,
      [
        {
          field: "account_number",
          code: "BENEFICIARY_MISMATCH",
          message: `is held by ${holder.account_name}, but the beneficiary is Somebody Else`,
        },
      ],
    ],
    [3, [{ field: "account_number", code: "VALIDATION_ERROR", message: "is not an account that the bank knows" }]],
  ]);
  expect(batch.totals).toMatchObject([{ rows: 2, amount: 25 }]);
  expect((await previewed(rows, { duplicates: "allow" })).rows).toMatchObject({ ready: 4, invalid: 0 });
  // Looked up anew with each preview.
  await call("POST", `/payout-batches/${batch.batch_id}/preview`);
  await app.run("payout-batch-previews");
  expect(await read(batch.batch_id)).toMatchObject({ status: "ready", rows: { ready: 2, invalid: 2 } });
  const many = Array.from({ length: 1_001 }, () => row(own));
  expect(
    await refusal("POST", "/payout-batches", { name: "Too many", rows: many, check_account_names: true }),
  ).toMatchObject({ status: 400 });
});

test("one that is paused or canceled sends nothing more from that moment on, and what lacks money goes on when there is some", async () => {
  const batch = await previewed([row(ama), row(kofi)]);
  await submit(batch);
  await call("POST", `/payout-batches/${batch.batch_id}/pause`);
  await app.run("payout-batches");
  expect(await paymentsOf(batch.batch_id)).toEqual([]);
  await call("POST", `/payout-batches/${batch.batch_id}/resume`);
  expect((await finished(batch.batch_id)).rows.completed).toBe(2);

  const canceled = await previewed([row(ama), row(kofi)]);
  await submit(canceled);
  expect(await call("POST", `/payout-batches/${canceled.batch_id}/cancel`)).toMatchObject({
    status: "canceled",
    rows: { canceled: 2, ready: 0 },
  });
  await app.run("payout-batches");
  expect(await paymentsOf(canceled.batch_id)).toEqual([]);

  const dear = await previewed([row(ama, { amount: 999_999_999 }), row(kofi)]);
  expect(dear.problems).toMatchObject([{ code: "INSUFFICIENT_FUNDS" }]);
  expect(
    await refusal("POST", `/payout-batches/${dear.batch_id}/submit`, { preview_hash: dear.preview_hash }),
  ).toMatchObject({ status: 409 });
  const later = new Date(app.clock.now().getTime() + 60_000).toISOString();
  expect((await submit(dear, { scheduled_at: later })).status).toBe("scheduled");
  await app.run("payout-batches");
  expect((await read(dear.batch_id)).status).toBe("scheduled");
  await app.advance(61_000);
  await app.run("payout-batches");
  // The second row was funded; the first waits.
  expect(await read(dear.batch_id)).toMatchObject({
    status: "paused",
    pause_reason: expect.stringContaining("balance"),
    rows: { ready: 1, sent: 1 },
  });
  expect(await call("POST", `/payout-batches/${dear.batch_id}/cancel`)).toMatchObject({
    rows: { canceled: 1, sent: 1 },
  });
  expect((await finished(dear.batch_id)).rows).toMatchObject({ completed: 1, canceled: 1, sent: 0 });
});

describe("controls", () => {
  test.each([
    ["its account", `intent = jsonb_set(b.intent, '{details,mobile_money_details,phone_number}', '"+233249999999"')`],
    ["its amount", "amount = 40, target_amount = 40"],
    ["its payee", "beneficiary_id = other.beneficiary_id, beneficiary_at = other.beneficiary_at"],
    [
      "all of it, to another row",
      "intent = other.intent, amount = other.amount, beneficiary_id = other.beneficiary_id",
    ],
    ["its seal", "intent = b.intent #- '{details,seal}'"],
  ])("send no row of a list that waits, where somebody changed %s in the database", async (_what, change) => {
    await given({ payout_review_above: { GHS: "20.00" } });
    const batch = await previewed([row(ama, { amount: 30 }), row(kofi)], {}, app.callers.orgMember);
    const { approval_id } = await submit(batch, {}, app.callers.orgMember);
    // As the owner of the tables, who can switch off that previewed rows stay, and make their hash again.
    await app.db.transaction(async (tx) => {
      await tx.query("ALTER TABLE payout_batch_rows DISABLE TRIGGER USER");
      await tx.query(
        `UPDATE payout_batch_rows b SET ${change} FROM payout_batch_rows other
         WHERE other.batch_id = b.batch_id AND other.row = 2 AND b.batch_id = $1 AND b.row = 1`,
        [batch.batch_id],
      );
      await tx.query("ALTER TABLE payout_batch_rows ENABLE TRIGGER USER");
    });
    const { hash } = await sumUp(app.db, { orgId: app.callers.orgAdmin.orgId!, batchId: batch.batch_id });
    await app.db.query("UPDATE payout_batches SET preview_hash = $2 WHERE batch_id = $1", [batch.batch_id, hash]);
    await call("POST", `/approvals/${approval_id}/approve`, {});
    expect((await finished(batch.batch_id)).rows).toMatchObject({ completed: 1, failed: 1 });
    expect(await call("GET", `/payout-batches/${batch.batch_id}/rows?status=failed`)).toMatchObject([
      {
        row: 1,
        payment_id: null,
        errors: [{ code: "BENEFICIARY_CHANGED", message: expect.stringContaining("not what was previewed") }],
      },
    ]);
    await given({});
  });

  test("are asked once for the whole list, of another person, who approves the hash", async () => {
    await given({ payout_review_above: { GHS: "20.00" } });
    const batch = await previewed([row(ama, { amount: 30 }), row(kofi)], {}, app.callers.orgMember);
    expect(batch.approval_reasons).toEqual([
      "the payout is 20.00 GHS or more",
      "the payout batch is 20.00 GHS or more",
    ]);
    const waiting = await submit(batch, {}, app.callers.orgMember);
    expect(waiting.status).toBe("awaiting_approval");
    await app.run("payout-batches");
    expect(await paymentsOf(batch.batch_id)).toEqual([]);
    const approval = await call("GET", `/approvals/${waiting.approval_id}`);
    expect(approval).toMatchObject({
      kind: "payout_batch",
      batch_id: batch.batch_id,
      request: { preview_hash: batch.preview_hash, payouts: 2 },
    });
    expect(await refusal("POST", `/approvals/${waiting.approval_id}/approve`, {}, app.callers.orgMember)).toMatchObject(
      { status: 403 },
    );
    await call("POST", `/approvals/${waiting.approval_id}/approve`, {});
    expect((await finished(batch.batch_id)).rows).toMatchObject({ completed: 2 });
    expect(await call("GET", "/approvals?status=pending&kind=payment")).toEqual([]);

    const second = await previewed([row(ama, { amount: 30 })], {}, app.callers.orgMember);
    const { approval_id } = await submit(second, {}, app.callers.orgMember);
    await call("POST", `/payout-batches/${second.batch_id}/cancel`, undefined, app.callers.orgMember);
    expect(await refusal("POST", `/approvals/${approval_id}/approve`, {})).toMatchObject({ status: 409 });
    await given({});
  });

  test("are never answered by whoever submitted the list, or uploaded it", async () => {
    await given({ payout_review_above: { GHS: "20.00" } });
    const batch = await previewed([row(ama, { amount: 30 })], {}, app.callers.orgMember);
    const { approval_id } = await submit(batch, {}, app.callers.orgAdmin);
    expect(await call("GET", `/approvals/${approval_id}`)).toMatchObject({ requested_by: app.callers.orgAdmin.userId });
    for (const caller of [app.callers.orgAdmin, app.callers.orgMember])
      expect(await refusal("POST", `/approvals/${approval_id}/approve`, {}, caller)).toMatchObject({ status: 403 });
    await call("POST", `/payout-batches/${batch.batch_id}/cancel`);
    await given({});
  });

  test("refuse the rows that a limit does not let through", async () => {
    await given({
      controls: {
        policies: [],
        limits: [{ per: "beneficiary", window: "day", currency: "GHS", count: 2, action: "refuse" }],
      },
    });
    const batch = await previewed([row(ama), row(ama), row(ama), row(kofi)]);
    expect((await rowsOf(batch.batch_id)).map((one: any) => one.errors.map((error: any) => error.code))).toEqual([
      [],
      [],
      ["LIMIT_EXCEEDED"],
      [],
    ]);
    await given({});
  });
});

test("rows between currencies share one rate lock, which the list uses once", async () => {
  const batch = await previewed([
    row(ama, { amount: 10, currency: "USD" }),
    row(kofi, { amount: 20, currency: "USD" }),
    row(ama),
  ]);
  const [rate] = batch.rates;
  expect(batch.rates).toMatchObject([{ from_currency: "USD", to_currency: "GHS" }]);
  expect(batch.totals).toHaveLength(2);
  await submit(batch);
  expect((await finished(batch.batch_id)).rows).toMatchObject({ completed: 3 });
  const [first] = await app.db.query<{ target: string; org_rate_id: string }>(
    `SELECT target_amount::text AS target, org_rate_id FROM payments
      WHERE details #>> '{batch,batch_id}' = $1 AND details #>> '{batch,row}' = '1'`,
    [batch.batch_id],
  );
  expect(first!.org_rate_id).toBe(rate.org_rate_id);
  expect(Math.abs(Number(first!.target) - 10 * Number(rate.rate))).toBeLessThan(0.011);
  const late = await previewed([row(ama, { amount: 10, currency: "USD" })]);
  await app.advance(16 * 60_000);
  expect(
    await refusal("POST", `/payout-batches/${late.batch_id}/submit`, { preview_hash: late.preview_hash }),
  ).toMatchObject({
    status: 409,
    message: expect.stringContaining("preview"),
  });
  await call("POST", `/payout-batches/${late.batch_id}/preview`);
  await app.run("payout-batch-previews");
  await submit(await read(late.batch_id));
});

test("whoever was changed after the preview is not paid by it, and failed rows go into one new list", async () => {
  const changed = await beneficiary("Yaw", "Boateng", "+233241234569");
  const batch = await previewed([row(changed), row(ama)]);
  await app.advance(1_000);
  await call("PATCH", `/beneficiaries/${changed}`, {
    momo_details: { provider: "MTN", phone_number: "+233241111111" },
  });
  await submit(batch);
  await finished(batch.batch_id);
  const [first] = await rowsOf(batch.batch_id);
  expect(first).toMatchObject({ status: "failed", payment_id: null, errors: [{ code: "BENEFICIARY_CHANGED" }] });
  const retried = await call("POST", `/payout-batches/${batch.batch_id}/retry-failed`);
  expect(retried).toMatchObject({ row_count: 1, retry_of: batch.batch_id, status: "checking" });
  expect(await refusal("POST", `/payout-batches/${batch.batch_id}/retry-failed`)).toMatchObject({ status: 409 });
  await app.run("payout-batch-previews");
  await submit(await read(retried.batch_id));
  expect((await finished(retried.batch_id)).rows).toMatchObject({ completed: 1 });
});

test("a process that died before it recorded its rows leaves nothing to be sent twice", async () => {
  const batch = await previewed(Array.from({ length: 40 }, (_, index) => row(index % 2 === 0 ? ama : kofi)));
  await submit(batch);
  await app.run("payout-batches");
  const sent = await paymentsOf(batch.batch_id);
  // The state as if only the payments had been written.
  await app.db.query(
    `UPDATE payout_batch_rows SET status = 'ready', payment_id = NULL WHERE batch_id = $1 AND row > 7`,
    [batch.batch_id],
  );
  await app.db.query(
    `UPDATE payout_batches SET status = 'sending', sent_to = 7, sent_rows = 7, ready_rows = 33 WHERE batch_id = $1`,
    [batch.batch_id],
  );
  expect((await finished(batch.batch_id)).rows).toMatchObject({ completed: 40, failed: 0 });
  expect((await paymentsOf(batch.batch_id)).map(({ payment_id }) => payment_id)).toEqual(
    sent.map(({ payment_id }) => payment_id),
  );
});

test("what was previewed cannot be changed in the database", async () => {
  const batch = await previewed([row(ama)]);
  await expect(
    app.db.query(`UPDATE payout_batch_rows SET amount = 1000 WHERE batch_id = $1`, [batch.batch_id]),
  ).rejects.toThrow(/previewed/);
});

describe("a list that was let go", () => {
  const leaveRoomForFive = () =>
    app.db.query(
      `INSERT INTO payout_paces (provider, free_at) VALUES ('fiat', clock_timestamp() + interval '999 milliseconds')
       ON CONFLICT (provider) DO UPDATE SET free_at = EXCLUDED.free_at`,
    );

  test("is not sent on at a rate that has become untrue while it was paused", async () => {
    const setRate = (per_usd: number) =>
      app.request(app.callers.admin, "PUT", "/organizations/admin/rates", { rates: [{ currency: "GHS", per_usd }] });
    await setRate(12);
    const batch = await previewed(Array.from({ length: 6 }, () => row(ama, { amount: 10, currency: "USD" })));
    await submit(batch);
    await leaveRoomForFive();
    await app.run("payout-batches");
    expect(await paymentsOf(batch.batch_id)).toHaveLength(5);
    await call("POST", `/payout-batches/${batch.batch_id}/pause`);
    await setRate(9);
    await call("POST", `/payout-batches/${batch.batch_id}/resume`);
    await app.advance(2_000);
    await app.run("payout-batches");
    expect(await paymentsOf(batch.batch_id)).toHaveLength(5);
    expect(await read(batch.batch_id)).toMatchObject({
      status: "paused",
      pause_reason: expect.stringContaining("rate"),
    });
    await setRate(12);
    await call("POST", `/payout-batches/${batch.batch_id}/resume`);
    expect((await finished(batch.batch_id)).rows).toMatchObject({ completed: 6 });
  });

  test("is held when the organization is suspended", async () => {
    const setStatus = async (status: string) => {
      await app.db.query(`UPDATE organizations SET status = $2 WHERE org_id = $1`, [
        app.callers.orgAdmin.orgId,
        status,
      ]);
      await app.db.transaction(async (tx) => tx.notify("organizations", app.callers.orgAdmin.orgId!));
    };
    const batch = await previewed([row(ama)]);
    await submit(batch);
    await setStatus("suspended");
    await app.run("payout-batches");
    await setStatus("active");
    expect(await paymentsOf(batch.batch_id)).toEqual([]);
    expect(await read(batch.batch_id)).toMatchObject({
      status: "paused",
      pause_reason: expect.stringContaining("suspended"),
    });
    await call("POST", `/payout-batches/${batch.batch_id}/resume`);
    expect((await finished(batch.batch_id)).rows).toMatchObject({ completed: 1 });
  });

  test("is held when the key that scheduled it was revoked, or the person has left, until another person lets it go", async () => {
    const { api_key_id, api_key } = await call("POST", "/public/api-keys", { name: "batches" });
    const key: TestCaller = { ...app.callers.apiKey, headers: { authorization: "NONE", "x-api-key": api_key } };
    const batch = await previewed([row(ama)]);
    await submit(batch, { scheduled_at: new Date(app.clock.now().getTime() + 60_000).toISOString() }, key);
    expect((await app.request(app.callers.orgAdmin, "DELETE", `/public/api-keys/${api_key_id}`)).status).toBeLessThan(
      300,
    );
    await app.advance(61_000);
    await app.run("payout-batches");
    expect(await paymentsOf(batch.batch_id)).toEqual([]);
    expect(await read(batch.batch_id)).toMatchObject({
      status: "paused",
      pause_reason: expect.stringContaining("key"),
    });
    await call("POST", `/payout-batches/${batch.batch_id}/resume`);
    expect((await finished(batch.batch_id)).rows).toMatchObject({ completed: 1 });

    const left = await previewed([row(ama)]);
    await submit(left);
    await app.db.query(
      `UPDATE payout_batches SET released_by = jsonb_set(released_by, '{userId}', to_jsonb($2::text))
        WHERE batch_id = $1`,
      [left.batch_id, app.callers.otherOrgAdmin.userId],
    );
    await app.run("payout-batches");
    expect(await read(left.batch_id)).toMatchObject({
      status: "paused",
      pause_reason: expect.stringContaining("person"),
    });
    await call("POST", `/payout-batches/${left.batch_id}/cancel`);
  });

  test("waits while no provider takes its rows for now, and none of them fails for it", async () => {
    const setFloats = async (available: string) => {
      for (const provider of ["fiat", "hybrid"])
        await app.db.query(
          `INSERT INTO provider_floats (provider, currency, available, fetched_at) VALUES ($1, 'GHS', $2, $3)
           ON CONFLICT (provider, currency) DO UPDATE
             SET available = EXCLUDED.available, fetched_at = EXCLUDED.fetched_at`,
          [provider, available, app.clock.now()],
        );
      await app.db.transaction(async (tx) => tx.notify("provider-floats", "all"));
    };
    const batch = await previewed([row(ama), row(kofi)]);
    await submit(batch);
    await setFloats("1.00");
    await app.run("payout-batches");
    expect(await read(batch.batch_id)).toMatchObject({
      status: "sending",
      rows: { ready: 2, failed: 0 },
      pause_reason: expect.stringContaining("fiat"),
    });
    // A row that is previewed meanwhile does not count as a row without a route either.
    const other = await previewed([row(ama)]);
    expect(other.rows).toMatchObject({ ready: 1, invalid: 0 });
    await setFloats("1000000.00");
    await app.advance(16_000);
    expect(await finished(batch.batch_id)).toMatchObject({
      status: "completed",
      pause_reason: null,
      rows: { completed: 2 },
    });
    await app.db.query(`DELETE FROM provider_floats`);
    await app.db.transaction(async (tx) => tx.notify("provider-floats", "all"));
  });

  test("pays nothing that another list has paid since both were previewed", async () => {
    const rows = [row(ama), row(kofi, { reference: undefined, amount: 77.77 })];
    const [first, second] = [await previewed(rows), await previewed(rows)];
    expect(second.rows).toMatchObject({ ready: 2 });
    await submit(first);
    await finished(first.batch_id);
    await submit(second);
    const { rows: counts } = await finished(second.batch_id);
    expect(counts).toMatchObject({ completed: 0, failed: 2 });
    expect((await rowsOf(second.batch_id)).map((one: any) => one.errors[0].code)).toEqual(["DUPLICATE", "DUPLICATE"]);
    expect((await read(first.batch_id)).rows).toMatchObject({ completed: 2 });
  });

  test("pays nothing that another list pays at the same moment", async () => {
    const rows = Array.from({ length: 12 }, (_, index) =>
      row(ama, index % 2 === 0 ? {} : { reference: undefined, amount: 300 + index }),
    );
    const [first, second] = [await previewed(rows), await previewed(rows)];
    await submit(first);
    await submit(second);
    await Promise.all([app.run("payout-batches"), app.run("payout-batches")]);
    expect([...(await paymentsOf(first.batch_id)), ...(await paymentsOf(second.batch_id))]).toHaveLength(12);
    await finished(first.batch_id);
    const counts = [await read(first.batch_id), await finished(second.batch_id)].map(
      ({ rows: { completed, failed } }) => ({ completed, failed }),
    );
    expect(
      counts.reduce((sum, { completed, failed }) => ({
        completed: sum.completed + completed,
        failed: sum.failed + failed,
      })),
    ).toEqual({
      completed: 12,
      failed: 12,
    });
  });

  test("begins when the time of a development deployment was moved past its own", async () => {
    const batch = await previewed(Array.from({ length: 6 }, () => row(ama)));
    await submit(batch, { scheduled_at: new Date(app.clock.now().getTime() + 60_000).toISOString() });
    await leaveRoomForFive();
    await app.db.query(`INSERT INTO test_clock (shift_ms) VALUES (61000)`);
    await app.run("payout-batches");
    await app.db.query(`DELETE FROM test_clock`);
    expect(await paymentsOf(batch.batch_id)).toHaveLength(5);
    // The ids of its payments are derived from its start time, so it never starts again, even if this process's clock
    // is behind the database's.
    const { started_at } = await call("POST", `/payout-batches/${batch.batch_id}/pause`);
    await app.advance(2_000);
    expect(await call("POST", `/payout-batches/${batch.batch_id}/resume`)).toMatchObject({
      status: "sending",
      started_at,
    });
    expect((await finished(batch.batch_id)).rows).toMatchObject({ completed: 6 });
  });
});

test("a list that cannot be checked holds up no other", async () => {
  const stuck = await call("POST", "/payout-batches", { name: "Damaged", rows: [row(ama)] });
  await app.db.query(`UPDATE payout_batch_rows SET input = '{}' WHERE batch_id = $1`, [stuck.batch_id]);
  await app.advance(1_000);
  const sound = await call("POST", "/payout-batches", { name: "Sound", rows: [row(ama)] });
  await app.advance(1_000);
  await expect(app.run("payout-batch-previews")).rejects.toThrow(TypeError);
  await app.run("payout-batch-previews").catch(() => undefined);
  expect((await read(sound.batch_id)).status).toBe("ready");
  await call("POST", `/payout-batches/${stuck.batch_id}/cancel`);
});

test("cells of any length are told to be too long", async () => {
  const long = randomBytes(2_400).toString("base64");
  const batch = await previewed([row(ama, { reference: long }), row(long)]);
  expect((await rowsOf(batch.batch_id)).map((one: any) => one.errors.map((error: any) => error.field))).toEqual([
    ["reference"],
    ["beneficiary_id"],
  ]);
});

test("a finished list keeps its personal data for as long as is set, and its amounts, payees and payments for good", async () => {
  const batch = await previewed([
    row(ama, { name: "Ama Owusu", description: "for the roof" }),
    row(refused, { reference: "of-esi" }),
  ]);
  await submit(batch);
  const { finished_at } = await finished(batch.batch_id);
  expect(finished_at).not.toBeNull();
  const textOf = async () =>
    JSON.stringify(
      await app.db.query(`SELECT * FROM payout_batch_rows WHERE batch_id = $1 ORDER BY row`, [batch.batch_id]),
    );
  await app.run("payout-batch-retention");
  expect(await textOf()).toContain("roof");
  await app.db.query(`UPDATE payout_batches SET finished_at = finished_at - interval '400 days' WHERE batch_id = $1`, [
    batch.batch_id,
  ]);
  await app.run("payout-batch-retention");
  for (const personal of ["roof", "Owusu", "Esi", "+2332412", "of-esi"]) expect(await textOf()).not.toContain(personal);
  expect(await rowsOf(batch.batch_id)).toMatchObject([
    { status: "completed", beneficiary_id: ama, amount: 12.5, payment_id: expect.any(String) },
    { status: "failed", beneficiary_id: refused, errors: [{ code: "PAYMENT_FAILED" }] },
  ]);
  // The row's content was erased, so it cannot be sent again.
  expect((await read(batch.batch_id)).actions).toEqual([]);
  const sound = await previewed([row(ama)]);
  await expect(
    app.db.query(
      `UPDATE payout_batch_rows SET input = input - 'reference', intent = NULL, same_as = '' WHERE batch_id = $1`,
      [sound.batch_id],
    ),
  ).rejects.toThrow(/previewed/);
});

describe("a repeating list", () => {
  const DAY_MS = 86_400_000;
  const runsOf = (id: string) =>
    app.db.query<{ batch_id: string }>(`SELECT batch_id FROM payout_batches WHERE repeat_of = $1 ORDER BY repeat_run`, [
      id,
    ]);
  /** One calendar time: the run is created, previewed, submitted automatically and sent. */
  const nextTime = async (ms: number) => {
    // The test changes the due times instead of the clock, because people's tokens do not last for days.
    await app.db.query(
      `UPDATE payout_batches SET next_run_at = next_run_at - $1 * interval '1 ms',
         repeat = jsonb_set(repeat, '{from}', to_jsonb((repeat ->> 'from')::timestamptz - $1 * interval '1 ms'))
           WHERE next_run_at IS NOT NULL`,
      [ms],
    );
    for (const job of ["payout-batch-repeats", "payout-batch-previews", "payout-batch-repeats", "payout-batches"])
      await app.run(job);
  };

  test("is sent as often as was approved, each run once and of the approved rows, and a time that was missed is not made up for", async () => {
    await given({ payout_review_above: { GHS: "20.00" } });
    const other = await beneficiary("Abena", "Sarpong", "+233241234570");
    const rows = [row(ama, { amount: 30 }), row(kofi, { reference: undefined, amount: 44 }), row(other)];
    const batch = await previewed(rows, {}, app.callers.orgMember);
    const { approval_id } = await submit(batch, { repeat: { every: "daily", runs: 3 } }, app.callers.orgMember);
    const approval = await call("GET", `/approvals/${approval_id}`);
    expect(approval).toMatchObject({
      request: { repeat: { every: "daily", runs: 3 } },
      title: expect.stringContaining("daily, 3 times"),
    });
    await nextTime(2 * DAY_MS);
    expect(await runsOf(batch.batch_id)).toEqual([]);
    await call("POST", `/approvals/${approval_id}/approve`, {});
    expect((await finished(batch.batch_id)).repeat).toMatchObject({ made: 1, runs: 3 });

    await nextTime(3 * DAY_MS);
    const [second, ...others] = await runsOf(batch.batch_id);
    expect(others).toEqual([]);
    expect(await finished(second!.batch_id)).toMatchObject({
      status: "completed",
      repeat_of: batch.batch_id,
      approval_id,
      rows: { completed: 3 },
    });
    expect((await rowsOf(second!.batch_id)).map(({ reference }: { reference: string | null }) => reference)).toEqual([
      `${(rows[0] as { reference: string }).reference}-r2`,
      null,
      `${(rows[2] as { reference: string }).reference}-r2`,
    ]);

    // A payee that was changed after the approval needs a person's decision.
    await call("PATCH", `/beneficiaries/${other}`, {
      momo_details: { provider: "MTN", phone_number: "+233241111111" },
    });
    await nextTime(DAY_MS);
    const third = (await runsOf(batch.batch_id))[1]!;
    expect(await read(third.batch_id)).toMatchObject({ status: "ready", problems: [{ code: "RUN_HELD" }] });
    await nextTime(10 * DAY_MS);
    expect(await runsOf(batch.batch_id)).toHaveLength(2);
    expect((await read(batch.batch_id)).repeat).toMatchObject({ made: 3, next_run_at: null });
    await call("POST", `/payout-batches/${third.batch_id}/cancel`);
    await given({});
  });

  test("makes no further run once it is stopped", async () => {
    const batch = await previewed([row(ama)]);
    await submit(batch, { repeat: { every: "weekly", runs: 5 } });
    expect((await read(batch.batch_id)).actions).toContain("stop_repeating");
    expect((await call("POST", `/payout-batches/${batch.batch_id}/stop-repeating`)).repeat.next_run_at).toBeNull();
    await nextTime(8 * DAY_MS);
    expect(await runsOf(batch.batch_id)).toEqual([]);
    expect((await finished(batch.batch_id)).rows).toMatchObject({ completed: 1 });
  });
});
