/**
 * A number with more digits than a double holds would silently become another. While the body is checked it is a symbol
 * with its digits, which no field accepts by mistake; free-form data then keeps every digit, as text.
 */
const LONG_NUMBER = /\d[\d.]{15}/;
export const MAX_EXACT_DIGITS = 15;

/** Bodies that hold such symbols. They are rare, and all other bodies need not be searched for them. */
const unchecked = new WeakSet<object>();

/** `value` is the parsed `text`. A match inside a string only costs the second look. */
export function keepLongNumbers(text: string, value: unknown): unknown {
  if (!LONG_NUMBER.test(text)) return value;
  let found = false;
  const kept = JSON.parse(text, ((_key: string, node: unknown, context: { source?: string }) => {
    if (typeof node !== "number" || context.source === undefined) return node;
    const digits = significantDigits(context.source);
    if (digits.length <= MAX_EXACT_DIGITS || digits === significantDigits(String(node))) return node;
    found = true;
    return Symbol(context.source);
  }) as (key: string, node: unknown) => unknown);
  if (found && typeof kept === "object" && kept !== null) unchecked.add(kept);
  return kept;
}

export function isLongNumber(value: unknown): boolean {
  return typeof value === "symbol";
}

/** To the nearest double: for a field that is compared within a tolerance (`"x-any-precision": true`). */
export function roundLongNumber(body: Record<string, unknown>, name: string): void {
  const value = body[name];
  if (typeof value === "symbol") body[name] = Number(value.description);
}

/** Replaces the symbols of a checked body by text. */
export function longNumbersAsText(body: unknown): unknown {
  return typeof body === "object" && body !== null && unchecked.delete(body) ? spelledOut(body) : body;
}

function spelledOut(value: unknown): unknown {
  if (typeof value === "symbol") return value.description;
  if (Array.isArray(value)) return value.map(spelledOut);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, spelledOut(field)]));
}

/** Walked: a pattern for trailing zeros starts again at every zero, and would block the process for minutes. */
function significantDigits(number: string): string {
  const digits = number.replace(/[eE].*$/, "").replaceAll(/[-.]/g, "");
  let start = 0;
  let end = digits.length;
  while (digits[start] === "0") start += 1;
  while (end > start && digits[end - 1] === "0") end -= 1;
  return digits.slice(start, end);
}
