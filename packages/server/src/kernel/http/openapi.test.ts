import Type from "typebox";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { probeCaller, type ProbeServer, startProbeServer } from "@corridor/test/harness/probe-server.ts";
import { describeGaps, undescribedIn } from "../../../../../scripts/openapi-gaps.ts";
import { ListOf, SuccessOf } from "./envelopes.ts";
import { nameSchemas } from "./openapi-names.ts";
import { Amount, described, Id, MoneyInput, MoneyNumber, Name, Named, Nullable, OneOf, Shape } from "./schemas.ts";
import { pageQuery } from "./pagination.ts";
import type { Routes } from "./typed-app.ts";

const COLORS = ["red", "blue"] as const;
const Color = OneOf(COLORS, { title: "Color", description: "As seen by daylight" });
const Thing = Named(["Thing", "What is made"], {
  amount: Amount,
  color: Nullable(described(Color, "As ordered")),
  price: [Nullable(MoneyNumber), "Null: not for sale"],
  parts: Type.Array(Named("Part", { id: Id })),
});

const routes: Routes = (app) => {
  app.post(
    "/things",
    {
      schema: {
        operationId: "createThing",
        summary: "Create a thing",
        tags: ["Things"],
        body: Shape({
          amount: MoneyInput,
          color: [Type.Optional(Color), "As painted"],
          maker: [Shape({ name: [Name, "For people"] }), "Who makes it"],
        }),
        response: { 201: SuccessOf(Thing) },
      },
    },
    () => ({}) as never,
  );
  app.put(
    "/things",
    { schema: { operationId: "paintThing", summary: "Paint", tags: ["Things"], response: { 200: SuccessOf(Thing) } } },
    () => ({}) as never,
  );
  app.get(
    "/things/:thing_id/parts",
    {
      schema: {
        operationId: "listParts",
        summary: "List parts",
        tags: ["Things"],
        querystring: Type.Object(pageQuery()),
        response: { 200: ListOf(Thing) },
      },
    },
    () => ({}) as never,
  );
  app.post(
    "/payments-init/initiate",
    {
      schema: {
        operationId: "initiate",
        "x-errors": { 502: "Every provider refused" },
        summary: "Initiate",
        tags: ["Payment initiation"],
        response: { 200: Type.Object({}), 422: Type.Object({ code: Type.String() }) },
      },
    },
    () => ({}),
  );
  app.post(
    "/callbacks",
    { schema: { operationId: "receiveCallback", summary: "Callback", tags: ["Callbacks"] }, config: { rawBody: true } },
    () => ({}),
  );
};

let server: ProbeServer;
// oxlint-disable-next-line typescript/no-explicit-any
let document: any;

beforeAll(async () => {
  server = await startProbeServer({
    access: {
      "POST /things": { roles: ["org-admin"], permission: "payments:write", feature: "payments" },
      "PUT /things": { roles: ["org-admin"] },
      "GET /things/:thing_id/parts": { roles: ["org-viewer"] },
      "POST /payments-init/initiate": { roles: ["org-admin"] },
      "POST /callbacks": { roles: "signed" },
    },
    routes: [routes],
    callers: { a: probeCaller() },
    document: {
      events: {
        "thing.made": {
          name: "ThingEvent",
          resource: "Thing",
          omits: ["parts"],
          adds: { reason: { type: "string" } },
          when: "A thing was made.",
        },
        "thing.painted": { name: "PaintEvent", resource: "Thing", when: "A thing was painted." },
      },
      examples: () => ({
        createThing: { request: { amount: 5, maker: { name: "Ama" } }, response: { status: "success" } },
        paintThing: { response: { status: "success", message: "Painted" } },
      }),
      tags: { Things: "What is made." },
      guide: "## How things are made",
    },
  });
  document = (await server.request(null, "GET", "/v1/openapi.json")).body;
});
afterAll(() => server[Symbol.asyncDispose]());

