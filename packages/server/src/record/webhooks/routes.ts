import Type from "typebox";
import { actorOf } from "#src/record/audit/index.ts";
import type { AddressGuard } from "#src/kernel/address-guard.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { type Call, idOf, organizationOf, type OrganizationExists, scopeOf } from "#src/kernel/http/caller.ts";
import { listOf, ListOf } from "#src/kernel/http/envelopes.ts";
import { invalidField, notFound } from "#src/kernel/http/errors.ts";
import { pageOf, pageQuery, readPage, shownPage } from "#src/kernel/http/pagination.ts";
import { Id, Named, OneOf, Shape, TimestampInput } from "#src/kernel/http/schemas.ts";
import { created, nothing, ok, operations, pages, plain } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { isId } from "@corridor/base/ids.ts";
import type { SecretBox } from "#src/kernel/secrets.ts";
import { changeEndpoint, deleteEndpoint, type EndpointAction } from "./change-endpoint.ts";
import { findDeadLetters, findDeliveries, findDelivery } from "./delivery-queries.ts";
import {
  ENDPOINT_STATUSES,
  MAX_ENDPOINTS_PER_ORGANIZATION,
  subscribedTypes,
  type WebhookEndpoint,
} from "./endpoint.ts";
import { EVENT_TYPES, EventTypeSchema } from "#src/record/events/index.ts";
import { countEndpoints, findEndpoint, findEndpoints } from "./queries.ts";
import { registerEndpoint } from "./register-endpoint.ts";
import { replayEvents, replayOne } from "./replay-deliveries.ts";
import { DEFAULT_OVERLAP_SECONDS, MAX_OVERLAP_SECONDS, rotateSecret } from "./rotate-secret.ts";
import { DeliveryItem, DeliveryStatusSchema, EndpointItem, EndpointWithSecret, SubscriptionInput } from "./schemas.ts";
import { FAULTS } from "./send-attempt.ts";

export type WebhooksDeps = {
  db: Db;
  clock: Clock;
  organizationExists: OrganizationExists;
  guard: AddressGuard;
  secrets: SecretBox;
};

const TAG = "Webhooks";
const MAX_URL_CHARACTERS = 2_048;

const OrgQuery = {
  org_id: Type.Optional(Type.String({ description: "The organization; required for platform people only" })),
};

