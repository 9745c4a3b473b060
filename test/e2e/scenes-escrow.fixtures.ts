import type { TestCaller } from "#test/harness/app.ts";
import type { Scene, World } from "./contract.fixtures.ts";
import { BANK_BENEFICIARY, beneficiary, fundedAccount, virtualAccount } from "./scenes-resources.fixtures.ts";

/**
 * Calls of escrow: a project with one party that is paid to a beneficiary, and one milestone that belongs to it
 * entirely.
 */
const PATH = "/virtual-accounts/escrow";
const AMOUNT = 1_000;

export type Project = { escrow_id: string; party_id: string; milestone_id: string };

export async function draft(world: World, caller = world.callers.orgAdmin, beneficiaryId?: string): Promise<Project> {
  const { escrow_id } = (
    await world.must(caller, "POST", PATH, { title: "Warehouse", currency: "NGN", total_amount: AMOUNT })
  ).data;
  const { party_id } = (
    await world.must(caller, "POST", `${PATH}/${escrow_id}/parties`, {
      name: "Builder",
      role: "contractor",
      beneficiary_id: beneficiaryId ?? (await beneficiary(world, caller)),
    })
  ).data;
  const { milestone_id } = (
    await world.must(caller, "POST", `${PATH}/${escrow_id}/milestones`, {
      label: "Walls",
      expected_disbursement: AMOUNT,
      parties: [{ party_id, split_type: "percentage", split_value: 100 }],
    })
  ).data;
  return { escrow_id, party_id, milestone_id };
}

async function active(world: World, beneficiaryId?: string): Promise<Project> {
  const project = await draft(world, world.callers.orgAdmin, beneficiaryId);
  await world.must(world.callers.orgAdmin, "POST", `${PATH}/${project.escrow_id}/activate`);
  return project;
}

async function submitted(world: World, beneficiaryId?: string): Promise<Project> {
  const project = await active(world, beneficiaryId);
  await world.must(
    world.callers.orgAdmin,
    "POST",
    `${PATH}/${project.escrow_id}/milestones/${project.milestone_id}/contract`,
    { terms: "Build them." },
  );
  return project;
}

async function releasable(world: World, beneficiaryId?: string): Promise<Project> {
  const project = await submitted(world, beneficiaryId);
  const { account_id } = await fundedAccount(world);
  await world.must(
    world.callers.orgAdmin,
    "POST",
    `${PATH}/${project.escrow_id}/milestones/${project.milestone_id}/contract/approve`,
  );
  await world.must(world.callers.orgAdmin, "POST", `${PATH}/${project.escrow_id}/fund`, { amount: AMOUNT, account_id });
  return project;
}

export async function disbursement(world: World): Promise<{ escrow_id: string; disbursement_id: string }> {
  const refused = {
    ...BANK_BENEFICIARY,
    bank_details: { ...BANK_BENEFICIARY.bank_details, account_number: "0123450002" },
  };
  const { data } = await world.must(world.callers.orgAdmin, "POST", "/beneficiaries", refused);
  const { escrow_id, milestone_id } = await releasable(world, data.beneficiary_id);
  await world.must(world.callers.orgAdmin, "POST", `${PATH}/${escrow_id}/milestones/${milestone_id}/release`);
  const list = await world.must(world.callers.orgAdmin, "GET", `${PATH}/${escrow_id}/disbursements`);
  return { escrow_id, disbursement_id: list.data[0].disbursement_id };
}

const project = ({ escrow_id }: Project) => ({ escrow_id });
const milestone = ({ escrow_id, milestone_id }: Project) => ({ escrow_id, milestone_id });
const party = ({ escrow_id, party_id }: Project) => ({ escrow_id, party_id });

/** A party without a share: only such a party can be removed. */
export async function freeParty(
  world: World,
  caller: TestCaller = world.callers.orgAdmin,
): Promise<{ escrow_id: string; party_id: string }> {
  const { escrow_id } = await draft(world, caller);
  const { data } = await world.must(caller, "POST", `${PATH}/${escrow_id}/parties`, {
    name: "Agent",
    role: "agent",
    account_id: (await virtualAccount(world, caller)).account_id,
  });
  return { escrow_id, party_id: data.party_id };
}

