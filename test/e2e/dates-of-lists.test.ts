import { readFileSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findEvents } from "@corridor/server/record/events/queries.ts";
import { findAuditRecords } from "@corridor/server/record/audit/queries.ts";
import { listRefunds } from "@corridor/server/payments/refunds/refund-queries.ts";
import { listPayments, sumPayments } from "@corridor/server/payments/store/list-queries.ts";
import { WALKED } from "@corridor/server/kernel/db/walk.ts";
import type { Export, ExportKind } from "@corridor/server/back-office/exports/export.ts";
import { countRows, readPageOf } from "@corridor/server/back-office/exports/sources.ts";
import type { Db } from "@corridor/server/kernel/db/client.ts";
import { textOf } from "@corridor/server/kernel/db/sql.ts";
import type { Page } from "@corridor/server/kernel/http/pagination.ts";
import { newId } from "@corridor/base/ids.ts";
import { createTestDatabase, type TestDatabase } from "#test/harness/database.ts";

/**
 * Lists that are sorted by id and filtered by time. Bounds on the id must find exactly what the filter alone finds,
 * however far the time of a row is from the time in its id, and must reach the index.
 */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const START_MS = Date.UTC(2026, 0, 5);
const LAST_ID_MS = 2 ** 48 - 1;
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const MANY = 5_000;

type Dates = { from: Date | undefined; to: Date | undefined };
type Row = { id: string; atMs: number };
type Kind = { table: "payments" | "refunds" | "audit_log" | "events"; id: string };
type List = Kind & {
  name: string;
  read(db: Db, orgId: string, dates: Dates): Promise<string[]>;
  isOfAll?: true;
  isOldestFirst?: true;
};

const page: Page = { limit: MANY, after: null, cursorName: "last_evaluated_key", encode: () => "" };
const filtersOf = ({ from, to }: Dates) => ({
  ...(from === undefined ? {} : { date_from: from }),
  ...(to === undefined ? {} : { date_to: to }),
});
const PAYMENTS: Kind = { table: "payments", id: "payment_id" };
const REFUNDS: Kind = { table: "refunds", id: "refund_id" };
const AUDIT: Kind = { table: "audit_log", id: "audit_id" };
const EVENTS: Kind = { table: "events", id: "event_id" };

function exportOf(kind: ExportKind, orgId: string, { from, to }: Dates): Export {
  const filters = {
    ...(from === undefined ? {} : { date_from: from.toISOString() }),
    ...(to === undefined ? {} : { date_to: to.toISOString() }),
  };
  return { kind, orgId, filters, cursor: null, until: new Date(LAST_MS - 1) } as Export;
}

async function exported(db: Db, kind: ExportKind, orgId: string, dates: Dates): Promise<string[]> {
  const one = exportOf(kind, orgId, dates);
  const { rows } = await readPageOf(db, one, MANY);
  expect(await countRows(db, one)).toBe(rows.length);
  return rows.map(({ cursor }) => cursor);
}

