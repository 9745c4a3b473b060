import type { Call } from "./contract.fixtures.ts";

/**
 * The examples of the OpenAPI document are recorded from real calls. Values that differ between two runs are replaced.
 */
export type Example = { readonly request?: unknown; readonly response?: unknown };

const UUID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
const MOMENT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
const ADDRESS = /https?:\/\/127\.0\.0\.1:\d+/g;
/** Keys, tokens and cursors. */
const OPAQUE = /^(ck_test_|whsec_)?[\w-]{24,}={0,2}$/;
const SECRET_FIELDS = /^(api_key|secret_key|token|prefix|hash|.*_hash|request_id)$/;
/** Names from `world.unique`. */
const COUNTER = /(?<=[a-z])-\d+(?=$|@)/g;
/** One row of a list is enough as an example. */
const ROWS = 1;

export function exampleOf(call: Pick<Call, "body">, answer: unknown): Example {
  const ids = new Map<string, string>();
  const idOf = (id: string): string => {
    const known = ids.get(id) ?? `0198f0c2-4d00-7000-8000-${String(ids.size + 1).padStart(12, "0")}`;
    ids.set(id, known);
    return known;
  };
  const stable = (value: unknown, name: string, rows: number): unknown => {
    if (Array.isArray(value)) return value.slice(0, rows).map((one) => stable(one, name, rows));
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([field, one]) => [field.replaceAll(UUID, idOf), stable(one, field, rows)]),
      );
    if (typeof value !== "string") return value;
    const text = value
      .replaceAll(UUID, idOf)
      .replaceAll(MOMENT, "2026-01-05T09:00:00.000Z")
      .replaceAll(ADDRESS, "https://payments.example.com");
    return (SECRET_FIELDS.test(name) || OPAQUE.test(text)) && !UUID.test(text)
      ? `${/^(ck_test_|whsec_)/.exec(text)?.[0] ?? ""}...`
      : text.replaceAll(COUNTER, "-1");
  };
  return {
    ...(call.body === undefined || call.body === null ? {} : { request: stable(call.body, "", Infinity) }),
    ...(typeof answer === "object" && answer !== null ? { response: stable(answer, "", ROWS) } : {}),
  };
}

/**
 * The paths of all fields of a value. An example and a new call must have the same fields; the number of rows may
 * differ.
 */
export function fieldsOf(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) return [`${path}[]`];
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value)
    .flatMap(([name, one]) => fieldsOf(one, `${path}.${name}`))
    .toSorted();
}
