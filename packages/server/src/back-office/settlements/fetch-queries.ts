import type { Queryable, Tx } from "#src/kernel/db/client.ts";

export type Fetch = {
  readonly account: string;
  readonly day: string;
  readonly cursor: string | null;
  /** The number of the next file, for a provider that numbers its files and does not date them. */
  readonly mark: string | null;
  readonly importId: string | null;
  readonly failures: number;
  readonly failure: string | null;
};

type Row = {
  account: string;
  day: string;
  cursor: string | null;
  mark: string | null;
  import_id: string | null;
  failures: number;
  failure: string | null;
};
const COLUMNS = "account, day::text, cursor, mark, import_id, failures, failure";

function fetchOf({ import_id, ...row }: Row): Fetch {
  return { ...row, importId: import_id };
}

export async function findFetch(db: Queryable, account: string): Promise<Fetch | undefined> {
  const [row] = await db.query<Row>(`SELECT ${COLUMNS} FROM settlement_fetches WHERE account = $1`, [account]);
  return row === undefined ? undefined : fetchOf(row);
}

/** Starts at the first day with money at the provider, unless that is too long ago or closed; without money, never. */
export async function beginFetch(db: Queryable, account: string, earliest: string): Promise<Fetch | undefined> {
  const [row] = await db.query<Row>(
    `INSERT INTO settlement_fetches (account, day)
     SELECT $1, greatest(min(m.at AT TIME ZONE 'UTC')::date, $2::date,
       (SELECT closed_through + 1 FROM settlement_accounts WHERE account = $1))
     FROM settlement_movements m WHERE m.account = $1 HAVING count(*) > 0
     ON CONFLICT (account) DO NOTHING RETURNING ${COLUMNS}`,
    [account, earliest],
  );
  return row === undefined ? undefined : fetchOf(row);
}

export async function lockFetch(tx: Tx, account: string): Promise<Fetch> {
  const [row] = await tx.query<Row>(`SELECT ${COLUMNS} FROM settlement_fetches WHERE account = $1 FOR NO KEY UPDATE`, [
    account,
  ]);
  return fetchOf(row!);
}

export async function updateFetch(
  tx: Tx,
  { account, day, cursor, mark, importId, failures, failure }: Fetch,
): Promise<void> {
  await tx.query(
    `UPDATE settlement_fetches SET day = $2, cursor = $3, import_id = $4, failures = $5, failure = $6, mark = $7
      WHERE account = $1`,
    [account, day, cursor, importId, failures, failure, mark],
  );
}
