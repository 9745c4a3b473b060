import { SignJWT, generateKeyPair } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ACCESS } from "@corridor/server/access.ts";
import type { AccessRule } from "@corridor/server/kernel/http/access-control.ts";
import { newId } from "@corridor/base/ids.ts";
import { startTestApp, type TestApp, type TestCaller } from "#test/harness/app.ts";
import { sampleOf } from "#test/harness/schema-sample.ts";

/** Tests section 5 of contract.md for every operation of the OpenAPI document and every kind of caller. */
type Operation = { method: string; path: string; key: string; rule: AccessRule; body: unknown; query: string };

let app: TestApp;
let operations: Operation[];
let revoked: TestCaller;
let expired: TestCaller;

beforeAll(async () => {
  app = await startTestApp();
  const document = (await app.request(null, "GET", "/openapi.json")).body;
  operations = Object.entries(document.paths as Record<string, Record<string, any>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const plain = path.replace(/^\/v1/, "");
      const key = `${method.toUpperCase()} ${plain.replaceAll(/\{(\w+)\}/g, ":$1")}`;
      const query = (operation.parameters ?? [])
        .filter((parameter: any) => parameter.in === "query" && parameter.required === true)
        .map((parameter: any) => `${parameter.name}=${encodeURIComponent(String(sampleOf(parameter.schema)))}`);
      const schema = operation.requestBody?.content?.["application/json"]?.schema;
      return {
        method: method.toUpperCase(),
        path: plain,
        key,
        rule: ACCESS[key]!,
        body: schema === undefined ? undefined : sampleOf(schema),
        query: query.length === 0 ? "" : `?${query.join("&")}`,
      };
    }),
  );
  const created = await app.request(app.callers.orgAdmin, "POST", "/public/api-keys", { name: "to be revoked" });
  revoked = { ...app.callers.apiKey, headers: { authorization: "NONE", "x-api-key": created.body.data.api_key } };
  expect(
    (await app.request(app.callers.orgAdmin, "DELETE", `/public/api-keys/${created.body.data.api_key_id}`)).status,
  ).toBe(204);
  const { privateKey } = await generateKeyPair("ES256");
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: "ES256", kid: "x" })
    .setIssuer(`${app.origin}/identity`)
    .setAudience("corridor")
    .setSubject(app.callers.orgAdmin.userId)
    .setExpirationTime(1)
    .sign(privateKey);
  expired = { ...app.callers.orgAdmin, headers: { authorization: `Bearer ${token}`, "x-api-key": "NONE" } };
});
afterAll(() => app.close());

const withIds = (path: string): string =>
  path.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
    name === "org_id" ? app.callers.apiKey.orgId! : name === "provider" ? "fiat" : newId(),
  );
const call = (operation: Operation, caller: TestCaller | null) =>
  app.request(caller, operation.method, withIds(operation.path) + operation.query, operation.body);
const guarded = (): Operation[] => operations.filter(({ rule }) => rule.roles !== "public" && rule.roles !== "signed");

test("every operation of the document stands in the access table, and every entry of the table is an operation", () => {
  expect(operations.filter((operation) => operation.rule === undefined).map((operation) => operation.key)).toEqual([]);
  expect(Object.keys(ACCESS).filter((key) => !operations.some((operation) => operation.key === key))).toEqual([]);
});

test("whoever lets a payout batch go confirms it with a fresh second factor, at its submission and when it is resumed", () => {
  expect(["submit", "resume"].map((action) => ACCESS[`POST /payout-batches/:batch_id/${action}`]!.stepUp)).toEqual([
    true,
    true,
  ]);
});

test("whoever changes where events are sent or from where a key may be used confirms it with a fresh second factor, like whoever makes one", () => {
  const changes = [
    "POST /public/webhooks",
    "PATCH /public/webhooks/:webhook_id",
    "POST /public/api-keys",
    "PATCH /public/api-keys/:api_key_id",
  ];
  expect(changes.filter((key) => ACCESS[key]!.stepUp !== true)).toEqual([]);
});

describe("without a good credential every operation answers 401, before anything else is looked at", () => {
  const BAD: [string, () => TestCaller | null][] = [
    ["no headers", () => null],
    [
      "only Authorization",
      () => ({ ...app.callers.orgAdmin, headers: { authorization: app.callers.orgAdmin.headers.authorization! } }),
    ],
    [
      "only X-Api-Key",
      () => ({ ...app.callers.apiKey, headers: { "x-api-key": app.callers.apiKey.headers["x-api-key"]! } }),
    ],
    ["NONE and NONE", () => ({ ...app.callers.apiKey, headers: { authorization: "NONE", "x-api-key": "NONE" } })],
    ["a revoked key", () => revoked],
    ["an expired token", () => expired],
  ];
  test.each(BAD)("%s", async (_name, caller) => {
    const answers = await Promise.all(
      guarded().map(async (operation) => [operation.key, (await call(operation, caller())).status]),
    );
    expect(answers.filter(([, status]) => status !== 401)).toEqual([]);
  });
});

describe("each role is let in where the table says so, and answered 403 elsewhere", () => {
  const ROLES = ["orgAdmin", "orgMember", "orgViewer", "staff", "admin"] as const;
  const NAMES = {
    orgAdmin: "org-admin",
    orgMember: "org-member",
    orgViewer: "org-viewer",
    staff: "staff",
    admin: "admin",
  } as const;
  test.each(ROLES)("%s", async (role) => {
    const wrong: string[] = [];
    for (const operation of guarded()) {
      const { roles } = operation.rule;
      const allowed =
        role === "admin" ||
        roles === "authenticated" ||
        (Array.isArray(roles) && (roles as readonly string[]).includes(NAMES[role]));
      const answer = await call(operation, app.callers[role]);
      if ((answer.status !== 403 && answer.status !== 401) !== allowed || answer.status >= 500)
        wrong.push(`${operation.key}: ${answer.status} ${answer.text.slice(0, 120)}`);
    }
    expect(wrong).toEqual([]);
  });
});

test("platform people who belong to an organization that is suspended keep their rights over the platform, and have none in it", async () => {
  const { admin, staff } = app.callers;
  const { body: created } = await app.request(admin, "POST", "/organizations", { name: "Late payer", country: "NG" });
  const { org_id: orgId } = created.data;
  for (const { userId } of [admin, staff]) {
    expect(
      (await app.request(admin, "POST", `/organizations/${orgId}/members`, { user_id: userId, role: "org-admin" }))
        .status,
    ).toBe(201);
  }
  const rename = () => app.request(staff, "PATCH", `/organizations/${orgId}`, { name: "Punctual payer" });
  expect((await rename()).status).toBe(200);
  expect((await app.request(admin, "PATCH", `/organizations/${orgId}`, { status: "suspended" })).status).toBe(200);
  await expect.poll(async () => (await rename()).status).toBe(403);
  expect((await app.request(staff, "GET", `/organizations/${orgId}`)).status).toBe(200);
  expect((await app.request(admin, "PATCH", `/organizations/${orgId}`, { status: "active" })).status).toBe(200);
  await expect.poll(async () => (await rename()).status).toBe(200);
});
