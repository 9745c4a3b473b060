import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { PLATFORM_CHAIN } from "@corridor/server/record/audit/index.ts";
import { startTestApp, type TestApp, TEST_SECRET } from "#test/harness/app.ts";
import { bankPayin } from "#test/harness/payments.ts";

/** What is set while the service runs applies without a restart, in every process, and is audited. */
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const change = (settings: Record<string, string | null>, caller = app.callers.admin) =>
  app.request(caller, "PATCH", "/platform/settings", { settings });
const set = async (settings: Record<string, string | null>): Promise<void> => {
  const { status, text } = await change(settings);
  expect(status, text).toBe(200);
};
const read = async (name: string) =>
  (await app.request(app.callers.admin, "GET", "/platform/settings")).body.data.find((one: any) => one.name === name);
const auditOf = async (name: string) =>
  (
    await app.request(
      app.callers.admin,
      "GET",
      `/organizations/${PLATFORM_CHAIN}/audit-log?resource_type=platform_setting&resource_id=${name}`,
    )
  ).body.data;
const signUpIsOpen = async () =>
  ((await (await fetch(`${app.origin}/identity/options`)).json()) as any).data.sign_up as boolean;

describe("a setting that is changed while the service runs", () => {
  test("applies at once, has its default again when it is removed, and both are in the audit log", async () => {
    expect([await signUpIsOpen(), await read("SIGN_UP")]).toEqual([
      true,
      expect.objectContaining({ value: "open", source: "default" }),
    ]);
    await set({ SIGN_UP: "closed" });
    expect([await signUpIsOpen(), await read("SIGN_UP")]).toEqual([
      false,
      expect.objectContaining({ value: "closed", source: "stored" }),
    ]);
    await set({ SIGN_UP: null });
    expect([await signUpIsOpen(), (await read("SIGN_UP")).source]).toEqual([true, "default"]);
    expect((await auditOf("SIGN_UP")).map(({ action, changes }: any) => [action, changes])).toEqual([
      ["platform_setting.changed", { from: "closed", to: null }],
      ["platform_setting.changed", { from: null, to: "closed" }],
    ]);
  });

  test("reaches what was composed before: the accounts of the manual provider, and the rules of every organization", async () => {
    const account = { currency: "NGN", account_name: "Shop", account_number: "5566778899", bank_name: "GTB" };
    const corridor = { country: "NG", payment_method: "bank_transfer", direction: "inbound" };
    const config = { provider: "manual", ...corridor, priority: 1, org_id: app.callers.apiKey.orgId };
    expect((await app.request(app.callers.admin, "POST", "/payments/provider-configs", config)).status).toBe(201);
    await set({ MANUAL_ACCOUNTS: JSON.stringify([account]) });
    const { body } = await app.request(app.callers.apiKey, "POST", "/payments-init/initiate", bankPayin());
    expect(body.response).toMatchObject({ provider: "manual", account_number: account.account_number });

    const settingsOf = async () =>
      (await app.request(app.callers.orgAdmin, "GET", `/organizations/${app.callers.orgAdmin.orgId}`)).body.data
        .settings;
    expect((await settingsOf()).payout_destinations).toBe("any");
    await set({ PAYOUT_DESTINATIONS: "registered", HOLD_PAYOUTS_UNTIL_KYB: "true" });
    expect(await settingsOf()).toMatchObject({ payout_destinations: "registered", hold_payouts_until_kyb: true });
    await set({ PAYOUT_DESTINATIONS: null, HOLD_PAYOUTS_UNTIL_KYB: null, MANUAL_ACCOUNTS: null });
  });

  test("never shows a secret, in an answer or in the audit log", async () => {
    const secret = "a secret that nobody may read again";
    await set({ KYB_APP_TOKEN: secret, KYB_SECRET_KEY: secret, KYB_WEBHOOK_SECRET: secret });
    expect(await read("KYB_SECRET_KEY")).toMatchObject({ value: null, is_secret: true, source: "stored" });
    const [entry] = await auditOf("KYB_SECRET_KEY");
    expect(entry.changes).toEqual({ is_set: true });
    const rows = await app.db.query("SELECT value FROM public.platform_settings WHERE name = 'KYB_SECRET_KEY'");
    expect(JSON.stringify([rows, await auditOf("KYB_APP_TOKEN"), app.logLines()])).not.toContain(secret);
    await set({ KYB_APP_TOKEN: null, KYB_SECRET_KEY: null, KYB_WEBHOOK_SECRET: null });
  });

  test.each([
    [{ RATE_MARGIN_BPS: "many" }, /RATE_MARGIN_BPS=many: must be a whole number/],
    [{ SIGN_UP: "closed", KYB_APP_TOKEN: "alone" }, /KYB_APP_TOKEN, KYB_SECRET_KEY.* go together/],
    [{ PORT: "1" }, /PORT cannot be set while the service runs/],
  ])("is refused with everything beside it: %j", async (settings, message) => {
    const { status, body } = await change(settings);
    expect([status, body.message]).toEqual([400, expect.stringMatching(message)]);
    expect((await read("SIGN_UP")).source).toBe("default");
  });

  test("is the business of platform admins", async () => {
    for (const caller of [app.callers.orgAdmin, app.callers.staff, app.callers.apiKey]) {
      expect((await change({ SIGN_UP: "closed" }, caller)).status).toBe(403);
      expect((await app.request(caller, "GET", "/platform/settings")).status).toBe(403);
    }
  });

  test("needs a second person where it concerns money, and nobody where it does not", async () => {
    const strict = await startTestApp({ settings: { PLATFORM_SECOND_PERSON: "true" } });
    try {
      const { admin, secondAdmin } = strict.callers;
      const patch = (settings: object) => strict.request(admin, "PATCH", "/platform/settings", { settings });
      expect((await patch({ PAYOUT_BATCH_PER_SECOND: "9" })).status).toBe(200);
      const secret = "whsec_" + "A".repeat(32);
      const asked = await patch({ RECEIPT_SMS_URL: "https://sms.example", RECEIPT_SMS_SECRET: secret });
      expect([asked.status, asked.body.code]).toEqual([409, "APPROVAL_REQUIRED"]);
      const approval = `/approvals/${asked.body.approval_id}`;
      const { request } = (await strict.request(secondAdmin, "GET", approval)).body.data;
      expect(request).toEqual({ RECEIPT_SMS_URL: "https://sms.example", RECEIPT_SMS_SECRET: "(secret)" });
      expect((await strict.request(secondAdmin, "POST", `${approval}/approve`, {})).status).toBe(200);
      const { data } = (await strict.request(admin, "GET", "/platform/settings")).body;
      expect(data.find(({ name }: any) => name === "RECEIPT_SMS_URL").value).toBe("https://sms.example");
    } finally {
      await strict.close();
    }
  });
});

