import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { rowSource } from "#src/kernel/db/row-source.ts";
import type { Scope } from "#src/kernel/http/caller.ts";
import { isId } from "@corridor/base/ids.ts";
import type { Beneficiary } from "./beneficiary.ts";

const jsonOf = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));
const BENEFICIARIES = rowSource<Beneficiary>({
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
  created_at: ["timestamptz", (one) => one.createdAt],
  updated_at: ["timestamptz", (one) => one.updatedAt],
});
const COLUMNS = BENEFICIARIES.names;

type Row = {
  org_id: string;
  beneficiary_id: string;
  beneficiary_of: string;
  account_type: Beneficiary["accountType"];
  beneficiary_type: Beneficiary["beneficiaryType"];
  country: string | null;
  currency: string;
  fname: string;
  lname: string | null;
  email: string | null;
  phone_number: string | null;
  bank_details: Beneficiary["bankDetails"];
  momo_details: Beneficiary["momoDetails"];
  crypto_details: Beneficiary["cryptoDetails"];
  loan_client_details: Beneficiary["loanClientDetails"];
  external_account_id: string | null;
  /** Null for a beneficiary that was entered before this column existed, and was not changed since. */
  account_since: Date | null;
  created_at: Date;
  updated_at: Date;
};

function beneficiaryOf(row: Row): Beneficiary {
  return {
    orgId: row.org_id,
    beneficiaryId: row.beneficiary_id,
    beneficiaryOf: row.beneficiary_of,
    accountType: row.account_type,
    beneficiaryType: row.beneficiary_type,
    country: row.country,
    currency: row.currency,
    fname: row.fname,
    lname: row.lname,
    email: row.email,
    phoneNumber: row.phone_number,
    bankDetails: row.bank_details,
    momoDetails: row.momo_details,
    cryptoDetails: row.crypto_details,
    loanClientDetails: row.loan_client_details,
    externalAccountId: row.external_account_id,
    accountSince: row.account_since ?? row.created_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/**
 * Returns the ids of the beneficiaries that were new. The others exist already, because their requests are being
 * repeated.
 */
export async function insertBeneficiaries(tx: Tx, beneficiaries: readonly Beneficiary[]): Promise<Set<string>> {
  const rows = await tx.query<{ beneficiary_id: string }>(
    `INSERT INTO beneficiaries (${COLUMNS}) SELECT ${COLUMNS} FROM ${BENEFICIARIES.source}
      ORDER BY beneficiary_id ON CONFLICT DO NOTHING RETURNING beneficiary_id`,
    BENEFICIARIES.values(beneficiaries),
  );
  return new Set(rows.map((row) => row.beneficiary_id));
}

export async function updateBeneficiary(tx: Tx, beneficiary: Beneficiary): Promise<void> {
  await tx.query(
    `UPDATE beneficiaries AS b SET (${COLUMNS}) = (SELECT ${COLUMNS} FROM ${BENEFICIARIES.source})
      WHERE b.org_id = ($1::uuid[])[1] AND b.beneficiary_id = ($2::uuid[])[1]`,
    BENEFICIARIES.values([beneficiary]),
  );
}

export async function deleteBeneficiaryRow(tx: Tx, orgId: string, beneficiaryId: string): Promise<void> {
  await tx.query("DELETE FROM beneficiaries WHERE org_id = $1 AND beneficiary_id = $2", [orgId, beneficiaryId]);
}

export async function selectBeneficiary(
  db: Queryable,
  scope: Scope,
  beneficiaryId: string,
): Promise<Beneficiary | undefined> {
  if (!isId(beneficiaryId)) return undefined;
  const rows =
    "every" in scope
      ? await db.query<Row>(`SELECT ${COLUMNS} FROM beneficiaries WHERE beneficiary_id = $1`, [beneficiaryId])
      : await db.query<Row>(`SELECT ${COLUMNS} FROM beneficiaries WHERE org_id = $1 AND beneficiary_id = $2`, [
          scope.orgId,
          beneficiaryId,
        ]);
  return rows[0] === undefined ? undefined : beneficiaryOf(rows[0]);
}

export async function selectBeneficiariesById(
  db: Queryable,
  orgId: string,
  beneficiaryIds: readonly string[],
): Promise<Beneficiary[]> {
  const rows = await db.query<Row>(
    `SELECT ${COLUMNS} FROM beneficiaries WHERE org_id = $1 AND beneficiary_id = ANY ($2::uuid[])`,
    [orgId, beneficiaryIds],
  );
  return rows.map(beneficiaryOf);
}

/**
 * `FOR NO KEY UPDATE` for a change, beside which payments may run; `FOR UPDATE` for a deletion, beside which they may
 * not.
 */
export async function lockBeneficiary(
  tx: Tx,
  orgId: string,
  beneficiaryId: string,
  purpose: "change" | "delete",
): Promise<Beneficiary | undefined> {
  if (!isId(beneficiaryId)) return undefined;
  const rows =
    purpose === "delete"
      ? await tx.query<Row>(
          `SELECT ${COLUMNS} FROM beneficiaries WHERE org_id = $1 AND beneficiary_id = $2 FOR UPDATE`,
          [orgId, beneficiaryId],
        )
      : await tx.query<Row>(
          `SELECT ${COLUMNS} FROM beneficiaries WHERE org_id = $1 AND beneficiary_id = $2 FOR NO KEY UPDATE`,
          [orgId, beneficiaryId],
        );
  return rows[0] === undefined ? undefined : beneficiaryOf(rows[0]);
}

export async function selectBeneficiaries(
  db: Queryable,
  request: { scope: Scope; userId: string | undefined; afterId: string | null; limit: number },
): Promise<Beneficiary[]> {
  const { scope, userId, limit } = request;
  if (userId !== undefined && !isId(userId)) return [];
  // The greatest UUID means "from the newest", so that every page uses the same statement.
  const before = request.afterId ?? "ffffffff-ffff-ffff-ffff-ffffffffffff";
  const rows = await (async () => {
    if ("every" in scope && userId === undefined) {
      return db.query<Row>(
        `SELECT ${COLUMNS} FROM beneficiaries WHERE beneficiary_id < $1 ORDER BY beneficiary_id DESC LIMIT $2`,
        [before, limit],
      );
    }
    if ("every" in scope) {
      return db.query<Row>(
        `SELECT ${COLUMNS} FROM beneficiaries WHERE beneficiary_of = $1 AND beneficiary_id < $2
          ORDER BY beneficiary_id DESC LIMIT $3`,
        [userId, before, limit],
      );
    }
    if (userId === undefined) {
      return db.query<Row>(
        `SELECT ${COLUMNS} FROM beneficiaries WHERE org_id = $1 AND beneficiary_id < $2 ORDER BY beneficiary_id DESC
          LIMIT $3`,
        [scope.orgId, before, limit],
      );
    }
    return db.query<Row>(
      `SELECT ${COLUMNS} FROM beneficiaries WHERE org_id = $1 AND beneficiary_of = $2 AND beneficiary_id < $3
        ORDER BY beneficiary_id DESC LIMIT $4`,
      [scope.orgId, userId, before, limit],
    );
  })();
  return rows.map(beneficiaryOf);
}

/**
 * Locks the beneficiaries of a batch of payments against deletion. The statement waits for rows that are being deleted,
 * and then does not find them.
 */
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