export const ESCROW_SCENES: Record<string, Scene> = {
  [`GET ${PATH}`]: () => ({}),
  [`POST ${PATH}`]: () => ({
    body: { title: "Warehouse", description: "In Ikeja", currency: "NGN", total_amount: 1_000.5 },
  }),
  [`GET ${PATH}/:escrow_id`]: async (world) => ({ path: project(await draft(world)) }),
  [`PATCH ${PATH}/:escrow_id`]: async (world) => ({
    path: project(await draft(world)),
    body: { title: "Depot", description: null, total_amount: 2_000 },
  }),
  [`DELETE ${PATH}/:escrow_id`]: async (world) => ({ path: project(await draft(world)) }),
  [`POST ${PATH}/:escrow_id/activate`]: async (world) => ({ path: project(await draft(world)) }),
  [`POST ${PATH}/:escrow_id/cancel`]: async (world) => ({
    path: project(await active(world)),
    body: { reason: "no permit" },
  }),
  [`POST ${PATH}/:escrow_id/fund`]: async (world) => ({
    path: project(await active(world)),
    body: { amount: 500.5, account_id: (await fundedAccount(world)).account_id },
  }),
  [`GET ${PATH}/:escrow_id/fundings`]: async (world) => ({ path: project(await releasable(world)) }),
  [`GET ${PATH}/:escrow_id/disbursements`]: async (world) => ({
    path: { escrow_id: (await disbursement(world)).escrow_id },
  }),
  [`POST ${PATH}/:escrow_id/disbursements/:disbursement_id/retry`]: async (world) => ({
    path: await disbursement(world),
  }),
  [`POST ${PATH}/:escrow_id/disbursements/:disbursement_id/redirect`]: async (world) => ({
    path: await disbursement(world),
    body: { account_id: (await virtualAccount(world)).account_id },
  }),
  [`POST ${PATH}/:escrow_id/disbursements/:disbursement_id/refund`]: async (world) => ({
    path: await disbursement(world),
    body: { reason: "the builder is gone" },
  }),
  [`GET ${PATH}/:escrow_id/parties`]: async (world) => ({ path: project(await draft(world)) }),
  [`POST ${PATH}/:escrow_id/parties`]: async (world) => ({
    path: project(await draft(world)),
    body: { name: "Agent", role: "agent", email: "agent@example.com", beneficiary_id: await beneficiary(world) },
  }),
  [`GET ${PATH}/:escrow_id/parties/:party_id`]: async (world) => ({ path: party(await draft(world)) }),
  [`PATCH ${PATH}/:escrow_id/parties/:party_id`]: async (world) => ({
    path: party(await draft(world)),
    body: { name: "Mason", role: "mason", beneficiary_id: await beneficiary(world) },
  }),
  [`DELETE ${PATH}/:escrow_id/parties/:party_id`]: async (world) => ({ path: await freeParty(world) }),
  [`GET ${PATH}/:escrow_id/milestones`]: async (world) => ({ path: project(await draft(world)) }),
  [`POST ${PATH}/:escrow_id/milestones`]: async (world) => {
    const { escrow_id } = (
      await world.must(world.callers.orgAdmin, "POST", PATH, {
        title: "Warehouse",
        currency: "NGN",
        total_amount: AMOUNT,
      })
    ).data;
    return {
      path: { escrow_id },
      body: {
        label: "Roof",
        description: "Of tin",
        expected_disbursement: 500.5,
        due_date: "2026-06-30",
        sequence: 3,
        parties: [],
      },
    };
  },
  [`GET ${PATH}/:escrow_id/milestones/:milestone_id`]: async (world) => ({ path: milestone(await draft(world)) }),
  [`PATCH ${PATH}/:escrow_id/milestones/:milestone_id`]: async (world) => ({
    path: milestone(await draft(world)),
    body: { label: "Roof", due_date: "2026-06-30", sequence: 3, expected_disbursement: 500.5 },
  }),
  [`DELETE ${PATH}/:escrow_id/milestones/:milestone_id`]: async (world) => ({ path: milestone(await draft(world)) }),
  [`PUT ${PATH}/:escrow_id/milestones/:milestone_id/parties`]: async (world) => {
    const made = await releasable(world); // Approved: the change withdraws the approval, which is an event.
    return { path: milestone(made), body: { parties: [{ party_id: made.party_id, split_value: 60.5 }] } };
  },
  [`GET ${PATH}/:escrow_id/milestones/:milestone_id/contract`]: async (world) => ({
    path: milestone(await submitted(world)),
  }),
  [`POST ${PATH}/:escrow_id/milestones/:milestone_id/contract`]: async (world) => ({
    path: milestone(await active(world)),
    body: { title: "Walls", terms: "Build them.", document_url: "https://example.com/contract.pdf" },
  }),
  [`POST ${PATH}/:escrow_id/milestones/:milestone_id/contract/approve`]: async (world) => ({
    path: milestone(await submitted(world)),
  }),
  [`POST ${PATH}/:escrow_id/milestones/:milestone_id/release`]: async (world) => ({
    path: milestone(await releasable(world)),
  }),
  [`POST ${PATH}/:escrow_id/milestones/:milestone_id/cancel`]: async (world) => ({
    path: milestone(await active(world)),
    body: { reason: "not needed" },
  }),
};
