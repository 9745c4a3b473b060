import { Stryker } from "@stryker-mutator/core";
import { AREAS } from "./areas.ts";

/**
 * `npm run prove -- mutation [<area> ...]`: changes the code that money and access depend on, one small change at a
 * time, and runs the tests beside it. A change that no test notices survives: a test is missing, or the change makes no
 * difference (how-it-is-tested.md names the kinds). Ends with an error when an area is below the least score.
 */
const LEAST_SCORE = 85;
/** All that Stryker copies. */
const FOLDERS = new Set(
  ["test", ...Object.values(AREAS).flatMap(({ mutate }) => mutate)].map((path) => path.split("/")[0]!),
);
const given = process.argv.slice(2);
const unknown = given.filter((name) => !Object.hasOwn(AREAS, name));
if (unknown.length > 0) {
  console.error(`There is no area ${unknown.join(", ")}; there are ${Object.keys(AREAS).join(", ")}.`);
  process.exit(2);
}
const areas = Object.entries(AREAS).filter(([name]) => given.length === 0 || given.includes(name));
for (const [name, { mutate, tests }] of areas) {
  process.env["MUTATION_TESTS"] = tests.join(" ");
  console.log(`${name}: ${mutate.join(", ")}`);
  const results = await new Stryker({
    plugins: ["@stryker-mutator/vitest-runner", "./test/mutation/ignore-prose.ts"],
    testRunner: "vitest",
    vitest: { configFile: "test/mutation/vitest.config.ts" },
    ignorers: ["prose"],
    mutate: [...mutate],
    coverageAnalysis: "perTest",
    disableTypeChecks: false, // The tests run without type checks anyway.
    // Without tsconfig.json, because Stryker would read it through an API that TypeScript 7 does not have.
    ignorePatterns: ["/*", ...[...FOLDERS].map((folder) => `!/${folder}`), "!/package.json"],
    reporters: ["progress-append-only"],
    warnings: false,
    concurrency: 2,
    timeoutMS: 20_000,
    tempDirName: ".stryker-tmp",
  }).runMutationTest();
  const survivors = results.filter(({ status }) => status === "Survived" || status === "NoCoverage");
  const killed = results.filter(({ status }) => status === "Killed" || status === "Timeout").length;
  for (const { fileName, location, mutatorName, replacement, status } of survivors)
    console.log(
      `  ${status} ${fileName}:${location.start.line}:${location.start.column} ${mutatorName} -> ` +
        `${replacement?.replaceAll(/\s+/g, " ").slice(0, 100)}`,
    );
  const score = (killed / Math.max(killed + survivors.length, 1)) * 100;
  console.log(`${name}: ${score.toFixed(1)} % of ${killed + survivors.length} changes noticed`);
  if (score < LEAST_SCORE) process.exitCode = 1;
}
