import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bankPayout, cardPayout, mobileMoneyPayout } from "#test/harness/payments.ts";
import { type RampApp, startRampApp } from "./ramps.fixtures.ts";

/**
 * Payouts go to the beneficiary's own account, or, if the organization allows it, to another account and are marked.
 */
const OTHER_ACCOUNT = { account_number: "0987654321", bank_code: "058", bank_name: "GTBank" };

/**
 * A service with this rule, used by its first organization (beneficiary Ikeja Farms at Access Bank) or by its second.
 */
function rulesOf(app: RampApp) {
  const initiate = (body: unknown, caller = app.caller) => app.request(caller, "POST", "/payments-init/initiate", body);
  return {
    ours: app.demo.organizations[0]!.beneficiary_id,
    theirs: app.demo.organizations[1]!.beneficiary_id,
    initiate,
    async recordOf(body: unknown, caller = app.caller): Promise<Record<string, any>> {
      const answer = await initiate(body, caller);
      expect(answer.status, answer.text).toBe(200);
      return (await app.request(caller, "GET", `/payments/${answer.body.response.payment_id}`)).body.data;
    },
    async refusalOf(body: unknown, caller = app.caller): Promise<unknown[]> {
      const answer = await initiate(body, caller);
      return [answer.status, answer.body.code, (answer.body.details ?? []).map(({ path }: { path: string }) => path)];
    },
  };
}

