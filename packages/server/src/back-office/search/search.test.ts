import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp, type TestCaller } from "@corridor/test/harness/app.ts";
import { mobileMoneyPayin } from "@corridor/test/harness/payments.ts";
import { FIND_ANYTHING, idRangeOf } from "./find-anything.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const find = async (q: string, caller: TestCaller = app.callers.orgViewer) => {
  const answer = await app.request(caller, "GET", `/search?q=${encodeURIComponent(q)}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data as { type: string; id: string; title: string }[];
};
const post = async (path: string, body: object) => {
  const answer = await app.request(app.callers.orgAdmin, "POST", path, body);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body.data ?? answer.body.response;
};

test("whatever somebody has at hand finds it: a name, an address, a number, an amount, a part of an id; and only what is theirs", async () => {
  const customer = await post("/customers", {
    name: "Zainab Bello",
    email: "Zainab@Example.com",
    phone: "+2348031234567",
  });
  const payee = await post("/beneficiaries", {
    fname: "Kwame",
    lname: "Asante",
    country: "GH",
    currency: "GHS",
    account_type: "mobile_money",
    beneficiary_type: "individual",
    momo_details: { provider: "MTN", phone_number: "+233241239999" },
  });
  const link = await post(`/orgs/${app.callers.orgAdmin.orgId}/payment-links`, {
    amount: 25,
    currency: "GHS",
    amount_type: "fixed",
    description: "Invoice_77%",
  });
  const batch = await post("/payout-batches", {
    name: "Wages of June",
    rows: [{ beneficiary_id: payee.beneficiary_id, amount: 5, currency: "GHS" }],
  });
  const escrow = await post("/virtual-accounts/escrow", {
    title: "Bridge over the Volta",
    currency: "NGN",
    total_amount: 10,
  });
  const change = {
    amount: 1234.56,
    target_amount: 1234.56,
    client_reference: "order-9000",
    payer_details: { name: "Yaa Asantewaa", phone: "+233241234567" },
  };
  const payment = await post("/payments-init/initiate", mobileMoneyPayin("4567", change));
  await app.followed();
  for (const [q, type, id] of [
    ["zainab", "customer", customer.customer_id],
    ["ZAINAB@example.com", "customer", customer.customer_id],
    ["+234 803 123 4567", "customer", customer.customer_id],
    ["Kwame As", "beneficiary", payee.beneficiary_id],
    ["asante", "beneficiary", payee.beneficiary_id],
    ["+233241239999", "beneficiary", payee.beneficiary_id],
    ["invoice_77%", "payment_link", link.link_id],
    ["wages", "payout_batch", batch.batch_id],
    [batch.batch_id.slice(0, 13), "payout_batch", batch.batch_id],
    ["bridge", "escrow", escrow.escrow_id],
    ["order-9", "payment", payment.payment_id],
    ["yaa", "payment", payment.payment_id],
    ["1234.56", "payment", payment.payment_id],
    [payment.payment_id.slice(0, 20), "payment", payment.payment_id],
    [payment.payment_id, "payment", payment.payment_id],
  ] as const) {
    const found = await find(q);
    expect(
      found.map((hit) => `${hit.type} ${hit.id}`),
      q,
    ).toContain(`${type} ${id}`);
    expect(new Set(found.map((hit) => hit.id)).size, q).toBe(found.length);
    expect(
      (await find(q, app.callers.otherOrgAdmin)).map((hit) => hit.id),
      q,
    ).not.toContain(id);
  }
  expect(await find("%%")).toEqual([]);
  expect((await app.request(app.callers.orgViewer, "GET", "/search?q=x")).status).toBe(400);
});

test("no branch reads a table from end to end", async () => {
  await app.db.query(
    `INSERT INTO beneficiaries (org_id, beneficiary_id, beneficiary_of, account_type, beneficiary_type, country,
     currency, fname, lname, momo_details, created_at, updated_at)
     SELECT $1, gen_random_uuid(), $2, 'mobile_money', 'individual', 'GH', 'GHS', 'P' || n, 'L' || n,
       jsonb_build_object('phone_number', '+2332' || n), now(), now()
     FROM generate_series(1, 5000) AS n`,
    [app.callers.orgAdmin.orgId, app.callers.orgAdmin.userId],
  );
  await app.db.query("ANALYZE");
  const { from, to } = idRangeOf("0190aaaa");
  const literal = [`'${app.callers.orgAdmin.orgId}'`, "'p4711%'", "'p4711'", "'p4711'", `'${from}'`, `'${to}'`];
  const text = FIND_ANYTHING.replaceAll(/\$(\d)/g, (_, number: string) => literal[Number(number) - 1]!);
  const plan = await app.db.transaction(async (tx) => {
    await tx.query("SET LOCAL enable_seqscan = off");
    return tx.query<{ "QUERY PLAN": string }>(`EXPLAIN ${text}`);
  });
  const lines = plan.map((row) => row["QUERY PLAN"]).join("\n");
  expect(lines).not.toContain("Seq Scan");
  expect(lines).toContain("beneficiaries_by_last_name");
});
