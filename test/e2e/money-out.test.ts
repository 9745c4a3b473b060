import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { escrowFixtures } from "@corridor/server/products/escrow/escrow.fixtures.ts";
import { verifyLedger } from "@corridor/server/record/ledger/verify-ledger.ts";
import { startTestApp, type TestApp, type TestCaller } from "#test/harness/app.ts";
import { bankPayout, mobileMoneyPayin } from "#test/harness/payments.ts";

/** Controls are over money that leaves, by whatever way it does. Each way is in the list below. */
let app: TestApp;
let fixtures: ReturnType<typeof escrowFixtures>;
let beneficiaryId: string;
beforeAll(async () => {
  app = await startTestApp();
  fixtures = escrowFixtures(app);
  beneficiaryId = await fixtures.beneficiary();
});
afterAll(async () => {
  const { broken } = await verifyLedger(app.db);
  await app.close();
  expect(broken).toBeNull();
});

/** Sets the organization's controls directly, without an approval. */
async function given(settings: object): Promise<void> {
  const { orgId } = app.callers.orgAdmin;
  await app.db.query(`UPDATE organizations SET settings = $2 WHERE org_id = $1`, [orgId, JSON.stringify(settings)]);
  await app.db.transaction(async (tx) => tx.notify("organizations", orgId!));
  await app.db.query(`DELETE FROM payout_counts`);
}
beforeEach(() => given({}));

async function must(method: string, path: string, body?: object, caller: TestCaller = app.callers.orgAdmin) {
  const answer = await app.request(caller, method, path, body);
  expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
  return answer.body;
}
const read = async (path: string) => (await must("GET", path)).data;
const waiting = async (kind: string) => read(`/approvals?status=pending&limit=100&kind=${kind}`);
const decide = (caller: TestCaller, approvalId: string, decision = "approve") =>
  app.request(caller, "POST", `/approvals/${approvalId}/${decision}`, { comment: "by phone" });

async function completedPayin(ending = "4567"): Promise<string> {
  const { response } = await must("POST", "/payments-init/initiate", mobileMoneyPayin(ending), app.callers.apiKey);
  await app.advance(1_000);
  return response.payment_id;
}

async function disputed(): Promise<string> {
  const paymentId = await completedPayin("0011");
  await app.advance(1_000);
  return (await read(`/disputes?payment_id=${paymentId}`))[0].dispute_id;
}

async function funded(): Promise<string> {
  const shares = [{ to: { beneficiary_id: await fixtures.beneficiary() }, value: 100 }];
  const { escrowId, milestones } = await fixtures.activeProject({ milestones: [500], shares });
  await fixtures.must(201, "POST", `/${escrowId}/fund`, { account_id: await fixtures.account(500), amount: 500 });
  await fixtures.approve(escrowId, milestones[0]!);
  return `/${escrowId}/milestones/${milestones[0]}`;
}

async function sentByBatch(batchId: string): Promise<number> {
  await app.run("payout-batches");
  return (await read(`/payout-batches/${batchId}`)).rows.sent;
}

let wages = 0;
const attemptsOf = async (paymentId: string) => (await read(`/payments/${paymentId}`)).attempts.length;
const lastHeld = async () => (await waiting("payment"))[0].payment_id;

