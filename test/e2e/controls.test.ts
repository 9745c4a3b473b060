import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createApiKey } from "@corridor/server/parties/api-keys/write-api-key.ts";
import { createUser } from "@corridor/server/parties/users/create-user.ts";
import { startTestApp, type TestApp, type TestCaller } from "#test/harness/app.ts";
import { mobileMoneyPayin, mobileMoneyPayout } from "#test/harness/payments.ts";

/** Payout controls need two people, and nobody can act as both. */
let app: TestApp;
let beneficiaryId: string;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const orgPath = () => `/organizations/${app.callers.orgAdmin.orgId}`;
const settings = (caller: TestCaller, change: object) => app.request(caller, "PATCH", orgPath(), { settings: change });
const pay = (caller: TestCaller, amount: number, to = beneficiaryId) =>
  app.request(
    caller,
    "POST",
    "/payments-init/initiate",
    mobileMoneyPayout(to, "4567", { amount, target_amount: amount }),
  );
const approvals = async (query = "status=pending") =>
  (await app.request(app.callers.orgAdmin, "GET", `/approvals?limit=100&${query}`)).body.data;
const approvalIn = (message: string): string => /[0-9a-f-]{36}/.exec(message)![0];
const stored = async (paymentId: string) =>
  (await app.request(app.callers.orgAdmin, "GET", `/payments/${paymentId}`)).body.data;

/** Sets the organization's controls directly, without an approval. */
async function given(change: object): Promise<void> {
  await app.db.query(`UPDATE organizations SET settings = $2 WHERE org_id = $1`, [
    app.callers.orgAdmin.orgId,
    JSON.stringify(change),
  ]);
  await app.db.transaction(async (tx) => tx.notify("organizations", app.callers.orgAdmin.orgId!));
  await app.db.query(`DELETE FROM payout_counts`);
}

const PAYEE = {
  fname: "Ama",
  lname: "Owusu",
  email: "ama@example.com",
  country: "GH",
  account_type: "mobile_money",
  beneficiary_type: "individual",
  momo_details: { provider: "MTN", phone_number: "+233241234567" },
};

async function newBeneficiary(momo_details = PAYEE.momo_details): Promise<string> {
  const answer = await app.request(app.callers.apiKey, "POST", "/beneficiaries", { ...PAYEE, momo_details });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data.beneficiary_id;
}

async function changePayee(payee: string, fields: object): Promise<void> {
  const answer = await app.request(app.callers.apiKey, "PATCH", `/beneficiaries/${payee}`, fields);
  expect(answer.status, answer.text).toBe(200);
}

beforeEach(async () => {
  await given({});
  beneficiaryId ??= await newBeneficiary();
});

