import pg from "pg";
import { describe, expect, test } from "vitest";
import { IS_ON_CITUS } from "#test/harness/citus.ts";
import { createTestDatabase } from "#test/harness/database.ts";
import { product } from "./source.ts";

/**
 * Everything that the product outside of kernel/db writes otherwise because of Citus, and why. `plain` is what it would
 * write without Citus: on a cluster (`npm run prove -- citus suites`) it is sent to a cell on a node, and Citus must
 * still refuse it. A form that Citus takes is to be written plainly again.
 */
type Shape = { readonly file: string; readonly shape: string } & (
  | { readonly plain: readonly string[]; readonly refusal: string }
  | { readonly because: string }
);

const NOT_IMMUTABLE = "non-IMMUTABLE functions are not allowed in CASE or COALESCE statements";
const STABLE = "STABLE functions used in UPDATE queries cannot be called with column references";
const ID = "'00000000-0000-7000-8000-000000001000'";

/** What makes cells, on plain PostgreSQL and on Citus. */
const ENGINE = /^(?:kernel\/db|commands)\/|^cells\.ts$/;

const SHAPES: readonly Shape[] = [
  {
    file: "payments/at-providers/callback-queries.ts",
    shape: "OFFSET 0) AS next",
    plain: [
      `UPDATE provider_callbacks SET due_at = now() + least(2 ^ tries * interval '1 minute', interval '1 hour')
        WHERE provider = 'fiat' AND external_id = '1'`,
      `UPDATE provider_callbacks c SET due_at = next.due_at FROM (
          SELECT provider, now() + 2 ^ tries * interval '1 minute' AS due_at FROM provider_callbacks) AS next
        WHERE c.provider = next.provider AND c.external_id = '1'`,
    ],
    refusal: STABLE,
  },
  {
    file: "products/batches/row-queries.ts",
    shape: ") AS erased",
    plain: [
      `UPDATE payout_batch_rows SET input = jsonb_build_object('amount', input -> 'amount')
        WHERE org_id = ${ID} AND batch_id = ${ID}`,
    ],
    refusal: STABLE,
  },
  {
    file: "products/batches/row-queries.ts",
    shape: "END AS failure",
    plain: [
      `UPDATE payout_batch_rows b SET failure = CASE WHEN p.status = 'failed' THEN
          jsonb_build_object('message', p.status) END
        FROM payments p WHERE b.org_id = ${ID} AND b.batch_id = ${ID} AND p.org_id = ${ID}
          AND p.payment_id = b.payment_id`,
    ],
    refusal: NOT_IMMUTABLE,
  },
  {
    file: "products/links/receipt/queries.ts",
    shape: "AS next_at",
    plain: [
      `UPDATE receipts SET sms_due_at = now() + make_interval(secs => 2 ^ sms_attempts)
        WHERE org_id = ${ID} AND payment_id = ${ID}`,
    ],
    refusal: STABLE,
  },
  {
    file: "payments/store/missing-queries.ts",
    shape: "AS next_at",
    plain: [
      `UPDATE missing_requests SET due_at = service_time() + ask_count * interval '1 second'
        WHERE org_id = ${ID} AND reference = ${ID}`,
    ],
    refusal: STABLE,
  },
  {
    file: "payments/store/missing-queries.ts",
    shape: "const TIMES",
    plain: [
      `UPDATE missing_requests SET given_up_at = coalesce(given_up_at, service_time())
        WHERE org_id = ${ID} AND reference = ${ID}`,
      `UPDATE missing_requests SET due_at = CASE WHEN given_up_at IS NULL THEN now() + interval '1 second' END
        WHERE org_id = ${ID} AND reference = ${ID}`,
    ],
    refusal: NOT_IMMUTABLE,
  },
  {
    file: "record/webhooks/queue-queries.ts",
    shape: "webhook_attempt(",
    plain: [
      `UPDATE webhook_deliveries SET earlier_attempts = CASE WHEN attempt_count > 0 THEN
          jsonb_build_object('attempted_at', attempted_at) END
        WHERE org_id = ${ID} AND webhook_id = ${ID} AND delivery_id = ${ID}`,
    ],
    refusal: NOT_IMMUTABLE,
  },
  {
    file: "record/webhooks/queue-queries.ts",
    shape: "finished_at = r.finished_at",
    plain: [
      `UPDATE webhook_deliveries SET finished_at = CASE WHEN attempt_count > 0 THEN
          attempted_at + latency_ms * interval '1 millisecond' END
        WHERE org_id = ${ID} AND webhook_id = ${ID} AND delivery_id = ${ID}`,
    ],
    refusal: NOT_IMMUTABLE,
  },
  {
    file: "products/batches/queries.ts",
    shape: "database_time()",
    plain: [`UPDATE payout_batches SET lease_until = clock_timestamp() WHERE org_id = ${ID} AND batch_id = ${ID}`],
    refusal: "must not be VOLATILE",
  },
  {
    file: "kernel/http/idempotency-store.ts",
    shape: "const IS_OLD",
    plain: [
      `INSERT INTO idempotency_keys AS k (scope_id, key, fingerprint, resource_id, locked_until, created_at, holder)
        SELECT ${ID}::uuid, 'key', ''::bytea, ${ID}::uuid, now(), now(), ${ID}::uuid
        ON CONFLICT (scope_id, key) DO UPDATE SET attempt = 1 WHERE k.created_at <= $1`,
    ],
    refusal: "bind message supplies 0 parameters",
  },
  {
    file: "record/events/erase-payloads.ts",
    shape: "SET LOCAL corridor.erasing",
    because: "Citus passes SET LOCAL on to the node, whose trigger reads it, and not what set_config does.",
  },
  {
    file: "record/webhooks/notify-endpoints.ts",
    shape: "// Two statements",
    because: "As one statement Citus sends the node a text with a syntax error; the webhooks' routes.test.ts sees it.",
  },
  {
    file: "payments/store/hold-references.ts",
    shape: "AS any_row",
    because:
      "Writers are sessions at the node, or at the coordinator while they fall back: they must meet in one lock.",
  },
  {
    file: "record/events/read-oldest-first.ts",
    shape: "writerDb = db",
    because: "Open transactions of the writers are seen at the node alone.",
  },
];

describe("what is written for Citus", () => {
  test("is in this list and nowhere else outside of the kernel's database", () => {
    const textOf = new Map(product.map(({ path, text }) => [path, text]));
    expect(SHAPES.filter(({ file, shape }) => !textOf.get(file)?.includes(shape))).toEqual([]);
    const listed = new Set(SHAPES.map(({ file }) => file));
    const named = product.filter(({ text }) => /\bCitus\b|\ba cluster\b/.test(text)).map(({ path }) => path);
    expect(named.filter((path) => !listed.has(path) && !ENGINE.test(path))).toEqual([]);
  });

  if (IS_ON_CITUS)
    test("is still refused in its plain form", async () => {
      await using database = await createTestDatabase();
      const client = new pg.Client(database.url);
      await client.connect();
      const taken: string[] = [];
      for (const { shape, plain, refusal } of SHAPES.flatMap((one) => ("plain" in one ? [one] : [])))
        for (const text of plain) {
          const answer = await client.query(text, text.includes("$1") ? [new Date()] : []).then(
            () => "taken",
            (error: Error) => error.message,
          );
          if (!answer.includes(refusal)) taken.push(`${shape}: ${answer}`);
        }
      await client.end();
      expect(taken).toEqual([]);
    });
});
