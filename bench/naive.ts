import pg from "pg";
import { newId } from "@corridor/base/ids.ts";
import type { Creation, CreationOutcome } from "@corridor/server/payments/store/create-payments.ts";
import type { PaymentStore } from "@corridor/server/payments/store/payment-store.ts";
import type { TransitionOutcome } from "@corridor/server/payments/store/apply-transition.ts";
import { nextCheckAt } from "@corridor/server/payments/core/check-schedule.ts";
import type { Move } from "@corridor/server/payments/core/moves.ts";
import type { Payment } from "@corridor/server/payments/core/payment.ts";
import { decideMove } from "@corridor/server/payments/rules/payment-rules.ts";
import { rowIdOf } from "@corridor/server/record/events/event-text.ts";
import { recordOf } from "@corridor/server/payments/wire/payment-record.ts";
import { type PaymentKey, paymentOf } from "@corridor/server/payments/store/queries.ts";

/**
 * The two commits of a payment as one would first write them: single statements, one after another, in a transaction
 * per request on a pool. The same rows, the same rules and the same durability as the product's own store.
 */
const POOL_SIZE = 20;

export function createNaiveStore(databaseUrl: string): PaymentStore {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: POOL_SIZE });

  async function inTransaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    try {
      await client.query("BEGIN");
      const result = await work(client);
      await client.query("COMMIT");
      return result;
    } catch (error) {
      await client.query("ROLLBACK");
      throw error;
    } finally {
      client.release();
    }
  }

  async function createPayment({ payment: planned, audit }: Creation): Promise<CreationOutcome> {
    const payment: Payment = { ...planned, eventSequence: 1 };
    const now = payment.createdAt;
    await inTransaction(async (client) => {
      const row = columnsOf(payment);
      const names = Object.keys(row);
      await client.query(
        `INSERT INTO payments (${names.join(", ")}) VALUES (${names.map((_, index) => `$${index + 1}`).join(", ")})`,
        Object.values(row),
      );
      await scheduleCheck(client, payment, now);
      await appendEvent(client, payment, null, "transaction.updated", 1, now);
      await client.query(
        `INSERT INTO audit_log (org_id, audit_id, actor_type, actor_id, actor_user_id, action, resource_type,
          resource_id, changes, request_id, created_at) VALUES ($1, $2, $3, $4, $5, $6, 'payment', $7, $8, $9, $10)`,
        [
          payment.orgId,
          newId(),
          audit.actor.type,
          audit.actor.id,
          audit.actor.userId ?? null,
          audit.action,
          payment.paymentId,
          JSON.stringify(audit.changes),
          audit.requestId,
          now,
        ],
      );
    });
    return { outcome: "created", payment };
  }

  async function applyTransition({ orgId, paymentId }: PaymentKey, move: Move): Promise<TransitionOutcome> {
    return inTransaction(async (client) => {
      const { rows } = await client.query(
        `SELECT *, amount::text, target_amount::text, total_fees::text, refunded_amount::text FROM payments
          WHERE org_id = $1 AND payment_id = $2 FOR UPDATE`,
        [orgId, paymentId],
      );
      const before = paymentOf(rows[0]);
      const now = new Date();
      const decision = decideMove(before, move, now);
      const types = [`payment.${decision.payment.status}`, "transaction.updated"];
      const after: Payment = { ...decision.payment, eventSequence: before.eventSequence + types.length };
      await client.query(
        `UPDATE payments SET status = $3, provider = $4, provider_payment_id = $5, provider_status = $6,
         next_action = $7, progress = $8, event_sequence = $9, expires_at = $10, updated_at = $11
         WHERE org_id = $1 AND payment_id = $2`,
        [
          orgId,
          paymentId,
          after.status,
          after.provider,
          after.providerPaymentId,
          after.providerStatus,
          JSON.stringify(after.nextAction),
          JSON.stringify(after.progress),
          after.eventSequence,
          after.expiresAt,
          now,
        ],
      );
      await scheduleCheck(client, after, now);
      for (const [index, type] of types.entries())
        await appendEvent(client, after, before.status, type, before.eventSequence + index + 1, now);
      return { outcome: decision.outcome, payment: after };
    });
  }

  return { createPayment, applyTransition } as unknown as PaymentStore;
}

async function scheduleCheck(client: pg.PoolClient, payment: Payment, now: Date): Promise<void> {
  await client.query(
    `INSERT INTO payment_checks (org_id, payment_id, due_at) VALUES ($1, $2, $3) ON CONFLICT (org_id, payment_id)
      DO UPDATE SET due_at = EXCLUDED.due_at`,
    [payment.orgId, payment.paymentId, nextCheckAt(payment, now)],
  );
}

async function appendEvent(
  client: pg.PoolClient,
  payment: Payment,
  previous: string | null,
  type: string,
  sequence: number,
  at: Date,
): Promise<void> {
  const eventId = rowIdOf(newId());
  const data = JSON.stringify({ ...recordOf(payment, []), previous_status: previous });
  await client.query(
    `INSERT INTO events (org_id, event_id, types, resource_type, resource_id, sequence, payload, created_at)
      VALUES ($1, $2, ARRAY[$3], 'payment', $4, $5, $6, $7)`,
    [payment.orgId, eventId, type, payment.paymentId, sequence, data, at],
  );
  const endpoints = await client.query(
    `SELECT webhook_id FROM webhook_endpoints WHERE org_id = $1 AND status = 'active'
      AND (events IS NULL OR $2 = ANY (events))`,
    [payment.orgId, type],
  );
  for (const { webhook_id } of endpoints.rows) {
    await client.query(
      `INSERT INTO webhook_deliveries (org_id, webhook_id, delivery_id, event_id, event_type, due_at, created_at)
        VALUES ($1, $2, webhook_delivery_id($3, $2), $3, $4, $5, $5)`,
      [payment.orgId, webhook_id, eventId, type, at],
    );
  }
}

function columnsOf(payment: Payment): Record<string, unknown> {
  return {
    org_id: payment.orgId,
    payment_id: payment.paymentId,
    transaction_id: payment.transactionId,
    user_id: payment.userId,
    kind: payment.kind,
    direction: payment.direction,
    payment_method: payment.paymentMethod,
    status: payment.status,
    country: payment.country,
    amount: payment.amount.toDatabase(),
    currency: payment.amount.currency,
    target_amount: payment.targetAmount.toDatabase(),
    target_currency: payment.targetAmount.currency,
    org_rate_id: payment.orgRateId,
    client_reference: payment.clientReference,
    beneficiary_id: payment.beneficiaryId,
    fee_ids: payment.feeIds,
    total_fees: payment.totalFees.toDatabase(),
    refunded_amount: payment.refundedAmount.toDatabase(),
    provider: payment.provider,
    provider_payment_id: payment.providerPaymentId,
    provider_status: payment.providerStatus,
    next_action: JSON.stringify(payment.nextAction),
    details: JSON.stringify(payment.details),
    progress: JSON.stringify(payment.progress),
    event_sequence: payment.eventSequence,
    expires_at: payment.expiresAt,
    created_at: payment.createdAt,
    updated_at: payment.updatedAt,
  };
}
