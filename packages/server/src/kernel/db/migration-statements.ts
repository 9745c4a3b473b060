import { isInDirectory } from "./directory.ts";

/**
 * Parses migrations as far as three questions require: whom a statement blocks (`corridor migrate --plan`), whether the
 * previous version keeps working after it was applied (a test checks new migrations), and which statements every cell
 * needs.
 */
export type LockNote = {
  readonly table: string;
  /** The change, quoted from the statement. */
  readonly change: string;
  readonly waits: "reads and writes" | "writes" | "nobody";
  /** Whether the duration grows with the number of rows. */
  readonly growsWithRows: boolean;
};

const PIECE = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|;|[^-/'"$;]+|[\s\S]/g;

/** Splits SQL into its statements, removes comments, and reduces blanks outside of quotes to single spaces. */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let current = "";
  for (const [piece] of sql.matchAll(PIECE)) {
    if (piece === ";") {
      statements.push(current.trim());
      current = "";
    } else if (/^['"$]/.test(piece)) current += piece;
    // A literal that goes on in the next line needs the line's end.
    else if (current.endsWith("'") && /^\s*\n\s*$/.test(piece)) current += "\n";
    else {
      const plain = /^(?:--|\/\*)/.test(piece) ? " " : piece.replaceAll(/\s+/g, " ");
      current += /\s$/.test(current) ? plain.trimStart() : plain;
    }
  }
  return [...statements, current.trim()].filter((statement) => statement !== "");
}

type Rule = { pattern: RegExp; waits: LockNote["waits"]; growsWithRows: boolean; breaksEarlierVersion?: true };

const TABLE = String.raw`(?:IF (?:NOT )?EXISTS )?(?:ONLY )?(?<table>[\w.]+)`;
const ON_TABLE = String.raw`[\s\S]*? ON (?:ONLY )?(?<table>[\w.]+)`;

/** The first rule that matches a clause applies. PostgreSQL's documentation of each command names its lock. */
const STATEMENT_RULES: readonly Rule[] = [
  { pattern: new RegExp(`^CREATE (?:UNIQUE )?INDEX CONCURRENTLY ${ON_TABLE}`), waits: "nobody", growsWithRows: true },
  {
    pattern: new RegExp(`^CREATE UNIQUE INDEX ${ON_TABLE}`),
    waits: "writes",
    growsWithRows: true,
    breaksEarlierVersion: true,
  },
  { pattern: new RegExp(`^CREATE INDEX ${ON_TABLE}`), waits: "writes", growsWithRows: true },
  { pattern: new RegExp(`^CREATE (?:CONSTRAINT )?TRIGGER ${ON_TABLE}`), waits: "writes", growsWithRows: false },
  { pattern: new RegExp(`^DROP TRIGGER ${ON_TABLE}`), waits: "reads and writes", growsWithRows: false },
  {
    pattern: new RegExp(`^DROP TABLE ${TABLE}`),
    waits: "reads and writes",
    growsWithRows: false,
    breaksEarlierVersion: true,
  },
  { pattern: new RegExp(`^DROP FUNCTION ${TABLE}`), waits: "nobody", growsWithRows: false, breaksEarlierVersion: true },
  { pattern: new RegExp(`^(?:UPDATE|DELETE FROM) ${TABLE}`), waits: "writes", growsWithRows: true },
  {
    pattern: new RegExp(`^TRUNCATE (?:TABLE )?${TABLE}`),
    waits: "reads and writes",
    growsWithRows: false,
    breaksEarlierVersion: true,
  },
];

const CLAUSE_RULES: readonly Rule[] = [
  {
    pattern: /^ADD COLUMN (?!.*DEFAULT).*NOT NULL/,
    waits: "reads and writes",
    growsWithRows: false,
    breaksEarlierVersion: true,
  },
  { pattern: /^ADD COLUMN/, waits: "reads and writes", growsWithRows: false },
  { pattern: /^DROP COLUMN|^RENAME/, waits: "reads and writes", growsWithRows: false, breaksEarlierVersion: true },
  {
    pattern: /^ALTER (?:COLUMN )?\w+ (?:SET DATA )?TYPE/,
    waits: "reads and writes",
    growsWithRows: true,
    breaksEarlierVersion: true,
  },
  {
    pattern: /^ALTER (?:COLUMN )?\w+ SET NOT NULL/,
    waits: "reads and writes",
    growsWithRows: true,
    breaksEarlierVersion: true,
  },
  {
    pattern: /^ALTER (?:COLUMN )?\w+ DROP DEFAULT/,
    waits: "reads and writes",
    growsWithRows: false,
    breaksEarlierVersion: true,
  },
  { pattern: /^VALIDATE CONSTRAINT/, waits: "nobody", growsWithRows: true },
  {
    pattern: /^ADD (?:CONSTRAINT \w+ )?(?:CHECK|FOREIGN KEY).*NOT VALID$/,
    waits: "reads and writes",
    growsWithRows: false,
    breaksEarlierVersion: true,
  },
  {
    pattern: /^ADD (?:CONSTRAINT|CHECK|FOREIGN KEY|UNIQUE|PRIMARY KEY|EXCLUDE)/,
    waits: "reads and writes",
    growsWithRows: true,
    breaksEarlierVersion: true,
  },
  { pattern: /^/, waits: "reads and writes", growsWithRows: false },
];

type Effect = LockNote & { readonly breaksEarlierVersion: boolean };

function effectsOf(statement: string): Effect[] {
  const alter = new RegExp(`^ALTER TABLE ${TABLE} (?<clauses>[\\s\\S]+)$`).exec(statement);
  if (alter !== null)
    return splitClauses(alter.groups!["clauses"]!).map((clause) =>
      effect(
        CLAUSE_RULES.find(({ pattern }) => pattern.test(clause))!,
        alter.groups!["table"]!,
        clause,
      ),
    );
  for (const rule of STATEMENT_RULES) {
    const table = rule.pattern.exec(statement)?.groups?.["table"];
    if (table !== undefined) return [effect(rule, table, statement)];
  }
  return [];
}

const MAX_SHOWN = 70;

function effect({ waits, growsWithRows, breaksEarlierVersion }: Rule, table: string, change: string): Effect {
  const shown = change.length > MAX_SHOWN ? `${change.slice(0, MAX_SHOWN)}...` : change;
  return {
    table: table.replace(/^public\./, ""),
    change: shown,
    waits,
    growsWithRows,
    breaksEarlierVersion: breaksEarlierVersion === true,
  };
}

/** Splits at the commas outside of parentheses. */
function splitClauses(clauses: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let current = "";
  for (const character of clauses) {
    if (character === "(") depth++;
    if (character === ")") depth--;
    if (character === "," && depth === 0) {
      found.push(current.trim());
      current = "";
    } else current += character;
  }
  return [...found, current.trim()];
}

export function createdTables(sql: string): string[] {
  return splitStatements(sql).flatMap(
    (statement) => new RegExp(`^CREATE TABLE ${TABLE}`).exec(statement)?.groups?.["table"] ?? [],
  );
}

/** No other process uses tables that the same text creates. */
function effectsOnExisting(sql: string): Effect[] {
  const created = new Set(createdTables(sql));
  return splitStatements(sql)
    .flatMap(effectsOf)
    .filter(({ table }) => !created.has(table));
}

export function describeLocks(sql: string): LockNote[] {
  return effectsOnExisting(sql).map(({ table, change, waits, growsWithRows }) => ({
    table,
    change,
    waits,
    growsWithRows,
  }));
}

/** Statements that would break the previous version, or block payments for as long as a table is large. */
export function findRollingUpgradeFaults(sql: string): string[] {
  return effectsOnExisting(sql).flatMap(({ table, change, waits, growsWithRows, breaksEarlierVersion }) => [
    ...(breaksEarlierVersion
      ? [`${table}: "${change}" breaks the previous version, which still runs while this is applied`]
      : []),
    ...(growsWithRows && waits !== "nobody" && !/^(?:UPDATE|DELETE)/.test(change)
      ? [`${table}: "${change}" blocks ${waits} for a time that grows with the table`]
      : []),
  ]);
}

/** What a statement changes: a table, or something that exists once for all cells. */
const TARGETS: readonly RegExp[] = [
  new RegExp(`^(?:CREATE|ALTER|DROP|TRUNCATE) TABLE ${TABLE}`),
  new RegExp(`^CREATE (?:UNIQUE )?INDEX ${ON_TABLE}`),
  new RegExp(`^(?:CREATE (?:CONSTRAINT )?|DROP )TRIGGER ${ON_TABLE}`),
  new RegExp(`^COMMENT ON (?:TABLE|COLUMN) ${TABLE}`),
  new RegExp(`^(?:UPDATE|DELETE FROM|INSERT INTO) ${TABLE}`),
];
const ONCE =
  /^(?:CREATE|CREATE OR REPLACE|ALTER|DROP) (?:FUNCTION|SCHEMA|TYPE|DOMAIN)|^COMMENT ON (?:FUNCTION|TYPE|DOMAIN|SCHEMA) /;
/**
 * The statement does not name its table. The first cell is migrated first, so by now an object of the directory no
 * longer exists.
 */
const DROPPED_INDEX = /^DROP INDEX (?:CONCURRENTLY )?IF EXISTS /;

/**
 * The statements of a migration that every further cell needs. Throws for a statement from which this cannot be
 * decided.
 */
export function cellStatements(sql: string): string[] {
  return splitStatements(sql).filter(
    (statement) => !ONCE.test(statement) && (DROPPED_INDEX.test(statement) || !isInDirectory(targetOf(statement))),
  );
}

function targetOf(statement: string): string {
  const table = TARGETS.map((pattern) => pattern.exec(statement)?.groups?.["table"]).find(
    (found) => found !== undefined,
  );
  if (table === undefined)
    throw new Error(
      `it cannot be told whether every cell needs "${statement.slice(0, MAX_SHOWN)}"; see CONTRIBUTING.md`,
    );
  const [place, column] = table.replace(/^public\./, "").split(".");
  return place === "identity" ? `identity.${column}` : place!;
}
