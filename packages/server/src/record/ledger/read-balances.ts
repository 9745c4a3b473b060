import type { Queryable } from "#src/kernel/db/client.ts";
import { Money } from "@corridor/base/money.ts";
import type { Balance } from "./balance.ts";

export async function readBalances(db: Queryable, orgId: string, currency: string | null): Promise<Balance[]> {
  const rows = await db.query<BalanceRow>(
    `SELECT currency,
       coalesce(sum(balance - held) FILTER (WHERE purpose = 'settlement'), 0) AS available,
       coalesce(sum(balance) FILTER (WHERE purpose = 'pending_settlement'), 0) AS pending,
       coalesce(sum(balance) FILTER (WHERE purpose IN ('in_transit', 'refunds_in_transit', 'disputes')), 0)
         + coalesce(sum(held) FILTER (WHERE purpose = 'settlement'), 0) AS reserved,
       coalesce(sum(-floor) FILTER (WHERE purpose = 'settlement'), 0) AS credit_line,
       max(updated_at) AS updated_at
     FROM ledger_accounts
     WHERE org_id = $1 AND purpose IN ('settlement', 'pending_settlement', 'in_transit', 'refunds_in_transit',
       'disputes') AND owner_id = ''
       AND ($2::text IS NULL OR currency = $2)
     GROUP BY currency ORDER BY currency`,
    [orgId, currency],
  );
  return rows.map((row) => balanceOf(orgId, row));
}

type BalanceRow = {
  currency: string;
  available: string;
  pending: string;
  reserved: string;
  credit_line: string;
  updated_at: Date;
};

function balanceOf(orgId: string, row: BalanceRow): Balance {
  const money = (text: string): Money => Money.fromDatabase(text, row.currency);
  return {
    orgId,
    currency: row.currency,
    available: money(row.available),
    pending: money(row.pending),
    reserved: money(row.reserved),
    creditLine: money(row.credit_line),
    updatedAt: row.updated_at,
  };
}
