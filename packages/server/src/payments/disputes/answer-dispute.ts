import { actorOf, appendAudit } from "#src/record/audit/index.ts";
import { type AfterCommit, type Approval, type ApprovalDeps, findApprovalOf } from "#src/parties/approvals/index.ts";
import type { Controls, OrganizationProfile } from "#src/parties/organizations/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import { startDeadline } from "@corridor/provider-kit/deadline.ts";
import type { Caller } from "#src/kernel/http/caller.ts";
import type { Gate } from "#src/pricing/stops/index.ts";
import { ApiError, conflict, invalidField, notFound, stopped } from "#src/kernel/http/errors.ts";
import { newId } from "@corridor/base/ids.ts";
import type { Logger } from "#src/kernel/log.ts";
import type { DisputeActionResult, Evidence, Provider, ProviderName } from "@corridor/provider-kit/provider.ts";
import { type Dispute, moved, objectionToAnswer, objectionToFile, objectionToText } from "./dispute.ts";
import { mayMove } from "./dispute-status.ts";
import { holdReturn } from "#src/payments/store/index.ts";
import { type DisputeDeps, writeChangeIn } from "./apply-dispute-update.ts";
import {
  type DisputeKey,
  type EvidenceRow,
  findEvidence,
  findEvidenceContents,
  insertEvidence,
  lockDispute,
  updateDispute,
} from "./queries.ts";

/**
 * An organization's response to a dispute: evidence is collected and submitted once; or the dispute is accepted.
 *
 *   commit 1: "answered", so that nobody answers a second time -> the provider -> commit 2: its answer
 *
 * An acceptance that the organization's controls hold is answered by the last approval. Until then evidence can be
 * submitted in its place.
 *
 * If the provider refuses, the dispute is open again. If its answer is lost, it stays answered until the next update:
 * the provider may have the evidence, and submitting again could send half of it twice.
 */
export type AnswerDeps = Pick<DisputeDeps, "store"> & {
  db: Db;
  clock: Clock;
  log: Logger;
  providers: ReadonlyMap<ProviderName, Provider>;
  approvals: ApprovalDeps;
  gate: Gate;
  profileOf(orgId: string): Promise<Pick<OrganizationProfile, "controls">>;
};

type Answerer = { caller: Caller; id: string };

const MAX_PIECES = 10;
const ANSWER_TIMEOUT_MS = 15_000;

export type NewEvidence = { name: string } & ({ text: string } | { contentType: string; content: Buffer });

/** `evidenceId`: if evidence with this id exists, the same request added it before a crash, and it is returned. */
export async function addEvidence(
  deps: AnswerDeps,
  who: Answerer,
  key: DisputeKey,
  evidence: NewEvidence,
  evidenceId: string = newId(),
): Promise<EvidenceRow> {
  return deps.db.transaction(async (tx) => {
    const dispute = await lockedDispute(tx, key);
    const pieces = await findEvidence(tx, dispute);
    const earlier = pieces.find(({ evidence_id }) => evidence_id === evidenceId);
    if (earlier !== undefined) return earlier;
    const provider = deps.providers.get(dispute.provider);
    refuseIf(objectionToAnswer(dispute, provider, "evidence"));
    const isFile = "content" in evidence;
    const files = pieces.filter(({ content_type }) => content_type !== null).length;
    const objection = isFile
      ? objectionToFile(provider!, evidence.contentType, files)
      : objectionToText(provider!, evidence.name);
    if (objection !== null) throw invalidField(isFile ? "content" : "text", objection);
    if (pieces.length >= MAX_PIECES) throw conflict(`A dispute takes at most ${MAX_PIECES} pieces of evidence`);
    const row = {
      evidence_id: evidenceId,
      name: evidence.name,
      body_text: isFile ? null : evidence.text,
      content_type: isFile ? evidence.contentType : null,
      content: isFile ? evidence.content : null,
      created_by: who.caller.userId,
      created_at: deps.clock.now(),
    };
    await insertEvidence(tx, dispute, row);
    await audit(tx, dispute, who, "dispute.evidence_added", row.created_at, {
      evidence_id: evidenceId,
      name: row.name,
    });
    const { content, ...shown } = row;
    return { ...shown, size: content?.length ?? Buffer.byteLength(row.body_text!) };
  });
}

/** `waits`: for another person's approval. */
type Answered = { dispute: Dispute; waits: boolean };

export async function answerDispute(
  deps: AnswerDeps,
  who: Answerer,
  key: DisputeKey,
  by: "evidence" | "acceptance",
): Promise<Answered> {
  if (by === "acceptance") await assertOpen(deps, key.orgId);
  const { controls } = await deps.profileOf(key.orgId);
  const { dispute, waits, evidence } = await deps.db.transaction(async (tx) => {
    const open = await lockedDispute(tx, key);
    refuseIf(objectionToAnswer(open, deps.providers.get(open.provider), by));
    if (by === "acceptance" && controls !== null && (await isHeld(tx, deps, who, open, controls)))
      return { dispute: open, waits: true, evidence: [] };
    const contents = by === "evidence" ? await findEvidenceContents(tx, open) : [];
    if (by === "evidence" && contents.length === 0)
      throw conflict("There is no evidence to submit yet; add some first");
    const answered: Dispute = { ...open, respondedAt: deps.clock.now() };
    await updateDispute(tx, answered);
    const action = by === "evidence" ? "dispute.evidence_submitted" : "dispute.accepted";
    await audit(tx, open, who, action, deps.clock.now());
    return { dispute: answered, waits: false, evidence: contents.map(evidenceOf) };
  });
  return { waits, dispute: waits ? dispute : await send(deps, dispute, by, evidence) };
}

