import type { Environment } from "../environment.ts";
import { measureLedger } from "../ledger.ts";
import { addRows, ratioOf, type Report } from "../report.ts";
import { median } from "../statistics.ts";

/** Ledger postings, spread over accounts and all on one, beside the same rows written by bare multi-row SQL. */
const GOALS = [
  { form: "corridor, spread", to: "bare SQL, spread", perSecond: 5_000, ratio: "ledger_vs_bare_sql" },
  {
    form: "corridor, one hot account",
    to: "bare SQL, one hot account",
    perSecond: 2_000,
    ratio: "ledger_hot_vs_bare_sql",
  },
] as const;
const BARE_SQL_GOAL = 0.6;

export async function benchLedger(
  environment: Environment,
  report: Report,
  options: { rounds: number; quick: boolean },
): Promise<void> {
  const samples = await measureLedger(environment, options);
  addRows(report, "ledger", "transfers", samples);
  for (const { form, to, perSecond: goal, ratio } of GOALS) {
    const toBare = ratioOf(samples, form, to);
    const perSecond = median(samples.get(form)!.map((sample) => sample.perSecond));
    report.ratios[ratio] = toBare;
    report.goals.push({
      name: `ledger, transfers per second, ${form} (or ${BARE_SQL_GOAL} of bare SQL: ${toBare.toFixed(2)})`,
      value: perSecond,
      goal: `>= ${goal}`,
      met: perSecond >= goal || toBare >= BARE_SQL_GOAL,
    });
  }
}
