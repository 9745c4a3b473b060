import type { AfterCommit, Approval } from "#src/parties/approvals/index.ts";
import type { OrganizationProfile } from "#src/parties/organizations/index.ts";
import type { Tx } from "#src/kernel/db/client.ts";
import { writeTogether } from "#src/kernel/db/write-together.ts";
import { startDeadline } from "@corridor/provider-kit/deadline.ts";
import type { Gate } from "#src/pricing/stops/index.ts";
import { ApiError, conflict, stopped } from "#src/kernel/http/errors.ts";
import { newId } from "@corridor/base/ids.ts";
import type { Money } from "@corridor/base/money.ts";
import { callbackUrlOf, type Provider } from "@corridor/provider-kit/provider.ts";
import { auditBy, type Initiator, type RequestKey } from "#src/payments/requests/index.ts";
import {
  collectingAttempt,
  objectionOfDispute,
  objectionToRefund,
  objectionToRefundAt,
  type Payment,
} from "#src/payments/core/index.ts";
import { lockPayments } from "#src/payments/store/index.ts";
import { findRefund, lockRefunds, type Refund, refundUpdates } from "./refund-queries.ts";
import type { RefundingProvider, RefundOrder, RefundWrites } from "./refund-writes.ts";
import { REFUND_TIMEOUT_MS, type RefundJobDeps, settleRefundsIn } from "./settle-refund.ts";

/** The amount is reserved on the payment, under its lock, before the provider is called: refunds never exceed it. */
export type RefundDeps = Omit<RefundJobDeps, "absence"> & {
  publicBaseUrl: string;
  gate: Gate;
  refundWrites: RefundWrites;
  profileOf(orgId: string): Promise<Pick<OrganizationProfile, "controls">>;
};

type Input = { amount?: Money; reason: string; by?: string };

export async function refundPayment(deps: RefundDeps, who: Initiator, payment: Payment, input: Input, key: RequestKey) {
  const refundId = key.id ?? newId();
  const repeated = key.repeats ? await findRefund(deps.db, who.orgId, refundId) : undefined;
  if (repeated !== undefined) return repeated; // The same request, repeated after a crash.
  const provider = payment.provider === null ? undefined : deps.providers.get(payment.provider);
  const objection = objectionToRefund(payment, input.by) ?? objectionToRefundAt(payment, provider);
  if (objection !== null) throw conflict(objection);
  const stop = await stopOfRefund(deps, payment);
  if (stop !== null) throw stopped(stop);
  // The reservation compares the amount with concurrent reservations.
  const amount = input.amount ?? payment.amount.minus(payment.refundedAmount);
  const { reason } = input;
  const { controls } = await deps.profileOf(who.orgId);
  const { refund, result } = await sendRefund(deps, {
    payment,
    provider: provider as RefundingProvider,
    refundId,
    amount,
    reason,
    requestedBy: who.userId,
    commitBy: who.commitBy,
    attempt: collectingAttempt(payment)!,
    // Without the reason, which may name the payer: an erasure removes it from the refund, but never from this log.
    audit: auditBy(who, "payment.refund_requested", { refund_id: refundId, amount: amount.toDatabase() }),
    ...(controls === null ? {} : { screening: { controls, who } }),
  });
  if (result.outcome === "refused")
    throw new ApiError(502, "REFUND_REFUSED", `The provider refused the refund: ${result.reason}`);
  return refund;
}

/** A refund is money that goes out, by the method that the payer used. */
export function stopOfRefund({ gate }: Pick<RefundDeps, "gate">, payment: Payment): Promise<string | null> {
  const { orgId, country, paymentMethod } = payment;
  return gate.reasonOf({ flow: "payouts", orgId, country, paymentMethod });
}

export function canRefund(provider: Provider | undefined): provider is RefundingProvider {
  return provider?.refund !== undefined;
}

export function receiptIn(data: Readonly<Record<string, unknown>> | undefined): { receipt?: string } {
  const receipt = data?.["receipt"];
  return typeof receipt === "string" ? { receipt } : {};
}

