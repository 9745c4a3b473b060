/**
 * Which tables a statement reads and writes, from its text. Not a parser of SQL, only of where a table can stand: after FROM and JOIN and the commas of a FROM list, after
 * INTO, UPDATE, DELETE FROM and LOCK TABLE, at any depth. Fragments of statements are read the same way.
 */
export type StatementTables = { readonly reads: ReadonlySet<string>; readonly writes: ReadonlySet<string> };

/** One pair of parentheses. */
type Frame = {
  /** Between FROM and the clause after it, where a comma is followed by another table. */
  inFromList: boolean;
  awaitsTable: boolean;
  /** `extract(year FROM at)` names no table. */
  isArgumentList: boolean;
};

const TOKEN = /'(?:[^']|'')*'|[a-z_][\w.]*|\$\d+|::|[^\s\w]/gi;
const WORD = /^[a-z_]/i;
const ENDS_FROM_LIST = new Set([
  "WHERE",
  "GROUP",
  "ORDER",
  "LIMIT",
  "OFFSET",
  "FETCH",
  "HAVING",
  "WINDOW",
  "RETURNING",
  "UNION",
  "EXCEPT",
  "INTERSECT",
  "SET",
  "VALUES",
  "SELECT",
  "WITH",
  "FOR",
]);
/** With FROM inside of their parentheses. */
const FUNCTIONS_WITH_FROM = new Set(["EXTRACT", "SUBSTRING", "TRIM", "OVERLAY"]);
/** FOR UPDATE, FOR NO KEY UPDATE, ON CONFLICT DO UPDATE, BEFORE UPDATE. */
const BEFORE_UPDATE_THAT_NAMES_NO_TABLE = new Set(["FOR", "KEY", "DO", "ON", "BEFORE", "AFTER", "OR"]);

export function tablesOf(sql: string): StatementTables {
  const tokens = sql.match(TOKEN) ?? [];
  const upper = tokens.map((token) => token.toUpperCase());
  const common = new Set(upper.flatMap((token, index) => (token === "AS" && beginsQuery(upper, index + 1) ? [nameBefore(tokens, index)] : [])));
  const reads = new Set<string>();
  const writes = new Set<string>();
  const frames: Frame[] = [{ inFromList: false, awaitsTable: false, isArgumentList: false }];
  for (let index = 0; index < tokens.length; index++) {
    const frame = frames.at(-1)!;
    const token = upper[index]!;
    const before = upper[index - 1] ?? "";
    if (token === "(") {
      frames.push({ inFromList: frame.awaitsTable, awaitsTable: frame.awaitsTable, isArgumentList: FUNCTIONS_WITH_FROM.has(before) });
      frame.awaitsTable = false;
    } else if (token === ")") {
      if (frames.length > 1) frames.pop();
    } else if (token === "FROM" && before !== "DISTINCT" && !frame.isArgumentList) {
      if (before === "DELETE") writes.add(tokens[upper[index + 1] === "ONLY" ? index + 2 : index + 1] ?? "");
      else frame.awaitsTable = frame.inFromList = true;
    } else if (token === "JOIN" || (token === "USING" && upper[index + 1] !== "(")) {
      frame.awaitsTable = frame.inFromList = true;
    } else if (token === "," && frame.inFromList) {
      frame.awaitsTable = true;
    } else if (ENDS_FROM_LIST.has(token)) {
      frame.inFromList = frame.awaitsTable = false;
    } else if ((token === "INTO" && /^(INSERT|MERGE)$/.test(before)) || (token === "TABLE" && before === "LOCK") || isUpdateOfTable(upper, index)) {
      writes.add(tokens[index + 1] ?? "");
    } else if (frame.awaitsTable && WORD.test(token) && token !== "LATERAL" && token !== "ONLY") {
      if (upper[index + 1] !== "(") reads.add(tokens[index]!);
      frame.awaitsTable = false;
    }
  }
  for (const name of common) reads.delete(name);
  return { reads, writes };
}

function isUpdateOfTable(upper: readonly string[], index: number): boolean {
  return upper[index] === "UPDATE" && !BEFORE_UPDATE_THAT_NAMES_NO_TABLE.has(upper[index - 1] ?? "") && WORD.test(upper[index + 1] ?? "");
}

/** `name AS (SELECT ...)`, also with MATERIALIZED. */
function beginsQuery(upper: readonly string[], from: number): boolean {
  let index = from;
  while (upper[index] === "NOT" || upper[index] === "MATERIALIZED") index += 1;
  while (upper[index] === "(" && upper[index + 1] === "(") index += 1;
  return upper[index] === "(" && /^(SELECT|INSERT|UPDATE|DELETE|WITH|VALUES|MERGE)$/.test(upper[index + 1] ?? "");
}

/** The name that AS gives a query: `name AS`, or `name (columns) AS`. */
function nameBefore(tokens: readonly string[], index: number): string {
  if (tokens[index - 1] !== ")") return tokens[index - 1] ?? "";
  return tokens[tokens.lastIndexOf("(", index) - 1] ?? "";
}
