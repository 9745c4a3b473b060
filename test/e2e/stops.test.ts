import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { escrowFixtures } from "@corridor/server/products/escrow/escrow.fixtures.ts";
import { verifyLedger } from "@corridor/server/record/ledger/verify-ledger.ts";
import { type RunningSandbox, startSandbox } from "@corridor/sandbox/start-sandbox.ts";
import { silentLog } from "#test/harness/database.ts";
import type { TestCaller } from "#test/harness/app.ts";
import { bankPayout, mobileMoneyPayin } from "#test/harness/payments.ts";
import { type RampApp, startRampApp } from "./ramps.fixtures.ts";

/** The operator's switch holds money on every way out, and lets it go on afterwards, once. */
let app: RampApp;
let fixtures: ReturnType<typeof escrowFixtures>;
let beneficiaryId: string;
let revived: RunningSandbox | undefined;
beforeEach(async () => {
  app = await startRampApp();
  fixtures = escrowFixtures(app);
  beneficiaryId = await fixtures.beneficiary();
});
afterEach(async () => {
  const { broken } = await verifyLedger(app.db);
  await revived?.close();
  revived = undefined;
  await app.close();
  expect(broken).toBeNull();
});

async function given(settings: object): Promise<void> {
  const { orgId } = app.callers.orgAdmin;
  await app.db.query(`UPDATE organizations SET settings = $2 WHERE org_id = $1`, [orgId, JSON.stringify(settings)]);
  await app.db.transaction(async (tx) => tx.notify("organizations", orgId!));
}
async function must(method: string, path: string, body?: object, caller: TestCaller = app.callers.orgAdmin) {
  const answer = await app.request(caller, method, path, body);
  expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
  return answer.body;
}
const read = async (path: string, caller?: TestCaller) => (await must("GET", path, undefined, caller)).data;
const stop = async (body: object) =>
  (await must("POST", "/payments/stops", { reason: "an incident", ...body }, app.callers.admin)).data;
const start = (stopId: string) => must("DELETE", `/payments/stops/${stopId}`, undefined, app.callers.admin);

/** What the providers were asked to pay out or back so far. */
async function moneyOut(): Promise<number> {
  const { operations } = await app.atSandbox("/journal?limit=10000");
  return operations.filter(({ kind }: { kind: string }) => kind === "payout" || kind === "refund").length;
}
async function work(): Promise<void> {
  await app.advance(1_000);
  for (const job of ["payout-batch-previews", "payout-batches", "payment-checks", "refund-checks"]) await app.run(job);
}
const minutes = (count: number) => app.wait(count * 60_000);

async function completedPayin(ending = "4567"): Promise<string> {
  const { response } = await must("POST", "/payments-init/initiate", mobileMoneyPayin(ending), app.callers.apiKey);
  await app.advance(2_000);
  return response.payment_id;
}
let names = 0;

/** `prepare` while nothing is stopped; `go` while payouts are. Held: it goes on by itself. Refused: with 503. */
type Way = {
  prepare(): Promise<string>;
  go(prepared: string): Promise<{ status: number; body: any }>;
  ends: "held" | "refused";
};
const ask = (method: string, path: string, body?: object, caller: TestCaller = app.callers.orgAdmin) =>
  app.request(caller, method, path, body);