const LISTS: readonly List[] = [
  {
    ...PAYMENTS,
    name: "an organization's payments",
    read: async (db, orgId, dates) =>
      (await listPayments(db, { orgId }, filtersOf(dates), page)).payments.map(({ paymentId }) => paymentId),
  },
  {
    ...PAYMENTS,
    name: "everybody's payments",
    isOfAll: true,
    read: async (db, _, dates) =>
      (await listPayments(db, { every: true }, filtersOf(dates), page)).payments.map(({ paymentId }) => paymentId),
  },
  {
    ...REFUNDS,
    name: "an organization's refunds",
    read: async (db, orgId, dates) =>
      (await listRefunds(db, { orgId }, filtersOf(dates), page)).refunds.map(({ refundId }) => refundId),
  },
  {
    ...REFUNDS,
    name: "everybody's refunds",
    isOfAll: true,
    read: async (db, _, dates) =>
      (await listRefunds(db, { every: true }, filtersOf(dates), page)).refunds.map(({ refundId }) => refundId),
  },
  {
    ...AUDIT,
    name: "an organization's audit log",
    read: async (db, orgId, { from, to }) => {
      const filter = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
      return (await findAuditRecords(db, { orgId, filter, afterId: null, limit: MANY })).map(
        ({ audit_id }) => audit_id,
      );
    },
  },
  {
    ...EVENTS,
    name: "an organization's events",
    read: async (db, orgId, range) => {
      const filter = { types: null, resourceType: null, resourceId: null, ...range };
      const found = await findEvents(db, orgId, filter, { order: "desc", after: null, limit: MANY });
      return found.map(({ event_id }) => event_id);
    },
  },
  {
    ...PAYMENTS,
    name: "the export of payments",
    isOldestFirst: true,
    read: (db, orgId, dates) => exported(db, "transactions", orgId, dates),
  },
  {
    ...PAYMENTS,
    name: "the export of fees",
    isOldestFirst: true,
    read: (db, orgId, dates) => exported(db, "fees", orgId, dates),
  },
  {
    ...AUDIT,
    name: "the export of the audit log",
    isOldestFirst: true,
    read: (db, orgId, dates) => exported(db, "audit", orgId, dates),
  },
];

async function insert(orgId: string, rows: readonly Row[], db: Db = database.db): Promise<void> {
  const given = JSON.stringify(rows.map(({ id, atMs }) => ({ id, at: new Date(atMs) })));
  const source = "json_to_recordset($2::json) AS r (id uuid, at timestamptz)";
  await db.query(
    `INSERT INTO payments (org_id, payment_id, transaction_id, user_id, kind, direction, payment_method, status,
       country, amount, currency,
       target_amount, target_currency, fee_ids, total_fees, details, progress, event_sequence, created_at, updated_at)
     SELECT $1::uuid, id, gen_random_uuid(), $1::uuid, 'payment', 'inbound', 'card', 'completed', 'GB', 1, 'GBP', 1,
       'GBP', '{}', 1, '{}', '{}', 1, at, at
     FROM ${source}`,
    [orgId, given],
  );
  await db.query(
    `INSERT INTO refunds (org_id, refund_id, payment_id, amount, currency, reason, status, provider, created_at,
     updated_at)
     SELECT $1::uuid, id, id, 1, 'GBP', 'returned', 'completed', 'fiat', at, at FROM ${source}`,
    [orgId, given],
  );
  await db.query(
    `INSERT INTO audit_log (org_id, audit_id, actor_type, actor_id, action, resource_type, resource_id, created_at)
     SELECT $1::uuid, id, 'system', 'test', 'test.done', 'test', id::text, at FROM ${source}`,
    [orgId, given],
  );
  await db.query(
    `INSERT INTO events (org_id, event_id, types, resource_type, resource_id, sequence, payload, created_at)
     SELECT $1::uuid, id, '{payment.completed}', 'payment', id::text, 1, '{}', at FROM ${source}`,
    [orgId, given],
  );
}

