import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ACCESS } from "@corridor/server/access.ts";
import { type Permission, PERMISSIONS } from "@corridor/server/kernel/http/caller.ts";
import { newId } from "@corridor/base/ids.ts";
import { mobileMoneyPayout } from "#test/harness/payments.ts";
import { startTestApp, type TestAnswer, type TestApp, type TestCaller } from "#test/harness/app.ts";

/** Nobody alone makes, revalues or redirects money, or makes a decider. */
let app: TestApp;
let second: TestCaller;
let third: TestCaller;
beforeAll(async () => {
  app = await startTestApp({ settings: { PLATFORM_SECOND_PERSON: "true" } });
  [second, third] = [app.callers.secondAdmin, app.callers.otherOrgAdmin];
});
afterAll(() => app.close());

/** As on the server: without an approval. */
async function platformRole({ userId }: TestCaller, role: "admin" | null): Promise<void> {
  await app.db.query("UPDATE users SET platform_role = $2 WHERE user_id = $1", [userId, role]);
  await app.db.transaction(async (tx) => tx.notify("users", userId));
}
const approvalIn = ({ body }: TestAnswer): string => body.approval_id;
const decide = (caller: TestCaller, approvalId: string, decision = "approve") =>
  app.request(caller, "POST", `/approvals/${approvalId}/${decision}`, {});
const read = async (caller: TestCaller, approvalId: string) =>
  (await app.request(caller, "GET", `/approvals/${approvalId}`)).body.data;
const ask = async (method: string, path: string, body?: unknown, caller = app.callers.admin): Promise<string> => {
  const answer = await app.request(caller, method, path, body);
  expect([answer.status, answer.body?.code], `${method} ${path} ${answer.text}`).toEqual([409, "APPROVAL_REQUIRED"]);
  return approvalIn(answer);
};

const writes = Object.entries(ACCESS).filter(([route]) => !route.startsWith("GET "));
const guarded = writes.filter(([, rule]) => rule.secondPerson !== undefined);

