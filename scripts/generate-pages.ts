/**
 * Writes the pages that are tables of the source: docs/errors.md and docs/reference/api-changelog.md. With --check
 * nothing is written: the command fails when a page is outdated.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { API_CHANGES } from "@corridor/server/back-office/api-changelog/changes.ts";
import { ERROR_CODES } from "@corridor/server/kernel/http/error-codes.ts";

const DOCS = join(import.meta.dirname, "..", "docs");

const rows = Object.entries(ERROR_CODES).map(
  ([code, { status, cause, cure }]) => `| \`${code}\` | ${status.join(", ")} | ${cause} | ${cure} |`,
);
const errors = `<!-- Written by scripts/generate-pages.ts from packages/server/src/kernel/http/error-codes.ts. Do not edit. -->
# Errors

The standard body is \`{"status": "error", "message": ...}\`. \`code\` stands beside it where it says more than the status does, \`details\` (\`[{path, message}]\`) on a 400, and \`error\` with the request id on a 500.
Everything under \`/payments-init\` answers \`{"error", "message", "code"}\`, always with its code.

Whether to send a request again:

- 400, 401, 403, 404, 405, 413, 415 and 422: not before it is corrected.
- 409: read the resource first. \`IDEMPOTENCY_CONFLICT\` with \`Retry-After\`: the same request again.
- 429 and 503: the same request after \`Retry-After\`, with the same \`Idempotency-Key\`.
- 500, 502 and no answer at all: the same request with the same \`Idempotency-Key\`. \`ALL_PROVIDERS_FAILED\` and \`REFUND_REFUSED\` are final.

Codes are never renamed and never change their meaning; new ones are added. Treat a code that you do not know by its status.

| code | status | cause | cure |
|---|---|---|---|
${rows.join("\n")}
`;

const changes = `<!-- Written by scripts/generate-pages.ts from packages/server/src/back-office/api-changelog/changes.ts. Do not edit. -->
# Changes of the API

Also at \`GET /v1/changelog\`. Within a version changes are additive: ignore what you do not know. What a later version will remove is marked deprecated at least twelve months before.

| date | kind | change |
|---|---|---|
${API_CHANGES.map(({ date, kind, change }) => `| ${date} | ${kind} | ${change} |`).join("\n")}
`;

for (const [name, wanted] of Object.entries({ "errors.md": errors, "reference/api-changelog.md": changes })) {
  const page = join(DOCS, name);
  if (!process.argv.includes("--check")) {
    writeFileSync(page, wanted);
  } else if (!existsSync(page) || readFileSync(page, "utf8") !== wanted) {
    console.error(`docs/${name} is not what its table says: run node scripts/generate-pages.ts`);
    process.exitCode = 1;
  }
}
