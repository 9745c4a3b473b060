import { AsyncLocalStorage } from "node:async_hooks";
import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { loadConfig } from "#src/config.ts";
import { createMetrics } from "#src/kernel/metrics.ts";
import { createInTestCell, startTestApp, TEST_SECRET, type TestApp } from "@corridor/test/harness/app.ts";
import { countWaiting, silentLog } from "@corridor/test/harness/database.ts";
import { verifyLedger } from "#src/record/ledger/verify-ledger.ts";
import { newId } from "@corridor/base/ids.ts";
import { escrowFixtures } from "./escrow.fixtures.ts";

let app: TestApp;
let fixtures: ReturnType<typeof escrowFixtures>;
beforeAll(async () => {
  app = await startTestApp();
  fixtures = escrowFixtures(app);
});
afterAll(async () => {
  const report = await verifyLedger(app.db);
  await app.close();
  expect(report.broken).toBeNull();
});

/** A million dollars' worth of naira. */
const SANDBOX_BALANCE = 1_550_000_000;

test("payouts of several projects that end at the same moment each settle their own disbursement", async () => {
  const released = await Promise.all(
    [300, 200].map(async (amount) => {
      const share = { to: { beneficiary_id: await fixtures.beneficiary("0009") }, value: 100 };
      const { escrowId, milestones } = await fixtures.activeProject({ milestones: [amount], shares: [share] });
      await fixtures.must(201, "POST", `/${escrowId}/fund`, { account_id: await fixtures.account(amount), amount });
      await fixtures.approve(escrowId, milestones[0]!);
      await fixtures.must(200, "POST", `/${escrowId}/milestones/${milestones[0]}/release`);
      const [disbursement] = await fixtures.must(200, "GET", `/${escrowId}/disbursements`);
      return { escrowId, paymentId: disbursement.payment_id as string };
    }),
  );
  const [{ provider }] = (await app.db.query<{ provider: string }>(
    "SELECT provider FROM payments WHERE payment_id = $1",
    [released[0]!.paymentId],
  )) as [{ provider: string }];
  const events = released.map(({ paymentId: reference }) => ({
    event: "payment.updated",
    provider,
    reference,
    id: `p_${reference}`,
    status: "failed",
    provider_status: "failed",
    currency: "NGN",
    occurred_at: app.clock.now().toISOString(),
  }));
  const body = JSON.stringify({ callback_id: newId(), events });
  const seconds = Math.floor(app.clock.now().getTime() / 1_000);
  const key = createHmac("sha256", app.sandbox.key).update(`callbacks:${provider}`).digest();
  const signature = `t=${seconds},v1=${createHmac("sha256", key).update(`${seconds}.${body}`).digest("hex")}`;
  await app.request(null, "POST", `/callbacks/${provider}`, body, {
    "content-type": "application/json",
    "x-sandbox-signature": signature,
  });
  for (const { escrowId } of released)
    expect(await fixtures.must(200, "GET", `/${escrowId}/disbursements`)).toMatchObject([{ status: "failed" }]);
});

