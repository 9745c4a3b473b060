import { conflict } from "#src/kernel/http/errors.ts";
import type { StoredProgram } from "./queries.ts";

/**
 * What a comparison shows: how many payments of each program succeeded, and the difference with a 95 % interval
 * (Newcombe's, from Wilson's intervals of both: it holds for few payments, and near 0 and 1). Counted are the payments
 * that a program got by its share, whichever rule decided, so that both have the same kind of payments.
 */
export type Counted = { succeeded: number; failed: number; underWay: number };

/** Two-sided, 95 %. */
const Z = 1.959964;
/** An interval over fewer would name a program by a handful of payments. */
const LEAST_SAMPLE = 30;
/** Of these newest payments; more would make the operator wait. */
export const MAX_COMPARED = 200_000;

export type CountArms = (
  orgId: string | null,
  since: Date,
  programIds: readonly string[],
  limit: number,
) => Promise<ReadonlyMap<string, Counted>>;

export async function compare(countArms: CountArms, compared: StoredProgram, published: readonly StoredProgram[]) {
  const alone = published.find(({ share }) => share === null);
  if (compared.status !== "published" || compared.share === null || alone === undefined)
    throw conflict("The program is not compared with another; publish one with a share");
  const programs = [alone, compared];
  const ids = programs.map(({ programId }) => programId);
  const counted = await countArms(compared.orgId, compared.publishedAt!, ids, MAX_COMPARED);
  return judge(programs.map(({ programId: id, version }) => ({ program_id: id, version, ...counted.get(id)! })));
}

type Counts = { program_id: string; version: number } & Counted;

export function judge(counts: readonly Counts[]) {
  const arms = counts.map(({ program_id, version, succeeded, failed, underWay }) => ({
    program_id,
    version,
    succeeded,
    sample: succeeded + failed,
    success: succeeded + failed === 0 ? null : succeeded / (succeeded + failed),
    under_way: underWay,
  }));
  const [alone, compared] = [arms[0]!, arms[1]!];
  if (alone.success === null || compared.success === null)
    return { arms, difference: null, verdict: "nothing is known: a program has no finished payments yet" };
  const [a, b] = [wilson(alone), wilson(compared)];
  const estimate = compared.success - alone.success;
  const lower = estimate - Math.hypot(compared.success - b.lower, a.upper - alone.success);
  const upper = estimate + Math.hypot(b.upper - compared.success, alone.success - a.lower);
  const points = (value: number): string => (value * 100).toFixed(1);
  const interval = `${points(lower)} to ${points(upper)} percentage points`;
  const verdict =
    Math.min(alone.sample, compared.sample) < LEAST_SAMPLE
      ? `no difference is shown: fewer than ${LEAST_SAMPLE} payments of a program have ended`
      : lower <= 0 && upper >= 0
        ? `no difference is shown: the interval of ${interval} includes zero`
        : `version ${estimate > 0 ? compared.version : alone.version} succeeds more often: version ${compared.version} ` +
          `differs from version ${alone.version} by ${interval}`;
  return { arms, difference: { estimate, lower, upper }, verdict };
}

function wilson({ succeeded, sample }: Record<"succeeded" | "sample", number>): { lower: number; upper: number } {
  const share = succeeded / sample;
  const middle = share + (Z * Z) / (2 * sample);
  const spread = Z * Math.sqrt((share * (1 - share)) / sample + (Z * Z) / (4 * sample * sample));
  const whole = 1 + (Z * Z) / sample;
  return { lower: (middle - spread) / whole, upper: (middle + spread) / whole };
}
