import type { Clock } from "@corridor/base/clock.ts";
import { combine, isRowFault } from "#src/kernel/combine.ts";
import { BATCH_LOCK_TIMEOUT_MS, type Db, type Tx } from "#src/kernel/db/client.ts";
import type { SecretBox } from "#src/kernel/secrets.ts";
import { joinTrace } from "#src/kernel/tracing.ts";
import type { Move, PaymentKinds } from "#src/payments/core/index.ts";
import {
  applyToRecent,
  applyTransitionsIn,
  LockConflict,
  type TransitionDeps,
  type TransitionInput,
  type TransitionOutcome,
} from "./apply-transition.ts";
import {
  createAtOnce,
  createPaymentsIn,
  type Creation,
  type CreationOutcome,
  needsNothingFirst,
  type RequestPaymentApprovals,
} from "./create-payments.ts";
import type { Audited, PaymentListener } from "./payment-writes.ts";
import type { PaymentKey } from "./queries.ts";
import { BATCHES, createPaymentReader } from "./read-payments.ts";
import { createRecentPayments } from "./recent-payments.ts";

/**
 * Concurrent calls share one transaction, and all pure writes are one statement: if nothing must be read or locked
 * first, that statement is the transaction. Most payments are written by two such statements.
 */
const MAX_WRITE_MS = 600;

export type PaymentStore = ReturnType<typeof createPaymentStore>;

export function createPaymentStore(deps: {
  db: Db;
  clock: Clock;
  secrets: SecretBox;
  kinds: PaymentKinds;
  listeners: readonly PaymentListener[];
  causeOf: TransitionDeps["causeOf"];
  requestApprovals?: RequestPaymentApprovals;
}) {
  const { db } = deps;
  const recentPayments = createRecentPayments();

  async function createBatch(creations: readonly Creation[]): Promise<CreationOutcome[]> {
    const outcomes = creations.every(needsNothingFirst)
      ? await createAtOnce(db, deps, creations)
      : await db.transaction((tx) => createPaymentsIn(tx, deps, creations), BATCH_LOCK_TIMEOUT_MS);
    for (const { payment, version } of outcomes)
      if (version !== undefined) recentPayments.remember({ payment, version });
    return outcomes;
  }

  async function applyBatch(inputs: readonly TransitionInput[]): Promise<TransitionOutcome[]> {
    const recent = recentPayments.take(inputs);
    if (recent.size === inputs.length) {
      try {
        return await applyToRecent(db, deps, inputs, recent);
      } catch (error) {
        // A lock conflict may also appear as a unique violation: the event's sequence is already used.
        if (!(error instanceof LockConflict || isRowFault(error))) throw error;
      }
    }
    return db.transaction((tx) => applyTransitionsIn(tx, deps, inputs), BATCH_LOCK_TIMEOUT_MS);
  }

  const apply = combine<TransitionInput, TransitionOutcome>({
    ...BATCHES,
    name: "write payment transition",
    turns: db.turnsOf("transitions"),
    orgOf: ({ orgId }) => orgId,
    run: applyBatch,
  });
  const create = combine<Creation, CreationOutcome>({
    ...BATCHES,
    name: "write payment",
    turns: db.turnsOf("creations"),
    orgOf: ({ payment }) => payment.orgId,
    refusesBehind: [apply],
    run: createBatch,
  });

  return {
    /** Commit 1: the intention, before anything is sent. */
    createPayment: (creation: Creation) => {
      joinTrace(creation.payment.paymentId);
      return create(creation);
    },
    createPaymentsIn: (tx: Tx, creations: readonly Creation[]) => createPaymentsIn(tx, deps, creations),
    applyTransition: ({ orgId, paymentId }: PaymentKey, move: Move, audit?: Audited) => {
      joinTrace(paymentId);
      return apply({ orgId, paymentId, move, audit });
    },
    applyTransitionsIn: (tx: Tx, inputs: readonly TransitionInput[]) => applyTransitionsIn(tx, deps, inputs),
    ...createPaymentReader(db),
    /** For the readiness check: a process that has payments to write and writes none should get no traffic. */
    async assertWritten(): Promise<void> {
      const stalledMs = Math.max(create.stalledMs(), apply.stalledMs());
      if (stalledMs > MAX_WRITE_MS) throw new Error(`no payment was written for ${Math.round(stalledMs)} ms`);
    },
    drain: () => Promise.all([create.drain(), apply.drain()]).then(() => undefined),
  };
}
