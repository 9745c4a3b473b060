import { Pool } from "undici";
import { codeOfMissing, ERROR_CODES, RESOURCES } from "@corridor/server/kernel/http/error-codes.ts";
import { addressOf, type Call, type Operation, type Schema, type World } from "#test/e2e/contract.fixtures.ts";
import { SCENES } from "#test/e2e/scenes.fixtures.ts";
import type { TestCaller } from "#test/harness/app.ts";
import { sampleOf } from "#test/harness/schema-sample.ts";
import { UNKNOWN_ID } from "#test/harness/unknown-id.ts";
import { createRandom, type Random } from "./random.ts";

/**
 * Invalid requests, generated from the schema of each operation: every place of it with every value that has ever
 * broken a service, and random bodies near the schema and far from it. All are sent over a few kept-alive connections
 * to one service.
 */
export type Case = {
  readonly operation: Operation;
  readonly call: Call;
  /** Sent unchanged, instead of the call's own body. */
  readonly raw?: string;
  readonly name: string;
};
export type Attack = {
  readonly sent: number;
  readonly problems: readonly string[];
  readonly statuses: ReadonlyMap<number, number>;
};
type Answer = { readonly status: number; readonly text: string; readonly body: any };
type Path = readonly (string | number)[];

const CONNECTIONS = 4;
const AT_ONCE = 24;
const REST_EVERY = 5_000;

export const VALUES: readonly unknown[] = [
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
  "\u0000",
  "\ud800",
  "x".repeat(20_000),
  UNKNOWN_ID.toUpperCase(),
  "9999-12-31T23:59:60Z",
  "2099-01-05T09:00:00Z[Europe/Paris]",
  "0000-01-01T00:00:00Z",
  "9999-12-31T23:59:59-23:59",
  "0000-01-01",
  "http://169.254.169.254/latest/meta-data",
  "../../../etc/passwd",
  '=HYPERLINK("http://evil.example")',
  "<script>alert(1)</script>",
  [null],
  { toString: 1 },
  { __proto__: null, constructor: { prototype: { isAdmin: true } } },
];
export const QUERY_VALUES: readonly string[] = [
  "",
  "'",
  "-1",
  "101",
  "1e3",
  "null",
  "%",
  "a,b",
  "💥",
  "\u0000",
  "2026-02-30",
  "9999-12-31",
  "0000-01-01",
  "9999-12-31T23:59:59-23:59",
  "+275760-09-13T00:00:00.000Z",
  "-271821-04-19T00:00:00.000Z",
  UNKNOWN_ID.toUpperCase(),
  "x".repeat(2_000),
];
export const PATH_VALUES: readonly string[] = [
  "x",
  "null",
  "'; DROP TABLE payments; --",
  "💥",
  "a".repeat(200),
  UNKNOWN_ID,
  `${UNKNOWN_ID} `,
  "%",
  "constructor",
];
export const BODIES: readonly string[] = [
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
  `${"[".repeat(50_000)}`,
  `{"amount":1${"0".repeat(5_000)}}`,
  "\ufeff{}",
  "NaN",
  "{}{}",
  "{} x",
];

/** ---- allowed answers ---- */

