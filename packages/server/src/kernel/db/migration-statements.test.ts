import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { describeLocks, effectsOnExisting, splitStatements } from "./migration-statements.ts";

const DIRECTORY = join(import.meta.dirname, "migrations");
/** The files before it are the schema of 1.0.0: no earlier version runs on any of it. */
const FIRST_HELD = "0200";
const filesFrom = (first: string): { name: string; sql: string }[] =>
  ["directory", "cell"].flatMap((kind) =>
    readdirSync(join(DIRECTORY, kind))
      .filter((name) => name >= first)
      .map((name) => ({ name, sql: readFileSync(join(DIRECTORY, kind, name), "utf8") })),
  );
/**
 * A contracting file: it removes something that an earlier version still used. It is listed here with the version that
 * stopped using it, and is released at least one version later.
 */
const CONTRACTIONS: Readonly<Record<string, string>> = {};

/**
 * Citus refuses a constraint in the command that adds the column, and the first cell would have the migration already.
 * `npm run prove -- citus upgrade` runs other forms.
 */
function suitsCluster(statement: string): boolean {
  return !/^ALTER TABLE .*\bADD COLUMN\b.*\b(?:CHECK|UNIQUE|PRIMARY KEY|CONSTRAINT)\b/s.test(
    statement.replaceAll(/'[^']*'/g, "''"),
  );
}

/** Statements that would break the previous version, or block payments for as long as a table is large. */
function findRollingUpgradeFaults(sql: string): string[] {
  const effects = effectsOnExisting(sql);
  const locked = [...new Set(effects.filter(({ waits }) => waits !== "nobody").map(({ table }) => table))];
  // One transaction that waits for a second table while it holds the first can deadlock with traffic.
  const several = locked.length > 1 ? [`locks ${locked.join(" and ")} together; one table a file`] : [];
  return [...several, ...faultsOf(effects)];
}

function faultsOf(effects: ReturnType<typeof effectsOnExisting>): string[] {
  return effects.flatMap(({ table, change, waits, growsWithRows, breaksEarlierVersion }) => [
    ...(breaksEarlierVersion
      ? [`${table}: "${change}" breaks the previous version, which still runs while this is applied`]
      : []),
    ...(growsWithRows && waits !== "nobody" && !/^(?:UPDATE|DELETE)/.test(change)
      ? [`${table}: "${change}" blocks ${waits} for a time that grows with the table`]
      : []),
  ]);
}

describe("a migration", () => {
  test("is split at its statements, and what stands in quotes stays as it is", () => {
    const body = "$$\n  SELECT 'a;  b' -- kept\n$$";
    const sql =
      `-- Why.\nCOMMENT ON TABLE t IS 'two  spaces, and '\n  'the next line';\nCREATE   FUNCTION f() /* c ` +
      `*/ AS ${body};`;
    expect(splitStatements(sql)).toEqual([
      "COMMENT ON TABLE t IS 'two  spaces, and '\n'the next line'",
      `CREATE FUNCTION f() AS ${body}`,
    ]);
  });

  test("lets the version before go on working while it is applied and afterwards", () => {
    const faults = filesFrom(FIRST_HELD)
      .filter(({ name }) => CONTRACTIONS[name] === undefined)
      .flatMap(({ name, sql }) => findRollingUpgradeFaults(sql).map((fault) => `${name}: ${fault}`));
    expect(faults).toEqual([]);
  });

  test.each([
    ["ALTER TABLE payments DROP COLUMN note", "breaks the previous version"],
    ["ALTER TABLE payments RENAME COLUMN note TO remark", "breaks the previous version"],
    ["ALTER TABLE payments RENAME TO transfers", "breaks the previous version"],
    ["DROP TABLE payments", "breaks the previous version"],
    ["DROP FUNCTION payment_contacts", "breaks the previous version"],
    ["ALTER TABLE payments ADD COLUMN note text NOT NULL", "breaks the previous version"],
    ["ALTER TABLE payments ADD COLUMN a text, ADD COLUMN b numeric(12, 2) NOT NULL", "breaks the previous version"],
    ["ALTER TABLE payments ALTER COLUMN note SET NOT NULL", "breaks the previous version"],
    ["ALTER TABLE payments ALTER note TYPE integer USING note::integer", "blocks reads and writes"],
    ["ALTER TABLE payments ADD CONSTRAINT positive CHECK (amount > 0)", "blocks reads and writes"],
    ["ALTER TABLE payments ADD CONSTRAINT positive CHECK (amount > 0) NOT VALID", "breaks the previous version"],
    ["CREATE UNIQUE INDEX once ON payments (note)", "breaks the previous version"],
    ["CREATE INDEX by_note ON payments (note)", "blocks writes"],
    ["ALTER TABLE payments ADD COLUMN a text; ALTER TABLE refunds ADD COLUMN a text", "one table a file"],
  ])("with %s is found out", (sql, fault) => {
    expect(findRollingUpgradeFaults(`-- Why.\n${sql};`).join("\n")).toContain(fault);
  });

  test.each([
    "ALTER TABLE payments ADD COLUMN note text",
    "ALTER TABLE payments ADD COLUMN note text NOT NULL DEFAULT ''",
    "CREATE TABLE notes (id text NOT NULL); CREATE UNIQUE INDEX once ON notes (id); ALTER TABLE notes ADD CONSTRAINT " +
      "named CHECK (id <> '')",
    "CREATE INDEX CONCURRENTLY IF NOT EXISTS by_note ON payments (note)",
    "ALTER TABLE payments VALIDATE CONSTRAINT positive",
    "CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$ BEGIN DROP TABLE payments; END $$",
    "COMMENT ON TABLE payments IS 'once; DROP TABLE payments; and again'",
    "UPDATE payments SET note = ''",
  ])("with %s is fine", (sql) => {
    expect(findRollingUpgradeFaults(`${sql};`)).toEqual([]);
  });

  test("is split at its own semicolons only", () => {
    expect(splitStatements("-- a; b\nSELECT ';', $x$ ; $x$ ;  /* ; */ SELECT\n  1;")).toEqual([
      "SELECT ';', $x$ ; $x$",
      "SELECT 1",
    ]);
  });

  test("says whom its statements keep waiting", () => {
    expect(describeLocks("CREATE INDEX by_amount ON payments (amount, org_id);")).toEqual([
      {
        table: "payments",
        change: "CREATE INDEX by_amount ON payments (amount, org_id)",
        waits: "writes",
        growsWithRows: true,
      },
    ]);
  });

  test.each([
    ["ALTER TABLE payments ADD COLUMN note text CHECK (note <> '')", false],
    ["ALTER TABLE payments ADD COLUMN note text, ADD CONSTRAINT noted CHECK (note <> '')", false],
    ["ALTER TABLE payments ADD COLUMN note text UNIQUE", false],
    ["ALTER TABLE payments ADD COLUMN note text NOT NULL DEFAULT 'CHECK'", true],
  ])("suits a cluster: %s (%s)", (sql, suits) => {
    expect(splitStatements(sql).every(suitsCluster)).toBe(suits);
  });

  test("suits a cluster in every file of a cell", () => {
    const statements = filesFrom("0100").flatMap(({ sql }) => splitStatements(sql));
    expect(statements.length).toBeGreaterThan(0);
    expect(statements.filter((statement) => !suitsCluster(statement))).toEqual([]);
  });
});
