import { defineConfig } from "vitest/config";
import { pureTests } from "./test/pure-tests.ts";
import whole from "./vitest.config.ts";

/** The inner loop: tests that need nothing but the code. They share a process, since they share nothing else. */
const { include, maxWorkers, testTimeout, allowOnly } = whole.test!;

export default defineConfig({
  test: { include: pureTests(include!), pool: "threads", isolate: false, maxWorkers, testTimeout, allowOnly },
});
