import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Every status that a test received is documented in openapi.json under its operation: each test app checks that when
 * it is closed.
 */
type Document = { paths: Record<string, Record<string, { responses?: Record<string, unknown> }>> };

const PREFIX = "/v1";
/** No client receives it: the client had disconnected. */
const CLIENT_GONE = "499";
const REQUEST = /"method":"([A-Z]+)","route":"([^"]+)","status":(\d+)/;

let documented: ReadonlySet<string> | undefined;

function documentedStatuses(): ReadonlySet<string> {
  const { paths } = JSON.parse(readFileSync(join(import.meta.dirname, "../../openapi.json"), "utf8")) as Document;
  return new Set(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) => {
        const key = `${method.toUpperCase()} ${PREFIX}${path.replaceAll(/\{(\w+)\}/g, ":$1")}`;
        return [key, ...Object.keys(operation.responses ?? {}).map((status) => `${key} ${status}`)];
      }),
    ),
  );
}

/** Answers of the API, found in the service's own log, whose status the document does not list. */
export function undocumentedAnswers(logLines: readonly string[]): string[] {
  const known = (documented ??= documentedStatuses());
  const seen = new Set<string>();
  for (const line of logLines) {
    const [, method, route, status] = REQUEST.exec(line) ?? [];
    if (route?.startsWith(PREFIX) === true && status !== CLIENT_GONE && known.has(`${method} ${route}`))
      seen.add(`${method} ${route} ${status}`);
  }
  return [...seen].filter((one) => !known.has(one)).toSorted();
}
