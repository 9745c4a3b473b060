import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { FOREIGN_READS, isBelow, UPWARD_READS } from "./floors.ts";
import { placeOf, product, ROOT, roomOf, type SourceFile, visit } from "./source.ts";
import { collectStatements } from "./statements.ts";
import { tablesOf } from "./tables-of-sql.ts";

/** Who writes a table and who reads it (ARCHITECTURE.md, rule 3). */
type Use = { readonly room: string; readonly table: string; readonly place: string };

const TABLES: ReadonlySet<string> = new Set(
  [...readFileSync(join(ROOT, "docs/schema.sql"), "utf8").matchAll(/^CREATE TABLE ([\w.]+)/gm)].map(
    ([, name]) => name!,
  ),
);
/** PostgreSQL's own tables, and the table of applied migrations, which exists before the first migration. */
const OF_NO_MODULE = /^(?:pg_\w+|(?:public\.)?schema_migrations)$/;

const { constant } = collectStatements();
const reads: Use[] = [];
const writes: Use[] = [];
const unknown: string[] = [];
for (const { file, place, text } of constant) {
  const tables = tablesOf(text);
  unknown.push(
    ...[...tables.reads, ...tables.writes]
      .filter((name) => !TABLES.has(name) && !OF_NO_MODULE.test(name))
      .map((name) => `${place}: ${name}`),
  );
  note(file, place, text);
}
for (const file of product) visitTexts(file);

/** Fragments count too: a JOIN that becomes part of a statement reads its table. */
function note(file: string, place: string, text: string): void {
  const tables = tablesOf(text);
  for (const table of tables.reads) if (TABLES.has(table)) reads.push({ room: roomOf(file), table, place });
  for (const table of tables.writes) if (TABLES.has(table)) writes.push({ room: roomOf(file), table, place });
}

function visitTexts(file: SourceFile): void {
  visit(file, {
    TemplateLiteral: (node) =>
      note(file.path, placeOf(file, node), node.quasis.map((quasi) => quasi.value.cooked).join(" $0 ")),
    Literal: (node) => void (typeof node.value === "string" && note(file.path, placeOf(file, node), node.value)),
  });
}

const ownersOf = Map.groupBy(writes, ({ table }) => table);
const ownerOf = (table: string): string => ownersOf.get(table)![0]!.room;
const foreign = reads.filter(({ room, table }) => ownersOf.has(table) && ownerOf(table) !== room);

/** Written by database functions that migrations define and the code calls. */
const WRITTEN_BY_THE_DATABASE: ReadonlySet<string> = new Set(["event_log", "readiness_probes"]);

describe("tables", () => {
  test("one module writes a table", () => {
    expect([...TABLES].filter((table) => !ownersOf.has(table) && !WRITTEN_BY_THE_DATABASE.has(table))).toEqual([]);
    const shared = [...ownersOf].filter(([, uses]) => new Set(uses.map(({ room }) => room)).size > 1);
    expect(shared.map(([table, uses]) => `${table}: ${uses.map(({ place }) => place).join(", ")}`)).toEqual([]);
  });

  test("a module reads another's table only where the list beside the floors says why", () => {
    const wrong = foreign.filter(({ room, table }) => !(`${room} -> ${table}` in FOREIGN_READS));
    expect(
      wrong.map(({ room, table, place }) => `${place}: ${room} reads ${table}, which ${ownerOf(table)} owns`),
    ).toEqual([]);
    const read = new Set(foreign.map(({ room, table }) => `${room} -> ${table}`));
    expect(Object.keys(FOREIGN_READS).filter((entry) => !read.has(entry))).toEqual([]);
  });

  test("no module reads a table of a module above it", () => {
    const wrong = foreign.filter(
      ({ room, table }) => !isBelow(ownerOf(table), room) && !UPWARD_READS.has(`${room} -> ${table}`),
    );
    expect(
      wrong.map(({ room, table, place }) => `${place}: ${room} reads ${table}, which ${ownerOf(table)} owns`),
    ).toEqual([]);
  });

  test("every name that a statement reads from is a table, so none escapes these rules", () => {
    expect(unknown).toEqual([]);
  });
});

describe("the tables of a statement are found", () => {
  test.each<[sql: string, reads: string[], writes: string[]]>([
    ["SELECT 1 FROM a", ["a"], []],
    [
      "SELECT 1 FROM a x, b AS y JOIN c USING (id), LATERAL (SELECT 1 FROM d) z WHERE x.id IN (SELECT id FROM e)",
      ["a", "b", "c", "d", "e"],
      [],
    ],
    ["SELECT 1 FROM (a JOIN b ON a.id = b.id) LEFT JOIN s.c ON true", ["a", "b", "s.c"], []],
    ["SELECT extract(year FROM at), trim(both FROM name) FROM a WHERE x IS DISTINCT FROM y", ["a"], []],
    ["SELECT f.x FROM unnest($1::uuid[]) AS f (x), json_to_recordset($2) AS r (y uuid), a", ["a"], []],
    ["WITH t AS (SELECT 1 FROM a), u (x) AS MATERIALIZED (SELECT 1 FROM t) SELECT 1 FROM t, u", ["a"], []],
    ["WITH RECURSIVE t AS ((SELECT 1 FROM a) UNION ALL SELECT 1 FROM t) SELECT 1 FROM t", ["a"], []],
    [
      "INSERT INTO a (x) SELECT x FROM b ON CONFLICT (x) DO UPDATE SET x = EXCLUDED.x, y = (SELECT y FROM c)",
      ["b", "c"],
      ["a"],
    ],
    ["UPDATE a SET x = 1, y = 2 FROM b WHERE EXISTS (SELECT FROM c) RETURNING x, y", ["b", "c"], ["a"]],
    ["DELETE FROM ONLY a USING b WHERE a.id = b.id", ["b"], ["a"]],
    ["SELECT 1 FROM a ORDER BY x, y FOR NO KEY UPDATE OF a", ["a"], []],
    ["SELECT 'FROM b' FROM a", ["a"], []],
    ["LOCK TABLE a IN SHARE MODE", [], ["a"]],
    ["JOIN a ON a.id = $0 AND", ["a"], []],
  ])("%s", (sql, wanted, written) => {
    const tables = tablesOf(sql);
    expect([...tables.reads].toSorted()).toEqual(wanted.toSorted());
    expect([...tables.writes]).toEqual(written);
  });
});
