import type { Row } from "@corridor/shared/operations.ts";

export type Program = Row<"/payments/routing/programs">;
export type Rule = Program["rules"][number];

/** What a part of a rule says, without the signs of JSON, for people who check it against what they meant. */
export function wordsOf(part: Rule["when"] | Rule["then"]): string {
  const words = Object.entries(part).map(([name, value]) => {
    const isList = Array.isArray(value) && value.every((one) => typeof one === "string");
    const text = isList ? value.join(", ") : JSON.stringify(value).replaceAll(/["{}[\]]/g, "");
    return `${name} ${text.replaceAll(/[:,](?=\S)/g, (sign) => (sign === ":" ? " " : ", "))}`.replaceAll("_", " ");
  });
  return words.length === 0 ? "every payment" : words.join("; ");
}

/** The rules in a text, or where the text is no JSON. */
export function readRules(text: string): { rules: Rule[] } | { problem: string } {
  try {
    const rules: unknown = JSON.parse(text);
    return Array.isArray(rules) ? { rules: rules as Rule[] } : { problem: "The rules are a list: [ ... ]" };
  } catch (error) {
    const { message } = error as Error;
    const position = /position (\d+)/.exec(message)?.[1];
    const line = position === undefined ? "" : `Line ${text.slice(0, Number(position)).split("\n").length}: `;
    return { problem: `${line}${message.replace(/ in JSON at position.*/, "")}` };
  }
}

/** Where the rule stands in the text, to be selected; null if there is none. */
export function placeOfRule(text: string, index: number): { from: number; to: number } | null {
  let [depth, found, from] = [0, -1, 0];
  for (const { 0: sign, index: at } of text.matchAll(/"(?:\\.|[^"\\])*"|[[\]{}]/g)) {
    if (sign === "[" || sign === "{") {
      if (depth++ === 1 && ++found === index) from = at;
    } else if (!sign.startsWith('"') && --depth === 1 && found === index) return { from, to: at + 1 };
  }
  return null;
}
