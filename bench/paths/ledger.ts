import type { Environment } from "../environment.ts";
import { measureLedger } from "../ledger.ts";
import { addRows, type Report } from "../report.ts";
import { median } from "../statistics.ts";

/** Ledger postings, spread over accounts and all on one, beside the same rows written by bare multi-row SQL. */
const GOALS = [
  { form: "corridor, spread", perSecond: 5_000, ratio: "ledger_vs_bare_sql" },
  { form: "corridor, one hot account", perSecond: 2_000, ratio: "ledger_hot_vs_bare_sql" },
] as const;
const BARE_SQL_GOAL = 0.6;

export async function benchLedger(environment: Environment, report: Report, options: { rounds: number; quick: boolean }): Promise<void> {
  const { forms, ratios } = await measureLedger(environment, options);
  addRows(
    report,
    "ledger",
    "transfers",
    new Map(
      forms.map(({ name, rounds, cpuMicroseconds }) => [name, rounds.map((perSecond, round) => ({ perSecond, cpuMicroseconds: cpuMicroseconds[round]! }))]),
    ),
  );
  Object.assign(report.ratios, ratios);
  for (const { form, perSecond: goal, ratio } of GOALS) {
    const perSecond = median(forms.find(({ name }) => name === form)!.rounds);
    report.goals.push({
      name: `ledger, transfers per second, ${form} (or ${BARE_SQL_GOAL} of bare SQL: ${ratios[ratio].toFixed(2)})`,
      value: perSecond,
      goal: `>= ${goal}`,
      met: perSecond >= goal || ratios[ratio] >= BARE_SQL_GOAL,
    });
  }
}
