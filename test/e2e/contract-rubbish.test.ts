import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestAnswer, TestCaller } from "#test/harness/app.ts";
import { cardPayin } from "#test/harness/payments.ts";
import { addressOf, type Call, type Operation, type Schema, startWorld, type World } from "./contract.fixtures.ts";
import { SCENES } from "./scenes.fixtures.ts";

/** Every operation with values that nobody should send: refused in the contract's own words, never by a 500, and without a word of our inside. */
let world: World;
beforeAll(async () => {
  world = await startWorld({ logLevel: "trace" });
});
afterAll(() => world.close());

const UNKNOWN_ID = "018f0000-0000-7000-8000-000000000000";

const VALUES: readonly unknown[] = [
  null,
  true,
  -1,
  1e-7,
  1e-99,
  5e-324,
  1e308,
  2 ** 53,
  "",
  " ",
  "100",
  "'; DROP TABLE payments; --",
  "\u202e\ufeff\u0301💥",
  "x".repeat(20_000),
  UNKNOWN_ID.toUpperCase(),
  "9999-12-31T23:59:60Z",
  "2099-01-05T09:00:00Z[Europe/Paris]",
  "0000-01-01T00:00:00Z",
  "9999-12-31T23:59:59-23:59",
  "0000-01-01",
  [null],
  { toString: 1 },
];
const QUERY_VALUES = [
  "",
  "'",
  "-1",
  "101",
  "1e3",
  "null",
  "%",
  "a,b",
  "💥",
  "2026-02-30",
  "9999-12-31",
  "0000-01-01",
  "9999-12-31T23:59:59-23:59",
  "+275760-09-13T00:00:00.000Z",
  "-271821-04-19T00:00:00.000Z",
  UNKNOWN_ID.toUpperCase(),
  "x".repeat(2_000),
];
const PATH_VALUES = ["x", "null", "'; DROP TABLE payments; --", "💥", "a".repeat(200), UNKNOWN_ID, `${UNKNOWN_ID} `, "%", "constructor"];

