/**
 * Amounts are JSON numbers. A JavaScript number keeps 15 significant digits, which is all that a request may have. An
 * answer may have more (ETH has 18 decimals) and always shows its scale (1500.00), so answers can also be read with
 * every number as text.
 */
export type NumberForm = "number" | "text";

/** The same value with every number as the text that was sent. */
export type AsText<T> = T extends number
  ? string
  : T extends readonly (infer I)[]
    ? AsText<I>[]
    : T extends object
      ? { [K in keyof T]: AsText<T[K]> }
      : T;

/** `T` as a client with this number format gets it. */
export type As<N extends NumberForm, T> = N extends "text" ? AsText<T> : T;

/** Matches a string, or a number outside of a string. Strings come first, so that digits inside them stay unchanged. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

export function readJson(text: string, numbers: NumberForm): unknown {
  if (numbers === "number") return JSON.parse(text);
  return JSON.parse(text.replace(STRING_OR_NUMBER, (token) => (token.startsWith('"') ? token : `"${token}"`)));
}
