/**
 * A piece of a statement whose filters vary, with the values that belong into it. What is not a value is constant text:
 * optional filters are pieces of their own, which are joined. Such a statement is planned anew each time it is sent
 * (`Reader.ask`), because the best plan depends on its filters and values.
 */
export class Sql {
  readonly texts: readonly string[];
  readonly values: readonly unknown[];
  constructor(texts: readonly string[], values: readonly unknown[] = []) {
    this.texts = texts;
    this.values = values;
  }
}

/** A value that is a piece itself becomes a part of the text. */
export function sql(texts: TemplateStringsArray, ...parts: readonly unknown[]): Sql {
  return parts.reduce<Sql>(
    (whole, part, index) =>
      append(append(whole, part instanceof Sql ? part : new Sql(["", ""], [part])), new Sql([texts[index + 1]!])),
    new Sql([texts[0]!]),
  );
}

function append(one: Sql, other: Sql): Sql {
  const [first = "", ...rest] = other.texts;
  return new Sql([...one.texts.slice(0, -1), one.texts.at(-1)! + first, ...rest], [...one.values, ...other.values]);
}

/** Text of ours, such as a list of columns; never a value. */
export function raw(text: string): Sql {
  return new Sql([text]);
}

export function join(parts: readonly Sql[], separator: " AND " | " OR " | ", " = " AND "): Sql {
  return parts.reduce((whole, part) => append(append(whole, raw(separator)), part));
}

export function textOf({ texts }: Sql): string {
  return texts.reduce((text, piece, index) => `${text}$${index}${piece}`);
}
