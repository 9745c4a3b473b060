import { actorOf, appendAudit, type AuditEntry } from "#src/record/audit/index.ts";
import { isMember, organizationExists } from "#src/parties/organizations/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import { combine } from "#src/kernel/combine.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import type { Caller } from "#src/kernel/http/caller.ts";
import { invalidField, notFound } from "#src/kernel/http/errors.ts";
import { type Beneficiary, maskedAccountOf } from "./beneficiary.ts";
import { BENEFICIARIES_TOPIC, cacheKeyOf } from "./find-beneficiary.ts";
import { insertBeneficiaries, selectBeneficiary } from "./queries.ts";
import { type ContentFields, readContent } from "./read-content.ts";

export type CreateBeneficiary = {
  caller: Caller;
  orgId: string;
  beneficiaryId: string;
  /** The organization that gets the beneficiary; the caller's by default. */
  beneficiaryOf: string | undefined;
  fields: ContentFields;
  requestId: string;
};

type Order = { request: CreateBeneficiary; beneficiary: Beneficiary };

const LIMITS = { maxBatch: 64, maxInFlight: 2, maxQueued: 5_000 };

/** Beneficiaries that are created at the same time share a commit. */
export function createBeneficiaryWriter(deps: {
  db: Db;
  clock: Clock;
}): (request: CreateBeneficiary) => Promise<Beneficiary> {
  const write = combine<Order, Beneficiary>({
    ...LIMITS,
    name: "write beneficiary",
    run: (orders) => deps.db.transaction((tx) => createIn(tx, orders)),
  });
  return async (request) => {
    const { caller, orgId, beneficiaryId } = request;
    // A member's credential proves that their organization exists; a platform person names one.
    if (caller.platformRole !== null && !(await organizationExists(deps.db, orgId))) throw notFound("Organization");
    const content = readContent(request.fields);
    const beneficiaryOf = request.beneficiaryOf ?? caller.userId;
    if (beneficiaryOf !== caller.userId && !(await isMember(deps.db, orgId, beneficiaryOf))) {
      throw invalidField("beneficiary_of", "is not a member of this organization");
    }
    const at = deps.clock.now();
    return write({
      request,
      beneficiary: { ...content, orgId, beneficiaryId, beneficiaryOf, accountSince: at, createdAt: at, updatedAt: at },
    });
  };
}

async function createIn(tx: Tx, orders: readonly Order[]): Promise<Beneficiary[]> {
  const created = await insertBeneficiaries(
    tx,
    orders.map(({ beneficiary }) => beneficiary),
  );
  const isNew = ({ beneficiary }: Order): boolean => created.has(beneficiary.beneficiaryId);
  await appendAudit(tx, orders.filter(isNew).map(entryOf));
  // The id may be cached as unknown if it was looked up before the beneficiary existed.
  for (const { beneficiary } of orders.filter(isNew))
    tx.notify(BENEFICIARIES_TOPIC, cacheKeyOf(beneficiary.orgId, beneficiary.beneficiaryId));
  // The same id again is the same request, repeated after a crash: the stored row is its answer. Such requests are few.
  return Promise.all(
    orders.map(async (order) =>
      isNew(order)
        ? order.beneficiary
        : (await selectBeneficiary(tx, order.beneficiary, order.beneficiary.beneficiaryId))!,
    ),
  );
}

function entryOf({ request, beneficiary }: Order): AuditEntry {
  return {
    orgId: beneficiary.orgId,
    actor: actorOf(request.caller),
    action: "beneficiary.created",
    resourceType: "beneficiary",
    resourceId: beneficiary.beneficiaryId,
    requestId: request.requestId,
    at: beneficiary.createdAt,
    changes: {
      account_type: beneficiary.accountType,
      beneficiary_type: beneficiary.beneficiaryType,
      country: beneficiary.country,
      currency: beneficiary.currency,
      account: maskedAccountOf(beneficiary),
    },
  };
}
