/**
 * Writes docs/errors.md from the table of error codes.
 * With --check nothing is written: the command fails when the page is not what src/platform/http/error-codes.ts says.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ERROR_CODES } from "#src/platform/http/error-codes.ts";

const PAGE = join(import.meta.dirname, "..", "docs/errors.md");

const rows = Object.entries(ERROR_CODES).map(([code, { status, cause, cure }]) => `| \`${code}\` | ${status.join(", ")} | ${cause} | ${cure} |`);
const wanted = `<!-- Written by scripts/generate-errors-page.ts from src/platform/http/error-codes.ts. Do not edit. -->
# Errors

The standard body is \`{"status": "error", "message": ...}\`. \`code\` stands beside it where it says more than the status does, \`details\` (\`[{path, message}]\`) on a 400, and \`error\` with the request id on a 500.
Everything under \`/payments-init\` answers \`{"error", "message", "code"}\`, always with its code.

Whether to send a request again:

- 400, 401, 403, 404, 405, 413, 415 and 422: not before it is mended.
- 409: read the resource first. \`IDEMPOTENCY_CONFLICT\` with \`Retry-After\`: the same request again.
- 429 and 503: the same request after \`Retry-After\`, with the same \`Idempotency-Key\`.
- 500, 502 and no answer at all: the same request with the same \`Idempotency-Key\`. \`ALL_PROVIDERS_FAILED\` and \`REFUND_REFUSED\` are final.

Codes are never renamed and never change their meaning; new ones are added. Treat a code that you do not know by its status.

| code | status | cause | cure |
|---|---|---|---|
${rows.join("\n")}
`;

if (!process.argv.includes("--check")) {
  writeFileSync(PAGE, wanted);
} else if (!existsSync(PAGE) || readFileSync(PAGE, "utf8") !== wanted) {
  console.error("docs/errors.md does not show the codes of src/platform/http/error-codes.ts: run node scripts/generate-errors-page.ts");
  process.exitCode = 1;
}
