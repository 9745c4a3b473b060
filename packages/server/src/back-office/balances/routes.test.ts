import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyLedger } from "#src/record/ledger/verify-ledger.ts";
import { newId } from "@corridor/base/ids.ts";
import { startTestApp, type TestApp } from "@corridor/test/harness/app.ts";
import { bankPayout } from "@corridor/test/harness/payments.ts";
import { balancesIn, NO_SANDBOX_BALANCE } from "./balances.fixtures.ts";

let app: TestApp;
let books: ReturnType<typeof balancesIn>;
let secondAdmin: TestApp["callers"]["admin"];

beforeAll(async () => {
  app = await startTestApp({ settings: { ...NO_SANDBOX_BALANCE, PLATFORM_SECOND_PERSON: "true" } });
  books = balancesIn(app);
  secondAdmin = app.callers.secondAdmin;
});
afterAll(async () => {
  expect((await verifyLedger(app.db)).broken).toBeNull();
  await app.close();
});

/** Requested by one platform admin. */
const creditLine = (amount: number, change: Record<string, unknown> = {}) =>
  app.request(app.callers.admin, "PUT", "/balances/credit-lines", {
    org_id: books.orgId,
    currency: "NGN",
    amount,
    reason: "a good customer",
    ...change,
  });
const payout = (amount: number) =>
  books.initiate(bankPayout(app.demo.organizations[0]!.beneficiary_id, "6789", { amount, target_amount: amount }));
const auditOf = (action: string) =>
  app.db.query<{ changes: Record<string, unknown>; actor_user_id: string }>(
    "SELECT changes, actor_user_id, request_id FROM audit_log WHERE org_id = $1 AND action = $2 ORDER BY created_at, audit_id",
    [books.orgId, action],
  );

const approvalIn = (message: string): string => /[0-9a-f-]{36}/.exec(message)![0];
const approve = (approvalId: string, caller: TestApp["callers"]["admin"]) =>
  app.request(caller, "POST", `/approvals/${approvalId}/approve`, {});

describe("balances", () => {
  test("are empty at first, and each organization sees its own only", async () => {
    expect(await books.must(200, app.callers.apiKey, "GET", "/balances")).toEqual([]);
    await books.fund("25.00", "EUR");
    expect(await books.must(200, app.callers.orgViewer, "GET", "/balances")).toEqual([
      {
        org_id: books.orgId,
        currency: "EUR",
        available: 25,
        pending: 0,
        reserved: 0,
        credit_line: 0,
        spendable: 25,
        updated_at: expect.stringMatching(/Z$/),
      },
    ]);
    expect(await books.must(200, app.callers.otherApiKey, "GET", "/balances")).toEqual([]);
    expect((await app.request(app.callers.otherApiKey, "GET", `/balances?org_id=${books.orgId}`)).status).toBe(404);
  });

  test("are read by platform people for the organization they name, and only then", async () => {
    expect((await app.request(app.callers.admin, "GET", "/balances")).status).toBe(400);
    expect(await books.must(200, app.callers.staff, "GET", `/balances?org_id=${books.orgId}`)).toHaveLength(1);
  });
});

