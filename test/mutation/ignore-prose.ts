/**
 * Sentences for people are not mutated: a test that repeats them word by word finds no mistake and breaks with every
 * better wording. Codes, names and formats never have two lower-case words in a row, so they are mutated.
 */
const PROSE = /\b[a-z]{2,} [a-z']+/;

type Node = {
  readonly type: string;
  readonly value?: unknown;
  readonly quasis?: readonly { readonly value: { readonly raw: string } }[];
};

function textOf({ type, value, quasis }: Node): string {
  if (type === "TemplateLiteral") return quasis!.map(({ value: { raw } }) => raw).join("x");
  return type === "StringLiteral" ? String(value) : "";
}

export const strykerPlugins = [
  {
    kind: "Ignore",
    name: "prose",
    value: {
      shouldIgnore: ({ node }: { node: Node }): string | undefined =>
        PROSE.test(textOf(node)) ? "a sentence for people" : undefined,
    },
  },
];
