import { Decimal } from "@corridor/base/decimal.ts";
import { Money } from "@corridor/base/money.ts";
import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { sourceOf } from "#src/kernel/db/row-source.ts";
import { type RowOf, statement } from "#src/kernel/db/statement.ts";
import type { ProviderCost } from "./cost.ts";

/** More prices than providers have: one for every corridor and currency. */
const MAX_COSTS = 10_000;

const COSTS = sourceOf<ProviderCost>({
  uuid: ["cost_id"],
  text: ["provider", "country", "payment_method", "direction", "network", "currency", "source"],
  numeric: ["percent", "fixed_amount", "fx_percent"],
  json: ["fit"],
  timestamptz: ["updated_at"],
});

const READ_COSTS = statement("routing.READ_COSTS")`
  SELECT ${COSTS.names} FROM provider_costs WHERE $1::text IS NULL OR provider = $1
    ORDER BY provider, cost_id LIMIT ${MAX_COSTS}`;

function costFrom(row: RowOf<typeof READ_COSTS>): ProviderCost {
  const fixed_amount = Money.fromDatabase(row.fixed_amount, row.currency);
  return { ...row, fixed_amount, percent: Decimal.parse(row.percent), fx_percent: Decimal.parse(row.fx_percent) };
}

export async function readCosts(db: Queryable, provider: string | null): Promise<ProviderCost[]> {
  return (await db.query(READ_COSTS, [provider])).map(costFrom);
}

const PLACE = "provider, country, payment_method, direction, network, currency, source";
const WRITE_COSTS = statement("routing.WRITE_COSTS")`
  INSERT INTO provider_costs (${COSTS.names}) SELECT ${COSTS.names} FROM ${COSTS.source} ORDER BY ${PLACE}
  ON CONFLICT (${PLACE}) DO UPDATE SET percent = EXCLUDED.percent, fixed_amount = EXCLUDED.fixed_amount,
    fx_percent = EXCLUDED.fx_percent, fit = EXCLUDED.fit, updated_at = EXCLUDED.updated_at
  RETURNING cost_id`;

/** A price for the same place and from the same source is replaced, and keeps its id. */
export async function writeCosts(tx: Tx, costs: readonly ProviderCost[]): Promise<string[]> {
  return (await tx.query(WRITE_COSTS, COSTS.values(costs))).map(({ cost_id }) => cost_id);
}

const REMOVE_COST = statement("routing.REMOVE_COST")`
  DELETE FROM provider_costs WHERE cost_id = $1 AND source = 'operator' RETURNING ${COSTS.names}`;

export async function removeCost(tx: Tx, costId: string): Promise<ProviderCost | undefined> {
  return (await tx.query(REMOVE_COST, [costId])).map(costFrom)[0];
}
