import { fetch } from "undici";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { cellDigitsOf } from "@corridor/base/ids.ts";
import { type FakePaystack, startFakePaystack, TEST_KEY } from "@corridor/providers/paystack/paystack.fixtures.ts";
import type { DemoPerson } from "@corridor/server/commands/seed.ts";
import { verifyLedger } from "@corridor/server/record/ledger/verify-ledger.ts";
import { startTestApp, type TestApp, type TestCaller } from "../harness/app.ts";
import { mobileMoneyPayin } from "../harness/payments.ts";

/**
 * Accounts stand in the directory, and their payments in the cells: what is set up in one cell serves there alone, and
 * what is removed is not missed in another. Setting keys decides where money goes, so controls ask for a second person.
 */
type Tenant = {
  cell: number;
  orgId: string;
  first: TestCaller;
  second: TestCaller;
  key: TestCaller;
  fake: FakePaystack;
};

const ACCOUNT = "/payments/provider-accounts/paystack/main";
const keyOf = (cell: number): string => TEST_KEY.slice(0, -4) + String(cell).repeat(4);
let app: TestApp;
let tenants: Tenant[];

async function must(
  caller: TestCaller,
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) {
  const answer = await app.request(caller, method, path, body, headers);
  expect(answer.status, `${method} ${path} ${answer.text}`).toBeLessThan(300);
  return answer.body;
}

