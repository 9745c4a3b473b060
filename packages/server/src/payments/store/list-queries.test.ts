import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { connect, type Db } from "#src/kernel/db/client.ts";
import { newId, otherIdOfPayment } from "@corridor/base/ids.ts";
import { createTestDatabase, silentLog, type TestDatabase } from "@corridor/test/harness/database.ts";
import { WALKED } from "#src/kernel/db/walk.ts";
import { listPayments, sortKeyOf, sumPayments } from "./list-queries.ts";
import { SEARCH_KEYS } from "./search-keys.ts";
import { purgeCallbacksJob } from "#src/payments/at-providers/callback-queries.ts";

const PAYMENTS = 2 * WALKED;
const ORGANIZATIONS = 4;
let database: TestDatabase;
/** One connection, so that its reads can be counted. */
let db: Db;
const orgId = newId();

beforeAll(async () => {
  database = await createTestDatabase();
  db = connect({ url: database.url, maxConnections: 1, applicationName: "counted", log: silentLog });
  const ids = Array.from({ length: PAYMENTS }, () => randomUUID());
  await db.query(
    `INSERT INTO payments (org_id, payment_id, transaction_id, user_id, kind, direction, payment_method, status,
       country, amount, currency, target_amount, target_currency, client_reference,
       fee_ids, total_fees, details, progress, event_sequence, created_at, updated_at)
     SELECT CASE WHEN n % $2 = 0 THEN $3::uuid ELSE gen_random_uuid()
       END, id, other, $3, 'payment', 'inbound', 'card', 'completed', 'GB', n, 'GBP', 1,
       'GBP', 'order-' || n,
       '{}', 0, json_build_object('payer_details',
         json_build_object('name', 'Ama ' || n, 'email', 'Ama' || n || '@example.com', 'phone', '+233' || n),
         'mobile_money_details', json_build_object('phone_number', '+234' || n), 'metadata',
           json_build_object('order', n, 'shop', 'shop-' || n)), '{"attempts": []}', 1, now(), now()
           FROM unnest($1::uuid[], $4::uuid[]) WITH ORDINALITY AS one (id, other, n)`,
    [ids, ORGANIZATIONS, orgId, ids.map(otherIdOfPayment)],
  );
  await db.query(
    `INSERT INTO payment_references (reference, org_id, payment_id) SELECT gen_random_uuid(), org_id, payment_id
      FROM payments`,
  );
  await SEARCH_KEYS.rebuild(db);
  await db.query("VACUUM (ANALYZE) payments, payment_references, payment_search_keys");
  // The server merges pending entries of this index at some time of its own, and reads them all. That must not happen
  // while reads are counted.
  await db.query("SELECT brin_summarize_new_values('payments_by_time')");
});
afterAll(async () => {
  await db.close();
  await database[Symbol.asyncDispose]();
});

async function rowsRead(work: () => Promise<unknown>): Promise<number> {
  const read = async (): Promise<number> => {
    await db.query("SELECT pg_stat_force_next_flush()");
    const [row] = await db.query<{ read: string }>(
      `SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) AS read FROM pg_stat_user_tables
        WHERE relname IN ('payments', 'payment_references', 'payment_search_keys')`,
    );
    return Number(row!.read);
  };
  const before = await read();
  await work();
  return (await read()) - before;
}

const everywhere = { every: true } as const;
const ours = { orgId };
const listed = async (...given: Parameters<typeof listPayments>) => (await listPayments(...given)).payments;
const page = { limit: 10, after: null } as unknown as Parameters<typeof listPayments>[3];

test("a page of payments, of one organization or of all, reads little more than the page", async () => {
  for (const scope of [ours, everywhere]) expect(await rowsRead(() => listed(db, scope, {}, page))).toBeLessThan(100);
});

test("a payment is found by each of its ids and its reference without going through the others, and only by its own organization", async () => {
  const [own] = await db.query<{
    payment_id: string;
    transaction_id: string;
    client_reference: string;
    reference: string;
  }>(
    "SELECT p.*, r.reference FROM payments p JOIN payment_references r USING (payment_id) WHERE p.org_id = $1 LIMIT 1",
    [orgId],
  );
  for (const search of [own!.payment_id, own!.transaction_id, own!.reference, own!.client_reference]) {
    for (const scope of [ours, everywhere]) {
      expect(
        await rowsRead(async () =>
          expect(await listed(db, scope, { search }, page)).toMatchObject([{ paymentId: own!.payment_id }]),
        ),
      ).toBeLessThan(20);
    }
    expect(await listed(db, { orgId: newId() }, { search }, page)).toEqual([]);
  }
});

