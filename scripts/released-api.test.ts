import { expect, test } from "vitest";
import { breaksOf, factsOf } from "./released-api.ts";

/** Changes within a version are additive: the document of a release says what clients rely on. */
function document(
  change: { thing?: object; request?: object; required?: string[]; words?: string[]; path?: string } = {},
) {
  const schema = (name: string) => ({ "application/json": { schema: { $ref: `#/components/schemas/${name}` } } });
  return {
    paths: {
      [change.path ?? "/things"]: {
        post: {
          operationId: "createThing",
          requestBody: { content: schema("ThingRequest") },
          responses: { 201: { content: schema("Thing") } },
        },
      },
    },
    webhooks: {},
    components: {
      schemas: {
        Thing: { properties: { id: { type: "string" }, ...change.thing }, required: ["id"] },
        ThingRequest: {
          properties: { name: { type: "string" }, ...change.request },
          required: ["name", ...(change.required ?? [])],
        },
        Color: { enum: change.words ?? ["red", "blue"] },
      },
    },
  };
}
const broken = (now: object) => breaksOf(factsOf(document()), factsOf(now));

test("new operations, optional fields, answer fields and words break nobody", () => {
  const { paths, ...rest } = document({
    thing: { color: { type: "string" } },
    request: { color: { type: "string" } },
    words: ["red", "blue", "green"],
  });
  expect(
    broken({ ...rest, paths: { ...paths, "/others": { get: { operationId: "listOthers", responses: {} } } } }),
  ).toEqual([]);
});

test("a body that takes a list beside what it took breaks nobody, and one that takes nothing but a list does", () => {
  const taking = (schema: object) => {
    const { paths, ...rest } = document();
    const post = { ...paths["/things"]!.post, requestBody: { content: { "application/json": { schema } } } };
    return { ...rest, paths: { "/things": { post } } };
  };
  const one = { $ref: "#/components/schemas/ThingRequest" };
  const list = { type: "array", items: one };
  expect(broken(taking({ anyOf: [one, list] }))).toEqual([]);
  expect(broken(taking(list))).toEqual(["gone: POST /things takes body: ThingRequest"]);
});

test("a value that is written once for many fields, and an object or words that get a name, break nobody", () => {
  const { components, ...rest } = document({
    thing: { made_at: { type: "string" }, owner: { type: "object" }, color: { type: "string" } },
  });
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const named = { made_at: ref("MadeAt"), owner: ref("Owner"), color: ref("Color") };
  const Thing = { ...components.schemas.Thing, properties: { ...components.schemas.Thing.properties, ...named } };
  const schemas = {
    ...components.schemas,
    Thing,
    MadeAt: { type: "string" },
    Owner: { type: "object", properties: { name: { type: "string" } } },
  };
  expect(breaksOf(factsOf({ ...rest, components }), factsOf({ ...rest, components: { schemas } }))).toEqual([]);
});

test("an object that is made of parts has the fields of all of them", () => {
  const made = (thing: object) => {
    const { components, ...rest } = document();
    return { ...rest, components: { schemas: { ...components.schemas, ThingEventData: thing } } };
  };
  const more = { required: ["sequence"], properties: { sequence: { type: "integer" } } };
  const flat = {
    type: "object",
    required: ["id", "sequence"],
    properties: { id: { type: "string" }, ...more.properties },
  };
  const inParts = (parts: object[]) => factsOf(made({ allOf: [{ $ref: "#/components/schemas/Thing" }, ...parts] }));
  expect(breaksOf(factsOf(made(flat)), inParts([{ type: "object", ...more }]))).toEqual([]);
  expect(breaksOf(factsOf(made(flat)), inParts([]))).toEqual([
    "gone: ThingEventData always has sequence",
    "gone: ThingEventData.sequence: integer",
  ]);
});

test.each([
  ["an operation that is gone", document({ path: "/stuff" }), "gone: POST /things"],
  ["a field of another type", document({ thing: { id: { type: "integer" } } }), "gone: Thing.id: string"],
  ["a word that is gone", document({ words: ["red"] }), "gone: Color knows blue"],
  [
    "a field that must be sent now",
    document({ request: { color: { type: "string" } }, required: ["color"] }),
    "newly required: ThingRequest requires color",
  ],
])("%s breaks clients", (_name, now, expected) => {
  expect(broken(now)).toContain(expected);
});