describe("funding", () => {
  test("by a payin counts when it completes, and is told then", async () => {
    const { escrowId, milestones } = await fixtures.activeProject({
      milestones: [600, 400],
      shares: [{ to: { account_id: await fixtures.account() }, value: 100 }],
    });
    const settlement = await fixtures.ledgerBalance("settlement");
    const started = await fixtures.must(201, "POST", `/${escrowId}/fund`, {
      amount: 700,
      payment: fixtures.bankPayin(),
    });
    expect(started).toMatchObject({
      source: "payin",
      status: "pending",
      amount: 700,
      payment_id: started.funding_id,
      payment: { next_action: "bank_transfer", payment_id: started.funding_id },
    });
    expect(started.escrow).toMatchObject({ funded_amount: 0, pending_funding: 700 });
    const tooMuch = await fixtures.call("POST", `/${escrowId}/fund`, {
      account_id: await fixtures.account(1000),
      amount: 300.01,
    });
    expect([tooMuch.status, tooMuch.body.code]).toEqual([409, "EXCEEDS_FUNDING"]);
    await fixtures.pay(started.payment.account_number, 700);
    expect(await fixtures.must(200, "GET", `/${escrowId}`)).toMatchObject({
      funded_amount: 700,
      pending_funding: 0,
      milestones: [{ funding_status: "funded" }, { funding_status: "partially_funded", covered_amount: 100 }],
    });
    expect(await fixtures.must(200, "GET", `/${escrowId}/fundings`)).toMatchObject([
      { status: "completed", amount: 700, refunded_amount: 0 },
    ]);
    expect(await fixtures.eventTypes(milestones[0]!)).toEqual(["escrow.milestone.funded"]);
    expect(await fixtures.ledgerBalance("escrow", escrowId)).toBe(700);
    // The account exists because its first use opened it.
    expect(await fixtures.ledgerBalance("settlement")).toBe(settlement || SANDBOX_BALANCE);
  });

  test("by a payin that fails counts for nothing, and frees what it had claimed", async () => {
    const { escrowId } = await fixtures.activeProject({
      milestones: [1000],
      shares: [{ to: { account_id: await fixtures.account() }, value: 100 }],
    });
    const refused = {
      ...fixtures.bankPayin(),
      bank_account: { account_number: "0123450002", bank_code: "044", bank_name: "Access Bank" },
    };
    expect((await fixtures.call("POST", `/${escrowId}/fund`, { amount: 1000, payment: refused })).status).toBe(502);
    expect(
      (
        await fixtures.call("POST", `/${escrowId}/fund`, {
          amount: 1000,
          payment: { ...fixtures.bankPayin(), country: "AQ" },
        })
      ).status,
    ).toBe(422);
    expect(await fixtures.must(200, "GET", `/${escrowId}/fundings`)).toMatchObject([
      { status: "failed" },
      { status: "failed" },
    ]);
    await fixtures.must(201, "POST", `/${escrowId}/fund`, { account_id: await fixtures.account(1000), amount: 1000 });
  });

  test("by a payin that could not be made at first counts when the same request is sent again", async () => {
    const { escrowId } = await fixtures.activeProject({
      milestones: [1000],
      shares: [{ to: { account_id: await fixtures.account() }, value: 100 }],
    });
    const fund = () =>
      app.request(
        fixtures.admin,
        "POST",
        `/virtual-accounts/escrow/${escrowId}/fund`,
        { amount: 1000, payment: fixtures.bankPayin() },
        { "idempotency-key": `fund-${escrowId}` },
      );
    await app.db.query("ALTER TABLE payments ADD CONSTRAINT out_of_order CHECK (created_at IS NULL) NOT VALID");
    expect((await fund()).status).toBe(500);
    await app.db.query("ALTER TABLE payments DROP CONSTRAINT out_of_order");
    expect(await fixtures.must(200, "GET", `/${escrowId}/fundings`)).toMatchObject([{ status: "failed" }]);
    const again = await fund();
    expect(again.status, again.text).toBe(201);
    expect(again.body.data).toMatchObject({ status: "pending", escrow: { pending_funding: 1000 } });
    await fixtures.pay(again.body.data.payment.account_number, 1000);
    expect(await fixtures.must(200, "GET", `/${escrowId}`)).toMatchObject({ funded_amount: 1000, pending_funding: 0 });
    expect(await fixtures.ledgerBalance("escrow", escrowId)).toBe(1000);
  });

  test("by a payin counts when its money arrives, although it had been given up", async () => {
    const { escrowId } = await fixtures.activeProject({
      milestones: [1000],
      shares: [{ to: { account_id: await fixtures.account() }, value: 100 }],
    });
    const started = await fixtures.must(201, "POST", `/${escrowId}/fund`, {
      amount: 1000,
      payment: fixtures.bankPayin(),
    });
    await app.db.query("UPDATE escrow_fundings SET status = 'failed' WHERE funding_id = $1", [started.funding_id]);
    await fixtures.pay(started.payment.account_number, 1000);
    expect(await fixtures.must(200, "GET", `/${escrowId}`)).toMatchObject({ funded_amount: 1000, pending_funding: 0 });
    expect(await fixtures.ledgerBalance("escrow", escrowId)).toBe(1000);
  });

  test("by a payin is given back by the project alone: refunded besides, it would be paid out twice", async () => {
    const { escrowId } = await fixtures.activeProject({
      milestones: [1000],
      shares: [{ to: { account_id: await fixtures.account() }, value: 100 }],
    });
    const started = await fixtures.must(201, "POST", `/${escrowId}/fund`, {
      amount: 1000,
      payment: fixtures.bankPayin(),
    });
    await fixtures.pay(started.payment.account_number, 1000);
    const refund = await app.request(fixtures.admin, "POST", `/payments/${started.funding_id}/refund`, {
      reason: "The payer asked",
    });
    expect([refund.status, refund.body.message]).toEqual([409, expect.stringMatching(/refunded from there/)]);
    expect((await app.request(fixtures.admin, "GET", `/payments/${started.funding_id}`)).body.data).toMatchObject({
      status: "completed",
      refunded_amount: 0,
    });
  });

  test.each<[string, (account: string) => object, number]>([
    ["from nowhere", () => ({ amount: 10 }), 400],
    ["from two places", (account) => ({ amount: 10, account_id: account, payment: fixtures.bankPayin() }), 400],
    [
      "by a payin that lacks its payer",
      () => ({ amount: 10, payment: { ...fixtures.bankPayin(), payer_details: undefined } }),
      400,
    ],
    ["in another currency's decimals", (account) => ({ amount: 10.001, account_id: account }), 400],
    ["from an account that does not exist", () => ({ amount: 10, account_id: newId() }), 404],
    ["with more than the account holds", (account) => ({ amount: 600, account_id: account }), 409],
    ["with more than is missing", (account) => ({ amount: 1000.01, account_id: account }), 409],
  ])("%s is refused, and nothing moves", async (_case, build, expected) => {
    const { escrowId } = await fixtures.activeProject({
      milestones: [1000],
      shares: [{ to: { account_id: await fixtures.account() }, value: 100 }],
    });
    const account = await fixtures.account(500);
    expect((await fixtures.call("POST", `/${escrowId}/fund`, build(account))).status).toBe(expected);
    expect(await fixtures.balance(account)).toBe(500);
    expect(await fixtures.must(200, "GET", `/${escrowId}`)).toMatchObject({ funded_amount: 0, pending_funding: 0 });
  });

  test("from an account in another currency is a 400", async () => {
    const { escrowId } = await fixtures.activeProject({
      milestones: [1000],
      shares: [{ to: { account_id: await fixtures.account() }, value: 100 }],
    });
    expect(
      (await fixtures.call("POST", `/${escrowId}/fund`, { amount: 10, account_id: await fixtures.account(0, "KES") }))
        .status,
    ).toBe(400);
  });

  test("20 at the same moment never put in more than is missing", async () => {
    const { escrowId } = await fixtures.activeProject({
      milestones: [1000],
      shares: [{ to: { account_id: await fixtures.account() }, value: 100 }],
    });
    const account = await fixtures.account(5000);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        fixtures.call("POST", `/${escrowId}/fund`, { account_id: account, amount: 100 }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(await fixtures.balance(account)).toBe(4000);
    expect(await fixtures.ledgerBalance("escrow", escrowId)).toBe(1000);
  });
});

describe("a release", () => {
  async function readyProject(shares: Parameters<typeof fixtures.activeProject>[0]["shares"], amount = 1000) {
    const project = await fixtures.activeProject({ milestones: [amount], shares });
    await fixtures.must(201, "POST", `/${project.escrowId}/fund`, {
      account_id: await fixtures.account(amount),
      amount,
    });
    await fixtures.approve(project.escrowId, project.milestones[0]!);
    return { ...project, milestone: `/${project.escrowId}/milestones/${project.milestones[0]}` };
  }

  test("10 at the same moment pay once", async () => {
    const account = await fixtures.account();
    const { milestone } = await readyProject([{ to: { account_id: account }, value: 100 }]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => fixtures.call("POST", `${milestone}/release`)));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 409),
    ]);
    expect(await fixtures.balance(account)).toBe(1000);
  });

  test("needs the whole amount funded and shares that cover it", async () => {
    const account = await fixtures.account();
    const { escrowId, milestones, parties } = await fixtures.activeProject({
      milestones: [1000],
      shares: [{ to: { account_id: account }, value: 90 }],
    });
    const path = `/${escrowId}/milestones/${milestones[0]}`;
    await fixtures.approve(escrowId, milestones[0]!);
    const buyer = await fixtures.account(1000);
    await fixtures.must(201, "POST", `/${escrowId}/fund`, { account_id: buyer, amount: 999.99 });
    const refusal = async () => (await fixtures.call("POST", `${path}/release`)).body;
    expect(await refusal()).toMatchObject({
      code: "NOT_FUNDED",
      message: expect.stringMatching(/Only 999\.99 NGN of 1000\.00 NGN/),
    });
    await fixtures.must(201, "POST", `/${escrowId}/fund`, { account_id: buyer, amount: 0.01 });
    expect(await refusal()).toMatchObject({
      code: "SPLITS_INCOMPLETE",
      message: expect.stringMatching(/shares do not cover/),
    });
    await fixtures.must(200, "PUT", `${path}/parties`, { party_id: parties[0], split_value: 100 });
    await fixtures.must(200, "POST", `${path}/contract/approve`);
    await fixtures.must(200, "POST", `${path}/release`);
    expect(await fixtures.balance(account)).toBe(1000);
  });

  test("to a closed account is refused as a whole; to a frozen one it is credited", async () => {
    const [closed, frozen] = [await fixtures.account(), await fixtures.account()];
    const { milestone, parties, escrowId } = await readyProject([
      { to: { account_id: closed }, value: 50 },
      { to: { account_id: frozen }, value: 50 },
    ]);
    await app.request(fixtures.admin, "POST", `/virtual-accounts/${closed}/close`);
    await app.request(fixtures.admin, "POST", `/virtual-accounts/${frozen}/freeze`);
    expect((await fixtures.call("POST", `${milestone}/release`)).status).toBe(409);
    expect(await fixtures.balance(frozen)).toBe(0);
    await fixtures.must(200, "PATCH", `/${escrowId}/parties/${parties[0]}`, { account_id: await fixtures.account() });
    await fixtures.must(200, "POST", `${milestone}/contract/approve`);
    await fixtures.must(200, "POST", `${milestone}/release`);
    expect(await fixtures.balance(frozen)).toBe(500);
  });

  test("by a payout that fails leaves the money in the project, and can be retried to another beneficiary", async () => {
    const { milestone, parties, escrowId } = await readyProject([
      { to: { beneficiary_id: await fixtures.beneficiary("0005") }, value: 100 },
    ]);
    expect(await fixtures.must(200, "POST", `${milestone}/release`)).toMatchObject({
      status: "releasing",
      disbursed_total: 0,
    });
    await app.advance(app.sandbox.delayMs);
    const [failed] = await fixtures.must(200, "GET", `/${escrowId}/disbursements?status=failed`);
    expect(failed).toMatchObject({
      kind: "release",
      method: "payout",
      amount: 1000,
      failure_reason: expect.any(String),
    });
    expect(await fixtures.ledgerBalance("escrow", escrowId)).toBe(1000);
    await fixtures.must(200, "PATCH", `/${escrowId}/parties/${parties[0]}`, {
      beneficiary_id: await fixtures.beneficiary(),
    });
    const retry = `/${escrowId}/disbursements/${failed.disbursement_id}/retry`;
    const restarted = await fixtures.must(200, "POST", retry);
    expect([restarted.status, restarted.payment_id === failed.payment_id]).toEqual(["pending", false]);
    expect((await fixtures.call("POST", retry)).status).toBe(409);
    expect((await fixtures.call("POST", `/${escrowId}/disbursements/${newId()}/retry`)).status).toBe(404);
    await app.advance(app.sandbox.delayMs);
    expect(await fixtures.must(200, "GET", milestone)).toMatchObject({ disbursed_total: 1000 });
    expect(await fixtures.ledgerBalance("escrow", escrowId)).toBe(0);
  });

  test("by a payout that every provider refuses fails at once; one that could not be started is started by the job, once", async () => {
    const refused = await readyProject([{ to: { beneficiary_id: await fixtures.beneficiary("0002") }, value: 100 }]);
    await fixtures.must(200, "POST", `${refused.milestone}/release`);
    expect(await fixtures.must(200, "GET", `/${refused.escrowId}/disbursements`)).toMatchObject([{ status: "failed" }]);

    const delayed = await readyProject([{ to: { beneficiary_id: await fixtures.beneficiary() }, value: 100 }]);
    await fixtures.must(200, "POST", `${delayed.milestone}/release`);
    // The state after a crash right after the start: it is due again, and the retry finds its payment instead of making
    // a second one.
    await app.db.query("UPDATE escrow_disbursements SET due_at = $2 WHERE escrow_id = $1", [
      delayed.escrowId,
      app.clock.now(),
    ]);
    await app.run("escrow-disbursements");
    await app.advance(app.sandbox.delayMs);
    expect(await fixtures.must(200, "GET", `/${delayed.escrowId}/disbursements`)).toMatchObject([
      { status: "completed" },
    ]);
    const payments = await app.db.query("SELECT 1 FROM payments WHERE details->'origin'->>'id' = $1", [
      delayed.escrowId,
    ]);
    expect(payments).toHaveLength(1);
    expect(await fixtures.must(200, "GET", delayed.milestone)).toMatchObject({ disbursed_total: 1000 });
  });
});

