import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { type Column, inCamelCase, rowSource } from "#src/kernel/db/row-source.ts";
import type { Scope } from "#src/kernel/http/caller.ts";
import type { Page } from "#src/kernel/http/pagination.ts";
import { isId } from "@corridor/base/ids.ts";
import type { Beneficiary } from "./beneficiary.ts";

const jsonOf = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));
const COLUMNS: Record<string, Column<Beneficiary>> = {
  org_id: ["uuid", (one) => one.orgId],
  beneficiary_id: ["uuid", (one) => one.beneficiaryId],
  beneficiary_of: ["uuid", (one) => one.beneficiaryOf],
  account_type: ["text", (one) => one.accountType],
  beneficiary_type: ["text", (one) => one.beneficiaryType],
  country: ["text", (one) => one.country],
  currency: ["text", (one) => one.currency],
  fname: ["text", (one) => one.fname],
  lname: ["text", (one) => one.lname],
  email: ["text", (one) => one.email],
  phone_number: ["text", (one) => one.phoneNumber],
  bank_details: ["jsonb", (one) => jsonOf(one.bankDetails)],
  momo_details: ["jsonb", (one) => jsonOf(one.momoDetails)],
  crypto_details: ["jsonb", (one) => jsonOf(one.cryptoDetails)],
  loan_client_details: ["jsonb", (one) => jsonOf(one.loanClientDetails)],
  external_account_id: ["text", (one) => one.externalAccountId],
  account_since: ["timestamptz", (one) => one.accountSince],
  account_seal: ["text", (one) => one.accountSeal ?? null],
  created_at: ["timestamptz", (one) => one.createdAt],
  updated_at: ["timestamptz", (one) => one.updatedAt],
};
const { names: NAMES, source: SOURCE, values } = rowSource<Beneficiary>(COLUMNS);
/** A beneficiary that was entered before `account_since` existed, and was not changed since, has none. */
const SELECTED = inCamelCase("b", COLUMNS).replace("b.account_since", "coalesce(b.account_since, b.created_at)");

