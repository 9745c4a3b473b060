import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "@corridor/test/harness/app.ts";
import { countWaiting } from "@corridor/test/harness/database.ts";
import { lockLedger } from "#src/record/ledger/lock-ledger.ts";
import { verifyLedger } from "#src/record/ledger/verify-ledger.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { escrowFixtures } from "./escrow.fixtures.ts";

/** Money in a project always has a way out. */
const LOCK_WAIT_MS = 20_000;

let app: TestApp;
let fixtures: ReturnType<typeof escrowFixtures>;
beforeAll(async () => {
  // The organization has no money of its own, so all money that comes out was put in.
  app = await startTestApp({ settings: { SANDBOX_BALANCE_USD: "0" } });
  fixtures = escrowFixtures(app);
});
afterAll(async () => {
  const report = await verifyLedger(app.db);
  await app.close();
  expect(report.broken).toBeNull();
});

test("shares of more digits than a JSON number keeps are paid out whole, and sum to the milestone", async () => {
  const amount = 50_000_000_000_001;
  const { escrowId, milestones } = await fixtures.activeProject({
    milestones: [amount],
    shares: await Promise.all(
      [33.33, 33.33, 33.34].map(async (value) => ({ to: { beneficiary_id: await fixtures.beneficiary() }, value })),
    ),
  });
  await fixtures.must(201, "POST", `/${escrowId}/fund`, { account_id: await fixtures.account(amount), amount });
  await fixtures.approve(escrowId, milestones[0]!);
  await fixtures.must(200, "POST", `/${escrowId}/milestones/${milestones[0]}/release`);
  await app.advance(app.sandbox.delayMs);
  expect(await fixtures.must(200, "GET", `/${escrowId}/disbursements`)).toMatchObject([
    { status: "completed" },
    { status: "completed" },
    { status: "completed" },
  ]);
  // Amounts as the database stores them; `JSON.parse` would round them.
  const paid = await app.db.query<{ amount: string }>(
    "SELECT amount FROM payments WHERE details->'origin'->>'id' = $1 AND status = 'completed'",
    [escrowId],
  );
  const parts = paid.map((row) => Money.fromDatabase(row.amount, "NGN"));
  expect(parts.map(String).sort()).toEqual(["16665000000000.33 NGN", "16665000000000.33 NGN", "16670000000000.34 NGN"]);
  expect(parts.reduce((sum, part) => sum.plus(part)).toDatabase()).toBe("50000000000001.00");
  expect(await fixtures.ledgerBalance("escrow", escrowId)).toBe(0);
});

/** A project with one milestone, released to one party whose payout fails. */
async function failedShare(amount = 1000, fund?: (escrowId: string) => Promise<unknown>) {
  const project = await fixtures.activeProject({
    milestones: [amount],
    shares: [{ to: { beneficiary_id: await fixtures.beneficiary("0005") }, value: 100 }],
  });
  const { escrowId, milestones } = project;
  if (fund === undefined)
    await fixtures.must(201, "POST", `/${escrowId}/fund`, { account_id: await fixtures.account(amount), amount });
  else await fund(escrowId);
  await fixtures.approve(escrowId, milestones[0]!);
  await fixtures.must(200, "POST", `/${escrowId}/milestones/${milestones[0]}/release`);
  await app.advance(app.sandbox.delayMs);
  const [failed] = await fixtures.must(200, "GET", `/${escrowId}/disbursements?status=failed`);
  return {
    ...project,
    milestone: `/${escrowId}/milestones/${milestones[0]}`,
    path: `/${escrowId}/disbursements/${failed.disbursement_id}`,
  };
}

async function payIn(escrowId: string, amount: number): Promise<string> {
  const started = await fixtures.must(201, "POST", `/${escrowId}/fund`, { amount, payment: fixtures.bankPayin() });
  await fixtures.pay(started.payment.account_number, amount);
  return started.funding_id;
}

/** Advances the clock and runs the workers until everything in progress has ended. */
async function settle(): Promise<void> {
  for (let round = 0; round < 4; round++) {
    await app.advance(60_000);
    for (const job of ["escrow-disbursements", "payment-checks", "refund-checks"]) await app.run(job);
  }
}

