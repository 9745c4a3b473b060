import { afterAll, beforeAll, expect, test } from "vitest";
import { createCustomer } from "@corridor/server/parties/customers/write-customer.ts";
import { newId } from "@corridor/base/ids.ts";
import { startTestApp, type TestApp } from "#test/harness/app.ts";
import { callerOf } from "#test/harness/module-server.ts";
import { bankPayin, mobileMoneyPayin } from "#test/harness/payments.ts";

/** Customers: what belongs to them, what a merge joins, and what an erasure removes and keeps. */
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const key = () => app.callers.apiKey;
const admin = () => app.callers.orgAdmin;
const create = async (body: object, caller = key()) =>
  (await app.request(caller, "POST", "/customers", body)).body.data;
const read = async (id: string) => (await app.request(key(), "GET", `/customers/${id}`)).body.data;
const initiate = (body: object) => app.request(key(), "POST", "/payments-init/initiate", body);
const paid = async (customer_id: string, change = {}) => {
  const { payer_details: _, ...body } = mobileMoneyPayin("4567", { customer_id, ...change });
  return (await initiate(body)).body.response;
};
const paymentsOf = async (id: string) => {
  await app.followed();
  return (await app.request(key(), "GET", `/transactions?customer_id=${id}`)).body.data.map(
    (one: { payment_id: string }) => one.payment_id,
  );
};

test("a customer is kept, found and changed by its organization alone, and leaves out what it does not know", async () => {
  const ama = await create({
    name: "Ama Owusu",
    phone: "+233 24 123 4567",
    reference: "crm-1",
    metadata: { tier: 1, shop: "Accra" },
  });
  expect(ama).toMatchObject({ name: "Ama Owusu", phone: "+233241234567", status: "active" });
  expect(Object.keys(ama)).not.toContain("email");
  const changed = await app.request(key(), "PATCH", `/customers/${ama.customer_id}`, {
    email: "Ama@example.com",
    phone: null,
    metadata: { tier: null },
  });
  expect(changed.body.data).toMatchObject({ email: "Ama@example.com", metadata: { shop: "Accra" } });
  for (const query of ["email=ama@EXAMPLE.com", "reference=crm-1"])
    expect((await app.request(key(), "GET", `/customers?${query}`)).body.data).toEqual([changed.body.data]);
  const again = await app.request(key(), "POST", "/customers", { reference: "crm-1" });
  expect([again.status, again.body.code]).toEqual([409, "REFERENCE_USED"]);
  expect((await app.request(app.callers.otherApiKey, "GET", `/customers/${ama.customer_id}`)).status).toBe(404);
  expect((await app.request(app.callers.otherApiKey, "POST", "/customers", { reference: "crm-1" })).status).toBe(201);
  expect(
    (await app.request(app.callers.orgViewer, "PATCH", `/customers/${ama.customer_id}`, { name: "x" })).status,
  ).toBe(403);
  expect((await app.request(key(), "POST", "/customers", { phone: "024 123" })).body.details[0].path).toBe("phone");
});

test("of customers that are created at the same moment one whose reference is used is refused alone, and a repeat finds its own", async () => {
  const orgId = key().orgId!;
  const caller = callerOf({ orgId });
  const ids = Array.from({ length: 5 }, () => newId());
  const made = (references: readonly string[]) =>
    Promise.allSettled(
      ids.map((customerId, index) =>
        createCustomer(app, { caller, id: "together" }, { orgId, customerId }, { reference: references[index]! }),
      ),
    );
  expect((await made(["t0", "t1", "t2", "t3", "t4"])).map(({ status }) => status)).toEqual(Array(5).fill("fulfilled"));
  expect(await made(["t0", "changed", "t2", "t3", "t4"])).toMatchObject(
    ids.map((_, index) => ({ value: { reference: `t${index}` } })),
  );
  ids.splice(0, 5, ...ids.map(() => newId()));
  expect(await made(["t5", "t6", "t0", "t7", "t8"])).toMatchObject([
    {},
    {},
    { reason: { code: "REFERENCE_USED" } },
    {},
    {},
  ]);
  const audited = await app.db.query(
    "SELECT DISTINCT resource_id FROM audit_log WHERE request_id = 'together' AND action = 'customer.created'",
  );
  expect(audited).toHaveLength(9);
});