export function webhookRoutes(deps: WebhooksDeps): (app: App) => void {
  const { db, clock } = deps;
  return (app) => {
    const on = operations(app, TAG);
    addEndpointRoutes(app, deps);

    on("GET /public/webhooks/:webhook_id/deliveries", {
      id: "listDeliveries",
      summary: "List an endpoint's deliveries",
      description: "Newest event first, each with its attempts.",
      query: Type.Object({
        status: Type.Optional(DeliveryStatusSchema),
        event_type: Type.Optional(EventTypeSchema),
        event_id: Type.Optional(Id),
      }),
      answer: pages("Deliveries", DeliveryItem),
      handle: async (request) => {
        const endpoint = await findEndpoint(db, scopeOf(request.caller), idOf(request.params.webhook_id, "Webhook"));
        if (endpoint === null) throw notFound("Webhook");
        const list = `webhook-deliveries/${endpoint.webhook_id}`;
        const page = readPage(request, list, { orgId: endpoint.org_id });
        const { status, event_type, event_id } = request.query;
        if (event_id !== undefined && !isId(event_id)) throw invalidField("event_id", "must be an event id");
        const filter = { status: status ?? null, eventType: event_type ?? null, eventId: event_id ?? null };
        const from = { afterId: page.after?.[0] ?? null, limit: page.limit };
        const rows = await findDeliveries(db, endpoint, filter, from);
        return pageOf(rows, page, (delivery) => [delivery.delivery_id]);
      },
    });

    on("GET /public/webhooks/dead-letters", {
      id: "listDeadLetters",
      summary: "List dead letters",
      description:
        "Deliveries whose every attempt failed. `fault` distinguishes failures of the receiver from our own.",
      query: Type.Object({
        ...OrgQuery,
        webhook_id: Type.Optional(Id),
        fault: Type.Optional(OneOf(FAULTS)),
      }),
      answer: pages("Dead letters", DeliveryItem),
      handle: async (request) => {
        const orgId = organizationOf(request.caller, request.query.org_id);
        const page = readPage(request, "webhook-dead-letters", { orgId });
        const { webhook_id, fault } = request.query;
        const webhookId = webhook_id === undefined ? null : idOf(webhook_id, "Webhook");
        const filter = { webhookId, fault: fault ?? null };
        const rows = await findDeadLetters(db, orgId, filter, { afterId: page.after?.[0] ?? null, limit: page.limit });
        return pageOf(rows, page, (delivery) => [delivery.delivery_id]);
      },
    });

    on("GET /public/webhooks/deliveries/:delivery_id", {
      id: "getDelivery",
      summary: "Read a delivery",
      query: Type.Object(OrgQuery),
      answer: ok("Delivery", DeliveryItem),
      handle: async (request) => {
        const orgId = organizationOf(request.caller, request.query.org_id);
        const delivery = await findDelivery(db, orgId, idOf(request.params.delivery_id, "Delivery"));
        if (delivery === null) throw notFound("Delivery");
        return delivery;
      },
    });

    on("POST /public/webhooks/deliveries/:delivery_id/replay", {
      id: "replayDelivery",
      summary: "Send a delivery again",
      description: "A finished delivery starts its retry schedule again; a waiting one is tried at once.",
      query: Type.Object(OrgQuery),
      answer: ok("The delivery is sent again", DeliveryItem),
      handle: async (request) => {
        const orgId = organizationOf(request.caller, request.query.org_id);
        const deliveryId = idOf(request.params.delivery_id, "Delivery");
        return await replayOne(deps, { orgId, deliveryId, ...by(request, clock) });
      },
    });

    on("POST /public/webhooks/:webhook_id/replay", {
      id: "replayDeliveries",
      summary: "Send the events of a time range again",
      description:
        "Every event from `from` (inclusive) to `to` (exclusive), or with `only_missing` those that the endpoint " +
        "never acknowledged. Test notifications only if they were sent to it.",
      body: Named("ReplayRequest", {
        from: [TimestampInput, "Start of the time range: events at or after this time are sent again"],
        to: [TimestampInput, "End of the time range: only events before this time are sent again"],
        event_types: [
          Type.Optional(Type.Array(EventTypeSchema, { minItems: 1, maxItems: EVENT_TYPES.length })),
          "Only events of these types; absent: all types",
        ],
        only_missing: [Type.Optional(Type.Boolean()), "Whether events that were acknowledged are left out"],
      }),
      answer: ok("The events are sent again", [
        Shape({
          webhook_id: [Id, "Id of the webhook endpoint"],
          replayed: Type.Integer({ description: "Deliveries that are sent" }),
        }),
        "The number of events that are sent again",
      ]),
      handle: async (request) => {
        const action = readAction(request, clock);
        const { from, to, ...wish } = request.body;
        const replayed = await replayEvents(deps, action, { from: new Date(from), to: new Date(to), ...wish });
        return { webhook_id: action.webhookId, replayed };
      },
    });
  };
}

