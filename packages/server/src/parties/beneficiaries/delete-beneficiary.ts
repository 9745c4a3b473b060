import { actorOf, appendAudit } from "#src/record/audit/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import type { Caller } from "#src/kernel/http/caller.ts";
import { conflict, notFound } from "#src/kernel/http/errors.ts";
import { maskedAccountOf } from "./beneficiary.ts";
import { BENEFICIARIES_TOPIC, cacheKeyOf } from "./find-beneficiary.ts";
import { deleteBeneficiaryRow, lockBeneficiary } from "./queries.ts";

/** `isInUse`: payments belong to a higher module, so this function is passed in. */
export type DeleteDeps = {
  db: Db;
  clock: Clock;
  isInUse(tx: Tx, orgId: string, beneficiaryId: string): Promise<boolean>;
};

/**
 * The lock comes before the check: it waits for payments that are being stored (they lock the row, see
 * holdBeneficiaries), and the next statement sees them. Finished payments keep the copy they made, so the row itself
 * may be deleted.
 */
export async function deleteBeneficiary(
  deps: DeleteDeps,
  request: { caller: Caller; orgId: string; beneficiaryId: string; requestId: string },
): Promise<void> {
  const { caller, orgId, requestId } = request;
  await deps.db.transaction(async (tx) => {
    const beneficiary = await lockBeneficiary(tx, orgId, request.beneficiaryId, "delete");
    if (beneficiary === undefined) throw notFound("Beneficiary");
    const { beneficiaryId } = beneficiary;
    if (await deps.isInUse(tx, orgId, beneficiaryId)) {
      throw conflict("The beneficiary is used by a payment that is not finished; delete it once the payment has ended");
    }
    await deleteBeneficiaryRow(tx, orgId, beneficiaryId);
    await appendAudit(tx, [
      {
        orgId,
        actor: actorOf(caller),
        action: "beneficiary.deleted",
        resourceType: "beneficiary",
        resourceId: beneficiaryId,
        requestId,
        at: deps.clock.now(),
        changes: { account_type: beneficiary.accountType, account: maskedAccountOf(beneficiary) },
      },
    ]);
    tx.notify(BENEFICIARIES_TOPIC, cacheKeyOf(orgId, beneficiaryId));
  });
}
