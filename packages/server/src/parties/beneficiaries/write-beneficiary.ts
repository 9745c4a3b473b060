import { isDeepStrictEqual } from "node:util";
import { actorIn, audit } from "#src/record/audit/index.ts";
import { isMember, organizationExists } from "#src/parties/organizations/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db, Queryable, Tx } from "#src/kernel/db/client.ts";
import { inSnakeCase } from "#src/kernel/fields.ts";
import type { Call } from "#src/kernel/http/caller.ts";
import { conflict, invalidField, notFound } from "#src/kernel/http/errors.ts";
import type { SecretBox } from "#src/kernel/secrets.ts";
import { type Beneficiary, isSameAccount, maskedAccountOf, sealsOf } from "./beneficiary.ts";
import { BENEFICIARIES_TOPIC, cacheKeyOf } from "./find-beneficiary.ts";
import {
  deleteBeneficiaryRow,
  eachBeneficiary,
  insertBeneficiary,
  lockBeneficiary,
  selectBeneficiary,
  updateBeneficiary,
  updateSeal,
} from "./queries.ts";
import { type ContentFields, readContent } from "./read-content.ts";

/** No `secrets`: demo data. */
type Deps = { db: Db; clock: Clock; secrets?: SecretBox };
/** Payments and escrow belong to higher modules, so these functions are passed in. */
export type WriteDeps = Deps & {
  isInUse(tx: Tx, orgId: string, beneficiaryId: string): Promise<boolean>;
  /** Called in the transaction that changes the account. */
  followAccount(tx: Tx, after: Beneficiary, by: Call): Promise<void>;
};
type Key = Pick<Beneficiary, "orgId" | "beneficiaryId">;

/** `beneficiaryOf`: the member for whom the beneficiary is stored; the caller by default. */
export async function createBeneficiary(
  { db, clock, secrets }: Deps,
  call: Call,
  { orgId, beneficiaryId }: Key,
  fields: ContentFields,
  beneficiaryOf: string = call.caller.userId,
): Promise<Beneficiary> {
  const { caller } = call;
  // A member's credential proves that their organization exists; a platform person names one.
  if (caller.platformRole !== null && !(await organizationExists(db, orgId))) throw notFound("Organization");
  const content = readContent(fields);
  if (beneficiaryOf !== caller.userId && !(await isMember(db, orgId, beneficiaryOf)))
    throw invalidField("beneficiary_of", "is not a member of this organization");
  const at = clock.now();
  const times = { accountSince: at, createdAt: at, updatedAt: at };
  const beneficiary = withSeal(secrets, { ...content, orgId, beneficiaryId, beneficiaryOf, ...times });
  return db.transaction(async (tx) => {
    // The same id again is the same request, repeated after a crash: the stored row is its answer.
    if (!(await insertBeneficiary(tx, beneficiary))) return (await selectBeneficiary(tx, beneficiary, beneficiaryId))!;
    const { accountType: account_type, beneficiaryType: beneficiary_type, country, currency } = content;
    const account = maskedAccountOf(content);
    const created = { account_type, beneficiary_type, country, currency, account };
    await audit(tx, { orgId, actor: actorIn(call), at }, "beneficiary.created", beneficiaryId, created);
    // The id may be cached as unknown if it was looked up before the beneficiary existed.
    tx.notify(BENEFICIARIES_TOPIC, cacheKeyOf(orgId, beneficiaryId));
    return beneficiary;
  });
}

/** Given fields replace stored ones, null empties a field. Running payments keep the copy they made. */
export async function changeBeneficiary(
  deps: WriteDeps,
  call: Call,
  { orgId, beneficiaryId }: Key,
  changes: Partial<ContentFields>,
): Promise<Beneficiary> {
  const at = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const before = await lockBeneficiary(tx, orgId, beneficiaryId, "change");
    if (before === undefined) throw notFound("Beneficiary");
    const stored = inSnakeCase(before);
    const content = readContent(laidOver(stored, changes));
    const changed = Object.entries(inSnakeCase(content))
      .filter(([name, value]) => !isDeepStrictEqual(stored[name as keyof typeof stored], value))
      .map(([name]) => name);
    // An account that the service did not store becomes one that it did when a person enters it again, and only then.
    const isGiven = Object.keys(changes).some((name) => name.endsWith("_details"));
    const isOurs = deps.secrets === undefined || sealsOf(deps.secrets, before).includes(before.accountSeal ?? "");
    const isEntered = !isSameAccount(before, content) || (isGiven && !isOurs);
    if (changed.length === 0 && !isEntered) return before;
    const accountSince = isEntered ? at : before.accountSince;
    const next: Beneficiary = { ...before, ...content, accountSince, updatedAt: at };
    const after = isEntered && (isGiven || isOurs) ? withSeal(deps.secrets, next) : next;
    await updateBeneficiary(tx, after);
    if (accountSince === at) await deps.followAccount(tx, after, call);
    const accounts = { account_before: maskedAccountOf(before), account_after: maskedAccountOf(after) };
    const by = { orgId, actor: actorIn(call), at };
    await audit(tx, by, "beneficiary.changed", before.beneficiaryId, { changed, ...accounts });
    tx.notify(BENEFICIARIES_TOPIC, cacheKeyOf(orgId, before.beneficiaryId));
    return after;
  });
}

function withSeal(secrets: SecretBox | undefined, beneficiary: Beneficiary): Beneficiary {
  return secrets === undefined ? beneficiary : { ...beneficiary, accountSeal: sealsOf(secrets, beneficiary)[0]! };
}

/** Seals accounts again whose seal is under an earlier master secret. None gets one that had none, or a wrong one. */
export async function sealAccounts({ db, secrets }: { db: Queryable; secrets: SecretBox }): Promise<number> {
  let count = 0;
  for await (const one of eachBeneficiary(db)) {
    const [seal, ...earlier] = sealsOf(secrets, one) as [string, ...string[]];
    if (one.accountSeal == null || !earlier.includes(one.accountSeal)) continue;
    await updateSeal(db, one, seal);
    count += 1;
  }
  return count;
}

/** A new kind of account drops the details of the old one; a new kind of beneficiary those of the loan client. */
function laidOver(stored: ContentFields, changes: Partial<ContentFields>): ContentFields {
  const base = { ...stored };
  if (changes.account_type !== undefined && changes.account_type !== stored.account_type)
    Object.assign(base, { bank_details: null, momo_details: null, crypto_details: null });
  if (changes.beneficiary_type !== undefined && changes.beneficiary_type !== "loan_client")
    base.loan_client_details = null;
  return { ...base, ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) };
}

/** The lock waits for payments that are being stored (holdBeneficiaries); the next statement sees them. */
export async function deleteBeneficiary(deps: WriteDeps, call: Call, { orgId, ...key }: Key): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const beneficiary = await lockBeneficiary(tx, orgId, key.beneficiaryId, "delete");
    if (beneficiary === undefined) throw notFound("Beneficiary");
    const { beneficiaryId, accountType: account_type } = beneficiary;
    if (await deps.isInUse(tx, orgId, beneficiaryId))
      throw conflict("The beneficiary is used by a payment that is not finished; delete it once the payment has ended");
    await deleteBeneficiaryRow(tx, orgId, beneficiaryId);
    const by = { orgId, actor: actorIn(call), at: deps.clock.now() };
    const account = maskedAccountOf(beneficiary);
    await audit(tx, by, "beneficiary.deleted", beneficiaryId, { account_type, account });
    tx.notify(BENEFICIARIES_TOPIC, cacheKeyOf(orgId, beneficiaryId));
  });
}
