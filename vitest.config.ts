import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "web/**/*.test.ts", "sdk/**/*.test.ts"],
    globalSetup: ["test/harness/global-setup.ts"],
    // Processes, not threads: a test may change its environment, take signals or run out of memory without touching another.
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    allowOnly: false,
  },
});
