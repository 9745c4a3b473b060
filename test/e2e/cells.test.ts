import { createHmac } from "node:crypto";
import { connect } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fetch } from "undici";
import { verifyBooks } from "@corridor/server/commands/verify-books.ts";
import { cellDigitsOf, inCell, newId } from "@corridor/base/ids.ts";
import type { DemoPerson } from "@corridor/server/commands/seed.ts";
import { startTestApp, type TestApp, type TestCaller } from "#test/harness/app.ts";
import { IS_ON_CITUS } from "#test/harness/citus.ts";
import { mobileMoneyPayin } from "#test/harness/payments.ts";
import { startReceiver, type Receiver } from "#test/harness/receiver.ts";

/** Three cells: an organization's data is visible to itself and to the platform, and stays in its cell. */
type Tenant = { cell: number; orgId: string; person: TestCaller; key: TestCaller };

/** As many as admission.ts lets in at once, into all cells of a process together. */
const MAX_IN_FLIGHT = 2_000;

let app: TestApp;
let hooks: Receiver;
let tenants: Tenant[];

async function must(
  caller: TestCaller | null,
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<any> {
  const answer = await app.request(caller, method, path, body, headers);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
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

async function createTenant(cell: number, person: DemoPerson): Promise<Tenant> {
  const body = { name: `Tenant of cell ${cell}`, country: "GH", cell };
  const { org_id: orgId } = (
    await must(app.callers.admin, "POST", "/organizations", body, { "idempotency-key": `tenant-${cell}` })
  ).data;
  await must(app.callers.admin, "POST", `/organizations/${orgId}/members`, {
    user_id: person.user_id,
    role: "org-admin",
  });
  const member = await signIn(person, orgId);
  const { api_key } = (await must(member, "POST", "/public/api-keys", { name: "shop" })).data;
  return {
    cell,
    orgId,
    person: member,
    key: { headers: { authorization: "NONE", "x-api-key": api_key }, orgId, userId: person.user_id },
  };
}

async function pay(key: TestCaller): Promise<string> {
  return (await must(key, "POST", "/payments-init/initiate", mobileMoneyPayin())).response.payment_id;
}

beforeAll(async () => {
  app = await startTestApp({ cells: 3, settings: { ALLOW_INSECURE_WEBHOOKS: "true" } });
  hooks = await startReceiver({ tls: false });
  const [ours, theirs] = app.demo.organizations;
  tenants = [
    { cell: 0, orgId: ours!.org_id, person: app.callers.orgAdmin, key: app.callers.apiKey },
    await createTenant(1, theirs!.org_admin),
    await createTenant(2, ours!.org_admin),
  ];
});
afterAll(async () => {
  await app.close();
  await hooks.close();
});

describe("an organization in a cell", () => {
  test("has all of its things there, each with an id of its cell", async () => {
    for (const { cell, orgId, key } of tenants) {
      const paymentId = await pay(key);
      expect([cellDigitsOf(orgId), cellDigitsOf(paymentId)]).toEqual([cell, cell]);
      const rows = await Promise.all(
        [0, 1, 2].map((one) =>
          app.service.partsOf(one).db.query("SELECT FROM payments WHERE payment_id = $1", [paymentId]),
        ),
      );
      expect(rows.map(({ length }) => length)).toEqual([0, 1, 2].map((one) => (one === cell ? 1 : 0)));
    }
  });

  test("is paid: the provider's callback reaches its cell, its ledger and its webhook", async () => {
    for (const { cell, key, person } of tenants) {
      await must(person, "POST", "/public/webhooks", {
        endpoint_url: `${hooks.url}/cell-${cell}`,
        event_types: ["payment.completed"],
      });
      const paymentId = await pay(key);
      await app.advance(2_000);
      expect((await must(key, "GET", `/payments/${paymentId}`)).data.status).toBe("completed");
      await app.run("webhook-delivery");
      const told = hooks.received.filter(({ path }) => path === `/cell-${cell}`).map(({ body }) => JSON.parse(body));
      expect(told.map(({ data }) => data.payment_id)).toContain(paymentId);
      expect((await must(key, "GET", "/balances")).data.length).toBeGreaterThan(0);
    }
  });

  test("is a stranger to all others: an id of another cell is not found", async () => {
    const ids = await Promise.all(tenants.map(({ key }) => pay(key)));
    for (const { cell, key, person } of tenants)
      for (const other of [0, 1, 2].filter((one) => one !== cell)) {
        expect((await app.request(key, "GET", `/payments/${ids[other]}`)).status).toBe(404);
        expect(
          (await app.request(person, "POST", `/payments/${ids[other]}/refund`, { reason: "returned" })).status,
        ).toBe(404);
        expect((await app.request(person, "GET", `/transactions?org_id=${tenants[other]!.orgId}`)).status).toBe(404);
        expect((await app.request(person, "GET", `/organizations/${tenants[other]!.orgId}`)).status).toBe(404);
      }
  });

  test("sells by a link whose customers know nothing of cells", async () => {
    for (const { orgId, person } of tenants) {
      const link = (
        await must(person, "POST", `/orgs/${orgId}/payment-links`, {
          amount: 20,
          currency: "GHS",
          description: "Invoice",
        })
      ).data;
      expect((await must(null, "GET", `/checkout/links/${link.link_ref}`)).data.status).toBe("active");
      const form = {
        payment_method: "mobile_money",
        country: "GH",
        payer_details: { name: "Ama", email: "ama@example.com" },
        locale: "en",
      };
      const paid = await must(null, "POST", `/checkout/links/${link.link_ref}/pay`, {
        ...form,
        mobile_money_details: { provider: "MTN", phone_number: "+233241234567" },
      });
      const plain = await (await fetch(`${app.origin}/pay/${link.link_ref}/plain`)).text();
      expect(plain).toContain("Invoice");
      await app.advance(2_000);
      expect((await must(null, "GET", `/checkout/payments/${paid.data.checkout_token}`)).data.status).toBe("completed");
      expect((await must(person, "GET", `/orgs/${orgId}/payment-links/${link.link_id}`)).data.status).toBe("paid");
    }
  });

  test("is paid also when the id names another cell, as ids of earlier payout batches may", async () => {
    const { key } = tenants[0]!;
    const db = app.service.partsOf(0).db;
    await db.query(`CREATE FUNCTION name_cell_1() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN NEW.resource_id := overlay(NEW.resource_id::text PLACING '001' FROM 21)::uuid; RETURN NEW; END $$`);
    await db.query(
      "CREATE TRIGGER name_cell_1 BEFORE INSERT ON cell_0.idempotency_keys FOR EACH ROW EXECUTE FUNCTION name_cell_1()",
    );
    const { payment_id } = (
      await must(key, "POST", "/payments-init/initiate", mobileMoneyPayin(), { "idempotency-key": "misled" })
    ).response;
    await db.query("DROP TRIGGER name_cell_1 ON cell_0.idempotency_keys");
    expect(cellDigitsOf(payment_id)).toBe(1);
    await app.advance(2_000);
    expect((await must(key, "GET", `/payments/${payment_id}`)).data.status).toBe("completed");
  });

  test("is paid by a callback that could not be read at first, in its cell", async () => {
    for (const { cell, key } of tenants) {
      const payment = (await must(key, "POST", "/payments-init/initiate", mobileMoneyPayin("0009"))).response;
      const { attempts } = (await must(key, "GET", `/payments/${payment.payment_id}`)).data;
      const event = {
        event: "payment.updated",
        reference: attempts[0].attempt_id,
        id: `p_${cell}`,
        provider_status: "x",
        currency: "GHS",
        status: "unheard_of",
      };
      const body = JSON.stringify({
        callback_id: `unread-${cell}`,
        events: [{ provider: "fiat", occurred_at: app.clock.now().toISOString(), ...event }],
      });
      const seconds = Math.floor(app.clock.now().getTime() / 1_000);
      const signing = createHmac("sha256", app.sandbox.key).update("callbacks:fiat").digest();
      const signature = `t=${seconds},v1=${createHmac("sha256", signing).update(`${seconds}.${body}`).digest("hex")}`;
      await must(null, "POST", "/callbacks/fiat", body, {
        "content-type": "application/json",
        "x-sandbox-signature": signature,
      });
      // Simulates a release that understands the update.
      for (const one of [0, 1, 2])
        await app.service
          .partsOf(one)
          .db.query(
            "UPDATE provider_callbacks SET body = replace(body, 'unheard_of', 'completed') WHERE external_id = $1",
            [`unread-${cell}`],
          );
      app.clock.advance(60_000);
      await app.run("callback-retries");
      expect((await must(key, "GET", `/payments/${payment.payment_id}`)).data.status).toBe("completed");
    }
  });

  test("takes deposits at its own account numbers, each once", async () => {
    for (const { cell, orgId, person } of tenants) {
      const body = { org_id: orgId, user_id: person.userId, currency: "NGN" };
      const account = (await must(person, "POST", "/virtual-accounts/internal/bank", body)).data;
      await fetch(`${app.sandbox.url}/deposits`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ account_number: account.account_number, amount: 700, currency: "NGN" }),
      });
      await app.advance(2_000);
      expect((await must(person, "GET", `/virtual-accounts/${account.account_id}/transactions`)).data).toHaveLength(1);
      const kept = await Promise.all(
        [0, 1, 2].map((one) =>
          app.service
            .partsOf(one)
            .db.query("SELECT FROM virtual_deposits WHERE account_number = $1", [account.account_number]),
        ),
      );
      expect(kept.map(({ length }) => length)).toEqual([0, 1, 2].map((one) => (one === cell ? 1 : 0)));
    }
  });
});

