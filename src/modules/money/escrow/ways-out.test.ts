import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#test/harness/app.ts";
import { verifyLedger } from "#src/modules/books/ledger/verify-ledger.ts";
import { Money } from "#src/platform/money.ts";
import { escrowFixtures } from "./escrow.fixtures.ts";

/** Money that is in a project always has a way out of it. */
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

test("shares of more digits than a JSON number keeps are paid out whole, and sum to the milestone", async () => {
  const amount = 50_000_000_000_001;
  const { escrowId, milestones } = await fixtures.activeProject({
    milestones: [amount],
    shares: await Promise.all([33.33, 33.33, 33.34].map(async (value) => ({ to: { beneficiary_id: await fixtures.beneficiary() }, value }))),
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
  // As the database has them: the test's own JSON.parse would round them.
  const paid = await app.db.query<{ amount: string }>("SELECT amount FROM payments WHERE details->'origin'->>'id' = $1 AND status = 'completed'", [escrowId]);
  const parts = paid.map((row) => Money.fromDatabase(row.amount, "NGN"));
  expect(parts.map(String).sort()).toEqual(["16665000000000.33 NGN", "16665000000000.33 NGN", "16670000000000.34 NGN"]);
  expect(parts.reduce((sum, part) => sum.plus(part)).toDatabase()).toBe("50000000000001.00");
  expect(await fixtures.ledgerBalance("escrow", escrowId)).toBe(0);
});
