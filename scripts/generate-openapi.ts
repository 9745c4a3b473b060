/**
 * Writes openapi.json from the routes. No database is needed: the application is composed, but no request is made. With --check nothing is written:
 * the command fails when the file is outdated, or when an operation is not described.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { composeService } from "@corridor/server/compose.ts";
import { loadConfig } from "@corridor/server/config.ts";
import { systemClock } from "@corridor/base/clock.ts";
import { renderOpenApi } from "@corridor/server/kernel/http/openapi.ts";
import { createLogger } from "@corridor/server/kernel/log.ts";
import { createMetrics } from "@corridor/server/kernel/metrics.ts";
import { describeGaps } from "./openapi-gaps.ts";

const OUTPUT = join(import.meta.dirname, "..", "openapi.json");
const NO_DATABASE = "postgres://127.0.0.1:1/none";

const { text, gaps } = await generate();
for (const gap of gaps) console.error(`not described: ${gap}`);
if (gaps.length > 0) process.exitCode = 1;
if (!process.argv.includes("--check")) {
  writeFileSync(OUTPUT, text);
} else if (!existsSync(OUTPUT) || readFileSync(OUTPUT, "utf8") !== text) {
  console.error("openapi.json is not what the routes say: run node scripts/generate-openapi.ts");
  process.exitCode = 1;
}

async function generate(): Promise<{ text: string; gaps: string[] }> {
  const config = { ...loadConfig({ environment: {} }), secret: "no secret is made or read here at all" };
  const corridor = await composeService({
    config,
    databaseUrl: NO_DATABASE,
    clock: systemClock,
    log: createLogger({ level: "silent" }),
    metrics: createMetrics(),
    sandbox: null,
    webDirectory: "",
  });
  await corridor.server.ready();
  const generated = { text: renderOpenApi(corridor.server), gaps: describeGaps(corridor.server.swagger()) };
  await corridor.close();
  return generated;
}
