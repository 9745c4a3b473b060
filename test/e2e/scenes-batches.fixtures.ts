import type { TestCaller } from "#test/harness/app.ts";
import type { Scene, World } from "./contract.fixtures.ts";
import { BANK_BENEFICIARY } from "./scenes-resources.fixtures.ts";

/** Calls of payout batches, which jobs move from one status to the next. */
const bodyOf = (beneficiary_id: string) => ({
  name: "Wages of May",
  duplicates: "allow",
  rows: [{ beneficiary_id, amount: 10.5, currency: "NGN", description: "wages" }],
});

type Batch = { batch_id: string; preview_hash: string };

export async function payoutBatch(
  world: World,
  caller: TestCaller = world.callers.orgAdmin,
  beneficiaryId = world.ours.beneficiary_id,
): Promise<Batch> {
  return (await world.must(caller, "POST", "/payout-batches", bodyOf(beneficiaryId))).data;
}

async function readyBatch(world: World, beneficiaryId?: string): Promise<Batch> {
  const { batch_id } = await payoutBatch(world, world.callers.orgAdmin, beneficiaryId);
  await world.run("payout-batch-previews");
  return (await world.must(world.callers.orgAdmin, "GET", `/payout-batches/${batch_id}`)).data;
}

async function sendingBatch(world: World, beneficiaryId?: string): Promise<Batch> {
  const batch = await readyBatch(world, beneficiaryId);
  await world.must(world.callers.orgAdmin, "POST", `/payout-batches/${batch.batch_id}/submit`, {
    preview_hash: batch.preview_hash,
  });
  return batch;
}

async function pausedBatch(world: World): Promise<Batch> {
  const batch = await sendingBatch(world);
  await world.must(world.callers.orgAdmin, "POST", `/payout-batches/${batch.batch_id}/pause`);
  return batch;
}

async function repeatingBatch(world: World): Promise<Batch> {
  const { batch_id, preview_hash } = await readyBatch(world);
  const repeat = { every: "monthly", runs: 3 };
  return (
    await world.must(world.callers.orgAdmin, "POST", `/payout-batches/${batch_id}/submit`, { preview_hash, repeat })
  ).data;
}

/** Every provider refuses this payee. */
async function failedBatch(world: World): Promise<Batch> {
  const refused = {
    ...BANK_BENEFICIARY,
    bank_details: { ...BANK_BENEFICIARY.bank_details, account_number: "0123450002" },
  };
  const batch = await sendingBatch(
    world,
    (await world.must(world.callers.orgAdmin, "POST", "/beneficiaries", refused)).data.beneficiary_id,
  );
  await world.run("payout-batches");
  await world.run("payout-batch-progress");
  return batch;
}

/** A batch that a person rejects. */
export async function rejectedBatch(world: World): Promise<void> {
  const organization = `/organizations/${world.ours.org_id}`;
  await world.must(world.callers.admin, "PATCH", organization, { settings: { payout_review_above: { NGN: 1 } } });
  const { batch_id, preview_hash } = await payoutBatch(world, world.callers.orgMember).then(async ({ batch_id }) => {
    await world.run("payout-batch-previews");
    return (await world.must(world.callers.orgMember, "GET", `/payout-batches/${batch_id}`)).data as Batch;
  });
  const { approval_id } = (
    await world.must(world.callers.orgMember, "POST", `/payout-batches/${batch_id}/submit`, { preview_hash })
  ).data;
  await world.withoutControls(world.ours.org_id);
  await world.must(world.callers.orgAdmin, "POST", `/approvals/${approval_id}/reject`, { comment: "not now" });
}

const at = async (batch: Promise<Batch>) => ({ path: { batch_id: (await batch).batch_id } });

export const BATCH_SCENES: Record<string, Scene> = {
  "GET /search": () => ({ query: { q: "wages" } }),
  "GET /payout-batches": () => ({}),
  "POST /payout-batches/read-file": () => ({ body: { csv: "Name,Bank,Amount\nKofi Mensah,Zenith Bank,125.50\n" } }),
  "POST /payout-batches": (world) => ({ body: bodyOf(world.ours.beneficiary_id) }),
  "GET /payout-batches/:batch_id": (world) => at(readyBatch(world)),
  "GET /payout-batches/:batch_id/rows": (world) => at(readyBatch(world)),
  "GET /payout-batches/:batch_id/statement": (world) => at(readyBatch(world)),
  "GET /payout-batches/:batch_id/errors": (world) => at(readyBatch(world)),
  "POST /payout-batches/:batch_id/submit": async (world) => {
    const { batch_id, preview_hash } = await readyBatch(world);
    return { path: { batch_id }, body: { preview_hash } };
  },
  "POST /payout-batches/:batch_id/preview": (world) => at(readyBatch(world)),
  "POST /payout-batches/:batch_id/pause": (world) => at(sendingBatch(world)),
  "POST /payout-batches/:batch_id/resume": (world) => at(pausedBatch(world)),
  "POST /payout-batches/:batch_id/cancel": (world) => at(payoutBatch(world)),
  "POST /payout-batches/:batch_id/stop-repeating": (world) => at(repeatingBatch(world)),
  "POST /payout-batches/:batch_id/retry-failed": (world) => at(failedBatch(world)),
};