describe("a share whose payout failed", () => {
  test("is sent to another beneficiary, and the party's own stays as it was planned", async () => {
    const { escrowId, parties, milestone, path } = await failedShare();
    const other = await fixtures.beneficiary();
    expect(await fixtures.must(200, "POST", `${path}/redirect`, { beneficiary_id: other })).toMatchObject({
      status: "pending",
      method: "payout",
      beneficiary_id: other,
      failure_reason: null,
    });
    await settle();
    expect(await fixtures.must(200, "GET", `/${escrowId}/disbursements`)).toMatchObject([
      { status: "completed", beneficiary_id: other },
    ]);
    expect(await fixtures.must(200, "GET", milestone)).toMatchObject({ disbursed_total: 1000, returned_total: 0 });
    expect((await fixtures.must(200, "GET", `/${escrowId}/parties/${parties[0]}`)).beneficiary_id).not.toBe(other);
    expect(await fixtures.ledgerBalance("escrow", escrowId)).toBe(0);
  });

  test("is sent to a virtual account, which has it at once", async () => {
    const { escrowId, milestone, path } = await failedShare();
    const account = await fixtures.account();
    expect(await fixtures.must(200, "POST", `${path}/redirect`, { account_id: account })).toMatchObject({
      status: "completed",
      method: "virtual_account",
      account_id: account,
      payment_id: null,
    });
    expect(await fixtures.balance(account)).toBe(1000);
    expect(await fixtures.must(200, "GET", milestone)).toMatchObject({ disbursed_total: 1000 });
    expect(await fixtures.ledgerBalance("escrow", escrowId)).toBe(0);
    expect(await fixtures.eventTypes(account)).toEqual(["virtual_account.deposit"]);
    expect((await fixtures.call("POST", `${path}/retry`)).status).toBe(409);
  });

  test("is paid to the virtual account that the party was given since, when it is retried", async () => {
    const { escrowId, parties, path } = await failedShare();
    const account = await fixtures.account();
    await fixtures.must(200, "PATCH", `/${escrowId}/parties/${parties[0]}`, { account_id: account });
    expect(await fixtures.must(200, "POST", `${path}/retry`)).toMatchObject({
      status: "completed",
      method: "virtual_account",
    });
    expect(await fixtures.balance(account)).toBe(1000);
    expect(await fixtures.ledgerBalance("escrow", escrowId)).toBe(0);
  });

  test("is given back to who funded the project, the latest funding first, and nobody is asked for it again", async () => {
    const [buyer, other] = [await fixtures.account(400), await fixtures.account(1000)];
    const settlement = await fixtures.ledgerBalance("settlement");
    const { escrowId, milestone, path } = await failedShare(1000, async (id) => {
      await fixtures.must(201, "POST", `/${id}/fund`, { account_id: buyer, amount: 400 });
      await payIn(id, 600);
    });
    const returned = await fixtures.must(200, "POST", `${path}/refund`, { reason: "The contractor is gone" });
    expect(returned).toMatchObject({
      status: "returned",
      refunds: [
        { kind: "refund", amount: 600 },
        { amount: 400, status: "completed" },
      ],
    });
    await settle();
    expect(await fixtures.must(200, "GET", `/${escrowId}/disbursements`)).toMatchObject([
      { kind: "refund", status: "completed", amount: 400 },
      { kind: "refund", status: "completed", amount: 600, method: "payin_refund" },
      { kind: "release", status: "returned", amount: 1000 },
    ]);
    expect([
      await fixtures.balance(buyer),
      await fixtures.ledgerBalance("escrow", escrowId),
      await fixtures.ledgerBalance("settlement"),
    ]).toEqual([400, 0, settlement]);
    expect(await fixtures.must(200, "GET", milestone)).toMatchObject({
      status: "canceled",
      disbursed_total: 0,
      returned_total: 1000,
    });
    expect(await fixtures.must(200, "GET", `/${escrowId}`)).toMatchObject({
      status: "canceled",
      funded_amount: 0,
      unspent_amount: 0,
    });
    for (const call of ["retry", "refund"]) expect((await fixtures.call("POST", `${path}/${call}`)).status).toBe(409);
    expect((await fixtures.call("POST", `${path}/redirect`, { account_id: other })).status).toBe(409);
  });

  test("that is given back while the project goes on leaves the other milestones as funded as they were", async () => {
    const [buyer, seller] = [await fixtures.account(1000), await fixtures.account()];
    const { escrowId, milestones } = await fixtures.activeProject({
      milestones: [600, 400],
      shares: [
        { to: { beneficiary_id: await fixtures.beneficiary("0002") }, value: 50 },
        { to: { account_id: seller }, value: 50 },
      ],
    });
    await fixtures.must(201, "POST", `/${escrowId}/fund`, { account_id: buyer, amount: 900 });
    await fixtures.approve(escrowId, milestones[0]!);
    await fixtures.must(200, "POST", `/${escrowId}/milestones/${milestones[0]}/release`);
    const [failed] = await fixtures.must(200, "GET", `/${escrowId}/disbursements?status=failed`);
    await fixtures.must(200, "POST", `/${escrowId}/disbursements/${failed.disbursement_id}/refund`);
    const project = await fixtures.must(200, "GET", `/${escrowId}`);
    expect(project).toMatchObject({
      funded_amount: 600,
      unspent_amount: 300,
      milestones: [{ returned_total: 300 }, { covered_amount: 300 }],
    });
    expect((await fixtures.call("POST", `/${escrowId}/fund`, { account_id: buyer, amount: 100.01 })).status).toBe(409);
    await fixtures.must(201, "POST", `/${escrowId}/fund`, { account_id: buyer, amount: 100 });
    await fixtures.must(200, "POST", `/${escrowId}/cancel`);
    expect([
      await fixtures.balance(buyer),
      await fixtures.balance(seller),
      await fixtures.ledgerBalance("escrow", escrowId),
    ]).toEqual([700, 300, 0]);
  });
});