describe("with PAYOUT_DESTINATIONS=any", () => {
  let app: RampApp;
  let rules: ReturnType<typeof rulesOf>;
  beforeAll(async () => {
    app = await startRampApp();
    rules = rulesOf(app);
  });
  afterAll(() => app.close());

  test("a payout to the account of somebody else says in record and event that it is not the beneficiary's own", async () => {
    const record = await rules.recordOf(bankPayout(rules.ours, "6784", { bank_account: OTHER_ACCOUNT }));
    const destination = { matches_beneficiary: false, differs: ["account_number", "bank_code"] };
    expect(record).toMatchObject({
      status: "processing",
      recipient_info: { name: "Ikeja Farms" },
      bank_account: OTHER_ACCOUNT,
      destination,
    });
    const { data: events } = (
      await app.request(app.callers.orgAdmin, "GET", `/events?resource_id=${record["payment_id"] as string}`)
    ).body as {
      data: { data: { destination: unknown } }[];
    };
    expect(events.map(({ data }) => data.destination)).toEqual(events.map(() => destination));
    expect(events.length).toBeGreaterThan(0);
    const [audit] = await app.db.query<{ changes: { destination: unknown } }>(
      "SELECT changes FROM audit_log WHERE resource_id = $1",
      [record["payment_id"]],
    );
    expect(audit!.changes.destination).toEqual(destination);
  });

  test.each<[string, Record<string, unknown>]>([
    ["its number alone", { bank_account: { account_number: "0123456784" } }],
    ["nothing of it", { bank_account: {} }],
    ["nulls and blanks", { bank_account: { account_number: " ", bank_code: null, bank_name: "" } }],
    [
      "other spellings",
      { bank_account: { account_number: "0123 456 784", bank_code: " 044", bank_name: "ACCESS BANK PLC" } },
    ],
  ])("an account of which the request says %s is the beneficiary's own, whole", async (_case, change) => {
    const record = await rules.recordOf(bankPayout(rules.ours, "6784", change));
    expect(record).toMatchObject({
      bank_account: {
        account_number: "0123456784",
        bank_code: "044",
        bank_name: "Access Bank",
        account_name: "Ikeja Farms Ltd",
      },
      destination: { matches_beneficiary: true, differs: [] },
    });
  });

  test("the account of the demo's own payee is one that its bank knows by that name", async () => {
    const payee = await app.request(app.caller, "GET", `/beneficiaries/${rules.ours}`);
    const { account_number, bank_code } = payee.body.data.bank_details;
    const account = { account_number, bank_code, country: "NG" };
    const answer = await app.request(app.caller, "POST", "/externals/resolve-account", account);
    expect(answer).toMatchObject({ status: 200, body: { data: { account_name: "Ikeja Farms Ltd" } } });
  });

  test("a wallet of which the request says nothing is the beneficiary's own", async () => {
    const caller = app.callers.otherApiKey;
    const record = await rules.recordOf(mobileMoneyPayout(rules.theirs, "4567", { mobile_money_details: {} }), caller);
    expect(record).toMatchObject({
      mobile_money_details: { provider: "MTN", phone_number: "+233241234567" },
      destination: { matches_beneficiary: true, differs: [] },
    });
    const other = await rules.recordOf(
      mobileMoneyPayout(rules.theirs, "4568", { mobile_money_details: { phone_number: "024 123 4568" } }),
      caller,
    );
    expect(other).toMatchObject({
      mobile_money_details: { provider: "MTN", phone_number: "+233241234568" },
      destination: { matches_beneficiary: false, differs: ["phone_number"] },
    });
  });

  test("a way to be paid that the beneficiary is not registered with needs its own details", async () => {
    expect(await rules.recordOf(cardPayout(rules.ours, "4242", { country: "NG" }))).toMatchObject({
      destination: { differs: ["payment_method"] },
    });
    const wallet = mobileMoneyPayout(rules.ours, "4567", { mobile_money_details: { phone_number: "+233241234567" } });
    expect(await rules.refusalOf(wallet)).toEqual([400, "VALIDATION_ERROR", ["mobile_money_details.provider"]]);
    const account = bankPayout(rules.theirs, "6784", { bank_account: {} });
    expect(await rules.refusalOf(account, app.callers.otherApiKey)).toEqual([
      400,
      "VALIDATION_ERROR",
      ["bank_account.account_number"],
    ]);
  });

  test("an off-ramp goes where the request says, and is marked like a payout; what it leaves out is the beneficiary's", async () => {
    const named = { beneficiary_id: rules.ours, beneficiary_name: undefined };
    const elsewhere = await app.begin(
      app.selling({ ...named, destination: { accountNumber: "0987654321", bankCode: "058", bankName: "GTBank" } }),
    );
    expect(await app.record(elsewhere)).toMatchObject({
      recipient_info: { name: "Ikeja Farms" },
      bank_account: OTHER_ACCOUNT,
      destination: { matches_beneficiary: false, differs: ["account_number", "bank_code"] },
    });
    for (const destination of [undefined, { accountNumber: "0123-456-784" }, { bankCode: "044" }]) {
      expect(await app.record(await app.begin(app.selling({ ...named, destination })))).toMatchObject({
        bank_account: {
          account_number: "0123456784",
          bank_code: "044",
          bank_name: "Access Bank",
          account_name: "Ikeja Farms Ltd",
        },
        destination: { matches_beneficiary: true, differs: [] },
      });
    }
    const toWallet = {
      destination: undefined,
      mobile_money_details: { provider: "MTN", phone_number: "+2348031234567" },
    };
    expect(await app.record(await app.begin(app.selling({ ...named, ...toWallet })))).toMatchObject({
      destination: { matches_beneficiary: false, differs: ["payment_method"] },
    });
    expect((await app.record(await app.begin(app.selling())))["destination"]).toBeNull();
  });

  test("an organization may ask for registered destinations by itself; only the platform's admin lifts it, with a second person", async () => {
    const orgId = app.demo.organizations[0]!.org_id;
    const set = (caller: (typeof app.callers)["admin"], payout_destinations: string) =>
      app.request(caller, "PATCH", `/organizations/${orgId}`, { settings: { payout_destinations } });
    const body = bankPayout(rules.ours, "6784", { bank_account: OTHER_ACCOUNT });
    expect((await set(app.callers.orgAdmin, "registered")).body.data.settings).toMatchObject({
      payout_destinations: "registered",
    });
    expect(await rules.refusalOf(body)).toEqual([
      400,
      "BENEFICIARY_MISMATCH",
      ["bank_account.account_number", "bank_account.bank_code"],
    ]);
    expect((await set(app.callers.orgAdmin, "any")).status).toBe(403);
    const asked = await set(app.callers.admin, "any");
    expect([asked.status, asked.body.code ?? asked.body.message]).toEqual([
      409,
      expect.stringMatching(/APPROVAL_REQUIRED|second person/),
    ]);
    const [, approvalId] = /Approval ([0-9a-f-]{36})/.exec(asked.body.message)!;
    expect((await app.request(app.callers.orgAdmin, "POST", `/approvals/${approvalId}/approve`, {})).status).toBe(200);
    expect((await rules.initiate(body)).status).toBe(200);
  });

  test("a misspelled setting is refused by its name, not ignored", async () => {
    const path = `/organizations/${app.demo.organizations[0]!.org_id}`;
    const answer = await app.request(app.callers.orgAdmin, "PATCH", path, {
      settings: { payout_destination: "registered" },
    });
    expect([answer.status, answer.body.details]).toEqual([
      400,
      [{ path: "settings.payout_destination", message: "is not a field of this request; leave it out" }],
    ]);
  });

  test("where any payout needs a second person, one to another account always does, and its story says why", async () => {
    const orgId = app.demo.organizations[0]!.org_id;
    const review = (payout_review_above: unknown) =>
      app.request(app.callers.orgAdmin, "PATCH", `/organizations/${orgId}`, { settings: { payout_review_above } });
    expect((await review({ KES: 1_000_000 })).status).toBe(200);
    const { orgMember, orgAdmin } = app.callers;
    expect((await rules.recordOf(bankPayout(rules.ours), orgMember))["status"]).toBe("processing");
    const waiting = await rules.initiate(bankPayout(rules.ours, "6784", { bank_account: OTHER_ACCOUNT }), orgMember);
    expect(waiting.body.response).toMatchObject({
      status: "initiated",
      message: expect.stringContaining("not the beneficiary's own"),
    });
    const path = `/payments/${waiting.body.response.payment_id}`;
    expect((await app.request(orgAdmin, "GET", path)).body.data).toMatchObject({
      destination: { matches_beneficiary: false, differs: ["account_number", "bank_code"] },
      timeline: [{ to: "initiated", note: expect.stringContaining("the destination is not the beneficiary's own") }],
    });
    const approved = await app.request(orgAdmin, "POST", `${path}/review`, { decision: "approve" });
    expect(approved.body.data).toMatchObject({ status: "processing", destination: { matches_beneficiary: false } });
    // A card cannot wait for a review, because its data is not stored; a ramp has no review.
    expect(await rules.refusalOf(cardPayout(rules.ours, "4242", { country: "NG" }))).toEqual([
      400,
      "VALIDATION_ERROR",
      ["payment_method"],
    ]);
    const ramp = await app.submit(
      await app.selling({ beneficiary_id: rules.ours, destination: { accountNumber: "0987654321" } }),
    );
    expect([ramp.status, ramp.body.code]).toEqual([400, "BENEFICIARY_MISMATCH"]);
  });
});