test("the command line changes settings of a running service, and prints what applies and where it comes from", async () => {
  const env = { PATH: process.env["PATH"], DATABASE_URL: app.databaseUrl, CORRIDOR_SECRET: TEST_SECRET };
  const corridor = async (...words: string[]): Promise<string> =>
    (await promisify(execFile)(process.execPath, ["packages/server/src/main.js", "settings", ...words], { env }))
      .stdout;
  await corridor("set", "SIGN_UP=closed", "RATE_MARGIN_BPS=60");
  await vi.waitFor(async () => expect(await signUpIsOpen()).toBe(false), { timeout: 60_000 });
  const lines = (await corridor("--effective")).split("\n");
  expect(lines).toEqual(
    expect.arrayContaining([
      "RATE_MARGIN_BPS=60  stored",
      "CORRIDOR_SECRET=(secret)  in the environment",
      "PORT=3000  default",
    ]),
  );
  await corridor("unset", "SIGN_UP", "RATE_MARGIN_BPS");
  expect((await auditOf("SIGN_UP"))[0]).toMatchObject({
    actor_id: "command-line",
    changes: { from: "closed", to: null },
  });
  await expect(corridor("set", "SIGN_UP=ajar")).rejects.toThrow(/SIGN_UP=ajar: must be one of open, closed/);
});
