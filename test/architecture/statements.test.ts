import pg from "pg";
import { describe, expect, test } from "vitest";
import { IS_ON_CITUS } from "#test/harness/citus.ts";
import { createTestDatabase } from "#test/harness/database.ts";
import { product } from "./source.ts";
import { collectStatements } from "./statements.ts";

/** The database prepares every constant statement, so that a wrong column is found here and not by a customer. */
const { constant, built } = collectStatements();
/** PREPARE accepts only these kinds of statements. */
const PREPARABLE = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/;

/** For types whose values cannot be a number. */
const ANY_VALUE: Readonly<Record<string, string>> = {
  uuid: "'00000000-0000-7000-8000-000000000000'",
  json: "'[]'",
  jsonb: "'[]'",
  boolean: "true",
  bytea: "''",
  date: "'2026-01-05'",
  "timestamp with time zone": "'2026-01-05'",
};

/**
 * Citus cannot explain the statement that writes a batch of the ledger; post-transactions.test.ts sends it on a
 * cluster.
 */
const PLANNED_WHEN_SENT = "record/ledger/queries.ts";

/** Statements about a cluster; prove-citus.ts sends all of them. */
const ONLY_CITUS_READS = "kernel/db/citus.ts";

/** Fewer statements would mean that the search no longer finds them. */
const FEWEST_STATEMENTS = 300;

/**
 * Statements that are built from the values of a call, by file, and what checks them instead. A new one must be listed
 * here.
 */
const NOT_CONSTANT: Readonly<Record<string, { statements: number; because: string }>> = {
  "commands/backup.ts": { statements: 2, because: "a database of its own for each drill" },
  "pricing/fees/queries.ts": { statements: 1, because: "conditions vary" },
  "payments/store/count-arms.ts": { statements: 1, because: "an organization's, or all: each has its index" },
  "record/audit/queries.ts": { statements: 1, because: "conditions vary" },
  "record/ledger/verification-queries.ts": {
    statements: 1,
    because: "a function; both texts that it makes are constants, and prepared",
  },
  "back-office/settlements/match-queries.ts": {
    statements: 1,
    because: "takes one of six constants; settlements.test.ts sends all of them",
  },
  "record/events/follow-queries.ts": { statements: 2, because: "conditions vary" },
  "kernel/db/walk.ts": { statements: 2, because: "filters vary; list-queries.test.ts sends them" },
  "payments/refunds/refund-queries.ts": { statements: 1, because: "filters vary; dates-of-lists.test.ts sends them" },
  "payments/store/list-queries.ts": {
    statements: 2,
    because: "filters vary; list-queries.test.ts sends them",
  },
  "payments/store/search-payments.ts": { statements: 4, because: "conditions vary" },
  "record/events/queries.ts": { statements: 1, because: "conditions vary" },
  "parties/organizations/queries.ts": { statements: 1, because: "conditions vary" },
  "parties/users/queries.ts": { statements: 1, because: "conditions vary" },
  "back-office/exports/sources.ts": {
    statements: 2,
    because: "takes one of eight constants; exports.test.ts sends all of them",
  },
  "kernel/db/backup/copy-rows.ts": { statements: 2, because: "sends what it is given" },
  "kernel/db/backup/restore-backup.ts": {
    statements: 8,
    because: "names of tables, as the server gave them; backup.test.ts sends all of them",
  },
  "kernel/db/backup/write-backup.ts": {
    statements: 1,
    because: "names of tables, as the server gave them; backup.test.ts sends it",
  },
  "kernel/db/client.ts": { statements: 4, because: "sends what it is given" },
  "kernel/db/embedded.ts": { statements: 1, because: "a new server's role, with its password" },
  "kernel/db/grant-service.ts": { statements: 1, because: "the role of the service, with its password" },
  "kernel/db/cells.ts": {
    statements: 3,
    because: "names of schemas and tables, as the server gave them; cells.test.ts sends all of them",
  },
  "kernel/db/cell-lookups.ts": { statements: 1, because: "passes on the statement of a module, to each cell" },
  "kernel/db/citus.ts": {
    statements: 16,
    because:
      "names of tables, as the server gave them, and functions that only a cluster has; prove-citus.ts sends all of " +
      "them",
  },
  "kernel/db/ids-of-dates.ts": {
    statements: 2,
    because: "made for each table as a constant of its module; test/e2e/dates-of-lists.test.ts sends all of them",
  },
  "kernel/db/migrate.ts": { statements: 19, because: "the migrations, and the search path of each cell" },
  "kernel/db/node-sessions.ts": { statements: 2, because: "sends what it is given" },
  "kernel/db/read-replica.ts": { statements: 1, because: "sends what it is given" },
  "kernel/db/write-together.ts": {
    statements: 4,
    because: "put together from statements that are prepared by themselves",
  },
};
/** Answers of which the compiler believes what the call says. Others are those of a statement that is described. */
const BELIEVED: Readonly<Record<string, number>> = {
  "back-office/exports/sources.ts": 2, // Each kind has its own columns.
  "cells.ts": 1, // A setting of the session.
  // Filters vary.
  "payments/store/count-arms.ts": 1,
  "payments/refunds/refund-queries.ts": 1,
  "payments/store/list-queries.ts": 3,
  "payments/store/search-payments.ts": 2,
  "pricing/fees/queries.ts": 1,
  "record/audit/queries.ts": 1,
  "record/events/follow-queries.ts": 2,
  "record/events/queries.ts": 1,
};

