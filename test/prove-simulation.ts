import { parseArgs } from "node:util";
import { type Defect, DEFECTS } from "./simulation/defects.ts";
import { PAYMENTS_A_ROUND, simulate } from "./simulation/simulate.ts";

/**
 * `npm run prove -- simulation [--payments 1000000] [--seed n] [--defect name]`: the core under one seeded scheduler. A
 * finding names the seed that replays it: `--seed <that> --payments 50`.
 */
const { values } = parseArgs({
  options: {
    payments: { type: "string", default: "1000000" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    defect: { type: "string" },
  },
});
const print = (line: string): boolean => process.stdout.write(`${line}\n`);
const defect = DEFECTS.find((one) => one === values.defect);
if (values.defect !== undefined && defect === undefined) throw new Error(`--defect is one of ${DEFECTS.join(", ")}`);
const EVERY = 100_000;

const startedMs = performance.now();
const result = await simulate({
  payments: Number(values.payments),
  seed: Number(values.seed),
  ...(defect === undefined ? {} : { defect: defect satisfies Defect }),
  onRound: (payments) => payments % EVERY === 0 && print(`  ${payments} payments`),
});
const seconds = (performance.now() - startedMs) / 1000;
print(
  `${result.payments} payments in ${result.rounds} rounds, ${result.crashes} crashes, ${seconds.toFixed(1)} s: ` +
    `${Math.round((result.payments / seconds) * 3600)} payments an hour (seed ${values.seed})`,
);
print(`ended: ${[...result.statuses].map(([status, count]) => `${count} ${status}`).join(", ")}`);
for (const { rule, detail } of result.findings) print(`BROKEN ${rule}: ${detail}`);
if (result.brokenSeed !== null)
  print(
    `replay it: npm run prove -- simulation --seed ${result.brokenSeed} --payments ` +
      `${PAYMENTS_A_ROUND}${defect === undefined ? "" : ` --defect ${defect}`}`,
  );
// The deadlines of processes that crashed are timers of this one.
process.exit(result.findings.length > 0 ? 1 : 0);
