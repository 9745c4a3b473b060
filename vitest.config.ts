import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { pureTests } from "@corridor/test/pure-tests.ts";

const all = ["packages/**/*.test.ts", "test/**/*.test.ts", "scripts/**/*.test.ts"];
const pure = pureTests(all);
/**
 * Plans, and rows that the server counts as read. The coordinator of a Citus cluster plans in another way; sessions at
 * its nodes plan as these tests say.
 */
const OF_PLAIN_TABLES = ["**/*plans.test.ts", "**/list-queries.test.ts"];
/** Ends a test that hangs. It says nothing of speed: a busy machine takes many times as long as a quiet one. */
const testTimeout = 120_000;

/**
 * What takes longest begins first, so that no worker is left alone with it at the end. Tests in a browser keep the
 * processors busy and tests of faults mostly wait, so they take turns.
 */
const [BUSY, WAITING, LONG] = [
  /\/test\/browser\//,
  /\/test\/(faults|prover)\//,
  /\/test\/(e2e|guides|deploy)\/|-proof\.test\.ts$/,
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const among = (folder: RegExp): TestSpecification[] => sorted.filter(({ moduleId }) => folder.test(moduleId));
    const [busy, waiting, long] = [among(BUSY), among(WAITING), among(LONG)];
    const inTurns = Array.from({ length: Math.max(busy.length, waiting.length) }, (_, turn) => [
      busy[turn],
      waiting[turn],
    ]).flat();
    return [...new Set([...inTurns.filter((file) => file !== undefined), ...long, ...sorted])];
  }
}

export default defineConfig({
  test: {
    maxWorkers: 4, // On two cores: many tests wait for processes, timers and pages.
    allowOnly: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      /** The inner loop: tests that need nothing but the code. They share a process, since they share nothing else. */
      { test: { name: "pure", include: pure, pool: "threads", isolate: false, testTimeout } },
      {
        test: {
          name: "parts",
          include: all,
          exclude: [...pure, ...(process.env["CITUS_URLS"] === undefined ? [] : OF_PLAIN_TABLES), "**/node_modules/**"],
          globalSetup: ["test/harness/global-setup.ts"],
          setupFiles: ["test/harness/setup.ts"],
          // Processes, not threads: a test may take signals or use up its memory. Many files share one, so that each
          // loads the product once.
          pool: "forks",
          isolate: false,
          testTimeout,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
    ],
  },
});
