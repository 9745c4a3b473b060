import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { acceptedBy } from "#test/clock/kill-proof.ts";
import { startTestApp, type TestAnswer, type TestApp, type TestCaller } from "#test/harness/app.ts";
import { countWaiting } from "#test/harness/database.ts";
import { mobileMoneyPayout } from "#test/harness/payments.ts";

/** Requests and decisions of several people that come at the same moment. */
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const orgId = () => app.callers.orgAdmin.orgId!;
const loosen = () => app.request(app.callers.orgAdmin, "PATCH", `/organizations/${orgId()}`, LOOSER);
const LOOSER = { settings: { payout_review_above: { GHS: 1_000 } } };
const approvalIn = ({ body }: TestAnswer): string => /[0-9a-f-]{36}/.exec(body.message)![0];
const statusesOf = (answers: readonly TestAnswer[]) => answers.map(({ status }) => status).toSorted();

/** Sets the organization's controls directly, without an approval. */
async function given(change: object): Promise<void> {
  await app.db.query(`UPDATE organizations SET settings = $2 WHERE org_id = $1`, [orgId(), JSON.stringify(change)]);
  await app.db.transaction(async (tx) => tx.notify("organizations", orgId()));
  await app.db.query(`DELETE FROM payout_counts`);
}

describe("a change that needs a second person", () => {
  test("is asked for once by 17 requests at the same moment: all name the same approval", async () => {
    for (const above of ["100.00", "200.00", "300.00"]) {
      await given({ payout_review_above: { GHS: above } });
      const answers = await Promise.all(Array.from({ length: 17 }, loosen));
      expect(new Set(answers.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
        new Set(["409 APPROVAL_REQUIRED"]),
      );
      expect(new Set(answers.map(approvalIn)).size).toBe(1);
      const approve = () => app.request(app.callers.admin, "POST", `/approvals/${approvalIn(answers[0]!)}/approve`, {});
      expect(statusesOf(await Promise.all([approve(), approve(), approve()]))[0]).toBe(200);
      const { body } = await app.request(app.callers.orgAdmin, "GET", `/organizations/${orgId()}`);
      expect(body.data.settings.payout_review_above).toEqual({ GHS: 1_000 });
    }
  });
});

describe("a payout that waits for other people", () => {
  const review = (caller: TestCaller, paymentId: string, decision = "approve") =>
    app.request(caller, "POST", `/payments/${paymentId}/review`, { decision });
  const approvalOf = async (paymentId: string) => {
    const { body } = await app.request(app.callers.orgAdmin, "GET", `/approvals?kind=payment&limit=100`);
    return body.data.find((one: { payment_id: string }) => one.payment_id === paymentId);
  };
  const stored = async (paymentId: string) =>
    (await app.request(app.callers.orgAdmin, "GET", `/payments/${paymentId}`)).body.data;

  async function held(approvers: number): Promise<string> {
    await given({ controls: { policies: [{ when: "amount", currency: "*", above: "10.00", approvers }], limits: [] } });
    const payout = mobileMoneyPayout(app.demo.organizations[0]!.beneficiary_id, "4567", {
      amount: 20,
      target_amount: 20,
    });
    const { body } = await app.request(app.callers.orgMember, "POST", "/payments-init/initiate", payout);
    expect(body.response).toMatchObject({ status: "initiated", next_action: "wait" });
    return body.response.payment_id;
  }

  const CUT_OFF = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  const areWaiting = (count: number) =>
    vi.waitUntil(async () => (await countWaiting(app.databaseUrl)) === count, { timeout: 20_000 });

  /** Starts requests that all wait for a row, and lets them go at once. */
  async function together(
    table: "approvals" | "payments",
    paymentId: string,
    requests: (() => Promise<TestAnswer>)[],
    meanwhile = async () => {},
  ) {
    const { answers } = await app.db.transaction(async (tx) => {
      const column = table === "approvals" ? "subject" : "payment_id::text";
      await tx.query(`SELECT 1 FROM ${table} WHERE ${column} = $1 FOR UPDATE`, [paymentId]);
      const started = requests.map((send) => send());
      await areWaiting(requests.length);
      await meanwhile();
      return { answers: started };
    });
    return Promise.all(answers);
  }

  /** The sandbox has accepted it this often. */
  const acceptances = async (paymentId: string): Promise<number> =>
    (await acceptedBy(app.sandbox.url)).get(paymentId)?.size ?? 0;

  test("goes on once when the last two people approve at the same moment", async () => {
    const paymentId = await held(2);
    const answers = await together("approvals", paymentId, [
      () => review(app.callers.orgAdmin, paymentId),
      () => review(app.callers.admin, paymentId),
    ]);
    expect(statusesOf(answers)).toEqual([200, 200]);
    expect(await approvalOf(paymentId)).toMatchObject({ status: "approved", decisions: [{}, {}] });
    expect((await stored(paymentId)).attempts).toHaveLength(1);
    expect(await acceptances(paymentId)).toBe(1);
  });

  test("is approved or rejected when both come at the same moment, never half of each", async () => {
    for (let round = 0; round < 6; round++) {
      const paymentId = await held(1);
      const both = [
        () => review(app.callers.orgAdmin, paymentId),
        () => review(app.callers.admin, paymentId, "reject"),
      ];
      const answers = await together("approvals", paymentId, round % 2 === 0 ? both : both.toReversed());
      expect(statusesOf(answers)).toEqual([200, 409]);
      const { status } = await approvalOf(paymentId);
      const payment = await stored(paymentId);
      if (status === "rejected") expect([payment.status, payment.attempts]).toEqual(["rejected", []]);
      else expect([status, payment.attempts.length, await acceptances(paymentId)]).toEqual(["approved", 1, 1]);
    }
  });

  test("counts one person once, however often they approve at the same moment, and cannot be canceled meanwhile", async () => {
    const paymentId = await held(2);
    const approve = () => review(app.callers.orgAdmin, paymentId);
    const answers = await together("approvals", paymentId, [approve, approve, approve]);
    expect(statusesOf(answers)).toEqual([200, 403, 403]);
    expect(await approvalOf(paymentId)).toMatchObject({ status: "pending", decisions: [{}] });
    const cancel = () =>
      app.request(app.callers.orgMember, "POST", `/payments-init/${paymentId}/action`, { action: "cancel" });
    const [approved, canceled] = await Promise.all([review(app.callers.admin, paymentId), cancel()]);
    expect([approved.status, canceled.status]).toEqual([200, 409]);
    expect(await acceptances(paymentId)).toBe(1);
  });

  test("keeps no decision whose effect was not stored: the connection is lost between the two, and the person decides again", async () => {
    const paymentId = await held(1);
    const [answer] = await together(
      "payments",
      paymentId,
      [() => review(app.callers.orgAdmin, paymentId)],
      async () => {
        await app.db.query(CUT_OFF);
        await areWaiting(0);
      },
    );
    expect(answer!.status).toBe(503);
    expect(await approvalOf(paymentId)).toMatchObject({ status: "pending", decisions: [] });
    expect((await review(app.callers.orgAdmin, paymentId)).status).toBe(200);
    expect(await acceptances(paymentId)).toBe(1);
  });

  /** As earlier versions could leave it: all have approved, and the payment was not moved. */
  async function leftBehind(): Promise<string> {
    const paymentId = await held(2);
    expect((await review(app.callers.orgAdmin, paymentId)).status).toBe(200);
    const { approval_id: approvalId } = await approvalOf(paymentId);
    await app.db.query(`UPDATE approvals SET status = 'approved', decided_at = $2 WHERE approval_id = $1`, [
      approvalId,
      app.clock.now(),
    ]);
    expect((await stored(paymentId)).status).toBe("reviewed");
    return paymentId;
  }

  test("that was approved and not sent is sent by one more approval, of nobody who asked for it, and once", async () => {
    const paymentId = await leftBehind();
    expect((await review(app.callers.orgMember, paymentId)).status).toBe(403);
    const approve = () => review(app.callers.orgAdmin, paymentId);
    expect(statusesOf(await together("payments", paymentId, [approve, approve, approve]))).toEqual([200, 409, 409]);
    expect((await stored(paymentId)).attempts).toHaveLength(1);
    expect(await acceptances(paymentId)).toBe(1);
  });

  test("that was approved and not sent can still be rejected, and is then never sent", async () => {
    const paymentId = await leftBehind();
    const both = [
      () => review(app.callers.admin, paymentId, "reject"),
      () => review(app.callers.orgAdmin, paymentId, "reject"),
    ];
    expect(statusesOf(await together("payments", paymentId, both))).toEqual([200, 409]);
    expect((await review(app.callers.orgAdmin, paymentId)).status).toBe(409);
    expect(await stored(paymentId)).toMatchObject({ status: "rejected", attempts: [] });
  });

  test("that was rejected and not ended can only be ended", async () => {
    const paymentId = await leftBehind();
    await app.db.query(`UPDATE approvals SET status = 'rejected' WHERE subject = $1`, [paymentId]);
    expect((await review(app.callers.orgAdmin, paymentId)).status).toBe(409);
    expect((await review(app.callers.orgAdmin, paymentId, "reject")).status).toBe(200);
    expect(await stored(paymentId)).toMatchObject({ status: "rejected", attempts: [] });
  });
});
