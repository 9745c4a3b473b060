import { appendAudit, type AuditActor } from "#src/record/audit/index.ts";
import { eventInserts, type EventRow, eventRow, findEventText } from "#src/record/events/index.ts";
import { combine } from "#src/kernel/combine.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import { writeTogether } from "#src/kernel/db/write-together.ts";
import { newId } from "@corridor/base/ids.ts";
import { InvalidMoney, Money } from "@corridor/base/money.ts";
import { deliveriesToEveryEndpoint, type FannedOut, findFannedOut } from "./fan-out.ts";

export type TestNotification = {
  /** The id that an `Idempotency-Key` reserved: an event under it was created by the same request before a crash. */
  repeatableId?: string | undefined;
  /** True when the request ran before, so that its event may exist. */
  repeats?: boolean;
  orgId: string;
  transactionData: Readonly<Record<string, unknown>>;
  actor: AuditActor;
  requestId: string;
  at: Date;
};

export type SentNotification = { event_id: string; deliveries: FannedOut[] };

const MAX_BATCH = 64;
const MAX_BATCHES_IN_FLIGHT = 2;
const MAX_QUEUED = 5_000;

/**
 * Sends a test notification to every active endpoint: a real event, marked `test: true`, signed and delivered like any
 * other. Its resource is the notification itself, so that it never affects a transaction's sequence.
 */
export function createNotifications(db: Db): (input: TestNotification) => Promise<SentNotification> {
  const send = combine<TestNotification & { eventId: string }, SentNotification>({
    run: (inputs) => db.transaction((tx) => writeNotifications(tx, inputs)),
    maxBatch: MAX_BATCH,
    maxInFlight: MAX_BATCHES_IN_FLIGHT,
    maxQueued: MAX_QUEUED,
  });
  return async (input) => {
    const eventId = input.repeatableId ?? newId();
    if (input.repeats && (await findEventText(db, input.orgId, eventId)) !== null) {
      return { event_id: eventId, deliveries: await findFannedOut(db, { orgId: input.orgId, eventId }) };
    }
    return send({ ...input, eventId });
  };
}

const TYPE = "transaction.updated";

async function writeNotifications(
  tx: Tx,
  inputs: readonly (TestNotification & { eventId: string })[],
): Promise<SentNotification[]> {
  const events = inputs.map(({ orgId, eventId, at }) => ({ orgId, eventId, type: TYPE, at }) as const);
  // Two statements, because Citus sends a node a text that it cannot read when both are one.
  const [, fannedOut] = await Promise.all([
    writeTogether(tx, [eventInserts(inputs.map(rowOf))]),
    writeTogether<FannedOut & { event_id: string }>(tx, [deliveriesToEveryEndpoint(events)]),
  ]);
  const deliveries = Map.groupBy(fannedOut, (delivery) => delivery.event_id);
  const sent = inputs.map(({ eventId }) => ({
    event_id: eventId,
    deliveries: (deliveries.get(eventId) ?? []).map(({ webhook_id, delivery_id }) => ({ webhook_id, delivery_id })),
  }));
  await appendAudit(
    tx,
    inputs.map(({ orgId, actor, eventId, requestId, at }, index) => ({
      orgId,
      actor,
      action: "webhook.test_sent",
      resourceType: "event",
      resourceId: eventId,
      changes: { deliveries: sent[index]!.deliveries.length },
      requestId,
      at,
    })),
  );
  return sent;
}

function rowOf({ orgId, eventId, transactionData, at }: TestNotification & { eventId: string }): EventRow {
  const data = { ...transactionData, ...exactAmount(transactionData), test: true };
  return eventRow(eventId, {
    orgId,
    type: TYPE,
    resourceType: "test_notification",
    resourceId: eventId,
    sequence: 1,
    data,
    at,
  });
}

/** At its currency's scale, as a real event shows it; an invalid amount or unknown currency is sent unchanged. */
function exactAmount(data: Readonly<Record<string, unknown>>): { amount?: Money } {
  const { amount, currency } = data;
  if (typeof amount !== "number" || typeof currency !== "string") return {};
  try {
    return { amount: Money.fromWire(amount, currency) };
  } catch (error) {
    if (error instanceof InvalidMoney) return {};
    throw error;
  }
}
