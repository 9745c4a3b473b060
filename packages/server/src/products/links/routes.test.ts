import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp, type TestCaller } from "@corridor/test/harness/app.ts";

let app: TestApp;
let path: string;
beforeAll(async () => {
  app = await startTestApp();
  path = `/orgs/${app.callers.orgAdmin.orgId!}/payment-links`;
});
afterAll(() => app.close());

const fixed = {
  amount: 1500.5,
  currency: "GHS",
  amount_type: "fixed",
  description: "Invoice 7",
  email: "ama@example.com",
};

async function create(body: Record<string, unknown> = fixed, caller: TestCaller = app.callers.orgAdmin, at = path) {
  return app.request(caller, "POST", at, body);
}

describe("creating a link", () => {
  test("answers 201 with an unguessable reference and the page that collects it", async () => {
    const { status, body } = await create();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: "success",
      data: {
        ...fixed,
        org_id: app.callers.orgAdmin.orgId,
        payer_currency: "GHS",
        status: "active",
        payments_count: 0,
      },
    });
    expect(body.data.link_ref).toMatch(/^[A-Za-z0-9_-]{24}$/);
    expect(body.data.url).toBe(`${app.origin}/pay/${body.data.link_ref}`);
    expect((await create()).body.data.link_ref).not.toBe(body.data.link_ref);
  });

  test("shows money with its fractional part", async () => {
    expect((await create({ ...fixed, amount: 1500 })).text).toContain('"amount":1500.00');
    expect((await create({ ...fixed, amount: 1500, currency: "UGX" })).text).toContain('"amount":1500.0,');
  });

  test("without amount_type it is fixed with an amount and open without one", async () => {
    expect((await create({ amount: 5, currency: "GHS" })).body.data.amount_type).toBe("fixed");
    const open = (await create({ currency: "GHS" })).body.data;
    expect([open.amount_type, "amount" in open]).toEqual(["open", false]);
    expect((await create({ currency: "GHS", amount_type: "open", amount: 20 })).body.data).toMatchObject({
      amount_type: "open",
      amount: 20,
    });
  });

  test.each([
    ["a fixed link without an amount", { currency: "GHS", amount_type: "fixed" }, "amount"],
    ["zero", { ...fixed, amount: 0 }, "amount"],
    ["a negative amount", { ...fixed, amount: -5 }, "amount"],
    ["an amount as text", { ...fixed, amount: "100" }, "amount"],
    ["more decimals than the currency has", { ...fixed, amount: 1.005 }, "amount"],
    ["decimals in a currency without any", { ...fixed, currency: "UGX", amount: 10.5 }, "amount"],
    ["a currency that is none", { ...fixed, currency: "ZZZ" }, "currency"],
    ["a crypto asset", { ...fixed, currency: "USDT" }, "currency"],
    ["no currency", { amount: 5 }, "currency"],
    ["a payer currency that is none", { ...fixed, payer_currency: "ABC" }, "payer_currency"],
    ["a payer currency without a rate", { ...fixed, payer_currency: "KPW" }, "payer_currency"],
    ["an expiry in the past", { ...fixed, expires_at: "2020-01-01T00:00:00Z" }, "expires_at"],
    ["an expiry that is no time", { ...fixed, expires_at: "tomorrow" }, "expires_at"],
    ["an e-mail that is none", { ...fixed, email: "ama" }, "email"],
    ["a way back that is a script", { ...fixed, return_url: "javascript:alert(1)" }, "return_url"],
    ["an unknown amount_type", { ...fixed, amount_type: "some" }, "amount_type"],
  ])("refuses %s by the field's name", async (_, body, field) => {
    const answer = await create(body);
    expect(answer.status).toBe(400);
    expect(answer.body.details[0].path).toBe(field);
  });

  test("the same Idempotency-Key makes one link", async () => {
    const key = { "idempotency-key": "one link" };
    const first = await app.request(app.callers.orgAdmin, "POST", path, fixed, key);
    const second = await app.request(app.callers.orgAdmin, "POST", path, fixed, key);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
  });

  test("is written into the audit log", async () => {
    const { body } = await create();
    const rows = await app.db.query<{ action: string; actor_id: string }>(
      `SELECT action, actor_id FROM audit_log WHERE resource_id = $1`,
      [body.data.link_id],
    );
    expect(rows).toEqual([{ action: "payment_link.created", actor_id: app.callers.orgAdmin.userId }]);
  });
});