describe("an API key", () => {
  const asKey = (key: string): TestCaller => ({
    ...app.callers.apiKey,
    headers: { authorization: "NONE", "x-api-key": key },
  });
  async function newKey(
    caller: TestCaller,
    body: object,
  ): Promise<{ api_key_id: string; user_id: string; caller: TestCaller }> {
    const answer = await app.request(caller, "POST", "/public/api-keys", { name: "a key", ...body });
    expect(answer.status, answer.text).toBe(201);
    return { ...answer.body.data, caller: asKey(answer.body.data.api_key) };
  }

  test("of an org-admin switches no second person off, invites nobody, makes no key and approves nothing", async () => {
    const member = app.callers.orgMember.userId;
    await given({ payout_review_above: { GHS: "100.00" } });
    const { body } = await pay(app.callers.orgMember, 250);
    const [approval] = await approvals();
    for (const [method, path, content] of [
      ["PATCH", orgPath(), { settings: { payout_review_above: null } }],
      ["POST", `${orgPath()}/invites`, { email: "outsider@example.com", role: "org-viewer" }],
      ["PATCH", `${orgPath()}/members/${member}`, { role: "org-viewer" }],
      ["PUT", `${orgPath()}/members/${member}/permissions`, { permissions: ["payouts:approve"] }],
      ["DELETE", `${orgPath()}/members/${member}`, undefined],
      ["POST", `${orgPath()}/service-accounts`, { name: "mine", role: "org-member" }],
      ["POST", "/public/api-keys", { name: "another" }],
      ["POST", `/approvals/${approval.approval_id}/approve`, {}],
      ["POST", `/payments/${body.response.payment_id}/review`, { decision: "approve" }],
    ] as const) {
      const answer = await app.request(app.callers.apiKey, method, path, content);
      expect([method, path, answer.status, answer.body.message]).toEqual([
        method,
        path,
        403,
        expect.stringContaining("An API key cannot do this"),
      ]);
    }
    expect(
      (await app.request(app.callers.orgAdmin, "POST", `/approvals/${approval.approval_id}/reject`, {})).status,
    ).toBe(200);
  });

  test("for payins neither pays out nor changes a payout, and one for payouts collects nothing", async () => {
    const payins = await newKey(app.callers.orgAdmin, { preset: "payins" });
    const payouts = await newKey(app.callers.orgAdmin, { preset: "payouts" });
    const collect = (caller: TestCaller) => app.request(caller, "POST", "/payments-init/initiate", mobileMoneyPayin());
    expect((await collect(payins.caller)).status).toBe(200);
    expect(await pay(payins.caller, 20)).toMatchObject({
      status: 403,
      body: { message: "This API key needs the scope payouts:write" },
    });
    const { body } = await pay(payouts.caller, 20);
    expect((await collect(payouts.caller)).status).toBe(403);
    const { payment_id } = body.response;
    expect(
      (await app.request(payins.caller, "POST", `/payments-init/${payment_id}/action`, { action: "cancel" })).status,
    ).toBe(403);
    expect((await app.request(payins.caller, "PATCH", `/payments/${payment_id}`, { description: "mine" })).status).toBe(
      403,
    );
    expect(
      (await app.request(payouts.caller, "PATCH", `/payments/${payment_id}`, { description: "wages" })).status,
    ).toBe(200);
    expect((await app.request(payouts.caller, "POST", "/beneficiaries", {})).status).toBe(403);
  });

  test("that somebody made for a service account never approves what they asked for, nor decides beside them", async () => {
    await using administered = await startAdministered();
    const { request, callers } = administered;
    const org = `/organizations/${callers.orgAdmin.orgId}`;
    const answered = async (caller: TestCaller, method: string, path: string, body: object) => {
      const answer = await request(caller, method, path, body);
      expect(answer.status, answer.text).toBeLessThan(300);
      return answer.body.data ?? answer.body.response;
    };
    const { user_id } = await answered(callers.orgAdmin, "POST", `${org}/service-accounts`, {
      name: "Bot",
      role: "org-member",
    });
    const grant = { permissions: ["payouts:approve"] };
    await answered(callers.orgAdmin, "PUT", `${org}/members/${user_id}/permissions`, grant);
    const { api_key } = await answered(callers.orgAdmin, "POST", "/public/api-keys", { name: "Bot", user_id });
    const bot: TestCaller = { ...callers.apiKey, headers: { authorization: "NONE", "x-api-key": api_key } };
    const policies = [{ when: "amount", currency: "GHS", above: 10, approvers: 2 }];
    await answered(callers.orgAdmin, "PATCH", org, { settings: { controls: { policies, limits: [] } } });
    const payee = await answered(callers.orgAdmin, "POST", "/beneficiaries", {
      fname: "Ama",
      country: "GH",
      account_type: "mobile_money",
      momo_details: { provider: "MTN", phone_number: "+233241234567" },
    });
    const heldBy = async (caller: TestCaller): Promise<string> => {
      const payout = mobileMoneyPayout(payee.beneficiary_id, "4567", { amount: 50, target_amount: 50 });
      await answered(caller, "POST", "/payments-init/initiate", payout);
      const list = await request(callers.orgAdmin, "GET", "/approvals?status=pending");
      return list.body.data[0].approval_id;
    };
    const decide = async (caller: TestCaller, id: string) =>
      (await request(caller, "POST", `/approvals/${id}/approve`, {})).status;
    expect(await decide(bot, await heldBy(callers.orgAdmin))).toBe(403);

    const byMember = await heldBy(callers.orgMember);
    expect([await decide(bot, byMember), await decide(callers.orgAdmin, byMember)]).toEqual([200, 403]);
    const another = await heldBy(callers.orgMember);
    expect([await decide(callers.orgAdmin, another), await decide(bot, another)]).toEqual([200, 403]);
  });

  async function startAdministered() {
    const started = await startTestApp({ settings: { API_KEYS_MAY_ADMINISTER: "true" } });
    return { ...started, [Symbol.asyncDispose]: () => started.close() };
  }

  // Half a minute before a long poll ends by itself, and a minute before a stream does.
  test("that is revoked ends its stream of events and its long poll", { timeout: 25_000 }, async () => {
    const { api_key_id, caller } = await newKey(app.callers.orgAdmin, {});
    const events = (query: string, headers: Record<string, string> = {}) =>
      fetch(`${app.url}/events${query}`, { headers: { ...caller.headers, ...headers } });
    const stream = await events("", { accept: "text/event-stream" });
    expect(stream.status).toBe(200);
    const oldest = "?order=asc&type=kyb.approved";
    const { meta } = (await (await events(oldest)).json()) as { meta: { follow_key: string } };
    const poll = events(`${oldest}&wait=30&last_evaluated_key=${encodeURIComponent(meta.follow_key)}`);
    await app.request(app.callers.orgAdmin, "DELETE", `/public/api-keys/${api_key_id}`);
    await stream.text();
    expect((await poll).status).toBe(200);
    expect((await events("")).status).toBe(401);
  });

  test("of a service account outlives the person who made it, and only an org-admin makes one", async () => {
    const created = await app.request(app.callers.orgAdmin, "POST", `${orgPath()}/service-accounts`, {
      name: "Shop backend",
      role: "org-member",
    });
    expect([created.status, created.body.data?.role]).toEqual([201, "org-member"]);
    const { user_id: account } = created.body.data;
    const leaving = await app.db.transaction((tx) =>
      createUser(tx, { email: "leaving@example.com", name: "Leaving", at: app.clock.now() }),
    );
    const member = { user_id: leaving.user_id, role: "org-admin" };
    expect((await app.request(app.callers.admin, "POST", `${orgPath()}/members`, member)).status).toBe(201);
    const own = await newKey(app.callers.admin, { org_id: app.callers.orgAdmin.orgId, user_id: leaving.user_id });
    const service = await newKey(app.callers.orgAdmin, { user_id: account });
    expect(
      (await app.request(app.callers.orgMember, "POST", "/public/api-keys", { name: "x", user_id: account })).status,
    ).toBe(403);
    await app.db.query("UPDATE api_keys SET made_by = $2 WHERE api_key_id = $1", [service.api_key_id, leaving.user_id]);
    expect((await app.request(app.callers.orgAdmin, "DELETE", `${orgPath()}/members/${leaving.user_id}`)).status).toBe(
      204,
    );
    expect((await pay(service.caller, 20)).status).toBe(200);
    expect((await app.request(own.caller, "GET", "/balances")).status).toBe(401);
    const rotated = await app.request(
      app.callers.orgAdmin,
      "POST",
      `/public/api-keys/${service.api_key_id}/rotate`,
      {},
    );
    expect([rotated.status, rotated.body.data?.user_id]).toEqual([201, account]);
    expect(
      (await app.request(app.callers.orgAdmin, "PATCH", `${orgPath()}/members/${account}`, { role: "org-admin" }))
        .status,
    ).toBe(409);
    expect((await app.request(app.callers.orgAdmin, "DELETE", `${orgPath()}/members/${account}`)).status).toBe(204);
    expect((await app.request(asKey(rotated.body.data.api_key), "GET", "/balances")).status).toBe(401);
  });
});

