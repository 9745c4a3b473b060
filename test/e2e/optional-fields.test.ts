import { Compile } from "typebox/compile";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bankPayin, bankPayout, cardPayin, mobileMoneyPayin } from "#test/harness/payments.ts";
import { sampleOf } from "#test/harness/schema-sample.ts";
import { problemOf } from "#test/prover/fuzz.ts";
import { type Call, type Operation, type Schema, startWorld, type World } from "./contract.fixtures.ts";
import { SCENES } from "./scenes.fixtures.ts";

/**
 * Every documented optional field of every operation beside what a successful call has: alone, and together with all
 * others that the rules allow. None is a 5xx.
 */
let world: World;
/** Values that exist, or that have the form that the rules want: what lies behind them is reached only so. */
let fitting: Readonly<Record<string, () => string>>;
beforeAll(async () => {
  world = await startWorld();
  const customer = { name: "Ama", country: "GH", email: "ama@example.com", phone: "+233241234567" };
  const { data } = await world.must(world.callers.orgAdmin, "POST", "/customers", customer);
  fitting = {
    customer_id: () => data.customer_id,
    org_id: () => world.ours.org_id,
    beneficiary_id: () => world.ours.beneficiary_id,
    beneficiary_of: () => world.callers.orgMember.userId,
    user_id: () => world.callers.orgMember.userId,
    owner: () => world.callers.staff.userId,
    client_reference: () => world.unique("reference"),
    reference: () => world.unique("reference"),
    country: () => "GH",
    phone: () => "+233241234567",
    phone_number: () => "+233241234567",
    return_url: () => "https://example.com/paid",
    terms_url: () => "https://example.com/terms",
    privacy_url: () => "https://example.com/privacy",
    embed_origins: () => "https://example.com",
    color: () => "#0d6957",
    expires_at: () => "2099-01-05T09:00:00.000Z",
    scheduled_at: () => "2099-01-05T09:00:00.000Z",
    iban: () => "DE89370400440532013000",
    provider: () => "MTN",
    allowed_addresses: () => "10.0.0.0/8",
  };
});
afterAll(() => world.close());

type Fields = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const TOGETHER = "together";

/** The alternative of a schema that the example has, or else the first. */
function shapeOf(schema: Schema, example: unknown): Schema {
  const alternatives = (schema["anyOf"] ?? schema["oneOf"]) as Schema[] | undefined;
  if (alternatives === undefined) return schema;
  const fits = (one: Schema): boolean => (one["type"] === "array") === Array.isArray(example) && one["type"] !== "null";
  return shapeOf(alternatives.find(fits) ?? alternatives[0]!, example);
}

function valueFor(name: string, schema: Schema): unknown {
  const shape = shapeOf(schema, undefined);
  if (shape["type"] === "string" && shape["enum"] === undefined && fitting[name] !== undefined) return fitting[name]();
  if (shape["type"] === "array")
    return Array.from({ length: Math.max(1, Number(shape["minItems"] ?? 1)) }, () =>
      valueFor(name, shape["items"] as Schema),
    );
  // An object of any form has the fields that its description names.
  if (shape["type"] === undefined && shape["enum"] === undefined)
    return Object.fromEntries(
      String(schema["description"])
        .match(/[a-z]+[_a-z0-9]*/g)!
        .map((word) => [word, "1"]),
    );
  if (shape["type"] !== "object" || shape["properties"] === undefined) return sampleOf(shape, true);
  return Object.fromEntries(
    Object.entries(shape["properties"] as Record<string, Schema>).map(([inner, one]) => [inner, valueFor(inner, one)]),
  );
}

/** The example with one more field, for every field that is optional, and last with all of them. */
function* fuller(schema: Schema, example: unknown): Generator<readonly [name: string, body: unknown]> {
  const shape = shapeOf(schema, example);
  if (Array.isArray(example)) {
    for (const [name, first] of fuller(shape["items"] as Schema, example[0]))
      yield [`0.${name}`, [first, ...example.slice(1)]];
    return;
  }
  if (!isObject(example)) return;
  let whole: Fields = example;
  for (const [name, property] of Object.entries((shape["properties"] ?? {}) as Record<string, Schema>)) {
    const given = example[name] ?? sampleOf(shapeOf(property, {}));
    if (example[name] === undefined) {
      whole = { ...whole, [name]: valueFor(name, property) };
      yield [name, { ...example, [name]: valueFor(name, property) }];
    }
    for (const [inner, one] of fuller(property, given)) {
      if (inner === TOGETHER && example[name] !== undefined) whole = { ...whole, [name]: one };
      yield [`${name}.${inner}`, { ...example, [name]: one }];
    }
  }
  yield [TOGETHER, whole];
}

