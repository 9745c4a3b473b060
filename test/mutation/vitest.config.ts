import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: process.env["MUTATION_TESTS"]!.split(" "),
    setupFiles: ["test/mutation/fixed-seed.ts"],
    isolate: false,
    testTimeout: 20_000,
  },
});
