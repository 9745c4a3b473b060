import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ACCESS } from "@corridor/server/access.ts";
import type { AccessRule } from "@corridor/server/kernel/http/access-control.ts";

/**
 * Every status that a test received is documented in openapi.json under its operation: each test app checks that when
 * it is closed.
 */
/** Of the ranges 4XX and 5XX, which every operation has, those that it may answer. */
export function statusesOf(method: string, { roles }: AccessRule, listed: readonly string[]): string[] {
  const isOpen = roles === "public";
  const isSigned = roles === "signed";
  const ofRanges = [
    "400",
    "429",
    "500",
    "503",
    ...(isOpen ? [] : ["401"]),
    ...(isOpen || isSigned ? [] : ["403"]),
    ...(method === "GET" ? [] : ["413"]),
    ...(method === "GET" || isSigned ? [] : ["415"]),
  ];
  return [...new Set([...listed.filter((status) => !status.endsWith("XX")), ...ofRanges])];
}

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
        const route = path.replaceAll(/\{(\w+)\}/g, ":$1");
        const key = `${method.toUpperCase()} ${PREFIX}${route}`;
        const rule = ACCESS[`${method.toUpperCase()} ${route}`]!;
        const statuses = statusesOf(method.toUpperCase(), rule, Object.keys(operation.responses ?? {}));
        return [key, ...statuses.map((status) => `${key} ${status}`)];
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