test("requests whose cell is still looked for count as under way: more of them than there is room for are refused", async () => {
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = app.service.partsOf(1).db.transaction(async (tx) => {
    await tx.query("LOCK TABLE payment_links IN ACCESS EXCLUSIVE MODE");
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  const flood = connect({ host: "127.0.0.1", port: Number(new URL(app.origin).port) });
  flood
    .on("data", () => undefined)
    .write("GET /v1/checkout/links/nobody HTTP/1.1\r\nhost: x\r\n\r\n".repeat(MAX_IN_FLIGHT + 1));
  const shed = async (): Promise<string[]> =>
    (await (await fetch(`${app.origin}/metrics`)).text()).split("\n").filter((line) => line.includes("shed_total{"));
  await expect.poll(shed).not.toEqual([]);
  expect((await fetch(`${app.origin}/healthz`)).status).toBe(200);
  flood.destroy();
  release.resolve();
  await held;
  await expect.poll(async () => (await fetch(`${app.origin}/v1/checkout/links/nobody`)).status).toBe(404);
});

// LOCK TABLE through the coordinator of a cluster does not lock the shards at the node.
test.skipIf(IS_ON_CITUS)(
  "a cell that cannot be written is named by readiness, and the process stays ready for the others; when none can be written it is not",
  async () => {
    const ready = async () => {
      const answer = await fetch(`${app.origin}/readyz`);
      const { cells, checks } = (await answer.json()) as {
        cells: Record<string, string>;
        checks: Record<string, string>;
      };
      return [answer.status, checks["database"], cells];
    };
    const held: { release(): void; ended: Promise<void> }[] = [];
    const hold = async (cell: number) => {
      const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const ended = app.service.partsOf(cell).db.transaction(async (tx) => {
        await tx.query("LOCK TABLE payments IN SHARE MODE");
        locked.resolve();
        await release.promise;
      });
      await locked.promise;
      held.push({ release: release.resolve, ended });
    };
    await expect.poll(ready).toEqual([200, "ok", { 0: "ok", 1: "ok", 2: "ok" }]);
    await hold(1);
    await expect.poll(ready).toEqual([200, "ok", { 0: "ok", 1: "failed", 2: "ok" }]);
    await pay(tenants[2]!.key);
    await hold(0);
    await hold(2);
    await expect.poll(ready).toEqual([503, "failed", { 0: "failed", 1: "failed", 2: "failed" }]);
    for (const { release, ended } of held) {
      release();
      await ended;
    }
    await expect.poll(ready).toEqual([200, "ok", { 0: "ok", 1: "ok", 2: "ok" }]);
  },
);

describe("people", () => {
  test("who belong to organizations of several cells choose among all of them", async () => {
    const { org_admin: person } = app.demo.organizations[0]!;
    const answer = await fetch(`${app.origin}/identity/token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: person.email, password: person.password }),
    });
    const { token, org_id } = (await answer.json()) as { token: string; org_id: string | null };
    expect(org_id).toBeNull(); // The person belongs to two organizations without a default, so they must name one.
    const caller = {
      headers: { authorization: `Bearer ${token}`, "x-api-key": "NONE" },
      orgId: null,
      userId: person.user_id,
    };
    expect((await app.request(caller, "POST", "/payments-init/initiate", mobileMoneyPayin())).status).toBe(403);
    expect((await must(caller, "PATCH", "/users/me", { default_org_id: tenants[2]!.orgId })).data.default_org_id).toBe(
      tenants[2]!.orgId,
    );
    expect(
      (await must(caller, "GET", "/transactions")).data.every(
        ({ org_id: of }: { org_id: string }) => of === tenants[2]!.orgId,
      ),
    ).toBe(true);
  });

  test("who are verified are told of to every organization of theirs, in one transaction", async () => {
    const { user_id } = app.demo.organizations[0]!.org_admin;
    await must(app.callers.admin, "PATCH", `/users/${user_id}/kyc`, { kyc_status: "approved", reason: "papers seen" });
    for (const { cell, person } of [tenants[0]!, tenants[2]!]) {
      const events = (await must(person, "GET", "/events?type=kyc.approved")).data;
      expect(events.map(({ event_id }: { event_id: string }) => cellDigitsOf(event_id))).toEqual([cell]);
    }
  });
});

describe("the platform", () => {
  test("sees the organizations and transactions of all cells in one list, page by page", async () => {
    const all = new Set<string>();
    let cursor = "";
    do {
      const page = await must(app.callers.admin, "GET", `/organizations?limit=1${cursor}`);
      for (const { org_id } of page.data) all.add(org_id);
      cursor =
        page.lastEvaluatedKey === null || page.lastEvaluatedKey === undefined
          ? ""
          : `&lastEvaluatedKey=${page.lastEvaluatedKey}`;
    } while (cursor !== "");
    for (const { orgId } of tenants) expect(all).toContain(orgId);
    const { data } = await must(app.callers.admin, "GET", "/transactions?limit=100");
    expect(new Set(data.map(({ org_id }: { org_id: string }) => cellDigitsOf(org_id)))).toEqual(new Set([0, 1, 2]));
    const { transaction_id } = data[0];
    expect((await must(app.callers.staff, "GET", `/payments/transaction/${transaction_id}`)).transaction_id).toBe(
      transaction_id,
    );
    for (const { payment_id } of data)
      expect((await must(app.callers.staff, "GET", `/payments/${payment_id}`)).data.payment_id).toBe(payment_id);
    await app.run("payment-stats");
    expect((await must(app.callers.admin, "GET", "/transactions/analytics/overview")).data).toBeTruthy();
  });

  test("finds the transactions of given dates in all cells", async () => {
    const all = (await must(app.callers.admin, "GET", "/transactions?limit=100")).data;
    const [from, to] = [app.clock.now().getTime() - 86_400_000, app.clock.now().getTime() + 1].map((ms) =>
      new Date(ms).toISOString(),
    );
    expect(
      (await must(app.callers.admin, "GET", `/transactions?limit=100&date_from=${from}&date_to=${to}`)).data,
    ).toEqual(all);
    expect((await must(app.callers.admin, "GET", `/transactions?limit=100&date_from=${to}`)).data).toEqual([]);
  });

  test("acts on what it names, wherever that lives", async () => {
    for (const { orgId } of tenants) {
      const change = { org_id: orgId, currency: "GHS", amount: 5, reason: "goodwill" };
      expect((await must(app.callers.admin, "POST", "/balances/adjustments", change)).data.org_id).toBe(orgId);
      expect((await must(app.callers.admin, "GET", `/organizations/${orgId}/audit-log`)).data.length).toBeGreaterThan(
        0,
      );
    }
  });

  test("marks its notifications of all cells as read at once", async () => {
    const { admin } = app.callers;
    for (const cell of [0, 2])
      await app.service.partsOf(cell).db.query(
        `INSERT INTO notifications (org_id, notification_id, user_id, type, title, body, priority, data, created_at)
            VALUES ($1, $2, $3, 'note', 'Look', '', 'low', '{}', now())`,
        [tenants[cell]!.orgId, inCell(cell, newId), admin.userId],
      );
    const { unread } = (await must(admin, "GET", "/users/notifications/unread-count")).data;
    expect(unread).toBeGreaterThanOrEqual(2);
    expect((await must(admin, "POST", "/users/notifications/read-all")).data.marked).toBe(unread);
    expect((await must(admin, "GET", "/users/notifications/unread-count")).data.unread).toBe(0);
  });

  test("asks for a verification by the transaction alone, whose cell it need not know", async () => {
    const { key, orgId } = tenants[2]!;
    const { transaction_id } = (await must(key, "GET", `/payments/${await pay(key)}`)).data;
    const request = {
      user_id: key.userId,
      target_type: "sender",
      transaction_id,
      verification_type: "bvn",
      triggered_by: "review",
      sender_id: key.userId,
    };
    const { status, text } = await app.request(
      app.callers.staff,
      "POST",
      "/users/notifications/verification-request",
      request,
    );
    expect([status, text]).toEqual([200, expect.anything()]);
    const rows = await app.service.partsOf(2).db.query("SELECT FROM verification_requests WHERE org_id = $1", [orgId]);
    expect(rows).toHaveLength(1);
  });

  test("creates an organization once, also when the request is repeated while another cell is emptier", async () => {
    const body = { name: "Tenant of cell 1", country: "GH", cell: 1 };
    const again = await must(app.callers.admin, "POST", "/organizations", body, { "idempotency-key": "tenant-1" });
    expect(again.data.org_id).toBe(tenants[1]!.orgId);
    expect((await app.request(app.callers.admin, "POST", "/organizations", { ...body, cell: 9 })).status).toBe(409);
    const placed = await must(app.callers.admin, "POST", "/organizations", { name: "Anywhere", country: "GH" });
    expect(cellDigitsOf(placed.data.org_id)).not.toBe(0); // Both demo organizations live in the first cell.
  });
});

describe("a further cell", () => {
  test("has no table of the directory, and no other cell has a row of its organizations", async () => {
    const tables = await app.db.query(
      "SELECT to_regclass('cell_2.users') AS users, to_regclass('cell_2.payments')::text AS payments",
    );
    expect(tables).toEqual([{ users: null, payments: "cell_2.payments" }]);
    expect(await app.db.query("SELECT FROM payments WHERE org_id = $1", [tenants[2]!.orgId])).toEqual([]);
  });

  test("invites people who then stand in the directory, and counts what it sends them there", async () => {
    const { orgId, person } = tenants[2]!;
    const attempts = async () => (await app.db.query("SELECT FROM identity.attempts")).length;
    const before = await attempts();
    await must(person, "POST", `/organizations/${orgId}/invites`, { email: "new@server.example", role: "org-viewer" });
    expect(
      await app.service.partsOf(2).db.query("SELECT FROM email_outbox WHERE recipient = 'new@server.example'"),
    ).toHaveLength(1);
    expect(await attempts()).toBeGreaterThan(before);
    const members = (await must(person, "GET", `/organizations/${orgId}/members`)).data;
    expect(members.map(({ email }: { email: string }) => email)).toEqual([app.demo.organizations[0]!.org_admin.email]);
    expect((await must(person, "GET", "/users/list")).data.map(({ role }: { role: string }) => role)).toEqual([
      "org-admin",
    ]);
  });

  test("is followed by the settlements of the platform", async () => {
    await app.run("settlements");
    const rows = await app.db.query("SELECT FROM settlement_movements WHERE org_id = $1", [tenants[2]!.orgId]);
    expect(rows.length).toBeGreaterThan(0);
    await app.run("settlements");
    expect(await app.db.query("SELECT FROM settlement_movements WHERE org_id = $1", [tenants[2]!.orgId])).toHaveLength(
      rows.length,
    );
  });
});

test("a cell that does not answer keeps nobody else out, and its own people are told to come back", async () => {
  const [first, second, third] = tenants as [Tenant, Tenant, Tenant];
  const [ours] = app.demo.organizations;
  const { api_key } = (await must(second.person, "POST", "/public/api-keys", { name: "never used" })).data;
  const enter = async (orgId?: string, { email, password } = ours!.org_admin) => {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ email, password, org_id: orgId });
    return fetch(`${app.origin}/identity/token`, { method: "POST", headers, body });
  };
  const read = (key: string) =>
    fetch(`${app.origin}/v1/balances`, { headers: { authorization: "NONE", "x-api-key": key } });
  const keyOf = ({ key }: Tenant) => key.headers["x-api-key"]!;
  const locker = new pg.Client({ connectionString: app.databaseUrl });
  await locker.connect();
  try {
    await locker.query("BEGIN");
    await locker.query("LOCK TABLE cell_2.schema_migrations, cell_2.organizations, cell_2.members, cell_2.api_keys");
    expect((await enter(first.orgId)).status).toBe(200);
    expect((await enter(undefined, app.demo.admin)).status).toBe(200);
    expect((await read(api_key)).status).toBe(200);
    // From here on the cell is known to be away, and is not asked.
    await expect.poll(async () => (await read(keyOf(third))).status, { timeout: 60_000 }).toBe(503);
    const refused = [await enter(third.orgId), await read(keyOf(third))];
    expect(refused.map(({ status, headers }) => [status, headers.get("retry-after")])).toEqual([
      [503, "1"],
      [503, "1"],
    ]);
    expect((await app.request(first.person, "GET", "/balances")).status).toBe(200);
    expect((await enter(first.orgId)).status).toBe(200);
  } finally {
    await locker.end();
  }
  await expect.poll(async () => (await read(keyOf(third))).status, { timeout: 60_000 }).toBe(200);
  expect((await enter(third.orgId)).status).toBe(200);
}, 120_000);

test("the books of every cell hold", async () => {
  for (const cell of [0, 1, 2]) {
    const books = await verifyBooks(app.service.partsOf(cell).db);
    expect(books).toMatchObject({ sound: true });
    expect(books.ledger.transactions).toBeGreaterThan(0);
  }
});
