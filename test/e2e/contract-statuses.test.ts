import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ERROR_CODES, type ErrorCode } from "@corridor/server/kernel/http/error-codes.ts";
import { newId } from "@corridor/base/ids.ts";
import type { TestAnswer, TestCaller } from "#test/harness/app.ts";
import { addressOf, type Call, type Operation, startWorld, type World } from "./contract.fixtures.ts";
import { SCENES } from "./scenes.fixtures.ts";
import { OWN_SCENES, SHOWN_ELSEWHERE } from "./statuses.fixtures.ts";

/**
 * Every status that the document lists for an operation is provoked here, or by the test that statuses.fixtures.ts
 * names. The opposite, that no unlisted status is answered, is checked by every test app when it closes.
 * contract-operations.test.ts covers the successes.
 */
const ROOT = join(import.meta.dirname, "../..");

let world: World;
let tight: World;
const calls = new Map<string, Call>();
const limited: TestCaller[] = [];
/** A resource that no process has cached, so that the database is queried. */
let unread: TestCaller;
/** Every caller has used this key for another request. */
const USED_KEY = newId();

beforeAll(async () => {
  world = await startWorld({ asService: true }); // A policy only binds a role that does not own the table.
  for (const operation of world.operations) calls.set(operation.key, await SCENES[operation.key]!(world));
  for (const scope of LIMITED_TO) limited.push(await keyWith({ scopes: [scope] }));
  unread = await keyWith({});
  const { orgAdmin, orgMember, admin, staff, apiKey } = world.callers;
  for (const caller of [orgAdmin, orgMember, admin, staff, apiKey])
    await world.request(caller, "POST", "/externals/networks", {}, { "idempotency-key": USED_KEY });
  tight = await startWorld({ settings: { RATE_LIMIT_PER_MINUTE: "1" } });
  for (const caller of [tight.callers.apiKey, null])
    await tight.request(caller, "GET", caller === null ? "/changelog" : "/users/me");
});
afterAll(async () => {
  await world.close();
  await tight.close();
});

const LIMITED_TO = ["webhooks:read", "beneficiaries:read"] as const;

async function keyWith(more: object): Promise<TestCaller> {
  const { data } = await world.must(world.callers.orgAdmin, "POST", "/public/api-keys", {
    name: world.unique("key"),
    ...more,
  });
  return { ...world.callers.apiKey, headers: { authorization: "NONE", "x-api-key": data.api_key } };
}

const send = (
  operation: Operation,
  call: Call,
  caller: TestCaller | null,
  body: unknown = call.body,
  headers: Record<string, string> = {},
) => world.request(caller, operation.method, addressOf(operation, call), body, headers);
const isOpen = ({ rule }: Operation): boolean => rule.roles === "public" || rule.roles === "signed";
const isId = (name: string): boolean => /_ids?$/.test(name);

/**
 * With ids that do not exist: those of the path, or otherwise one id of the query or body after the other, until one
 * gives a 404.
 */
async function withoutResource(operation: Operation, call: Call, caller: TestCaller | null): Promise<Answered> {
  if (operation.pathNames.length > 0)
    return send(
      operation,
      { ...call, path: Object.fromEntries(operation.pathNames.map((name) => [name, newId()])) },
      caller,
    );
  const changed: [Call, unknown][] = [
    ...operation.query
      .filter(({ name }) => isId(name))
      .map(({ name }): [Call, unknown] => [{ ...call, query: { ...call.query, [name]: newId() } }, call.body]),
    ...Object.keys((operation.body?.["properties"] ?? {}) as object)
      .filter(isId)
      .map((name): [Call, unknown] => [call, { ...(call.body as object), [name]: newId() }]),
  ];
  let answer: Answered = { status: 0, text: "it has no id that could name nothing" };
  for (const [one, body] of changed) if ((answer = await send(operation, one, caller, body)).status === 404) break;
  return answer;
}

/**
 * Every read of a row fails with the given SQLSTATE, by a policy on each table: a fault of ours, or a problem of the
 * database itself.
 */
