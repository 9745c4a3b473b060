import type { Notice } from "#src/parties/notifications/index.ts";
import { appendEvents } from "#src/record/webhooks/index.ts";
import type { Tx } from "#src/kernel/db/client.ts";
import { existingEscrow } from "./change-escrow.ts";
import type { Disbursement } from "./escrow.ts";
import { disbursementRecordOf } from "./escrow-records.ts";
import { countEvents } from "./money-queries.ts";

export type TellDeps = { notifyOrganization(tx: Tx, orgId: string, notice: Notice): Promise<void> };

/** Events about those that have arrived or failed. Must run in the transaction that wrote them. */
export async function publishEnds(tx: Tx, disbursements: readonly Disbursement[], at: Date): Promise<void> {
  const ended = disbursements.filter(({ status }) => status === "completed" || status === "failed");
  if (ended.length === 0) return;
  const sequences = await countEvents(tx, ended);
  const events = ended.map((one) => ({
    orgId: one.orgId,
    type: `escrow.disbursement.${one.status as "completed" | "failed"}` as const,
    resourceType: "escrow_disbursement",
    resourceId: one.disbursementId,
    sequence: sequences.get(one.disbursementId)!,
    data: disbursementRecordOf(one),
    at,
  }));
  await appendEvents(tx, events);
}

/** The same for one that its payment has ended. A failed one waits for people, so they are told. */
export async function tellEnd(tx: Tx, deps: TellDeps, one: Disbursement, at: Date): Promise<void> {
  await publishEnds(tx, [one], at);
  if (one.status !== "failed") return;
  const { project, parties } = await existingEscrow(tx, one);
  const party = parties.find(({ partyId }) => partyId === one.partyId);
  const [whose, ways] = party === undefined ? ["a refund", ""] : [`the share of ${party.name}`, ", or return it"];
  await deps.notifyOrganization(tx, one.orgId, {
    type: "escrow.disbursement.failed",
    subject: `Not paid: ${one.amount.toString()} of escrow ${project.title}`,
    text: `This was ${whose}. The reason: ${one.failureReason}\n\nRetry it in the project, pay it elsewhere${ways}.`,
    data: { escrow_id: one.escrowId, disbursement_id: one.disbursementId, milestone_id: one.milestoneId },
  });
}
