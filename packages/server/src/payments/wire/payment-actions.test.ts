import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ACCESS } from "#src/access.ts";
import type { Caller } from "#src/kernel/http/caller.ts";
import { newId } from "@corridor/base/ids.ts";
import { startTestApp, type TestApp, type TestCaller } from "@corridor/test/harness/app.ts";
import { bankPayin, bankPayout, cardPayin, mobileMoneyPayin } from "@corridor/test/harness/payments.ts";
import { actorFor, PAYMENT_ACTIONS, ROUTE_OF_ACTION } from "./payment-actions.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Initiated = { payment_id: string; transaction_id: string };
const initiate = async (body: object, caller: TestCaller = app.callers.apiKey): Promise<Initiated> =>
  (await app.request(caller, "POST", "/payments-init/initiate", body)).body.response;
const actionsFor = async (caller: TestCaller, { payment_id }: Initiated): Promise<string[]> =>
  (await app.request(caller, "GET", `/payments/${payment_id}`)).body.data.actions;
const act = async ({ payment_id }: Initiated, body: object) =>
  (await app.request(app.callers.apiKey, "POST", `/payments-init/${payment_id}/action`, body)).status;

test("every action is done by a route of the access table", () => {
  for (const action of PAYMENT_ACTIONS) expect(ACCESS).toHaveProperty([ROUTE_OF_ACTION[action]]);
});

describe("a record shows what its reader may do now:", () => {
  test("a one-time password is submitted or sent again, and the payment canceled, by whoever may work with payments", async () => {
    const payment = await initiate(mobileMoneyPayin("0001"));
    expect(await actionsFor(app.callers.orgMember, payment)).toEqual(["submit_otp", "resend_otp", "cancel"]);
    for (const reader of [app.callers.orgViewer, app.callers.staff])
      expect(await actionsFor(reader, payment)).toEqual([]);
    expect(await act(payment, { action: "submit_otp", otp: "123456" })).toBe(200);
    expect(await actionsFor(app.callers.apiKey, payment)).toEqual([]);
    expect(await act(payment, { action: "cancel" })).toBe(409);
  });

  test("a payment is canceled until money arrives for it, and the provider is not asked to cancel it then", async () => {
    const payment = await initiate(bankPayin());
    expect(await actionsFor(app.callers.apiKey, payment)).toEqual(["cancel"]);
    const { attempts } = (await app.request(app.callers.apiKey, "GET", `/payments/${payment.payment_id}`)).body.data;
    await app.db.query(
      `UPDATE payments SET progress = (progress::jsonb || '{"received_amount":"1.00"}')::json,
        event_sequence = event_sequence + 1 WHERE payment_id = $1`,
      [payment.payment_id],
    );
    expect(await actionsFor(app.callers.apiKey, payment)).toEqual([]);
    expect(await act(payment, { action: "cancel" })).toBe(409);
    const journal = (await (
      await fetch(`${app.sandbox.url}/journal`, { headers: { authorization: `Bearer ${app.sandbox.key}` } })
    ).json()) as {
      operations: { reference: string; status: string }[];
    };
    expect(journal.operations.find(({ reference }) => reference === attempts[0].attempt_id)).toMatchObject({
      status: "pending",
    });
  });

  test("a completed payin is refunded by an administrator or whoever was granted it, until all of it is given back", async () => {
    const payment = await initiate(cardPayin());
    await app.advance(1_000);
    const { orgAdmin, orgMember } = app.callers;
    expect(await actionsFor(orgAdmin, payment)).toEqual(["refund"]);
    expect(await actionsFor(orgMember, payment)).toEqual([]);
    const permissions = `/organizations/${orgAdmin.orgId}/members/${orgMember.userId}/permissions`;
    expect((await app.request(orgAdmin, "POST", permissions, { permission: "refunds:write" })).status).toBe(201);
    expect(await actionsFor(orgMember, payment)).toEqual(["refund"]);
    await app.request(orgAdmin, "DELETE", `${permissions}?permission=refunds:write`);
    expect(
      (await app.request(orgAdmin, "POST", `/payments/${payment.payment_id}/refund`, { reason: "returned" })).status,
    ).toBe(201);
    expect(await actionsFor(orgAdmin, payment)).toEqual([]);
  });

  test("a payout is approved or rejected by a second person who may; the answer says what is left to do", async () => {
    const orgId = app.callers.apiKey.orgId!;
    await app.db.transaction(async (tx) => {
      await tx.query(
        `UPDATE organizations SET settings = '{"payout_review_above":{"NGN":"700.00"}}' WHERE org_id = $1`,
        [orgId],
      );
      tx.notify("organizations", orgId);
    });
    const { orgAdmin, orgMember, admin } = app.callers;
    const payout = bankPayout(app.demo.organizations[0]!.beneficiary_id);
    const [theirs, own] = [await initiate(payout, orgMember), await initiate(payout, orgAdmin)];
    expect(await actionsFor(orgAdmin, theirs)).toEqual(["approve", "reject"]);
    for (const [reader, payment] of [
      [orgMember, theirs],
      [orgAdmin, own],
    ] as const)
      expect(await actionsFor(reader, payment)).toEqual([]);
    expect(await actionsFor(admin, own)).toEqual(["approve", "reject"]);
    const { body } = await app.request(orgAdmin, "POST", `/payments/${theirs.payment_id}/review`, {
      decision: "reject",
    });
    expect(body.data).toMatchObject({ status: "rejected", actions: [] });
  });

  test("an admin settles what the manual provider holds; it takes no cancellation", async () => {
    const { admin, apiKey } = app.callers;
    const corridor = { country: "NG", payment_method: "bank_transfer", direction: "inbound", priority: 0 };
    const config = await app.request(admin, "POST", "/payments/provider-configs", {
      provider: "manual",
      ...corridor,
      org_id: apiKey.orgId,
    });
    const payment = await initiate(bankPayin());
    await app.request(admin, "DELETE", `/payments/provider-configs/manual/${config.body.data.config_id}`);
    expect(await actionsFor(admin, payment)).toEqual(["settle"]);
    expect(await actionsFor(app.callers.orgAdmin, payment)).toEqual([]);
    const settled = await app.request(admin, "POST", `/payments/${payment.payment_id}/settle`, {
      status: "completed",
      comment: "seen on the statement",
    });
    expect(settled.body.data).toMatchObject({ status: "completed", actions: [] });
  });

  test("a ramp is canceled while it is collected, and never refunded or reviewed", async () => {
    const { body: rate } = await app.request(
      app.callers.apiKey,
      "GET",
      "/organizations/admin/exchange-rate?fromCurrency=NGN&toCurrency=USDT",
    );
    const ramp = await app.request(app.callers.apiKey, "POST", "/payments-init/ramp", {
      fiat_currency: "NGN",
      fiat_amount: 100_000,
      client_rate: rate.data.rate,
      crypto_currency: "USDT",
      crypto_network: "TRON",
      country: "NG",
      wallet_address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
      bank_details: { account_number: "0123456784", bank_code: "044" },
    });
    expect([ramp.status, ramp.body.response.payment_id]).toEqual([200, expect.any(String)]);
    expect(await actionsFor(app.callers.orgAdmin, ramp.body.response)).toEqual(["cancel"]);
  });
});

