import type { Statements } from "./statement-types.ts";

declare const DESCRIBED: unique symbol;

/** The text of a statement, and what the database says of it: the values that it takes, and the rows that it answers. */
export type Statement<Values extends readonly unknown[] = never, Row = unknown> = string & {
  readonly [DESCRIBED]: (values: Values) => Row;
};

/** A row that the statement of this name answers. */
export type Row<Name extends keyof Statements> = Readonly<Statements[Name]["row"]>;

export type RowOf<S> = S extends Statement<infer _, infer Row> ? Row : never;

export type ValuesGiven<S> = S extends Statement<infer Values, infer _> ? Values : never;

/** A text of which nothing is known: of names that the server gave, and of tests. */
export type PlainText = string & { readonly [DESCRIBED]?: never };

/** No values may be left out. */
export type ValuesOf<Values extends readonly unknown[]> = Values extends readonly [] ? [] : [values: Values];

type Described<Name extends keyof Statements> = Statement<Statements[Name]["values"], Statements[Name]["row"]>;

/** `name` is that of the constant, behind its folder: "links.FIND_LINK". It is unique, and found in statement-types.ts. */
export function statement<Name extends keyof Statements>(
  _name: Name,
): (texts: TemplateStringsArray, ...parts: readonly (string | number)[]) => Described<Name> {
  return (texts, ...parts) => String.raw({ raw: texts }, ...parts) as Described<Name>;
}
