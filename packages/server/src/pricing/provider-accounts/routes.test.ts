import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listenForInvalidations } from "#src/kernel/db/invalidation.ts";
import { createLogger } from "#src/kernel/log.ts";
import { createOutbound } from "@corridor/provider-kit/outbound.ts";
import { createMetrics } from "#src/kernel/metrics.ts";
import { createSecretBox } from "#src/kernel/secrets.ts";
import { settingsAt } from "@corridor/providers/adyen/adyen.fixtures.ts";
import { ADYEN } from "@corridor/providers/adyen/adyen.ts";
import { type FakeMtn, MTN_SETTINGS, startFakeMtn } from "@corridor/providers/mtn_momo/mtn-momo.fixtures.ts";
import { MTN_MOMO } from "@corridor/providers/mtn_momo/mtn-momo.ts";
import { scriptedServer } from "@corridor/provider-kit/stage.fixtures.ts";
import { startTestApp, type TestApp } from "@corridor/test/harness/app.ts";
import { mobileMoneyPayin } from "@corridor/test/harness/payments.ts";
import { createProviderRegistry } from "./provider-registry.ts";
import { writeSettings } from "./queries.ts";
import { mergedSettings, type Settings } from "@corridor/provider-kit/entered-settings.ts";
import { checkSettings, openSettings, sealSettings } from "./settings.ts";
import { resealProviderSettings } from "./write-settings.ts";

let app: TestApp;
let mtn: FakeMtn;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  mtn = await startFakeMtn();
});
afterEach(async () => {
  await app.db.transaction(async (tx) => {
    await tx.query("DELETE FROM provider_settings");
    tx.notify("provider-settings", "mtn_momo");
  });
  await expect
    .poll(async () => (await app.request(app.callers.admin, "POST", "/payments/providers/mtn_momo/try")).status)
    .toBe(409);
  await mtn.close();
});

const SETTINGS_PATH = "/payments/providers/mtn_momo/settings";
const SECRETS = [
  MTN_SETTINGS.collection_subscription_key,
  MTN_SETTINGS.collection_api_key,
  MTN_SETTINGS.disbursement_subscription_key,
  MTN_SETTINGS.disbursement_api_key,
  MTN_SETTINGS.callback_secret,
];
const RETRY_AFTER_MS = 60_000;
const MASTER = "a test secret that is long enough to be one, and is used nowhere else";
const settings = (change: object = {}): object => ({ ...MTN_SETTINGS, base_url: mtn.url, ...change });
const setUp = (change: object = {}) => app.request(app.callers.admin, "PUT", SETTINGS_PATH, settings(change));
const listed = async (name = "mtn_momo") =>
  (await app.request(app.callers.staff, "GET", "/payments/providers")).body.data.find(
    (one: { provider: string }) => one.provider === name,
  );

/** MTN is first for Ghana's payins, before the sandbox. */
async function route(): Promise<void> {
  const answer = await app.request(app.callers.admin, "POST", "/payments/provider-configs", {
    provider: "mtn_momo",
    country: "GH",
    payment_method: "mobile_money",
    direction: "inbound",
    priority: 0,
  });
  expect(answer.status).toBe(201);
}
const pay = async () =>
  (await app.request(app.callers.apiKey, "POST", "/payments-init/initiate", mobileMoneyPayin())).body.response;
const read = async (payment: { transaction_id: string }) =>
  (await app.request(app.callers.apiKey, "GET", `/payments/transaction/${payment.transaction_id}`)).body;
const notify = (path: string, method = "POST") =>
  app.request(null, method, path.replace(/^\/v1/, ""), "{}", { "content-type": "application/json" });

describe("the list of providers", () => {
  test("shows what is built in, what can be set up and what each needs, to people who may set accounts up", async () => {
    expect(await listed("fiat")).toMatchObject({ is_built_in: true, state: "ready", settings_schema: null });
    expect(await listed()).toMatchObject({
      display_name: "MTN MoMo",
      is_built_in: false,
      state: "not_set_up",
      settings: null,
      secrets_set: [],
      settings_schema: { properties: { callback_secret: { "x-secret": true } } },
      callback_url: `${app.origin}/v1/callbacks/mtn_momo`,
    });
    expect((await app.request(app.callers.orgMember, "GET", "/payments/providers")).status).toBe(403);
  });
});

