import Type from "typebox";
import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";
import { inSnakeCase } from "#src/kernel/fields.ts";
import { Country, Named, Nullable, OneOf, Shape, Timestamp } from "#src/kernel/http/schemas.ts";
import type { LaneHealth, LaneState } from "./judge-lane.ts";
import { LANE, laneOf } from "./outcome-queries.ts";
import type { LaneOf, Outcomes } from "./outcome-window.ts";

/** Every process drops what it knows of lanes and maintenance when one of them changes. */
export const HEALTH_TOPIC = "provider-health";
/** A lane that never changed has no row. */
export const ALWAYS = new Date(0);
/** More than all providers, corridors and networks together. */
const MAX_LANES = 20_000;
const ALL_LANES = statement("routing.ALL_LANES")`
  SELECT ${LANE}, state, reason, since FROM provider_lanes LIMIT ${MAX_LANES}`;
/** Nothing if another worker has changed the lane since it was read. */
const WRITE_LANE = statement("routing.WRITE_LANE")`
  INSERT INTO provider_lanes AS known (${LANE}, state, reason, since, event_sequence)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1)
  ON CONFLICT (${LANE}) DO UPDATE SET state = EXCLUDED.state, reason = EXCLUDED.reason, since = EXCLUDED.since,
      event_sequence = known.event_sequence + 1
    WHERE known.state = $9
  RETURNING event_sequence AS sequence`;

export async function readLanes(db: Queryable): Promise<LaneHealth[]> {
  const rows = await db.query(ALL_LANES);
  return rows.map(({ state, reason, since, ...row }) => ({ ...laneOf(row), state: state as LaneState, reason, since }));
}

/** The sequence of the change's event. */
export async function writeLane(tx: Tx, after: LaneHealth, before: LaneState): Promise<number | undefined> {
  const { provider, lane, state, reason, since } = after;
  const { country, paymentMethod, direction, network } = lane;
  const values = [provider, country, paymentMethod, direction, network ?? "", state, reason, since, before] as const;
  return (await tx.query(WRITE_LANE, values))[0]?.sequence;
}

const COUNTED = {
  provider: [Type.String(), "Name of the provider"],
  country: Country,
  payment_method: [Type.String(), "The method by which the customer pays or is paid"],
  direction: [Type.String(), "inbound, outbound or external"],
  network: [Nullable(Type.String()), "Of mobile money: the network; null for everything else"],
  succeeded: [Type.Integer(), "Payments that the provider carried to success"],
  failed: [Type.Integer(), "Payments that failed by the provider's fault; those of payer, payee or us do not count"],
  median_seconds: [Nullable(Type.Number()), "Half of them ended sooner than this; null: there were none"],
} as const;
export const PeriodSchema = Shape({ at: [Timestamp, "Start of the hour or day, UTC"], ...COUNTED });
export const LaneSchema = Named(["CorridorHealth", "How a provider does in a corridor and network"], {
  state: [
    OneOf(["healthy", "slow", "failing"] as const),
    "failing: most of 10 payments failed by its fault, it is tried last; slow: it is tried after the faster ones. Both " +
      "get a payment a minute, and are healthy again once most of 3 succeed",
  ],
  reason: [Type.String(), "What the state was judged by; empty if it never changed"],
  since: [Nullable(Timestamp), "Since when it has this state; null: always"],
  ...COUNTED,
});

export function countedOf({ provider, lane }: LaneOf, { succeeded, failed, seconds: medianSeconds }: Outcomes) {
  return inSnakeCase({ provider, ...lane, succeeded, failed, medianSeconds });
}

/** `outcomes`: of the last half hour. */
export function laneRecordOf({ state, reason, since, ...one }: LaneHealth, outcomes: Outcomes) {
  return { ...countedOf(one, outcomes), state, reason, since: since === ALWAYS ? null : since };
}
