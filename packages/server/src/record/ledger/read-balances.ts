import type { Queryable } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";
import { Money } from "@corridor/base/money.ts";
import type { Balance } from "./balance.ts";

const READ_BALANCES = statement("ledger.READ_BALANCES")`SELECT currency,
    coalesce(sum(balance - held) FILTER (WHERE purpose = 'settlement'), 0) AS available /* not null */,
    coalesce(sum(balance) FILTER (WHERE purpose = 'pending_settlement'), 0) AS pending /* not null */,
    coalesce(sum(balance) FILTER (WHERE purpose IN ('in_transit', 'refunds_in_transit', 'disputes')), 0)
      + coalesce(sum(held) FILTER (WHERE purpose = 'settlement'), 0) AS reserved /* not null */,
    coalesce(sum(-floor) FILTER (WHERE purpose = 'settlement'), 0) AS "creditLine" /* not null */,
    max(updated_at) AS "updatedAt" /* not null */
  FROM ledger_accounts
  WHERE org_id = $1 AND purpose IN ('settlement', 'pending_settlement', 'in_transit', 'refunds_in_transit',
    'disputes') AND owner_id = ''
    AND ($2::text IS NULL OR currency = $2)
  GROUP BY currency ORDER BY currency`;

export async function readBalances(db: Queryable, orgId: string, currency: string | null): Promise<Balance[]> {
  const rows = await db.query(READ_BALANCES, [orgId, currency]);
  return rows.map(({ currency: ofRow, updatedAt, ...amounts }) => {
    const money = (name: keyof typeof amounts): Money => Money.fromDatabase(amounts[name], ofRow);
    const [available, pending, reserved] = [money("available"), money("pending"), money("reserved")];
    return { orgId, currency: ofRow, available, pending, reserved, creditLine: money("creditLine"), updatedAt };
  });
}
