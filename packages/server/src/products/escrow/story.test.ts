import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "@corridor/test/harness/app.ts";
import { verifyLedger } from "#src/record/ledger/verify-ledger.ts";
import { escrowFixtures } from "./escrow.fixtures.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test("the whole story over the public API: project, parties, milestones, funding, contracts, changed shares, releases; all agree to the cent", async () => {
  const { must, call, account, beneficiary, balance, ledgerBalance, ledgerAvailable, eventTypes } = escrowFixtures(app);
  const [buyer, builder, agent] = [await account(1_000_000), await account(), await account()];

  // A draft is planned: three parties, two of them paid in the ledger and one by payout; two milestones.
  const project = await must(201, "POST", "", {
    title: "Cold store",
    description: "At Ikeja",
    currency: "NGN",
    total_amount: 900_000.01,
  });
  expect(project).toMatchObject({
    status: "draft",
    total_amount: 900_000.01,
    funded_amount: 0,
    parties: [],
    milestones: [],
  });
  const path = `/${project.escrow_id}`;
  const addParty = async (name: string, role: string, to: object): Promise<string> =>
    (await must(201, "POST", `${path}/parties`, { name, role, ...to })).party_id;
  const builderId = await addParty("Bola Builds", "contractor", { account_id: builder });
  const agentId = await addParty("Ada Agent", "agent", { account_id: agent });
  const supplierId = await addParty("Ikeja Farms", "supplier", { beneficiary_id: await beneficiary() });
  const foundation = await must(201, "POST", `${path}/milestones`, {
    label: "Foundation",
    expected_disbursement: 300_000,
    due_date: "2026-03-31",
    parties: [
      { party_id: builderId, split_type: "percentage", split_value: 70 },
      { party_id: agentId, split_type: "percentage", split_value: 30 },
    ],
  });
  const roof = await must(201, "POST", `${path}/milestones`, {
    label: "Roof",
    expected_disbursement: 600_000.01,
    parties: [
      { party_id: supplierId, split_type: "fixed", split_value: 100_000 },
      { party_id: builderId, split_type: "percentage", split_value: 90 },
      { party_id: agentId, split_type: "percentage", split_value: 10 },
    ],
  });
  expect(foundation).toMatchObject({
    sequence: 1,
    status: "pending",
    funding_status: "unfunded",
    covered_amount: 0,
    disbursed_total: 0,
  });
  expect((await must(200, "POST", `${path}/activate`)).status).toBe("active");

  // Funding covers milestones in the order of their sequence.
  const first = await must(201, "POST", `${path}/fund`, { account_id: buyer, amount: 250_000 });
  expect(first.escrow.milestones).toMatchObject([
    { funding_status: "partially_funded", covered_amount: 250_000 },
    { funding_status: "unfunded", covered_amount: 0 },
  ]);
  expect(await eventTypes(foundation.milestone_id)).toEqual([]);
  const second = await must(201, "POST", `${path}/fund`, { account_id: buyer, amount: 650_000.01 });
  expect(second.escrow.milestones).toMatchObject([
    { funding_status: "funded", covered_amount: 300_000 },
    { funding_status: "funded", covered_amount: 600_000.01 },
  ]);
  expect(await eventTypes(foundation.milestone_id)).toEqual(["escrow.milestone.funded"]);
  expect(await eventTypes(roof.milestone_id)).toEqual(["escrow.milestone.funded"]);
  expect((await call("POST", `${path}/fund`, { account_id: buyer, amount: 0.01 })).status).toBe(409);
  expect(await balance(buyer)).toBe(99_999.99);
  expect(await ledgerBalance("escrow", project.escrow_id)).toBe(900_000.01);

  const one = `${path}/milestones/${foundation.milestone_id}`;
  expect((await call("POST", `${one}/release`)).status).toBe(409);
  expect(await must(201, "POST", `${one}/contract`, { title: "Works", terms: "Pour it." })).toMatchObject({
    status: "contract_submitted",
    contract_submitted_at: app.clock.now().toISOString(),
  });
  expect((await call("POST", `${one}/release`)).status).toBe(409);
  expect((await must(200, "POST", `${one}/contract/approve`)).status).toBe("approved");

  // Shares change before the release, all at once. An approved milestone must be approved again.
  await must(200, "PUT", `${one}/parties`, {
    parties: [
      { party_id: builderId, split_value: 66.67 },
      { party_id: agentId, split_value: 33.33 },
    ],
  });
  expect((await call("POST", `${one}/release`)).status).toBe(409);
  expect((await must(200, "POST", `${one}/contract/approve`)).status).toBe("approved");
  const released = await must(200, "POST", `${one}/release`);
  expect(released).toMatchObject({
    status: "disbursed",
    disbursed_total: 300_000,
    disbursed_at: app.clock.now().toISOString(),
  });
  expect([await balance(builder), await balance(agent)]).toEqual([200_010, 99_990]);
  expect(await ledgerBalance("escrow", project.escrow_id)).toBe(600_000.01);
  expect(await eventTypes(foundation.milestone_id)).toEqual([
    "escrow.milestone.funded",
    "escrow.milestone.approval_revoked",
    "escrow.milestone.disbursed",
  ]);
  expect((await call("POST", `${one}/release`)).status).toBe(409);

  // The second milestone: a fixed share by payout, the rest in the ledger, and the indivisible cent to the largest
  // share.
  const two = `${path}/milestones/${roof.milestone_id}`;
  await must(201, "POST", `${two}/contract`, { document_url: "https://example.com/roof.pdf" });
  await must(200, "POST", `${two}/contract/approve`);
  expect(await must(200, "POST", `${two}/release`)).toMatchObject({ status: "releasing", disbursed_total: 500_000.01 });
  expect([await balance(builder), await balance(agent)]).toEqual([200_010 + 450_000.01, 99_990 + 50_000]);
  expect(await ledgerAvailable("escrow", project.escrow_id)).toBe(0);
  await app.advance(app.sandbox.delayMs);
  expect(await must(200, "GET", two)).toMatchObject({
    status: "disbursed",
    disbursed_total: 600_000.01,
    parties: [{ split_type: "fixed", split_value: 100_000 }, {}, {}],
  });
  expect(
    await must(200, "GET", `${path}/disbursements?milestone_id=${roof.milestone_id}&status=completed`),
  ).toHaveLength(3);

  // The project is complete, its account is empty, and the ledger verifies.
  expect(await must(200, "GET", path)).toMatchObject({
    status: "completed",
    funded_amount: 900_000.01,
    unspent_amount: 0,
  });
  expect(await ledgerBalance("escrow", project.escrow_id)).toBe(0);
  expect(await ledgerBalance("in_transit")).toBe(0);
  expect(await ledgerBalance("provider", "fiat")).toBe(-1_000_000 + 100_000);
  expect((await balance(buyer)) + (await balance(builder)) + (await balance(agent)) + 100_000).toBeCloseTo(
    1_000_000,
    2,
  );
  const { broken } = await verifyLedger(app.db);
  expect(broken).toBeNull();
});
