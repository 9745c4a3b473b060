import { connect, type Db } from "@corridor/server/kernel/db/client.ts";
import { systemClock } from "@corridor/base/clock.ts";
import { createPaymentStore } from "@corridor/server/payments/store/payment-store.ts";
import { createSecretBox } from "@corridor/server/kernel/secrets.ts";
import { plainPayment } from "@corridor/server/payments/at-providers/dispatch-request.ts";
import { findByReferences } from "@corridor/server/payments/store/queries.ts";
import type { Environment } from "./environment.ts";
import { samplePayment } from "./sample-payment.ts";

/**
 * How the database runs the statements of a payment's commits, of a callback and of a read: as a session of the writer
 * plans them once and for all. A scan of a whole table anywhere is an error.
 */
const LARGE = "(?:payments|payment_\\w+|events\\w*|webhook_deliveries\\w*|audit_log\\w*|ledger_\\w+)";
const SCAN_OF_ALL = new RegExp(`Seq Scan on ${LARGE}`);
const SCAN_OF_INDEX = new RegExp(`Index (?:Only )?Scan using \\w+ on ${LARGE}\\b`);

export async function explainHotStatements(
  environment: Pick<Environment, "databaseUrl" | "log" | "organization">,
): Promise<string[]> {
  const db = connect({
    url: environment.databaseUrl,
    maxConnections: 1,
    applicationName: "bench-plans",
    log: environment.log,
    purpose: "writer",
  });
  try {
    const texts = await hotStatements(environment, db);
    const lines: string[] = [];
    for (const [index, text] of texts.entries()) {
      const parameters = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map((match) => Number(match[1])));
      await db.query(`PREPARE hot_${index} AS ${text}`);
      const plan = await db.query<{ "QUERY PLAN": string }>(
        "EXPLAIN (COSTS OFF) EXECUTE " +
          `hot_${index}${parameters === 0 ? "" : `(${Array.from({ length: parameters }, () => "NULL").join(", ")})`}`,
      );
      const printed = plan.map((row) => row["QUERY PLAN"].trim().replace(/^-> +/, ""));
      const steps = printed.filter((step) => /Scan|Insert on|Update on/.test(step));
      // An index that is read without a condition is read from end to end.
      const fault = printed.find(
        (step, at) =>
          SCAN_OF_ALL.test(step) || (SCAN_OF_INDEX.test(step) && printed[at + 1]?.startsWith("Index Cond:") !== true),
      );
      if (fault !== undefined) throw new Error(`a hot statement scans a whole table (${fault}): ${text}`);
      lines.push(`plan: ${steps.join("; ")}`);
    }
    return lines;
  } finally {
    await db.close();
  }
}

/** The texts themselves, caught while a payment is created, accepted, found by its reference, completed and read. */
async function hotStatements(environment: Pick<Environment, "organization">, db: Db): Promise<string[]> {
  const texts = new Set<string>();
  const watched: Db = {
    ...db,
    query: <R>(text: string, values?: readonly unknown[]) => (texts.add(text), db.query<R>(text, values)),
    transaction: (work) =>
      db.transaction((tx) =>
        work({
          ...tx,
          query: <R>(text: string, values?: readonly unknown[]) => (texts.add(text), tx.query<R>(text, values)),
        }),
      ),
  };
  const store = createPaymentStore({
    db: watched,
    clock: systemClock,
    secrets: createSecretBox({ masterSecret: "of no importance here" }),
    listeners: [],
    causeOf: () => null,
    kinds: { payment: plainPayment, ramp: plainPayment },
  });
  const sample = samplePayment();
  const attempt = {
    ...sample.progress.attempts[0]!,
    outcome: "dispatching" as const,
    provider_payment_id: null,
    finished_at: null,
  };
  const { org_id: orgId, org_admin } = environment.organization;
  const { payment } = await store.createPayment({
    payment: {
      ...sample,
      orgId,
      userId: org_admin.user_id,
      status: "initiated",
      provider: null,
      providerPaymentId: null,
      providerStatus: null,
      nextAction: null,
      eventSequence: 0,
      progress: { ...sample.progress, attempts: [attempt] },
    },
    newId: true,
    audit: { actor: { type: "system", id: "bench" }, action: "payment.initiated" },
  });
  const key = { orgId, paymentId: payment.paymentId };
  await store.applyTransition(key, {
    type: "accepted",
    attemptId: attempt.attempt_id,
    result: { outcome: "accepted", status: "processing", providerPaymentId: "x", providerStatus: "submitted" },
  });
  await findByReferences(watched, [attempt.attempt_id]);
  await store.applyTransition(key, {
    type: "provider_said",
    source: "callback",
    update: {
      kind: "payment",
      reference: attempt.attempt_id,
      providerPaymentId: "x",
      providerStatus: "done",
      status: "completed",
      reason: undefined,
      receivedAmount: undefined,
      occurredAt: undefined,
      data: undefined,
    },
  });
  await store.findByTransactionId(payment.transactionId);
  return [...texts];
}