test("a payout that was started before a crash goes on, whatever has changed since: it is never counted as failed and paid again", async () => {
  const { escrowId, milestones, parties } = await fixtures.activeProject({
    milestones: [1000],
    shares: [{ to: { beneficiary_id: await fixtures.beneficiary("0009") }, value: 100 }],
  });
  await fixtures.must(201, "POST", `/${escrowId}/fund`, { account_id: await fixtures.account(1000), amount: 1000 });
  await fixtures.approve(escrowId, milestones[0]!);
  await fixtures.must(200, "POST", `/${escrowId}/milestones/${milestones[0]}/release`);
  // The process died before it recorded the start of the payout. Then the party changed to a virtual account.
  await app.db.query("UPDATE escrow_disbursements SET due_at = $2 WHERE escrow_id = $1", [escrowId, app.clock.now()]);
  await fixtures.must(200, "PATCH", `/${escrowId}/parties/${parties[0]}`, { account_id: await fixtures.account() });
  await app.run("escrow-disbursements");
  const [disbursement] = await fixtures.must(200, "GET", `/${escrowId}/disbursements`);
  expect(disbursement).toMatchObject({ status: "pending" });
  expect((await fixtures.call("POST", `/${escrowId}/disbursements/${disbursement.disbursement_id}/retry`)).status).toBe(
    409,
  );
  await app.advance(60_000);
  await app.run("payment-checks");
  expect(await fixtures.must(200, "GET", `/${escrowId}/disbursements`)).toMatchObject([{ status: "completed" }]);
});

