import { audit, type AuditActor } from "#src/record/audit/index.ts";
import { changeInserts, changeRow, eventsOfRow, findEventText, rowIdOf } from "#src/record/events/index.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { writeTogether } from "#src/kernel/db/write-together.ts";
import { newId } from "@corridor/base/ids.ts";
import { InvalidMoney, Money } from "@corridor/base/money.ts";
import { deliverToEveryEndpoint, type FannedOut, findFannedOut } from "./append-events.ts";

type TestNotification = {
  /** The id that an `Idempotency-Key` reserved: an event under it was created by the same request before a crash. */
  repeatableId?: string | undefined;
  /** True when the request ran before, so that its event may exist. */
  repeats?: boolean;
  orgId: string;
  transactionData: Readonly<Record<string, unknown>>;
  actor: AuditActor;
  at: Date;
};

type SentNotification = { event_id: string; deliveries: FannedOut[] };

/**
 * Sends a test notification to every active endpoint: a real event, marked `test: true`, signed and delivered like any
 * other. Its resource is the notification itself, so that it never affects a transaction's sequence.
 */
export async function notifyEndpoints(db: Db, input: TestNotification): Promise<SentNotification> {
  const { orgId, transactionData, at } = input;
  const eventId = rowIdOf(input.repeatableId ?? newId());
  if (input.repeats && (await findEventText(db, orgId, eventId)) !== null)
    return { event_id: eventId, deliveries: await findFannedOut(db, orgId, eventId) };
  const resource = { resourceType: "test_notification", resourceId: eventId, sequence: 1 };
  const data = { ...transactionData, ...exactAmount(transactionData), test: true };
  const row = changeRow(eventId, { orgId, type: "transaction.updated", ...resource, data, at });
  return db.transaction(async (tx) => {
    // Two statements, because Citus sends a node a text that it cannot read when both are one.
    const [, deliveries] = await Promise.all([
      writeTogether(tx, [changeInserts([row])]),
      deliverToEveryEndpoint(tx, eventsOfRow(row)[0]!),
    ]);
    const changes = { deliveries: deliveries.length };
    await audit(tx, { ...input, resourceType: "event" }, "webhook.test_sent", eventId, changes);
    return { event_id: eventId, deliveries };
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
