/**
 * Amounts travel as JSON numbers. A JavaScript number keeps 15 significant digits of any decimal, which is all that a request may have; an answer
 * may have more (18 decimals of ETH), and always shows its scale (1500.00). So answers can also be read with every number as its text.
 */
export type NumberForm = "number" | "text";

/** The same value with every number as the text that stood on the wire. */
export type AsText<T> = T extends number ? string : T extends readonly (infer I)[] ? AsText<I>[] : T extends object ? { [K in keyof T]: AsText<T[K]> } : T;

/** `T` as a reader of the form gets it. */
export type As<N extends NumberForm, T> = N extends "text" ? AsText<T> : T;

/** A string, or a number outside of one: strings are matched first, so that digits in them are left alone. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

export function readJson(text: string, numbers: NumberForm): unknown {
  if (numbers === "number") return JSON.parse(text);
  return JSON.parse(text.replace(STRING_OR_NUMBER, (token) => (token.startsWith('"') ? token : `"${token}"`)));
}