/** What only our own code, its database or its file system would say. */
const INSIDE =
  /\bat (async )?[\w.<>]+ \(|node_modules|\.ts:\d+|\bSELECT\b|\bINSERT INTO\b|\bUPDATE \w+ SET|invalid input syntax|violates .* constraint|relation "|column "|TypeError|ReferenceError|Cannot read prop|is not a function|ECONNREFUSED|\/src\//;
const ALLOWED_5XX = new Set(["ALL_PROVIDERS_FAILED", "UNAVAILABLE"]);

function problemOf(operation: Operation, answer: TestAnswer): string | undefined {
  const said = answer.text.slice(0, 300);
  if (answer.status >= 500 && !ALLOWED_5XX.has(answer.body?.code)) return `${answer.status} ${said}`;
  if (answer.status < 400) return undefined;
  if (INSIDE.test(answer.text)) return `tells of its inside: ${said}`;
  const { body } = answer;
  if (typeof body !== "object" || body === null || typeof body.message !== "string" || body.message === "") return `no error body: ${said}`;
  const names = Object.keys(body)
    .filter((name) => !["details", "payment_id", "transaction_id"].includes(name)) // What is wrong, and what exists in spite of it.
    .sort()
    .join();
  const expected = operation.path.startsWith("/payments-init/") ? ["code,error,message"] : ["message,status", "code,message,status"];
  if (!expected.includes(names) || (body.status !== undefined && body.status !== "error")) return `error body of another form: ${said}`;
  if (
    answer.status === 400 &&
    !(Array.isArray(body.details) && body.details.every((one: any) => typeof one.path === "string" && typeof one.message === "string"))
  )
    return `a 400 without details: ${said}`;
  if (answer.text.length > 40_000) return `an error of ${answer.text.length} characters`;
  return undefined;
}

/** Every place in a body where the schema or the example has a value. */
function placesOf(schema: Schema | undefined, example: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  const names = new Set<string>();
  const collect = (one: Schema | undefined): void => {
    for (const name of Object.keys((one?.["properties"] ?? {}) as object)) names.add(name);
    for (const other of (one?.["anyOf"] ?? []) as Schema[]) collect(other);
  };
  collect(schema);
  if (typeof example === "object" && example !== null && !Array.isArray(example)) for (const name of Object.keys(example)) names.add(name);
  const inner = [...names].flatMap((name) => {
    const property = (
      (schema?.["properties"] ?? (schema?.["anyOf"] as Schema[] | undefined)?.find((one) => one["properties"] !== undefined)?.["properties"]) as
        | Record<string, Schema>
        | undefined
    )?.[name];
    return placesOf(property, (example as Record<string, unknown> | undefined | null)?.[name], [...path, name]);
  });
  const items = Array.isArray(example) && example.length > 0 ? placesOf(schema?.["items"] as Schema | undefined, example[0], [...path, 0]) : [];
  return path.length === 0 ? [...inner, ...items] : [path, ...inner, ...items];
}

function put(body: unknown, path: readonly (string | number)[], value: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  if (typeof first === "number") return (body as unknown[]).map((item, index) => (index === first ? put(item, rest, value) : item));
  return { ...(body as object | undefined), [first]: put((body as Record<string, unknown> | undefined)?.[first], rest, value) };
}

/** Deliveries and events are kept by organization: whoever belongs to none says first which one is meant. */
function mustNameOrganization(caller: TestCaller | null, answer: TestAnswer): boolean {
  return caller !== null && caller.orgId === null && answer.status === 400 && answer.body.details[0]?.path === "org_id";
}

async function callOf(operation: Operation): Promise<Call> {
  return SCENES[operation.key]!(world);
}

async function send(operation: Operation, call: Call, raw?: { body: string; contentType?: string }): Promise<TestAnswer> {
  const caller = call.as === undefined ? world.callers.orgAdmin : call.as;
  return world.request(
    caller,
    operation.method,
    addressOf(operation, call),
    raw === undefined ? call.body : raw.body,
    raw?.contentType === undefined ? {} : { "content-type": raw.contentType },
  );
}

const SEED = 7;
const BODIES_PER_OPERATION = 15;

describe("rubbish", () => {
  test("in any field of any body is never a 500, and is refused without telling of our inside", async () => {
    const problems: string[] = [];
    for (const operation of world.operations.filter((one) => one.body !== undefined)) {
      const call = await callOf(operation);
      for (const place of placesOf(operation.body, call.body)) {
        const answers = await Promise.all(
          VALUES.map(async (value) => ({ value, answer: await send(operation, { ...call, body: put(call.body, place, value) }) })),
        );
        for (const { value, answer } of answers) {
          const problem = problemOf(operation, answer);
          if (problem !== undefined) problems.push(`${operation.key} ${place.join(".")} = ${JSON.stringify(value).slice(0, 60)}: ${problem}`);
        }
      }
    }
    expect(problems).toEqual([]);
  }, 600_000);

  test("in place of a body", async () => {
    const bodies = [
      "",
      "null",
      "[]",
      "5",
      '"text"',
      "true",
      "{",
      '{"a":',
      "[1,2",
      "{'a':1}",
      '{"__proto__":{"admin":true}}',
      '{"constructor":{"prototype":{"admin":true}}}',
      `${"[".repeat(100)}${"]".repeat(100)}`,
      `${'{"a":'.repeat(70)}1${"}".repeat(70)}`,
      "\ufeff{}",
      "NaN",
      "{}{}",
      "{} x",
    ];
    const problems: string[] = [];
    for (const operation of world.operations.filter((one) => one.method !== "GET")) {
      const call = await callOf(operation);
      for (const body of bodies) {
        const problem = problemOf(operation, await send(operation, call, { body, contentType: "application/json" }));
        if (problem !== undefined) problems.push(`${operation.key} ${body.slice(0, 40)}: ${problem}`);
      }
    }
    expect(problems).toEqual([]);
  }, 300_000);

  test("in any query", async () => {
    const problems: string[] = [];
    for (const operation of world.operations.filter((one) => one.query.length > 0)) {
      const call = await callOf(operation);
      const callers = operation.rule.roles === "public" ? [null] : [call.as ?? world.callers.orgAdmin, world.callers.admin];
      for (const as of callers)
        for (const { name } of operation.query)
          for (const value of QUERY_VALUES) {
            const problem = problemOf(operation, await send(operation, { ...call, as, query: { ...call.query, [name]: value } }));
            if (problem !== undefined)
              problems.push(`${operation.key}?${name}=${value.slice(0, 40)} as ${as?.orgId === null ? "admin" : "member"}: ${problem}`);
          }
    }
    expect(problems).toEqual([]);
  }, 300_000);

  test("in place of any id is a 404", async () => {
    const problems: string[] = [];
    for (const operation of world.operations.filter((one) => one.pathNames.length > 0 && one.rule.roles !== "signed")) {
      const call = await callOf(operation);
      for (const as of operation.rule.roles === "public" ? [null] : [call.as ?? world.callers.orgAdmin, world.callers.admin])
        for (const name of operation.pathNames)
          for (const value of PATH_VALUES) {
            const answer = await send(operation, { ...call, as, path: { ...call.path, [name]: value } });
            const problem =
              problemOf(operation, answer) ??
              (answer.status === 404 || mustNameOrganization(as, answer) ? undefined : `${answer.status} ${answer.text.slice(0, 200)}`);
            if (problem !== undefined)
              problems.push(`${operation.key} ${name}=${value.slice(0, 40)} as ${as?.orgId === null ? "admin" : "member"}: ${problem}`);
          }
    }
    expect(problems).toEqual([]);
  }, 300_000);

  test("of any shape, under the names that a body may hold", async () => {
    const problems: string[] = [];
    for (const operation of world.operations.filter((one) => one.body !== undefined)) {
      const call = await callOf(operation);
      const names = placesOf(operation.body, call.body).map((place) => String(place[0]));
      if (names.length === 0) continue;
      const anyBody = fc.dictionary(fc.constantFrom(...names), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 3 });
      for (const wrong of fc.sample(anyBody, { seed: SEED, numRuns: BODIES_PER_OPERATION })) {
        const problem = problemOf(operation, await send(operation, { ...call, body: { ...(call.body as object | undefined), ...wrong } }));
        if (problem !== undefined) problems.push(`${operation.key} ${JSON.stringify(wrong).slice(0, 200)}: ${problem}`);
      }
    }
    expect(problems).toEqual([]);
  }, 300_000);
});

