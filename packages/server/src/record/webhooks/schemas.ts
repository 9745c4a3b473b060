import Type from "typebox";
import { CreatedAt, Id, Named, Nullable, OneOf, OrgId, Timestamp, UpdatedAt } from "#src/kernel/http/schemas.ts";
import { DELIVERY_STATUSES } from "./delivery.ts";
import { DISABLED_REASONS, ENDPOINT_STATUSES } from "./endpoint.ts";
import { EVENT_TYPES, EventTypeSchema } from "#src/record/events/index.ts";
import { FAILURE_REASONS, FAULTS } from "./send-attempt.ts";

/** The wire shapes of webhooks. */
export const EndpointItem = Named(["WebhookEndpoint", "An address that events are sent to"], {
  webhook_id: [Id, "Id of the webhook endpoint"],
  org_id: OrgId,
  endpoint_url: [Type.String(), "The public https address that events are sent to"],
  events: Type.Array(EventTypeSchema, { description: "Subscribed event types" }),
  status: [OneOf(ENDPOINT_STATUSES), "Status of the endpoint; a disabled endpoint gets no events"],
  disabled_reason: [
    Type.Optional(OneOf(DISABLED_REASONS)),
    "Why the endpoint is disabled. requested: by a person; gone: it answered 410; failing: every attempt failed " +
      "for 5 days",
  ],
  disabled_at: [Type.Optional(Timestamp), "When it was disabled; absent: it is not"],
  failing_since: [Type.Optional(Timestamp), "When the endpoint began to fail every attempt; absent: it does not"],
  previous_secret_expires_at: [Type.Optional(Timestamp), "Until then deliveries are also signed with the old secret"],
  made_by: [Type.Optional(Id), "The member who registered it or took it over; absent: not recorded"],
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});

export const EndpointWithSecret = Named(["WebhookEndpointWithSecret", "The endpoint, with its signing secret"], {
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
  attempt: [Type.Integer(), "Number of the attempt, counted from 1"],
  attempted_at: [Timestamp, "When the attempt was sent"],
  latency_ms: [Type.Integer(), "Time until the receiver answered, in milliseconds"],
  status_code: [Nullable(Type.Integer()), "The HTTP status of the receiver's answer; null without an answer"],
  fault: Nullable(OneOf(FAULTS, { description: "Who caused the failure; null: acknowledged" })),
  reason: [Nullable(OneOf(FAILURE_REASONS)), "Why the attempt failed, as a code for programs; null for a success"],
  detail: [Nullable(Type.String()), "Why the attempt failed, in words; null for a success"],
  response_body: Type.String({ description: "First 2 KiB of the answer, secrets removed" }),
});

export const DeliveryStatusSchema = OneOf(DELIVERY_STATUSES, {
  title: "DeliveryStatus",
  description: "Status of a webhook delivery. dead: given up after the last attempt",
});
export const DeliveryItem = Named(["Delivery", "The delivery of one event to one endpoint"], {
  delivery_id: [Id, "Id of the delivery"],
  webhook_id: [Id, "Id of the webhook endpoint"],
  org_id: OrgId,
  event_id: [Id, "Id of the event. The same event may arrive more than once, so process each id once"],
  event_type: EventTypeSchema,
  status: DeliveryStatusSchema,
  attempt_count: [Type.Integer(), "The number of attempts so far"],
  next_attempt_at: [Nullable(Timestamp), "When the next attempt is due; null: there is none"],
  created_at: CreatedAt,
  finished_at: [Nullable(Timestamp), "When it was acknowledged or given up; null before"],
  attempts: Type.Array(AttemptItem, { description: "The attempts, newest last" }),
});
