import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { MPESA_SETTINGS } from "@corridor/providers/mpesa/mpesa.fixtures.ts";
import { type FakeMtn, MTN_SETTINGS, startFakeMtn } from "@corridor/providers/mtn_momo/mtn-momo.fixtures.ts";
import { type FakePaystack, startFakePaystack, TEST_KEY } from "@corridor/providers/paystack/paystack.fixtures.ts";
import { verifyLedger } from "@corridor/server/record/ledger/verify-ledger.ts";
import { startTestApp, type TestApp, type TestCaller } from "../harness/app.ts";
import { bankPayout, mobileMoneyPayin } from "../harness/payments.ts";

const TOKEN = "a-token-of-metrics-tests";
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ settings: { ALLOW_INSECURE_WEBHOOKS: "true", METRICS_TOKEN: TOKEN } });
});
afterAll(() => app.close());
afterEach(async () => expect((await verifyLedger(app.db)).broken).toBeNull());

const done = async (caller: TestCaller, method: string, path: string, body?: unknown) => {
  const answer = await app.request(caller, method, path, body);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body?.data;
};
const route = (change: object) =>
  done(app.callers.admin, "POST", "/payments/provider-configs", {
    payment_method: "mobile_money",
    direction: "inbound",
    priority: 0,
    ...change,
  });
const pay = async (caller: TestCaller, body: object) => {
  const answer = await app.request(caller, "POST", "/payments-init/initiate", body);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body.response as { payment_id: string; transaction_id: string };
};
const read = async (caller: TestCaller, { transaction_id }: { transaction_id: string }) =>
  (await app.request(caller, "GET", `/payments/transaction/${transaction_id}`)).body;
const availableOf = async (caller: TestCaller, currency: string): Promise<number> =>
  (await done(caller, "GET", "/balances")).find((one: { currency: string }) => one.currency === currency).available;
const floatsOf = (caller: TestCaller) => done(caller, "GET", "/balances/float");

describe("several accounts of the platform at one provider", () => {
  let ghana: FakeMtn;
  let uganda: FakeMtn;
  beforeAll(async () => {
    [ghana, uganda] = await Promise.all([startFakeMtn("mtnghana"), startFakeMtn("mtnuganda")]);
    await done(app.callers.admin, "PUT", "/payments/providers/mtn_momo/settings", {
      ...MTN_SETTINGS,
      base_url: ghana.url,
    });
    await done(app.callers.admin, "PUT", "/payments/provider-accounts/mtn_momo/uganda", {
      ...MTN_SETTINGS,
      target_environment: "mtnuganda",
      base_url: uganda.url,
    });
    await route({ provider: "mtn_momo", country: "GH" });
    const { config_id } = await route({ provider: "mtn_momo", label: "uganda", country: "UG" });
    const config = `/payments/provider-configs/mtn_momo/${config_id}`;
    expect(await done(app.callers.admin, "PATCH", config, { description: "Uganda" })).toMatchObject({
      label: "uganda",
    });
  });
  afterAll(() => Promise.all([ghana.close(), uganda.close()]));

  const inUganda = () =>
    mobileMoneyPayin("4567", {
      currency: "UGX",
      target_currency: "UGX",
      country: "UG",
      mobile_money_details: { provider: "MTN", phone_number: "+256771234567" },
      payer_details: { name: "Ada Okello", phone: "+256771234567" },
    });

  test("serve a country each: MTN in Ghana and MTN in Uganda are both paid, and each is told of its own", async () => {
    const paid = await Promise.all([pay(app.callers.apiKey, mobileMoneyPayin()), pay(app.callers.apiKey, inUganda())]);
    const [here, there] = await Promise.all(paid.map((payment) => read(app.callers.apiKey, payment)));
    expect([here.provider, there.provider]).toEqual(["mtn_momo", "mtn_momo"]);
    expect([here.provider_account, there.provider_account]).toEqual([undefined, "mtn_momo.uganda"]);
    expect([ghana.booked.size, uganda.booked.size]).toEqual([1, 1]);
    const { path } = uganda.end(there.attempts[0].attempt_id, { status: "SUCCESSFUL" });
    expect(path).toContain("/v1/callbacks/mtn_momo.uganda/");
    const notify = (address: string) =>
      app.request(null, "POST", address.replace("/v1", ""), "{}", { "content-type": "application/json" });
    await notify(path.replace("mtn_momo.uganda", "mtn_momo"));
    expect((await read(app.callers.apiKey, paid[1])).status).toBe("pending");
    expect((await notify(path)).status).toBe(200);
    expect((await read(app.callers.apiKey, paid[1])).status).toBe("completed");
    const { path: ofGhana } = ghana.end(here.attempts[0].attempt_id, { status: "SUCCESSFUL" });
    expect((await notify(ofGhana)).status).toBe(200);
    expect((await read(app.callers.apiKey, paid[0])).status).toBe("completed");
    expect(await floatsOf(app.callers.staff)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ provider: "mtn_momo", currency: "GHS", expected: 1500 }),
        expect.objectContaining({ provider: "mtn_momo.uganda", currency: "UGX", expected: 1500 }),
      ]),
    );
  });

  test("are kept while a payment is under way there, and are tried one by one", async () => {
    const account = "/payments/provider-accounts/mtn_momo/uganda";
    const payment = await pay(app.callers.apiKey, inUganda());
    expect((await app.request(app.callers.admin, "DELETE", account)).status).toBe(409);
    expect((await done(app.callers.admin, "POST", `${account}/try`)).works).toBe(true);
    const { attempts } = await read(app.callers.apiKey, payment);
    const { path } = uganda.end(attempts[0].attempt_id, { status: "FAILED", reason: "APPROVAL_REJECTED" });
    await app.request(null, "POST", path.replace("/v1", ""), "{}", { "content-type": "application/json" });
    await done(app.callers.admin, "DELETE", account);
    expect((await done(app.callers.admin, "GET", "/payments/provider-accounts")).length).toBe(1);
  });
});