function without(body: unknown, [first, ...rest]: readonly string[]): unknown {
  if (Array.isArray(body))
    return body.map((item, index) => (String(index) === first ? without(item, rest) : item) as unknown);
  if (!isObject(body) || first === undefined) return body;
  const { [first]: inner, ...others } = body;
  return rest.length === 0 ? others : { ...others, [first]: without(inner, rest) };
}

/** Calls that reach what the scenes do not. */
function variantsOf({ key }: Operation, call: Call): Call[] {
  const payer = { customer_id: fitting["customer_id"]!() };
  const bodies: Readonly<Record<string, readonly object[]>> = {
    "POST /payments-init/initiate": [
      cardPayin(),
      bankPayin(),
      bankPayout(world.ours.beneficiary_id),
      cardPayin("4242", payer),
      mobileMoneyPayin("4567", payer),
    ],
    "POST /beneficiaries": [
      { ...(call.body as object), account_type: "mobile_money", bank_details: undefined },
      { ...(call.body as object), account_type: "crypto", bank_details: undefined },
    ],
  };
  const more = (bodies[key] ?? []).map((body) => ({ ...call, body }));
  // Of another organization, because the platform's admin can switch off what the scenes use.
  const ofAdmin = { ...call, as: world.callers.admin, path: { org_id: world.theirs.org_id } };
  return [call, ...more, ...(key === "PATCH /organizations/:org_id" ? [ofAdmin] : [])];
}

/** Some of the fields set up controls, under which other scenes would need two people. */
async function sceneOf({ key }: Operation): Promise<Call> {
  await world.withoutControls();
  return SCENES[key]!(world);
}

const USED_UP = new Set([404, 409]);
/** Once the time of the deployment has moved, every sign-in is over. */
const ENDS_SIGN_INS = "POST /sandbox/clock";

test("of any body, alone or together, makes no 5xx, and every such body is one that the document allows", async () => {
  const problems: string[] = [];
  const statuses = new Map<number, number>();
  const send = async (operation: Operation, call: Call, name: string) => {
    const answer = await world.make(operation, call);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    const problem = problemOf(operation, answer);
    if (problem !== undefined)
      problems.push(`${operation.key} ${name}: ${problem} ${JSON.stringify(call.body).slice(0, 300)}`);
    return answer;
  };
  for (const operation of world.operations) {
    if (operation.body === undefined || operation.key === ENDS_SIGN_INS) continue;
    const validator = Compile(operation.body);
    const first = await sceneOf(operation);
    for (const call of variantsOf(operation, first)) {
      let current = call;
      for (const [name, given] of fuller(operation.body, call.body ?? {})) {
        let body: unknown = JSON.parse(JSON.stringify(given));
        if (!validator.Check(body)) problems.push(`${operation.key} ${name}: is no body ${JSON.stringify(body)}`);
        let answer = await send(operation, { ...current, body }, name);
        if (USED_UP.has(answer.status)) {
          const again = await sceneOf(operation);
          if (call === first) current = again;
          answer = await send(operation, { ...current, body }, name);
        }
        // What the rules refuse is left out, until the rest is taken or nothing more can be.
        for (let left = 30; name === TOGETHER && answer.status === 400 && left > 0; left--) {
          const smaller = without(body, String(answer.body.details[0]?.path).split("."));
          if (JSON.stringify(smaller) === JSON.stringify(body)) break;
          body = smaller;
          answer = await send(operation, { ...current, body }, `${name} as far as allowed`);
        }
      }
    }
  }
  expect(problems).toEqual([]);
  expect(statuses.get(200)! + statuses.get(201)!).toBeGreaterThan(400);
}, 600_000);

test("of any query, alone or together, makes no 5xx", async () => {
  const problems: string[] = [];
  for (const operation of world.operations) {
    if (operation.query.length === 0) continue;
    const call = await sceneOf(operation);
    const values = operation.query.map(({ name, schema }) => [name, String(valueFor(name, schema))] as const);
    for (const query of [...values.map((one) => [one]), values]) {
      const answer = await world.make(operation, { ...call, query: { ...call.query, ...Object.fromEntries(query) } });
      const problem = problemOf(operation, answer);
      if (problem !== undefined) problems.push(`${operation.key} ${query.join("&")}: ${problem}`);
    }
  }
  expect(problems).toEqual([]);
}, 600_000);
