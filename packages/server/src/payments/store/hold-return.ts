import { type ApprovalDeps, requestApprovals } from "#src/parties/approvals/index.ts";
import type { Controls } from "#src/parties/organizations/index.ts";
import type { Tx } from "#src/kernel/db/client.ts";
import type { Money } from "@corridor/base/money.ts";
import type { Initiator } from "#src/payments/requests/index.ts";
import type { PaymentKey } from "./queries.ts";
import { screenReturn } from "./screen-payouts.ts";

/** Money that is about to go back to the payer of a payment. No name is in it: approvals and audit log are kept. */
export type Return = {
  kind: "refund" | "dispute";
  /** Of the refund or the dispute. */ id: string;
  payment: PaymentKey;
  amount: Money;
  controls: Controls;
  who: Pick<Initiator, "userId" | "actor" | "keyMadeBy" | "requestId">;
};

const WORDS = {
  refund: { what: "refund", title: "Refund of" },
  dispute: { what: "accepted dispute", title: "Accept a dispute over" },
} as const;

/**
 * Returns the approval that the return waits for; null: it continues by itself. In the transaction that makes it,
 * behind the lock of its payment.
 */
export async function holdReturn(tx: Tx, approvals: ApprovalDeps, one: Return): Promise<string | null> {
  const { kind, id, payment, amount, controls, who } = one;
  const { what, title } = WORDS[kind];
  const leaving = { orgId: payment.orgId, amount, controls, credentialId: who.actor.firstKeyId ?? who.actor.id };
  const verdict = await screenReturn(tx, what, leaving, approvals.clock.now());
  if (verdict.verdict === "pass") return null;
  const { userId, keyMadeBy, actor, requestId } = who;
  const [approval] = await requestApprovals(tx, approvals, [
    {
      org_id: payment.orgId,
      kind,
      subject: id,
      title: `${title} ${amount.toString()}`,
      request: { [what.replace(" ", "_")]: amount.toString(), [`${kind}_id`]: id, payment_id: payment.paymentId },
      reasons: verdict.reasons,
      approvers_needed: verdict.approvers,
      approver_role: verdict.role,
      requester: { userId, keyMadeBy, actor: { ...actor, ...(requestId === undefined ? {} : { requestId }) } },
    },
  ]);
  return approval!.approval_id;
}
