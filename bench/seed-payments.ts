import { inLanes, seedPayments as writePayments } from "../scripts/seed-payments/write-payments.ts";
import type { Environment } from "./environment.ts";

/**
 * Grows the tables that a payment's commits and reads touch, by SQL: payments as large and varied as real ones, and
 * their events. The events' payloads are short; what slows an insert is the size of the indexes, not that of rows long
 * written.
 */
const DAYS = 365;
const CHUNKS = 50;
const EVENTS_PER_PAYMENT = 3;

export async function seedPayments(
  environment: Environment,
  count: number,
  say: (text: string) => void,
): Promise<void> {
  const { db } = environment;
  const until = new Date();
  const [{ last } = { last: null }] = await db.query<{ last: Date | null }>(
    "SELECT max(created_at) AS last FROM payments WHERE status = 'completed'",
  );
  const from = new Date(Math.max(until.getTime() - DAYS * 86_400_000, (last?.getTime() ?? 0) + 1));
  await writePayments(db, {
    count,
    days: (until.getTime() - from.getTime()) / 86_400_000,
    until,
    onProgress: (done) => say(`  ${done.toLocaleString("en-US")} payments`),
  });
  say("  their events");
  await inLanes(CHUNKS, async (chunk) => {
    const at = (share: number): Date => new Date(from.getTime() + (until.getTime() - from.getTime()) * share);
    const range = [at(chunk / CHUNKS), at((chunk + 1) / CHUNKS)];
    await db.query(
      `INSERT INTO events (org_id, event_id, types, resource_type, resource_id, sequence, payload, created_at)
       SELECT org_id, (substr(payment_id::text, 1, 19) || '8' || substr(md5(payment_id::text || n), 1, 14) || '0')::uuid,
         ARRAY[CASE n WHEN 2 THEN 'payment.processing' ELSE 'transaction.updated' END], 'payment', payment_id::text, n, repeat('x', 200), created_at
       FROM payments CROSS JOIN generate_series(1, ${EVENTS_PER_PAYMENT}) AS n
         WHERE created_at >= $1 AND created_at < $2 AND event_sequence = 5 ON CONFLICT DO NOTHING`,
      range,
    );
  });
  await db.query("ANALYZE events");
}