describe("a refund that failed", () => {
  async function failedRefund() {
    const { escrowId } = await fixtures.activeProject({
      milestones: [1000],
      shares: [{ to: { account_id: await fixtures.account() }, value: 100 }],
    });
    const fundingId = await payIn(escrowId, 1000);
    await fixtures.refuseAll("fiat");
    await fixtures.must(200, "POST", `/${escrowId}/cancel`);
    const [failed] = await fixtures.must(200, "GET", `/${escrowId}/disbursements?status=failed`);
    expect(failed).toMatchObject({ kind: "refund", method: "payin_refund", amount: 1000 });
    await fixtures.mendAll();
    return { escrowId, fundingId, path: `/${escrowId}/disbursements/${failed.disbursement_id}` };
  }

  test("is tried again, or sent to a virtual account or a beneficiary; the organization's own money stays as it was", async () => {
    const settlement = await fixtures.ledgerBalance("settlement");
    const again = await failedRefund();
    await fixtures.must(200, "POST", `${again.path}/retry`);
    const toAccount = await failedRefund();
    const account = await fixtures.account();
    expect(await fixtures.must(200, "POST", `${toAccount.path}/redirect`, { account_id: account })).toMatchObject({
      status: "completed",
    });
    const toBeneficiary = await failedRefund();
    await fixtures.must(200, "POST", `${toBeneficiary.path}/redirect`, {
      beneficiary_id: await fixtures.beneficiary(),
    });
    await settle();
    for (const { escrowId, path } of [again, toAccount, toBeneficiary]) {
      expect(await fixtures.must(200, "GET", `/${escrowId}/disbursements`)).toMatchObject([
        { kind: "refund", status: "completed" },
      ]);
      expect((await fixtures.call("POST", `${path}/retry`)).status).toBe(409);
    }
    expect([await fixtures.balance(account), await fixtures.ledgerBalance("settlement")]).toEqual([1000, settlement]);
    const refund = await app.request(fixtures.admin, "POST", `/payments/${toBeneficiary.fundingId}/refund`, {
      reason: "Again",
    });
    expect([refund.status, refund.body.message]).toEqual([409, expect.stringMatching(/refunded from there/)]);
  });

  test("cannot be given back once more", async () => {
    const { path } = await failedRefund();
    expect((await fixtures.call("POST", `${path}/refund`)).body.message).toMatch(/already a refund/);
  });
});

