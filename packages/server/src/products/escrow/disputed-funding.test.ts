import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyLedger } from "#src/record/ledger/verify-ledger.ts";
import { startTestApp, type TestApp } from "@corridor/test/harness/app.ts";
import { escrowFixtures } from "./escrow.fixtures.ts";

/** A dispute freezes what its payin became. */
let app: TestApp;
let fixtures: ReturnType<typeof escrowFixtures>;
beforeAll(async () => {
  app = await startTestApp();
  fixtures = escrowFixtures(app);
});
afterAll(async () => {
  const { broken } = await verifyLedger(app.db);
  await app.close();
  expect(broken).toBeNull();
});

const read = async (path: string) => (await app.request(app.callers.orgAdmin, "GET", path)).body.data;
const atSandbox = (path: string, body: object) =>
  fetch(`${app.sandbox.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

/** Two approved milestones of 500.00 for one party; the payin is disputed. */
async function disputedProject(payinAmount: number, to: { account_id: string } | { beneficiary_id: string }) {
  const shares = [{ to, value: 100 }];
  const { escrowId, milestones } = await fixtures.activeProject({ milestones: [500, 500], shares });
  const body = { amount: payinAmount, payment: fixtures.bankPayin() };
  const { payment, funding_id: paymentId } = await fixtures.must(201, "POST", `/${escrowId}/fund`, body);
  await fixtures.pay(payment.account_number, payinAmount);
  for (const milestone of milestones) await fixtures.approve(escrowId, milestone);
  const { attempts, provider } = await read(`/payments/${paymentId}`);
  const dispute = async () => {
    const opened = await atSandbox("/disputes", { provider, reference: attempts[0].attempt_id });
    expect(opened.status).toBe(201);
    await app.advance(1_000);
    const [{ dispute_id, provider_dispute_id }] = await read(`/disputes?payment_id=${paymentId}`);
    const decided = async (status: string) => {
      await atSandbox(`/disputes/${provider_dispute_id}`, { provider, status });
      await app.advance(1_000);
      expect((await read(`/disputes/${dispute_id}`)).status).toBe(status);
    };
    return decided;
  };
  const release = (index: number) => fixtures.call("POST", `/${escrowId}/milestones/${milestones[index]}/release`);
  return { escrowId, dispute, release };
}

const WHY = "the payin that funded it is disputed; it can be paid out once the dispute is won or closed";

test.each(["won", "lost"])("a milestone whose funding is disputed waits until the dispute is %s", async (end) => {
  const party = await fixtures.account();
  const { dispute, release } = await disputedProject(1_000, { account_id: party });
  expect((await release(0)).status).toBe(200);
  const decided = await dispute();
  expect(await release(1)).toMatchObject({
    status: 409,
    body: { code: "INVALID_STATE", message: `1000.00 NGN of the project waits: ${WHY}` },
  });
  expect(await fixtures.balance(party)).toBe(500);
  await decided(end);
  expect((await release(1)).status).toBe(200);
  expect(await fixtures.balance(party)).toBe(1_000);
});

test("what other money covers is released beside a disputed payin", async () => {
  const party = await fixtures.account();
  const { escrowId, dispute, release } = await disputedProject(500, { account_id: party });
  await fixtures.must(201, "POST", `/${escrowId}/fund`, { account_id: await fixtures.account(500), amount: 500 });
  await dispute();
  expect((await release(0)).status).toBe(200);
  expect((await release(1)).body.message).toContain(WHY);
});

test("money that could not be paid is sent nowhere else while its payin is disputed", async () => {
  const { escrowId, dispute, release } = await disputedProject(1_000, {
    beneficiary_id: await fixtures.beneficiary("0005"),
  });
  expect((await release(0)).status).toBe(200);
  await app.advance(app.sandbox.delayMs);
  const decided = await dispute();
  const [failed] = await fixtures.must(200, "GET", `/${escrowId}/disbursements?status=failed`);
  const elsewhere = { beneficiary_id: await fixtures.beneficiary() };
  const redirect = (id: string) => fixtures.call("POST", `/${escrowId}/disbursements/${id}/redirect`, elsewhere);
  expect((await redirect(failed.disbursement_id)).body.message).toContain(WHY);
  // A project that ends gives the payer's money back, which a dispute forbids too: it stays here.
  await fixtures.must(200, "POST", `/${escrowId}/cancel`);
  const list = await fixtures.must(200, "GET", `/${escrowId}/disbursements?status=failed`);
  const refund = list.find(({ kind }: { kind: string }) => kind === "refund");
  expect(refund.failure_reason).toContain("disputed");
  expect((await redirect(refund.disbursement_id)).body.message).toContain(WHY);
  await decided("won");
  expect((await redirect(refund.disbursement_id)).status).toBe(200);
});