describe("a credit line", () => {
  /** Requested by one platform admin and approved by another. */
  const raise = async (amount: number) => {
    const asked = await creditLine(amount);
    expect(asked.body.code).toBe("APPROVAL_REQUIRED");
    expect((await approve(approvalIn(asked.body.message), secondAdmin)).status).toBe(200);
    return creditLine(amount);
  };

  test("is granted by a platform admin only, to an organization that exists, in whole fields", async () => {
    for (const caller of [app.callers.orgAdmin, app.callers.apiKey, app.callers.staff]) {
      const answer = await app.request(caller, "PUT", "/balances/credit-lines", {
        org_id: books.orgId,
        currency: "NGN",
        amount: 1,
        reason: "mine",
      });
      expect(answer.status).toBe(403);
    }
    expect((await creditLine(1, { org_id: newId() })).status).toBe(404);
    expect((await creditLine(-1)).status).toBe(400);
    expect((await creditLine(1, { reason: " " })).status).toBe(400);
    expect((await creditLine(1, { amnt: 5 })).body.details).toMatchObject([{ path: "amnt" }]);
  });

  test("is raised by two platform admins: asked for by one, told to the others, approved by another, and by nobody of the organization", async () => {
    const asked = await creditLine(500);
    expect(asked).toMatchObject({
      status: 409,
      body: { code: "APPROVAL_REQUIRED", message: expect.stringContaining("second person") },
    });
    expect(await books.balance("NGN")).toBeUndefined();
    const approvalId = approvalIn(asked.body.message);
    const title = "Raise the credit line from 0.00 NGN to 500.00 NGN";
    expect(await books.must(200, secondAdmin, "GET", `/approvals/${approvalId}`)).toMatchObject({
      title,
      approver_role: "platform-admin",
      status: "pending",
    });
    const bells = await app.db.query("SELECT user_id, title FROM notifications WHERE data->>'approval_id' = $1", [
      approvalId,
    ]);
    expect(bells).toEqual([{ user_id: secondAdmin.userId, title: `Approval needed: ${title}` }]);
    const mails = await app.db.query("SELECT recipient FROM email_outbox WHERE subject = $1", [
      `Approval needed: ${title}`,
    ]);
    expect(mails).toEqual([{ recipient: app.demo.second_admin.email }]);
    for (const caller of [app.callers.admin, app.callers.apiKey])
      expect((await approve(approvalId, caller)).status).toBe(403);
    expect((await approve(approvalId, app.callers.orgAdmin)).status).toBe(404);
    expect((await approve(approvalId, secondAdmin)).status).toBe(200);
    expect(await books.balance("NGN")).toMatchObject({ credit_line: 500 });
    expect((await creditLine(501)).body.code).toBe("APPROVAL_REQUIRED");
    expect(await auditOf("credit_line.changed")).toMatchObject([
      { changes: { from: "0.00", to: "500.00" }, request_id: approvalId },
    ]);
  });

  test("that was changed since its raise was approved is asked for anew", async () => {
    const asked = await creditLine(900);
    expect((await creditLine(100)).body.data).toMatchObject({ credit_line: 100 });
    const { body } = await approve(approvalIn(asked.body.message), secondAdmin);
    expect(body.data.outcome).toMatchObject({ done: false, message: expect.stringContaining("changed since") });
    const again = await creditLine(900);
    expect(again.body.code).toBe("APPROVAL_REQUIRED");
    expect(approvalIn(again.body.message)).not.toBe(approvalIn(asked.body.message));
    expect((await creditLine(0)).status).toBe(200);
  });

  test("lets what is started go below zero by just that much, and stands in the audit log with its reason", async () => {
    expect((await payout(0.01)).body.code).toBe("INSUFFICIENT_FUNDS");
    const granted = await raise(1_000);
    expect(granted.body.data).toMatchObject({ available: 0, credit_line: 1_000, spendable: 1_000 });
    expect((await payout(1_000.01)).body.code).toBe("INSUFFICIENT_FUNDS");
    expect((await payout(400)).status).toBe(200);
    expect(await books.balance("NGN")).toMatchObject({
      available: -400,
      credit_line: 1_000,
      spendable: 600,
      reserved: 400,
    });
    expect((await auditOf("credit_line.changed")).at(-1)).toMatchObject({
      changes: { currency: "NGN", from: "0.00", to: "1000.00", reason: "a good customer" },
      actor_user_id: app.callers.admin.userId,
    });
  });

  test("set to what it is changes nothing and is not told again", async () => {
    const before = await auditOf("credit_line.changed");
    expect((await creditLine(1_000)).status).toBe(200);
    expect(await auditOf("credit_line.changed")).toEqual(before);
  });

  test("is listed for platform people, and in the organization's history", async () => {
    expect(await books.must(200, app.callers.staff, "GET", "/balances/credit-lines")).toMatchObject([
      { org_id: books.orgId, currency: "NGN", credit_line: 1_000, available: -400 },
    ]);
    const history = await books.must(200, app.callers.apiKey, "GET", "/balances/history?currency=NGN");
    expect(history.find(({ credit_line }: { credit_line: number | null }) => credit_line !== null)).toMatchObject({
      amount: 0,
      credit_line: 1_000,
      description: "Credit line of 1000.00 NGN",
    });
  });

  test("can be taken back from who has used it: nothing can be started until the balance is covered", async () => {
    expect((await creditLine(0)).body.data).toMatchObject({ available: -400, credit_line: 0, spendable: 0 });
    expect((await payout(0.01)).body.code).toBe("INSUFFICIENT_FUNDS");
    await books.fund("400.01", "NGN");
    expect((await payout(0.01)).status).toBe(200);
    expect(await books.must(200, app.callers.staff, "GET", "/balances/credit-lines")).toEqual([]);
  });

  test("can be taken back where there is none, in a currency that was never used", async () => {
    const answer = await creditLine(0, { currency: "XAF" });
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { currency: "XAF", available: 0, credit_line: 0, spendable: 0, updated_at: null } },
    });
  });
});

