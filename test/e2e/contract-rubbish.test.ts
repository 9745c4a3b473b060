import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { placeOf } from "@corridor/server/kernel/db/backup/backup-places.ts";
import { restoreBackup } from "@corridor/server/kernel/db/backup/restore-backup.ts";
import { writeBackup } from "@corridor/server/kernel/db/backup/write-backup.ts";
import {
  attack,
  BODIES,
  callsOf,
  type Case,
  PATH_VALUES,
  placesOf,
  problemOf,
  put,
  QUERY_VALUES,
  randomCases,
  VALUES,
} from "#test/prover/fuzz.ts";
import type { TestCaller } from "#test/harness/app.ts";
import { createTestDatabase } from "#test/harness/database.ts";
import { textOfTables } from "#test/harness/text-of-tables.ts";
import { undocumentedAnswers } from "#test/harness/documented-statuses.ts";
import { cardPayin } from "#test/harness/payments.ts";
import { type Call, type Operation, startWorld, type World } from "./contract.fixtures.ts";

/**
 * Every operation with invalid values: refused with the contract's errors, never with a 500, and without internal
 * details. `npm run prove -- fuzz` sends 100,000 requests; this test sends 20,000: a sixth of the values in each place,
 * and the rest at random.
 */
let world: World;
let calls: ReadonlyMap<Operation, Call>;
let secrets: readonly string[];
beforeAll(async () => {
  world = await startWorld({ logLevel: "trace" });
  secrets = await useSecrets();
  calls = await callsOf(world);
});
afterAll(() => world.close());

/**
 * What the log has shown so far. It is searched now and then and emptied: that of the long proof is larger than the
 * memory.
 */
const shown = { leaks: new Set<string>(), failures: [] as string[], undocumented: new Set<string>() };
function searchLog(): void {
  const lines = world.logLines().splice(0);
  for (const leak of leaksIn("the log", lines.join("\n"))) shown.leaks.add(leak);
  shown.failures.push(...lines.filter((line) => line.includes('"level":50') || line.includes("request failed")));
  for (const answer of undocumentedAnswers(lines)) shown.undocumented.add(answer);
}
function leaksIn(place: string, text: string): string[] {
  return secrets
    .filter((secret) => text.includes(secret) || text.includes(Buffer.from(secret).toString("hex")))
    .map((secret) => `${place}: ${secret.slice(0, 12)}`);
}
function rest(progress: string): void {
  searchLog();
  if (IS_LONG) console.log(progress);
}

const SEED = Number(process.env["FUZZ_SEED"] ?? 7);
/** All of them: what is left after every place has had its values is drawn at random. */
const REQUESTS = Number(process.env["FUZZ_REQUESTS"] ?? 20_000);
const IS_LONG = process.env["FUZZ_REQUESTS"] !== undefined;
const LEAST_AT_RANDOM = 800;
/**
 * Each place gets every n-th of the values, starting at a different one, so that every operation still meets every
 * value; with enough time, all of them.
 */
const STRIDE = IS_LONG ? 1 : 6;
/** The long proof sends some hundred thousand requests, on whatever machine. */
const TIMEOUT_MS = 3_600_000;
const valuesAt = (place: number): readonly unknown[] =>
  VALUES.filter((_value, index) => (index + place) % STRIDE === 0);

const isPublic = ({ rule }: Operation): boolean => rule.roles === "public";
/** A member, and a platform admin who belongs to no organization. */
const callersOf = (operation: Operation, call: Call): (TestCaller | null)[] =>
  isPublic(operation) ? [null] : [call.as ?? world.callers.orgAdmin, world.callers.admin];

/** Deliveries and events are stored by organization: a caller without one must name it. */
function mustNameOrganization({ call }: Case, { status, body }: { status: number; body: any }): boolean {
  return call.as?.orgId === null && status === 400 && body.details[0]?.path === "org_id";
}

/** How many requests were made place by place. */
let systematic = 0;
async function problemsOf(cases: readonly Case[], judge?: Parameters<typeof attack>[3]): Promise<readonly string[]> {
  const { sent, problems } = await attack(world, cases, rest, judge);
  systematic += sent;
  return problems;
}

