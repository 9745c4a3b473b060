import { actorOf } from "#src/modules/books/audit/actor-of.ts";
import { appendAudit } from "#src/modules/books/audit/append-audit.ts";
import { isMember, organizationExists } from "#src/modules/people/organizations/membership.ts";
import type { Clock } from "#src/platform/clock.ts";
import type { Db } from "#src/platform/db/client.ts";
import type { Caller } from "#src/platform/http/caller.ts";
import { invalidField, notFound } from "#src/platform/http/errors.ts";
import { type Beneficiary, maskedAccountOf } from "./beneficiary.ts";
import { BENEFICIARIES_TOPIC, cacheKeyOf } from "./find-beneficiary.ts";
import { insertBeneficiary, selectBeneficiary } from "./queries.ts";
import { type ContentFields, readContent } from "./read-content.ts";

export type CreateBeneficiary = {
  caller: Caller;
  orgId: string;
  beneficiaryId: string;
  /** Its organization; the caller's when not given. */
  beneficiaryOf: string | undefined;
  fields: ContentFields;
  requestId: string;
};

export async function createBeneficiary(deps: { db: Db; clock: Clock }, request: CreateBeneficiary): Promise<Beneficiary> {
  const { caller, orgId, beneficiaryId, requestId } = request;
  // A member's organization exists by their credential; a platform person names one.
  if (caller.platformRole !== null && !(await organizationExists(deps.db, orgId))) throw notFound("Organization");
  const content = readContent(request.fields);
  const beneficiaryOf = request.beneficiaryOf ?? caller.userId;
  if (beneficiaryOf !== caller.userId && !(await isMember(deps.db, orgId, beneficiaryOf))) {
    throw invalidField("beneficiary_of", "names no member of this organization");
  }
  const at = deps.clock.now();
  const beneficiary: Beneficiary = { ...content, orgId, beneficiaryId, beneficiaryOf, createdAt: at, updatedAt: at };

  return deps.db.transaction(async (tx) => {
    // The same id again is the same request, repeated after a crash: the stored row is its answer.
    if (!(await insertBeneficiary(tx, beneficiary))) return (await selectBeneficiary(tx, { orgId }, beneficiaryId))!;
    await appendAudit(tx, [
      {
        orgId,
        actor: actorOf(caller),
        action: "beneficiary.created",
        resourceType: "beneficiary",
        resourceId: beneficiaryId,
        requestId,
        at,
        changes: {
          account_type: content.accountType,
          beneficiary_type: content.beneficiaryType,
          country: content.country,
          currency: content.currency,
          account: maskedAccountOf(content),
        },
      },
    ]);
    // An id that was looked up before it existed may be cached as unknown.
    tx.notify(BENEFICIARIES_TOPIC, cacheKeyOf(orgId, beneficiaryId));
    return beneficiary;
  });
}