describe("settings", () => {
  test("are written by admins only, and their secrets are shown to nobody: not in an answer, a log line, the audit log or the database", async () => {
    for (const caller of [app.callers.staff, app.callers.orgAdmin])
      expect((await app.request(caller, "PUT", SETTINGS_PATH, settings())).status).toBe(403);
    const answer = await setUp();
    expect(answer.body.data).toMatchObject({
      state: "ready",
      settings: { target_environment: "mtnghana" },
      secrets_set: expect.arrayContaining(["callback_secret"]),
    });
    const [stored, audited] = [
      await app.db.query("SELECT * FROM provider_settings"),
      await app.db.query("SELECT * FROM audit_log WHERE resource_type = 'provider'"),
    ];
    expect(stored).toHaveLength(1);
    expect(audited).toMatchObject([
      { action: "provider_settings.created", resource_id: "mtn_momo", request_id: expect.stringMatching(/./) },
    ]);
    expect(JSON.stringify(audited)).toContain("callback_secret");
    for (const text of [
      answer.text,
      JSON.stringify(await listed()),
      JSON.stringify(stored),
      JSON.stringify(audited),
      app.logLines().join("\n"),
    ])
      for (const secret of SECRETS) expect(text).not.toContain(secret);
  });

  test("that lack something or cannot be right are refused, name the field, and change nothing", async () => {
    for (const [change, path] of [
      [{ collection_api_key: undefined }, "collection_api_key"],
      [{ callback_secret: "short" }, "callback_secret"],
      [{ target_environment: "mtnatlantis" }, "target_environment"],
      [{ base_url: "ftp://mtn.example" }, "base_url"],
      [{ base_url: "https://user:password@mtn.example" }, "base_url"],
      [{ collection_api_user: " with-a-blank" }, "collection_api_user"],
      [{ collection_api_key: "k".repeat(20_000) }, "collection_api_key"],
    ] as const) {
      const { status, body } = await setUp(change);
      expect([status, body.details.map((one: { path: string }) => one.path)]).toEqual([400, [path]]);
    }
    expect(await listed()).toMatchObject({ state: "not_set_up" });
  });

  test("keep a secret that is left out, put any other setting back to its default, and lose what is null", async () => {
    await setUp({ base_url: undefined });
    const { collection_api_user } = MTN_SETTINGS;
    const given = {
      target_environment: "mtnuganda",
      collection_api_user,
      disbursement_subscription_key: null,
      disbursement_api_key: null,
    };
    const answer = await app.request(app.callers.admin, "PUT", SETTINGS_PATH, given);
    expect(answer.body.data).toMatchObject({
      settings: { target_environment: "mtnuganda", base_url: "https://proxy.momoapi.mtn.com" },
    });
    expect(answer.body.data.settings).not.toHaveProperty("disbursement_api_user");
    expect(answer.body.data.secrets_set).toEqual([
      "collection_subscription_key",
      "collection_api_key",
      "callback_secret",
    ]);
  });

  test("do not take stored secrets along to another host, where whoever named it could read them", async () => {
    await setUp();
    const elsewhere = await scriptedServer((response) => response.end());
    const { collection_api_user, disbursement_api_user } = MTN_SETTINGS;
    const away = { target_environment: "mtnghana", collection_api_user, disbursement_api_user };
    const names = [
      "collection_subscription_key",
      "collection_api_key",
      "disbursement_subscription_key",
      "disbursement_api_key",
    ];
    for (const body of [{ ...away, base_url: elsewhere.url }, away]) {
      const { status, body: answer } = await app.request(app.callers.admin, "PUT", SETTINGS_PATH, body);
      expect([status, answer.details.map((one: { path: string }) => one.path)]).toEqual([400, names]);
    }
    await app.request(app.callers.admin, "POST", "/payments/providers/mtn_momo/try");
    expect(elsewhere.requests).toEqual([]);
    expect(await listed()).toMatchObject({ state: "ready", settings: { base_url: mtn.url } });
    expect((await setUp({ base_url: elsewhere.url })).status).toBe(200);
    expect(
      (await app.request(app.callers.admin, "PUT", SETTINGS_PATH, { ...away, base_url: `${elsewhere.url}/v2` })).status,
    ).toBe(200);
    await elsewhere.close();
  });

  test("that only we need are made up, once", async () => {
    const stored = async () =>
      (await app.db.query<{ sealed: string }>("SELECT sealed FROM provider_settings"))[0]!.sealed;
    const opened = async () =>
      openSettings(createSecretBox({ masterSecret: MASTER, previousMasterSecrets: [] }), "mtn_momo", await stored());
    expect((await setUp({ callback_secret: undefined })).body.data.secrets_set).toContain("callback_secret");
    const { callback_secret: madeUp } = await opened();
    expect(madeUp).toMatch(/^[\w-]{43}$/);
    await setUp({ callback_secret: undefined, target_environment: "mtnuganda" });
    expect(await opened()).toMatchObject({ target_environment: "mtnuganda", callback_secret: madeUp });
  });

  test("must name encrypted addresses in production", () => {
    const whole = mergedSettings(MTN_MOMO.settings, undefined, { ...MTN_SETTINGS, base_url: "http://mtn.example" });
    expect(() => checkSettings(MTN_MOMO, whole, { secureOnly: true })).toThrow("base_url: must be an https URL");
    expect(() => checkSettings(MTN_MOMO, whole, { secureOnly: false })).not.toThrow();
    const second = mergedSettings(ADYEN.settings, undefined, {
      ...settingsAt("https://adyen.example/v71"),
      transfers_base_url: "http://adyen.example/btl/v4",
    });
    expect(() => checkSettings(ADYEN, second, { secureOnly: true })).toThrow(
      "transfers_base_url: must be an https URL",
    );
  });

  test("of a provider that is built in or unknown cannot be written", async () => {
    expect((await app.request(app.callers.admin, "PUT", "/payments/providers/fiat/settings", {})).status).toBe(409);
    expect((await app.request(app.callers.admin, "PUT", "/payments/providers/nobody/settings", {})).status).toBe(404);
    expect((await app.request(app.callers.admin, "DELETE", SETTINGS_PATH)).status).toBe(404);
  });

  test("can be tried out without moving anything", async () => {
    expect((await app.request(app.callers.admin, "POST", "/payments/providers/mtn_momo/try")).status).toBe(409);
    await setUp();
    expect((await app.request(app.callers.admin, "POST", "/payments/providers/mtn_momo/try")).body.data).toMatchObject({
      works: true,
    });
    await setUp({ collection_api_key: "another-key" });
    const { data } = (await app.request(app.callers.admin, "POST", "/payments/providers/mtn_momo/try")).body;
    expect(data).toEqual({ works: false, message: expect.stringMatching(/^MTN MoMo refuses us\. Payins: .*401/) });
    await setUp({ disbursement_api_key: "another-key" });
    const payouts = (await app.request(app.callers.admin, "POST", "/payments/providers/mtn_momo/try")).body.data;
    expect(payouts).toEqual({ works: false, message: expect.stringMatching(/^MTN MoMo refuses us\. Payouts: .*401/) });
    await setUp({ base_url: "http://127.0.0.1:1" });
    const nowhere = (await app.request(app.callers.admin, "POST", "/payments/providers/mtn_momo/try")).body.data;
    expect(nowhere).toEqual({
      works: null,
      message: expect.stringMatching(/^MTN MoMo could not be reached\. .*the connection could not be made/),
    });
    expect(mtn.booked.size).toBe(0);
  });
});

