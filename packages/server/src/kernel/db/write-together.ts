import type { Queryable } from "./client.ts";
import type { RowSource } from "./row-source.ts";

/**
 * Several writing statements sent as one: each becomes a part (`WITH`) of a single statement, which is prepared,
 * answered and, outside of a transaction, committed once. All parts see the database as it was before any of them.
 *
 *   WITH w1 AS (the second), w2 AS (the third) the first RETURNING its rows
 */
export type Write = {
  /** INSERT, UPDATE or DELETE; a constant, as it is kept in a prepared statement. Parameters are numbered from 1. */
  readonly text: string;
  readonly values: readonly unknown[];
};

/** A statement over rows, as a function of the rows: no statement for no rows. */
export function writesOf<T>(text: string, source: RowSource<T>): (rows: readonly T[]) => Write[] {
  return (rows) => (rows.length === 0 ? [] : [{ text, values: source.values(rows) }]);
}

/** Returns the rows that the first statement returns. */
export async function writeTogether<R = Record<string, unknown>>(
  db: Queryable,
  writes: readonly Write[],
): Promise<R[]> {
  const [first, ...others] = writes;
  return first === undefined ? [] : db.query<R>(textOf(ANSWERING_FIRST, first, others), valuesOf(first, others));
}

/** Unless the first returns exactly this many rows, all fail with a row fault: for rows that may have changed since. */
export async function writeAllOrNone(db: Queryable, rows: number, writes: readonly [Write, ...Write[]]): Promise<void> {
  const [first, ...others] = writes;
  await db.query(textOf(COUNTING_FIRST, first, others), [...valuesOf(first, others), rows]);
}

type Form = { readonly known: TextNode; compose(first: string, others: readonly string[], parameters: number): string };
/** Combined texts are built once for each sequence of statements; the cache is a tree with one step per statement. */
type TextNode = { text?: string; readonly next: Map<string, TextNode> };

const ANSWERING_FIRST: Form = {
  known: { next: new Map() },
  compose: (first, others) =>
    others.length === 0
      ? first
      : `WITH ${others.map((text, index) => `w${index + 1} AS (${text})`).join(", ")} ${first}`,
};

const COUNTING_FIRST: Form = {
  known: { next: new Map() },
  compose: (first, others, parameters) =>
    `WITH ${[first, ...others].map((text, index) => `w${index} AS (${text})`).join(", ")}
      SELECT require_rows(count(*), $${parameters + 1}) FROM w0`,
};

function textOf(form: Form, first: Write, others: readonly Write[]): string {
  let node = step(form.known, first.text);
  for (const { text } of others) node = step(node, text);
  return (node.text ??= composed(form, first, others));
}

function step(node: TextNode, text: string): TextNode {
  let next = node.next.get(text);
  if (next === undefined) node.next.set(text, (next = { next: new Map() }));
  return next;
}

function composed(form: Form, first: Write, others: readonly Write[]): string {
  let parameters = first.values.length;
  const texts = others.map(({ text, values }) => {
    const renumbered = text.replaceAll(/\$(\d+)/g, (_, number: string) => `$${Number(number) + parameters}`);
    parameters += values.length;
    return renumbered;
  });
  return form.compose(first.text, texts, parameters);
}

function valuesOf(first: Write, others: readonly Write[]): unknown[] {
  return [first, ...others].flatMap(({ values }) => values);
}
