/**
 * Cut, then cleaned of what PostgreSQL cannot store, because a cut can halve a surrogate pair. U+0000 or half a pair in
 * a JSON parameter fails the whole statement.
 */
export function storableText(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replaceAll("\u0000", "").toWellFormed();
}

/** Any escape sequence of JSON; the group is the code of a character that PostgreSQL cannot read. */
const ESCAPES = /\\(?:u(0000|d[89a-f][0-9a-f]{2})|[^])/g;

/**
 * A `json` column takes U+0000 and half surrogate pairs, but every statement that looks into it fails, also for the
 * rows beside it. `JSON.stringify` writes whole pairs as they are, so an escaped surrogate is always half a pair.
 */
export function storableJson(value: object): string {
  const text = JSON.stringify(value);
  return text.includes("\\u")
    ? text.replaceAll(ESCAPES, (escape, unreadable: string | undefined) =>
        unreadable === undefined ? escape : "\\ufffd",
      )
    : text;
}