const WAYS: Record<string, Way> = {
  "a payout": {
    prepare: async () => beneficiaryId,
    go: (to) => ask("POST", "/payments-init/initiate", bankPayout(to)),
    ends: "held",
  },
  "a payout that was approved": {
    async prepare() {
      await given({ payout_review_above: { "*": "100.00" } });
      await must("POST", "/payments-init/initiate", bankPayout(beneficiaryId));
      return (await read("/approvals?status=pending&kind=payment"))[0].approval_id;
    },
    go: (approvalId) => ask("POST", `/approvals/${approvalId}/approve`, { comment: "by phone" }, app.callers.admin),
    ends: "held",
  },
  "a payout that reached nobody, when it is sent again": {
    async prepare() {
      const { url, delayMs, key } = app.sandbox;
      await app.sandbox.close();
      await must("POST", "/payments-init/initiate", bankPayout(beneficiaryId));
      const [host, port] = ["127.0.0.1", Number(new URL(url).port)];
      revived = await startSandbox({ host, port, directory: null, delayMs, key, log: silentLog, clock: app.clock });
      return "";
    },
    go: async () => ({ status: 200, body: null }),
    ends: "held",
  },
  "a payout whose provider does not know it": {
    async prepare() {
      await app.fault("fiat", "error");
      await must("POST", "/payments-init/initiate", bankPayout(beneficiaryId));
      await app.mend();
      return "";
    },
    go: async () => ({ status: 200, body: null }),
    ends: "held",
  },
  "a batch of payouts": {
    async prepare() {
      const rows = [{ beneficiary_id: beneficiaryId, amount: 60, currency: "NGN", reference: `wages ${++names}` }];
      const { batch_id } = (await must("POST", "/payout-batches", { name: "Wages", rows })).data;
      for (let n = 0; n < 4; n += 1) await app.run("payout-batch-previews");
      return batch_id;
    },
    async go(batchId) {
      const { preview_hash } = await read(`/payout-batches/${batchId}`);
      return ask("POST", `/payout-batches/${batchId}/submit`, { preview_hash });
    },
    ends: "held",
  },
  "a withdrawal": {
    prepare: () => fixtures.account(500),
    go: (account) =>
      ask("POST", `/virtual-accounts/${account}/withdraw`, { amount: 400, beneficiary_id: beneficiaryId }),
    ends: "held",
  },
  "an escrow release": {
    async prepare() {
      const shares = [{ to: { beneficiary_id: await fixtures.beneficiary() }, value: 100 }];
      const { escrowId, milestones } = await fixtures.activeProject({ milestones: [500], shares });
      await fixtures.must(201, "POST", `/${escrowId}/fund`, { account_id: await fixtures.account(500), amount: 500 });
      await fixtures.approve(escrowId, milestones[0]!);
      return `/virtual-accounts/escrow/${escrowId}/milestones/${milestones[0]}/release`;
    },
    go: (path) => ask("POST", path),
    ends: "held",
  },
  "the second leg of a ramp": {
    async prepare() {
      return JSON.stringify(await app.begin(app.buying()));
    },
    go: async (ramp) => (await app.payFiat(JSON.parse(ramp), "155000.00"), { status: 200, body: null }),
    ends: "held",
  },
  "a ramp": {
    prepare: async () => JSON.stringify(await app.buying()),
    go: (body) => ask("POST", "/payments-init/ramp", JSON.parse(body), app.callers.apiKey),
    ends: "refused",
  },
  "a refund": {
    prepare: () => completedPayin(),
    go: (id) => ask("POST", `/payments/${id}/refund`, { amount: 400, reason: "broken" }),
    ends: "refused",
  },
  "a refund that is approved": {
    async prepare() {
      const paymentId = await completedPayin();
      await given({ payout_review_above: { "*": "100.00" } });
      await must("POST", `/payments/${paymentId}/refund`, { amount: 400, reason: "broken" });
      return (await read("/approvals?status=pending&kind=refund"))[0].approval_id;
    },
    go: (approvalId) => ask("POST", `/approvals/${approvalId}/approve`, { comment: "by phone" }, app.callers.admin),
    ends: "refused",
  },
  "a disputed payin": {
    async prepare() {
      const paymentId = await completedPayin("0011");
      await app.advance(1_000);
      return (await read(`/disputes?payment_id=${paymentId}`))[0].dispute_id;
    },
    go: (disputeId) => ask("POST", `/disputes/${disputeId}/accept`),
    ends: "refused",
  },
};

