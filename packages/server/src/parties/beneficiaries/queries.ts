import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { columnsOf, inCamelCase, rowSource } from "#src/kernel/db/row-source.ts";
import { statement } from "#src/kernel/db/statement.ts";
import type { Scope } from "#src/kernel/http/caller.ts";
import type { Page } from "#src/kernel/http/pagination.ts";
import { isId } from "@corridor/base/ids.ts";
import type { Beneficiary } from "./beneficiary.ts";

const COLUMNS = columnsOf<Beneficiary>({
  uuid: ["orgId", "beneficiaryId", "beneficiaryOf"],
  text: [
    ...(["accountType", "beneficiaryType", "country", "currency", "fname", "lname", "email", "phoneNumber"] as const),
    ...(["externalAccountId", "accountSeal"] as const),
  ],
  jsonb: ["bankDetails", "momoDetails", "cryptoDetails", "loanClientDetails", "party"],
  timestamptz: ["accountSince", "createdAt", "updatedAt"],
});
const { names: NAMES, source: SOURCE, values } = rowSource<Beneficiary>(COLUMNS);
/** A beneficiary that was entered before `account_since` existed, and was not changed since, has none. */
const SELECTED = inCamelCase("b", COLUMNS).replace(
  'b.account_since AS "accountSince"',
  'coalesce(b.account_since, b.created_at) AS "accountSince" /* not null */',
);

const INSERT_BENEFICIARY = statement("beneficiaries.INSERT_BENEFICIARY")`
  INSERT INTO beneficiaries (${NAMES}) SELECT ${NAMES} FROM ${SOURCE}
    ON CONFLICT DO NOTHING RETURNING beneficiary_id`;

/** False when the beneficiary exists already: its request is being repeated. */
export async function insertBeneficiary(tx: Tx, beneficiary: Beneficiary): Promise<boolean> {
  const rows = await tx.query(INSERT_BENEFICIARY, values([beneficiary]));
  return rows.length === 1;
}

const UPDATE_BENEFICIARY = statement("beneficiaries.UPDATE_BENEFICIARY")`
  UPDATE beneficiaries AS b SET (${NAMES}) = (SELECT ${NAMES} FROM ${SOURCE})
    WHERE b.org_id = ($1::uuid[])[1] AND b.beneficiary_id = ($2::uuid[])[1]`;

export async function updateBeneficiary(tx: Tx, beneficiary: Beneficiary): Promise<void> {
  await tx.query(UPDATE_BENEFICIARY, values([beneficiary]));
}

const DELETE_BENEFICIARY_ROW = statement("beneficiaries.DELETE_BENEFICIARY_ROW")`
  DELETE FROM beneficiaries WHERE org_id = $1 AND beneficiary_id = $2`;

export async function deleteBeneficiaryRow(tx: Tx, orgId: string, beneficiaryId: string): Promise<void> {
  await tx.query(DELETE_BENEFICIARY_ROW, [orgId, beneficiaryId]);
}

const PAGE_ROWS = 1_000;

const EACH_BENEFICIARY = statement("beneficiaries.EACH_BENEFICIARY")`
  SELECT ${SELECTED} FROM beneficiaries b WHERE $1::uuid IS NULL OR beneficiary_id > $1 ORDER BY beneficiary_id
    LIMIT ${PAGE_ROWS}`;

/** All of a cell. */
export async function* eachBeneficiary(db: Queryable): AsyncGenerator<Beneficiary> {
  let page: Beneficiary[] = [];
  do {
    page = await db.query(EACH_BENEFICIARY, [page.at(-1)?.beneficiaryId ?? null]);
    yield* page;
  } while (page.length === PAGE_ROWS);
}

const UPDATE_SEAL = statement("beneficiaries.UPDATE_SEAL")`UPDATE beneficiaries SET account_seal = $3
  WHERE org_id = $1 AND beneficiary_id = $2 AND account_seal IS NOT DISTINCT FROM $4`;

/** Unless the account was changed meanwhile, which has sealed it. */
export async function updateSeal(db: Queryable, one: Beneficiary, seal: string): Promise<void> {
  await db.query(UPDATE_SEAL, [one.orgId, one.beneficiaryId, seal, one.accountSeal]);
}

const OF_ORGANIZATION = statement(
  "beneficiaries.OF_ORGANIZATION",
)`SELECT ${SELECTED} FROM beneficiaries b WHERE b.org_id = $1 AND b.beneficiary_id = $2`;

const SELECT_BENEFICIARY = statement("beneficiaries.SELECT_BENEFICIARY")`
  SELECT ${SELECTED} FROM beneficiaries b WHERE beneficiary_id = $1`;

export async function selectBeneficiary(
  db: Queryable,
  scope: Scope,
  beneficiaryId: string,
): Promise<Beneficiary | undefined> {
  if (!isId(beneficiaryId)) return undefined;
  const [beneficiary] =
    "every" in scope
      ? await db.query(SELECT_BENEFICIARY, [beneficiaryId])
      : await db.query(OF_ORGANIZATION, [scope.orgId, beneficiaryId]);
  return beneficiary;
}

const SELECT_BENEFICIARIES_BY_ID = statement("beneficiaries.SELECT_BENEFICIARIES_BY_ID")`
  SELECT ${SELECTED} FROM beneficiaries b WHERE org_id = $1 AND beneficiary_id = ANY ($2::uuid[])`;