describe("loosening a control", () => {
  test("takes a second person: it is asked for by one and done when another approves", async () => {
    await given({ payout_review_above: { GHS: "100.00" } });
    const refused = await settings(app.callers.orgAdmin, { payout_review_above: null });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: "APPROVAL_REQUIRED", message: expect.stringContaining("second person") },
    });
    const approvalId = approvalIn(refused.body.message);
    expect((await settings(app.callers.orgAdmin, { payout_review_above: null })).body.message).toContain(approvalId);
    expect((await app.request(app.callers.orgAdmin, "POST", `/approvals/${approvalId}/approve`, {})).status).toBe(403);
    expect((await app.request(app.callers.apiKey, "POST", `/approvals/${approvalId}/approve`, {})).status).toBe(403);
    expect(
      (await app.request(app.callers.admin, "POST", `/approvals/${approvalId}/approve`, { comment: "by phone" }))
        .status,
    ).toBe(200);
    const { body } = await app.request(app.callers.orgAdmin, "GET", orgPath());
    expect(body.data.settings.payout_review_above).toEqual({});
    expect((await approvals("status=used")).map((one: { approval_id: string }) => one.approval_id)).toContain(
      approvalId,
    );
  });

  test("is open to no key and to nobody who was only given organization:write; tightening is open to one person", async () => {
    await given({});
    const viewer = app.callers.orgViewer;
    await app.request(app.callers.orgAdmin, "POST", `${orgPath()}/members/${viewer.userId}/permissions`, {
      permission: "organization:write",
    });
    await given({
      payout_review_above: { GHS: "100.00" },
      controls: { policies: [], limits: [], beneficiary_cool_off_hours: 2 },
    });
    for (const [caller, status] of [
      [app.callers.apiKey, 403],
      [viewer, 409],
    ] as const) {
      expect((await settings(caller, { payout_review_above: 1000 })).status).toBe(status);
      expect((await settings(caller, { controls: null })).status).toBe(status);
    }
    expect((await settings(app.callers.orgAdmin, { payout_review_above: { GHS: 50 } })).status).toBe(200);
    expect((await settings(app.callers.orgAdmin, { controls: { beneficiary_cool_off_hours: 3 } })).status).toBe(200);
  });

  test("includes an amount for one currency above that for all others", async () => {
    await given({ payout_review_above: { "*": "100.00" } });
    expect(
      (await settings(app.callers.orgAdmin, { payout_review_above: { "*": 100, GHS: 1_000_000 } })).body.code,
    ).toBe("APPROVAL_REQUIRED");
    expect((await pay(app.callers.orgMember, 250)).body.response.next_action).toBe("wait");
    expect((await settings(app.callers.orgAdmin, { payout_review_above: { "*": 100, GHS: 50 } })).status).toBe(200);
  });

  test("includes making a payer, an approver or a key, with which one person could act as two", async () => {
    await given({ payout_review_above: { "*": "1.00" } });
    const member = app.callers.orgMember.userId;
    for (const [method, path, body] of [
      ["PATCH", `${orgPath()}/members/${member}`, { role: "org-admin" }],
      ["POST", `${orgPath()}/members/${member}/permissions`, { permission: "payouts:approve" }],
      ["POST", `${orgPath()}/invites`, { email: "friend@example.com", role: "org-admin" }],
      ["POST", `${orgPath()}/invites`, { email: "friend@example.com", role: "org-member" }],
      ["PATCH", `${orgPath()}/members/${app.callers.orgViewer.userId}`, { role: "org-member" }],
      ["POST", `${orgPath()}/members/${app.callers.orgViewer.userId}/permissions`, { permission: "payments:write" }],
      ["POST", "/public/api-keys", { name: "another" }],
    ] as const) {
      const answer = await app.request(app.callers.orgAdmin, method, path, body);
      expect([path, answer.status, answer.body.message]).toEqual([path, 409, expect.stringContaining("second person")]);
    }
    expect(
      (
        await app.request(app.callers.orgAdmin, "POST", `${orgPath()}/invites`, {
          email: "clerk@example.com",
          role: "org-viewer",
        })
      ).status,
    ).toBe(201);
  });

  test("refuses controls that it does not know by name", async () => {
    const answer = await settings(app.callers.orgAdmin, { controls: { polices: [] } });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining("polices")]);
  });
});