describe.each(Object.entries(WAYS))("%s", (_, { prepare, go, ends }) => {
  test("does not leave while payouts are stopped, and leaves once when they start again", async () => {
    const prepared = await prepare();
    const before = await moneyOut();
    const { stop_id } = await stop({ flow: "payouts" });
    const answer = await go(prepared);
    if (ends === "refused") expect(answer).toMatchObject({ status: 503, body: { code: "UNAVAILABLE" } });
    else expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    for (let n = 0; n < 3; n += 1) await work();
    await minutes(35);
    expect(await moneyOut()).toBe(before);
    await start(stop_id);
    if (ends === "refused") expect((await go(prepared)).status).toBeLessThan(300);
    for (let n = 0; n < 3; n += 1) await work();
    await minutes(5);
    expect(await moneyOut()).toBeLessThanOrEqual(before + 1);
    if (prepare !== WAYS["a disputed payin"]!.prepare && prepare !== WAYS["a ramp"]!.prepare)
      expect(await moneyOut()).toBe(before + 1);
  });
});

const payout = (change: object = {}) =>
  ask("POST", "/payments-init/initiate", { ...bankPayout(beneficiaryId), ...change });
const payin = () => ask("POST", "/payments-init/initiate", mobileMoneyPayin());
const statusOf = async ({ body }: { body: any }) => (await read(`/payments/${body.response.payment_id}`)).status;

