import { type ApprovalDeps, requestApprovals } from "#src/modules/people/approvals/request-approval.ts";
import type { Tx } from "#src/platform/db/client.ts";
import type { Payment } from "../payment.ts";
import type { HeldPayment, RequestPaymentApprovals } from "./create-payments.ts";

/** Tells the approvers who asks for what, to whom, how much and why they are asked, in the transaction that creates the payouts. */
export function createRequestPaymentApprovals(deps: ApprovalDeps): RequestPaymentApprovals {
  return async (tx: Tx, held: readonly HeldPayment[]) => {
    await requestApprovals(
      tx,
      deps,
      held.map(({ payment, audit, screening, hold }) => ({
        org_id: payment.orgId,
        kind: "payment",
        subject: payment.paymentId,
        title: titleOf(payment),
        request: {
          [payment.direction === "inbound" ? "payin" : "payout"]: payment.amount.toString(),
          payment_method: payment.paymentMethod,
          beneficiary_id: payment.beneficiaryId,
          recipient: payment.details.recipient_info?.name ?? null,
          destination: payment.details.destination ?? null,
        },
        reasons: hold.reasons,
        approvers_needed: hold.approvers,
        approver_role: hold.role,
        requester: {
          userId: payment.userId,
          actor: { ...audit.actor, ...(audit.requestId === undefined ? {} : { requestId: audit.requestId }) },
          keyMadeBy: screening.keyMadeBy,
        },
      })),
    );
  };
}

function titleOf({ direction, amount, details }: Payment): string {
  return direction === "inbound"
    ? `Payin of ${amount.toString()} from ${details.payer_details?.name ?? "a customer"}`
    : `Payout of ${amount.toString()} to ${details.recipient_info?.name ?? "a beneficiary"}`;
}
