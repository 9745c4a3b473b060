import Type from "typebox";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { probeCaller, type ProbeServer, startProbeServer } from "@corridor/test/harness/probe-server.ts";
import type { AccessTable } from "./access-control.ts";
import type { Routes } from "./typed-app.ts";

const ACCESS: AccessTable = {
  "POST /things": { roles: "authenticated" },
  "POST /things/:thing_id/poke": { roles: "authenticated" },
  "POST /lists": { roles: "authenticated" },
  "POST /callbacks": { roles: "signed" },
};

const routes: Routes = (app) => {
  const body = Type.Object({
    name: Type.String(),
    size: Type.Optional(Type.Number()),
    free: Type.Optional(Type.Unknown()),
  });
  app.post("/things", { schema: { body } }, (request, reply) => reply.code(201).send({ received: request.body }));
  app.post("/lists", { bodyLimit: 32 * 1_048_576 }, () => ({ taken: true }));
  app.post("/things/:thing_id/poke", () => ({ poked: true }));
  app.post("/callbacks", { config: { rawBody: true } }, (request) => ({ bytes: request.rawBody?.toString("latin1") }));
};

let server: ProbeServer;

beforeAll(async () => {
  server = await startProbeServer({ access: ACCESS, routes: [routes], callers: { admin: probeCaller() } });
});
afterAll(() => server[Symbol.asyncDispose]());