describe("sending elsewhere", () => {
  test("names one place of the organization in the project's currency, and something that failed", async () => {
    const { escrowId, path } = await failedShare();
    const account = await fixtures.account();
    const redirect = async (body: unknown, at = path) => (await fixtures.call("POST", `${at}/redirect`, body)).status;
    expect(await redirect({})).toBe(400);
    expect(await redirect({ account_id: account, beneficiary_id: await fixtures.beneficiary() })).toBe(400);
    expect(await redirect({ account_id: await fixtures.account(0, "KES") })).toBe(400);
    expect(await redirect({ account_id: newId() })).toBe(404);
    expect(await redirect({ beneficiary_id: newId() })).toBe(404);
    expect(await redirect({ account_id: account }, `/${escrowId}/disbursements/${newId()}`)).toBe(404);
    expect(
      (await fixtures.call("POST", `${path}/redirect`, { account_id: account }, app.callers.orgMember)).status,
    ).toBe(403);
    expect((await fixtures.call("POST", `${path}/refund`, null, app.callers.orgMember)).status).toBe(403);
    expect(
      (await fixtures.call("POST", `${path}/redirect`, { account_id: account }, app.callers.otherOrgAdmin)).status,
    ).toBe(404);
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => fixtures.call("POST", `${path}/redirect`, { account_id: account })),
      ...Array.from({ length: 4 }, () => fixtures.call("POST", `${path}/refund`)),
      fixtures.call("POST", `${path}/retry`),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 8 }, () => 409)]);
    await settle();
    // Whichever request came first, the money left the project once (a retry brings it back, because its payout fails
    // again).
    const [retried] = await fixtures.must(200, "GET", `/${escrowId}/disbursements?status=failed`);
    expect(await fixtures.ledgerBalance("escrow", escrowId)).toBe(retried === undefined ? 0 : 1000);
  });

  test("leaves no way for a payout that was given up: its start comes late, and it is not created", async () => {
    const { escrowId, milestones, parties } = await fixtures.activeProject({
      milestones: [1000, 1000],
      shares: [{ to: { beneficiary_id: await fixtures.beneficiary("0002") }, value: 100 }],
    });
    await fixtures.must(201, "POST", `/${escrowId}/fund`, { account_id: await fixtures.account(2000), amount: 2000 });
    await fixtures.approve(escrowId, milestones[0]!);
    await fixtures.must(200, "POST", `/${escrowId}/milestones/${milestones[0]}/release`);
    await fixtures.must(200, "PATCH", `/${escrowId}/parties/${parties[0]}`, {
      beneficiary_id: await fixtures.beneficiary(),
    });
    // A retry whose process died before it started anything. The job continues it, and is paused where it reserves the
    // money.
    const late = newId();
    const { orgId } = fixtures.admin;
    await app.db.query(
      "UPDATE escrow_disbursements SET status = 'pending', payment_id = $2, due_at = $3 WHERE escrow_id = $1",
      [escrowId, late, app.clock.now()],
    );
    const job = app.service.jobs.find(({ name }) => name === "escrow-disbursements")!;
    let running: Promise<number> | undefined;
    await app.db.transaction(async (tx) => {
      await lockLedger(tx, orgId!);
      running = job.runOnce();
      await expect.poll(() => countWaiting(app.databaseUrl), { timeout: LOCK_WAIT_MS }).toBe(1);
      await tx.query("UPDATE escrow_disbursements SET status = 'failed', due_at = NULL WHERE escrow_id = $1", [
        escrowId,
      ]);
    });
    await running;
    expect(await app.db.query("SELECT 1 FROM payments WHERE payment_id = $1", [late])).toEqual([]);
    expect(await fixtures.ledgerBalance("escrow", escrowId)).toBe(2000);
  });
});
