import type { Queryable } from "#src/kernel/db/client.ts";
import type { Approval } from "./approval.ts";
import { APPROVAL_COLUMNS } from "./queries.ts";

/** The newest approval of a payment. */
export async function findApprovalOfPayment(
  db: Queryable,
  orgId: string,
  paymentId: string,
): Promise<Approval | undefined> {
  const [row] = await db.query<Approval>(
    `SELECT ${APPROVAL_COLUMNS} FROM approvals WHERE org_id = $1 AND subject = $2 AND kind = 'payment'
      ORDER BY approval_id DESC LIMIT 1`,
    [orgId, paymentId],
  );
  return row;
}
