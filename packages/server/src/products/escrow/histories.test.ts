import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "@corridor/test/harness/app.ts";
import { verifyLedger } from "#src/record/ledger/verify-ledger.ts";
import { Money } from "@corridor/base/money.ts";
import { escrowFixtures } from "./escrow.fixtures.ts";

/**
 * Random histories of a project on the whole product: funded, partly funded, approved, released, canceled, with payouts
 * and refunds that fail. Wherever a history stops, calls of the API must be able to move all of its money out again, to
 * the last cent.
 */
let app: TestApp;
let fixtures: ReturnType<typeof escrowFixtures>;
beforeAll(async () => {
  // The organization has no money of its own, so all money that comes out was put in.
  app = await startTestApp({ settings: { SANDBOX_BALANCE_USD: "0" } });
  // The test clock moves by hours, so a person's token would expire.
  fixtures = escrowFixtures(app, app.callers.apiKey);
});
afterAll(async () => {
  const report = await verifyLedger(app.db);
  await app.close();
  expect(report.broken).toBeNull();
});

const HISTORIES = 15;
const MAX_STEPS = 14;
const MAX_ROUNDS = 8;
const TIMEOUT_MS = 300_000;
const PAYIN_EXPIRY_MS = 31 * 60_000;

const PLACES = ["account", "good", "fails_later", "refused"] as const;
type Place = (typeof PLACES)[number];
const ENDINGS = { good: "6789", fails_later: "0005", refused: "0002" } as const;

const STEPS = [
  "fund_from_account",
  "fund_by_payin",
  "fund_by_unpaid_payin",
  "pay_late",
  "approve",
  "approve",
  "release",
  "release",
  "release",
  "cancel_milestone",
  "cancel_project",
  "change_party",
  "retry",
  "redirect",
  "refund",
  "break_providers",
  "mend_providers",
  "wait",
] as const;
type Step = { name: (typeof STEPS)[number]; pick: number; place: Place; part: number };

const anyStep: fc.Arbitrary<Step> = fc.record({
  name: fc.constantFrom(...STEPS),
  pick: fc.nat({ max: 5 }),
  place: fc.constantFrom(...PLACES),
  part: fc.constantFrom(0.25, 0.5, 1),
});
const anyHistory = fc.record({
  milestones: fc.array(fc.constantFrom(100, 999.99, 0.03, 250_000.01), { minLength: 1, maxLength: 3 }),
  parties: fc.array(fc.constantFrom(...PLACES), { minLength: 1, maxLength: 3 }),
  // A random history seldom reaches a release, where most can go wrong. So some begin with everything that a release
  // needs.
  start: fc.constantFrom<Step["name"][]>(
    [],
    ["fund_by_payin", "approve"],
    ["fund_by_payin", "fund_from_account", "approve"],
  ),
  steps: fc.array(anyStep, { minLength: 4, maxLength: MAX_STEPS }),
  /** Whether refunds are refused when the project ends, and money arrives late. */
  breaksAtTheEnd: fc.boolean(),
});
type History = typeof anyHistory extends fc.Arbitrary<infer T> ? T : never;

type World = {
  escrowId: string;
  milestones: string[];
  parties: string[];
  /** Payins that nobody has paid yet. */ unpaid: { number: string; amount: number }[];
};

async function placeOf(place: Place): Promise<{ account_id: string } | { beneficiary_id: string }> {
  return place === "account"
    ? { account_id: await fixtures.account() }
    : { beneficiary_id: await fixtures.beneficiary(ENDINGS[place]) };
}

/** The product may refuse a call, but a call must never fail with an internal error. */
async function attempt(method: string, path: string, body?: unknown): Promise<void> {
  const answer = await fixtures.call(method, path, body);
  expect([200, 201, 400, 409, 502], `${method} ${path}: ${answer.text}`).toContain(answer.status);
}

