import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";
import type { DayHead } from "./settlement.ts";

type Totals = DayHead["totals"][number];
export type Digest = { line_key: string; text: string };
/** The days that a closing covers. */
export type Days = { account: string; after: string | null; through: string };

const TOTALS_OF_DAY = statement("settlements.TOTALS_OF_DAY")`
  SELECT currency, sum(lines)::int AS lines /* not null */, sum(gross)::text AS gross /* not null */,
    sum(fee)::text AS fee /* not null */, sum(net)::text AS net /* not null */
    FROM settlement_totals
    WHERE account = $1 AND day > coalesce($2::date, '-infinity') AND day <= $3 GROUP BY currency ORDER BY currency`;

/** Totals of the day's lines, and of earlier days that were not closed separately. */
export async function totalsOfDay(tx: Tx, { account, after, through }: Days): Promise<Totals[]> {
  return tx.query(TOTALS_OF_DAY, [account, after, through]);
}

const DIGESTS_OF_DAY = statement("settlements.DIGESTS_OF_DAY")`
  SELECT line_key, concat_ws('/', line_key, currency, kind, gross, fee, net, provider_reference, our_reference,
    value_date) AS text /* not null */ FROM settlement_lines
    WHERE account = $1 AND value_date > coalesce($2::date, '-infinity') AND value_date <= $3
      AND ($4::uuid IS NULL OR line_key > $4)
    ORDER BY line_key LIMIT $5`;

export async function digestsOfDay(tx: Tx, days: Days, afterKey: string | null, limit: number): Promise<Digest[]> {
  return tx.query(DIGESTS_OF_DAY, [days.account, days.after, days.through, afterKey, limit]);
}

const FIND_UNFINISHED = statement("settlements.FIND_UNFINISHED")`
  SELECT 1 FROM settlement_imports WHERE account = $1 AND status IN ('reading', 'matching') LIMIT 1`;

export async function findUnfinished(tx: Tx, account: string): Promise<boolean> {
  const rows = await tx.query(FIND_UNFINISHED, [account]);
  return rows.length > 0;
}

const INSERT_DAY = statement("settlements.INSERT_DAY")`
  INSERT INTO settlement_days (account, day, head, closed_by, closed_at) VALUES ($1, $2, $3, $4, $5)`;

export async function insertDay(tx: Tx, head: DayHead, at: Date): Promise<void> {
  await tx.query(INSERT_DAY, [head.account, head.day, JSON.stringify(head), head.closed_by, at]);
}

const CLOSE_THROUGH = statement("settlements.CLOSE_THROUGH")`
  UPDATE settlement_accounts SET closed_through = $2 WHERE account = $1`;

export async function closeThrough(tx: Tx, account: string, day: string): Promise<void> {
  await tx.query(CLOSE_THROUGH, [account, day]);
}

const FIND_DAY = statement("settlements.FIND_DAY")`SELECT head FROM settlement_days WHERE account = $1 AND day = $2`;

export async function findDay(db: Queryable, account: string, day: string): Promise<DayHead | undefined> {
  const [found] = await db.query(FIND_DAY, [account, day]);
  return found?.head;
}

const DELETE_SETTLEMENT_DAYS = statement("settlements.DELETE_SETTLEMENT_DAYS")`
  DELETE FROM settlement_days WHERE account = $1 AND day = $2`;

const UPDATE_SETTLEMENT_ACCOUNTS = statement("settlements.UPDATE_SETTLEMENT_ACCOUNTS")`
  UPDATE settlement_accounts SET closed_through = (SELECT max(day) FROM settlement_days WHERE account = $1)
    WHERE account = $1`;

/** The signed record stays in the audit log. The closed day before it, if any, becomes the last one. */
export async function reopenDay(tx: Tx, account: string, day: string): Promise<void> {
  await tx.query(DELETE_SETTLEMENT_DAYS, [account, day]);
  await tx.query(UPDATE_SETTLEMENT_ACCOUNTS, [account]);
}
