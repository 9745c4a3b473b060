import type { Clock } from "@corridor/base/clock.ts";
import { isoOf } from "@corridor/base/instant.ts";
import type { ProviderName } from "@corridor/provider-kit/provider.ts";
import type { CellsInUse } from "#src/kernel/db/cells-in-use.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import { fitPrice, storeFoundCosts } from "#src/pricing/routing/index.ts";

/** Prices of providers, from what their settlement lines state. Each run reads at most this, whatever is stored. */
const INTERVAL_MS = 6 * 60 * 60_000;
const DAYS = 30;
const PAYMENTS_OF_DAY = 500;
const MAX_ACCOUNTS = 500;
const DAY_MS = 24 * 60 * 60_000;

const CHARGING_ACCOUNTS = statement("settlements.CHARGING_ACCOUNTS")`
  SELECT account, currency FROM settlement_totals WHERE day >= $1::date AND account NOT LIKE 'bank:%'
    GROUP BY account, currency HAVING sum(fee) <> 0 ORDER BY account, currency LIMIT ${MAX_ACCOUNTS}`;

/**
 * Newest movements of each day, in the currency of their line. A line without a charge says nothing: the provider may
 * charge for it elsewhere. Neither does one that several payments share.
 */
const MOVEMENTS = statement("settlements.MOVEMENTS")`
  SELECT m.org_id, m.position, m.day::text AS day /* not null */, l.x, l.y
  FROM generate_series($3::date, $3::date - ${DAYS - 1}, interval '-1 day') AS d (day)
  CROSS JOIN LATERAL (
    SELECT d.day::date AS day, s.org_id, s.position, s.movement_id FROM settlement_movements s
    WHERE s.account = $1 AND s.currency = $2 AND s.at >= d.day AND s.at < d.day + interval '1 day'
      AND s.kind IN ('charge', 'payout')
    ORDER BY s.at DESC, s.movement_id DESC LIMIT ${PAYMENTS_OF_DAY}
  ) m
  LEFT JOIN LATERAL (
    SELECT abs(line.gross)::float8 AS x, line.fee::float8 AS y FROM settlement_lines line
    WHERE line.movement_id = m.movement_id AND line.match <> 'split' AND line.currency = $2 AND line.fee > 0 LIMIT 1
  ) l ON true`;

/** Of those movements that are a cell's own. */
const CHARGES = statement("settlements.CHARGES")`
  SELECT p.country, p.payment_method, p.direction, m.day AS day /* not null */,
    count(*)::int AS payments /* not null */, count(m.x)::int AS lines /* not null */,
    coalesce(sum(m.x), 0) AS x /* not null */, coalesce(sum(m.y), 0) AS y /* not null */,
    coalesce(sum(m.x * m.x), 0) AS xx /* not null */, coalesce(sum(m.x * m.y), 0) AS xy /* not null */,
    coalesce(sum(m.y * m.y), 0) AS yy /* not null */
  FROM unnest($1::uuid[], $2::bigint[], $3::text[], $4::float8[], $5::float8[]) AS m (org_id, position, day, x, y)
  JOIN ledger_transactions t ON t.org_id = m.org_id AND t.position = m.position
  JOIN payments p ON p.org_id = m.org_id AND p.payment_id = split_part(t.cause, ':', 1)::uuid
  GROUP BY p.country, p.payment_method, p.direction, m.day`;

export function findCostsJob(deps: { db: Db; cells: Pick<CellsInUse, "each">; clock: Clock }): Job {
  return { name: "provider-costs", intervalMs: INTERVAL_MS, runOnce: () => findCosts(deps) };
}

async function findCosts(deps: { db: Db; cells: Pick<CellsInUse, "each">; clock: Clock }): Promise<number> {
  const now = deps.clock.now();
  const [today, first] = [0, DAYS].map((days) => isoOf(new Date(now.getTime() - days * DAY_MS)).slice(0, 10));
  const accounts = await deps.db.query(CHARGING_ACCOUNTS, [first!]);
  for (const { account, currency } of accounts) {
    const moved = await deps.db.query(MOVEMENTS, [account, currency, today!]);
    const columns = [
      moved.map((row) => row.org_id),
      moved.map((row) => row.position),
      moved.map((row) => row.day),
      moved.map((row) => row.x),
      moved.map((row) => row.y),
    ] as const;
    const rows = (await Promise.all(deps.cells.each().map((cell) => cell.query(CHARGES, columns)))).flat();
    const corridors = Map.groupBy(rows, (row) => `${row.country} ${row.payment_method} ${row.direction}`).values();
    const found = [...corridors].flatMap((days) => {
      const price = fitPrice(
        days.toSorted((one, other) => (one.day < other.day ? 1 : -1)),
        currency,
      );
      const { country, payment_method, direction } = days[0]!;
      return price === null
        ? []
        : [{ provider: account as ProviderName, country, payment_method, direction, currency, ...price }];
    });
    await storeFoundCosts(deps, found);
  }
  return 0;
}