describe("a payout that a policy holds", () => {
  test("tells the approvers who asks for what and why, by bell, event and list, and goes on when another person approves", async () => {
    await given({ payout_review_above: { GHS: "100.00" } });
    const { body } = await pay(app.callers.orgMember, 250);
    expect(body.response).toMatchObject({ status: "initiated", next_action: "wait" });
    const [approval] = await approvals();
    expect(approval).toMatchObject({
      kind: "payment",
      payment_id: body.response.payment_id,
      title: "Payout of 250.00 GHS to Ama Owusu",
      reasons: ["the payout is 100.00 GHS or more"],
      requested_by: app.callers.orgMember.userId,
      people: [{ user_id: app.callers.orgMember.userId, name: expect.any(String) }],
      approvers_needed: 1,
      actions: ["approve", "reject"],
    });
    for (const caller of [app.callers.orgMember, app.callers.orgViewer])
      expect((await app.request(caller, "GET", `/approvals/${approval.approval_id}`)).body.data.actions).toEqual([]);
    const bell = await app.db.query(
      `SELECT title FROM notifications WHERE user_id = $1 AND data->>'approval_id' = $2`,
      [app.callers.orgAdmin.userId, approval.approval_id],
    );
    expect(bell).toEqual([{ title: "Approval needed: Payout of 250.00 GHS to Ama Owusu" }]);
    const events = await app.db.query(`SELECT unnest(types) AS type FROM events WHERE resource_id = $1`, [
      approval.approval_id,
    ]);
    expect(events).toEqual([{ type: "approval.requested" }]);
    expect(
      (await app.request(app.callers.orgMember, "POST", `/approvals/${approval.approval_id}/approve`, {})).status,
    ).toBe(403);
    const approved = await app.request(app.callers.orgAdmin, "POST", `/approvals/${approval.approval_id}/approve`, {
      comment: "ok",
    });
    expect([approved.status, approved.body.data?.status, approved.body.data?.actions]).toEqual([200, "approved", []]);
    expect((await stored(body.response.payment_id)).attempts).toHaveLength(1);
  });

  test("is never approved by whoever made the key that asked for it", async () => {
    const key = await app.request(app.callers.admin, "POST", "/public/api-keys", {
      name: "made by an admin",
      org_id: app.callers.orgMember.orgId,
      user_id: app.callers.orgMember.userId,
    });
    expect(key.status, key.text).toBe(201);
    await given({ payout_review_above: { GHS: "100.00" } });
    const asMember: TestCaller = {
      ...app.callers.apiKey,
      headers: { authorization: "NONE", "x-api-key": key.body.data.api_key },
    };
    const { body } = await pay(asMember, 250);
    const [approval] = await approvals();
    expect(
      (await app.request(app.callers.admin, "POST", `/approvals/${approval.approval_id}/approve`, {})).status,
    ).toBe(403);
    expect(
      (
        await app.request(app.callers.admin, "POST", `/payments/${body.response.payment_id}/review`, {
          decision: "approve",
        })
      ).status,
    ).toBe(403);
    expect((await stored(body.response.payment_id)).attempts).toHaveLength(0);
    expect(
      (await app.request(app.callers.orgAdmin, "POST", `/approvals/${approval.approval_id}/reject`, { comment: "no" }))
        .status,
    ).toBe(200);
    expect((await stored(body.response.payment_id)).status).toBe("rejected");
  });

  test("waits for as many people as its policy says, each counted once", async () => {
    await given({
      controls: { policies: [{ when: "amount", currency: "*", above: "10.00", approvers: 2 }], limits: [] },
    });
    const { body } = await pay(app.callers.orgMember, 20);
    const [approval] = await approvals();
    const approve = (caller: TestCaller) =>
      app.request(caller, "POST", `/approvals/${approval.approval_id}/approve`, {});
    expect((await approve(app.callers.orgAdmin)).body.data.status).toBe("pending");
    expect((await approve(app.callers.orgAdmin)).status).toBe(403);
    expect((await stored(body.response.payment_id)).status).toBe("reviewed");
    expect((await approve(app.callers.admin)).body.data.status).toBe("approved");
    expect((await stored(body.response.payment_id)).attempts).toHaveLength(1);
  });

  test("cannot be cut into parts below the amount: the payouts of a day are added up", async () => {
    await given({
      controls: { policies: [{ when: "daily_total", currency: "GHS", above: "100.00", approvers: 1 }], limits: [] },
    });
    const answers = await Promise.all(Array.from({ length: 5 }, () => pay(app.callers.orgMember, 99.99)));
    const held = answers.filter(({ body }) => body.response.status === "initiated");
    expect(held).toHaveLength(4);
  });

  test("is one to a beneficiary who was never paid, where the policy says so", async () => {
    await given({ controls: { policies: [{ when: "new_beneficiary", currency: "*", approvers: 1 }], limits: [] } });
    expect((await pay(app.callers.orgMember, 5, await newBeneficiary())).body.response.status).toBe("initiated");
  });

  const initiate = (body: object) => app.request(app.callers.apiKey, "POST", "/payments-init/initiate", body);
  const five = { amount: 5, target_amount: 5 };
  const payin = (payee: string) => initiate(mobileMoneyPayin("4567", { ...five, beneficiary_id: payee }));

  const payout = (payee: string, ending: string) => initiate(mobileMoneyPayout(payee, ending, five));

  /** `ending`: of the payee's number when it is paid at last. */
  test.each<[string, (payee: string) => Promise<unknown>, { status: string; direction: string }, ending?: string]>([
    ["a payin", payin, { status: "completed", direction: "inbound" }],
    [
      "a refunded payin",
      async (payee) => {
        const { payment_id } = (await payin(payee)).body.response;
        await app.wait(app.sandbox.delayMs);
        await app.request(app.callers.orgAdmin, "POST", `/payments/${payment_id}/refund`, { reason: "broken" });
      },
      { status: "refunded", direction: "inbound" },
    ],
    ["a payout to another account", (payee) => payout(payee, "9998"), { status: "completed", direction: "outbound" }],
    ["a payout that failed", (payee) => payout(payee, "0005"), { status: "failed", direction: "outbound" }, "0005"],
    [
      "a payout to the account before, which was under way when that was changed,",
      async (payee) => {
        await payout(payee, "4567");
        const momo = JSON.stringify({ provider: "MTN", phone_number: "+233241230099" });
        await app.db.query(
          "UPDATE beneficiaries SET momo_details = $2, account_seal = NULL WHERE beneficiary_id = $1",
          [payee, momo],
        );
        await app.db.transaction(async (tx) => tx.notify("beneficiaries", `${app.callers.orgAdmin.orgId}:${payee}`));
      },
      { status: "completed", direction: "outbound" },
      "0099",
    ],
  ])("is one to a beneficiary whom %s alone has named, where the policy says so", async (_, naming, named, ending) => {
    const phone_number = ending === "0005" ? "+233241230005" : PAYEE.momo_details.phone_number;
    const payee = await newBeneficiary({ provider: "MTN", phone_number });
    await naming(payee);
    await app.wait(app.sandbox.delayMs);
    const payments = "SELECT status, direction FROM payments WHERE beneficiary_id = $1";
    expect(await app.db.query(payments, [payee])).toEqual([named]);
    await given({ controls: { policies: [{ when: "new_beneficiary", currency: "*", approvers: 1 }], limits: [] } });
    const { body } = await payout(payee, ending ?? "4567");
    expect(body.response.status).toBe("initiated");
    const neverPaid = ["the beneficiary was never paid at this account before"];
    expect((await approvals())[0]).toMatchObject({
      payment_id: body.response.payment_id,
      reasons: neverPaid,
      unusual: neverPaid,
    });
  });

  test("is one to a beneficiary whose account was changed since it was paid, where the policy says so", async () => {
    const payee = await newBeneficiary();
    await pay(app.callers.orgMember, 5, payee);
    await app.advance(2_000);
    await given({ controls: { policies: [{ when: "new_beneficiary", currency: "*", approvers: 1 }], limits: [] } });
    const paid = async (): Promise<string> => (await pay(app.callers.orgMember, 5, payee)).body.response.status;
    expect(await paid()).not.toBe("initiated");
    await changePayee(payee, { email: "another@example.com" });
    expect(await paid()).not.toBe("initiated");
    await changePayee(payee, { momo_details: { provider: "MTN", phone_number: "+233241230000" } });
    const diverted = await app.request(
      app.callers.orgMember,
      "POST",
      "/payments-init/initiate",
      mobileMoneyPayout(payee, "0000", { amount: 5, target_amount: 5 }),
    );
    expect(diverted.body.response.status).toBe("initiated");
    expect((await approvals())[0].reasons).toEqual(["the beneficiary was never paid at this account before"]);
  });

  test("tells its approvers what is unusual: a new payee, another account, far more than the payee got before", async () => {
    await given({ payout_review_above: { GHS: "100.00" } });
    const payee = await newBeneficiary();
    const unusual = async (): Promise<string[]> => (await approvals())[0].unusual;
    await pay(app.callers.orgMember, 150, payee);
    expect(await unusual()).toEqual(["the beneficiary was never paid at this account before"]);
    await pay(app.callers.orgMember, 50, payee);
    await app.advance(2_000);
    await pay(app.callers.orgMember, 149, payee);
    expect(await unusual()).toEqual([]);
    await app.request(
      app.callers.orgMember,
      "POST",
      "/payments-init/initiate",
      mobileMoneyPayout(payee, "9999", { amount: 150, target_amount: 150 }),
    );
    expect(await unusual()).toEqual([
      "the beneficiary was never paid at this account before",
      "the destination is not the beneficiary's own account",
      "the beneficiary got 50.00 GHS on average before",
    ]);
  });
});