/** Commit the reservation -> call the provider -> commit its answer. The refund job handles a crash or no answer. */
export async function sendRefund(deps: RefundDeps, order: RefundOrder) {
  const reserved = await deps.refundWrites.reserve(order);
  if (reserved.waitsFor !== null)
    return { refund: reserved, result: { outcome: "unknown", reason: "it waits for approval" } as const };
  return sendReserved(deps, order, reserved, reserved.createdAt);
}

type SentOrder = Pick<RefundOrder, "payment" | "attempt" | "provider" | "refundId" | "amount" | "reason">;

async function sendReserved(deps: RefundDeps, order: SentOrder, reserved: Refund, at: Date) {
  const result = await ask(deps, order, at);
  if (result.outcome === "unknown") return { refund: reserved, result };
  const report =
    result.outcome === "accepted"
      ? { status: result.status, providerRefundId: result.providerRefundId }
      : { status: "failed" as const, reason: result.reason };
  return { refund: (await deps.refundWrites.settle({ ...reserved, report }))!, result };
}

/**
 * Sends a refund that was approved, after the commit of the last decision, and ends one that was rejected, or whose
 * payer may have got the money otherwise meanwhile. What a crash leaves unsent, the refund job ends.
 */
export function followRefundApproval(deps: RefundDeps) {
  return async (tx: Tx, approval: Approval): Promise<AfterCommit | undefined> => {
    if (approval.kind !== "refund") return;
    const [held] = await lockRefunds(tx, [{ orgId: approval.org_id, refundId: approval.subject }]);
    if (held?.waitsFor !== approval.approval_id) return;
    const [payment] = await lockPayments(tx, [held]);
    // The decision is not recorded, and can be repeated.
    const stop = approval.status === "approved" ? await stopOfRefund(deps, payment!) : null;
    if (stop !== null) throw stopped(stop);
    const [attempt, provider] = [collectingAttempt(payment!), deps.providers.get(held.provider)];
    const refund: Refund = { ...held, waitsFor: null, updatedAt: deps.clock.now() };
    await writeTogether(tx, refundUpdates([refund]));
    const objection = approval.status === "approved" ? objectionOfDispute(payment!) : "another person rejected it";
    const gone = attempt === undefined || !canRefund(provider) ? `${held.provider} no longer takes it` : null;
    const reason = objection ?? gone;
    if (reason !== null)
      return void (await settleRefundsIn(tx, deps, [{ ...refund, report: { status: "failed", reason } }]));
    const order = { ...refund, payment: payment!, attempt: attempt!, provider: provider as RefundingProvider };
    return () => sendReserved(deps, order, refund, refund.updatedAt);
  };
}

const NOT_SENT = "reserving the amount took too long, so nothing was sent to the provider";

async function ask(deps: RefundDeps, order: SentOrder, sentAt: Date) {
  const { provider, payment, attempt, refundId, amount, reason } = order;
  // The job gives up a refund that the provider does not know: a suspended process must not request it after that.
  const leftMs = sentAt.getTime() + REFUND_TIMEOUT_MS - deps.clock.now().getTime();
  if (leftMs <= 0) return { outcome: "refused", code: "NOT_SENT", reason: NOT_SENT } as const;
  const stop = await stopOfRefund(deps, payment);
  if (stop !== null) return { outcome: "refused", code: "NOT_SENT", reason: stop } as const;
  const deadline = startDeadline(leftMs);
  try {
    return await provider.refund(
      {
        reference: refundId,
        paymentReference: attempt.attempt_id,
        providerPaymentId: attempt.provider_payment_id ?? "",
        amount,
        isPartial: !amount.equals(payment.amount),
        ...receiptIn(payment.progress.provider_data),
        reason,
        callbackUrl: callbackUrlOf(deps.publicBaseUrl, provider.name),
      },
      deadline.signal,
    );
  } catch (error) {
    deps.log.error({ err: error, refund_id: refundId }, "a refund failed unexpectedly; its outcome is unknown");
    return { outcome: "unknown", reason: "the provider's adapter failed" } as const;
  } finally {
    deadline.clear();
  }
}