async function rows(
  escrowId: string,
): Promise<{ funding: string; disbursed: string; failed: { id: string; kind: string }[]; pending: number }> {
  const [sums] = await app.db.query<{ funding: string; disbursed: string; pending: number }>(
    `SELECT (SELECT coalesce(sum(amount), 0)::text FROM escrow_fundings
       WHERE escrow_id = $1 AND status IN ('completed', 'returned')) AS funding,
       (SELECT coalesce(sum(amount), 0)::text FROM escrow_disbursements
         WHERE escrow_id = $1 AND status = 'completed') AS disbursed,
       (SELECT count(*)::integer FROM escrow_disbursements WHERE escrow_id = $1 AND status = 'pending')
         + (SELECT count(*)::integer FROM escrow_fundings WHERE escrow_id = $1 AND status = 'pending') AS pending`,
    [escrowId],
  );
  const failed = await app.db.query<{ id: string; kind: string }>(
    `SELECT disbursement_id AS id, kind FROM escrow_disbursements WHERE escrow_id = $1 AND status = 'failed'
      ORDER BY disbursement_id`,
    [escrowId],
  );
  return { ...sums!, failed };
}

async function take(world: World, step: Step): Promise<void> {
  const { escrowId } = world;
  const milestone = `/${escrowId}/milestones/${world.milestones[step.pick % world.milestones.length]}`;
  const failed = async () => {
    const { failed: list } = await rows(escrowId);
    return list.length === 0 ? undefined : `/${escrowId}/disbursements/${list[step.pick % list.length]!.id}`;
  };
  switch (step.name) {
    case "fund_from_account":
    case "fund_by_payin":
    case "fund_by_unpaid_payin": {
      const project = await fixtures.must(200, "GET", `/${escrowId}`);
      const left = project.total_amount - project.funded_amount - project.pending_funding;
      const amount = Math.max(0.01, Math.round(left * step.part * 100) / 100);
      if (step.name === "fund_from_account")
        return attempt("POST", `/${escrowId}/fund`, { amount, account_id: await fixtures.account(amount) });
      const started = await fixtures.call("POST", `/${escrowId}/fund`, { amount, payment: fixtures.bankPayin() });
      expect([201, 409, 502], started.text).toContain(started.status);
      if (started.status !== 201) return;
      const number: string = started.body.data.payment.account_number;
      if (step.name === "fund_by_unpaid_payin") world.unpaid.push({ number, amount });
      else await fixtures.pay(number, amount);
      return;
    }
    case "pay_late": {
      const payin = world.unpaid.pop();
      return payin === undefined ? undefined : fixtures.pay(payin.number, payin.amount);
    }
    case "approve":
      await attempt("POST", `${milestone}/contract`, { terms: "Deliver it." });
      return attempt("POST", `${milestone}/contract/approve`);
    case "release":
      return attempt("POST", `${milestone}/release`);
    case "cancel_milestone":
      return attempt("POST", `${milestone}/cancel`);
    case "cancel_project":
      return attempt("POST", `/${escrowId}/cancel`);
    case "change_party":
      return attempt(
        "PATCH",
        `/${escrowId}/parties/${world.parties[step.pick % world.parties.length]}`,
        await placeOf(step.place),
      );
    case "retry":
    case "refund":
    case "redirect": {
      const path = await failed();
      if (path !== undefined)
        await attempt("POST", `${path}/${step.name}`, step.name === "redirect" ? await placeOf(step.place) : undefined);
      return;
    }
    case "break_providers":
      return fixtures.refuseAll("fiat");
    case "mend_providers":
      return fixtures.mendAll();
    case "wait":
      return work(app.sandbox.delayMs);
  }
}

async function work(ms: number): Promise<void> {
  await app.advance(ms);
  for (const job of ["escrow-disbursements", "payment-checks", "refund-checks"]) await app.run(job);
}

/**
 * The way out: cancel the project, wait for everything in progress, and resolve failures in a way that their state
 * allows.
 */