test("fees of payouts are the organization's to pay: every milestone can be paid to its last cent", async () => {
  const fee = await app.request(app.callers.admin, "POST", "/fees", {
    name: "Escrow payouts",
    org_id: fixtures.admin.orgId,
    country: "NG",
    payment_method: "bank_transfer",
    direction: "outbound",
    currency: "NGN",
    fixed_amount: 10,
  });
  expect(fee.status, fee.text).toBe(201);
  const [settlement, fees] = [await fixtures.ledgerBalance("settlement"), await fixtures.ledgerBalance("fees")];
  const { escrowId, milestones } = await fixtures.activeProject({
    milestones: [600, 400],
    shares: [{ to: { beneficiary_id: await fixtures.beneficiary() }, value: 100 }],
  });
  await fixtures.must(201, "POST", `/${escrowId}/fund`, { account_id: await fixtures.account(1000), amount: 1000 });
  for (const milestone of milestones) {
    await fixtures.approve(escrowId, milestone);
    await fixtures.must(200, "POST", `/${escrowId}/milestones/${milestone}/release`);
  }
  await app.advance(app.sandbox.delayMs);
  expect(await fixtures.must(200, "GET", `/${escrowId}/disbursements`)).toMatchObject([
    { amount: 400, status: "completed" },
    { amount: 600, status: "completed" },
  ]);
  expect([
    await fixtures.ledgerBalance("escrow", escrowId),
    await fixtures.ledgerBalance("settlement"),
    await fixtures.ledgerBalance("fees"),
  ]).toEqual([0, settlement - 20, fees + 20]);
  await app.request(app.callers.admin, "PATCH", `/fees/${fee.body.data.fee_id}`, { is_active: false });
});