describe("every write of the access table", () => {
  /** The operation asks by itself, because it depends on the request whether a second person is needed. */
  const ASKS = [
    "PATCH /organizations/:org_id",
    "PATCH /organizations/:org_id/members/:user_id",
    "POST /organizations/:org_id/members/:user_id/permissions",
    "PUT /organizations/:org_id/members/:user_id/permissions",
    "POST /organizations/:org_id/invites",
    "POST /public/api-keys",
    "PUT /balances/credit-lines",
    "POST /balances/adjustments",
    "POST /settlements/exceptions/:exception_id/resolve",
    "PUT /payments/providers/:provider/settings",
    "PUT /payments/provider-accounts/:provider/:label",
    "DELETE /payments/provider-accounts/:provider/:label",
    "PATCH /platform/settings",
    "PUT /payments/failure-codes",
    "PUT /organizations/admin/rates",
    "PATCH /users/:user_id",
    "POST /virtual-accounts/escrow/:escrow_id/disbursements/:disbursement_id/retry",
    "POST /virtual-accounts/escrow/:escrow_id/disbursements/:disbursement_id/redirect",
    "PATCH /virtual-accounts/escrow/:escrow_id/parties/:party_id",
    "POST /payments/routing/programs/:program_id/publish",
    "POST /payments/routing/programs/:program_id/archive",
  ];
  /** Why one person is enough for all other writes. A new route is in no list until somebody puts it there. */
  const ALONE: Readonly<Record<string, readonly string[]>> = {
    "moves the organization's own money, under its own controls, which hold it where they say so": [
      "POST /payments-init/initiate",
      "POST /payments-init/ramp",
      "POST /payments-init/:payment_id/action",
      "PATCH /payments/:payment_id",
      "POST /payments/:payment_id/refund",
      "POST /disputes/:dispute_id/evidence",
      "POST /disputes/:dispute_id/submit",
      "POST /disputes/:dispute_id/accept",
      "POST /payout-batches",
      "POST /payout-batches/read-file",
      "POST /payout-batches/:batch_id/submit",
      "POST /payout-batches/:batch_id/preview",
      "POST /payout-batches/:batch_id/pause",
      "POST /payout-batches/:batch_id/resume",
      "POST /payout-batches/:batch_id/cancel",
      "POST /payout-batches/:batch_id/stop-repeating",
      "POST /payout-batches/:batch_id/retry-failed",
      "POST /quotes",
      "POST /virtual-accounts/internal/bank",
      "POST /virtual-accounts/:account_id/withdraw",
      "POST /virtual-accounts/:account_id/transfer",
      "POST /virtual-accounts/:account_id/freeze",
      "POST /virtual-accounts/:account_id/unfreeze",
      "POST /virtual-accounts/:account_id/close",
    ],
    "asks another person by itself, or is that person's decision": [
      "POST /payments/:payment_id/review",
      "POST /approvals/:approval_id/approve",
      "POST /approvals/:approval_id/reject",
    ],
    "only says what a payment would be": ["POST /payments/check", "POST /payments/routing/backtest"],
    "is a draft, which routes nothing until two have published it": [
      "POST /payments/routing/programs",
      "PATCH /payments/routing/programs/:program_id",
    ],
    "is the operator's switch: a stop must be immediate": ["POST /payments/stops", "DELETE /payments/stops/:stop_id"],
    "takes a provider away for a few days, as its outage would, and adds none": [
      "POST /payments/maintenance-windows",
      "DELETE /payments/maintenance-windows/:window_id",
    ],
    "changes a project whose release other people decide": [
      "POST /virtual-accounts/escrow",
      "PATCH /virtual-accounts/escrow/:escrow_id",
      "DELETE /virtual-accounts/escrow/:escrow_id",
      "POST /virtual-accounts/escrow/:escrow_id/activate",
      "POST /virtual-accounts/escrow/:escrow_id/cancel",
      "POST /virtual-accounts/escrow/:escrow_id/fund",
      "POST /virtual-accounts/escrow/:escrow_id/disbursements/:disbursement_id/refund",
      "POST /virtual-accounts/escrow/:escrow_id/parties",
      "DELETE /virtual-accounts/escrow/:escrow_id/parties/:party_id",
      "POST /virtual-accounts/escrow/:escrow_id/milestones",
      "PATCH /virtual-accounts/escrow/:escrow_id/milestones/:milestone_id",
      "DELETE /virtual-accounts/escrow/:escrow_id/milestones/:milestone_id",
      "PUT /virtual-accounts/escrow/:escrow_id/milestones/:milestone_id/parties",
      "POST /virtual-accounts/escrow/:escrow_id/milestones/:milestone_id/contract",
      "POST /virtual-accounts/escrow/:escrow_id/milestones/:milestone_id/contract/approve",
      "POST /virtual-accounts/escrow/:escrow_id/milestones/:milestone_id/release",
      "POST /virtual-accounts/escrow/:escrow_id/milestones/:milestone_id/cancel",
    ],
    "is an account to pay; controls hold payouts to a new one, or to one that was changed": [
      "POST /beneficiaries",
      "PATCH /beneficiaries/:beneficiary_id",
      "DELETE /beneficiaries/:beneficiary_id",
    ],
    "is judged by a signature, or by the payer's own instrument": [
      "POST /callbacks/:provider",
      "POST /callbacks/:provider/:reference/:token",
      "PUT /callbacks/:provider/:reference/:token",
      "POST /checkout/links/:link_ref/pay",
      "POST /checkout/payments/:checkout_token/action",
      "POST /payments/:payment_id/checkout",
      "POST /organizations/webhook/kyb",
    ],
    "takes power away, or keeps it": [
      "PATCH /public/api-keys/:api_key_id",
      "POST /public/api-keys/:api_key_id/rotate",
      "DELETE /public/api-keys/:api_key_id",
      "DELETE /organizations/:org_id/members/:user_id",
      "POST /organizations/:org_id/service-accounts",
      "POST /organizations/:org_id/invites/:invite_id/resend",
      "DELETE /organizations/:org_id/invites/:invite_id",
      "POST /organizations/invites/accept",
      "DELETE /organizations/:org_id/members/:user_id/permissions",
    ],
    "concerns records, and neither money nor power": [
      "POST /sandbox/clock",
      "POST /public/webhooks",
      "POST /public/webhooks/notify",
      "POST /public/webhooks/deliveries/:delivery_id/replay",
      "PATCH /public/webhooks/:webhook_id",
      "DELETE /public/webhooks/:webhook_id",
      "POST /public/webhooks/:webhook_id/rotate-secret",
      "POST /public/webhooks/:webhook_id/replay",
      "POST /customers",
      "PATCH /customers/:customer_id",
      "POST /customers/:customer_id/merge",
      "DELETE /customers/:customer_id",
      "PUT /orgs/:org_id/payment-links/brand",
      "PUT /orgs/:org_id/payment-links/brand/logo",
      "DELETE /orgs/:org_id/payment-links/brand/logo",
      "POST /orgs/:org_id/payment-links",
      "PATCH /orgs/:org_id/payment-links/:link_id",
      "DELETE /orgs/:org_id/payment-links/:link_id",
      "POST /exports",
      "PUT /saved-views",
      "DELETE /saved-views/:view_id",
      "POST /organizations",
      "POST /organizations/:org_id/kyb",
      "PATCH /users/me",
      "DELETE /users/me/sessions",
      "DELETE /users/me/sessions/:session_id",
      "POST /users/notifications/verification-request",
      "POST /users/notifications/verification-requests/:request_id/answer",
      "POST /users/notifications/verification-requests/:request_id/close",
      "POST /users/notifications/read-all",
      "POST /users/notifications/:notification_id/read",
    ],
    "asks, compares or notes, and books nothing": [
      "POST /payments/route-preview",
      "POST /payments/providers/:provider/try",
      "POST /payments/provider-accounts/:provider/:label/try",
      "POST /payments/reconciliation-items/:item_id/resolve",
      "POST /externals/networks",
      "POST /externals/banks",
      "POST /externals/resolve-account",
      "POST /payments/bank-validation/validate-uk-account",
      "PUT /balances/float/thresholds",
      "PUT /settlements/sources/:source",
      "POST /settlements/sources/preview",
      "POST /settlements/imports",
      "PATCH /settlements/exceptions/:exception_id",
      "POST /settlements/accounts/:account/close",
    ],
  };

  test("is approved by a second platform admin, asks for one by itself, or stands in the list with its reason", () => {
    const judged = [...ASKS, ...Object.values(ALONE).flat()];
    const open = writes.filter(([, rule]) => rule.secondPerson === undefined).map(([route]) => route);
    expect(judged.toSorted()).toEqual(open.toSorted());
  });

  test("that asks for a second person by itself needs a fresh second factor of the first", () => {
    expect(ASKS.filter((route) => ACCESS[route]!.stepUp !== true)).toEqual([]);
  });

  test("that a second platform admin approves is open to platform admins alone, with a fresh second factor", () => {
    expect(guarded.length).toBeGreaterThan(10);
    expect(guarded.filter(([, rule]) => rule.stepUp !== true || rule.roles.length > 0)).toEqual([]);
  });
});

