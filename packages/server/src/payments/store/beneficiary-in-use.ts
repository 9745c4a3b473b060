import type { Tx } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";
import { isFinal, PAYMENT_STATUSES } from "#src/payments/core/index.ts";

const UNFINISHED = PAYMENT_STATUSES.filter((status) => !isFinal(status)).map((status) => `'${status}'`);
const IN_USE = statement("store.IN_USE")`SELECT FROM payments WHERE org_id = $1 AND beneficiary_id = $2
    AND status IN (${UNFINISHED.join(", ")})
  LIMIT 1`;

/** Whether an unfinished payment goes to this beneficiary. */
export async function isBeneficiaryInUse(tx: Tx, orgId: string, beneficiaryId: string): Promise<boolean> {
  return (await tx.query(IN_USE, [orgId, beneficiaryId])).length > 0;
}