test("a label that would stand in callback addresses in which its provider forbids it is refused", async () => {
  const put = (label: string) =>
    app.request(app.callers.admin, "PUT", `/payments/provider-accounts/mpesa/${label}`, {
      ...MPESA_SETTINGS,
      base_url: "http://127.0.0.1:1",
    });
  for (const [label, word] of [
    ["sqlshop", "sql"],
    ["an-exec", "exe"],
    ["m-pesa-two", "m-pesa"],
  ] as const) {
    const refused = await put(label);
    expect([refused.status, refused.body.message]).toEqual([
      400,
      `label: must not contain "${word}": M-PESA takes no callback address with it`,
    ]);
  }
  expect(await done(app.callers.admin, "GET", "/payments/provider-accounts")).not.toContainEqual(
    expect.objectContaining({ provider: "mpesa" }),
  );
  expect((await put("kenya-two")).status).toBe(200);
  await done(app.callers.admin, "DELETE", "/payments/provider-accounts/mpesa/kenya-two");
});

describe("accounts that organizations brought", () => {
  const KEYS = ["a", "b"].map((letter) => TEST_KEY.slice(0, -4) + letter.repeat(4));
  const ACCOUNT = "/payments/provider-accounts/paystack/main";
  let fakes: [FakePaystack, FakePaystack];
  let callers: [TestCaller, TestCaller];
  const admins = () => [app.callers.orgAdmin, app.callers.otherOrgAdmin] as const;
  const byPhone = () => mobileMoneyPayin("4567", { payer_details: { name: "Ama Owusu", email: "ama@example.com" } });
  const nameOf = ({ orgId }: TestCaller) => `paystack.main.${orgId!.replaceAll("-", "")}`;

  beforeAll(async () => {
    callers = [app.callers.apiKey, app.callers.otherApiKey];
    await route({ provider: "paystack", country: "GH" });
    await route({ provider: "paystack", country: "NG", payment_method: "bank_transfer", direction: "outbound" });
  });
  beforeEach(async () => {
    fakes = [await startFakePaystack(app.clock, KEYS[0]), await startFakePaystack(app.clock, KEYS[1])];
    for (const [index, admin] of admins().entries())
      await done(admin, "PUT", ACCOUNT, { secret_key: KEYS[index], base_url: fakes[index]!.url });
  });
  afterEach(() => Promise.all(fakes.map((fake) => fake.close())));

  const tell = (account: string, fake: FakePaystack, reference: string, event = "charge.success") => {
    const { rawBody, headers } = fake.tell(event, reference);
    return app.request(null, "POST", `/callbacks/${account}`, rawBody.toString(), headers as Record<string, string>);
  };
  const attemptOf = async (caller: TestCaller, payment: { transaction_id: string }): Promise<string> =>
    (await read(caller, payment)).attempts[0].attempt_id;

  test("are seen by their own people only, without their secrets, and reach no private address unless all may", async () => {
    for (const [index, admin] of admins().entries()) {
      const listed = await app.request(admin, "GET", "/payments/provider-accounts");
      expect(listed.body.data).toMatchObject([
        { account: nameOf(admin), label: "main", org_id: admin.orgId, secrets_set: ["secret_key"], state: "ready" },
      ]);
      for (const key of KEYS) expect(listed.text).not.toContain(key);
      expect(listed.text).not.toContain(fakes[1 - index]!.url);
    }
    expect(await done(app.callers.staff, "GET", "/payments/provider-accounts")).toHaveLength(3);
    for (const caller of [app.callers.orgMember, app.callers.orgViewer, app.callers.apiKey])
      expect((await app.request(caller, "PUT", ACCOUNT, {})).status).toBe(403);
  });

  test("are set up by what each provider asks for, which tells nothing of the platform's accounts there", async () => {
    await done(app.callers.admin, "PUT", "/payments/providers/stripe/settings", {
      secret_key: "sk_test_of_the_platform",
      webhook_secret: "whsec_of_the_platform",
    });
    const stateOf = async (caller: TestCaller) =>
      (await done(caller, "GET", "/payments/providers")).find((one: { provider: string }) => one.provider === "stripe");
    const ours = await stateOf(app.callers.admin);
    expect(ours).toMatchObject({ state: "ready", secrets_set: ["secret_key", "webhook_secret"] });
    expect(await stateOf(app.callers.orgAdmin)).toEqual({
      ...ours,
      state: "not_set_up",
      settings: null,
      secrets_set: [],
      updated_at: null,
    });
    expect((await app.request(app.callers.orgMember, "GET", "/payments/providers")).status).toBe(403);
    expect((await app.request(app.callers.admin, "DELETE", "/payments/providers/stripe/settings")).status).toBe(204);
  });

  test("are at most twenty of one organization, which keeps no other from its own", async () => {
    const labels = Array.from({ length: 19 }, (_, n) => `/payments/provider-accounts/paystack/n${n}`);
    const body = { secret_key: KEYS[0], base_url: fakes[0].url };
    for (const path of labels) await done(app.callers.orgAdmin, "PUT", path, body);
    const refused = await app.request(app.callers.orgAdmin, "PUT", "/payments/provider-accounts/paystack/more", body);
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("at most 20 accounts")]);
    await done(app.callers.otherOrgAdmin, "PUT", labels[0]!, body);
    for (const [caller, path] of [
      ...labels.map((one) => [app.callers.orgAdmin, one] as const),
      [app.callers.otherOrgAdmin, labels[0]!] as const,
    ])
      for (const _ of ["archived", "forgotten"]) expect((await app.request(caller, "DELETE", path)).status).toBe(204);
  });

  test("never cross in a race of fifty payments, their callbacks, forgeries and balances", async () => {
    const before = await Promise.all(callers.map((caller) => availableOf(caller, "GHS")));
    const payments = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const [mine, other] = index % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
        const payment = await pay(callers[mine], byPhone());
        const reference = await attemptOf(callers[mine], payment);
        // The other organization knows its own keys, and may know this reference.
        fakes[other].transactions.set(reference, { ...fakes[mine].transactions.get(reference) });
        expect((await tell(nameOf(callers[other]), fakes[other], reference)).status).toBe(200);
        expect((await tell(nameOf(callers[mine]), fakes[other], reference)).status).toBe(401);
        expect((await tell("paystack", fakes[other], reference)).status).toBe(404);
        expect(await read(callers[mine], payment)).toMatchObject({ status: "pending", provider: "paystack" });
        fakes[other].transactions.delete(reference);
        expect((await tell(nameOf(callers[mine]), fakes[mine], reference)).status).toBe(200);
        return { caller: callers[mine], payment };
      }),
    );
    let fees = 0;
    for (const { caller, payment } of payments) {
      const record = await read(caller, payment);
      expect(record).toMatchObject({ status: "completed", provider_account: nameOf(caller) });
      if (caller === callers[0]) fees += record.total_fees;
    }
    expect(fakes.map(({ transactions }) => transactions.size)).toEqual([25, 25]);
    const items = await app.request(app.callers.staff, "GET", "/payments/reconciliation-items");
    expect(items.body.data).toEqual([]);
    await app.run("provider-floats");
    for (const [index, admin] of admins().entries()) {
      const floats = await floatsOf(admin);
      expect(new Set(floats.map(({ provider }: { provider: string }) => provider))).toEqual(new Set([nameOf(admin)]));
      expect(floats).toContainEqual(expect.objectContaining({ currency: "GHS", expected: 25 * 1500 }));
      expect(floats).toContainEqual(expect.objectContaining({ currency: "NGN", reported: 17_000 }));
      // The money is with the organization: only our fee touches its balance here.
      const charged = index === 0 ? fees : before[1]! - (await availableOf(callers[1], "GHS"));
      expect(await availableOf(callers[index as 0 | 1], "GHS")).toBeCloseTo(before[index]! - charged, 2);
    }
  });

  test("pay out what is there, whatever the balance here, and take nothing from it but the fee", async () => {
    // What the provider reported before is too old to be believed.
    await app.advance(16 * 60_000);
    const before = await availableOf(callers[0], "NGN");
    const amount = before * 2;
    const beneficiary = app.demo.organizations[0]!.beneficiary_id;
    const payment = await pay(callers[0], bankPayout(beneficiary, "1234", { amount, target_amount: amount }));
    await tell(nameOf(callers[0]), fakes[0], await attemptOf(callers[0], payment), "transfer.success");
    const record = await read(callers[0], payment);
    expect(record).toMatchObject({ status: "completed", provider_account: nameOf(callers[0]) });
    expect(await availableOf(callers[0], "NGN")).toBeCloseTo(before - record.total_fees, 2);
  });

  test("carry no money that is converted here: that goes by the platform's", async () => {
    const preview = {
      country: "NG",
      payment_method: "bank_transfer",
      direction: "payout",
      amount: 500,
      currency: "NGN",
    };
    const { candidates } = await done(app.callers.orgAdmin, "POST", "/payments/route-preview", preview);
    const taken = candidates.filter((one: { taken: boolean }) => one.taken);
    expect(taken).toMatchObject([{ provider: "paystack", provider_account: nameOf(app.callers.orgAdmin) }]);
    expect(candidates).toContainEqual(
      expect.objectContaining({ provider: "fiat", reason: "the organization's own accounts carry this payment" }),
    );
  });

  test("once archived get no further payment, and still answer for those before; then they can be forgotten", async () => {
    const payment = await pay(callers[0], byPhone());
    await done(app.callers.orgAdmin, "DELETE", ACCOUNT);
    expect((await read(callers[0], await pay(callers[0], byPhone()))).provider).toBe("fiat");
    expect((await app.request(app.callers.orgAdmin, "DELETE", ACCOUNT)).status).toBe(409);
    await tell(nameOf(callers[0]), fakes[0], await attemptOf(callers[0], payment));
    expect((await read(callers[0], payment)).status).toBe("completed");
    const refund = await done(app.callers.orgAdmin, "POST", `/payments/${payment.payment_id}/refund`, {
      reason: "Returned",
    });
    expect(refund).toMatchObject({ provider: "paystack", status: "pending" });
    expect(fakes[0].refunds).toHaveLength(1);
    expect((await app.request(app.callers.orgAdmin, "DELETE", ACCOUNT)).status).toBe(409);
    expect((await done(app.callers.orgAdmin, "GET", "/payments/provider-accounts"))[0].archived_at).not.toBeNull();
    expect((await app.request(app.callers.otherOrgAdmin, "GET", "/payments/provider-accounts")).body.data).toHaveLength(
      1,
    );
  });

  test("are in no metric, whose series would grow with organizations", async () => {
    for (const job of ["provider-floats", "provider-lanes"]) await app.run(job);
    const text = await (await fetch(`${app.origin}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text();
    expect(text).toContain('provider_float{provider="mtn_momo.uganda"');
    for (const { orgId } of [app.callers.orgAdmin, app.callers.otherOrgAdmin])
      expect(text).not.toContain(orgId!.replaceAll("-", ""));
  });
});