/** The routes that do not ask for a second person when one admin calls them as the document shows. */
async function unguarded(paths: any, routes: readonly string[]) {
  const answers = await Promise.all(
    routes.map(async (route) => {
      const [method, path] = route.split(" ") as [string, string];
      const operation = paths[path.replaceAll(/:(\w+)/g, "{$1}")][method.toLowerCase()];
      const { example } = operation.requestBody?.content["application/json"] ?? {};
      const filled = path
        .replace(":org_id", app.callers.apiKey.orgId!)
        .replace(":provider", "manual")
        .replaceAll(/:\w+/g, newId());
      const answer = await app.request(app.callers.admin, method, filled, example);
      return [route, answer.status, answer.body?.code, answer.body?.message];
    }),
  );
  return answers.filter(([, status, code]) => status !== 409 || code !== "APPROVAL_REQUIRED");
}

describe("where the platform has one admin", () => {
  beforeAll(() => platformRole(second, null));

  test("what needs two is refused with the command that makes a second", async () => {
    const answer = await app.request(app.callers.admin, "PUT", "/organizations/admin/rates", {
      rates: [{ currency: "GHS", per_usd: 15_000 }],
    });
    expect(answer).toMatchObject({ status: 409, body: { code: "APPROVAL_REQUIRED" } });
    expect(answer.body.message).toContain("create-admin");
    expect(await app.db.query("SELECT 1 FROM approvals")).toEqual([]);
  });
});