/** To accept a dispute gives the money back to the payer. */
async function assertOpen({ gate }: Pick<AnswerDeps, "gate">, orgId: string): Promise<void> {
  const reason = await gate.reasonOf({ flow: "payouts", orgId });
  if (reason !== null) throw stopped(reason);
}

/** An acceptance that waits already is not asked for again. */
async function isHeld(tx: Tx, deps: AnswerDeps, { caller, id }: Answerer, dispute: Dispute, controls: Controls) {
  const { orgId, disputeId, amount } = dispute;
  if ((await findApprovalOf(tx, "dispute", orgId, disputeId))?.status === "pending") return true;
  const who = { userId: caller.userId, actor: actorOf(caller), keyMadeBy: caller.keyMadeBy, requestId: id };
  const accepted = { kind: "dispute", id: disputeId, payment: dispute, amount, controls, who } as const;
  return (await holdReturn(tx, deps.approvals, accepted)) !== null;
}

/** Accepts a dispute once that was approved, if it still needs an answer. */
export function followDisputeApproval(deps: AnswerDeps) {
  return async (tx: Tx, approval: Approval): Promise<AfterCommit | undefined> => {
    if (approval.kind !== "dispute" || approval.status !== "approved") return;
    const open = await lockedDispute(tx, { orgId: approval.org_id, disputeId: approval.subject });
    if (objectionToAnswer(open, deps.providers.get(open.provider), "acceptance") !== null) return;
    await assertOpen(deps, open.orgId);
    const accepted: Dispute = { ...open, respondedAt: deps.clock.now() };
    await updateDispute(tx, accepted);
    return () => send(deps, accepted, "acceptance", []);
  };
}

async function send(deps: AnswerDeps, dispute: Dispute, by: "evidence" | "acceptance", evidence: readonly Evidence[]) {
  const result = await tell(deps, dispute, by, evidence);
  if (result.outcome === "unknown") return dispute;
  const after = await deps.db.transaction((tx) => recordIn(tx, deps, dispute, result));
  if (result.outcome === "refused")
    throw new ApiError(502, "DISPUTE_ANSWER_REFUSED", `The provider refused the answer: ${result.reason}`);
  return after;
}

async function tell(deps: AnswerDeps, dispute: Dispute, by: "evidence" | "acceptance", evidence: readonly Evidence[]) {
  const provider = deps.providers.get(dispute.provider)!;
  const request = { disputeId: dispute.providerDisputeId, paymentReference: dispute.reference, amount: dispute.amount };
  const deadline = startDeadline(ANSWER_TIMEOUT_MS);
  try {
    return await (by === "evidence"
      ? provider.submitEvidence!({ ...request, evidence }, deadline.signal)
      : provider.acceptDispute!(request, deadline.signal));
  } catch (error) {
    const failed = "a response to a dispute failed unexpectedly; its outcome is unknown";
    deps.log.error({ err: error, dispute_id: dispute.disputeId }, failed);
    return { outcome: "unknown", reason: "the provider's adapter failed" } as const;
  } finally {
    deadline.clear();
  }
}

type Recorded = Exclude<DisputeActionResult, { outcome: "unknown" }>;
/** Records the provider's answer. The provider's callback may have moved the dispute before it. */
async function recordIn(tx: Tx, deps: AnswerDeps, key: DisputeKey, result: Recorded): Promise<Dispute> {
  const before = await lockedDispute(tx, key);
  if (result.outcome === "refused") {
    const reopened: Dispute = { ...before, respondedAt: null };
    if (before.status === "needs_response") await updateDispute(tx, reopened);
    return reopened;
  }
  if (!mayMove(before.status, result.status)) return before;
  const after = moved(before, result.status, result.providerStatus, deps.clock.now());
  await updateDispute(tx, after);
  await writeChangeIn(tx, deps, before, after);
  return after;
}

async function lockedDispute(tx: Tx, { orgId, disputeId }: DisputeKey): Promise<Dispute> {
  const dispute = await lockDispute(tx, orgId, disputeId);
  if (dispute === undefined) throw notFound("Dispute");
  return dispute;
}

function refuseIf(objection: string | null): void {
  if (objection !== null) throw conflict(objection);
}

function evidenceOf(row: Awaited<ReturnType<typeof findEvidenceContents>>[number]): Evidence {
  return row.content === null
    ? { name: row.name, text: row.body_text! }
    : { name: row.name, contentType: row.content_type!, content: row.content };
}

async function audit(tx: Tx, dispute: DisputeKey, who: Answerer, action: string, at: Date, changes = {}) {
  const [actor, requestId] = [actorOf(who.caller), who.id];
  const about = { orgId: dispute.orgId, resourceType: "dispute", resourceId: dispute.disputeId };
  await appendAudit(tx, [{ ...about, actor, action, changes, requestId, at }]);
}
