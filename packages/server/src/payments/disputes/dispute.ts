import { accountOf } from "@corridor/provider-kit/accounts.ts";
import type { InMoney } from "#src/kernel/db/money-rows.ts";
import { inSnakeCase } from "#src/kernel/fields.ts";
import type { Row } from "#src/kernel/db/statement.ts";
import { atProvider, fundsAt, type LedgerTransaction, move, waiting } from "#src/record/ledger/index.ts";
import { Money } from "@corridor/base/money.ts";
import type { DisputeStatus, DisputeUpdate, Provider } from "@corridor/provider-kit/provider.ts";
import { DISPUTE_STATUS, mayMove } from "./dispute-status.ts";

/** `fee`: what the provider charges for the dispute, as far as it reported. */
export type Dispute = InMoney<Row<"disputes.FIND_DISPUTE">, "amount" | "fee">;

/** `contradiction`: the provider reports a move that is not allowed; a person reviews it. */
export type Judgment =
  | { outcome: "changed"; dispute: Dispute }
  | { outcome: "same" }
  | { outcome: "contradiction"; message: string };

/** Updates may repeat and come late or out of order; one that was applied before changes nothing. */
export function judge(dispute: Dispute, update: DisputeUpdate, now: Date): Judgment {
  if (wasApplied(dispute, update)) return { outcome: "same" };
  if (update.amount.currency !== dispute.amount.currency) {
    const message = `reports ${update.amount.toString()}, but the dispute is about ${dispute.amount.toString()}`;
    return { outcome: "contradiction", message };
  }
  const status = statusAfter(dispute.status, update.status);
  if (status === null)
    return { outcome: "contradiction", message: `reports ${update.status} for a dispute that is ${dispute.status}` };
  const after: Dispute = {
    ...dispute,
    status,
    providerStatus: update.providerStatus,
    amount: update.amount,
    fee: feeAfter(dispute, update, status),
    reason: update.reason ?? dispute.reason,
    respondBy: update.respondBy ?? dispute.respondBy,
    // If the bank asks again, the organization may answer again.
    ...(status === "needs_response" && dispute.status !== "needs_response"
      ? { respondedAt: null, remindedAt: null }
      : {}),
    lastWordAt: update.occurredAt ?? dispute.lastWordAt,
  };
  if (isSame(dispute, after)) return { outcome: "same" };
  return { outcome: "changed", dispute: counted(after, now) };
}

/**
 * Older than the last one, or a repeat: our own answer moves a dispute on, so a repeated opening has the last update's
 * time. A bank that asks again does so later; the end may be reported within the same second as the opening.
 */
function wasApplied({ status, lastWordAt }: Dispute, { status: said, occurredAt }: DisputeUpdate): boolean {
  if (occurredAt === undefined || lastWordAt === null || occurredAt > lastWordAt) return false;
  return occurredAt < lastWordAt || (said === "needs_response" && status !== "needs_response");
}

/** A status that we set ourselves: a person's acceptance, or a missed deadline. */
export function moved(dispute: Dispute, status: DisputeStatus, providerStatus: string, now: Date): Dispute {
  return counted({ ...dispute, status, providerStatus }, now);
}

function counted(dispute: Dispute, now: Date): Dispute {
  return { ...dispute, eventSequence: dispute.eventSequence + 1, updatedAt: now };
}

/** Null: not allowed. A provider that calls an accepted or expired dispute lost reports the same outcome. */
function statusAfter(from: DisputeStatus, said: DisputeStatus): DisputeStatus | null {
  if (from === said || mayMove(from, said)) return said;
  return DISPUTE_STATUS[from].money === "gone" && DISPUTE_STATUS[said].money === "gone" ? from : null;
}

/** A won dispute costs what the provider says it keeps, or nothing if it does not say. */
function feeAfter(dispute: Dispute, update: DisputeUpdate, status: DisputeStatus): Money {
  return update.fee ?? (DISPUTE_STATUS[status].money === "released" ? Money.zero(dispute.fee.currency) : dispute.fee);
}