describe("where the platform has two admins", () => {
  beforeAll(() => platformRole(second, "admin"));

  test("one of them makes no third: the other approves, and the approval itself makes the change", async () => {
    const path = `/users/${third.userId}`;
    const approvalId = await ask("PATCH", path, { platform_role: "admin" });
    expect(await ask("PATCH", path, { platform_role: "admin" })).toBe(approvalId);
    expect((await decide(app.callers.admin, approvalId)).status).toBe(403);
    expect((await decide(second, approvalId)).body.data).toMatchObject({
      status: "used",
      outcome: { done: true, message: "User changed", data: null },
    });
    expect((await app.request(app.callers.admin, "GET", path)).body.data.platform_role).toBe("admin");
    expect(await read(app.callers.admin, approvalId)).toMatchObject({
      outcome: { data: { user_id: third.userId, platform_role: "admin" } },
    });
    const [entry] = await app.db.query<{ actor_user_id: string; request_id: string }>(
      "SELECT actor_user_id, request_id FROM cell_0.audit_log WHERE action = 'user.updated' AND resource_id = $1",
      [third.userId],
    );
    expect(entry).toEqual({ actor_user_id: app.callers.admin.userId, request_id: approvalId });
  });

  test("none of the operations in the list does anything for one of them", async () => {
    const { paths } = (await app.request(null, "GET", "/openapi.json")).body;
    const routes = guarded.map(([route]) => route);
    expect(await unguarded(paths, routes)).toEqual([]);
  });

  test("one of them moves no money of an organization to which they do not belong", async () => {
    const { paths } = (await app.request(null, "GET", "/openapi.json")).body;
    const routes = writes.filter(([, rule]) => rule.byOwnPeople === true).map(([route]) => route);
    expect(routes.length).toBeGreaterThan(15);
    expect(await unguarded(paths, routes)).toEqual([]);
  });

  test("nor of one that only lets them look", async () => {
    const { orgId } = app.callers.orgAdmin;
    const looking = `INSERT INTO members (org_id, user_id, role, permissions, created_at, updated_at)
      VALUES ($1, $2, 'org-viewer', '{}', now(), now())`;
    await app.db.query(looking, [orgId, app.callers.admin.userId]);
    await app.db.transaction(async (tx) => tx.notify("users", app.callers.admin.userId));
    const { paths } = (await app.request(null, "GET", "/openapi.json")).body;
    const routes = writes.filter(([, rule]) => rule.byOwnPeople === true).map(([route]) => route);
    expect(await unguarded(paths, routes)).toEqual([]);
    for (const [path, body] of [
      ["/payments-init/initiate", mobileMoneyPayout(newId())],
      ["/payments-init/ramp", {}],
    ] as const)
      expect([path, (await app.request(app.callers.admin, "POST", path, body)).status]).toEqual([path, 403]);
    await app.db.query("DELETE FROM members WHERE org_id = $1 AND user_id = $2", [orgId, app.callers.admin.userId]);
    await app.db.transaction(async (tx) => tx.notify("users", app.callers.admin.userId));
  });

  describe("what an organization is worth and may do", () => {
    const org = () => `/organizations/${app.callers.orgAdmin.orgId}`;
    const patch = (change: object, caller = app.callers.admin) => app.request(caller, "PATCH", org(), change);
    const held = async () => (await app.request(app.callers.admin, "GET", org())).body.data;
    const admin = () => app.callers.orgAdmin;

    test("is not changed together with a control that the organization's own admin may loosen", async () => {
      expect((await patch({ settings: { payout_review_above: { GHS: 10 } } }, admin())).status).toBe(200);
      const settings = { margin_bps: 1_000, payout_review_above: { GHS: 20 } };
      const approvalId = await ask("PATCH", org(), { settings });
      expect((await decide(admin(), approvalId)).status).toBe(404);
      expect(await held()).toMatchObject({ settings: { margin_bps: 0 } });
      expect((await decide(second, approvalId)).body.data.outcome).toMatchObject({ done: true });
      expect(await held()).toMatchObject({ settings: { margin_bps: 1_000, payout_review_above: { GHS: 20 } } });
      await decide(second, await ask("PATCH", org(), { settings: { margin_bps: 0, payout_review_above: null } }));
      expect(await held()).toMatchObject({ settings: { margin_bps: 0, payout_review_above: {} } });
    });

    test("is given back by two: its features, and its activity after a suspension", async () => {
      const { features } = await held();
      expect((await patch({ features: ["payments"], status: "suspended" })).status).toBe(200);
      const approvals = [await ask("PATCH", org(), { status: "active" }), await ask("PATCH", org(), { features })];
      for (const approvalId of approvals)
        expect((await decide(second, approvalId)).body.data.outcome).toMatchObject({ done: true });
      expect(await held()).toMatchObject({ status: "active", features });
    });

    test("nor does one admin alone enable a disabled person of it again", async () => {
      const person = `/users/${app.callers.orgMember.userId}`;
      expect((await app.request(app.callers.admin, "PATCH", person, { disabled: true })).status).toBe(200);
      await decide(second, await ask("PATCH", person, { disabled: false }));
      expect((await app.request(app.callers.admin, "GET", person)).body.data.disabled_at).toBeNull();
    });
  });

  test("nobody who became an admin after the request decides it", async () => {
    await platformRole(third, null);
    const fee = { name: "mine", country: "GH", currency: "GHS", direction: "inbound", percent: 99 };
    const approvalId = await ask("POST", "/fees", fee);
    await platformRole(third, "admin");
    const late = await decide(third, approvalId);
    expect([late.status, late.body.message]).toEqual([403, expect.stringContaining("after the request")]);
    expect((await decide(second, approvalId, "reject")).status).toBe(200);
    expect((await decide(second, approvalId)).status).toBe(409);
    expect((await app.request(app.callers.admin, "GET", "/fees")).text).not.toContain("99");
  });

  test("an approved request that cannot be made says why, and is over", async () => {
    const approvalId = await ask("POST", `/payments/${newId()}/settle`, { status: "completed", comment: "seen" });
    expect((await decide(second, approvalId)).body.data).toMatchObject({
      status: "used",
      outcome: { done: false, message: expect.stringContaining("not found") },
    });
  });

  test("a request is carried out with the rights that its requester has by then", async () => {
    const approvalId = await ask(
      "PUT",
      "/organizations/admin/rates",
      { rates: [{ currency: "GHS", per_usd: 999 }] },
      third,
    );
    await platformRole(third, null);
    expect((await decide(second, approvalId)).body.data.outcome).toMatchObject({ done: false });
    expect((await app.request(second, "GET", "/organizations/admin/rates")).text).not.toContain("999");
  });

  test("small steps of a rate, once in a day, and repeated values need one person", async () => {
    const rates = (await app.request(second, "GET", "/organizations/admin/rates")).body.data;
    const { per_usd: from } = rates.find((rate: { currency: string }) => rate.currency === "GHS");
    const set = (per_usd: number) =>
      app.request(second, "PUT", "/organizations/admin/rates", { rates: [{ currency: "GHS", per_usd }] });
    /** As if the rates had been written so long ago; tokens would end meanwhile. */
    const age = async (hours: number) => {
      await app.db.query("UPDATE currency_rates SET updated_at = updated_at - make_interval(hours => $1)", [hours]);
      await app.db.transaction(async (tx) => tx.notify("rates", "all"));
    };
    await age(24);
    const step = Number((from * 1.04).toFixed(4));
    expect((await set(step)).status).toBe(200);
    expect((await set(step)).status).toBe(200);
    await age(1);
    const next = { rates: [{ currency: "GHS", per_usd: Number((step * 1.04).toFixed(4)) }] };
    await ask("PUT", "/organizations/admin/rates", next, second);
  });

  test("a key that an approval creates is shown to its requester alone", async () => {
    const member = { org_id: app.callers.orgMember.orgId, user_id: app.callers.orgMember.userId };
    const approvalId = await ask("POST", "/public/api-keys", { name: "by two", ...member });
    expect((await decide(second, approvalId)).body.data.outcome).toMatchObject({ done: true, data: null });
    const { outcome } = await read(app.callers.admin, approvalId);
    const key = { ...app.callers.apiKey, headers: { authorization: "NONE", "x-api-key": outcome.data.api_key } };
    expect((await app.request(key, "GET", "/balances")).status).toBe(200);
    expect((await app.db.query(`SELECT * FROM approvals`)).map((row) => JSON.stringify(row)).join()).not.toContain(
      outcome.data.api_key,
    );
  });

  test("secrets of a request are neither shown to the approver nor stored in the clear", async () => {
    // Digits that a card number could have, as any random credential may.
    const secret = `canary${newId()}-4242424242424242`;
    const settings = { base_url: "https://momo.example.com", collection_api_key: secret, callback_secret: secret };
    const approvalId = await ask("PUT", "/payments/providers/mtn_momo/settings", settings);
    const stored = await app.db.query("SELECT * FROM approvals WHERE approval_id = $1", [approvalId]);
    const shown = await read(second, approvalId);
    expect(shown.request).toMatchObject({ settings: { base_url: settings.base_url } });
    expect(shown.request.secrets).toEqual(["collection_api_key", "callback_secret"]);
    expect(JSON.stringify([stored, shown])).not.toContain(secret);
  });

  test("no credential from outside passes for an approval", async () => {
    for (const authorization of ["Approval ", "Approval x", `Approval ${newId()}`])
      expect(
        (await app.request({ ...second, headers: { authorization, "x-api-key": "NONE" } }, "GET", "/users/me")).status,
      ).toBe(401);
  });

  test("an approval that a crash left approved is carried out by approving once more, and once", async () => {
    const approvalId = await ask("PATCH", `/users/${app.callers.orgViewer.userId}`, { platform_role: "staff" });
    await app.db.query("UPDATE approvals SET status = 'approved', decided_at = now() WHERE approval_id = $1", [
      approvalId,
    ]);
    expect((await decide(app.callers.admin, approvalId)).status).toBe(403);
    expect((await decide(second, approvalId)).body.data).toMatchObject({ status: "used", outcome: { done: true } });
    expect((await decide(second, approvalId)).status).toBe(409);
  });
});

