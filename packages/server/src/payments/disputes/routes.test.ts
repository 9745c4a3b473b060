import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyLedger } from "#src/record/ledger/verify-ledger.ts";
import { startTestApp, type TestApp } from "@corridor/test/harness/app.ts";
import { mobileMoneyPayin } from "@corridor/test/harness/payments.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => {
  const report = await verifyLedger(app.db);
  await app.close();
  expect(report.broken).toBeNull();
});

const DAY_MS = 86_400_000;
const read = async (path: string) => (await app.request(app.callers.apiKey, "GET", path)).body;
const post = (path: string, body: object = {}) => app.request(app.callers.apiKey, "POST", path, body);
const balance = async () => (await read("/balances?currency=GHS")).data[0] as { available: number; reserved: number };
const atSandbox = (path: string, body: object) =>
  fetch(`${app.sandbox.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

/** A completed payin of 1500.00 GHS that is disputed; the balance is the one before the dispute. */
async function disputed(ending = "0011") {
  const { response } = (
    await app.request(app.callers.apiKey, "POST", "/payments-init/initiate", mobileMoneyPayin(ending))
  ).body;
  await app.advance(1_000);
  const before = await balance();
  await app.advance(1_000);
  const [dispute] = (await read(`/disputes?payment_id=${response.payment_id}`)).data;
  const change = async () => {
    const { available, reserved } = await balance();
    return {
      available: Number((available - before.available).toFixed(2)),
      reserved: Number((reserved - before.reserved).toFixed(2)),
    };
  };
  const eventTypes = async () =>
    (
      await app.db.query<{ type: string }>(
        "SELECT unnest(types) AS type FROM events WHERE resource_id = $1 ORDER BY sequence",
        [dispute.dispute_id],
      )
    ).map(({ type }) => type);
  return {
    dispute,
    id: dispute.dispute_id as string,
    payment: response,
    change,
    eventTypes,
    now: async () => (await read(`/disputes/${dispute.dispute_id}`)).data,
  };
}

test("a signed event opens a dispute: record, event, held money, bell and e-mail; the payment keeps its status", async () => {
  const { dispute, payment, change, eventTypes, now } = await disputed();
  expect(dispute).toMatchObject({
    status: "needs_response",
    provider: "fiat",
    payment_id: payment.payment_id,
    amount: 1500,
    fee: 15,
    currency: "GHS",
  });
  expect(new Date(dispute.respond_by).getTime()).toBeGreaterThan(app.clock.now().getTime() + 6 * DAY_MS);
  expect(await change()).toEqual({ available: -1515, reserved: 1515 });
  expect(await eventTypes()).toEqual(["dispute.opened"]);
  expect(await now()).toMatchObject({ actions: ["submit", "accept"], evidence: [] });
  const record = (await read(`/payments/${payment.payment_id}`)).data;
  expect(record).toMatchObject({
    status: "completed",
    dispute: { dispute_id: dispute.dispute_id, status: "needs_response" },
  });
  expect(record.actions).not.toContain("refund");
  expect((await post(`/payments/${payment.payment_id}/refund`, { reason: "twice" })).status).toBe(409);
  const told = await app.db.query(
    `SELECT n.title FROM notifications n JOIN email_outbox e ON e.email_id = n.email_id
      WHERE n.data ->> 'dispute_id' = $1`,
    [dispute.dispute_id],
  );
  expect(told.length).toBeGreaterThan(0);
});

test("evidence is collected, submitted once, and wins: the money is back", async () => {
  const { id, payment, change, eventTypes, now } = await disputed();
  expect((await post(`/disputes/${id}/submit`)).status).toBe(409);
  expect((await post(`/disputes/${id}/evidence`, { name: "receipt", text: "Signed by the payer." })).status).toBe(201);
  const file = { name: "photo", content_type: "image/png", content: Buffer.from("not really").toString("base64") };
  expect((await post(`/disputes/${id}/evidence`, file)).body.data).toMatchObject({
    name: "photo",
    text: null,
    size: 10,
  });
  expect((await post(`/disputes/${id}/submit`)).body.data).toMatchObject({
    status: "under_review",
    actions: [],
    evidence: [{}, {}],
  });
  expect((await post(`/disputes/${id}/submit`)).status).toBe(409);
  expect((await post(`/disputes/${id}/evidence`, { name: "late", text: "too late" })).status).toBe(409);
  await app.advance(1_000);
  expect(await now()).toMatchObject({ status: "won", fee: 0 });
  expect(await change()).toEqual({ available: 0, reserved: 0 });
  expect(await eventTypes()).toEqual(["dispute.opened", "dispute.under_review", "dispute.won"]);
  expect((await read(`/payments/${payment.payment_id}`)).data).toMatchObject({
    dispute: { status: "won" },
    actions: ["refund"],
  });
});

test("a lost dispute takes amount and fee for good", async () => {
  const { id, change, eventTypes, now } = await disputed();
  await post(`/disputes/${id}/evidence`, { name: "note", text: "we will lose this" });
  await post(`/disputes/${id}/submit`);
  await app.advance(1_000);
  expect(await now()).toMatchObject({ status: "lost", fee: 15 });
  expect(await change()).toEqual({ available: -1515, reserved: 0 });
  expect(await eventTypes()).toEqual(["dispute.opened", "dispute.under_review", "dispute.lost"]);
});

test("an accepted dispute is over", async () => {
  const { id, change, eventTypes } = await disputed();
  expect((await post(`/disputes/${id}/accept`)).body.data).toMatchObject({ status: "accepted", actions: [] });
  expect((await post(`/disputes/${id}/accept`)).status).toBe(409);
  expect(await change()).toEqual({ available: -1515, reserved: 0 });
  expect(await eventTypes()).toEqual(["dispute.opened", "dispute.accepted"]);
});

test("a bank that takes its money back after a won dispute is booked, and what cannot follow is for a person", async () => {
  const { dispute, payment, change, now } = await disputed();
  const decide = async (status: string) => {
    await atSandbox(`/disputes/${dispute.provider_dispute_id}`, { provider: "fiat", status });
    await app.advance(1);
  };
  await decide("won");
  await decide("lost");
  expect(await now()).toMatchObject({ status: "lost" });
  expect((await change()).available).toBe(-1500);
  await decide("won");
  expect(await now()).toMatchObject({ status: "lost" });
  const items = (await read(`/payments/reconciliation-items?payment_id=${payment.payment_id}`)).data;
  expect(items).toMatchObject([{ kind: "contradicts_dispute" }]);
});

test("a refund on the provider's own dashboard is booked as a refund of nobody here, once, and the rest can still be refunded", async () => {
  const { response } = (await app.request(app.callers.apiKey, "POST", "/payments-init/initiate", mobileMoneyPayin()))
    .body;
  await app.advance(1_000);
  const before = await balance();
  const { attempts } = (await read(`/payments/${response.payment_id}`)).data;
  await atSandbox("/refunds", { provider: "fiat", reference: attempts[0].attempt_id, amount: "500.00" });
  await app.advance(1);
  const refunds = async () => (await read(`/payments/${response.payment_id}/refunds`)).data;
  expect(await refunds()).toMatchObject([{ status: "completed", amount: 500, requested_by: null, provider: "fiat" }]);
  expect((await balance()).available).toBeCloseTo(before.available - 500, 2);
  expect((await post(`/payments/${response.payment_id}/refund`, { amount: 1_001, reason: "too much" })).status).toBe(
    409,
  );
  await atSandbox("/refunds", { provider: "fiat", reference: attempts[0].attempt_id, amount: "1000.00" });
  await app.advance(1);
  expect((await read(`/payments/${response.payment_id}`)).data.status).toBe("refunded");
  expect(await refunds()).toHaveLength(2);
  // More than was paid: the money is gone at the provider, and a person is asked to look.
  await atSandbox("/refunds", { provider: "fiat", reference: attempts[0].attempt_id, amount: "1.00" });
  await app.advance(1);
  expect(await refunds()).toHaveLength(2);
  expect((await read(`/payments/reconciliation-items?payment_id=${response.payment_id}`)).data).toMatchObject([
    { kind: "refunded_elsewhere" },
  ]);
});

test("a dispute that comes before its payment's completion asks the provider about the payment, and is booked", async () => {
  const { response } = (await post("/payments-init/initiate", mobileMoneyPayin("0009"))).body;
  await app.advance(1_000);
  const payment = async () => (await read(`/payments/${response.payment_id}`)).data;
  expect((await payment()).status).toBe("pending");
  expect(
    (await atSandbox("/disputes", { provider: "fiat", reference: (await payment()).attempts[0].attempt_id })).status,
  ).toBe(201);
  await app.advance(1_000);
  expect(await payment()).toMatchObject({ status: "completed", dispute: { status: "needs_response" } });
});

test("the fault mode `dispute` lets the payers of a share dispute what they paid", async () => {
  await atSandbox("/faults", { provider: "fiat", mode: "dispute", share: 0.5, seconds: 60 });
  const before = (await read("/disputes?limit=100")).data.length;
  await Promise.all(
    Array.from({ length: 4 }, () =>
      app.request(app.callers.apiKey, "POST", "/payments-init/initiate", mobileMoneyPayin()),
    ),
  );
  await app.advance(1_000);
  await app.advance(1_000);
  expect((await read("/disputes?limit=100")).data.length - before).toBe(2);
  await fetch(`${app.sandbox.url}/faults`, { method: "DELETE" });
});

test("disputes are filtered by status, provider and payment, and another organization sees none of them", async () => {
  const { id, payment } = await disputed();
  const ids = async (query: string) =>
    (await read(`/disputes?limit=100&${query}`)).data.map((one: { dispute_id: string }) => one.dispute_id);
  expect(await ids("status=needs_response")).toContain(id);
  expect(await ids("status=won")).not.toContain(id);
  expect(await ids("provider=hybrid")).toEqual([]);
  expect(await ids(`payment_id=${payment.payment_id}`)).toEqual([id]);
  expect((await app.request(app.callers.apiKey, "GET", "/disputes?payment_id=order-77")).status).toBe(400);
  expect((await app.request(app.callers.otherOrgAdmin, "GET", `/disputes/${id}`)).status).toBe(404);
  expect((await app.request(app.callers.otherOrgAdmin, "GET", "/disputes")).body.data).toEqual([]);
  expect((await app.request(app.callers.orgViewer, "POST", `/disputes/${id}/accept`, {})).status).toBe(403);
});

test.each([
  [{ name: "x" }, "either text"],
  [{ name: "x", text: "a", content: "YQ==", content_type: "image/png" }, "either text"],
  [{ name: "x", content: "YQ==" }, "content_type"],
  [{ name: "x", content: "not base64!", content_type: "image/png" }, "base64"],
])("evidence %j is refused with what to mend", async (body, message) => {
  const { id } = await disputed();
  const answer = await post(`/disputes/${id}/evidence`, body);
  expect([answer.status, answer.text.includes(message)]).toEqual([400, true]);
});

/** At the end of the file, because signed-in people have been signed out by then. */
test("an organization is reminded once before the deadline; what nobody answers expires, and 'lost' from the provider changes nothing more", async () => {
  const { id, change, eventTypes, now } = await disputed();
  const reminders = () =>
    app.db.query("SELECT 1 FROM notifications WHERE type = 'dispute.deadline' AND data ->> 'dispute_id' = $1", [id]);
  await app.run("dispute-deadlines");
  expect(await reminders()).toEqual([]);
  await app.advance(6 * DAY_MS);
  await app.run("dispute-deadlines");
  const told = (await reminders()).length;
  expect(told).toBeGreaterThan(0);
  await app.run("dispute-deadlines");
  expect((await reminders()).length).toBe(told);
  app.clock.advance(DAY_MS);
  await app.run("dispute-deadlines");
  expect(await now()).toMatchObject({ status: "expired", actions: [] });
  await app.advance(1_000);
  expect(await now()).toMatchObject({ status: "expired" });
  expect((await change()).available).toBe(-1515);
  expect(await eventTypes()).toEqual(["dispute.opened", "dispute.expired"]);
});