/** `prepare` without controls; `ask` under them, by one person; `left`: whether money has left since. */
type Way = {
  kind: string;
  prepare(): Promise<string>;
  ask(prepared: string): Promise<() => Promise<boolean>>;
};
const WAYS: Record<string, Way> = {
  "a payout": {
    kind: "payment",
    prepare: async () => beneficiaryId,
    ask: async (to) => {
      const { response } = await must("POST", "/payments-init/initiate", bankPayout(to));
      return async () => (await attemptsOf(response.payment_id)) > 0;
    },
  },
  "a withdrawal": {
    kind: "payment",
    prepare: () => fixtures.account(500),
    ask: async (account) => {
      await must("POST", `/virtual-accounts/${account}/withdraw`, { amount: 400, beneficiary_id: beneficiaryId });
      const paymentId = await lastHeld();
      return async () => (await attemptsOf(paymentId)) > 0;
    },
  },
  "an escrow release": {
    kind: "payment",
    prepare: funded,
    ask: async (path) => {
      await fixtures.must(200, "POST", `${path}/release`);
      const paymentId = await lastHeld();
      return async () => (await attemptsOf(paymentId)) > 0;
    },
  },
  "a batch of payouts below the amount": {
    kind: "payout_batch",
    prepare: async () => beneficiaryId,
    ask: async (to) => {
      const rows = [1, 2, 3].map(() => ({
        beneficiary_id: to,
        amount: 60,
        currency: "NGN",
        reference: `wages ${++wages}`,
      }));
      const { batch_id } = (await must("POST", "/payout-batches", { name: "Wages", rows })).data;
      for (let n = 0; n < 4; n += 1) await app.run("payout-batch-previews");
      const { preview_hash } = await read(`/payout-batches/${batch_id}`);
      await must("POST", `/payout-batches/${batch_id}/submit`, { preview_hash });
      return async () => (await sentByBatch(batch_id)) > 0;
    },
  },
  "a refund": {
    kind: "refund",
    prepare: completedPayin,
    ask: async (paymentId) => {
      const body = { amount: 400, reason: "broken" };
      const { message, data } = await must("POST", `/payments/${paymentId}/refund`, body);
      expect([message, data.status]).toEqual(["The refund waits for another person's approval", "pending"]);
      return async () => {
        await app.advance(60_000);
        for (let n = 0; n < 3; n += 1) await app.run("refund-checks");
        return (await read(`/refunds/${data.refund_id}`)).status !== "pending";
      };
    },
  },
  "an accepted dispute": {
    kind: "dispute",
    prepare: disputed,
    ask: async (disputeId) => {
      const accept = () => must("POST", `/disputes/${disputeId}/accept`);
      const { message, data } = await accept();
      expect([message, data.status, data.responded_at]).toEqual([
        "The acceptance waits for another person's approval",
        "needs_response",
        null,
      ]);
      await accept();
      return async () => (await read(`/disputes/${disputeId}`)).status !== "needs_response";
    },
  },
};

describe.each(Object.entries(WAYS))("%s", (_, { kind, prepare, ask }) => {
  test("that a policy holds leaves when another person has approved it, once, and nobody repeats it by hand", async () => {
    const prepared = await prepare();
    await given({ payout_review_above: { "*": "100.00" } });
    const left = await ask(prepared);
    expect(await left()).toBe(false);
    const [approval, ...others] = await waiting(kind);
    expect(others).toEqual([]);
    expect(approval.reasons.join()).toContain("100.00 or more");
    expect((await decide(app.callers.orgAdmin, approval.approval_id)).status).toBe(403);
    expect(await left()).toBe(false);
    const approved = await decide(app.callers.admin, approval.approval_id);
    expect(approved.status, approved.text).toBe(200);
    expect(await left()).toBe(true);
    expect((await decide(app.callers.admin, approval.approval_id)).status).toBe(409);
  });

  test("counts towards the total of a day", async () => {
    const prepared = await prepare();
    await given({
      controls: { policies: [{ when: "daily_total", currency: "*", above: "100.00", approvers: 1 }], limits: [] },
    });
    const left = await ask(prepared);
    expect(await left()).toBe(false);
    const [approval] = await waiting(kind);
    expect(approval.reasons).toEqual(["the payouts of 24 hours reach 100.00"]);
    expect((await decide(app.callers.admin, approval.approval_id, "reject")).status).toBe(200);
  });
});