describe("an adjustment", () => {
  const request = (change: Record<string, unknown> = {}, caller = app.callers.admin, headers = {}) =>
    app.request(
      caller,
      "POST",
      "/balances/adjustments",
      { org_id: books.orgId, currency: "KES", amount: 500, reason: "prefunding", ...change },
      headers,
    );
  const ask = async (change: Record<string, unknown> = {}) => approvalIn((await request(change)).body.message);

  test("is posted when a second platform admin approves it, never by who asked", async () => {
    const approvalId = await ask();
    expect(await books.balance("KES")).toBeUndefined();
    for (const caller of [app.callers.admin, app.callers.staff])
      expect((await approve(approvalId, caller)).status).toBe(403);
    expect((await approve(approvalId, secondAdmin)).body.data.outcome).toMatchObject({ done: true });
    expect(await books.balance("KES")).toMatchObject({ available: 500 });
    expect((await approve(approvalId, secondAdmin)).status).toBe(409);
    expect(await books.balance("KES")).toMatchObject({ available: 500 });
    expect(await auditOf("balance_adjustment.booked")).toMatchObject([
      {
        changes: { amount: "500.00", reason: "prefunding" },
        actor_user_id: app.callers.admin.userId,
        request_id: approvalId,
      },
    ]);
  });

  test("approved twice at once is posted once", async () => {
    const approvalId = await ask({ amount: 1 });
    await Promise.all([1, 2, 3, 4].map(() => approve(approvalId, secondAdmin)));
    expect(await books.balance("KES")).toMatchObject({ available: 501 });
  });

  test("that takes money is posted also where it leaves the balance below zero", async () => {
    await approve(await ask({ amount: -600, reason: "paid in by mistake" }), secondAdmin);
    expect(await books.balance("KES")).toMatchObject({ available: -99, spendable: 0 });
  });

  test("at a provider counts to the float that is expected there", async () => {
    await approve(await ask({ amount: 1_000, provider: "hybrid" }), secondAdmin);
    const floats = await books.must<{ provider: string; currency: string; expected: number }[]>(
      200,
      app.callers.admin,
      "GET",
      "/balances/float",
    );
    expect(floats.find(({ provider, currency }) => provider === "hybrid" && currency === "KES")).toMatchObject({
      expected: 1_000,
      reported: null,
    });
  });

  test("of nothing is refused, and for no organization it fails with its cause", async () => {
    expect((await request({ amount: 0 })).status).toBe(400);
    const outcome = (await approve(await ask({ org_id: newId() }), secondAdmin)).body.data.outcome;
    expect(outcome).toMatchObject({ done: false, message: "Organization not found" });
  });

  test("is listed newest first, by organization, for platform people only", async () => {
    const path = `/balances/adjustments?org_id=${books.orgId}`;
    const list = await books.must<{ amount: number; people: object[] }[]>(200, app.callers.staff, "GET", path);
    expect(list.map(({ amount }) => amount)).toEqual([1_000, -600, 1, 500]);
    expect(list[0]!.people).toEqual([{ user_id: app.callers.admin.userId, name: expect.any(String) }]);
    expect((await app.request(app.callers.orgAdmin, "GET", "/balances/adjustments")).status).toBe(403);
  });
});

describe("the history of a balance", () => {
  const DAY_MS = 86_400_000;
  type Entry = { amount: number; available_after: number; created_at: string; entry: string };
  let days: string[];

  beforeAll(async () => {
    days = [];
    for (let day = 0; day < 6; day++) {
      days.push(app.clock.now().toISOString().slice(0, 10));
      for (let n = 1; n <= 4; n++) await books.fund(`${day + 1}.0${n}`, "GBP");
      await app.advance(DAY_MS);
    }
  });
  const history = (query = "") =>
    app.request<{ data: Entry[]; last_evaluated_key: string | null }>(
      app.callers.apiKey,
      "GET",
      `/balances/history?currency=GBP${query}`,
    );

  test("shows every posting with what was available after it, newest first, page by page", async () => {
    const seen: Entry[] = [];
    for (let cursor = ""; ;) {
      const { body } = await history(`&limit=5${cursor}`);
      seen.push(...body.data);
      if (body.last_evaluated_key === null) break;
      cursor = `&last_evaluated_key=${encodeURIComponent(body.last_evaluated_key)}`;
    }
    expect(seen).toHaveLength(24);
    expect(new Set(seen.map(({ entry }) => entry)).size).toBe(24);
    expect(seen[0]).toMatchObject({ amount: 6.04, available_after: 84.6 });
    expect(seen.at(-1)).toMatchObject({ amount: 1.01, available_after: 1.01 });
    let total = 0;
    for (const entry of seen.toReversed()) expect(entry.available_after).toBeCloseTo((total += entry.amount), 2);
  });

  test("is cut to the days that are asked for, both included", async () => {
    const { body } = await history(`&date_from=${days[2]}&date_to=${days[3]}&limit=100`);
    expect(body.data.map(({ amount }) => amount)).toEqual([4.04, 4.03, 4.02, 4.01, 3.04, 3.03, 3.02, 3.01]);
    expect((await history(`&date_to=${days[0]}&limit=100`)).body.data).toHaveLength(4);
    expect((await history(`&date_from=${days[5]}&limit=100`)).body.data).toHaveLength(4);
    expect((await history(`&date_from=2031-01-01`)).body.data).toEqual([]);
    expect((await history("&date_from=yesterday")).status).toBe(400);
  });

  test("needs a currency, and shows nothing of another organization", async () => {
    expect((await app.request(app.callers.apiKey, "GET", "/balances/history")).status).toBe(400);
    expect((await app.request(app.callers.otherApiKey, "GET", "/balances/history?currency=GBP")).body.data).toEqual([]);
  });
});
