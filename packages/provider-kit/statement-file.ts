import type { OutboundResponse } from "./outbound.ts";
import { isSuccess } from "./speak.ts";
import { MalformedAnswer } from "./wire.ts";

/** A longer statement is downloaded by a person and uploaded in pieces. */
export const MAX_STATEMENT_BYTES = 16 * 1_048_576;

/** The text of a statement, which begins with the names of its columns: a page that asks to sign in is no statement. */
export function readStatement(response: OutboundResponse, firstColumn: RegExp): string {
  if (!isSuccess(response)) throw new MalformedAnswer(`answered ${response.statusCode}`);
  const text = new TextDecoder("utf-8").decode(response.body);
  if (!firstColumn.test(text) || text.includes("\0")) throw new MalformedAnswer("a statement without its columns");
  return text;
}