describe("an invite that gives powers", () => {
  const org = () => `/organizations/${app.callers.orgAdmin.orgId}`;
  const invite = (email: string, role: string) =>
    app.request(app.callers.orgAdmin, "POST", `${org()}/invites`, { email, role });

  test("from before controls were switched on is void, and one from after counts by its approval", async () => {
    const before = (await invite("before@example.com", "org-admin")).body.data.invite_id;
    const viewer = (await invite("viewer@example.com", "org-viewer")).body.data.invite_id;
    await app.request(app.callers.orgAdmin, "PATCH", org(), { settings: { payout_review_above: { GHS: 10 } } });
    const resend = (id: string) => app.request(app.callers.orgAdmin, "POST", `${org()}/invites/${id}/resend`);
    expect((await resend(before)).body.message).toContain("revoked");
    expect((await resend(viewer)).status).toBe(200);
    const approvalId = approvalIn(await invite("after@example.com", "org-admin"));
    expect((await decide(second, approvalId)).body.data.outcome).toMatchObject({ done: true });
    const stored = await app.db.query("SELECT email, status, approval_id FROM invites ORDER BY email");
    expect(stored).toMatchObject([
      { email: "after@example.com", status: "pending", approval_id: approvalId },
      { email: "before@example.com", status: "revoked", approval_id: null },
      { email: "viewer@example.com", status: "pending", approval_id: null },
    ]);
  });

  test("is one by permissions too: to pay or refund, to approve, and to administer", async () => {
    const asked = async (permission: Permission) => {
      const invited = { email: `${permission.replace(":", "-")}@example.com`, role: "org-viewer" };
      const body = { ...invited, permissions: [permission] };
      return (await app.request(app.callers.orgAdmin, "POST", `${org()}/invites`, body)).status;
    };
    const answers = await Promise.all(PERMISSIONS.map(async (one) => [one, await asked(one)] as const));
    expect(answers.filter(([, status]) => status !== 409)).toEqual([
      ["beneficiaries:write", 201],
      ["payment-links:write", 201],
      ["webhooks:write", 201],
      ["api-keys:write", 201],
      ["exports:write", 201],
    ]);
  });

  test("cannot be had in small steps: who may already refund or administer gains nothing more alone", async () => {
    const viewer = `${org()}/members/${app.callers.orgViewer.userId}/permissions`;
    const grant = (permissions: string[]) => app.request(app.callers.orgAdmin, "PUT", viewer, { permissions });
    expect((await grant(["beneficiaries:write"])).status).toBe(200);
    await decide(second, approvalIn(await grant(["refunds:write"])));
    expect((await grant(["refunds:write", "beneficiaries:write"])).status).toBe(200);
    expect((await grant(["refunds:write", "organization:write"])).status).toBe(409);
  });
});