export async function selectBeneficiariesById(
  db: Queryable,
  orgId: string,
  beneficiaryIds: readonly string[],
): Promise<Beneficiary[]> {
  return db.query(SELECT_BENEFICIARIES_BY_ID, [orgId, beneficiaryIds]);
}

const accountOf = (b: string): string =>
  `coalesce(${b}.momo_details ->> 'phone_number', upper(${b}.bank_details ->> 'account_number'))`;
const TWINS = statement("beneficiaries.TWINS")`SELECT one.beneficiary_id AS id, array_agg(other.beneficiary_id::text
    ORDER BY other.beneficiary_id) AS ids /* not null */
  FROM beneficiaries one JOIN beneficiaries other ON other.org_id = one.org_id AND other.country = one.country
    AND ${accountOf("other")} = ${accountOf("one")}
  WHERE one.org_id = $1 AND one.beneficiary_id = ANY ($2::uuid[]) GROUP BY one.beneficiary_id`;

/** For each of these, all beneficiaries with the same account, itself among them. */
export async function findTwins(db: Queryable, orgId: string, beneficiaryIds: readonly string[]) {
  const rows = await db.query(TWINS, [orgId, beneficiaryIds]);
  return new Map(rows.map(({ id, ids }) => [id, ids]));
}

const LOCK_FOR_DELETION = statement("beneficiaries.LOCK_FOR_DELETION")`
  ${OF_ORGANIZATION} FOR UPDATE`;

const LOCK_FOR_CHANGE = statement("beneficiaries.LOCK_FOR_CHANGE")`
  ${OF_ORGANIZATION} FOR NO KEY UPDATE`;

/** Payments may run beside a change (`FOR NO KEY UPDATE`), but not beside a deletion (`FOR UPDATE`). */
export async function lockBeneficiary(
  tx: Tx,
  orgId: string,
  beneficiaryId: string,
  purpose: "change" | "delete",
): Promise<Beneficiary | undefined> {
  if (!isId(beneficiaryId)) return undefined;
  const [beneficiary] = await tx.query(purpose === "delete" ? LOCK_FOR_DELETION : LOCK_FOR_CHANGE, [
    orgId,
    beneficiaryId,
  ]);
  return beneficiary;
}

const FIND_ALL = statement("beneficiaries.FIND_ALL")`
  SELECT ${SELECTED} FROM beneficiaries b WHERE beneficiary_id < $1 ORDER BY beneficiary_id DESC LIMIT $2`;

const FIND_OF_USER = statement("beneficiaries.FIND_OF_USER")`
  SELECT ${SELECTED} FROM beneficiaries b WHERE beneficiary_of = $3 AND beneficiary_id < $1
    ORDER BY beneficiary_id DESC LIMIT $2`;

const FIND_OF_ORGANIZATION = statement("beneficiaries.FIND_OF_ORGANIZATION")`
  SELECT ${SELECTED} FROM beneficiaries b WHERE org_id = $3 AND beneficiary_id < $1 ORDER BY beneficiary_id DESC
    LIMIT $2`;

const FIND_OF_USER_IN_ORGANIZATION = statement("beneficiaries.FIND_OF_USER_IN_ORGANIZATION")`
  SELECT ${SELECTED} FROM beneficiaries b WHERE org_id = $3 AND beneficiary_of = $4 AND beneficiary_id < $1
    ORDER BY beneficiary_id DESC LIMIT $2`;

export async function selectBeneficiaries(
  db: Queryable,
  scope: Scope,
  userId: string | undefined,
  page: Page,
): Promise<Beneficiary[]> {
  if (userId !== undefined && !isId(userId)) return [];
  // The greatest UUID means "from the newest", so that every page uses the same statement.
  const range = [page.after?.[0] ?? "ffffffff-ffff-ffff-ffff-ffffffffffff", page.limit + 1] as const;
  if (userId === undefined)
    return "every" in scope ? db.query(FIND_ALL, range) : db.query(FIND_OF_ORGANIZATION, [...range, scope.orgId]);
  if ("every" in scope) return db.query(FIND_OF_USER, [...range, userId]);
  return db.query(FIND_OF_USER_IN_ORGANIZATION, [...range, scope.orgId, userId]);
}

const SELECT_FOR_KEY_SHARE = statement("beneficiaries.SELECT_FOR_KEY_SHARE")`
  SELECT b.org_id, b.beneficiary_id FROM beneficiaries b
    JOIN (SELECT DISTINCT org_id, beneficiary_id
      FROM json_to_recordset($1::json) AS r(org_id uuid, beneficiary_id uuid)) wanted
      ON wanted.org_id = b.org_id AND wanted.beneficiary_id = b.beneficiary_id
    ORDER BY b.org_id, b.beneficiary_id FOR KEY SHARE OF b`;

/** Locks the beneficiaries of a batch of payments against deletion: a row that is being deleted is then not found. */
export async function selectForKeyShare(
  tx: Tx,
  references: readonly { orgId: string; beneficiaryId: string }[],
): Promise<{ org_id: string; beneficiary_id: string }[]> {
  const rows = references.map(({ orgId, beneficiaryId }) => ({ org_id: orgId, beneficiary_id: beneficiaryId }));
  return tx.query(SELECT_FOR_KEY_SHARE, [JSON.stringify(rows)]);
}