test("nothing of it made the service fail, and its log holds no secret even at its most talkative", async () => {
  const card = { card_number: "4929123456781234", expiry_month: "11", expiry_year: "2031", cvv: "8391" };
  await world.must(world.callers.apiKey, "POST", "/payments-init/initiate", cardPayin("4242", { card_details: card }));
  expect((await world.request(world.callers.apiKey, "POST", "/payments-init/initiate", cardPayin("4242", { card_details: card, amount: "x" }))).status).toBe(
    400,
  );
  const created = await world.must(world.callers.orgAdmin, "POST", "/public/api-keys", { name: "a key" });
  const hook = await world.must(world.callers.orgAdmin, "POST", "/public/webhooks", { endpoint_url: "http://127.0.0.1:9/hook" });
  await world.request({ ...world.callers.apiKey, headers: { authorization: "NONE", "x-api-key": `${created.data.api_key}x` } }, "GET", "/users/me");

  const lines = world.logLines();
  expect(lines.filter((line) => line.includes('"level":50') || line.includes("request failed"))).toEqual([]);
  const secrets = [
    card.card_number,
    `"${card.cvv}"`,
    created.data.api_key,
    hook.data.secret_key,
    world.ours.api_key,
    world.ours.org_admin.password,
    ...Object.values(world.callers).flatMap((caller) =>
      Object.values(caller.headers)
        .filter((value) => value !== "NONE")
        .map((value) => value.replace("Bearer ", "")),
    ),
  ];
  expect(secrets.filter((secret) => lines.some((line) => line.includes(secret)))).toEqual([]);
});