describe("canceling", () => {
  test("a project gives back what was not released, the latest funding first", async () => {
    const [early, late, seller] = [await fixtures.account(800), await fixtures.account(700), await fixtures.account()];
    const { escrowId, milestones } = await fixtures.activeProject({
      milestones: [500, 1000],
      shares: [{ to: { account_id: seller }, value: 100 }],
    });
    await fixtures.must(201, "POST", `/${escrowId}/fund`, { account_id: early, amount: 800 });
    await fixtures.must(201, "POST", `/${escrowId}/fund`, { account_id: late, amount: 700 });
    await fixtures.approve(escrowId, milestones[0]!);
    await fixtures.must(200, "POST", `/${escrowId}/milestones/${milestones[0]}/release`);
    const canceled = await fixtures.must(200, "POST", `/${escrowId}/cancel`, { reason: "The buyer left" });
    expect(canceled).toMatchObject({
      status: "canceled",
      unspent_amount: 0,
      milestones: [{ status: "disbursed" }, { status: "canceled", funding_status: "unfunded" }],
    });
    expect([await fixtures.balance(early), await fixtures.balance(late), await fixtures.balance(seller)]).toEqual([
      300, 700, 500,
    ]);
    expect(await fixtures.ledgerBalance("escrow", escrowId)).toBe(0);
    expect(await fixtures.must(200, "GET", `/${escrowId}/disbursements`)).toMatchObject([
      { kind: "refund", amount: 300 },
      { kind: "refund", amount: 700 },
      { kind: "release", amount: 500 },
    ]);
    expect((await fixtures.call("POST", `/${escrowId}/cancel`)).status).toBe(409);
    expect((await fixtures.call("POST", `/${escrowId}/fund`, { account_id: early, amount: 1 })).status).toBe(409);
  });

  test("a project refunds its payins to their payers", async () => {
    const { escrowId } = await fixtures.activeProject({
      milestones: [1000],
      shares: [{ to: { account_id: await fixtures.account() }, value: 100 }],
    });
    const settlement = await fixtures.ledgerBalance("settlement");
    const started = await fixtures.must(201, "POST", `/${escrowId}/fund`, {
      amount: 1000,
      payment: fixtures.bankPayin(),
    });
    await fixtures.pay(started.payment.account_number, 1000);
    await fixtures.must(200, "POST", `/${escrowId}/cancel`);
    for (let n = 0; n < 5; n++) {
      await app.advance(60_000);
      await app.run("escrow-disbursements");
    }
    expect(await fixtures.must(200, "GET", `/${escrowId}/disbursements`)).toMatchObject([
      { kind: "refund", method: "payin_refund", amount: 1000, status: "completed" },
    ]);
    const payment = await app.request(fixtures.admin, "GET", `/payments/transaction/${started.payment.transaction_id}`);
    expect(payment.body).toMatchObject({ status: "refunded", refunded_amount: 1000 });
    expect(await fixtures.ledgerBalance("settlement")).toBe(settlement);
    expect(await fixtures.ledgerBalance("refunds_in_transit")).toBe(0);
  });

  test("a refund that the request and the job start at the same moment is one refund, and is not taken for failed", async () => {
    const { escrowId } = await fixtures.activeProject({
      milestones: [1000],
      shares: [{ to: { account_id: await fixtures.account() }, value: 100 }],
    });
    const started = await fixtures.must(201, "POST", `/${escrowId}/fund`, {
      amount: 1000,
      payment: fixtures.bankPayin(),
    });
    await fixtures.pay(started.payment.account_number, 1000);
    // Concurrent refunds in one process share a transaction, so the job runs in another process.
    const worker = await createInTestCell({
      config: { ...loadConfig({ environment: { HOST: "127.0.0.1" } }), secret: TEST_SECRET },
      databaseUrl: app.databaseUrl,
      clock: app.clock,
      log: silentLog,
      metrics: createMetrics(),
      sandbox: { url: app.sandbox.url, key: app.sandbox.key },
      webDirectory: "",
    });
    onTestFinished(() => worker.close());
    const job = worker.jobs.find(({ name }) => name === "escrow-disbursements")!;
    const both: Promise<unknown>[] = [];
    const outsideOfTransaction = AsyncLocalStorage.snapshot(); // Either may be the one that sends the refund.
    // Locking the payment makes both wait at a point where both believe that there is no refund yet.
    await app.db.transaction(async (tx) => {
      await tx.query("SELECT 1 FROM payments WHERE payment_id = $1 FOR UPDATE", [started.funding_id]);
      both.push(fixtures.call("POST", `/${escrowId}/cancel`));
      await expect.poll(() => countWaiting(app.databaseUrl)).toBe(1);
      both.push(outsideOfTransaction(() => job.runOnce()));
      await expect.poll(() => countWaiting(app.databaseUrl)).toBe(2);
    });
    await Promise.all(both);
    expect(await fixtures.must(200, "GET", `/${escrowId}/disbursements`)).toMatchObject([
      { method: "payin_refund", status: "pending" },
    ]);
    // Whoever came second looks again a while later. On a slow machine the provider's answer may come too late.
    const aMinuteLater = async () => {
      await app.wait(60_000);
      await app.run("escrow-disbursements");
      return fixtures.must(200, "GET", `/${escrowId}/disbursements`);
    };
    await expect.poll(aMinuteLater).toMatchObject([{ status: "completed" }]);
    expect(
      (await app.request(fixtures.admin, "GET", `/payments/${started.funding_id}/refunds`)).body.data,
    ).toMatchObject([{ amount: 1000, status: "completed" }]);
  });

  test("a payin that completes after its project was canceled goes back to its payer", async () => {
    const { escrowId } = await fixtures.activeProject({
      milestones: [1000],
      shares: [{ to: { account_id: await fixtures.account() }, value: 100 }],
    });
    const settlement = await fixtures.ledgerBalance("settlement");
    const started = await fixtures.must(201, "POST", `/${escrowId}/fund`, {
      amount: 1000,
      payment: fixtures.bankPayin(),
    });
    await fixtures.must(200, "POST", `/${escrowId}/cancel`);
    await fixtures.pay(started.payment.account_number, 1000);
    expect(await fixtures.must(200, "GET", `/${escrowId}/fundings`)).toMatchObject([{ status: "returned" }]);
    for (let n = 0; n < 5; n++) {
      await app.run("escrow-disbursements");
      await app.advance(60_000);
    }
    expect(await fixtures.must(200, "GET", `/${escrowId}/disbursements`)).toMatchObject([
      { kind: "refund", method: "payin_refund", status: "completed" },
    ]);
    expect(await fixtures.ledgerBalance("settlement")).toBe(settlement);
    expect(await fixtures.ledgerBalance("escrow", escrowId)).toBe(0);
  });

  test("a milestone lets its money cover the next one; canceling the last open one completes the project and refunds the rest", async () => {
    const [buyer, seller] = [await fixtures.account(1000), await fixtures.account()];
    const { escrowId, milestones } = await fixtures.activeProject({
      milestones: [300, 300, 400],
      shares: [{ to: { account_id: seller }, value: 100 }],
    });
    const path = (n: number): string => `/${escrowId}/milestones/${milestones[n]}`;
    await fixtures.must(201, "POST", `/${escrowId}/fund`, { account_id: buyer, amount: 600 });
    expect(await fixtures.must(200, "GET", path(2))).toMatchObject({ funding_status: "unfunded" });
    expect(await fixtures.must(200, "POST", `${path(0)}/cancel`)).toMatchObject({ status: "canceled" });
    expect(await fixtures.must(200, "GET", path(2))).toMatchObject({
      funding_status: "partially_funded",
      covered_amount: 300,
    });
    await fixtures.must(201, "POST", `/${escrowId}/fund`, { account_id: buyer, amount: 100 });
    expect(await fixtures.eventTypes(milestones[2]!)).toEqual(["escrow.milestone.funded"]);
    await fixtures.approve(escrowId, milestones[1]!);
    await fixtures.must(200, "POST", `${path(1)}/release`);
    await fixtures.must(200, "POST", `${path(2)}/cancel`, { reason: "Not needed" });
    expect((await fixtures.call("POST", `${path(2)}/cancel`)).status).toBe(409);
    expect(await fixtures.must(200, "GET", `/${escrowId}`)).toMatchObject({ status: "completed", unspent_amount: 0 });
    expect([await fixtures.balance(buyer), await fixtures.balance(seller)]).toEqual([700, 300]);
  });

  test("a refund to an account that was closed meanwhile goes to the organization's settlement account", async () => {
    const buyer = await fixtures.account(1000);
    const { escrowId } = await fixtures.activeProject({
      milestones: [1000],
      shares: [{ to: { account_id: await fixtures.account() }, value: 100 }],
    });
    await fixtures.must(201, "POST", `/${escrowId}/fund`, { account_id: buyer, amount: 1000 });
    expect((await app.request(fixtures.admin, "POST", `/virtual-accounts/${buyer}/close`)).status).toBe(200);
    const settlement = await fixtures.ledgerBalance("settlement");
    await fixtures.must(200, "POST", `/${escrowId}/cancel`);
    expect(await fixtures.ledgerBalance("settlement")).toBe(settlement + 1000);
    expect(await fixtures.must(200, "GET", `/${escrowId}/disbursements`)).toMatchObject([
      { method: "settlement", status: "completed" },
    ]);
  });

  test("and releasing at the same moment never pay the same money twice", async () => {
    for (let round = 0; round < 5; round++) {
      const [buyer, seller] = [await fixtures.account(1000), await fixtures.account()];
      const { escrowId, milestones } = await fixtures.activeProject({
        milestones: [1000],
        shares: [{ to: { account_id: seller }, value: 100 }],
      });
      await fixtures.must(201, "POST", `/${escrowId}/fund`, { account_id: buyer, amount: 1000 });
      await fixtures.approve(escrowId, milestones[0]!);
      const answers = await Promise.all([
        fixtures.call("POST", `/${escrowId}/cancel`),
        fixtures.call("POST", `/${escrowId}/milestones/${milestones[0]}/release`),
      ]);
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
      expect((await fixtures.balance(buyer)) + (await fixtures.balance(seller))).toBe(1000);
      expect(await fixtures.ledgerBalance("escrow", escrowId)).toBe(0);
    }
  });

  test("a draft needs no money to be given back", async () => {
    const { escrow_id: escrowId } = await fixtures.must(201, "POST", "", {
      title: "Idea",
      currency: "NGN",
      total_amount: 10,
    });
    expect(await fixtures.must(200, "POST", `/${escrowId}/cancel`)).toMatchObject({ status: "canceled" });
  });
});

test("a funding whose process died before its payment existed is given up by the job, and frees what it had claimed", async () => {
  const { escrowId } = await fixtures.activeProject({
    milestones: [1000],
    shares: [{ to: { account_id: await fixtures.account() }, value: 100 }],
  });
  await app.db.query(
    `INSERT INTO escrow_fundings (org_id, escrow_id, funding_id, source, amount, status, created_by, created_at,
      updated_at) VALUES ($1, $2, $3, 'payin', 1000, 'pending', $4, $5, $5)`,
    [
      fixtures.admin.orgId,
      escrowId,
      newId(),
      fixtures.admin.userId,
      new Date(app.clock.now().getTime() - 2 * 60 * 60_000),
    ],
  );
  const account = await fixtures.account(1000);
  expect((await fixtures.call("POST", `/${escrowId}/fund`, { account_id: account, amount: 1 })).status).toBe(409);
  await app.run("escrow-disbursements");
  await fixtures.must(201, "POST", `/${escrowId}/fund`, { account_id: account, amount: 1000 });
});