describe("a constant statement", () => {
  test("is understood by the database", async () => {
    await using database = await createTestDatabase();
    const client = new pg.Client(database.url);
    await client.connect();
    const refused: string[] = [];
    const preparable = constant.filter(({ place, text }) => PREPARABLE.test(text) && !place.includes(ONLY_CITUS_READS));
    for (const { place, text } of preparable) {
      await client.query(`PREPARE statement AS ${text}`).then(
        () => client.query("DEALLOCATE statement"),
        (error: Error) => refused.push(`${place}: ${error.message}`),
      );
    }
    await client.end();
    expect(refused).toEqual([]);
    expect(preparable.length).toBeGreaterThan(FEWEST_STATEMENTS);
  });

  /** Citus refuses some statements when it plans them, and nobody else does. */
  if (IS_ON_CITUS)
    test("can be planned where the cell stands on another node", async () => {
      await using database = await createTestDatabase();
      const client = new pg.Client(database.url);
      await client.connect();
      const refused: string[] = [];
      for (const { place, text } of constant.filter(
        (one) => PREPARABLE.test(one.text) && !one.place.includes(ONLY_CITUS_READS),
      )) {
        try {
          await client.query(`PREPARE statement AS ${text}`);
          const { rows } = await client.query<{ types: string[] }>(
            "SELECT parameter_types::text[] AS types FROM pg_prepared_statements",
          );
          const values = rows[0]!.types
            .map((type) => (type.endsWith("[]") ? "'{}'" : (ANY_VALUE[type] ?? "'1'")))
            .join(", ");
          await client.query(`EXPLAIN EXECUTE statement${values === "" ? "" : `(${values})`}`);
        } catch (error) {
          // A value that is not of its domain says nothing about the statement.
          const isOfValues = /^2[23]/.test((error as pg.DatabaseError).code ?? "");
          if (!isOfValues && !place.includes(PLANNED_WHEN_SENT)) refused.push(`${place}: ${String(error)}`);
        }
        await client.query("DEALLOCATE ALL");
      }
      await client.end();
      expect(refused).toEqual([]);
    });

  test("of a cell reads the time by a stable function, as a cell on another node requires", () => {
    expect(
      constant
        .filter(({ place, text }) => !place.startsWith("kernel/") && text.includes("clock_timestamp("))
        .map(({ place }) => place),
    ).toEqual([]);
  });

  test("is typed by the database, but where a file is listed with its number of believed answers", () => {
    const believed = Map.groupBy(
      product
        .filter(({ path }) => !path.startsWith("kernel/db/"))
        .flatMap(({ path, text }) => [...text.matchAll(/\.(?:query|ask)<(?!RowOf<)/g)].map(() => path)),
      (path) => path,
    );
    expect(Object.fromEntries([...believed].map(([path, all]) => [path, all.length]))).toEqual(BELIEVED);
  });

  test("is what nearly every statement is", () => {
    const counts = Map.groupBy(built, ({ file }) => file);
    const expected = Object.fromEntries(
      Object.entries(NOT_CONSTANT).map(([file, { statements }]) => [file, statements]),
    );
    expect(Object.fromEntries([...counts].map(([file, statements]) => [file, statements.length]))).toEqual(expected);
  });
});
