/** What is sent to registered endpoints, how it is signed, and which answer is expected. */
export type EventShape = {
  /** The name of the event's `data` schema; event types with the same shape share it. */
  readonly name: string;
  /** The schema that `data` is based on. */
  readonly resource: string;
  readonly omits?: readonly string[];
  readonly adds?: Readonly<Record<string, object>>;
  readonly when: string;
};
export type EventShapes = Readonly<Record<string, EventShape>>;

/** Must differ from the tags of operations: generators write one file per tag, and one would replace the other. */
export const WEBHOOK_TAG = "Webhook events";

type Schema = Record<string, unknown>;
type ObjectSchema = { properties: Record<string, unknown>; required?: readonly string[] };

type Webhooks = { webhooks: object; schemas: Record<string, Schema>; callbacks: object };

/** The operation that names the address of deliveries. */
export const REGISTERS_WEBHOOK = "registerWebhook";

/**
 * The webhooks, the schemas that they add to those of the operations, and the callbacks of the operation that registers
 * an endpoint. Generated Go leaves out whatever nothing under `paths` refers to, and would miss types of its webhooks.
 */
export function webhooksOf(events: EventShapes, schemas: Readonly<Record<string, unknown>>): Webhooks {
  const added: Record<string, Schema> = Object.keys(events).length === 0 ? {} : { SentEvent: SENT_EVENT };
  for (const shape of Object.values(events)) {
    if (added[shape.name] !== undefined) continue;
    added[shape.name] = envelopeOf(shape, events);
    added[`${shape.name}Data`] = dataOf(shape, schemas[shape.resource] as ObjectSchema | undefined);
  }
  const webhooks = Object.fromEntries(
    Object.entries(events).map(([type, { name, when }]) => {
      const post = deliveryOf(type, { when, body: { $ref: `#/components/schemas/${name}` } });
      return [type, { post }];
    }),
  );
  const names = new Set(Object.values(events).map(({ name }) => name));
  const body = { anyOf: [...names].map((name) => ({ $ref: `#/components/schemas/${name}` })) };
  const any = deliveryOf("any", { when: "Every event that the endpoint asked for", body });
  const post = { ...any, responses: { ...any.responses, "4XX": { description: "The event is sent again later" } } };
  return { webhooks, schemas: added, callbacks: { event: { "{$request.body#/endpoint_url}": { post } } } };
}

function envelopeOf({ name }: EventShape, events: EventShapes): Schema {
  const types = Object.keys(events).filter((type) => events[type]!.name === name);
  return {
    allOf: [
      { $ref: "#/components/schemas/SentEvent" },
      {
        type: "object",
        required: ["event_type", "data"],
        properties: {
          event_type: { type: "string", enum: types, description: "What happened" },
          data: { $ref: `#/components/schemas/${name}Data` },
        },
      },
    ],
  };
}

const SENT_EVENT: Schema = {
  type: "object",
  description: "What every event has",
  required: ["event_id", "org_id", "created_at"],
  properties: {
    event_id: {
      type: "string",
      description: "Id of the event. The same event may arrive more than once, so process each id once",
    },
    org_id: { type: "string", description: "Whose endpoints get it" },
    created_at: { type: "string", format: "date-time", description: "When it happened; UTC" },
  },
};

/** The resource's fields are written out only if the event omits one, which a reference cannot express. */
function dataOf({ name, resource, omits = [], adds = {} }: EventShape, schema: ObjectSchema | undefined): Schema {
  if (schema === undefined) throw new Error(`${name} is made of ${resource}, which is no schema of the document`);
  const beside: Record<string, object> = {
    ...adds,
    sequence: { type: "integer", description: "Orders the events of one resource" },
  };
  const description = `The fields of \`${resource}\` at the time of the event`;
  if (omits.length === 0)
    return {
      description,
      allOf: [
        { $ref: `#/components/schemas/${resource}` },
        { type: "object", required: Object.keys(beside), properties: beside },
      ],
    };
  const kept = Object.keys(schema.properties).filter((field) => !omits.includes(field) && !(field in beside));
  const required = (schema.required ?? []).filter((field) => kept.includes(field));
  return {
    type: "object",
    description: `${description}, without ${omits.map((field) => `\`${field}\``).join(" and ")}`,
    required: [...required, ...Object.keys(beside)],
    properties: { ...Object.fromEntries(kept.map((field) => [field, schema.properties[field]])), ...beside },
  };
}

function deliveryOf(type: string, { when, body }: { when: string; body: object }) {
  const words = type.split(/[._]/).map((word) => word[0]!.toUpperCase() + word.slice(1));
  return {
    operationId: `on${words.join("")}`,
    summary: type,
    description: when,
    tags: [WEBHOOK_TAG],
    security: [],
    parameters: Object.keys(WEBHOOK_HEADERS).map((header) => ({ $ref: `#/components/parameters/${header}` })),
    requestBody: { required: true, content: { "application/json": { schema: body } } },
    responses: { "2XX": { $ref: "#/components/responses/Acknowledged" } },
  };
}

export const WEBHOOK_RESPONSES = {
  Acknowledged: {
    description:
      "Any 2xx within 10 seconds acknowledges the event; the body is not read. After any other answer the event is " +
      "sent again, with 8 attempts within two days.",
  },
};

const header = (name: string, description: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
});

export const WEBHOOK_HEADERS = {
  ServiceSignature: header(
    "X-Service-Signature",
    "Hex HMAC-SHA256 of the raw body; the key is the text of `secret_key`. Compare it in constant time",
  ),
  ServiceTimestamp: header("X-Service-Timestamp", "Time of the attempt in Unix seconds"),
  ServiceEventId: header("X-Service-Event-Id", "The `event_id`"),
  StandardWebhookId: header("webhook-id", "The `event_id` (Standard Webhooks)"),
  WebhookTimestamp: header("webhook-timestamp", "Time of the attempt in Unix seconds (Standard Webhooks)"),
  WebhookSignature: header(
    "webhook-signature",
    "`v1,` followed by the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; the key is the part of " +
      "`secret_key` after `whsec_`, decoded from base64. While a secret is rotated, several signatures are separated " +
      "by spaces",
  ),
};
