import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { type Answer, json, notFound, Refusal } from "./exchange.ts";
import { amount, type Fields, reference, text, webAddress } from "./fields.ts";
import { newOperation, ofPayment, type Operation, paymentKey, refundKey } from "./operation.ts";
import type { SandboxProvider } from "./behaviour.ts";
import type { Sandbox } from "./sandbox.ts";

/**
 * A refund completes by callback; one whose reason ends in "Fail" fails by callback, and frees its part of the payment.
 * The last four digits of the payment's number decide how the refund is reported, too.
 */
const FAILING_REASON = /fail\W*$/i;

export async function refundPayment(sandbox: Sandbox, provider: SandboxProvider, fields: Fields): Promise<Answer> {
  const refundReference = reference(fields, "reference");
  const paymentReference = reference(fields, "payment_reference");
  const currency = text(fields, "currency");
  const asked = amount(fields, "amount", currency);
  const reason = text(fields, "reason");
  const callbackUrl = webAddress(fields, "callback_url");

  const key = refundKey(provider, refundReference);
  const existing = sandbox.store.find(key);
  if (existing !== undefined) {
    if (
      existing.amount !== asked.toDatabase() ||
      existing.currency !== currency ||
      existing.data["payment_reference"] !== paymentReference
    ) {
      return json(409, { code: "reference_conflict", message: "this reference belongs to another refund" });
    }
    await sandbox.store.durable();
    return json(200, { accepted: true, ...refundView(existing) });
  }

  const payment = sandbox.store.find(paymentKey(provider, paymentReference));
  if (payment === undefined) throw notFound("payment");
  const refunded = refundable(payment, asked);
  const nowMs = sandbox.progress.nowMs();
  const refund = newOperation({
    ...ofPayment(payment),
    key,
    kind: "refund",
    id: `${provider}_${newId()}`,
    reference: refundReference,
    amount: asked.toDatabase(),
    behaviour: payment.behaviour,
    callbackUrl,
    status: "pending",
    word: "requested",
    atMs: nowMs,
    data: { payment_reference: paymentReference },
    due: [{ atMs: nowMs + sandbox.delayMs, step: FAILING_REASON.test(reason) ? "fail" : "complete" }],
  });
  sandbox.progress.note(payment, () => (payment.refunded = refunded.toDatabase()));
  sandbox.progress.accept(refund);
  await sandbox.store.durable();
  return json(201, { accepted: true, ...refundView(refund) });
}

/** The payment's refunded total including this refund; refuses a refund that exceeds the payment. */
function refundable(payment: Operation, asked: Money): Money {
  if (payment.kind !== "payin" || payment.status !== "completed")
    throw new Refusal(422, "not_refundable", "only a completed payin can be refunded");
  if (payment.currency !== asked.currency)
    throw new Refusal(422, "not_refundable", `the payment was made in ${payment.currency}`);
  const paid = Money.parse(payment.received ?? payment.amount!, asked.currency);
  const refunded = Money.parse(payment.refunded ?? "0", asked.currency).plus(asked);
  if (refunded.compare(paid) > 0)
    throw new Refusal(422, "refund_exceeds_payment", "the refunds would exceed the payment");
  return refunded;
}

/** A failed refund frees its part of the payment. */
export function releaseRefund(sandbox: Sandbox, refund: Operation): void {
  const { provider } = ofPayment(refund);
  const payment = sandbox.store.find(paymentKey(provider, String(refund.data["payment_reference"])));
  if (payment?.refunded == null) return;
  const rest = Money.parse(payment.refunded, refund.currency!).minus(Money.parse(refund.amount!, refund.currency!));
  sandbox.progress.note(payment, () => (payment.refunded = rest.toDatabase()));
}

export function refundView(refund: Operation): object {
  return {
    id: refund.id,
    reference: refund.reference,
    payment_reference: refund.data["payment_reference"],
    status: refund.status === "processing" ? "pending" : refund.status,
    provider_status: refund.word,
    amount: refund.amount,
    currency: refund.currency,
    reason: refund.reason,
  };
}
