import { defineConfig } from "vitest/config";
import { pureTests } from "./test/pure-tests.ts";

const all = ["src/**/*.test.ts", "test/**/*.test.ts", "web/**/*.test.ts", "sdk/**/*.test.ts"];
const pure = pureTests(all);
const testTimeout = 30_000;

export default defineConfig({
  test: {
    maxWorkers: 3, // On two cores: many tests wait for processes, timers and pages.
    allowOnly: false,
    projects: [
      /** The inner loop: tests that need nothing but the code. They share a process, since they share nothing else. */
      { test: { name: "pure", include: pure, pool: "threads", isolate: false, testTimeout } },
      {
        test: {
          name: "parts",
          include: all,
          exclude: [...pure, "**/node_modules/**"],
          globalSetup: ["test/harness/global-setup.ts"],
          // Processes, not threads: a test may change its environment, take signals or run out of memory without touching another.
          pool: "forks",
          testTimeout,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