test("a payin takes from its customer what its payer details leave out; a customer of somebody else is none", async () => {
  const { customer_id } = await create({ name: "Kofi Boateng", email: "kofi@example.com" });
  const record = async (id: string) => (await app.request(key(), "GET", `/payments/${id}`)).body.data;
  expect(await record((await paid(customer_id)).payment_id)).toMatchObject({
    customer_id,
    payer_details: { name: "Kofi Boateng", email: "kofi@example.com" },
  });
  const other = await initiate(
    mobileMoneyPayin("4567", { customer_id, payer_details: { name: "Kofi B.", email: null } }),
  );
  expect((await record(other.body.response.payment_id)).payer_details).toEqual({
    name: "Kofi B.",
    email: "kofi@example.com",
  });
  const foreign = await create({ name: "Efe" }, app.callers.otherApiKey);
  for (const wrong of [foreign.customer_id, "nobody"])
    expect((await initiate(mobileMoneyPayin("4567", { customer_id: wrong }))).body.details?.[0].path).toBe(
      "customer_id",
    );
});

test("a payin takes any of its payer details, alone and together, with a customer and without", async () => {
  const { customer_id } = await create({ name: "Kofi Boateng", email: "kofi@example.com", phone: "+233241230001" });
  const stored = { name: "Kofi B.", email: "own@example.com", phone: "+233241230002" };
  const passedOn = {
    address: { line1: "1 High Street", country: "GH" },
    device: { ip_address: "192.0.2.1" },
    unknown: 5,
  };
  const fields = Object.entries({ ...stored, ...passedOn });
  const subsets = Array.from({ length: 2 ** fields.length }, (_, n) =>
    Object.fromEntries(fields.filter((_field, bit) => n & (1 << bit))),
  );
  for (const payer_details of subsets) {
    const given = Object.fromEntries(Object.entries(payer_details).filter(([name]) => name in stored));
    const { status, text, body } = await initiate(mobileMoneyPayin("4567", { customer_id, payer_details }));
    expect(status, `${JSON.stringify(payer_details)}: ${text}`).toBe(200);
    const { data } = (await app.request(key(), "GET", `/payments/${body.response.payment_id}`)).body;
    expect(data.payer_details).toEqual({
      name: "Kofi Boateng",
      email: "kofi@example.com",
      phone: "+233241230001",
      ...given,
    });
    const alone = await initiate(mobileMoneyPayin("4567", { payer_details }));
    expect(alone.status, alone.text).toBe("name" in given && ("email" in given || "phone" in given) ? 200 : 400);
  }
});

test("a user has an account for each customer and currency, and customers list theirs", async () => {
  const { customer_id } = await create({ name: "Ama Owusu" });
  const open = (change: object) =>
    app.request(admin(), "POST", "/virtual-accounts/internal/bank", {
      org_id: admin().orgId,
      user_id: admin().userId,
      currency: "NGN",
      ...change,
    });
  const [own, first, second, free] = [
    await open({}),
    await open({ customer_id }),
    await open({ customer_id }),
    await open({ customer_id: "their-own-id" }),
  ];
  expect([own.status, first.status, second.status, free.status]).toEqual([201, 201, 409, 201]);
  expect((await open({})).status).toBe(409);
  const accounts = (await app.request(key(), "GET", `/virtual-accounts?customer_id=${customer_id}`)).body.data;
  expect(accounts.map((one: { account_id: string }) => one.account_id)).toEqual([first.body.data.account_id]);
});

test("a merged customer stands for its survivor, in payments before and after, however often", async () => {
  const [a, b, c] = [
    await create({ name: "A", reference: "a" }),
    await create({ email: "b@example.com" }),
    await create({ country: "GH" }),
  ];
  const ofA = (await initiate(mobileMoneyPayin("4567", { customer_id: a.customer_id }))).body.response.payment_id;
  const merge = (from: string, into: string) => app.request(admin(), "POST", `/customers/${from}/merge`, { into });
  expect((await merge(a.customer_id, b.customer_id)).body.data).toMatchObject({
    customer_id: b.customer_id,
    name: "A",
    email: "b@example.com",
  });
  expect((await merge(b.customer_id, c.customer_id)).body.data).toMatchObject({
    name: "A",
    email: "b@example.com",
    country: "GH",
  });
  expect([(await read(a.customer_id)).merged_into, (await read(b.customer_id)).merged_into]).toEqual([
    c.customer_id,
    c.customer_id,
  ]);
  const after = (await paid(a.customer_id)).payment_id;
  expect(await paymentsOf(c.customer_id)).toEqual([after, ofA]);
  for (const [from, into] of [
    [a.customer_id, c.customer_id],
    [c.customer_id, a.customer_id],
  ])
    expect((await merge(from, into)).status).toBe(409);
  expect((await merge(c.customer_id, c.customer_id)).status).toBe(400);
  expect((await app.request(key(), "PATCH", `/customers/${a.customer_id}`, { name: "x" })).status).toBe(409);
  // Both are erased, because they represented the same person.
  expect((await app.request(admin(), "DELETE", `/customers/${c.customer_id}`)).status).toBe(204);
  expect(await read(a.customer_id)).toMatchObject({ status: "merged", metadata: {} });
  expect(Object.keys(await read(a.customer_id))).not.toContain("name");
});