describe("a payout that waits", () => {
  const elsewhere = `jsonb_set(details::jsonb, '{bank_account,account_number}', '"0987654321"')::json`;

  test.each([
    ["its account", `details = ${elsewhere}`],
    ["its amount", "amount = 2500, target_amount = 2500"],
    ["its seal", "details = (details::jsonb - 'seal')::json"],
    ["its account and seal to those of another payout", "details = (SELECT details FROM other)"],
  ])("is not sent, and fails, where somebody changed %s in the database", async (_what, change) => {
    await given({ payout_review_above: { "*": "100.00" } });
    const hold = async () => (await must("POST", "/payments-init/initiate", bankPayout(beneficiaryId))).response;
    const [{ payment_id: other }, { payment_id: paymentId }] = [await hold(), await hold()];
    const [approval] = await waiting("payment");
    await app.db.query(
      `WITH other AS (SELECT details FROM payments WHERE payment_id = $2)
       UPDATE payments SET ${change} WHERE payment_id = $1`,
      [paymentId, other],
    );
    const approved = await decide(app.callers.admin, approval.approval_id);
    expect(approved.status, approved.text).toBe(200);
    await app.advance(2_000);
    expect(await read(`/payments/${paymentId}`)).toMatchObject({
      status: "failed",
      failure_reason: "its account or amount is not what was requested",
      provider_payment_id: null,
    });
  });
});

describe("a refund that waits", () => {
  const refund = async (amount: number, reason = "broken") => {
    const paymentId = await completedPayin();
    const answer = await app.request(app.callers.orgAdmin, "POST", `/payments/${paymentId}/refund`, { amount, reason });
    return { paymentId, answer };
  };

  test("has its money set aside, and gives it back when another person rejects it", async () => {
    await given({ payout_review_above: { GHS: "100.00" } });
    const { paymentId, answer } = await refund(1_500);
    expect((await read(`/payments/${paymentId}`)).refunded_amount).toBe(1_500);
    const [approval] = await waiting("refund");
    expect(approval).toMatchObject({
      kind: "refund",
      payment_id: paymentId,
      title: "Refund of 1500.00 GHS",
      request: { refund: "1500.00 GHS", refund_id: answer.body.data.refund_id },
      reasons: ["the refund is 100.00 GHS or more"],
    });
    expect((await decide(app.callers.admin, approval.approval_id, "reject")).status).toBe(200);
    expect(await read(`/refunds/${answer.body.data.refund_id}`)).toMatchObject({
      status: "failed",
      failure_reason: "another person rejected it",
    });
    expect((await read(`/payments/${paymentId}`)).refunded_amount).toBe(0);
  });

  test("is not paid beside a dispute that came meanwhile", async () => {
    await given({ payout_review_above: { GHS: "100.00" } });
    const { response } = await must("POST", "/payments-init/initiate", mobileMoneyPayin("0011"), app.callers.apiKey);
    await app.advance(1_000);
    const { data } = await must("POST", `/payments/${response.payment_id}/refund`, { amount: 500, reason: "broken" });
    await app.advance(1_000);
    const [approval] = await waiting("refund");
    expect((await decide(app.callers.admin, approval.approval_id)).status).toBe(200);
    expect(await read(`/refunds/${data.refund_id}`)).toMatchObject({
      status: "failed",
      failure_reason: expect.stringContaining("disputed"),
    });
  });

  test("below every limit goes at once, and one beyond a limit that refuses is refused alone", async () => {
    const limit = { per: "organization", window: "day", currency: "GHS", amount: "1000.00", action: "refuse" };
    await given({ controls: { policies: [], limits: [limit] } });
    const paymentIds = [await completedPayin(), await completedPayin(), await completedPayin()];
    const answers = await Promise.all(
      paymentIds.map((paymentId) =>
        app.request(app.callers.orgAdmin, "POST", `/payments/${paymentId}/refund`, { amount: 600, reason: "broken" }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({
      code: "LIMIT_EXCEEDED",
      message: expect.stringContaining("The refund was refused"),
    });
    const amounts = await Promise.all(paymentIds.map(async (id) => (await read(`/payments/${id}`)).refunded_amount));
    expect(amounts.sort()).toEqual([0, 0, 600]);
  });
});