/** Texts that only our own code, the database or the file system would produce. */
const INSIDE =
  /\bat (async )?[\w.<>]+ \(|node_modules|\.ts:\d+|\bSELECT\b|\bINSERT INTO\b|\bUPDATE \w+ SET|invalid input syntax|invalid byte sequence|violates .* constraint|relation "|column "|TypeError|ReferenceError|Cannot read prop|is not a function|ECONNREFUSED|\/src\//;
const ALLOWED_5XX = new Set(["ALL_PROVIDERS_FAILED", "UNAVAILABLE"]);
const CODES: ReadonlySet<unknown> = new Set([...Object.keys(ERROR_CODES), ...RESOURCES.map(codeOfMissing)]);
const LONGEST_ERROR = 40_000;

export function problemOf(operation: Operation, { status, text, body }: Answer): string | undefined {
  const said = text.slice(0, 300);
  if (status >= 500 && !ALLOWED_5XX.has(body?.code)) return `${status} ${said}`;
  if (status < 400) return undefined;
  if (INSIDE.test(text)) return `tells of its inside: ${said}`;
  if (typeof body !== "object" || body === null || typeof body.message !== "string" || body.message === "")
    return `no error body: ${said}`;
  const names = Object.keys(body)
    // The fault, and resources that exist in spite of it.
    .filter(
      (name) =>
        !["details", "payment_id", "transaction_id", "approval_id", "available", "needed", "currency"].includes(name),
    )
    .sort()
    .join();
  const expected = operation.path.startsWith("/payments-init/") ? "code,error,message" : "code,message,status";
  if (names !== expected || (body.status !== undefined && body.status !== "error"))
    return `error body of another form: ${said}`;
  if (!CODES.has(body.code)) return `a code that is not documented: ${said}`;
  if (
    status === 400 &&
    !(
      Array.isArray(body.details) &&
      body.details.every((one: any) => typeof one.path === "string" && typeof one.message === "string")
    )
  )
    return `a 400 without details: ${said}`;
  if (text.length > LONGEST_ERROR) return `an error of ${text.length} characters`;
  return undefined;
}

/* ---- the cases ---- */

/** One successful call of each operation, prepared once. */
export async function callsOf(world: World): Promise<Map<Operation, Call>> {
  const calls = new Map<Operation, Call>();
  for (const operation of world.operations) calls.set(operation, await SCENES[operation.key]!(world));
  return calls;
}

const shapesOf = (schema: Schema | undefined): Schema[] =>
  schema === undefined
    ? []
    : [schema, ...[...(schema["anyOf"] ?? []), ...(schema["oneOf"] ?? [])].flatMap((one: Schema) => shapesOf(one))];

/** Every place in a body where the schema or the example has a value. */
export function placesOf(schema: Schema | undefined, example: unknown, path: Path = []): Path[] {
  const properties: Record<string, Schema | undefined> = {};
  if (typeof example === "object" && example !== null && !Array.isArray(example))
    for (const name of Object.keys(example)) properties[name] = undefined;
  for (const shape of shapesOf(schema)) Object.assign(properties, shape["properties"]);
  const inner = Object.entries(properties).flatMap(([name, property]) =>
    placesOf(property, (example as Record<string, unknown> | undefined | null)?.[name], [...path, name]),
  );
  const items =
    Array.isArray(example) && example.length > 0
      ? placesOf(schema?.["items"] as Schema | undefined, example[0], [...path, 0])
      : [];
  return path.length === 0 ? [...inner, ...items] : [path, ...inner, ...items];
}

export function put(body: unknown, path: Path, value: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  if (typeof first === "number")
    return Array.isArray(body)
      ? body.map((item, index) => (index === first ? put(item, rest, value) : item))
      : [put(undefined, rest, value)];
  return {
    ...(typeof body === "object" ? body : {}),
    [first]: put((body as Record<string, unknown> | undefined | null)?.[first], rest, value),
  };
}

/**
 * Random values: mostly values that the schema allows, its bounds and just beyond them, sometimes entirely different
 * ones.
 */
export function drawBody(schema: Schema, random: Random, depth = 0): unknown {
  if (random.next() < 0.08 || depth > 6) return random.pick(VALUES);
  if (schema["const"] !== undefined) return schema["const"];
  if (schema["enum"] !== undefined) return random.pick(schema["enum"] as unknown[]);
  const union = (schema["anyOf"] ?? schema["oneOf"]) as Schema[] | undefined;
  if (union !== undefined) return drawBody(random.pick(union), random, depth + 1);
  switch (Array.isArray(schema["type"]) ? random.pick(schema["type"] as string[]) : schema["type"]) {
    case "object": {
      const required = new Set((schema["required"] ?? []) as string[]);
      const own = Object.entries((schema["properties"] ?? {}) as Record<string, Schema>).filter(
        ([name]) => random.next() < (required.has(name) ? 0.95 : 0.4),
      );
      const drawn = Object.fromEntries(own.map(([name, property]) => [name, drawBody(property, random, depth + 1)]));
      return random.next() < 0.1 ? { ...drawn, unknown_field: random.pick(VALUES) } : drawn;
    }
    case "array":
      return Array.from({ length: random.between(0, 3) }, () =>
        drawBody((schema["items"] ?? {}) as Schema, random, depth + 1),
      );
    case "integer":
    case "number": {
      const [least, most] = [
        (schema["minimum"] ?? schema["exclusiveMinimum"] ?? 0) as number,
        (schema["maximum"] ?? 1e9) as number,
      ];
      return random.pick([least, most, least - 1, most + 1, least + 0.005, random.between(1, 1_000), -0, 1e21]);
    }
    case "string": {
      const [least, most] = [
        (schema["minLength"] ?? 0) as number,
        Math.min((schema["maxLength"] ?? 100) as number, 5_000),
      ];
      const sample = String(sampleOf(schema));
      return random.pick([
        sample,
        sample,
        sample,
        sample.toUpperCase(),
        ` ${sample} `,
        "x".repeat(least),
        "x".repeat(most),
        "x".repeat(most + 1),
        "é".repeat(most),
      ]);
    }
    case "boolean":
      return random.next() < 0.5;
    default:
      return random.pick(VALUES);
  }
}

/**
 * Once the time of the deployment has moved, every sign-in is over, and all requests behind it would only be told so.
 */
const ENDS_SIGN_INS = "POST /sandbox/clock";

export function* randomCases(calls: ReadonlyMap<Operation, Call>, seed: number): Generator<Case> {
  const random = createRandom(seed, "fuzz");
  const operations = [...calls.keys()].filter(({ key }) => key !== ENDS_SIGN_INS);
  for (;;) {
    const operation = random.pick(operations);
    const call = calls.get(operation)!;
    const query = Object.fromEntries(
      operation.query
        .filter(() => random.next() < 0.3)
        .map(({ name, schema }) => [
          name,
          random.next() < 0.5
            ? (JSON.stringify(drawBody(schema, random)) ?? "").slice(0, 2_000)
            : random.pick(QUERY_VALUES),
        ]),
    );
    const drawn = operation.body === undefined ? undefined : drawBody(operation.body, random);
    // Half of the values are kept from the example, so that the body passes the first check.
    const isNear = random.next() < 0.5 && typeof drawn === "object" && drawn !== null && !Array.isArray(drawn);
    const body = isNear ? { ...(call.body as object | undefined), ...drawn } : drawn;
    yield {
      operation,
      call: { ...call, query: { ...call.query, ...query }, ...(body === undefined ? {} : { body }) },
      name: `seed ${seed}`,
    };
  }
}

/* ---- sending ---- */

/** `rest` is called now and then, with how far it has come. */
export async function attack(
  world: World,
  cases: Iterable<Case>,
  rest: (progress: string) => void,
  judge: (one: Case, answer: Answer) => string | undefined = ({ operation }, answer) => problemOf(operation, answer),
): Promise<Attack> {
  const pool = new Pool(world.origin, { connections: CONNECTIONS, pipelining: 1 });
  const problems: string[] = [];
  const statuses = new Map<number, number>();
  const waiting = cases[Symbol.iterator]();
  let sent = 0;
  const work = async (): Promise<void> => {
    for (let next = waiting.next(); next.done !== true; next = waiting.next()) {
      const one = next.value;
      sent += 1;
      if (sent % REST_EVERY === 0) rest(`${sent} requests, ${problems.length} problems`);
      const answer = await sendTo(pool, world, one);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const problem = judge(one, answer);
      if (problem !== undefined)
        problems.push(
          `${one.operation.key} ${one.name} ${JSON.stringify(one.call.body ?? null).slice(0, 200)}: ${problem}`,
        );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await pool.close();
  return { sent, problems, statuses };
}

async function sendTo(pool: Pool, world: World, { operation, call, raw }: Case): Promise<Answer> {
  const caller: TestCaller | null = call.as === undefined ? world.callers.orgAdmin : call.as;
  const body = raw ?? (call.body === undefined ? null : JSON.stringify(call.body));
  const { statusCode, body: answered } = await pool.request({
    method: operation.method as "POST",
    path: `/v1${addressOf(operation, call)}`,
    headers: { ...caller?.headers, ...(body === null ? {} : { "content-type": "application/json" }) },
    body: operation.method === "GET" ? null : body,
  });
  const text = await answered.text();
  return { status: statusCode, text, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    return text;
  }
}