async function withBrokenTables<T>(state: string, work: () => Promise<T>): Promise<T> {
  const tables = await world.db.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema IN ('public', 'cell_0')
       AND table_type = 'BASE TABLE' AND table_name NOT IN ('test_time', 'schema_migrations')`,
  );
  const fault = `CREATE OR REPLACE FUNCTION broken() RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION
    'broken' USING ERRCODE = '${state}'; END $$;`;
  await runAll([
    fault,
    ...tables.map(
      ({ name }) =>
        `CREATE POLICY broken ON "${name}" USING (broken()); ALTER TABLE "${name}" ENABLE ROW LEVEL SECURITY;`,
    ),
  ]);
  try {
    return await work();
  } finally {
    await runAll(
      tables.map(({ name }) => `ALTER TABLE "${name}" DISABLE ROW LEVEL SECURITY; DROP POLICY broken ON "${name}";`),
    );
  }
}

async function runAll(statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: world.databaseUrl });
  await client.connect();
  await client.query(statements.join("\n"));
  await client.end();
}

/** A body whose announced length exceeds the limit of every endpoint. */
async function announced({ method, path }: Operation, call: Call, caller: TestCaller | null): Promise<Answered> {
  const headers = { ...caller?.headers, "content-type": "application/json", "content-length": String(33 * 1_048_576) };
  const answer = await world.service.server.inject({
    method: method as "POST",
    url: `/v1${addressOf({ path }, call)}`,
    headers,
    payload: "{}",
  });
  return { status: answer.statusCode, text: answer.payload };
}

type Answered = Pick<TestAnswer, "status" | "text">;
type Provocation = (operation: Operation, call: Call, caller: TestCaller | null) => Promise<Answered>;

const PROVOCATIONS: Readonly<Record<string, Provocation>> = {
  400: (operation, call, caller) =>
    world.request(caller, operation.method, `${addressOf(operation, { path: call.path })}?nul=%00`, call.body),
  401: (operation, call) => send(operation, call, null, isOpen(operation) ? "{}" : undefined),
  403: (operation, call) =>
    send(operation, call, limited[operation.rule.scopes?.includes(LIMITED_TO[0]) === true ? 1 : 0]!),
  404: withoutResource,
  409: (operation, call, caller) => send(operation, call, caller, call.body, { "idempotency-key": USED_KEY }),
  413: announced,
  415: (operation, call, caller) => send(operation, call, caller, "name=x", { "content-type": "text/plain" }),
  429: (operation, call) =>
    tight.request(isOpen(operation) ? null : tight.callers.apiKey, operation.method, addressOf(operation, call)),
  500: (operation, call) => send(operation, call, isOpen(operation) ? null : unread),
  503: (operation, call) => send(operation, call, isOpen(operation) ? null : unread),
};
/** For all operations: a division by zero in our own statements, and a database without a free connection. */
const SQLSTATES: Readonly<Record<string, string>> = { 500: "22012", 503: "53300" };

/** The code by status in the error body: by cause of a 401 and 403, and by resource of a 404. */
const CODES: Readonly<Record<string, ErrorCode | RegExp>> = {
  400: "VALIDATION_ERROR",
  401: new RegExp(`^(${["CREDENTIALS_MISSING", "SIGNATURE_INVALID"].join("|")})$`),
  403: /^(FORBIDDEN|FEATURE_DISABLED|SCOPE_REQUIRED|PERSON_REQUIRED)$/,
  404: /^[A-Z_]+_NOT_FOUND$/,
  409: "IDEMPOTENCY_CONFLICT",
  413: "PAYLOAD_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
  429: "RATE_LIMITED",
  500: "INTERNAL",
  503: "UNAVAILABLE",
};

const isOwn = (one: string): boolean => one in OWN_SCENES || one in SHOWN_ELSEWHERE;

test.each(Object.keys(PROVOCATIONS))("%s is answered wherever the document lists it", async (status) => {
  const missed: string[] = [];
  const provokeAll = async (): Promise<void> => {
    for (const operation of world.operations) {
      if (!operation.statuses.includes(status) || isOwn(`${operation.key} ${status}`)) continue;
      const call = calls.get(operation.key)!;
      const answer = await PROVOCATIONS[status]!(
        operation,
        call,
        call.as === undefined ? world.callers.orgAdmin : call.as,
      );
      const { code } = JSON.parse(answer.text) as { code: string };
      const wanted = CODES[status]!;
      const isWanted = wanted instanceof RegExp ? wanted.test(code) : code === wanted;
      if (String(answer.status) !== status || !isWanted)
        missed.push(`${operation.key} ${status}: ${answer.status} ${answer.text.slice(0, 120)}`);
    }
  };
  await (SQLSTATES[status] === undefined ? provokeAll() : withBrokenTables(SQLSTATES[status], provokeAll));
  expect(missed).toEqual([]);
});

test("an operation answers a status that is its own in the scene that is made for it", async () => {
  const missed: string[] = [];
  for (const [one, scene] of Object.entries(OWN_SCENES)) {
    const [method, path, status] = one.split(" ") as [string, string, string];
    const operation = world.operations.find(({ key }) => key === `${method} ${path}`)!;
    const answer = await world.make(operation, await scene(world));
    if (String(answer.status) !== status) missed.push(`${one}: ${answer.status} ${answer.text.slice(0, 160)}`);
  }
  expect(missed).toEqual([]);
});

test("no status is listed that neither a scene nor a named test shows", () => {
  const documented = world.operations.flatMap(({ key, statuses }) => statuses.map((status) => `${key} ${status}`));
  const successes = new Set(
    world.operations.map(({ key, statuses }) => `${key} ${statuses.find((status) => status.startsWith("2"))}`),
  );
  const shown = (one: string): boolean => successes.has(one) || one.split(" ").at(-1)! in PROVOCATIONS || isOwn(one);
  expect(documented.filter((one) => !shown(one))).toEqual([]);
  expect(Object.keys({ ...OWN_SCENES, ...SHOWN_ELSEWHERE }).filter((one) => !documented.includes(one))).toEqual([]);
  const lacking = Object.values(SHOWN_ELSEWHERE).filter(
    ([file, name]) => !readFileSync(join(ROOT, file), "utf8").includes(`"${name}"`),
  );
  expect(lacking).toEqual([]);
});

test("every error code is expected by a test", () => {
  const texts = globSync("{packages,test}/**/*.test.ts", { cwd: ROOT }).map((file) =>
    readFileSync(join(ROOT, file), "utf8"),
  );
  expect(Object.keys(ERROR_CODES).filter((code) => !texts.some((text) => text.includes(`"${code}"`)))).toEqual([]);
});