function addEndpointRoutes(app: App, deps: WebhooksDeps): void {
  const on = operations(app, TAG);
  const { db, clock } = deps;

  on("GET /public/webhooks", {
    id: "listWebhooks",
    summary: "List webhook endpoints",
    query: Type.Object({ ...OrgQuery, ...pageQuery() }),
    answer: plain(ListOf(EndpointItem)),
    handle: async (request) => {
      const scope = scopeOf(request.caller, request.query.org_id);
      const page = readPage(request, "webhooks", scope);
      const [rows, total] = await Promise.all([
        findEndpoints(db, { scope, afterId: page.after?.[0] ?? null, limit: page.limit }),
        countEndpoints(db, scope),
      ]);
      return listOf(
        "Webhooks",
        shownPage(rows, page, (endpoint) => [endpoint.webhook_id], show),
        total,
      );
    },
  });

  on("POST /public/webhooks", {
    id: "registerWebhook",
    summary: "Register a webhook endpoint",
    description:
      "Delivery starts at once. Only this response shows the signing secret. At most " +
      `${MAX_ENDPOINTS_PER_ORGANIZATION} endpoints per organization.`,
    body: Named("WebhookEndpointInput", {
      endpoint_url: [
        Type.String({ minLength: 1, maxLength: MAX_URL_CHARACTERS }),
        "An https URL whose every address is public",
      ],
      events: SubscriptionInput,
      org_id: Type.Optional(Type.String({ description: "For the platform" })),
    }),
    answer: created("Webhook registered; keep the secret now, it is not shown again", EndpointWithSecret),
    handle: async (request) => {
      const { caller, body } = request;
      const orgId = organizationOf(caller, body.org_id);
      if (caller.platformRole !== null && !(await deps.organizationExists(db, orgId))) throw notFound("Organization");
      const { endpoint, secretKey } = await registerEndpoint(deps, {
        repeatableId: request.idempotencyId,
        orgId,
        endpointUrl: body.endpoint_url,
        events: body.events,
        ...by(request, clock),
      });
      return { ...show(endpoint), secret_key: secretKey };
    },
  });

  on("GET /public/webhooks/:webhook_id", {
    id: "getWebhook",
    summary: "Read a webhook endpoint",
    answer: ok("Webhook", EndpointItem),
    handle: async (request) => {
      const endpoint = await findEndpoint(db, scopeOf(request.caller), idOf(request.params.webhook_id, "Webhook"));
      if (endpoint === null) throw notFound("Webhook");
      return show(endpoint);
    },
  });

  on("PATCH /public/webhooks/:webhook_id", {
    id: "changeWebhook",
    summary: "Change a webhook endpoint",
    description:
      "Deliveries of a disabled endpoint are held for 30 days; a replay of missing events sends those that " +
      "happened meanwhile.",
    body: Named("WebhookEndpointChange", {
      endpoint_url: [
        Type.Optional(Type.String({ minLength: 1, maxLength: MAX_URL_CHARACTERS })),
        "The public https address that events are sent to",
      ],
      events: SubscriptionInput,
      status: [Type.Optional(OneOf(ENDPOINT_STATUSES)), "Status of the endpoint; a disabled endpoint gets no events"],
    }),
    answer: ok("Webhook changed", EndpointItem),
    handle: async (request) => show(await changeEndpoint(deps, readAction(request, clock), request.body)),
  });

  on("DELETE /public/webhooks/:webhook_id", {
    id: "deleteWebhook",
    summary: "Delete a webhook endpoint",
    description: "Deliveries that wait for the endpoint are canceled.",
    answer: nothing,
    handle: async (request) => {
      await deleteEndpoint(deps, readAction(request, clock));
    },
  });

  on("POST /public/webhooks/:webhook_id/rotate-secret", {
    id: "rotateWebhookSecret",
    summary: "Replace an endpoint's signing secret",
    description:
      `For \`overlap_seconds\` (default ${DEFAULT_OVERLAP_SECONDS}) deliveries are signed with both ` +
      "secrets; 0 drops the old one at once.",
    body: Type.Optional(
      Shape({
        overlap_seconds: [
          Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_OVERLAP_SECONDS })),
          "How many seconds the old secret keeps signing; 0: it stops at once",
        ],
      }),
    ),
    answer: ok("Secret rotated; keep the new one now, it is not shown again", EndpointWithSecret),
    handle: async (request) => {
      const overlapSeconds = request.body?.overlap_seconds ?? DEFAULT_OVERLAP_SECONDS;
      const { endpoint, secretKey } = await rotateSecret(deps, readAction(request, clock), overlapSeconds);
      return { ...show(endpoint), secret_key: secretKey };
    },
  });
}

function show(endpoint: WebhookEndpoint) {
  return {
    ...endpoint,
    events: [...subscribedTypes(endpoint)],
    disabled_reason: endpoint.disabled_reason ?? undefined,
    disabled_at: endpoint.disabled_at ?? undefined,
    failing_since: endpoint.failing_since ?? undefined,
    previous_secret_expires_at: endpoint.previous_secret_expires_at ?? undefined,
    made_by: endpoint.made_by ?? undefined,
  };
}

function by({ caller, id }: Call, clock: Clock) {
  return { actor: actorOf(caller), requestId: id, at: clock.now() };
}

function readAction(request: Call & { params: { webhook_id: string } }, clock: Clock): EndpointAction {
  const webhookId = idOf(request.params.webhook_id, "Webhook");
  return { scope: scopeOf(request.caller), webhookId, ...by(request, clock) };
}
