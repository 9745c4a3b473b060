import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyLedger } from "#src/record/ledger/verify-ledger.ts";
import { startTestApp, type TestApp } from "@corridor/test/harness/app.ts";
import type { Requester } from "./change-escrow.ts";
import { escrowFixtures } from "./escrow.fixtures.ts";
import { createReleases, type Releases } from "./release-milestone.ts";

let app: TestApp;
let fixtures: ReturnType<typeof escrowFixtures>;
let release: Releases;
let who: Omit<Requester, "escrowId">;
const started: string[][] = [];

beforeAll(async () => {
  app = await startTestApp();
  fixtures = escrowFixtures(app);
  const { orgId, userId } = fixtures.admin;
  who = { orgId: orgId!, userId, actor: { type: "user", id: userId, userId } };
  const disburser = {
    startNow: async (_: unknown, ids: readonly string[]) => void started.push([...ids]),
    job: { name: "none", intervalMs: 1, runOnce: async () => 0 },
  };
  release = createReleases({ db: app.db, clock: app.clock, separatesEscrow: async () => false, disburser });
});
afterAll(async () => {
  const report = await verifyLedger(app.db);
  await app.close();
  expect(report.broken).toBeNull();
});

/** A project whose milestones are funded; those at `approved` may be released. */
async function project(
  to: { account_id: string } | { beneficiary_id: string },
  amounts: number[],
  approved = amounts.map((_, index) => index),
) {
  const made = await fixtures.activeProject({ milestones: amounts, shares: [{ to, value: 100 }] });
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  await fixtures.must(201, "POST", `/${made.escrowId}/fund`, {
    account_id: await fixtures.account(total),
    amount: total,
  });
  for (const index of approved) await fixtures.approve(made.escrowId, made.milestones[index]!);
  return { key: { orgId: who.orgId, escrowId: made.escrowId }, milestones: made.milestones };
}

async function transactionsOf(milestones: readonly string[]): Promise<number> {
  const [row] = await app.db.query<{ count: number }>(
    `SELECT count(DISTINCT position) AS count FROM events
      WHERE types = '{escrow.milestone.disbursed}' AND resource_id = ANY($1::text[])`,
    [milestones],
  );
  return row!.count;
}

test("a stranger who asks at the same moment finds no project, and releases nothing", async () => {
  const account = await fixtures.account();
  const { key, milestones } = await project({ account_id: account }, [100, 900]);
  const stranger = { ...who, orgId: app.callers.otherOrgAdmin.orgId! };
  const [own, foreign] = await Promise.allSettled([
    release({ ...who, ...key }, milestones[0]!),
    release({ ...key, ...stranger }, milestones[1]!),
  ]);
  expect(own.status).toBe("fulfilled");
  expect(foreign).toMatchObject({ status: "rejected", reason: { statusCode: 404 } });
  expect(await fixtures.balance(account)).toBe(100);
});

test("releases of one moment are one transaction, and each leaves what it would leave alone", async () => {
  const [one, other] = [await fixtures.account(), await fixtures.account()];
  const projects = [
    await project({ account_id: one }, [100]),
    await project({ account_id: other }, [200, 300]),
    await project({ account_id: one }, [400]),
  ];
  const asked = projects.flatMap(({ key, milestones }) => milestones.map((milestoneId) => ({ key, milestoneId })));
  const released = await Promise.all(asked.map(({ key, milestoneId }) => release({ ...who, ...key }, milestoneId)));
  expect(released.map(({ milestone }) => [milestone.status, milestone.disbursedTotal.toDatabase()])).toEqual([
    ["disbursed", "100.00"],
    ["disbursed", "200.00"],
    ["disbursed", "300.00"],
    ["disbursed", "400.00"],
  ]);
  expect(released.map(({ escrow }) => escrow.project.status)).toEqual([
    "completed",
    "active",
    "completed",
    "completed",
  ]);
  expect([await fixtures.balance(one), await fixtures.balance(other)]).toEqual([500, 500]);
  expect(await transactionsOf(asked.map(({ milestoneId }) => milestoneId))).toBe(1);
  for (const { key } of projects)
    expect(await fixtures.must(200, "GET", `/${key.escrowId}`)).toMatchObject({ status: "completed" });
});

test("a release that is refused affects none of the others, and pays nothing", async () => {
  const [open, closed] = [await fixtures.account(), await fixtures.account()];
  const good = await project({ account_id: open }, [100]);
  const unapproved = await project({ account_id: open }, [100], []);
  const toClosed = await project({ account_id: closed }, [100]);
  await app.request(fixtures.admin, "POST", `/virtual-accounts/${closed}/close`);
  const twice = [good.milestones[0]!, good.milestones[0]!];
  const outcomes = await Promise.allSettled([
    ...twice.map((milestoneId) => release({ ...who, ...good.key }, milestoneId)),
    release({ ...who, ...unapproved.key }, unapproved.milestones[0]!),
    release({ ...who, ...toClosed.key }, toClosed.milestones[0]!),
    release({ ...who, ...good.key, escrowId: "none" }, good.milestones[0]!),
  ]);
  expect(
    outcomes.map((outcome) => (outcome.status === "fulfilled" ? "released" : (outcome.reason as Error).message)),
  ).toEqual([
    "released",
    "A project that is completed cannot be paid out; it must be active",
    expect.stringContaining("it is released when its contract is approved"),
    expect.stringContaining("is closed; give the party another one"),
    "Escrow project not found",
  ]);
  expect([await fixtures.balance(open), await fixtures.ledgerBalance("escrow", toClosed.key.escrowId)]).toEqual([
    100, 100,
  ]);
});

test("a project whose books disagree fails alone", async () => {
  const account = await fixtures.account();
  const [sound, broken] = [
    await project({ account_id: account }, [100]),
    await project({ account_id: account }, [100]),
  ];
  await app.db.query("UPDATE escrow_fundings SET amount = amount + 50 WHERE escrow_id = $1", [broken.key.escrowId]);
  await app.db.query(
    "UPDATE escrow_milestones SET expected_disbursement = expected_disbursement + 50 WHERE escrow_id = $1",
    [broken.key.escrowId],
  );
  const [first, second] = await Promise.allSettled(
    [sound, broken].map(({ key, milestones }) => release({ ...who, ...key }, milestones[0]!)),
  );
  expect(first!.status).toBe("fulfilled");
  expect(second).toMatchObject({
    status: "rejected",
    reason: expect.objectContaining({ message: expect.stringContaining("the ledger refused the release") }),
  });
  expect(await fixtures.balance(account)).toBe(100);
});

test("payouts of a release start after its transaction, those of others do not", async () => {
  const [paid, credited] = [
    await project({ beneficiary_id: await fixtures.beneficiary() }, [100]),
    await project({ account_id: await fixtures.account() }, [100]),
  ];
  started.length = 0;
  await Promise.all([paid, credited].map(({ key, milestones }) => release({ ...who, ...key }, milestones[0]!)));
  expect(started.map((ids) => ids.length).toSorted()).toEqual([0, 1]);
});
