import type { PaymentMethod, ProviderName, RecordDirection } from "@corridor/provider-kit/provider.ts";
import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { rowSource } from "#src/kernel/db/row-source.ts";
import { statement } from "#src/kernel/db/statement.ts";
import { type LaneOf, type Outcome, type OutcomeRow, outcomeRowsOf } from "./outcome-window.ts";

/** For the page with the history; routing needs half an hour. */
const RETENTION = "interval '90 days'";
const ROWS = rowSource<OutcomeRow>({
  at: ["timestamptz", (row) => row.at],
  provider: ["text", (row) => row.provider],
  country: ["text", (row) => row.lane.country],
  payment_method: ["text", (row) => row.lane.paymentMethod],
  direction: ["text", (row) => row.lane.direction],
  network: ["text", (row) => row.lane.network ?? ""],
  result: ["text", (row) => row.result],
  duration: ["smallint", (row) => String(row.duration)],
  count: ["integer", (row) => row.count],
});
export const LANE = "provider, country, payment_method, direction, network";
const KEY = `${LANE}, result, duration`;
const ADD_OUTCOMES = statement("routing.ADD_OUTCOMES")`INSERT INTO provider_outcomes AS known (${ROWS.names})
  SELECT ${ROWS.names} FROM ${ROWS.source} WHERE at > service_time() - ${RETENTION}
  ON CONFLICT (at, ${KEY}) DO UPDATE SET count = known.count + EXCLUDED.count`;
const FORGET_OUTCOMES = statement("routing.FORGET_OUTCOMES")`DELETE FROM provider_outcomes`;
/** At most a day at once. */
export const DELETE_OLD_OUTCOMES = statement("routing.DELETE_OLD_OUTCOMES")`DELETE FROM provider_outcomes
  WHERE at < (SELECT least(min(at) + interval '1 day', service_time() - ${RETENTION}) FROM provider_outcomes)`;
const OUTCOMES_SINCE = statement("routing.OUTCOMES_SINCE")`
  SELECT at, ${KEY}, sum(count)::integer AS count /* not null */
  FROM provider_outcomes WHERE at > $1 GROUP BY at, ${KEY}`;
const MAX_HISTORY = 10_000;
const HISTORY = statement("routing.HISTORY")`
  SELECT date_trunc($4, at, 'UTC') AS at /* not null */, ${KEY}, sum(count)::integer AS count /* not null */
  FROM provider_outcomes WHERE at >= $1 AND ($2::text IS NULL OR provider = $2) AND ($3::text IS NULL OR country = $3)
  GROUP BY 1, ${KEY} ORDER BY 1 DESC LIMIT ${MAX_HISTORY}`;

/** `sign`: -1 takes outcomes off again. */
export async function recordOutcomes(tx: Tx, outcomes: readonly Outcome[], sign: 1 | -1 = 1): Promise<void> {
  if (outcomes.length > 0) await tx.query(ADD_OUTCOMES, ROWS.values(outcomeRowsOf(outcomes, sign)));
}

export async function forgetOutcomes(tx: Tx): Promise<void> {
  await tx.query(FORGET_OUTCOMES);
}

type LaneColumns = Record<"provider" | "country" | "payment_method" | "direction" | "network", string>;
export function laneOf({ provider, country, payment_method, direction, network }: LaneColumns): LaneOf {
  const [paymentMethod, way] = [payment_method as PaymentMethod, direction as RecordDirection];
  const lane = { country, paymentMethod, direction: way, network: network === "" ? null : network };
  return { provider: provider as ProviderName, lane };
}

type Stored = LaneColumns & Pick<OutcomeRow, "at" | "duration" | "count"> & { result: string };
const outcomeRowOf = ({ at, result, duration, count, ...row }: Stored): OutcomeRow => {
  return { at, result: result as OutcomeRow["result"], duration, count, ...laneOf(row) };
};

/** Those whose five minutes began after this; a few rows for each lane that is used. */
export async function readOutcomesSince(every: Queryable, since: Date): Promise<OutcomeRow[]> {
  return (await every.query(OUTCOMES_SINCE, [since])).map(outcomeRowOf);
}

type Filter = { provider?: string | undefined; country?: string | undefined; from: Date; step: "hour" | "day" };

export async function readOutcomeHistory(every: Queryable, { from, provider, country, step }: Filter) {
  return (await every.query(HISTORY, [from, provider, country, step])).map(outcomeRowOf);
}
