import { isDeepStrictEqual } from "node:util";
import { actorOf, appendAudit } from "#src/record/audit/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import type { Caller } from "#src/kernel/http/caller.ts";
import { notFound } from "#src/kernel/http/errors.ts";
import { type Beneficiary, type BeneficiaryContent, isSameAccount, maskedAccountOf } from "./beneficiary.ts";
import { BENEFICIARIES_TOPIC, cacheKeyOf } from "./find-beneficiary.ts";
import { lockBeneficiary, updateBeneficiary } from "./queries.ts";
import { type ContentFields, readContent } from "./read-content.ts";

/**
 * `followAccount`: escrow belongs to a higher module, so this function is passed in. It is called in the transaction
 * that changes the account.
 */
export type ChangeDeps = {
  db: Db;
  clock: Clock;
  followAccount(tx: Tx, after: Beneficiary, by: Pick<ChangeBeneficiary, "caller" | "requestId">): Promise<void>;
};
export type ChangeBeneficiary = {
  caller: Caller;
  orgId: string;
  beneficiaryId: string;
  changes: Partial<ContentFields>;
  requestId: string;
};

/**
 * Given fields replace stored ones, null empties a field, and the result must be valid again. Running payments keep the
 * copy they made.
 */
export async function changeBeneficiary(deps: ChangeDeps, request: ChangeBeneficiary): Promise<Beneficiary> {
  const { caller, orgId, beneficiaryId, changes, requestId } = request;
  const at = deps.clock.now();

  return deps.db.transaction(async (tx) => {
    const before = await lockBeneficiary(tx, orgId, beneficiaryId, "change");
    if (before === undefined) throw notFound("Beneficiary");
    const content = readContent(laidOver(fieldsOf(before), changes));
    const changed = changedFields(before, content);
    if (changed.length === 0) return before;
    const accountSince = isSameAccount(before, content) ? before.accountSince : at;
    const after: Beneficiary = { ...before, ...content, accountSince, updatedAt: at };
    await updateBeneficiary(tx, after);
    if (accountSince === at) await deps.followAccount(tx, after, request);
    await appendAudit(tx, [
      {
        orgId,
        actor: actorOf(caller),
        action: "beneficiary.changed",
        resourceType: "beneficiary",
        resourceId: before.beneficiaryId,
        requestId,
        at,
        changes: { changed, account_before: maskedAccountOf(before), account_after: maskedAccountOf(after) },
      },
    ]);
    tx.notify(BENEFICIARIES_TOPIC, cacheKeyOf(orgId, before.beneficiaryId));
    return after;
  });
}

function fieldsOf(content: BeneficiaryContent): ContentFields {
  return {
    account_type: content.accountType,
    beneficiary_type: content.beneficiaryType,
    country: content.country,
    currency: content.currency,
    fname: content.fname,
    lname: content.lname,
    email: content.email,
    phone_number: content.phoneNumber,
    bank_details: content.bankDetails,
    momo_details: content.momoDetails,
    crypto_details: content.cryptoDetails,
    loan_client_details: content.loanClientDetails,
    external_account_id: content.externalAccountId,
  };
}

/**
 * A new kind of account drops the details of the old kind, and a new kind of beneficiary drops those of the loan
 * client.
 */
function laidOver(stored: ContentFields, changes: Partial<ContentFields>): ContentFields {
  const base = { ...stored };
  if (changes.account_type !== undefined && changes.account_type !== stored.account_type) {
    Object.assign(base, { bank_details: null, momo_details: null, crypto_details: null });
  }
  if (changes.beneficiary_type !== undefined && changes.beneficiary_type !== "loan_client")
    base.loan_client_details = null;
  return { ...base, ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) };
}

function changedFields(before: BeneficiaryContent, after: BeneficiaryContent): string[] {
  const [old, next] = [fieldsOf(before), fieldsOf(after)] as Record<string, unknown>[];
  return Object.keys(next!).filter((name) => !isDeepStrictEqual(old![name], next![name]));
}