async function bringOut(world: World, breaks: boolean): Promise<void> {
  const { escrowId } = world;
  if (breaks) await fixtures.refuseAll("fiat");
  await attempt("POST", `/${escrowId}/cancel`);
  // Money that arrives when the project no longer accepts any.
  if (breaks) for (const { number, amount } of world.unpaid) await fixtures.pay(number, amount);
  await work(0);
  await fixtures.mendAll();
  for (let round = 0; round < MAX_ROUNDS; round++) {
    await work(round === 1 ? PAYIN_EXPIRY_MS : 60_000);
    const { failed, pending } = await rows(escrowId);
    if (failed.length === 0 && pending === 0) return;
    for (const [index, { id, kind }] of failed.entries()) {
      const path = `/${escrowId}/disbursements/${id}`;
      if ((index + round) % 2 === 1)
        await fixtures.must(200, "POST", `${path}/redirect`, await placeOf(index % 4 === 3 ? "good" : "account"));
      else await fixtures.must(200, "POST", `${path}/${kind === "release" ? "refund" : "retry"}`);
    }
  }
  throw new Error(`the money of ${escrowId} does not come out: ${JSON.stringify(await rows(escrowId))}`);
}

async function balances(): Promise<Record<string, string>> {
  const found = await app.db.query<{ purpose: string; balance: string }>(
    `SELECT purpose, sum(balance)::text AS balance FROM ledger_accounts
      WHERE currency = 'NGN' AND purpose IN ('settlement', 'in_transit', 'refunds_in_transit', 'suspense')
      GROUP BY purpose`,
  );
  return Object.fromEntries(
    found.filter(({ balance }) => Number(balance) !== 0).map(({ purpose, balance }) => [purpose, balance]),
  );
}

async function live(history: History): Promise<void> {
  const before = await balances();
  const share = Math.floor(10_000 / history.parties.length) / 100;
  const last = Math.round((100 - share * (history.parties.length - 1)) * 100) / 100;
  const shares = [];
  for (const [index, place] of history.parties.entries())
    shares.push({ to: await placeOf(place), value: index === 0 ? last : share });
  const world: World = { ...(await fixtures.activeProject({ milestones: history.milestones, shares })), unpaid: [] };
  const begin = history.start.flatMap((name, index) =>
    world.milestones.map((_, pick): Step => ({
      name,
      pick,
      place: "good",
      part: index + 1 === history.start.length - 1 ? 1 : 0.5,
    })),
  );
  for (const step of [...begin, ...history.steps]) await take(world, step);
  await bringOut(world, history.breaksAtTheEnd);

  const { funding, disbursed } = await rows(world.escrowId);
  const [account] = await app.db.query<{ balance: string }>(
    "SELECT balance::text FROM ledger_accounts WHERE purpose = 'escrow' AND owner_id = $1",
    [world.escrowId],
  );
  expect(Money.fromDatabase(account?.balance ?? "0", "NGN").isZero(), `left in the project: ${account?.balance}`).toBe(
    true,
  );
  expect(Money.fromDatabase(disbursed, "NGN").toString()).toBe(Money.fromDatabase(funding, "NGN").toString());
  const { status, milestones } = await fixtures.must(200, "GET", `/${world.escrowId}`);
  for (const one of milestones)
    expect(
      [one.status, one.disbursed_total > 0, one.disbursed_total + one.returned_total],
      JSON.stringify(one),
    ).toEqual(
      one.status === "disbursed"
        ? ["disbursed", true, expect.closeTo(one.expected_disbursement)]
        : ["canceled", false, expect.any(Number)],
    );
  expect(["completed", "canceled"]).toContain(status);
  // Nothing is in progress, and none of the organization's own money was taken or left over.
  expect(await balances()).toEqual(before);
}

test(
  "from every state that a project can reach, its money comes out again, and every cent is accounted for",
  async () => {
    await fc.assert(fc.asyncProperty(anyHistory, live), { numRuns: HISTORIES, endOnFailure: true });
  },
  TIMEOUT_MS,
);