test("an erased customer leaves amounts and ids behind, and no trace of the person, once its payments have ended", async () => {
  const person = { name: "Yaw Asantewaa", email: "yaw.asantewaa@example.com", phone: "+233207778889" };
  const { customer_id } = await create({ ...person, metadata: { born: "1990-01-01" } });
  const finished = await paid(customer_id, {
    description: "For Yaw Asantewaa",
    metadata: { born: "1990-01-01" },
    mobile_money_details: { provider: "MTN", phone_number: person.phone },
  });
  const open = (await initiate(bankPayin("6784", { customer_id, payer_details: person }))).body.response;
  await app.advance(1_000);
  const refund = { amount: 1, reason: "Mrs Asantewaa has paid twice" };
  await app.request(admin(), "POST", `/payments/${finished.payment_id}/refund`, refund);
  await app.advance(1_000);
  const before = (await app.request(key(), "GET", `/payments/${finished.payment_id}`)).body.data;
  expect(before.status).toBe("completed");
  const filed = await app.request(admin(), "POST", "/exports", { kind: "transactions", format: "csv" });
  await app.run("exports");
  const { export_id } = filed.body.data;
  const { download_url } = (await app.request(admin(), "GET", `/exports/${export_id}`)).body.data;
  const exported = () => app.request(null, "GET", new URL(download_url).pathname.replace("/v1", ""));
  expect((await exported()).text).toContain("Asantewaa");
  const tables = await app.db.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition
       AND relnamespace IN ('public'::regnamespace, 'cell_0'::regnamespace) ORDER BY relname`,
  );
  const traces = async () => {
    const found: string[] = [];
    for (const { name } of tables) {
      const [row] = await app.db.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM ${name} AS t WHERE t::text ~* 'asantewaa|233207778889|1990-01-01'`,
      );
      if (row!.n > 0) found.push(name);
    }
    return found;
  };
  await app.followed();
  expect(await traces()).toEqual(["customers", "events", "payment_search_keys", "payments", "refunds"]);

  expect((await app.request(app.callers.orgMember, "DELETE", `/customers/${customer_id}`)).status).toBe(403);
  expect((await app.request(admin(), "DELETE", `/customers/${customer_id}`)).status).toBe(204);
  expect(await read(customer_id)).toMatchObject({ status: "erasing" });
  expect((await initiate(mobileMoneyPayin("4567", { customer_id }))).status).toBe(400);
  await app.run("customer-erasure");
  await app.advance(11 * 60_000);
  await app.run("customer-erasure");
  expect((await read(customer_id)).status).toBe("erasing"); // A payment is still open, and its payer needs the data.
  expect(
    (await app.request(key(), "POST", `/payments-init/${open.payment_id}/action`, { action: "cancel" })).status,
  ).toBe(200);
  await app.run("customer-erasure");
  await app.followed();
  await app.run("customer-erasure");
  expect([(await read(customer_id)).status, await traces()]).toEqual(["erased", []]);
  expect((await exported()).status).toBe(404);
  expect(await app.db.query("SELECT part FROM export_parts WHERE export_id = $1", [export_id])).toEqual([]);
  expect((await app.request(admin(), "GET", `/exports/${export_id}`)).body.data.status).toBe("expired");

  const after = (await app.request(key(), "GET", `/payments/${finished.payment_id}`)).body.data;
  const kept = [
    "payment_id",
    "transaction_id",
    "status",
    "amount",
    "currency",
    "total_fees",
    "customer_id",
    "client_reference",
    "attempts",
    "timeline",
  ];
  for (const field of kept) expect([field, after[field]]).toEqual([field, before[field]]);
  expect(after).toMatchObject({ payer_details: {}, mobile_money_details: {}, metadata: {}, description: null });
  expect(
    (await app.request(admin(), "POST", `/payments/${finished.payment_id}/refund`, { reason: "returned" })).status,
  ).toBe(201);
  await expect(app.db.query("UPDATE events SET payload = ''")).rejects.toThrow("append-only");
});