/** An id of this time. */
function idOf(ms: number): string {
  const time = Math.max(0, Math.min(LAST_ID_MS, ms)).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}${newId().slice(13)}`;
}

/** What the filter finds without any bound on the id. */
async function found({ table, id }: Kind, orgId: string | null, { from, to }: Dates): Promise<string[]> {
  const rows = await database.db.query<{ id: string }>(
    `SELECT ${id} AS id FROM ${table} WHERE ($1::uuid IS NULL OR org_id = $1)
       AND ($2::timestamptz IS NULL OR created_at >= $2)
       AND ($3::timestamptz IS NULL OR created_at < $3) ORDER BY ${id}`,
    [orgId, from, to],
  );
  return rows.map((row) => row.id);
}

/**
 * Just at the edges of what is in step, and far beyond them. 65.536 s is what the bytes of an id that are compared
 * leave out.
 */
const GAPS_MS = [
  0,
  1,
  65_535,
  65_536,
  HOUR_MS - 1,
  HOUR_MS,
  HOUR_MS + 1,
  HOUR_MS + 65_536,
  HOUR_MS + 66_000,
  DAY_MS,
  90 * DAY_MS,
  50 * 366 * DAY_MS,
];
const time = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 12 }).map((step) => START_MS + step * 30 * MINUTE_MS) },
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 3 * DAY_MS }).map((ms) => START_MS + ms) },
  { weight: 1, arbitrary: fc.constantFrom(-DAY_MS, -1, 0, 1, LAST_MS - DAY_MS, LAST_MS - 2) },
);
const row = fc
  .record({ atMs: time, gapMs: fc.constantFrom(...GAPS_MS, ...GAPS_MS.map((gap) => -gap)), isOfTime: fc.boolean() })
  .map(({ atMs, gapMs, isOfTime }): Row => ({ id: idOf(isOfTime ? atMs : atMs + gapMs), atMs }));
const end = fc.option(
  fc
    .record({ ms: time, nudge: fc.constantFrom(-1, 0, 0, 1) })
    .map(({ ms, nudge }) => new Date(Math.min(ms + nudge, LAST_MS))),
  { nil: undefined },
);
const dates = fc.record({ from: end, to: end });

describe("a list with dates", () => {
  test("has exactly the rows of these dates, whatever time their ids have", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 30 }),
        fc.array(dates, { minLength: 3, maxLength: 6 }),
        async (rows, ranges) => {
          const orgId = newId();
          await insert(orgId, rows);
          for (const range of ranges) {
            for (const list of LISTS) {
              const shown = await list.read(database.db, orgId, range);
              if (list.isOldestFirst === true) {
                // A file without a beginning has nothing from before 1970.
                expect(shown, list.name).toEqual(
                  await found(list, orgId, { ...range, from: range.from ?? new Date(0) }),
                );
              } else {
                const all = await found(list, list.isOfAll === true ? null : orgId, range);
                expect(shown, list.name).toEqual(all.toReversed());
              }
            }
            for (const scope of [{ orgId }, { every: true } as const]) {
              const { count } = await sumPayments(database.db, scope, filtersOf(range));
              expect(count).toBe((await found(PAYMENTS, "orgId" in scope ? orgId : null, range)).length);
            }
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  /** The bytes of an id that are compared change here. */
  const TICK_MS = Math.ceil(START_MS / 65_536) * 65_536;
  test.each([
    ["an hour behind its id, as late in the id as can be", TICK_MS - HOUR_MS, TICK_MS + 65_535],
    ["a little more than an hour behind its id", TICK_MS - HOUR_MS - 1, TICK_MS + 65_535],
    ["an hour ahead of its id", TICK_MS + HOUR_MS, TICK_MS],
    ["a little more than an hour ahead of its id", TICK_MS + HOUR_MS + 1, TICK_MS],
    ["months ahead of its id", START_MS, START_MS - 90 * DAY_MS],
    ["years behind its id", START_MS, START_MS + 50 * 366 * DAY_MS],
  ])("has the only row of its dates, which is %s", async (_, atMs, idMs) => {
    const orgId = newId();
    await insert(orgId, [{ id: idOf(idMs), atMs }]);
    const own = LISTS.filter(({ isOfAll }) => isOfAll !== true);
    for (const list of own) {
      const count = async (fromMs: number, toMs: number): Promise<number> =>
        (await list.read(database.db, orgId, { from: new Date(fromMs), to: new Date(toMs) })).length;
      expect(
        [await count(atMs - 1, atMs), await count(atMs, atMs + 1), await count(atMs + 1, atMs)],
        list.name,
      ).toEqual([0, 1, 0]);
    }
  });
});

type Sent = { text: string; values: readonly unknown[] };

/** How the database would read many rows. It counts the few rows here first, so as not to do so at any other time. */
function planOf({ text, values }: Sent): Promise<string> {
  return database.db.transaction(async (tx) => {
    await tx.query("ANALYZE");
    await tx.query("SELECT set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)");
    return (await tx.query<{ "QUERY PLAN": string }>(`EXPLAIN (COSTS OFF) ${text}`, values))
      .map((line) => line["QUERY PLAN"])
      .join("\n");
  });
}

/** The statements that this work sends. */
async function statementsOf(work: (db: Db) => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = [];
  const { db } = database;
  await work({
    ...db,
    ask: (statement) => (sent.push({ text: textOf(statement), values: statement.values }), db.ask(statement)),
    query: <R>(text: string, values: readonly unknown[] = []) => (
      sent.push({ text, values }),
      db.query<R>(text, values)
    ),
  });
  return sent;
}

describe("the ids of a list are limited in the index", () => {
  const range = { from: new Date(START_MS), to: new Date(START_MS + DAY_MS) };
  const totals = [{ orgId: newId() }, { every: true } as const].map((scope) => ({
    ...PAYMENTS,
    name: `totals of ${"orgId" in scope ? "an organization" : "all"}`,
    read: (db: Db, _: string, dates: Dates) => sumPayments(db, scope, filtersOf(dates)),
  }));

  test.each([...LISTS, ...totals])("$name", async ({ table, id, read }) => {
    const [bounds, ...sent] = await statementsOf((db) => read(db, newId(), range));
    // Of a partition the index has a name that tells its columns.
    const strays = new RegExp(
      `Scan (?:Backward )?using ${table}_(?:out_of_step|\\w+_created_at_org_id_${id}_idx)`,
      "g",
    );
    expect((await planOf(bounds!)).match(strays)?.length).toBeGreaterThanOrEqual(2);
    const limited = sent.filter(({ text }) => text !== bounds!.text);
    expect(limited.length).toBeGreaterThan(0);
    for (const statement of limited) {
      const plan = await planOf(statement);
      for (const bound of [">=", "<="]) expect(plan).toMatch(new RegExp(`Index Cond: .*${id}\\)? ${bound} `));
    }
  });

  /**
   * Every operation that takes dates, and how it finds the rows of these dates. A list that is sorted by id must stand
   * in `LISTS` above.
   */
  const FOUND_BY: Readonly<Record<string, string>> = {
    listTransactions: "id",
    getTransactionTotals: "id",
    listAllRefunds: "id",
    listAuditLog: "id",
    listOwnSignIns: "id; entries of the audit log",
    createBacktest: "id, page by page",
    createExport: "id; the ledger's file goes by position",
    listEvents: "id",
    replayDeliveries: "id, as the list of events",
    listBalanceHistory: "position, by binary search",
    listLedgerTransactions: "position, by binary search",
    getVirtualAccountStatement: "position, by binary search",
    getReport: "sums of each day, and balances at positions",
    getOutcomes: "sums of each day",
    getOverview: "sums of each day",
    getTrends: "sums of each day",
    getGeographicDistribution: "sums of each day",
  };

  test("of every operation that takes dates, unless it finds them otherwise", () => {
    const dated = operations().filter(({ fields }) =>
      fields.some((field) => /^(?:from|to|since|until|date_?(?:from|to))$/i.test(field)),
    );
    expect(dated.map(({ name }) => name).toSorted()).toEqual(Object.keys(FOUND_BY).toSorted());
  });
});

describe("a page that may look at no more rows continues behind them", () => {
  const orgId = newId();
  const many = WALKED + 10;
  const oldest = { status: "refunded" };
  beforeAll(async () => {
    await insert(
      orgId,
      Array.from({ length: many }, (_, n) => ({ id: idOf(START_MS + n * 1_000), atMs: START_MS + n * 1_000 })),
    );
    const first = idOf(START_MS + 2_500);
    const { db } = database;
    await db.query(`UPDATE payments SET status = 'refunded' WHERE org_id = $1 AND payment_id <= $2`, [orgId, first]);
    await db.query(`UPDATE refunds SET status = 'failed' WHERE org_id = $1 AND refund_id <= $2`, [orgId, first]);
  });
  const pagesOf = async (read: (after: Page["after"]) => Promise<[string[], Page["after"]]>): Promise<string[][]> => {
    const pages: string[][] = [];
    for (let after: Page["after"] = null; pages.length === 0 || after !== null;) {
      const [ids, walkedTo] = await read(after);
      pages.push(ids);
      after = walkedTo;
    }
    return pages;
  };
  const pagesBy = (order: "asc" | "desc") =>
    pagesOf(async (after) => {
      const sorted = { sort: "created_at", order } as const;
      const { payments, walkedTo } = await listPayments(database.db, { orgId }, oldest, { ...page, after }, sorted);
      return [payments.map(({ paymentId }) => paymentId), walkedTo];
    });

  test("in a list, whose totals are then not complete", async () => {
    const [none, few, ...more] = await pagesBy("desc");
    expect([none, few!.length, more]).toEqual([[], 3, []]);
    expect(await pagesBy("asc")).toEqual([few!.toReversed(), []]);
    expect(await sumPayments(database.db, { orgId }, oldest)).toMatchObject({ count: 0, is_complete: false });
  });

  test.each([
    [{ status: "failed" } as const, [0, 3]],
    [{ currency: "EUR" }, [0, 0]],
    [{ status: "pending" } as const, [0]],
  ])("in a list of refunds, by %j", async (filters, counts) => {
    const pages = await pagesOf(async (after) => {
      const { refunds, walkedTo } = await listRefunds(database.db, { orgId }, filters, { ...page, after });
      return [refunds.map(({ refundId }) => refundId), walkedTo];
    });
    expect(pages.map((ids) => ids.length)).toEqual(counts);
  });

  /** What lies within one part of the statistics of a column is expected to be no row at all, by any index. */
  const minute = { from: new Date(START_MS + 5_000_000), to: new Date(START_MS + 5_060_000) };
  const failed = { ...filtersOf(minute), status: "failed" } as const;
  const oldestFirst = { sort: "created_at", order: "asc" } as const;
  type Read = (db: Db, own: string) => Promise<unknown>;
  test.each<[string, Read]>([
    ["payments, newest first", (db, own) => listPayments(db, { orgId: own }, failed, page)],
    ["payments, oldest first", (db, own) => listPayments(db, { orgId: own }, failed, page, oldestFirst)],
    ["refunds", (db, own) => listRefunds(db, { orgId: own }, failed, page)],
  ])("and is read by the organization's own index, also where others fill its dates: %s", async (_, read) => {
    const sent = await statementsOf((db) => read(db, newId()));
    const plan = await planOf(sent.find(({ text }) => /\) AS (?:payments|refund|p)\b/.test(text))!);
    expect(plan).toMatch(/_pkey.*Index Cond:.*ROW\(org_id,/s);
    expect(plan).not.toContain("_by_id");
  });

  test.each([
    ["created_at", { every: true }],
    ["amount", { orgId }],
  ] as const)("whose end is read from the index alone, by %s", async (sort, scope) => {
    const filters = { ...oldest, currency: "GBP" };
    const sent = await statementsOf((db) => listPayments(db, scope, filters, page, { sort, order: "desc" }));
    expect(await planOf(sent.find(({ text }) => text.includes("OFFSET"))!)).toMatch(/Index Only Scan/);
  });

  test("in an export, whose total is then an estimate", async () => {
    const one = exportOf("transactions", orgId, { from: undefined, to: undefined });
    const until = new Date(START_MS + many * 1_000);
    const estimate = await countRows(database.db, { ...one, until });
    expect(Math.abs(estimate - many)).toBeLessThan(many / 100);
    const first = await readPageOf(database.db, { ...one, filters: { status: "completed" }, until }, many);
    expect(first.rows.length).toBeLessThan(many);
    const rest = await readPageOf(
      database.db,
      { ...one, filters: { status: "completed" }, until, cursor: first.next },
      many,
    );
    expect([first.rows.length + rest.rows.length, rest.next]).toEqual([many - 3, null]);
  });

  test("in an export of the ledger, which begins at the position of its dates", async () => {
    const { db } = database;
    const at = (position: number): Date => new Date(START_MS + position * HOUR_MS);
    const account = newId();
    await db.query(
      `INSERT INTO ledger_accounts (org_id, account_id, purpose, currency, balance, created_at, updated_at)
       VALUES ($1, $2, 'suspense', 'GBP', 0, $3, $3)`,
      [orgId, account, at(0)],
    );
    await db.query(
      `INSERT INTO ledger_transactions (org_id, position, cause, description, at, previous_hash, hash)
       SELECT $1, n, n || ':test', 'test', $2::timestamptz + n * interval '1 hour', sha256('1'), sha256('1')
       FROM generate_series(1, $3::integer) AS n`,
      [orgId, at(0), many],
    );
    await db.query(
      `INSERT INTO ledger_postings (org_id, position, index, account_id, currency, amount, held_change, balance_after,
         held_after) SELECT $1, n, 0, $2, 'GBP', 1, 0, n, 0 FROM generate_series(1, $3::integer) AS n`,
      [orgId, account, many],
    );
    await db.query("INSERT INTO ledger_chains (org_id, length, head_hash) VALUES ($1, $2, sha256('1'))", [orgId, many]);
    const whole = { ...exportOf("ledger", orgId, { from: undefined, to: undefined }), until: at(many) };
    expect(Math.abs((await countRows(db, whole)) - many)).toBeLessThan(many / 100);
    const inEuros = { ...whole, filters: { currency: "EUR" } };
    const none = await readPageOf(db, inEuros, many);
    expect(none).toEqual({ rows: [], next: `${WALKED}:0` });
    expect(await readPageOf(db, { ...inEuros, cursor: none.next }, many)).toEqual({ rows: [], next: null });

    const late = { ...exportOf("ledger", orgId, { from: at(many - 2), to: at(many) }), until: at(many) };
    expect([await countRows(db, late), (await readPageOf(db, late, many)).rows.length]).toEqual([2, 2]);
    const sent = await statementsOf((asked) => readPageOf(asked, late, many));
    const plan = await planOf(sent.find(({ text }) => text.includes("balance_after"))!);
    expect(plan).toMatch(/ledger_postings_pkey on ledger_postings\s+Index Cond: .*"?position"? >= .*"?position"? < /);
  });
});

type Described = { $ref?: string; name?: string; in?: string; properties?: Record<string, Described> };
type Operation = {
  operationId?: string;
  parameters?: Described[];
  requestBody?: { content: Record<string, { schema: Described }> };
};

/** The operations of the API, with the names of their query parameters and of the fields of their bodies. */
function operations(): { name: string; fields: string[] }[] {
  const document = JSON.parse(readFileSync(new URL("../../openapi.json", import.meta.url), "utf8")) as {
    paths: Record<string, Record<string, Operation>>;
  };
  const resolved = (one: Described): Described =>
    one.$ref === undefined
      ? one
      : one.$ref
          .slice(2)
          .split("/")
          .reduce((place, name) => (place as Record<string, Described>)[name]!, document as Described);
  return Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ operationId, parameters = [], requestBody }) => {
      if (operationId === undefined) return [];
      const query = parameters.map(resolved).flatMap((one) => (one.in === "query" ? [one.name!] : []));
      const bodies = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
        Object.keys(resolved(schema).properties ?? {}),
      );
      return [{ name: operationId, fields: [...query, ...bodies] }];
    });
}
