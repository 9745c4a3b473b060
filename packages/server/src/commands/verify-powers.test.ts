import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createUser } from "#src/parties/users/create-user.ts";
import type { Tx } from "#src/kernel/db/client.ts";
import { createSecretBox } from "#src/kernel/secrets.ts";
import { startTestApp, TEST_SECRET, type TestApp, type TestCaller } from "@corridor/test/harness/app.ts";
import { mobileMoneyPayout } from "@corridor/test/harness/payments.ts";
import { markEntries, PLATFORM_CHAIN } from "#src/record/audit/index.ts";
import { describePowers, verifyPowers } from "./verify-powers.ts";

let app: TestApp;
const ids: Record<"key" | "revoked" | "payee" | "approval" | "colleague" | "used", string> = {
  key: "",
  revoked: "",
  payee: "",
  approval: "",
  colleague: "",
  used: "",
};
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const FORGED = "0198c0de-0000-7000-8000-000000000002";
const rule = { secrets: createSecretBox({ masterSecret: TEST_SECRET }), environment: "development" } as const;
const verify = () => verifyPowers(app.db, { ...rule, isFirst: true });

async function call(caller: TestCaller, method: string, path: string, body?: object) {
  const answer = await app.request(caller, method, path, body);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body?.data;
}

/** Everything that gives or takes a power, through the service. */
beforeAll(async () => {
  const { admin, orgAdmin, orgMember, orgViewer, apiKey } = app.callers;
  const org = `/organizations/${orgAdmin.orgId}`;
  const made = await call(orgAdmin, "POST", "/public/api-keys", { name: "a key", scopes: ["payouts:write"] });
  ids.key = made.api_key_id;
  await call(orgAdmin, "PATCH", `/public/api-keys/${ids.key}`, { allowed_addresses: ["127.0.0.1"] });
  const rotated = await call(orgAdmin, "POST", "/public/api-keys", { name: "rotated" });
  await call(orgAdmin, "POST", `/public/api-keys/${rotated.api_key_id}/rotate`, { overlap_seconds: 60 });
  ids.revoked = (await call(orgAdmin, "POST", "/public/api-keys", { name: "revoked" })).api_key_id;
  await call(orgAdmin, "DELETE", `/public/api-keys/${ids.revoked}`);
  await call(orgAdmin, "PUT", `${org}/members/${orgViewer.userId}/permissions`, { permissions: ["payments:write"] });
  await call(orgAdmin, "PATCH", `${org}/members/${orgViewer.userId}`, { role: "org-admin" });
  await call(orgAdmin, "PATCH", org, { settings: { payout_review_above: { GHS: 10 } } });
  ids.payee = (
    await call(apiKey, "POST", "/beneficiaries", {
      fname: "Ama",
      country: "GH",
      account_type: "mobile_money",
      momo_details: { provider: "MTN", phone_number: "+233241234567" },
    })
  ).beneficiary_id;
  const payout = mobileMoneyPayout(ids.payee, "4567", { amount: 50, target_amount: 50 });
  await call(orgMember, "POST", "/payments-init/initiate", payout);
  ids.approval = (await call(orgAdmin, "GET", "/approvals"))[0].approval_id;
  await call(orgAdmin, "POST", `/approvals/${ids.approval}/approve`, {});
  const at = app.clock.now();
  const colleague = await app.db.transaction((tx) => createUser(tx, { email: "c@ours.test", name: "C", at }));
  ids.colleague = colleague.user_id;
  const asked = await app.request(orgAdmin, "POST", "/public/api-keys", { name: "of two" });
  expect(asked.status, asked.text).toBe(409);
  ids.used = asked.body.approval_id;
  await call(admin, "POST", `/approvals/${ids.used}/approve`, {});
  await call(admin, "PATCH", `/users/${ids.colleague}`, { platform_role: "staff" });
});