/** False when the beneficiary exists already: its request is being repeated. */
export async function insertBeneficiary(tx: Tx, beneficiary: Beneficiary): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO beneficiaries (${NAMES}) SELECT ${NAMES} FROM ${SOURCE}
      ON CONFLICT DO NOTHING RETURNING beneficiary_id`,
    values([beneficiary]),
  );
  return rows.length === 1;
}

export async function updateBeneficiary(tx: Tx, beneficiary: Beneficiary): Promise<void> {
  await tx.query(
    `UPDATE beneficiaries AS b SET (${NAMES}) = (SELECT ${NAMES} FROM ${SOURCE})
      WHERE b.org_id = ($1::uuid[])[1] AND b.beneficiary_id = ($2::uuid[])[1]`,
    values([beneficiary]),
  );
}

export async function deleteBeneficiaryRow(tx: Tx, orgId: string, beneficiaryId: string): Promise<void> {
  await tx.query("DELETE FROM beneficiaries WHERE org_id = $1 AND beneficiary_id = $2", [orgId, beneficiaryId]);
}

const PAGE_ROWS = 1_000;

/** All of a cell. */
export async function* eachBeneficiary(db: Queryable): AsyncGenerator<Beneficiary> {
  let page: Beneficiary[] = [];
  do {
    page = await db.query<Beneficiary>(
      `SELECT ${SELECTED} FROM beneficiaries b WHERE $1::uuid IS NULL OR beneficiary_id > $1 ORDER BY beneficiary_id
        LIMIT ${PAGE_ROWS}`,
      [page.at(-1)?.beneficiaryId ?? null],
    );
    yield* page;
  } while (page.length === PAGE_ROWS);
}

/** Unless the account was changed meanwhile, which has sealed it. */
export async function updateSeal(db: Queryable, one: Beneficiary, seal: string): Promise<void> {
  await db.query(
    `UPDATE beneficiaries SET account_seal = $3
     WHERE org_id = $1 AND beneficiary_id = $2 AND account_seal IS NOT DISTINCT FROM $4`,
    [one.orgId, one.beneficiaryId, seal, one.accountSeal],
  );
}

const OF_ORGANIZATION = `SELECT ${SELECTED} FROM beneficiaries b WHERE b.org_id = $1 AND b.beneficiary_id = $2`;

export async function selectBeneficiary(
  db: Queryable,
  scope: Scope,
  beneficiaryId: string,
): Promise<Beneficiary | undefined> {
  if (!isId(beneficiaryId)) return undefined;
  const [beneficiary] =
    "every" in scope
      ? await db.query<Beneficiary>(`SELECT ${SELECTED} FROM beneficiaries b WHERE beneficiary_id = $1`, [
          beneficiaryId,
        ])
      : await db.query<Beneficiary>(OF_ORGANIZATION, [scope.orgId, beneficiaryId]);
  return beneficiary;
}

export async function selectBeneficiariesById(
  db: Queryable,
  orgId: string,
  beneficiaryIds: readonly string[],
): Promise<Beneficiary[]> {
  return db.query<Beneficiary>(
    `SELECT ${SELECTED} FROM beneficiaries b WHERE org_id = $1 AND beneficiary_id = ANY ($2::uuid[])`,
    [orgId, beneficiaryIds],
  );
}

const accountOf = (b: string): string =>
  `coalesce(${b}.momo_details ->> 'phone_number', upper(${b}.bank_details ->> 'account_number'))`;
const TWINS = `SELECT one.beneficiary_id AS id, array_agg(other.beneficiary_id::text ORDER BY other.beneficiary_id) AS ids
  FROM beneficiaries one JOIN beneficiaries other ON other.org_id = one.org_id AND other.country = one.country
    AND ${accountOf("other")} = ${accountOf("one")}
  WHERE one.org_id = $1 AND one.beneficiary_id = ANY ($2::uuid[]) GROUP BY one.beneficiary_id`;

/** For each of these, all beneficiaries with the same account, itself among them. */
export async function findTwins(db: Queryable, orgId: string, beneficiaryIds: readonly string[]) {
  const rows = await db.query<{ id: string; ids: string[] }>(TWINS, [orgId, beneficiaryIds]);
  return new Map(rows.map(({ id, ids }) => [id, ids]));
}

/** Payments may run beside a change (`FOR NO KEY UPDATE`), but not beside a deletion (`FOR UPDATE`). */
export async function lockBeneficiary(
  tx: Tx,
  orgId: string,
  beneficiaryId: string,
  purpose: "change" | "delete",
): Promise<Beneficiary | undefined> {
  if (!isId(beneficiaryId)) return undefined;
  const [beneficiary] = await tx.query<Beneficiary>(
    purpose === "delete" ? `${OF_ORGANIZATION} FOR UPDATE` : `${OF_ORGANIZATION} FOR NO KEY UPDATE`,
    [orgId, beneficiaryId],
  );
  return beneficiary;
}

export async function selectBeneficiaries(
  db: Queryable,
  scope: Scope,
  userId: string | undefined,
  page: Page,
): Promise<Beneficiary[]> {
  if (userId !== undefined && !isId(userId)) return [];
  // The greatest UUID means "from the newest", so that every page uses the same statement.
  const range = [page.after?.[0] ?? "ffffffff-ffff-ffff-ffff-ffffffffffff", page.limit + 1];
  if ("every" in scope && userId === undefined)
    return db.query<Beneficiary>(
      `SELECT ${SELECTED} FROM beneficiaries b WHERE beneficiary_id < $1 ORDER BY beneficiary_id DESC LIMIT $2`,
      range,
    );
  if ("every" in scope)
    return db.query<Beneficiary>(
      `SELECT ${SELECTED} FROM beneficiaries b WHERE beneficiary_of = $3 AND beneficiary_id < $1
        ORDER BY beneficiary_id DESC LIMIT $2`,
      [...range, userId],
    );
  if (userId === undefined)
    return db.query<Beneficiary>(
      `SELECT ${SELECTED} FROM beneficiaries b WHERE org_id = $3 AND beneficiary_id < $1 ORDER BY beneficiary_id DESC
        LIMIT $2`,
      [...range, scope.orgId],
    );
  return db.query<Beneficiary>(
    `SELECT ${SELECTED} FROM beneficiaries b WHERE org_id = $3 AND beneficiary_of = $4 AND beneficiary_id < $1
      ORDER BY beneficiary_id DESC LIMIT $2`,
    [...range, scope.orgId, userId],
  );
}

/** Locks the beneficiaries of a batch of payments against deletion: a row that is being deleted is then not found. */
export async function selectForKeyShare(
  tx: Tx,
  references: readonly { orgId: string; beneficiaryId: string }[],
): Promise<{ org_id: string; beneficiary_id: string }[]> {
  const rows = references.map(({ orgId, beneficiaryId }) => ({ org_id: orgId, beneficiary_id: beneficiaryId }));
  return tx.query(
    `SELECT b.org_id, b.beneficiary_id FROM beneficiaries b
     JOIN (SELECT DISTINCT org_id, beneficiary_id
       FROM json_to_recordset($1::json) AS r(org_id uuid, beneficiary_id uuid)) wanted
       ON wanted.org_id = b.org_id AND wanted.beneficiary_id = b.beneficiary_id
     ORDER BY b.org_id, b.beneficiary_id FOR KEY SHARE OF b`,
    [JSON.stringify(rows)],
  );
}