test("a check says what an initiation would say, down to who would be asked, and nothing comes of it", async () => {
  await given({
    controls: {
      policies: [{ when: "amount", currency: "GHS", above: "100", approvers: 2 }],
      limits: [{ per: "organization", window: "day", currency: "GHS", amount: "500", action: "refuse" }],
    },
  });
  const stores = async () => (await app.db.query("SELECT 1 FROM payments UNION ALL SELECT 1 FROM approvals")).length;
  const before = await stores();
  const check = (amount: number, to = beneficiaryId) =>
    app.request(
      app.callers.orgMember,
      "POST",
      "/payments/check",
      mobileMoneyPayout(to, "4567", { amount, target_amount: amount }),
    );
  expect((await check(99)).body.data).toMatchObject({ amount: 99, total_fees: 0, approvers_needed: 0, reasons: [] });
  expect((await check(100)).body.data).toMatchObject({
    approvers_needed: 2,
    reasons: ["the payout is 100 GHS or more"],
  });
  for (const [amount, status, code] of [
    [501, 409, "LIMIT_EXCEEDED"],
    [0, 400, "VALIDATION_ERROR"],
  ] as const)
    expect(await check(amount)).toMatchObject({ status, body: { code } });
  expect(await check(50, crypto.randomUUID())).toMatchObject({ status: 400, body: { code: "BENEFICIARY_NOT_FOUND" } });
  expect(await stores()).toBe(before);
});

