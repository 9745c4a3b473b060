import { expect, test } from "vitest";
import { breaksOf, factsOf } from "./released-api.ts";

/** Changes within a version are additive: the document of a release says what clients rely on. */
function document(change: { thing?: object; request?: object; required?: string[]; words?: string[]; path?: string } = {}) {
  const schema = (name: string) => ({ "application/json": { schema: { $ref: `#/components/schemas/${name}` } } });
  return {
    paths: {
      [change.path ?? "/things"]: {
        post: { operationId: "createThing", requestBody: { content: schema("ThingRequest") }, responses: { 201: { content: schema("Thing") } } },
      },
    },
    webhooks: {},
    components: {
      schemas: {
        Thing: { properties: { id: { type: "string" }, ...change.thing }, required: ["id"] },
        ThingRequest: { properties: { name: { type: "string" }, ...change.request }, required: ["name", ...(change.required ?? [])] },
        Color: { enum: change.words ?? ["red", "blue"] },
      },
    },
  };
}
const broken = (now: object) => breaksOf(factsOf(document()), factsOf(now));

test("new operations, optional fields, answer fields and words break nobody", () => {
  const { paths, ...rest } = document({ thing: { color: { type: "string" } }, request: { color: { type: "string" } }, words: ["red", "blue", "green"] });
  expect(broken({ ...rest, paths: { ...paths, "/others": { get: { operationId: "listOthers", responses: {} } } } })).toEqual([]);
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

test.each([
  ["an operation that is gone", document({ path: "/stuff" }), "gone: POST /things"],
  ["a field of another type", document({ thing: { id: { type: "integer" } } }), "gone: Thing.id: string"],
  ["a word that is gone", document({ words: ["red"] }), "gone: Color knows blue"],
  ["a field that must be sent now", document({ request: { color: { type: "string" } }, required: ["color"] }), "newly required: ThingRequest requires color"],
])("%s breaks clients", (_name, now, expected) => {
  expect(broken(now)).toContain(expected);
});