test.each<[string, Parameters<typeof listPayments>[2]]>([
  ["the beginning of the payer's name", { payer: "ama 1996" }],
  ["an e-mail address", { email: "AMA19960@example.com" }],
  ["a phone number", { phone: "+23319960" }],
  ["a mobile money number", { phone: "+23419960" }],
  ["the beginning of a reference", { reference_prefix: "order-1996" }],
  ["an amount", { amount_from: "19960", amount_to: "19960.5" }],
  ["a number in the metadata", { metadata: { name: "order", value: "19960" } }],
  ["a text in the metadata", { metadata: { name: "shop", value: "shop-19960" } }],
  ["any of them in one box", { search: "ama19960@example.com" }],
  ["the beginning of a name in one box", { search: "AMA 1996" }],
])(
  "payments are found by %s without going through the others, and only by their own organization",
  async (_, filters) => {
    expect(
      await rowsRead(async () =>
        expect((await listed(db, ours, filters, page)).map(({ clientReference }) => clientReference)).toContain(
          "order-19960",
        ),
      ),
    ).toBeLessThan(100);
    expect(await listed(db, { orgId: newId() }, filters, page)).toEqual([]);
  },
);

test.each([
  { currency: "GBP" },
  { currency: "GBP", status: "completed" },
  { currency: "GBP", amount_from: "1000", amount_to: "19000" },
])("a page by amount reads little more than the page (%j)", async (filters) => {
  for (const order of ["asc", "desc"] as const) {
    const sorted = { sort: "amount", order } as const;
    const first: Awaited<ReturnType<typeof listed>> = [];
    expect(await rowsRead(async () => first.push(...(await listed(db, ours, filters, page, sorted))))).toBeLessThan(
      100,
    );
    const next = { ...page, after: sortKeyOf(first.at(-1)!, sorted) };
    expect(
      await rowsRead(async () => expect(await listed(db, ours, filters, next, sorted)).toHaveLength(11)),
    ).toBeLessThan(100);
  }
});

test("totals look at the newest payments, at each once, and say if there are more", async () => {
  expect(await sumPayments(db, ours, {})).toMatchObject({
    count: PAYMENTS / ORGANIZATIONS,
    is_complete: true,
    sums: [{ currency: "GBP" }],
  });
  for (const filters of [{}, { search: "ama" }]) {
    const read = await rowsRead(async () =>
      expect(await sumPayments(db, everywhere, filters)).toMatchObject({
        count: WALKED,
        is_complete: false,
        sums: [{ count: WALKED }],
      }),
    );
    expect(read).toBeLessThan(1.1 * WALKED);
  }
});

test("a list of which nothing matches ends with the last page that has anything to look at", async () => {
  const first = await listPayments(db, everywhere, { status: "failed" }, page);
  expect(first).toEqual({ payments: [], walkedTo: [expect.any(String)] });
  const rest = { ...page, after: first.walkedTo };
  expect(await listPayments(db, everywhere, { status: "failed" }, rest)).toEqual({ payments: [], walkedTo: null });
});

test("what a pattern means elsewhere is plain text in a search", async () => {
  for (const search of ["%", "order_1", "\\\\"]) expect(await listed(db, ours, { search }, page)).toEqual([]);
});

test("applied callbacks are deleted after 90 days; one that was never applied is kept", async () => {
  const now = new Date("2026-06-01T00:00:00.000Z");
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * 86_400_000);
  for (const [id, received, applied] of [
    ["old", daysAgo(91), daysAgo(91)],
    ["recent", daysAgo(89), daysAgo(89)],
    ["waiting", daysAgo(200), null],
  ] as const) {
    await db.query(
      `INSERT INTO provider_callbacks (provider, external_id, body, received_at, applied_at)
        VALUES ('fiat', $1, '{}', $2, $3)`,
      [id, received, applied],
    );
  }
  expect(await purgeCallbacksJob({ db, clock: new SteppedClock(now) }).runOnce()).toBe(1);
  expect(
    (await db.query<{ external_id: string }>("SELECT external_id FROM provider_callbacks ORDER BY 1")).map(
      (row) => row.external_id,
    ),
  ).toEqual(["recent", "waiting"]);
});