describe("a limit", () => {
  const ofOne = (limit: object) =>
    given({ controls: { policies: [], limits: [{ window: "day", currency: "*", action: "refuse", ...limit }] } });

  test("for a beneficiary counts the account: who enters it again, however written, starts nothing anew", async () => {
    const entered: string[] = [];
    for (const phone_number of ["+233241239000", "0241239000", "+233 24 123 9000", "233241239000"])
      for (const provider of ["MTN", "mtn"]) entered.push(await newBeneficiary({ provider, phone_number }));
    await ofOne({ per: "beneficiary", count: 2 });
    const payTo = (to: string, ending: string) =>
      app.request(
        app.callers.apiKey,
        "POST",
        "/payments-init/initiate",
        mobileMoneyPayout(to, ending, { amount: 5, target_amount: 5 }),
      );
    const answers = await Promise.all(entered.map((to) => payTo(to, "9000")));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(answers.filter(({ body }) => body.code === "LIMIT_EXCEEDED")).toHaveLength(6);
    expect((await payTo(await newBeneficiary(), "4567")).status).toBe(200);
    await given({
      controls: {
        policies: [{ when: "daily_beneficiary_total", currency: "*", above: "8.00", approvers: 1 }],
        limits: [],
      },
    });
    expect((await payTo(entered[0]!, "9000")).body.response.status).not.toBe("initiated");
    expect((await payTo(entered[1]!, "9000")).body.response.status).toBe("initiated");
  });

  test("for a key goes on with the key that replaces it, however often it is rotated", async () => {
    const made = await app.request(app.callers.orgAdmin, "POST", "/public/api-keys", { name: "limited" });
    await ofOne({ per: "key", count: 1 });
    const asKey = (key: string): TestCaller => ({
      ...app.callers.apiKey,
      headers: { authorization: "NONE", "x-api-key": key },
    });
    expect((await pay(asKey(made.body.data.api_key), 5)).status).toBe(200);
    let current = made.body.data;
    for (let n = 0; n < 2; n += 1) {
      const path = `/public/api-keys/${current.api_key_id}/rotate`;
      current = (await app.request(app.callers.orgAdmin, "POST", path, { overlap_seconds: 0 })).body.data;
      expect((await pay(asKey(current.api_key), 5)).body.code).toBe("LIMIT_EXCEEDED");
    }
    expect((await pay(app.callers.apiKey, 5)).status).toBe(200);
  });

  describe("for a customer", () => {
    const perCustomer = (limit: object) =>
      given({ controls: { policies: [], limits: [{ per: "customer", window: "hour", currency: "*", ...limit }] } });
    let wallets = 5_000;
    /** From a separate wallet, unless one is named: a wallet also identifies the customer. */
    const collect = (payer: object, amount = 10, wallet = String(++wallets)) =>
      app.request(
        app.callers.apiKey,
        "POST",
        "/payments-init/initiate",
        mobileMoneyPayin(wallet, { amount, target_amount: amount, payer_details: payer }),
      );
    const name = "Kofi Mensah";

    test("can hold a payin until another person approves it: nothing is asked of a provider before, and the customer's time begins then", async () => {
      await perCustomer({ count: 1, action: "review" });
      await collect({ name, email: "held@example.com" });
      const { body } = await collect({ name, email: "held@example.com" }, 25);
      const { payment_id: paymentId } = body.response;
      expect(body.response).toMatchObject({ status: "initiated", next_action: "wait" });
      const [approval] = await approvals();
      expect(approval).toMatchObject({ payment_id: paymentId, title: "Payin of 25.00 GHS" });
      await app.wait(31 * 60_000);
      expect(await stored(paymentId)).toMatchObject({ status: "initiated", attempts: [] });
      expect(
        (await app.request(app.callers.admin, "POST", `/approvals/${approval.approval_id}/approve`, {})).status,
      ).toBe(200);
      const approved = await stored(paymentId);
      expect(approved.attempts).toHaveLength(1);
      expect(Date.parse(approved.expires_at)).toBeGreaterThan(app.clock.now().getTime());
      await app.wait(app.sandbox.delayMs);
      expect(await stored(paymentId)).toMatchObject({ status: "completed" });
    });

    test("counts the payins of one e-mail address, however it is written, exactly, and leaves other customers alone", async () => {
      await perCustomer({ count: 3, action: "refuse" });
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          collect({ name, email: n % 2 === 0 ? "kofi@example.com" : "Kofi@EXAMPLE.com" }),
        ),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
      const refused = answers.filter(({ status }) => status === 409);
      expect(refused).toHaveLength(5);
      const message =
        "The payin was refused: the limit of 3 payments within an hour for the customer would be exceeded";
      expect(refused[0]!.body).toMatchObject({ code: "LIMIT_EXCEEDED", message });
      expect((await collect({ name, email: "another@example.com" })).status).toBe(200);
      await app.advance(2 * 3_600_000);
      expect((await collect({ name, email: "kofi@example.com" })).status).toBe(200);
    });

    test("knows a customer by each of their names: a new e-mail address with the old phone or wallet starts nothing anew", async () => {
      await perCustomer({ amount: "100.00", currency: "GHS", action: "refuse" });
      expect((await collect({ name, email: "one@example.com", phone: "+233 20 999 8888" }, 60, "7001")).status).toBe(
        200,
      );
      expect((await collect({ name, email: "two@example.com", phone: "0209998888" }, 60)).body.code).toBe(
        "LIMIT_EXCEEDED",
      );
      expect((await collect({ name, email: "three@example.com" }, 60, "7001")).body.code).toBe("LIMIT_EXCEEDED");
      expect((await collect({ name, email: "one@example.com" }, 40)).status).toBe(200);
      expect((await collect({ name, email: "four@example.com" }, 60)).status).toBe(200);
    });

    test("counts a payout too where the request names its payer, and no other payout", async () => {
      await perCustomer({ count: 1, action: "refuse" });
      const payFor = (payer_details: object | null) =>
        app.request(
          app.callers.apiKey,
          "POST",
          "/payments-init/initiate",
          mobileMoneyPayout(beneficiaryId, "4567", { amount: 5, target_amount: 5, payer_details }),
        );
      expect((await payFor({ name, email: "sender@example.com" })).status).toBe(200);
      expect((await payFor({ name, email: "sender@example.com" })).body.code).toBe("LIMIT_EXCEEDED");
      for (let n = 0; n < 2; n++) expect((await payFor(null)).status).toBe(200);
    });

    test("concerns payins alone among the controls: other limits and policies let them pass", async () => {
      await given({
        controls: {
          policies: [{ when: "always", currency: "*", approvers: 1 }],
          limits: [{ per: "organization", window: "hour", currency: "*", count: 1, action: "refuse" }],
        },
      });
      for (let n = 0; n < 2; n++)
        expect((await collect({ name, email: "free@example.com" })).body.response.status).not.toBe("initiated");
    });
  });

  test("of payouts an hour refuses what goes beyond it, exactly, however many come at once", async () => {
    await given({
      controls: {
        policies: [],
        limits: [{ per: "organization", window: "hour", currency: "*", count: 3, action: "refuse" }],
      },
    });
    const answers = await Promise.all(Array.from({ length: 10 }, () => pay(app.callers.apiKey, 1)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ status, body }) => status === 409 && body.code === "LIMIT_EXCEEDED")).toHaveLength(7);
    await app.advance(2 * 3_600_000);
    expect((await pay(app.callers.apiKey, 1)).status).toBe(200);
  });

  test("can hold instead of refuse, and counts each key and beneficiary apart", async () => {
    await given({
      controls: {
        policies: [],
        limits: [{ per: "beneficiary", window: "day", currency: "GHS", amount: "10.00", action: "review" }],
      },
    });
    expect((await pay(app.callers.apiKey, 8)).body.response.status).not.toBe("initiated");
    expect((await pay(app.callers.apiKey, 8)).body.response.status).toBe("initiated");
    const another = await newBeneficiary({ provider: "MTN", phone_number: "+233241239001" });
    const paid = mobileMoneyPayout(another, "9001", { amount: 8, target_amount: 8 });
    const { body } = await app.request(app.callers.apiKey, "POST", "/payments-init/initiate", paid);
    expect(body.response.status).not.toBe("initiated");
  });

  test("keeps a new beneficiary from being paid until its time to cool off has passed", async () => {
    await given({ controls: { policies: [], limits: [], beneficiary_cool_off_hours: 24 } });
    const fresh = await newBeneficiary();
    expect((await pay(app.callers.apiKey, 1, fresh)).body).toMatchObject({ code: "LIMIT_EXCEEDED" });
    await app.advance(25 * 3_600_000);
    expect((await pay(app.callers.apiKey, 1, fresh)).status).toBe(200);
    await changePayee(fresh, { momo_details: { provider: "MTN", phone_number: "+233241230000" } });
    const body = mobileMoneyPayout(fresh, "0000", { amount: 1, target_amount: 1 });
    expect((await app.request(app.callers.apiKey, "POST", "/payments-init/initiate", body)).body.code).toBe(
      "LIMIT_EXCEEDED",
    );
  });
});

