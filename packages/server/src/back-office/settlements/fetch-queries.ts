import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { inCamelCase } from "#src/kernel/db/row-source.ts";
import { type Row, statement } from "#src/kernel/db/statement.ts";

/** `mark`: the number of the next file, for a provider that numbers its files and does not date them. */
export type Fetch = Row<"settlements.BEGIN_FETCH">;

const COLUMNS = `${inCamelCase("f", "account, cursor, mark, import_id, failures, failure")}, f.day::text AS day /* not null */`;

const FIND_FETCH = statement("settlements.FIND_FETCH")`SELECT ${COLUMNS} FROM settlement_fetches f WHERE account = $1`;

export async function findFetch(db: Queryable, account: string): Promise<Fetch | undefined> {
  return (await db.query(FIND_FETCH, [account]))[0];
}

const BEGIN_FETCH = statement("settlements.BEGIN_FETCH")`INSERT INTO settlement_fetches AS f (account, day)
  SELECT $1, greatest(min(m.at AT TIME ZONE 'UTC')::date, $2::date,
    (SELECT closed_through + 1 FROM settlement_accounts WHERE account = $1))
  FROM settlement_movements m WHERE m.account = $1 HAVING count(*) > 0
  ON CONFLICT (account) DO NOTHING RETURNING ${COLUMNS}`;

/** Starts at the first day with money at the provider, unless that is too long ago or closed; without money, never. */
export async function beginFetch(db: Queryable, account: string, earliest: string): Promise<Fetch | undefined> {
  return (await db.query(BEGIN_FETCH, [account, earliest]))[0];
}

const LOCK_FETCH = statement("settlements.LOCK_FETCH")`
  SELECT ${COLUMNS} FROM settlement_fetches f WHERE account = $1 FOR NO KEY UPDATE`;

export async function lockFetch(tx: Tx, account: string): Promise<Fetch> {
  const [locked] = await tx.query(LOCK_FETCH, [account]);
  return locked!;
}

const UPDATE_FETCH = statement("settlements.UPDATE_FETCH")`
  UPDATE settlement_fetches SET day = $2, cursor = $3, import_id = $4, failures = $5, failure = $6, mark = $7
    WHERE account = $1`;

export async function updateFetch(tx: Tx, fetch: Fetch): Promise<void> {
  const { account, day, cursor, mark, importId, failures, failure } = fetch;
  await tx.query(UPDATE_FETCH, [account, day, cursor, importId, failures, failure, mark]);
}
