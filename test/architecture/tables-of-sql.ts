/**
 * Which tables a statement reads, writes and locks, from its text. Not a full SQL parser; it only knows the places of a
 * table name: after FROM and JOIN and the commas of a FROM list, after INTO, UPDATE, DELETE FROM and LOCK TABLE, at any
 * depth. Fragments of statements are read the same way.
 */
export type StatementTables = {
  readonly reads: ReadonlySet<string>;
  readonly writes: ReadonlySet<string>;
  /** The locks that the statement takes, in the order of its text. */
  readonly locks: readonly TableLock[];
};

/**
 * `rows`: SELECT ... FOR `mode`. `key`: INSERT ... ON CONFLICT, which waits for a transaction that is inserting the
 * same key. `insert`: waits for nobody.
 */
export type TableLock = {
  readonly table: string;
  readonly by: "rows" | "update" | "key" | "insert";
  readonly waits: boolean;
  readonly mode?: string;
};

/** The state inside one pair of parentheses. */
type Frame = {
  /** True between FROM and the next clause, where a comma introduces another table. */
  inFromList: boolean;
  awaitsTable: boolean;
  /** `extract(year FROM at)` names no table. */
  isArgumentList: boolean;
  /** The tables that are read here, by alias and by name. */
  tables: Map<string, string>;
};

const TOKEN = /'(?:[^']|'')*'|[a-z_][\w.]*|\$\d+|::|[^\s\w]/gi;
const WORD = /^[a-z_]/i;
const ENDS_FROM_LIST = new Set(
  `WHERE GROUP ORDER LIMIT OFFSET FETCH HAVING WINDOW RETURNING UNION EXCEPT INTERSECT SET VALUES
    SELECT WITH FOR ON USING`.split(" "),
);
/** Functions whose arguments contain FROM. */
const FUNCTIONS_WITH_FROM = new Set(["EXTRACT", "SUBSTRING", "TRIM", "OVERLAY"]);
/** FOR UPDATE, FOR NO KEY UPDATE, ON CONFLICT DO UPDATE, BEFORE UPDATE. */
const BEFORE_UPDATE_THAT_NAMES_NO_TABLE = new Set(["FOR", "KEY", "DO", "ON", "BEFORE", "AFTER", "OR"]);
const ROW_LOCK = /^(UPDATE|NO KEY UPDATE|SHARE|KEY SHARE)(?: OF ([\w ,]+?))?( SKIP LOCKED| NOWAIT)?(?: |$)/;

export function tablesOf(sql: string): StatementTables {
  const tokens = sql.match(TOKEN) ?? [];
  const upper = tokens.map((token) => token.toUpperCase());
  const common = new Set(
    upper.flatMap((token, index) =>
      token === "AS" && beginsQuery(upper, index + 1) ? [nameBefore(tokens, index)] : [],
    ),
  );
  const reads = new Set<string>();
  const writes = new Set<string>();
  const locks: TableLock[] = [];
  const frames: Frame[] = [{ inFromList: false, awaitsTable: false, isArgumentList: false, tables: new Map() }];
  const write = (index: number, by: TableLock["by"]): void => {
    const table = tokens[upper[index] === "ONLY" ? index + 1 : index] ?? "";
    writes.add(table);
    locks.push({ table, by, waits: by !== "insert" });
  };
  for (let index = 0; index < tokens.length; index++) {
    const frame = frames.at(-1)!;
    const token = upper[index]!;
    const before = upper[index - 1] ?? "";
    if (token === "(") {
      frames.push({
        inFromList: frame.awaitsTable,
        awaitsTable: frame.awaitsTable,
        isArgumentList: FUNCTIONS_WITH_FROM.has(before),
        tables: new Map(),
      });
      frame.awaitsTable = false;
    } else if (token === ")") {
      if (frames.length > 1) frames.pop();
    } else if (token === "FROM" && before !== "DISTINCT" && !frame.isArgumentList) {
      if (before === "DELETE") write(index + 1, "update");
      else frame.awaitsTable = frame.inFromList = true;
    } else if (token === "JOIN" || (token === "USING" && upper[index + 1] !== "(" && upper[index + 1] !== "ERRCODE")) {
      frame.awaitsTable = frame.inFromList = true;
    } else if (token === "," && frame.inFromList) {
      frame.awaitsTable = true;
    } else if (token === "INTO" && before === "INSERT") {
      write(index + 1, hasConflictClause(upper, index) ? "key" : "insert");
    } else if ((token === "TABLE" && before === "LOCK") || isUpdateOfTable(upper, index)) {
      write(index + 1, "update");
    } else if (token === "FOR") {
      locks.push(...rowLocksOf(upper.slice(index + 1, index + 12).join(" "), frame.tables));
      frame.inFromList = frame.awaitsTable = false;
    } else if (ENDS_FROM_LIST.has(token)) {
      // The FROM list continues after a JOIN condition: FROM a JOIN b ON a.id = b.id, c
      if (token !== "ON" && token !== "USING") frame.inFromList = false;
      frame.awaitsTable = false;
    } else if (frame.awaitsTable && WORD.test(token) && token !== "LATERAL" && token !== "ONLY") {
      if (upper[index + 1] !== "(") {
        reads.add(tokens[index]!);
        frame.tables.set(aliasAfter(upper, index) ?? token, tokens[index]!);
      }
      frame.awaitsTable = false;
    }
  }
  for (const name of common) reads.delete(name);
  return { reads, writes, locks: locks.filter(({ table }) => !common.has(table)) };
}

function isUpdateOfTable(upper: readonly string[], index: number): boolean {
  return (
    /^UPDATE$/.test(upper[index] ?? "") &&
    !BEFORE_UPDATE_THAT_NAMES_NO_TABLE.has(upper[index - 1] ?? "") &&
    WORD.test(upper[index + 1] ?? "")
  );
}

/** Inside the same parentheses. */
function hasConflictClause(upper: readonly string[], from: number): boolean {
  let depth = 0;
  for (let index = from; index < upper.length && depth >= 0; index++) {
    if (upper[index] === "(") depth += 1;
    else if (upper[index] === ")") depth -= 1;
    else if (depth === 0 && upper[index] === "CONFLICT") return true;
  }
  return false;
}

/** `clause` is the text after FOR. Without OF it locks the rows of every table in the same FROM. */
function rowLocksOf(clause: string, tables: ReadonlyMap<string, string>): TableLock[] {
  const match = ROW_LOCK.exec(clause);
  if (match === null) return [];
  const [, mode, of, unlessLocked] = match;
  const named = of?.split(",").map((alias) => tables.get(alias.trim()) ?? alias.trim().toLowerCase()) ?? [
    ...tables.values(),
  ];
  return named.map((table) => ({ table, by: "rows", waits: unlessLocked === undefined, mode }));
}

function aliasAfter(upper: readonly string[], index: number): string | undefined {
  const alias = upper[index + 1] === "AS" ? upper[index + 2] : upper[index + 1];
  if (alias === undefined || !WORD.test(alias)) return undefined;
  return ENDS_FROM_LIST.has(alias) || /^(?:JOIN|LEFT|RIGHT|INNER|CROSS|FULL|NATURAL|AND)$/.test(alias)
    ? undefined
    : alias;
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