test("where the deployment lets API keys administer, as in development, a key does what its member may, and one with scopes still does not", async () => {
  const open = await startTestApp({ settings: { API_KEYS_MAY_ADMINISTER: "true" } });
  try {
    const { apiKey, orgAdmin } = open.callers;
    const invite = (caller: TestCaller, email: string) =>
      open.request(caller, "POST", `/organizations/${apiKey.orgId}/invites`, { email, role: "org-viewer" });
    expect((await invite(apiKey, "colleague@example.com")).status).toBe(201);
    const { body } = await open.request(orgAdmin, "POST", "/public/api-keys", {
      name: "narrow",
      scopes: ["settings:write"],
    });
    const narrow = { ...apiKey, headers: { authorization: "NONE", "x-api-key": body.data.api_key } };
    expect((await invite(narrow, "outsider@example.com")).status).toBe(403);
  } finally {
    await open.close();
  }
});

test("an organization's requests are limited together, so that a new key brings no new allowance", async () => {
  const limited = await startTestApp({ settings: { ORGANIZATION_RATE_LIMIT_PER_MINUTE: "5" } });
  try {
    const read = async (caller: TestCaller) => (await limited.request(caller, "GET", "/balances")).status;
    const { orgAdmin, apiKey, otherApiKey } = limited.callers;
    const statuses = [
      await read(apiKey),
      await read(apiKey),
      await read(apiKey),
      await read(orgAdmin),
      await read(orgAdmin),
    ];
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    expect([await read(apiKey), await read(orgAdmin)]).toEqual([429, 429]);
    expect(await read(otherApiKey)).toBe(200);
  } finally {
    await limited.close();
  }
});

test("an API key is warned of once, two weeks before it ends, by event, bell and e-mail", async () => {
  const day = 86_400_000;
  const expiresAt = new Date(app.clock.now().getTime() + 15 * day);
  const { orgId, userId } = app.callers.orgAdmin;
  const key = {
    orgId: orgId!,
    userId,
    name: "ending",
    expiresAt,
    environment: "development",
    actor: { type: "system", id: "test" },
  } as const;
  const created = await app.db.transaction((tx) => createApiKey(tx, { ...key, at: app.clock.now() }));
  const { api_key_id } = created.apiKey;
  const told = () =>
    app.db.query<{ type: string }>("SELECT unnest(types) AS type FROM events WHERE resource_id = $1", [api_key_id]);
  await app.run("api-key-expiry");
  expect(await told()).toEqual([]);
  await app.advance(day);
  await app.run("api-key-expiry");
  await app.run("api-key-expiry");
  expect(await told()).toEqual([{ type: "api_key.expiring" }]);
  const bells = await app.db.query(
    "SELECT 1 FROM notifications WHERE data->>'api_key_id' = $1 AND email_id IS NOT NULL",
    [api_key_id],
  );
  expect(bells).toHaveLength(1);
});
