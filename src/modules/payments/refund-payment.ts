import type { Db } from "#src/platform/db/client.ts";
import { ApiError, conflict, notFound } from "#src/platform/http/errors.ts";
import { readMoney } from "#src/platform/http/schemas.ts";
import { newId } from "#src/platform/ids.ts";
import type { Logger } from "#src/platform/log.ts";
import type { Provider, ProviderName, RefundResult } from "#src/providers/provider.ts";
import { callbackUrlOf } from "./dispatch-payment.ts";
import type { Initiator } from "./initiate-payment.ts";
import type { Payment } from "./payment.ts";
import { insertReferences } from "./queries.ts";
import { findRefund, insertRefund, type Refund } from "./refund-queries.ts";
import { type SettleRefundDeps, settleRefundIn } from "./settle-refund.ts";

/**
 * Sends money back to a payer, in whole or in part. The amount is reserved on the payment (under its row lock) before the provider is
 * asked, so however many refunds run at once, together they never exceed the payment.
 */
export type RefundDeps = SettleRefundDeps & { db: Db; log: Logger; providers: ReadonlyMap<ProviderName, Provider>; publicBaseUrl: string };

const REFUND_TIMEOUT_MS = 15_000;

export async function refundPayment(deps: RefundDeps, who: Initiator, paymentId: string, input: { amount?: number; reason: string }, refundId: string = newId()): Promise<Refund> {
  const payment = await deps.store.findPayment({ orgId: who.orgId, paymentId });
  if (payment === undefined) throw notFound("Payment", "PAYMENT_NOT_FOUND");
  const repeated = await findRefund(deps.db, who.orgId, refundId);
  if (repeated !== undefined) return repeated; // The same request again, taken over after a crash.
  const provider = refundableBy(deps, payment);
  const refund = await reserve(deps, who, payment, input, refundId);
  const result = await ask(deps, provider, payment, refund);
  if (result.outcome === "unknown") return refund; // The job asks the provider by our reference until it knows.
  const word = result.outcome === "accepted" ? { status: result.status, providerRefundId: result.providerRefundId } : { status: "failed" as const, reason: result.reason };
  const settled = await deps.db.transaction((tx) => settleRefundIn(tx, deps, refund, word));
  if (result.outcome === "refused") throw new ApiError(502, "REFUND_REFUSED", `The provider refused the refund: ${result.reason}`);
  return settled!;
}

function refundableBy(deps: RefundDeps, payment: Payment): Provider {
  if (payment.kind !== "payment" || payment.direction !== "inbound") throw conflict("Only payins can be refunded");
  const provider = payment.provider === null ? undefined : deps.providers.get(payment.provider);
  if (payment.status !== "completed") throw conflict(`A ${payment.status} payment cannot be refunded`);
  if (provider?.refund === undefined) throw conflict(`The provider ${payment.provider} does not support refunds; send a payout instead`);
  return provider;
}

async function reserve(deps: RefundDeps, who: Initiator, payment: Payment, input: { amount?: number; reason: string }, refundId: string): Promise<Refund> {
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    // Without an amount: what is left, as it stands under the lock. The move below holds it against what others reserved meanwhile.
    const left = payment.amount.minus(payment.refundedAmount);
    if (input.amount === undefined && left.isZero()) throw conflict("The payment is already refunded in full");
    const amount = input.amount === undefined ? left : readMoney(input.amount, payment.amount.currency, "amount");
    const outcome = await deps.store.applyTransitionsIn(tx, [{
      orgId: payment.orgId, paymentId: payment.paymentId, move: { type: "refund_reserved", refundId, amount },
      audit: { actor: who.actor, action: "payment.refund_requested", changes: { refund_id: refundId, amount: amount.toDatabase(), reason: input.reason }, ...(who.requestId === undefined ? {} : { requestId: who.requestId }) },
    }]);
    if (outcome[0]!.outcome !== "applied") throw conflict(outcome[0]!.reason ?? "The payment cannot be refunded");
    const refund: Refund = {
      orgId: payment.orgId, paymentId: payment.paymentId, refundId, amount, reason: input.reason, status: "pending", provider: payment.provider!,
      providerRefundId: null, failureReason: null, requestedBy: who.userId, createdAt: now, updatedAt: now,
    };
    await insertRefund(tx, refund);
    await insertReferences(tx, [{ reference: refundId, orgId: payment.orgId, paymentId: payment.paymentId }]);
    return refund;
  });
}

async function ask(deps: RefundDeps, provider: Provider, payment: Payment, refund: Refund): Promise<RefundResult> {
  const accepted = payment.progress.attempts.findLast((attempt) => attempt.outcome === "accepted")!;
  try {
    return await provider.refund!(
      { reference: refund.refundId, paymentReference: accepted.attempt_id, providerPaymentId: payment.providerPaymentId ?? "", amount: refund.amount, reason: refund.reason, callbackUrl: callbackUrlOf(deps.publicBaseUrl, provider.name) },
      AbortSignal.timeout(REFUND_TIMEOUT_MS),
    );
  } catch (error) {
    deps.log.error({ err: error, refund_id: refund.refundId }, "a refund failed in an unforeseen way; its outcome is unknown");
    return { outcome: "unknown", reason: "the provider's adapter failed" };
  }
}