async function signIn({ email, password, user_id }: DemoPerson, orgId: string): Promise<TestCaller> {
  const answer = await fetch(`${app.origin}/identity/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password, org_id: orgId }),
  });
  const { token } = (await answer.json()) as { token: string };
  return { headers: { authorization: `Bearer ${token}`, "x-api-key": "NONE" }, orgId, userId: user_id };
}

async function createTenant(cell: number, people: readonly [DemoPerson, DemoPerson]): Promise<Tenant> {
  const { admin } = app.callers;
  const body = { name: `Tenant of cell ${cell}`, country: "GH", cell };
  const { org_id: orgId } = (
    await must(admin, "POST", "/organizations", body, { "idempotency-key": `own-account-${cell}` })
  ).data;
  for (const { user_id } of people)
    await must(admin, "POST", `/organizations/${orgId}/members`, { user_id, role: "org-admin" });
  const [first, second] = [await signIn(people[0], orgId), await signIn(people[1], orgId)];
  const { api_key } = (await must(first, "POST", "/public/api-keys", { name: "shop" })).data;
  const key = { headers: { authorization: "NONE", "x-api-key": api_key }, orgId, userId: first.userId };
  return { cell, orgId, first, second, key, fake: await startFakePaystack(app.clock, keyOf(cell)) };
}

beforeAll(async () => {
  app = await startTestApp({ cells: 3, settings: { ALLOW_INSECURE_WEBHOOKS: "true" } });
  const [ours, theirs] = app.demo.organizations;
  const people = [ours!.org_admin, theirs!.org_admin] as const;
  tenants = [await createTenant(0, people), await createTenant(1, people), await createTenant(2, people)];
  await must(app.callers.admin, "POST", "/payments/provider-configs", {
    provider: "paystack",
    country: "GH",
    payment_method: "mobile_money",
    direction: "inbound",
    priority: 0,
  });
  for (const { cell, first, fake } of tenants)
    await must(first, "PUT", ACCOUNT, { secret_key: keyOf(cell), base_url: fake.url });
});
afterAll(async () => {
  await Promise.all(tenants.map(({ fake }) => fake.close()));
  await app.close();
});
afterEach(async () => {
  for (const { cell } of tenants) expect((await verifyLedger(app.service.partsOf(cell).db)).broken).toBeNull();
});

const nameOf = ({ orgId }: Pick<Tenant, "orgId">): string => `paystack.main.${orgId.replaceAll("-", "")}`;
const pay = async ({ key }: Tenant) => {
  const body = mobileMoneyPayin("4567", { payer_details: { name: "Ama Owusu", email: "ama@example.com" } });
  return (await must(key, "POST", "/payments-init/initiate", body)).response as { transaction_id: string };
};
const read = (key: TestCaller, { transaction_id }: { transaction_id: string }) =>
  must(key, "GET", `/payments/transaction/${transaction_id}`);
const tell = (account: string, fake: FakePaystack, reference: string) => {
  const { rawBody, headers } = fake.tell("charge.success", reference);
  return app.request(null, "POST", `/callbacks/${account}`, rawBody.toString(), headers as Record<string, string>);
};

describe("own accounts of organizations in three cells", () => {
  test("are seen and used in their own cell, and a callback signed by another's keys reaches none of its payments", async () => {
    for (const tenant of tenants) {
      const listed = (await must(tenant.second, "GET", "/payments/provider-accounts")).data;
      expect(listed).toMatchObject([{ account: nameOf(tenant), org_id: tenant.orgId, state: "ready" }]);
    }
    const payments = await Promise.all(tenants.map(pay));
    for (const [index, tenant] of tenants.entries()) {
      const other = tenants[(index + 1) % tenants.length]!;
      const record = await read(tenant.key, payments[index]!);
      const reference = record.attempts[0].attempt_id as string;
      expect(cellDigitsOf(reference)).toBe(tenant.cell);
      expect(record).toMatchObject({ status: "pending", provider_account: nameOf(tenant) });
      expect(tenant.fake.transactions.has(reference)).toBe(true);
      // The other organization signs with its own keys, and may know this reference.
      other.fake.transactions.set(reference, { ...tenant.fake.transactions.get(reference) });
      expect((await tell(nameOf(tenant), other.fake, reference)).status).toBe(401);
      expect((await tell(nameOf(other), other.fake, reference)).status).toBe(200);
      expect((await read(tenant.key, payments[index]!)).status).toBe("pending");
      expect((await tell(nameOf(tenant), tenant.fake, reference)).status).toBe(200);
      expect((await read(tenant.key, payments[index]!)).status).toBe("completed");
      other.fake.transactions.delete(reference);
    }
    expect(tenants.map(({ fake }) => fake.transactions.size)).toEqual([1, 1, 1]);
    for (const tenant of tenants) {
      const floats = (await must(tenant.first, "GET", "/balances/float")).data;
      expect(floats).toMatchObject([{ provider: nameOf(tenant), currency: "GHS", expected: 1500 }]);
    }
  });

  test("are not forgotten while a payment is in progress there, whichever cell it stands in", async () => {
    for (const tenant of tenants) {
      const payment = await pay(tenant);
      expect((await app.request(tenant.first, "DELETE", ACCOUNT)).status).toBe(204);
      expect((await app.request(tenant.first, "DELETE", ACCOUNT)).status).toBe(409);
      const { attempts } = await read(tenant.key, payment);
      await tell(nameOf(tenant), tenant.fake, attempts[0].attempt_id);
      expect((await read(tenant.key, payment)).status).toBe("completed");
      // An archived account gets payments again when it is set up again.
      await must(tenant.first, "PUT", ACCOUNT, { secret_key: keyOf(tenant.cell), base_url: tenant.fake.url });
    }
  });
});

describe("an organization whose controls are on", () => {
  const another = (cell: number): string => TEST_KEY.slice(0, -4) + String(cell + 5).repeat(4);
  const changed = ({ cell, fake }: Tenant) => ({ secret_key: another(cell), base_url: fake.url });
  const asked = async (caller: TestCaller, method: string, body?: unknown): Promise<string> => {
    const answer = await app.request(caller, method, ACCOUNT, body);
    expect([answer.status, answer.body?.code], answer.text).toEqual([409, "APPROVAL_REQUIRED"]);
    return answer.body.approval_id;
  };
  const decide = (caller: TestCaller, approvalId: string) =>
    app.request(caller, "POST", `/approvals/${approvalId}/approve`, {});
  const accountOf = async ({ first }: Tenant) => (await must(first, "GET", "/payments/provider-accounts")).data[0];

  beforeAll(async () => {
    for (const { orgId, first } of tenants)
      await must(first, "PATCH", `/organizations/${orgId}`, { settings: { payout_review_above: { GHS: 10 } } });
  });

  test("has its keys changed by two of its people, in every cell: the approval itself makes the change, and shows no key", async () => {
    for (const tenant of tenants) {
      const approvalId = await asked(tenant.first, "PUT", changed(tenant));
      expect(await asked(tenant.first, "PUT", changed(tenant))).toBe(approvalId);
      expect((await decide(tenant.first, approvalId)).status).toBe(403);
      const stranger = tenants.find(({ cell }) => cell !== tenant.cell)!;
      expect((await decide(stranger.second, approvalId)).status).toBe(404);
      const payment = await pay(tenant);
      const shown = await app.request(tenant.second, "GET", `/approvals/${approvalId}`);
      expect(shown.body.data.request).toMatchObject({ account: nameOf(tenant), secrets: ["secret_key"] });
      expect(shown.text).not.toContain(another(tenant.cell));
      const kept = await app.service.partsOf(tenant.cell).db.query("SELECT to_jsonb(a) AS kept FROM approvals a");
      expect(kept.length).toBeGreaterThan(0);
      expect(JSON.stringify(kept)).not.toContain(another(tenant.cell));
      expect((await decide(tenant.second, approvalId)).body.data).toMatchObject({
        status: "used",
        outcome: { done: true },
      });
      // The payment under way was sent with the earlier keys; what is signed by them is not believed any more.
      const { attempts } = await read(tenant.key, payment);
      expect((await tell(nameOf(tenant), tenant.fake, attempts[0].attempt_id)).status).toBe(401);
      expect((await read(tenant.key, payment)).status).toBe("pending");
      const back = await asked(tenant.first, "PUT", { secret_key: keyOf(tenant.cell), base_url: tenant.fake.url });
      expect((await decide(tenant.second, back)).body.data.outcome).toMatchObject({ done: true });
      expect((await tell(nameOf(tenant), tenant.fake, attempts[0].attempt_id)).status).toBe(200);
      expect((await read(tenant.key, payment)).status).toBe("completed");
    }
  });

  test("has none taken away by one person", async () => {
    for (const tenant of tenants) {
      const approvalId = await asked(tenant.first, "DELETE");
      expect((await accountOf(tenant)).archived_at).toBeNull();
      expect((await decide(tenant.second, approvalId)).body.data.outcome).toMatchObject({ done: true });
      expect((await accountOf(tenant)).archived_at).not.toBeNull();
    }
  });
});