describe("who may", () => {
  test("members work with links, viewers read one, the list is for org-admins and staff", async () => {
    const { link_id } = (await create(fixed, app.callers.orgMember)).body.data;
    expect((await create(fixed, app.callers.orgViewer)).status).toBe(403);
    expect((await create(fixed, app.callers.staff)).status).toBe(403);
    expect((await app.request(app.callers.orgViewer, "GET", `${path}/${link_id}`)).status).toBe(200);
    expect((await app.request(app.callers.orgAdmin, "GET", path)).status).toBe(200);
    expect((await app.request(app.callers.staff, "GET", path)).status).toBe(200);
    expect((await app.request(app.callers.admin, "GET", path)).status).toBe(200);
    expect((await app.request(app.callers.orgViewer, "GET", path)).status).toBe(403);
  });

  test("another organization's links do not exist, through either path", async () => {
    const { link_id } = (await create()).body.data;
    const theirs = `/orgs/${app.callers.otherOrgAdmin.orgId!}/payment-links`;
    for (const [caller, at] of [
      [app.callers.otherOrgAdmin, path],
      [app.callers.otherOrgAdmin, theirs],
      [app.callers.orgAdmin, theirs],
    ] as const) {
      expect((await app.request(caller, "GET", `${at}/${link_id}`)).status).toBe(404);
      expect((await app.request(caller, "PATCH", `${at}/${link_id}`, { description: "x" })).status).toBe(404);
      expect((await app.request(caller, "DELETE", `${at}/${link_id}`)).status).toBe(404);
    }
    expect((await create(fixed, app.callers.otherOrgAdmin)).status).toBe(404);
    expect((await app.request(app.callers.otherOrgAdmin, "GET", path)).status).toBe(404);
    expect(
      (await app.request(app.callers.staff, "GET", "/orgs/018f0000-0000-7000-8000-000000000000/payment-links")).status,
    ).toBe(404);
    expect((await app.request(app.callers.staff, "GET", "/orgs/none/payment-links")).status).toBe(404);
    expect((await app.request(app.callers.orgAdmin, "GET", `${path}/none`)).status).toBe(404);
  });

  test("an organization without the feature has none", async () => {
    const orgId = app.callers.otherOrgAdmin.orgId!;
    const features = (await app.request(app.callers.admin, "GET", `/organizations/${orgId}`)).body.data
      .features as string[];
    const set = (list: string[]) =>
      app.request(app.callers.admin, "PATCH", `/organizations/${orgId}`, { features: list });
    expect((await set(features.filter((feature) => feature !== "payment_links"))).status).toBe(200);
    expect((await create(fixed, app.callers.otherOrgAdmin, `/orgs/${orgId}/payment-links`)).status).toBe(403);
    await set(features);
    expect((await create(fixed, app.callers.otherOrgAdmin, `/orgs/${orgId}/payment-links`)).status).toBe(201);
  });
});

