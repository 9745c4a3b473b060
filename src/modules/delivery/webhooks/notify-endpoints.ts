import { appendAudit, type AuditActor } from "#src/modules/books/audit/append-audit.ts";
import { findEventText } from "#src/modules/delivery/events/find-event.ts";
import { eventInserts, eventRow } from "#src/modules/delivery/events/write-events.ts";
import type { Db } from "#src/platform/db/client.ts";
import { writeTogether } from "#src/platform/db/write-together.ts";
import { newId } from "#src/platform/ids.ts";
import { InvalidMoney, Money } from "#src/platform/money.ts";
import { fanOutToEveryEndpoint, type FannedOut, findFannedOut } from "./fan-out.ts";

export type TestNotification = {
  /** The id an `Idempotency-Key` reserved: an event that exists under it was made by the same request before a crash, and is on its way. */
  repeatableId?: string | undefined;
  orgId: string;
  transactionData: Readonly<Record<string, unknown>>;
  actor: AuditActor;
  requestId: string;
  at: Date;
};

/**
 * Sends a test notification to every active endpoint of an organisation. It is a real event in the log, signed and delivered like any
 * other, and marked `test: true`; its resource is the notification itself, so that it never meddles with a transaction's sequence.
 */
export async function notifyEndpoints(deps: { db: Db }, input: TestNotification): Promise<{ event_id: string; deliveries: FannedOut[] }> {
  const eventId = input.repeatableId ?? newId();
  if (input.repeatableId !== undefined && (await findEventText(deps.db, input.orgId, eventId)) !== null) {
    return { event_id: eventId, deliveries: await findFannedOut(deps.db, { orgId: input.orgId, eventId }) };
  }
  const type = "transaction.updated" as const;
  const data = { ...input.transactionData, ...exactAmount(input.transactionData), test: true };
  const row = eventRow(eventId, { orgId: input.orgId, type, resourceType: "test_notification", resourceId: eventId, sequence: 1, data, at: input.at });
  const deliveries = await deps.db.transaction(async (tx) => {
    await writeTogether(tx, [eventInserts([row])]);
    const written = await fanOutToEveryEndpoint(tx, { orgId: input.orgId, eventId, type, at: input.at });
    await appendAudit(tx, [
      {
        orgId: input.orgId,
        actor: input.actor,
        action: "webhook.test_sent",
        resourceType: "event",
        resourceId: eventId,
        changes: { deliveries: written.length },
        requestId: input.requestId,
        at: input.at,
      },
    ]);
    return written;
  });
  return { event_id: eventId, deliveries };
}

/** The amount at its currency's scale, as a real event shows it; an amount that is no money of a known currency is sent as it came. */
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
