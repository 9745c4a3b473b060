import { spawnSync } from "node:child_process";

/**
 * `npm run generate`: writes everything that is generated. With --check nothing is written: it fails when something is
 * outdated. With --examples the examples of the API document are recorded first.
 */
if (process.argv.includes("--examples")) {
  const recording = ["run", "test/e2e/contract-operations.test.ts", "-t", "every example"];
  const environment = { ...process.env, EXAMPLES: "write" };
  const { status } = spawnSync("vitest", recording, { stdio: "inherit", env: environment });
  if (status !== 0) process.exit(1);
}
// In this order: the types of the API come from its document.
await import("./generate-from-database.ts");
await import("./generate-openapi.ts");
await import("./generate-api-types.ts");
await import("./generate-settings-table.ts");
await import("./generate-pages.ts");
await import("./generate-pictures.ts");
