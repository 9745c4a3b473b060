import { MOBILE_MONEY_NETWORKS } from "#src/modules/reference/networks/mobile-money-networks.ts";
import { REFERENCE_COUNTRIES } from "#src/modules/reference/networks/reference-data.ts";
import type { Db } from "#src/platform/db/client.ts";

/** Finished payments, made by the database itself: a million in about a minute. Rows are as large and as varied as real ones. */
export type SeedPlan = { count: number; days: number; until: Date; onProgress?: (done: number) => void };

const BATCH = 20_000;
const BATCHES_PER_STEP = 10;
const SUMMARIZE = "SELECT brin_summarize_new_values('payments_by_time')";
const DAY_MS = 24 * 60 * 60_000;
/** Countries with both mobile money and banks first: traffic is not spread evenly over the world. */
const COUNTRIES = 20;

export async function seedPayments(db: Db, plan: SeedPlan): Promise<void> {
  const organizations = await db.query<{ org_id: string; user_id: string }>(
    `SELECT DISTINCT ON (org_id) org_id, user_id FROM members ORDER BY org_id, user_id`,
  );
  if (organizations.length === 0) throw new Error("there is no organization with a member yet: seed the database first");
  const withNetworks = new Set(MOBILE_MONEY_NETWORKS.map((network) => network.country));
  const places = [...REFERENCE_COUNTRIES].sort((a, b) => Number(withNetworks.has(b.country)) - Number(withNetworks.has(a.country))).slice(0, COUNTRIES);
  const from = new Date(plan.until.getTime() - plan.days * DAY_MS);
  const span = (plan.until.getTime() - from.getTime()) / plan.count;
  // In the order of time, as payments come: the table is then as well sorted as a real one.
  await inLanes(Math.ceil(plan.count / BATCH), async (batch) => {
    const first = batch * BATCH;
    const rows = Math.min(BATCH, plan.count - first);
    await db.query(INSERT_PAYMENTS, [
      rows,
      new Date(from.getTime() + first * span),
      span * rows,
      organizations.map((one) => one.org_id),
      organizations.map((one) => one.user_id),
      places.map((place) => place.country),
      places.map((place) => place.currency),
    ]);
    if ((batch + 1) % BATCHES_PER_STEP !== 0) return;
    await db.query(SUMMARIZE); // Of what is still in memory; all of it at the end would take minutes, and no statement may.
    plan.onProgress?.(first + rows);
  });
  await db.query(SUMMARIZE);
  await db.query("ANALYZE payments");
}

const LANES = 2;

/** Runs the steps 0 to `count` - 1 in about that order, a few beside each other: the database writes each on a core of its own. */
export async function inLanes(count: number, run: (step: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) await run(next++);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

function attempt(provider: string, outcome: string): string {
  return `jsonb_build_object('attempt_id', gen_random_uuid(), 'provider', '${provider}', 'config_id', id, 'leg', 'payment', 'outcome', '${outcome}', 'reason', NULL,
    'provider_payment_id', '${provider}_' || md5(id::text), 'started_at', at, 'finished_at', at)`;
}

/** $1 rows from $2 on within $3 ms. Skewed draws (the square of a random number) make some organizations and countries much busier than others. */
const INSERT_PAYMENTS = `
  INSERT INTO payments (org_id, payment_id, transaction_id, user_id, kind, direction, payment_method, status, country, amount, currency, target_amount, target_currency, client_reference,
    fee_ids, total_fees, refunded_amount, provider, provider_payment_id, provider_status, details, progress, event_sequence, created_at, updated_at)
  SELECT ($4::uuid[])[o], id, gen_random_uuid(), ($5::uuid[])[o], 'payment', direction, method, status, ($6::text[])[c], amount, ($7::text[])[c], amount, ($7::text[])[c], 'order-' || n,
    '{}', round(amount * 0.014, 0), CASE status WHEN 'refunded' THEN amount ELSE 0 END, provider, provider || '_' || md5(id::text), status,
    jsonb_build_object('description', 'Order ' || n, 'payer_details', jsonb_build_object('name', 'Customer ' || n, 'email', 'customer' || n || '@example.com', 'phone', '+233241234567'),
      'mobile_money_details', jsonb_build_object('provider', 'MTN', 'phone_number', '+233241234567'), 'return_url', 'https://shop.example/orders/' || n),
    jsonb_build_object(
      'route', jsonb_build_array(jsonb_build_object('provider', 'fiat', 'config_id', id, 'priority', 1, 'scope', 'global', 'taken', true, 'reason', 'first in order'),
        jsonb_build_object('provider', 'hybrid', 'config_id', id, 'priority', 2, 'scope', 'global', 'taken', true, 'reason', 'fallback 1')),
      'attempts', CASE WHEN provider = 'hybrid' THEN jsonb_build_array(${attempt("fiat", "refused")}, ${attempt("hybrid", "accepted")}) ELSE jsonb_build_array(${attempt("fiat", "accepted")}) END,
      'timeline', jsonb_build_array(jsonb_build_object('at', at, 'from', NULL, 'to', 'initiated', 'source', 'api', 'note', NULL),
        jsonb_build_object('at', at, 'from', 'initiated', 'to', 'processing', 'source', 'dispatch', 'note', NULL), jsonb_build_object('at', at, 'from', 'processing', 'to', status, 'source', 'callback', 'note', NULL))),
    5, at, at + interval '3 seconds'
  FROM (
    SELECT n, $2::timestamptz + n * ($3::float8 / $1) * interval '1 millisecond' AS at,
      1 + floor(random() ^ 2 * cardinality($4::uuid[]))::integer AS o, 1 + floor(random() ^ 2 * cardinality($6::text[]))::integer AS c,
      (ARRAY['mobile_money', 'mobile_money', 'card', 'bank_transfer'])[1 + floor(random() * 4)::integer] AS method,
      CASE WHEN random() < 0.7 THEN 'inbound' ELSE 'outbound' END AS direction,
      CASE WHEN random() < 0.9 THEN 'fiat' ELSE 'hybrid' END AS provider,
      (ARRAY['completed', 'failed', 'canceled', 'refunded'])[1 + (random() > 0.87)::integer + (random() > 0.96)::integer + (random() > 0.99)::integer] AS status,
      ceil(random() * 100000)::numeric AS amount
    FROM generate_series(1, $1::integer) AS n
    OFFSET 0
  ) drawn
  CROSS JOIN LATERAL (SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text || n), 1, 3) || '8' || substr(md5(random()::text || n), 1, 15))::uuid AS id) ids`;
