import Type from "typebox";
import { Id, Nullable, OneOf, Timestamp, Named } from "#src/kernel/http/schemas.ts";
import { DELIVERY_STATUSES } from "./delivery.ts";
import { DISABLED_REASONS, ENDPOINT_STATUSES } from "./endpoint.ts";
import { EVENT_TYPES } from "#src/record/events/index.ts";
import { FAILURE_REASONS, FAULTS } from "./send-attempt.ts";

/** The wire shapes of webhooks. */
export const EndpointItem = Named("WebhookEndpoint", {
  webhook_id: Id,
  org_id: Id,
  endpoint_url: Type.String(),
  events: Type.Array(OneOf(EVENT_TYPES, { title: "EventType" }), { description: "Subscribed event types" }),
  status: OneOf(ENDPOINT_STATUSES),
  disabled_reason: Type.Optional(
    OneOf(DISABLED_REASONS, {
      description:
        "Why the endpoint is disabled. requested: by a person; gone: it answered 410; failing: every attempt failed " +
        "for 5 days",
    }),
  ),
  disabled_at: Type.Optional(Timestamp),
  failing_since: Type.Optional(Timestamp),
  previous_secret_expires_at: Type.Optional(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
});

export const EndpointWithSecret = Named("WebhookEndpointWithSecret", {
  ...EndpointItem.properties,
  secret_key: Type.String({ description: "The signing secret, shown only once" }),
});

/** Longer than any event type. The limit keeps the error short, which repeats an unknown type. */
const MAX_TYPE_CHARACTERS = 100;

export const SubscriptionInput = Type.Optional(
  Nullable(
    Type.Array(Type.String({ maxLength: MAX_TYPE_CHARACTERS }), {
      minItems: 1,
      maxItems: EVENT_TYPES.length + 1,
      description: 'Event types (`EventType`) to receive; absent, null or "*": all',
    }),
  ),
);

const AttemptItem = Named("DeliveryAttempt", {
  attempt: Type.Integer(),
  attempted_at: Timestamp,
  latency_ms: Type.Integer(),
  status_code: Nullable(Type.Integer()),
  fault: Nullable(OneOf(FAULTS, { description: "Who caused the failure; null: acknowledged" })),
  reason: Nullable(OneOf(FAILURE_REASONS)),
  detail: Nullable(Type.String()),
  response_body: Type.String({ description: "First 2 KiB of the answer, secrets removed" }),
});

export const DeliveryItem = Named("Delivery", {
  delivery_id: Id,
  webhook_id: Id,
  org_id: Id,
  event_id: Id,
  event_type: OneOf(EVENT_TYPES, { title: "EventType" }),
  status: OneOf(DELIVERY_STATUSES, { title: "DeliveryStatus" }),
  attempt_count: Type.Integer(),
  next_attempt_at: Nullable(Timestamp),
  created_at: Timestamp,
  finished_at: Nullable(Timestamp),
  attempts: Type.Array(AttemptItem, { description: "The attempts, newest last" }),
});