describe("a provider that is set up", () => {
  beforeAll(route);

  test("takes the next payment, and an unsigned notice at its secret address makes us ask how it ended", async () => {
    expect((await read(await pay())).provider).toBe("fiat");
    await setUp();
    const payment = await pay();
    const record = await read(payment);
    expect(record).toMatchObject({ provider: "mtn_momo", status: "pending" });
    const { path } = mtn.end(record.attempts[0].attempt_id, { status: "SUCCESSFUL" });
    for (const forged of [
      path.slice(0, -1),
      `${path.slice(0, -4)}AAAA`,
      path.replace(record.attempts[0].attempt_id, payment.transaction_id),
    ])
      expect((await notify(forged)).status).not.toBe(200);
    expect(await read(payment)).toMatchObject({ status: "pending" });
    expect((await notify(path, "PUT")).status).toBe(200);
    expect((await notify(path)).status).toBe(200);
    expect(await read(payment)).toMatchObject({
      status: "completed",
      provider_data: { financial_transaction_id: "506567530" },
    });
  });

  test("that cannot be asked about a notice is asked again later, and nothing is believed meanwhile", async () => {
    await setUp();
    const payment = await pay();
    const { path } = mtn.end((await read(payment)).attempts[0].attempt_id, { status: "SUCCESSFUL" });
    await setUp({ base_url: "http://127.0.0.1:1" });
    expect((await notify(path)).status).toBe(200);
    expect(await read(payment)).toMatchObject({ status: "pending" });
    await setUp();
    await app.advance(RETRY_AFTER_MS + 1_000);
    await app.run("callback-retries");
    expect(await read(payment)).toMatchObject({ status: "completed" });
  });

  test("is not forgotten while a payment is under way there; afterwards it is, and routes pass it over", async () => {
    await setUp();
    const payment = await pay();
    expect((await app.request(app.callers.admin, "DELETE", SETTINGS_PATH)).status).toBe(409);
    await notify(
      mtn.end((await read(payment)).attempts[0].attempt_id, { status: "FAILED", reason: "APPROVAL_REJECTED" }).path,
    );
    expect(await read(payment)).toMatchObject({ status: "failed" });
    expect((await app.request(app.callers.admin, "DELETE", SETTINGS_PATH)).status).toBe(204);
    expect(await listed()).toMatchObject({ state: "not_set_up" });
    expect((await read(await pay())).provider).toBe("fiat");
  });

  test("and refuses a payment is followed by the next one of the route", async () => {
    await setUp();
    const elsewhere = mobileMoneyPayin("4567", {
      mobile_money_details: { provider: "Telecel Cash", phone_number: "+233201234567" },
    });
    const { response } = (await app.request(app.callers.apiKey, "POST", "/payments-init/initiate", elsewhere)).body;
    expect((await read(response)).attempts).toMatchObject([
      { provider: "mtn_momo", outcome: "refused", reason: "mtn_momo reaches wallets of MTN only" },
      { provider: "fiat", outcome: "accepted" },
    ]);
  });
});

