/** As far as to say whom a statement blocks, and whether the previous version survives it. */
export type LockNote = {
  readonly table: string;
  readonly change: string;
  readonly waits: "reads and writes" | "writes" | "nobody";
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

type Rule = { pattern: RegExp; waits: LockNote["waits"]; growsWithRows: boolean; breaksEarlierVersion: boolean };
type RuleOptions = { grows?: true; breaks?: true };

function rule(pattern: string, waits: LockNote["waits"], { grows, breaks }: RuleOptions = {}): Rule {
  return { pattern: new RegExp(pattern), waits, growsWithRows: grows === true, breaksEarlierVersion: breaks === true };
}

const TABLE = String.raw`(?:IF (?:NOT )?EXISTS )?(?:ONLY )?(?<table>[\w.]+)`;
const ON_TABLE = String.raw`[\s\S]*? ON (?:ONLY )?(?<table>[\w.]+)`;
const ALL = "reads and writes";

/** The first rule that matches a clause applies. PostgreSQL's documentation of each command names its lock. */
const STATEMENT_RULES: readonly Rule[] = [
  rule(`^CREATE (?:UNIQUE )?INDEX CONCURRENTLY ${ON_TABLE}`, "nobody", { grows: true }),
  rule(`^CREATE UNIQUE INDEX ${ON_TABLE}`, "writes", { grows: true, breaks: true }),
  rule(`^CREATE INDEX ${ON_TABLE}`, "writes", { grows: true }),
  rule(`^CREATE (?:CONSTRAINT )?TRIGGER ${ON_TABLE}`, "writes"),
  rule(`^DROP TRIGGER ${ON_TABLE}`, ALL),
  rule(`^DROP TABLE ${TABLE}`, ALL, { breaks: true }),
  rule(`^DROP FUNCTION ${TABLE}`, "nobody", { breaks: true }),
  rule(`^(?:UPDATE|DELETE FROM) ${TABLE}`, "writes", { grows: true }),
  rule(`^TRUNCATE (?:TABLE )?${TABLE}`, ALL, { breaks: true }),
];

const CLAUSE_RULES: readonly Rule[] = [
  rule("^ADD COLUMN (?!.*DEFAULT).*NOT NULL", ALL, { breaks: true }),
  rule("^ADD COLUMN", ALL),
  rule("^DROP COLUMN|^RENAME", ALL, { breaks: true }),
  rule(String.raw`^ALTER (?:COLUMN )?\w+ (?:SET DATA )?TYPE`, ALL, { grows: true, breaks: true }),
  rule(String.raw`^ALTER (?:COLUMN )?\w+ SET NOT NULL`, ALL, { grows: true, breaks: true }),
  rule(String.raw`^ALTER (?:COLUMN )?\w+ DROP DEFAULT`, ALL, { breaks: true }),
  rule("^VALIDATE CONSTRAINT", "nobody", { grows: true }),
  rule(String.raw`^ADD (?:CONSTRAINT \w+ )?(?:CHECK|FOREIGN KEY).*NOT VALID$`, ALL, { breaks: true }),
  rule("^ADD (?:CONSTRAINT|CHECK|FOREIGN KEY|UNIQUE|PRIMARY KEY|EXCLUDE)", ALL, { grows: true, breaks: true }),
  rule("^", ALL),
];

type Effect = LockNote & { readonly breaksEarlierVersion: boolean };

function effectsOf(statement: string): Effect[] {
  const alter = new RegExp(`^ALTER TABLE ${TABLE} (?<clauses>[\\s\\S]+)$`).exec(statement)?.groups;
  if (alter !== undefined)
    return splitClauses(alter["clauses"]!).map((clause) =>
      effect(
        CLAUSE_RULES.find(({ pattern }) => pattern.test(clause))!,
        alter["table"]!,
        clause,
      ),
    );
  for (const one of STATEMENT_RULES) {
    const table = one.pattern.exec(statement)?.groups?.["table"];
    if (table !== undefined) return [effect(one, table, statement)];
  }
  return [];
}

const MAX_SHOWN = 70;

function effect({ waits, growsWithRows, breaksEarlierVersion }: Rule, table: string, statement: string): Effect {
  const change = statement.length > MAX_SHOWN ? `${statement.slice(0, MAX_SHOWN)}...` : statement;
  return { table: table.replace(/^public\./, ""), change, waits, growsWithRows, breaksEarlierVersion };
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
export function effectsOnExisting(sql: string): Effect[] {
  const created = new Set(createdTables(sql));
  return splitStatements(sql)
    .flatMap(effectsOf)
    .filter(({ table }) => !created.has(table));
}

export function describeLocks(sql: string): LockNote[] {
  return effectsOnExisting(sql).map(({ breaksEarlierVersion: _, ...note }) => note);
}

export function keepsEarlierVersion(sql: string): boolean {
  return effectsOnExisting(sql).every(({ breaksEarlierVersion }) => !breaksEarlierVersion);
}