describe("verify", () => {
  it("finds that the audit log explains what the service did", async () => {
    expect(await verify()).toEqual([]);
    expect(describePowers([])).toEqual([expect.stringContaining("explains every role")]);
  });

  it.each<[string, string, () => string]>([
    ["platform role", "UPDATE users SET platform_role = 'admin' WHERE user_id = $1", () => ids.colleague],
    [
      "platform role",
      "UPDATE users SET platform_role = 'admin' WHERE user_id = $1",
      () => app.callers.orgMember.userId,
    ],
    ["member", "UPDATE members SET role = 'org-admin' WHERE user_id = $1", () => app.callers.orgMember.userId],
    [
      "member",
      "UPDATE members SET permissions = '{payouts:approve}' WHERE user_id = $1",
      () => app.callers.orgMember.userId,
    ],
    [
      "member",
      `INSERT INTO members (org_id, user_id, role, created_at, updated_at)
       SELECT org_id, $1, 'org-admin', now(), now() FROM organizations LIMIT 1`,
      () => ids.colleague,
    ],
    ["API key", "UPDATE api_keys SET scopes = NULL WHERE api_key_id = $1", () => ids.key],
    ["API key", "UPDATE api_keys SET allowed_addresses = '{}' WHERE api_key_id = $1", () => ids.key],
    ["API key", "UPDATE api_keys SET key_hash = sha256('mine') WHERE api_key_id = $1", () => ids.key],
    ["API key", "UPDATE api_keys SET made_by = gen_random_uuid() WHERE api_key_id = $1", () => ids.key],
    ["API key", "UPDATE api_keys SET expires_at = now() WHERE api_key_id = $1", () => ids.key],
    ["API key", "UPDATE api_keys SET status = 'active', revoked_at = NULL WHERE api_key_id = $1", () => ids.revoked],
    ["approval", "UPDATE approvals SET approvers_needed = 2 WHERE approval_id = $1", () => ids.approval],
    ["approval", "UPDATE approvals SET status = 'approved' WHERE approval_id = $1", () => ids.used],
    ["approval", "UPDATE approvals SET status = 'pending' WHERE approval_id = $1", () => ids.used],
    [
      "approval",
      `INSERT INTO approvals SELECT (jsonb_populate_record(a, jsonb_build_object('approval_id', $1::uuid,
         'subject', 'another'))).* FROM approvals a LIMIT 1`,
      () => "0198c0de-0000-7000-8000-000000000001",
    ],
    [
      "settings of the organization",
      "UPDATE organizations SET settings = settings - 'payout_review_above' WHERE org_id = $1",
      () => app.callers.orgAdmin.orgId!,
    ],
    [
      "account of the beneficiary",
      `UPDATE beneficiaries SET momo_details = momo_details || '{"phone_number": "+233240000000"}'
       WHERE beneficiary_id = $1`,
      () => ids.payee,
    ],
  ])("finds a %s that somebody wrote into the database: %s", async (what, statement, idOf) => {
    await expect(
      app.db.transaction(async (tx) => {
        await tx.query(statement, [idOf()]);
        const found = await verifyPowers(tx, { ...rule, isFirst: true });
        expect(found).toEqual([{ what, org_id: expect.any(String), id: idOf() }]);
        expect(describePowers(found)[0]).toContain(`NOT EXPLAINED by the audit log: ${what} ${idOf()}`);
        throw new Error("undone");
      }),
    ).rejects.toThrow("undone");
  });

  it("finds an approval that its requester gave, after the exclusion was taken out of the database", async () => {
    const { orgAdmin } = app.callers;
    const asked = await app.request(orgAdmin, "POST", "/public/api-keys", { name: "of one" });
    const id = asked.body.approval_id;
    await app.db.query("UPDATE approvals SET excluded = '{}' WHERE approval_id = $1", [id]);
    await call(orgAdmin, "POST", `/approvals/${id}/approve`, {});
    expect(await verify()).toEqual([{ what: "approval", org_id: orgAdmin.orgId, id }]);
    await app.db.query("DELETE FROM approval_decisions WHERE approval_id = $1", [id]);
    await app.db.query("DELETE FROM approvals WHERE approval_id = $1", [id]);
  });
});