describe("another process", () => {
  const secretBox = (masterSecret: string, previousMasterSecrets: string[] = []) =>
    createSecretBox({ masterSecret, previousMasterSecrets });

  async function withRegistry(
    secrets: ReturnType<typeof createSecretBox>,
    work: (registry: ReturnType<typeof createProviderRegistry>) => Promise<void>,
  ) {
    const log = createLogger({ level: "silent" });
    const invalidations = listenForInvalidations({
      url: app.databaseUrl,
      db: app.db,
      applicationName: "another-process",
      log,
    });
    const outbound = createOutbound();
    const registry = createProviderRegistry({
      db: app.db,
      clock: app.clock,
      log,
      invalidations,
      outbound,
      secrets,
      builtIn: new Map(),
      kinds: [MTN_MOMO],
      metrics: createMetrics(),
      secureOnly: false,
      publicOutbound: outbound,
    });
    try {
      await registry.start();
      await work(registry);
    } finally {
      await registry.close();
      await Promise.all([invalidations.close(), outbound.close()]);
    }
  }

  test("follows when a provider is set up and when it is taken out, and keeps one that did not change as it is", () =>
    withRegistry(secretBox(MASTER), async ({ providers }) => {
      expect(providers.has("mtn_momo")).toBe(false);
      await setUp();
      await expect.poll(() => providers.has("mtn_momo")).toBe(true);
      const made = providers.get("mtn_momo");
      await app.db.transaction(async (tx) => tx.notify("provider-settings", "mtn_momo"));
      await app.request(app.callers.admin, "GET", "/payments/providers");
      expect(providers.get("mtn_momo")).toBe(made);
      await app.request(app.callers.admin, "DELETE", SETTINGS_PATH);
      await expect.poll(() => providers.has("mtn_momo")).toBe(false);
    }));

  test("under another master secret has not the provider and says why; sealed anew it has", async () => {
    const OTHER = "another test secret that is long enough to be one as well, and is used here";
    await setUp();
    await withRegistry(secretBox(OTHER), async ({ providers, unusable }) => {
      expect(providers.has("mtn_momo")).toBe(false);
      expect(unusable.get("mtn_momo")).toContain("another master secret");
    });
    expect(await resealProviderSettings({ db: app.db, secrets: secretBox(OTHER, [MASTER]) })).toBe(1);
    await withRegistry(secretBox(OTHER), async ({ providers }) => expect(providers.has("mtn_momo")).toBe(true));
    expect(await listed()).toMatchObject({
      state: "unusable",
      problem: expect.stringContaining("another master secret"),
    });
  });

  /** Rows as an earlier or later version would have stored them. */
  async function store(stored: object): Promise<void> {
    const sealed = sealSettings(secretBox(MASTER), "mtn_momo", stored as Settings);
    await app.db.transaction(async (tx) => {
      await writeSettings(tx, { provider: "mtn_momo", sealed, updatedAt: app.clock.now(), archivedAt: null });
      tx.notify("provider-settings", "mtn_momo");
    });
    await expect.poll(async () => (await listed()).state).not.toBe("not_set_up");
  }

  test("of another version may have stored what is no longer known, and the rest counts; what it called by another name is not shown", async () => {
    const { base_url: _, ...rest } = settings() as { base_url: string };
    await store({ ...rest, former_api_key: "a secret of a former version" });
    expect(await listed()).toMatchObject({ state: "ready" });
    expect(JSON.stringify(await listed())).not.toContain("a secret of a former version");
  });

  test("of another version may not have asked for what this one needs: then the provider is unusable, and the list says what is missing", async () => {
    const { callback_secret: _, ...rest } = settings() as { callback_secret: string };
    await store(rest);
    await expect
      .poll(() => listed())
      .toMatchObject({ state: "unusable", problem: expect.stringContaining("callback_secret") });
    expect((await read(await pay())).provider).toBe("fiat");
    expect((await setUp()).body.data).toMatchObject({ state: "ready", problem: null });
  });
});