describe("with PAYOUT_DESTINATIONS=registered", () => {
  let app: RampApp;
  let rules: ReturnType<typeof rulesOf>;
  beforeAll(async () => {
    app = await startRampApp({ PAYOUT_DESTINATIONS: "registered" });
    rules = rulesOf(app);
  });
  afterAll(() => app.close());

  test("a payout to the beneficiary's own account is made, however the account is written", async () => {
    for (const change of [
      {},
      { bank_account: {} },
      { bank_account: { account_number: "0123 456 784", bank_code: "044 " } },
    ])
      expect(await rules.recordOf(bankPayout(rules.ours, "6784", change))).toMatchObject({
        destination: { matches_beneficiary: true },
      });
    const wallet = { provider: "mtn", phone_number: "024 123 4567" };
    expect(
      await rules.recordOf(
        mobileMoneyPayout(rules.theirs, "4567", { mobile_money_details: wallet }),
        app.callers.otherApiKey,
      ),
    ).toMatchObject({
      destination: { matches_beneficiary: true },
    });
  });

  test.each<[string, (rule: typeof rules) => Record<string, unknown>, string[]]>([
    ["another number", ({ ours }) => bankPayout(ours, "6780"), ["bank_account.account_number"]],
    [
      "another bank",
      ({ ours }) => bankPayout(ours, "6784", { bank_account: { bank_code: "058" } }),
      ["bank_account.bank_code"],
    ],
    [
      "a bank of another name",
      ({ ours }) => bankPayout(ours, "6784", { bank_account: { bank_name: "GTBank" } }),
      ["bank_account.bank_name"],
    ],
    ["another country", ({ ours }) => bankPayout(ours, "6784", { country: "GH" }), ["country"]],
    ["a card", ({ ours }) => cardPayout(ours, "4242", { country: "NG" }), ["payment_method"]],
    ["a wallet", ({ ours }) => mobileMoneyPayout(ours, "4567", { country: "GH" }), ["country", "payment_method"]],
  ])("a payout to %s is BENEFICIARY_MISMATCH, and nothing is made", async (_case, build, paths) => {
    const count = async () => (await app.db.query<{ n: number }>("SELECT count(*)::integer AS n FROM payments"))[0]!.n;
    const before = await count();
    expect(await rules.refusalOf(build(rules))).toEqual([400, "BENEFICIARY_MISMATCH", paths]);
    expect(await count()).toBe(before);
  });

  test("an off-ramp is held to the same rule, and names a beneficiary", async () => {
    const refusal = async (change: Record<string, unknown>) => {
      const answer = await app.submit(await app.selling(change));
      return [answer.status, answer.body.code, (answer.body.details ?? []).map(({ path }: { path: string }) => path)];
    };
    const own = await app.begin(app.selling({ beneficiary_id: rules.ours }));
    expect(await app.record(own)).toMatchObject({ destination: { matches_beneficiary: true } });
    expect(await refusal({ beneficiary_id: rules.ours, destination: { accountNumber: "0987654321" } })).toEqual([
      400,
      "BENEFICIARY_MISMATCH",
      ["destination.accountNumber"],
    ]);
    const inDetails = {
      destination: undefined,
      bank_details: { account_number: "0123456784", bank_code: "058", bank_name: "GTBank" },
    };
    expect(await refusal({ beneficiary_id: rules.ours, ...inDetails })).toEqual([
      400,
      "BENEFICIARY_MISMATCH",
      ["bank_details.bank_code"],
    ]);
    expect(await refusal({})).toEqual([400, "BENEFICIARY_MISMATCH", ["beneficiary_id"]]);
  });

  test("an organization cannot loosen the platform's rule", async () => {
    const path = `/organizations/${app.demo.organizations[0]!.org_id}`;
    expect(
      (await app.request(app.callers.admin, "PATCH", path, { settings: { payout_destinations: "any" } })).status,
    ).toBe(200);
    expect(await rules.refusalOf(bankPayout(rules.ours, "6780"))).toEqual([
      400,
      "BENEFICIARY_MISMATCH",
      ["bank_account.account_number"],
    ]);
  });

  test("an organization's settings show what is enforced and where each value comes from", async () => {
    const { org_id } = app.demo.organizations[0]!;
    const path = `/organizations/${org_id}`;
    const settingsOf = async () => (await app.request(app.callers.orgAdmin, "GET", path)).body.data.settings;
    const { controls, sources, ...plain } = await settingsOf();
    expect(Object.keys(sources).toSorted()).toEqual([...Object.keys(plain), ...Object.keys(controls)].toSorted());
    expect([plain.payout_destinations, sources.payout_destinations]).toEqual(["registered", "platform"]);
    expect([controls.beneficiary_cool_off_hours, sources.beneficiary_cool_off_hours]).toEqual([0, "default"]);
    expect([plain.hold_payouts_until_kyb, sources.hold_payouts_until_kyb]).toEqual([false, "platform"]);
    const change = { settings: { unique_client_reference: true, controls: { beneficiary_cool_off_hours: 3 } } };
    expect((await app.request(app.callers.orgAdmin, "PATCH", path, change)).status).toBe(200);
    expect(await settingsOf()).toMatchObject({
      unique_client_reference: true,
      controls: { beneficiary_cool_off_hours: 3 },
      sources: { unique_client_reference: "organization", beneficiary_cool_off_hours: "organization" },
    });
  });
});
