import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { type Answer, invalid, json, notFound, Refusal } from "./exchange.ts";
import { amount as amountOf, type Fields, isObject, oneOf, optionalText, reference, text } from "./fields.ts";
import { disputeKey, newOperation, ofPayment, type Operation, paymentKey, refundKey } from "./operation.ts";
import { SANDBOX_PROVIDERS, type SandboxProvider } from "./behaviour.ts";
import type { Sandbox } from "./sandbox.ts";

/**
 * Payers who dispute their payments. The field `word` of an operation holds the dispute's status:
 *
 *   needs_response --evidence--> under_review --after the delay--> won, or lost if the evidence says "lose"
 *                  --accept--> accepted        --a week of silence--> lost
 *
 * The fee is charged with the dispute, and returned with a won one.
 */
const DISPUTE_WORDS = ["needs_response", "under_review", "won", "lost", "accepted", "expired"] as const;
type Word = (typeof DISPUTE_WORDS)[number];
const OPEN_WORDS: readonly string[] = ["needs_response", "under_review"];
const RESPOND_WITHIN_MS = 7 * 86_400_000;
const FEE = "15";
const LOSING_EVIDENCE = /\blose\b/i;

export function openDispute(sandbox: Sandbox, payment: Operation): Operation {
  const nowMs = sandbox.progress.nowMs();
  const id = `dp_${newId()}`;
  const respondBy = nowMs + RESPOND_WITHIN_MS;
  const about = ofPayment(payment);
  const dispute = newOperation({
    ...about,
    key: disputeKey(about.provider, id),
    kind: "dispute",
    id,
    reference: payment.reference,
    amount: payment.received ?? payment.amount,
    behaviour: "complete",
    callbackUrl: payment.callbackUrl,
    status: "pending",
    word: "needs_response",
    reason: "goods were not received",
    atMs: nowMs,
    data: { fee: Money.parse(FEE, payment.currency!).toDatabase(), respond_by: new Date(respondBy).toISOString() },
    due: [{ atMs: respondBy, step: "forfeit" }],
  });
  sandbox.progress.accept(dispute, true);
  return dispute;
}

export function moveDispute(
  sandbox: Sandbox,
  dispute: Operation,
  word: Word,
  data: object = {},
  reason = dispute.reason,
): void {
  const isOpen = OPEN_WORDS.includes(word);
  const fee = word === "won" ? { fee: Money.parse("0", dispute.currency!).toDatabase() } : {};
  const nowMs = sandbox.progress.nowMs();
  sandbox.progress.change(dispute, {
    status: isOpen ? "pending" : "completed",
    word,
    reason,
    data: { ...dispute.data, ...fee, ...data },
    due: word === "under_review" ? [{ atMs: nowMs + sandbox.delayMs, step: "judge" }] : [],
  });
}

export function judgeDispute(sandbox: Sandbox, dispute: Operation): void {
  moveDispute(sandbox, dispute, dispute.data["loses"] === true ? "lost" : "won");
}

/** POST /disputes {provider, reference}: the payer of this completed payin disputes it. */
export async function disputePayment(sandbox: Sandbox, fields: Fields): Promise<Answer> {
  const payment = completedPayin(sandbox, fields);
  const dispute = openDispute(sandbox, payment);
  await sandbox.store.durable();
  return json(201, disputeView(dispute));
}

/** POST /disputes/{id} {provider, status, reason?}: the payer's bank decides, or adds a reason. */
export async function decideDispute(sandbox: Sandbox, id: string, fields: Fields): Promise<Answer> {
  const dispute = find(sandbox, oneOf(fields, "provider", SANDBOX_PROVIDERS), id);
  const reason = optionalText(fields, "reason") ?? dispute.reason;
  moveDispute(sandbox, dispute, oneOf(fields, "status", DISPUTE_WORDS), {}, reason);
  await sandbox.store.durable();
  return json(200, disputeView(dispute));
}

/** POST /refunds {provider, reference, amount?}: made by hand at the provider, without a reference of ours. */
export async function refundElsewhere(sandbox: Sandbox, fields: Fields): Promise<Answer> {
  const payment = completedPayin(sandbox, fields);
  const asked =
    fields["amount"] === undefined
      ? Money.parse(payment.received ?? payment.amount!, payment.currency!)
      : amountOf(fields, "amount", payment.currency!);
  const id = `re_${newId()}`;
  const about = ofPayment(payment);
  const refund = newOperation({
    ...about,
    key: refundKey(about.provider, id),
    kind: "refund",
    id,
    reference: id,
    amount: asked.toDatabase(),
    behaviour: "complete",
    callbackUrl: payment.callbackUrl,
    status: "completed",
    word: "successful",
    atMs: sandbox.progress.nowMs(),
    data: { payment_reference: payment.reference, made_by_hand: true },
  });
  sandbox.progress.accept(refund, true);
  await sandbox.store.durable();
  return json(201, { id, amount: refund.amount, currency: refund.currency });
}

/** POST /{provider}/disputes/{id}/evidence and /accept, as the provider's own interface. */
export async function answerDispute(
  sandbox: Sandbox,
  provider: SandboxProvider,
  id: string,
  answer: "evidence" | "accept",
  fields: Fields,
): Promise<Answer> {
  const dispute = find(sandbox, provider, id);
  if (dispute.word !== "needs_response") throw new Refusal(422, "dispute_closed", `the dispute is ${dispute.word}`);
  if (answer === "accept") moveDispute(sandbox, dispute, "accepted");
  else moveDispute(sandbox, dispute, "under_review", { loses: LOSING_EVIDENCE.test(textsOf(fields).join("\n")) });
  await sandbox.store.durable();
  return json(200, { accepted: true, ...disputeView(dispute) });
}

function textsOf(fields: Fields): string[] {
  const { evidence } = fields;
  if (!Array.isArray(evidence) || evidence.length === 0)
    throw invalid("evidence", "must be a list of at least one piece");
  return evidence.map((piece: unknown) => {
    if (!isObject(piece)) throw invalid("evidence", "must be a list of objects");
    return typeof piece["text"] === "string" ? piece["text"] : text(piece, "name");
  });
}

function completedPayin(sandbox: Sandbox, fields: Fields): Operation {
  const key = paymentKey(oneOf(fields, "provider", SANDBOX_PROVIDERS), reference(fields, "reference"));
  const payment = sandbox.store.find(key);
  if (payment === undefined) throw notFound("payment");
  if (payment.kind !== "payin" || payment.status !== "completed")
    throw new Refusal(422, "not_completed", "only a completed payin can be taken back");
  return payment;
}

function find(sandbox: Sandbox, provider: SandboxProvider, id: string): Operation {
  const dispute = sandbox.store.find(disputeKey(provider, id));
  if (dispute === undefined) throw notFound("dispute");
  return dispute;
}

function disputeView({ id, reference: paymentReference, word: status, amount, currency, data }: Operation): object {
  const { fee, respond_by } = data;
  return { id, reference: paymentReference, status, amount, currency, fee, respond_by };
}