describe("rubbish", () => {
  test(
    "in any field of any body is never a 500, and is refused without telling of our inside",
    { timeout: TIMEOUT_MS },
    async () => {
      const cases = [...calls].flatMap(([operation, call]) =>
        operation.body === undefined
          ? []
          : placesOf(operation.body, call.body).flatMap((place, at) =>
              valuesAt(at).map((value): Case => ({
                operation,
                call: { ...call, body: put(call.body, place, value) },
                name: place.join("."),
              })),
            ),
      );
      expect(await problemsOf(cases)).toEqual([]);
    },
  );

  test("in place of a body", { timeout: TIMEOUT_MS }, async () => {
    const cases = [...calls].flatMap(([operation, call]) =>
      operation.method === "GET"
        ? []
        : BODIES.map((raw): Case => ({ operation, call, raw, name: `instead of a body ${raw.slice(0, 40)}` })),
    );
    expect(await problemsOf(cases)).toEqual([]);
  });

  test("in any query", { timeout: TIMEOUT_MS }, async () => {
    const cases = [...calls].flatMap(([operation, call]) =>
      callersOf(operation, call).flatMap((as) =>
        operation.query.flatMap(({ name }) =>
          QUERY_VALUES.map((value): Case => ({
            operation,
            call: { ...call, as, query: { ...call.query, [name]: value } },
            name: `${name}=${value.slice(0, 40)}`,
          })),
        ),
      ),
    );
    expect(await problemsOf(cases)).toEqual([]);
  });

  /** The creator of a source, and of an account at a provider, chooses its name. */
  const NAMED_BY_CALLER = ["PUT /settlements/sources/:source", "PUT /payments/provider-accounts/:provider/:label"];

  test("in place of any id is a 404", { timeout: TIMEOUT_MS }, async () => {
    const cases = [...calls].flatMap(([operation, call]) =>
      operation.rule.roles === "signed" || NAMED_BY_CALLER.includes(operation.key)
        ? []
        : callersOf(operation, call).flatMap((as) =>
            operation.pathNames.flatMap((name) =>
              PATH_VALUES.map((value): Case => ({
                operation,
                call: { ...call, as, path: { ...call.path, [name]: value } },
                name: `${name}=${value.slice(0, 40)}`,
              })),
            ),
          ),
    );
    const problems = await problemsOf(
      cases,
      (one, answer) =>
        problemOf(one.operation, answer) ??
        (answer.status === 404 || mustNameOrganization(one, answer)
          ? undefined
          : `${answer.status} ${answer.text.slice(0, 200)}`),
    );
    expect(problems).toEqual([]);
  });

  test("drawn at random, near the schema and far from it", { timeout: TIMEOUT_MS }, async () => {
    const requests = Math.max(REQUESTS - systematic, LEAST_AT_RANDOM);
    const { sent, problems, statuses } = await attack(world, randomCases(calls, SEED).take(requests), rest);
    if (IS_LONG)
      console.log(
        `seed ${SEED}: ${systematic} requests by place and ${sent} at random, ${problems.length} problems, answers ` +
          `at random ${JSON.stringify([...statuses].toSorted())}`,
      );
    expect(problems).toEqual([]);
    expect(sent).toBe(requests);
  });
});

/** Sends values through the service that must never be stored, and returns them. */
async function useSecrets(): Promise<string[]> {
  const card = { card_number: "4929123456781234", expiry_month: "11", expiry_year: "2031", cvv: "8391" };
  await world.must(world.callers.apiKey, "POST", "/payments-init/initiate", cardPayin("4242", { card_details: card }));
  expect(
    (
      await world.request(
        world.callers.apiKey,
        "POST",
        "/payments-init/initiate",
        cardPayin("4242", { card_details: card, amount: "x" }),
      )
    ).status,
  ).toBe(400);
  const created = await world.must(world.callers.orgAdmin, "POST", "/public/api-keys", { name: "a key" });
  const hook = await world.must(world.callers.orgAdmin, "POST", "/public/webhooks", {
    endpoint_url: "http://127.0.0.1:9/hook",
  });
  await world.request(
    { ...world.callers.apiKey, headers: { authorization: "NONE", "x-api-key": `${created.data.api_key}x` } },
    "GET",
    "/users/me",
  );
  return [
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
}

test("nothing of it made the service fail", () => {
  searchLog();
  expect(shown.failures).toEqual([]);
  expect([...shown.undocumented]).toEqual([]);
});

test(
  "no secret is in the log at its most talkative, in any table, in the metrics, in an export or in a backup",
  { timeout: TIMEOUT_MS },
  async () => {
    const metrics = await (await fetch(`${world.origin}/metrics`)).text();
    const places = new Map([
      ["the metrics", metrics],
      ["an export", await exportAll()],
      ...(await textOfTables(world.db)),
      ...(await backUp()),
    ]);
    searchLog();
    expect([...shown.leaks, ...[...places].flatMap(([place, text]) => leaksIn(place, text))]).toEqual([]);
    // Both dumps contain the payment with the card, of which six digits are stored. The file of the backup shows nobody
    // even these.
    for (const place of ["the table payments", "the backup's table payments"])
      expect(places.get(place)).toContain("492912");
    expect(places.get("the file of the backup")).not.toContain("492912");
  },
);

/** The file of a backup as it lies there, and all that whoever has its key gets out of it. */
async function backUp(): Promise<[string, string][]> {
  const key = { kind: "file", secret: "a key of thirty-two characters..." } as const;
  const folder = mkdtempSync(join(tmpdir(), "corridor-canaries-"));
  try {
    const place = placeOf(folder, undefined);
    const { name } = await writeBackup({ url: world.databaseUrl, key, place });
    await using restored = await createTestDatabase("nothing");
    await restoreBackup({ url: restored.url, key, file: place.read(basename(name)) });
    return [
      ["the file of the backup", readFileSync(name, "latin1")],
      ...(await textOfTables(restored.db, "the backup's")),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function exportAll(): Promise<string> {
  const texts: string[] = [];
  // A random request may have stopped all writes.
  await world.db.transaction(async (tx) => {
    await tx.query("DELETE FROM stops");
    tx.notify("stops", "all");
  });
  for (const kind of ["transactions", "ledger", "fees", "audit"]) {
    await world.run("exports");
    // Uses the API key, because random requests have ended people's sessions.
    const asked = await world.request(world.callers.apiKey, "POST", "/exports", { kind });
    if (asked.status >= 300) throw new Error(`no export of ${kind}: ${asked.text}`);
    await world.run("exports");
    const { data } = await world.must(world.callers.apiKey, "GET", `/exports/${asked.body.data.export_id}`);
    texts.push(await (await fetch(data.download_url.replace(/^https?:\/\/[^/]+/, world.origin))).text());
  }
  return texts.join("\n");
}
