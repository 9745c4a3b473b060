import fc from "fast-check";
import { TEMPLATES } from "./compact-text.ts";
import type { EventType } from "./event-types.ts";

/** For each template: an event type that has it, and whether the event shares the data of another. */
export const USES: readonly { readonly number: number; readonly type: EventType; readonly shares: boolean }[] = [
  { number: 1, type: "payment.pending", shares: true },
  { number: 2, type: "virtual_account.withdrawal", shares: false },
  { number: 3, type: "virtual_account.deposit", shares: false },
  { number: 4, type: "payment.pending", shares: false },
  { number: 5, type: "transaction.updated", shares: false },
];

export function filled(template: string, valueOf: (slot: number) => string): string {
  return template.replaceAll(/%(\d+)\$s/g, (_, slot: string) => valueOf(Number(slot)));
}

/** What the SQL function `event_text` does with a stored text of its own data. */
export function restored(stored: string): string {
  const values = stored.split("\x1F");
  return values.length === 1 ? stored : filled(TEMPLATES[Number(values[0]) - 1]!, (slot) => values[slot - 1]!);
}

export const fragments = TEMPLATES.flatMap((template) => template.split(/%\d+\$s/));
/** What a caller could write to be mistaken for a part of a template, and any other JSON. */
const value = fc.oneof(
  fc.constantFrom(...fragments, "", "%", "%1$s", "{}", "null", "\\u001f", '"data":{', "}}"),
  fc.json(),
  fc.string({ unit: "grapheme" }).map((text) => JSON.stringify(text)),
);

/** Texts that fit the template; the first has the same plain value everywhere. */
export function textsOf(number: number): string[] {
  const template = TEMPLATES[number - 1]!;
  const samples = fc.sample(fc.array(value, { minLength: 70, maxLength: 70 }), 200);
  return [filled(template, () => "1"), ...samples.map((values) => filled(template, (slot) => values[slot]!))];
}
