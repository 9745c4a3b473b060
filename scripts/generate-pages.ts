/**
 * Writes what documents show of the source: the table of error codes in docs/guides/errors.md, between its two marks,
 * and docs/reference/api-changelog.md. With --check nothing is written: the command fails when a page is outdated.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { API_CHANGES } from "@corridor/server/back-office/api-changelog/changes.ts";
import { ERROR_CODES } from "@corridor/server/kernel/http/error-codes.ts";

const ROOT = join(import.meta.dirname, "..");
const ERRORS_PAGE = "docs/guides/errors.md";
const START =
  "<!-- codes: written by scripts/generate-pages.ts from packages/server/src/kernel/http/error-codes.ts -->";
const END = "<!-- end of codes -->";

const rows = Object.entries(ERROR_CODES).map(
  ([code, { status, cause, cure }]) => `| \`${code}\` | ${status.join(", ")} | ${cause} ${cure} |`,
);
const [before, rest] = readFileSync(join(ROOT, ERRORS_PAGE), "utf8").split(START);
const after = rest?.split(END)[1];
if (before === undefined || after === undefined)
  throw new Error(`${ERRORS_PAGE} must hold ${START} and, below it, ${END}`);
const errors = `${before}${START}

| code | status | cause and cure |
|---|---|---|
${rows.join("\n")}

${END}${after}`;

const changes = `<!-- Written by scripts/generate-pages.ts from packages/server/src/back-office/api-changelog/changes.ts. Do not edit. -->
# Changes of the API

Also at \`GET /v1/changelog\`. Within a version changes are additive; what will go is marked deprecated twelve months before.

| date | kind | change |
|---|---|---|
${API_CHANGES.map(({ date, kind, change }) => `| ${date} | ${kind} | ${change} |`).join("\n")}
`;

for (const [name, wanted] of Object.entries({ [ERRORS_PAGE]: errors, "docs/reference/api-changelog.md": changes })) {
  const page = join(ROOT, name);
  if (!process.argv.includes("--check")) {
    writeFileSync(page, wanted);
  } else if (!existsSync(page) || readFileSync(page, "utf8") !== wanted) {
    console.error(`${name} is not what its table says: run node scripts/generate-pages.ts`);
    process.exitCode = 1;
  }
}
