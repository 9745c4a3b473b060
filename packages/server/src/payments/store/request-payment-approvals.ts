import { type ApprovalDeps, requestApprovals } from "#src/parties/approvals/index.ts";
import type { Tx } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";
import { Decimal } from "@corridor/base/decimal.ts";
import { Money } from "@corridor/base/money.ts";
import type { Payment } from "#src/payments/core/index.ts";
import { NEVER_PAID } from "#src/payments/rules/index.ts";
import { paidBeneficiaries, payeeOf, trustOf } from "./screen-payouts.ts";
import type { HeldPayment, RequestPaymentApprovals } from "./create-payments.ts";

/** In the transaction that creates the payouts. */
export function createRequestPaymentApprovals(deps: ApprovalDeps): RequestPaymentApprovals {
  return async (tx: Tx, held: readonly HeldPayment[]) => {
    const unusual = await findUnusual(tx, held);
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
          unusual: unusual(payment),
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

/** From this factor on, a payout is far above what its payee usually gets. */
const FAR_ABOVE = 3;
const RECENT_PAYOUTS = 50;

/** Facts for the approver of a payout, besides the policy that holds it. */
async function findUnusual(tx: Tx, held: readonly HeldPayment[]): Promise<(payment: Payment) => string[]> {
  const payouts = held.filter(
    ({ payment: { direction, beneficiaryId } }) => direction === "outbound" && beneficiaryId !== null,
  );
  const known = await paidBeneficiaries(tx, payouts.map(payeeOf));
  const averages = await averagePayouts(
    tx,
    payouts.map(({ payment }) => payment),
  );
  return (payment) => {
    if (payment.direction !== "outbound") return [];
    const average = averages.get(payment.paymentId);
    const isFarAbove = average !== undefined && payment.amount.compare(average.multiply(Decimal.parse(FAR_ABOVE))) >= 0;
    return [
      ...(payment.beneficiaryId === null || known.has(trustOf(payment)) ? [] : [NEVER_PAID]),
      ...(payment.details.destination?.matches_beneficiary === false
        ? ["the destination is not the beneficiary's own account"]
        : []),
      ...(isFarAbove ? [`the beneficiary got ${average.toString()} on average before`] : []),
    ];
  };
}

const AVERAGE_PAYOUTS = statement(
  "store.AVERAGE_PAYOUTS",
)`SELECT w.payment_id /* not null */, w.currency /* not null */, a.average::text AS average
  FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[]) AS w (payment_id, org_id, beneficiary_id, currency)
  CROSS JOIN LATERAL (SELECT round(avg(amount), 0) AS average FROM (SELECT p.amount FROM payments p
    WHERE p.org_id = w.org_id AND p.beneficiary_id = w.beneficiary_id AND p.currency = w.currency
      AND p.direction = 'outbound' AND p.status = 'completed'
    ORDER BY p.payment_id DESC LIMIT ${RECENT_PAYOUTS}) AS latest) AS a`;

/** Of the latest earlier payouts to the same payee in the same currency; a payout without earlier ones is left out. */
async function averagePayouts(tx: Tx, payouts: readonly Payment[]): Promise<Map<string, Money>> {
  if (payouts.length === 0) return new Map();
  const rows = await tx.query(AVERAGE_PAYOUTS, [
    payouts.map(({ paymentId }) => paymentId),
    payouts.map(({ orgId }) => orgId),
    payouts.map(({ beneficiaryId }) => beneficiaryId),
    payouts.map(({ amount }) => amount.currency),
  ]);
  return new Map(
    rows.flatMap(({ payment_id, currency, average }) =>
      average === null ? [] : [[payment_id, Money.fromDatabase(average, currency)] as const],
    ),
  );
}

/** Without the name of a payer: the title is in the audit log, from which no erasure removes it. */
function titleOf({ direction, amount, details }: Payment): string {
  return direction === "inbound"
    ? `Payin of ${amount.toString()}`
    : `Payout of ${amount.toString()} to ${details.recipient_info?.name ?? "a beneficiary"}`;
}