describe("the OpenAPI document", () => {
  it("is version 1.0 with paths relative to the base address", () => {
    expect([document.openapi, document.info.version, document.servers]).toEqual(["3.1.0", "1.0", [{ url: "/v1" }]]);
    expect(Object.keys(document.paths)).toEqual([
      "/callbacks",
      "/payments-init/initiate",
      "/things",
      "/things/{thing_id}/parts",
    ]);
  });

  it("is sent compressed to those who take it, and plain to those who do not", async () => {
    const read = (encoding: string) =>
      server.request(null, "GET", "/v1/openapi.json", { headers: { "accept-encoding": encoding } });
    const answers = await Promise.all(["gzip, br", "identity"].map(read));
    expect(answers.map(({ headers }) => headers.get("content-encoding"))).toEqual(["gzip", null]);
    expect(answers.map(({ body }) => body)).toEqual([document, document]);
  });

  it("has its version in the header of every answer, also of a refusal", async () => {
    const answers = await Promise.all(
      ["/v1/openapi.json", "/v1/things", "/v1/nothing"].map((path) => server.request(null, "GET", path)),
    );
    expect(answers.map(({ headers }) => headers.get("api-version"))).toEqual(["1.0", "1.0", "1.0"]);
  });

  it("has an operation id, a tag and the access rule for every operation", () => {
    const { post } = document.paths["/things"];
    expect([post.operationId, post.tags]).toEqual(["createThing", ["Things"]]);
    expect(post.description).toBe(
      "**Access:** org-admin or admin, or the permission payments:write. Feature `payments`.",
    );
    expect(document.paths["/things/{thing_id}/parts"].get.operationId).toBe("listParts");
    expect(document.tags).toEqual([
      { name: "Callbacks" },
      { name: "Payment initiation" },
      { name: "Things", description: "What is made." },
      { name: "Webhook events" },
    ]);
  });

  it("asks for both headers, except of those who sign instead", () => {
    expect(document.security).toEqual([{ Authorization: [], ApiKey: [] }]);
    expect(document.paths["/things"].post.security).toBeUndefined();
    expect(document.paths["/callbacks"].post.security).toEqual([]);
    expect(Object.values<{ name: string }>(document.components.securitySchemes).map((scheme) => scheme.name)).toEqual([
      "Authorization",
      "X-Api-Key",
    ]);
  });

  it("names the errors in the form of their path and leaves a route's own answers alone", () => {
    const standard = document.paths["/things"].post.responses;
    const initiation = document.paths["/payments-init/initiate"].post.responses;
    expect(standard["4XX"]).toEqual({ $ref: "#/components/responses/E4XX" });
    expect(initiation["4XX"]).toEqual({ $ref: "#/components/responses/InitiationE4XX" });
    expect(initiation["502"]).toEqual({
      description: "Every provider refused",
      content: { "application/json": { schema: { $ref: "#/components/schemas/InitiationError" } } },
    });
    expect([standard["409"], standard["5XX"]]).toEqual(
      ["E409", "E5XX"].map((name) => ({ $ref: `#/components/responses/${name}` })),
    );
    expect(document.paths["/callbacks"].post.responses["409"]).toBeUndefined();
    expect(JSON.stringify(document)).not.toContain("x-errors");
    expect(document.components.schemas.InitiateAnswer).toEqual({
      type: "object",
      required: ["code"],
      properties: { code: { type: "string" } },
    });
    expect(document.paths["/things/{thing_id}/parts"].get.responses["404"]).toEqual({
      $ref: "#/components/responses/E404",
    });
  });

  it("writes every object once under its name: a resource's own, its envelope's, or that of its place", () => {
    const { schemas } = document.components;
    const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const answers = (path: string, method: string, status: string) =>
      document.paths[path][method].responses[status].content["application/json"].schema;
    expect(answers("/things", "post", "201")).toEqual(ref("ThingResponse"));
    expect(answers("/things/{thing_id}/parts", "get", "200")).toEqual(ref("ThingList"));
    expect(schemas.ThingResponse).toMatchObject({
      allOf: [ref("Success"), { type: "object", required: ["data"], properties: { data: ref("Thing") } }],
    });
    expect(schemas.ThingList.allOf).toMatchObject([
      ref("SuccessPage"),
      { properties: { data: { type: "array", items: ref("Thing") } } },
    ]);
    expect([schemas.Success.required, schemas.SuccessPage.required]).toEqual([
      ["status", "message"],
      ["status", "message", "meta", "last_evaluated_key"],
    ]);
    expect(schemas.SuccessPage.properties).toMatchObject({ status: ref("SuccessStatus"), meta: ref("Page") });
    expect(schemas.Thing.properties.parts.items).toEqual(ref("Part"));
    expect([schemas.CreateThingRequest.properties.maker, schemas.CreateThingRequestMaker.required]).toEqual([
      ref("CreateThingRequestMaker"),
      ["name"],
    ]);
  });

  it("shows what is sent to endpoints: the resource without what events leave out and with what they add, and how it is signed", () => {
    const { post } = document.webhooks["thing.made"];
    expect([post.operationId, post.requestBody.content["application/json"].schema]).toEqual([
      "onThingMade",
      { $ref: "#/components/schemas/ThingEvent" },
    ]);
    const { ThingEvent, ThingEventData, PaintEventData } = document.components.schemas;
    const [{ $ref }, own] = ThingEvent.allOf;
    expect([$ref, own.properties.event_type.enum, own.properties.data]).toEqual([
      "#/components/schemas/SentEvent",
      ["thing.made"],
      { $ref: "#/components/schemas/ThingEventData" },
    ]);
    expect([Object.keys(ThingEventData.properties), ThingEventData.required]).toEqual([
      ["amount", "color", "price", "reason", "sequence"],
      ["amount", "color", "price", "reason", "sequence"],
    ]);
    expect(PaintEventData.allOf).toMatchObject([{ $ref: "#/components/schemas/Thing" }, { required: ["sequence"] }]);
    const headers = post.parameters.map(
      ({ $ref }: { $ref: string }) => document.components.parameters[$ref.split("/").at(-1)!].name,
    );
    expect(headers).toEqual(expect.arrayContaining(["X-Service-Signature", "webhook-signature"]));
    expect(document.info.description).toContain("## How things are made");
  });

  it("shows an example of each request, and of each answer the fullest of those that operations gave", () => {
    const { requestBody } = document.paths["/things"].post;
    expect(requestBody.content["application/json"].example).toEqual({ amount: 5, maker: { name: "Ama" } });
    expect(document.components.schemas.ThingResponse.examples).toEqual([{ status: "success", message: "Painted" }]);
  });

  it("says what a list of words, an object and a field mean, beside the field where it means more there", () => {
    const { CreateThingRequest, CreateThingRequestMaker, Thing, Color, Amount } = document.components.schemas;
    expect([Color.description, Thing.description, CreateThingRequestMaker.description]).toEqual([
      "As seen by daylight",
      "What is made",
      "Who makes it",
    ]);
    expect(CreateThingRequest.properties.color.description).toBe("As painted");
    expect([Thing.properties.price.description, Thing.properties.color.description]).toEqual([
      "Null: not for sale",
      "As ordered",
    ]);
    expect(Thing.properties.amount).toEqual({ $ref: "#/components/schemas/Amount" });
    expect(Amount).toMatchObject({ type: "number", format: "double", description: expect.any(String) });
  });

  it("knows the fields that nothing describes", () => {
    expect(undescribedIn(document.components.schemas)).toEqual([
      "CreateThingRequest.amount",
      "InitiateAnswer.code",
      "Part.id",
      "Thing.parts",
      "ThingEventData.reason",
    ]);
  });

  it("names lists of words, and leaves what is said of them at a place there", () => {
    const { schemas } = document.components;
    expect(schemas.Color).toMatchObject({ type: "string", enum: ["red", "blue"] });
    expect(schemas.CreateThingRequest.properties.color).toEqual({
      $ref: "#/components/schemas/Color",
      description: "As painted",
    });
    expect(schemas.Thing.properties.color).toMatchObject({
      anyOf: [{ $ref: "#/components/schemas/Color" }, { type: "null" }],
    });
  });

  it("writes a plain value that may be null as one type, without what only the service reads", () => {
    const { price } = document.components.schemas.Thing.properties;
    expect(price).toMatchObject({ type: ["number", "null"], format: "double" });
    expect(JSON.stringify(document)).not.toMatch(/x-(money|any-precision|pattern-message|access|meaning|envelope)/);
  });

  it("refuses one name for two shapes", () => {
    const taking = (schema: object) => ({
      operationId: "a",
      requestBody: { content: { "application/json": { schema } } },
    });
    const operations = [taking(Named("Thing", { a: Id })), taking(Named("Thing", { b: Id }))];
    expect(() => nameSchemas(operations)).toThrow("Two schemas of the OpenAPI document are called Thing");
    expect(() => nameSchemas([taking(Named("NewThing", { a: Id }))])).toThrow("call it ThingInput");
  });

  it("points only at what it holds", () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1]!);
    expect(references.length).toBeGreaterThan(10);
    for (const reference of references)
      expect([reference, reference.split("/").reduce((node, part) => node?.[part], document)]).not.toContain(undefined);
  });

  it("shows money as a number, query parameters as their types and the idempotency header on every POST of a caller", () => {
    expect(document.components.schemas.CreateThingRequest.properties.amount).toMatchObject({
      type: "number",
      format: "double",
      exclusiveMinimum: 0,
    });
    expect(document.paths["/things/{thing_id}/parts"].get.parameters).toContainEqual(
      expect.objectContaining({
        name: "limit",
        in: "query",
        schema: expect.objectContaining({ type: "integer", maximum: 100 }),
      }),
    );
    expect(document.paths["/things"].post.parameters).toEqual([{ $ref: "#/components/parameters/IdempotencyKey" }]);
    expect(document.components.parameters.IdempotencyKey).toMatchObject({
      name: "Idempotency-Key",
      in: "header",
      required: false,
    });
    expect(document.paths["/callbacks"].post.parameters).toBeUndefined();
  });
});

it("operations that nobody could use are named", () => {
  expect(describeGaps(server.app.swagger())).toEqual([]);
});

it("a route without a summary, a tag, an answer or an id of its own is a gap", async () => {
  await using one = await startProbeServer({
    access: { "GET /a": { roles: "public" }, "GET /b": { roles: "public" }, "GET /c": { roles: "public" } },
    routes: [
      (app) => {
        app.get(
          "/a",
          { schema: { operationId: "same", summary: "A", tags: ["A"], response: { 200: Type.Object({}) } } },
          () => ({}),
        );
        app.get("/b", { schema: { operationId: "same", response: { 400: Type.Object({}) } } }, () => ({}));
        app.get("/c", { schema: { summary: "C", tags: ["C"], response: { 200: Type.Object({}) } } }, () => ({}));
      },
    ],
  });
  expect(describeGaps(one.app.swagger())).toEqual([
    "GET /b has no summary, no tag, no success response, no operation id of its own (same)",
    "GET /c has no operation id",
  ]);
});