describe("a stop", () => {
  test("leaves a payout initiated, and says why on its record and in its answer until it goes on", async () => {
    const { stop_id } = await stop({ flow: "payouts" });
    const { body } = await payout();
    expect(body.response).toMatchObject({
      status: "initiated",
      message: "The payment is held and goes on later: payouts are stopped: an incident",
    });
    const record = await read(`/payments/${body.response.payment_id}`);
    expect(record.hold).toEqual({ reason: "payouts are stopped: an incident", since: expect.any(String) });
    await start(stop_id);
    await minutes(3);
    expect(await read(`/payments/${body.response.payment_id}`)).toMatchObject({ status: "completed", hold: null });
  });

  test("is told by a check, which then promises no arrival; a payin is refused as it would be", async () => {
    const check = (change: object) => ask("POST", "/payments/check", { ...bankPayout(beneficiaryId), ...change });
    await payout();
    await minutes(3);
    const before = (await check({})).body.data;
    expect(before.expected_arrival_at).toEqual(expect.any(String));
    expect(before).not.toHaveProperty("stopped");
    const { expected_arrival_at: _, ...rest } = before;
    const maintained = await Promise.all(
      ["fiat", "hybrid"].map((provider) =>
        app.request(app.callers.admin, "POST", "/payments/maintenance-windows", {
          provider,
          starts_at: app.clock.now().toISOString(),
          ends_at: new Date(app.clock.now().getTime() + 3_600_000).toISOString(),
          reason: "a new release",
        }),
      ),
    );
    // People at the desk carry it meanwhile.
    expect((await check({})).body.data).toEqual(rest);
    for (const { body } of maintained)
      await app.request(app.callers.admin, "DELETE", `/payments/maintenance-windows/${body.data.window_id}`);
    await stop({ flow: "payouts" });
    expect((await check({})).body.data).toEqual({ ...rest, stopped: "payouts are stopped: an incident" });
    await stop({ flow: "payins" });
    expect(await ask("POST", "/payments/check", mobileMoneyPayin())).toMatchObject({
      status: 503,
      body: { code: "UNAVAILABLE" },
    });
  });

  test.each([
    ["an organization", { org_id: "theirs" }, "processing"],
    ["the organization", { org_id: "ours" }, "initiated"],
    ["another country", { country: "GH" }, "processing"],
    ["the country", { country: "NG" }, "initiated"],
    ["the corridor", { country: "NG", payment_method: "bank_transfer" }, "initiated"],
    ["another method", { payment_method: "mobile_money" }, "processing"],
  ] as const)("of %s holds its own payouts only", async (_, scope: Record<string, string>, status) => {
    const [ours, theirs] = app.demo.organizations;
    const ids: Record<string, string> = { ours: ours!.org_id, theirs: theirs!.org_id };
    await stop({
      flow: "payouts",
      ...scope,
      ...(scope["org_id"] === undefined ? {} : { org_id: ids[scope["org_id"]] }),
    });
    expect(await statusOf(await payout())).toBe(status);
  });

  test("of payins refuses new ones and ramps, and leaves payouts alone", async () => {
    await stop({ flow: "payins", country: "GH" });
    expect(await payin()).toMatchObject({ status: 503, body: { code: "UNAVAILABLE" } });
    expect(await statusOf(await payout())).toBe("processing");
    await stop({ flow: "payins" });
    expect((await app.submit(await app.buying())).status).toBe(503);
    const [{ payments }] = (await app.db.query("SELECT count(*)::int AS payments FROM payments")) as [
      { payments: number },
    ];
    expect(payments).toBe(1);
  });

  test("of payins ends a payin that would be sent again, since its payer does not wait", async () => {
    await app.fault("fiat", "error");
    const { body } = await payin();
    await app.mend();
    await stop({ flow: "payins" });
    await minutes(5);
    expect(await read(`/payments/${body.response.payment_id}`)).toMatchObject({ status: "failed", hold: null });
  });

  test("of writes answers reads, provider callbacks and the switch only", async () => {
    const { body } = await payin();
    const { stop_id } = await stop({ flow: "writes" });
    expect(await payin()).toMatchObject({ status: 503, headers: expect.anything() });
    expect((await ask("POST", "/checkout/links/unknown/pay", {})).status).toBe(503);
    await app.advance(2_000);
    expect(await statusOf({ body })).toBe("completed");
    await start(stop_id);
    expect((await payin()).status).toBe(200);
  });

  test("of the writes of one organization leaves the others alone", async () => {
    await stop({ flow: "writes", org_id: app.callers.otherOrgAdmin.orgId! });
    expect((await payin()).status).toBe(200);
    expect((await ask("POST", "/payments-init/initiate", mobileMoneyPayin(), app.callers.otherApiKey)).status).toBe(
      503,
    );
  });

  test("is made and removed by platform admins, once, is seen by those whom it concerns, and is in the audit log", async () => {
    const refused = await ask("POST", "/payments/stops", { flow: "payouts", reason: "mine" });
    expect(refused.status).toBe(403);
    const made = await stop({ flow: "payouts" });
    expect(await stop({ flow: "payouts", reason: "again" })).toEqual(made);
    const theirs = await stop({ flow: "payouts", org_id: app.callers.otherOrgAdmin.orgId! });
    expect((await read("/payments/stops")).map((one: { stop_id: string }) => one.stop_id)).toEqual([made.stop_id]);
    expect(await read("/payments/stops", app.callers.staff)).toHaveLength(2);
    for (const { stop_id } of [made, theirs]) await start(stop_id);
    expect((await ask("DELETE", `/payments/stops/${made.stop_id}`, undefined, app.callers.admin)).status).toBe(404);
    const logged = await app.db.query("SELECT action FROM audit_log WHERE resource_type = 'stop' ORDER BY audit_id");
    expect(logged.map((row) => row["action"])).toEqual([
      "stop.created",
      "stop.created",
      "stop.removed",
      "stop.removed",
    ]);
  });

  test("of writes has no corridor, and a scope that exists", async () => {
    const made = (body: object) => ask("POST", "/payments/stops", { reason: "x", ...body }, app.callers.admin);
    expect((await made({ flow: "writes", country: "NG" })).status).toBe(400);
    expect((await made({ flow: "payouts", org_id: "01890000-0000-7000-8000-000000000000" })).status).toBe(404);
  });
});
