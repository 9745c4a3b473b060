import type { Row } from "#src/kernel/db/statement.ts";
import { invalidField } from "#src/kernel/http/errors.ts";
import { EVENT_TYPES, type EventType, isEventType } from "#src/record/events/index.ts";

export const MAX_ENDPOINTS_PER_ORGANIZATION = 50;
export const ENDPOINT_STATUSES = ["active", "disabled"] as const;
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];
export const DISABLED_REASONS = ["requested", "gone", "failing"] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/**
 * The public part of an endpoint: never its secrets.
 * `events`: null: every type, including types that are added later.
 */
export type WebhookEndpoint = Row<"webhooks.FIND_ENDPOINT">;

const EVERY_TYPE = "*";

/** A subscription in a request. Absent, null or `*` means every type. */
export function readSubscription(events: readonly string[] | null | undefined): EventType[] | null {
  if (events === undefined || events === null || events.includes(EVERY_TYPE)) return null;
  const unknown = events.find((type) => !isEventType(type));
  if (unknown !== undefined)
    throw invalidField(
      "events",
      `${JSON.stringify(unknown)} is not an event type; the types are ${EVENT_TYPES.join(", ")}`,
    );
  return [...new Set(events as EventType[])];
}

/** The event types of a subscription, as a response shows them. */
export function subscribedTypes(endpoint: Pick<WebhookEndpoint, "events">): readonly EventType[] {
  return endpoint.events ?? EVENT_TYPES;
}

/** A sealed secret that is moved to another endpoint does not open there. */
export function sealingPlace(endpoint: { org_id: string; webhook_id: string }): string {
  return `webhook ${endpoint.org_id} ${endpoint.webhook_id}`;
}