function isSame(before: Dispute, after: Dispute): boolean {
  return (
    before.status === after.status &&
    before.amount.equals(after.amount) &&
    before.fee.equals(after.fee) &&
    before.reason === after.reason &&
    before.respondBy?.getTime() === after.respondBy?.getTime()
  );
}

const DISPUTES = { purpose: "disputes" } as const;

/** The amount in the dispute account, and the amount that the provider has kept. */
function placesOf({ status, amount, fee }: Pick<Dispute, "status" | "amount" | "fee">): { held: Money; gone: Money } {
  const zero = Money.zero(amount.currency);
  switch (DISPUTE_STATUS[status].money) {
    case "held":
      return { held: amount.plus(fee), gone: zero };
    case "released":
      return { held: zero, gone: fee };
    case "gone":
      return { held: zero, gone: amount.plus(fee) };
  }
}

/**
 * The postings between any two states; null: no money moves. Held money comes from the organization's balance, and goes
 * back there or to the provider. All of it has already happened, so no floor refuses it.
 */
export function ledgerOfDispute(before: Dispute | null, after: Dispute, at: Date): LedgerTransaction | null {
  const zero = Money.zero(after.amount.currency);
  const [from, to] = [before === null ? { held: zero, gone: zero } : placesOf(before), placesOf(after)];
  const [held, gone] = [to.held.minus(from.held), to.gone.minus(from.gone)];
  const funds = fundsAt(after.provider);
  const postings = [...move(funds, waiting(DISPUTES, funds), held), ...move(funds, atProvider(after.provider), gone)];
  if (postings.length === 0) return null;
  const cause = `${after.disputeId}:${after.status}:${after.eventSequence}`;
  const description = `Dispute ${after.status.replace("_", " ")}`;
  return { orgId: after.orgId, cause, description, at, postings, hasHappened: true };
}

/** Why nobody may answer the dispute now, or null if it can be answered. */
export function objectionToAnswer(
  dispute: Dispute,
  provider: Pick<Provider, "submitEvidence" | "acceptDispute"> | undefined,
  by: "evidence" | "acceptance",
) {
  if (dispute.status !== "needs_response")
    return `The dispute is ${dispute.status.replace("_", " ")} and does not accept an answer`;
  if (dispute.respondedAt !== null) return "The dispute has already been answered";
  const takesIt = by === "evidence" ? provider?.submitEvidence : provider?.acceptDispute;
  if (takesIt !== undefined) return null;
  return `${dispute.provider} accepts responses only on its own dashboard; answer the dispute there`;
}

type Filing = Pick<Provider, "name" | "evidenceFiles">;
/** Why the provider would refuse this file, or null. Evidence cannot be removed, so it is checked first. */
export function objectionToFile(provider: Filing, contentType: string, filesBefore: number): string | null {
  const { contentTypes, maxFiles } = provider.evidenceFiles ?? { contentTypes: [], maxFiles: 0 };
  if (maxFiles === 0) return `${provider.name} accepts texts only; upload the file on its own dashboard`;
  if (!contentTypes.includes(contentType)) return `${provider.name} accepts ${contentTypes.join(", ")} only`;
  return filesBefore >= maxFiles
    ? `${provider.name} takes at most ${maxFiles === 1 ? "one file" : `${maxFiles} files`}; join them into one`
    : null;
}

/** Why the provider would refuse a text of this name, or null. */
export function objectionToText(provider: Filing, name: string): string | null {
  const texts = provider.evidenceFiles?.texts;
  return texts === undefined || texts.includes(name)
    ? null
    : `${provider.name} accepts files, and only texts named ${texts.join(", ")}`;
}

/** A dispute as the API and the events show it. */
export function showDispute(dispute: Dispute) {
  return {
    ...inSnakeCase(dispute, "disputeId", "orgId", "paymentId"),
    provider: accountOf(dispute.provider).provider,
    ...inSnakeCase(dispute, "providerDisputeId", "status", "providerStatus", "amount", "fee"),
    currency: dispute.amount.currency,
    ...inSnakeCase(dispute, "reason", "respondBy", "respondedAt", "createdAt", "updatedAt"),
  };
}