describe("listing", () => {
  test("answers all links unless a limit is sent, then pages without repeating or skipping while links are added", async () => {
    for (let i = 0; i < 12; i++) await create({ ...fixed, description: `paged ${i}` });
    const all = (await app.request(app.callers.orgAdmin, "GET", path)).body;
    expect(all.count).toBe(all.data.length);
    expect(all.data.length).toBeGreaterThan(12);
    expect(all).toMatchObject({ last_evaluated_key: null, meta: { has_more: false, last_evaluated_key: null } });

    const seen: string[] = [];
    for (let cursor = ""; ;) {
      const page = (await app.request(app.callers.orgAdmin, "GET", `${path}?limit=5${cursor}`)).body;
      expect(page.count).toBeLessThanOrEqual(5);
      seen.push(...page.data.map((link: { link_id: string }) => link.link_id));
      await create();
      if (page.last_evaluated_key === null) break;
      expect(page.meta.last_evaluated_key).toBe(page.last_evaluated_key);
      cursor = `&last_evaluated_key=${encodeURIComponent(page.last_evaluated_key)}`;
    }
    expect(seen).toEqual(all.data.map((link: { link_id: string }) => link.link_id));
  });

  test("refuses malformed cursors, cursors of another organization and limits out of bounds", async () => {
    const { last_evaluated_key } = (await app.request(app.callers.orgAdmin, "GET", `${path}?limit=1`)).body;
    expect((await app.request(app.callers.orgAdmin, "GET", `${path}?limit=1&last_evaluated_key=nonsense`)).status).toBe(
      400,
    );
    expect(
      (
        await app.request(
          app.callers.otherOrgAdmin,
          "GET",
          `/orgs/${app.callers.otherOrgAdmin.orgId!}/payment-links?limit=1&last_evaluated_key=${last_evaluated_key}`,
        )
      ).status,
    ).toBe(400);
    for (const limit of ["0", "101", "ten"])
      expect((await app.request(app.callers.orgAdmin, "GET", `${path}?limit=${limit}`)).status).toBe(400);
  });
});

describe("changing, expiring, disabling", () => {
  const read = async (linkId: string) =>
    (await app.request(app.callers.orgAdmin, "GET", `${path}/${linkId}`)).body.data;
  const patch = (linkId: string, body: Record<string, unknown>) =>
    app.request(app.callers.orgMember, "PATCH", `${path}/${linkId}`, body);

  test("what is given replaces, null empties, and the audit log tells both sides", async () => {
    const { link_id } = (await create()).body.data;
    const changed = (await patch(link_id, { amount: 20, description: null, payer_currency: "NGN" })).body.data;
    expect(changed).toMatchObject({ amount: 20, payer_currency: "NGN", email: fixed.email });
    expect(changed).not.toHaveProperty("description");
    expect((await patch(link_id, { amount: null })).status).toBe(400);
    expect((await patch(link_id, {})).status).toBe(400);
    const [entry] = await app.db.query<{ changes: Record<string, unknown> }>(
      `SELECT changes FROM audit_log WHERE resource_id = $1 AND action = 'payment_link.changed'`,
      [link_id],
    );
    expect(entry!.changes).toEqual({
      amount: { before: "1500.50", after: "20.00" },
      description: { before: "Invoice 7", after: null },
      payer_currency: { before: "GHS", after: "NGN" },
    });
  });

  test("a link is expired from its moment on, in reads and filters, before and after the job; more time makes it active again", async () => {
    const expires_at = new Date(app.clock.now().getTime() + 60_000).toISOString();
    const { link_id } = (await create({ ...fixed, expires_at })).body.data;
    const ids = async (status: string) =>
      (await app.request(app.callers.orgAdmin, "GET", `${path}?status=${status}`)).body.data.map(
        (link: { link_id: string }) => link.link_id,
      );
    expect(await ids("active")).toContain(link_id);
    await app.advance(60_000);
    expect((await read(link_id)).status).toBe("expired");
    expect(await ids("expired")).toContain(link_id);
    expect(await ids("active")).not.toContain(link_id);
    await app.run("payment-link-expiry");
    const [stored] = await app.db.query(`SELECT status FROM payment_links WHERE link_id = $1`, [link_id]);
    expect(stored).toEqual({ status: "expired" });
    expect((await patch(link_id, { status: "active" })).status).toBe(409);
    expect(
      (await patch(link_id, { expires_at: new Date(app.clock.now().getTime() + 60_000).toISOString() })).body.data
        .status,
    ).toBe("active");
  });

  test("disabled by PATCH or DELETE, enabled again by PATCH", async () => {
    const { link_id } = (await create()).body.data;
    expect((await patch(link_id, { status: "disabled" })).body.data.status).toBe("disabled");
    expect((await patch(link_id, { status: "active" })).body.data.status).toBe("active");
    expect((await app.request(app.callers.orgMember, "DELETE", `${path}/${link_id}`)).status).toBe(204);
    expect((await app.request(app.callers.orgMember, "DELETE", `${path}/${link_id}`)).status).toBe(204);
    expect((await read(link_id)).status).toBe("disabled");
  });
});
