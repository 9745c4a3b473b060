import type { Defect } from "./defects.ts";
import { type Finding, judgeRound } from "./judge-round.ts";
import { simulateRound } from "./simulate-round.ts";

/** Rounds with a new seed each, so that a finding can be replayed from the seed of its round alone. */
export type Simulation = {
  readonly payments: number;
  readonly rounds: number;
  readonly crashes: number;
  readonly statuses: ReadonlyMap<string, number>;
  /** The seed of the first round with a finding; the simulation ends with it. */
  readonly findings: readonly Finding[];
  readonly brokenSeed: number | null;
};

export const PAYMENTS_A_ROUND = 50;

export async function simulate(options: {
  payments: number;
  seed: number;
  defect?: Defect;
  onRound?: (payments: number) => void;
}): Promise<Simulation> {
  const statuses = new Map<string, number>();
  let crashes = 0;
  let payments = 0;
  for (let rounds = 1; ; rounds++) {
    const seed = options.seed + rounds - 1;
    const round = await simulateRound({
      seed,
      payments: Math.min(PAYMENTS_A_ROUND, options.payments - payments),
      defect: options.defect,
    });
    const findings = judgeRound(round);
    payments += round.intents.length;
    crashes += round.crashes;
    for (const { status } of round.database.payments.values()) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    options.onRound?.(payments);
    if (findings.length > 0 || payments >= options.payments)
      return { payments, rounds, crashes, statuses, findings, brokenSeed: findings.length > 0 ? seed : null };
  }
}