test("every read shows the same actions; an event has none", async () => {
  const { apiKey } = app.callers;
  const payment = await initiate(mobileMoneyPayin("0001", { client_reference: newId() }));
  const one = (await app.request(apiKey, "GET", `/payments/${payment.payment_id}`)).body.data;
  expect(one.actions).toEqual(["submit_otp", "resend_otp", "cancel"]);
  expect((await app.request(apiKey, "GET", `/payments/transaction/${payment.transaction_id}`)).body).toEqual(one);
  expect(
    (await app.request(apiKey, "GET", `/transactions?client_reference=${one.client_reference}`)).body.data,
  ).toEqual([one]);
  const events = (await app.request(apiKey, "GET", `/events?resource_id=${payment.payment_id}`)).body.data as {
    data: object;
  }[];
  expect(events.length).toBeGreaterThan(0);
  for (const event of events) expect(event.data).not.toHaveProperty("actions");
});

test("what staff may do as a member of one organization is not shown on payments of another that they may merely read", () => {
  const caller: Caller = {
    kind: "jwt",
    credentialId: "c",
    userId: "u",
    orgId: "ours",
    platformRole: "staff",
    role: "org-admin",
    permissions: new Set(),
    features: new Set(["payments"]),
  };
  const may = (changed: Partial<Caller>, orgId: string) =>
    PAYMENT_ACTIONS.filter((action) => actorFor({ ...caller, ...changed }, ACCESS).mayCall(action, orgId));
  expect(may({}, "ours")).toEqual(PAYMENT_ACTIONS.filter((action) => action !== "settle"));
  expect(may({}, "theirs")).toEqual([]);
  expect(may({ features: new Set() }, "ours")).toEqual(["submit_otp", "resend_otp", "cancel"]);
  expect(may({ platformRole: "admin", orgId: null, role: null }, "theirs")).toEqual(PAYMENT_ACTIONS);
});