describe("an entry that explains a power", () => {
  const inProduction = { ...rule, environment: "production", isFirst: true } as const;
  const forge = (columns: string) => `INSERT INTO audit_log (org_id, audit_id, actor_type, actor_id, actor_user_id,
      action, resource_type, resource_id, changes, created_at, mark)
    SELECT org_id, '${FORGED}', actor_type, actor_id, actor_user_id, action, resource_type, ${columns}
    FROM audit_log WHERE resource_id = '${ids.colleague}' AND changes::jsonb ? 'platform_role'`;
  const admin = `'{"platform_role":{"before":null,"after":"admin"}}'::json, created_at`;

  it.each([
    ["no mark", `$1, ${admin}, NULL`, inProduction],
    ["the mark of another entry", `$1, ${admin}, mark`, rule],
    ["the mark of an entry that was copied", "resource_id, changes, created_at, mark", rule],
  ])("is found where somebody appended it with %s, also when it was sealed", async (_with, columns, under) => {
    const { userId } = app.callers.orgViewer;
    await expect(
      app.db.transaction(async (tx) => {
        await tx.query(forge(columns), columns.includes("$1") ? [userId] : []);
        await tx.query("UPDATE users SET platform_role = 'admin' WHERE user_id = $1 AND $2", [
          userId,
          columns.includes("$1"),
        ]);
        const found = await verifyPowers(tx, { ...under, isFirst: true });
        const forged = { what: "entry of the audit log", org_id: PLATFORM_CHAIN, id: FORGED };
        expect(found).toContainEqual(forged);
        expect(found.filter(({ what }) => what === "platform role")).toEqual([]);
        expect(describePowers([forged])[0]).toContain(`NOT WRITTEN by the service: entry of the audit log ${FORGED}`);
        throw new Error("undone");
      }),
    ).rejects.toThrow("undone");
  });

  it.each([
    ["with the mark of another", "mark"],
    ["without a mark", "NULL"],
  ])("keeps its mark under a new secret, once it is resealed; one %s gets none", async (_which, mark) => {
    const secrets = createSecretBox({
      masterSecret: "the next secret, as long as it must be",
      previousMasterSecrets: [TEST_SECRET],
    });
    const later = createSecretBox({ masterSecret: "the next secret, as long as it must be" });
    const underLater = { ...inProduction, secrets: later };
    const entriesIn = async (tx: Tx) =>
      (await verifyPowers(tx, underLater)).filter(({ what }) => what === "entry of the audit log");
    await expect(
      app.db.transaction(async (tx) => {
        const unmarked = await tx.query("SELECT audit_id AS id FROM audit_log WHERE mark IS NULL");
        await tx.query(forge(`resource_id, changes, created_at, ${mark}`));
        expect(await markEntries({ db: tx, secrets })).toBeGreaterThan(10);
        const stillWrong = (await entriesIn(tx)).map(({ id }) => id);
        expect(stillWrong.filter((id) => !unmarked.some((one) => one.id === id))).toEqual([FORGED]);
        expect(await markEntries({ db: tx, secrets })).toBe(0);
        throw new Error("undone");
      }),
    ).rejects.toThrow("undone");
  });

  it("is the service's own in production, too", async () => {
    const found = (await verifyPowers(app.db, inProduction)).filter(({ what }) => what === "entry of the audit log");
    const marked = await app.db.query("SELECT audit_id FROM audit_log WHERE mark IS NOT NULL");
    const ours = new Set(marked.map(({ audit_id }) => audit_id));
    expect(ours.size).toBeGreaterThan(10);
    expect(found.filter(({ id }) => ours.has(id))).toEqual([]);
  });
});