describe("bodies", () => {
  it("counts the values of a large body before they are made: each costs many times its bytes", async () => {
    const many = await server.request("admin", "POST", "/v1/lists", {
      body: `{"rows":[${"{},".repeat(1_500_000)}{}]}`,
    });
    expect(many.status).toBe(400);
    expect(many.body["message"]).toContain("more than");
    // A text counts as one value, whatever it contains.
    const text = JSON.stringify({ csv: '{},\\"[,'.repeat(300_000) });
    expect((await server.request("admin", "POST", "/v1/lists", { body: text })).status).toBe(200);
  });

  it.each([
    ["broken JSON", '{"name":'],
    ["two values", '{"name":"a"}{}'],
  ])("refuses %s with 400", async (_name, body) => {
    const response = await server.request("admin", "POST", "/v1/things", { body });
    expect(response.status).toBe(400);
    expect(response.body).toEqual({
      status: "error",
      message: "The body is not valid JSON",
      code: "VALIDATION_ERROR",
      details: [],
    });
  });

  it.each(['{"name":"a","__proto__":{"x":1}}', '{"name":"a","free":[{"constructor":{"prototype":{"x":1}}}]}'])(
    "says that a name is refused, not that the JSON is broken: %s",
    async (body) => {
      const response = await server.request("admin", "POST", "/v1/things", { body });
      expect(response.status).toBe(400);
      expect(response.body).toEqual({
        status: "error",
        message: "The body has a field named __proto__ or constructor.prototype",
        code: "VALIDATION_ERROR",
        details: [],
      });
    },
  );

  it("refuses a body without a content type and one of another type", async () => {
    for (const type of ["", "text/plain", "application/xml", "multipart/form-data; boundary=x"]) {
      const response = await server.request("admin", "POST", "/v1/things", {
        body: '{"name":"a"}',
        headers: { "content-type": type },
      });
      expect([type, response.status]).toEqual([type, 415]);
    }
  });

  it("takes a charset in the content type", async () => {
    const response = await server.request("admin", "POST", "/v1/things", {
      body: '{"name":"é"}',
      headers: { "content-type": "application/json; charset=utf-8" },
    });
    expect(response.body.received.name).toBe("é");
  });

  it("refuses bytes that are no UTF-8", async () => {
    const response = await fetch(`${server.origin}/v1/things`, {
      method: "POST",
      headers: { "x-api-key": "admin", "content-type": "application/json" },
      body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]),
    });
    expect(response.status).toBe(400);
  });

  it("needs no body and no content type where the route takes none", async () => {
    expect((await server.request("admin", "POST", "/v1/things/1/poke")).body).toEqual({ poked: true });
    expect(
      (await server.request("admin", "POST", "/v1/things/1/poke", { headers: { "content-type": "application/json" } }))
        .body,
    ).toEqual({ poked: true });
  });

  it("says that a body is missing where the route takes one", async () => {
    const response = await server.request("admin", "POST", "/v1/things");
    expect(response.body).toMatchObject({ details: [{ path: "body", message: "must be object" }] });
  });

  it("keeps unknown fields away from nobody: they are neither refused nor removed", async () => {
    const response = await server.request("admin", "POST", "/v1/things", { body: { name: "a", extra: [1] } });
    expect(response.body.received).toEqual({ name: "a", extra: [1] });
  });

  it("never turns a number into another one, nor into text where text is declared: too many digits are refused there and kept as text elsewhere", async () => {
    const declared = await server.request("admin", "POST", "/v1/things", {
      body: '{"name":"a","size":100.00000000000000001}',
    });
    expect(declared.body).toMatchObject({
      details: [{ path: "size", message: expect.stringMatching(/^must have at most 15 significant digits; round it/) }],
    });
    const text = await server.request("admin", "POST", "/v1/things", { body: '{"name":12345678901234567890}' });
    expect(text.body).toMatchObject({ details: [{ path: "name", message: "must be string" }] });
    expect((await server.request("admin", "POST", "/v1/things", { body: "12345678901234567890" })).status).toBe(400);
    const free = await server.request("admin", "POST", "/v1/things", {
      body: '{"name":"12345678901234567890","free":{"id":12345678901234567890,"safe":9007199254740991,"zeros":1500.000000000000000}}',
    });
    expect(free.body.received).toEqual({
      name: "12345678901234567890",
      free: { id: "12345678901234567890", safe: 9007199254740991, zeros: 1500 },
    });
  });

  it.each([
    ["U+0000 in a text", '{"name":"a\\u0000b"}'],
    ["U+0000 in a name", '{"name":"a","x\\u0000":1}'],
    ["half a surrogate pair", '{"name":"\\ud83d"}'],
    ["65 levels of arrays", `{"name":"a","free":${"[".repeat(65)}${"]".repeat(65)}}`],
    ["half a million levels", `{"name":"a","free":${"[".repeat(500_000)}${"]".repeat(500_000)}}`],
  ])("refuses what the database could not hold: %s", async (_name, body) => {
    expect((await server.request("admin", "POST", "/v1/things", { body })).status).toBe(400);
  });

  it.each([
    ["zeros between its digits", `1${"0".repeat(100_000)}1`],
    ["zeros at its end", `1${"0".repeat(100_000)}`],
    ["zeros behind its point", `0.${"0".repeat(100_000)}1`],
    ["digits", "12".repeat(50_000)],
    ["digits of an exponent", `1e${"0".repeat(100_000)}`],
  ])(
    "reads a number with a hundred thousand %s without holding up anybody else",
    async (_name, number) => {
      const response = await server.request("admin", "POST", "/v1/things", { body: `{"name":"a","free":${number}}` });
      expect(response.status).toBe(201);
    },
    10_000, // This took half a minute before the fix.
  );

  it("takes any other text, also one that only looks like an escape", async () => {
    const name = "\\u0000 \u{1f600} \u007f \ufffd é";
    expect((await server.request("admin", "POST", "/v1/things", { body: { name } })).body.received.name).toBe(name);
  });

  it("hands a signed route the exact bytes, whatever their type", async () => {
    for (const type of ["application/json", "application/x-www-form-urlencoded", "text/xml"]) {
      const response = await server.request(null, "POST", "/v1/callbacks", {
        body: '{"a": 1,\n}',
        headers: { "content-type": type },
      });
      expect(response.body).toEqual({ bytes: '{"a": 1,\n}' });
    }
  });
});
