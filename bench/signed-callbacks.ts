import { newId } from "@corridor/base/ids.ts";
import { sign, signatureHeader, signingKey } from "@corridor/sandbox/signature.ts";
import { type Environment, sandboxKeyOf } from "./environment.ts";
import type { Variant } from "./load.ts";

/**
 * Callbacks as the sandbox signs them. Each is sent once: a repeated callback costs next to nothing, so it would
 * measure nothing.
 */
const PROVIDER = "fiat";
export const CALLBACK_PATH = `/v1/callbacks/${PROVIDER}`;

export function signedCallback(environment: Environment, event: object): Variant {
  const key = signingKey(sandboxKeyOf(environment.secret), PROVIDER);
  const body = JSON.stringify({
    callback_id: newId(),
    events: [{ provider: PROVIDER, occurred_at: new Date().toISOString(), ...event }],
  });
  return { header: [signatureHeader(PROVIDER), sign(key, body, new Date())], body };
}

export type OpenPayment = { payment_id: string; amount: string; currency: string; provider_payment_id: string };

export function completion(environment: Environment, payment: OpenPayment): Variant {
  return signedCallback(environment, {
    event: "payment.updated",
    id: payment.provider_payment_id,
    reference: payment.payment_id,
    status: "completed",
    provider_status: "completed",
    amount: payment.amount,
    currency: payment.currency,
    received_amount: payment.amount,
  });
}

export function deposit(environment: Environment, accountNumber: string): Variant {
  const data = { account_number: accountNumber, rail: "bank_transfer", sender_name: "Ama Owusu", narration: "Bench" };
  return signedCallback(environment, {
    event: "deposit.received",
    id: newId(),
    amount: "10.00",
    currency: "GHS",
    data,
  });
}

/**
 * Payments that wait for their provider, as many as asked for: copies of those that initiation left, since a callback
 * that ends a payment is faster than the request that began it, and would run out of them.
 */
export async function openPayments(environment: Environment, count: number): Promise<OpenPayment[]> {
  return environment.db.query<OpenPayment>(
    `WITH originals AS (
       SELECT * FROM payments WHERE org_id = $1 AND status IN ('processing', 'pending')
         AND payment_method = 'mobile_money' AND provider = '${PROVIDER}' AND kind = 'payment' AND direction = 'inbound'
         ORDER BY payment_id DESC LIMIT 500),
     numbered AS (SELECT o.*, gen_random_uuid() AS id FROM originals o CROSS JOIN generate_series(1, $2 / 500 + 1)),
     copies AS (
       INSERT INTO payments
       SELECT copy.* FROM numbered n JOIN payments p ON p.org_id = n.org_id AND p.payment_id = n.payment_id
       CROSS JOIN LATERAL jsonb_populate_record(NULL::payments,
         to_jsonb(p) || jsonb_build_object('payment_id', n.id, 'transaction_id', gen_random_uuid(),
         'progress', replace(p.progress::text, p.payment_id::text, n.id::text)::jsonb)) AS copy LIMIT $2
       RETURNING org_id, payment_id, amount::text, currency, provider_payment_id),
     checks AS (INSERT INTO payment_checks (org_id, payment_id, due_at)
       SELECT org_id, payment_id, now() + interval '1 hour' FROM copies)
     SELECT payment_id, amount, currency, provider_payment_id FROM copies`,
    [environment.organization.org_id, count],
  );
}
