import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@corridor/base/ids.ts";
import type { TestAnswer } from "#test/harness/app.ts";
import { addressOf, type Call, type Operation, startWorld, type World } from "./contract.fixtures.ts";
import { SCENES } from "./scenes.fixtures.ts";

/**
 * `Idempotency-Key` on every POST of the API: a repeated request gets the first answer, and nothing is done twice, even
 * after a crash.
 */
let world: World;
let counts: () => Promise<Record<string, number>>;
beforeAll(async () => {
  world = await startWorld();
  const tables = await world.db.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition
       AND relnamespace IN ('public'::regnamespace, 'cell_0'::regnamespace) ORDER BY 1`,
  );
  const text = tables
    .map(({ name }) => `SELECT '${name}' AS name, count(*)::int AS count FROM "${name}"`)
    .join(" UNION ALL ");
  counts = async () =>
    Object.fromEntries(
      (await world.db.query<{ name: string; count: number }>(text)).map((row) => [row.name, row.count]),
    );
});
afterAll(() => world.close());

const posts = (): Operation[] => world.operations.filter((one) => one.method === "POST" && one.rule.roles !== "signed");

function send(operation: Operation, call: Call, key: string, body: unknown = call.body): Promise<TestAnswer> {
  return world.request(
    call.as === undefined ? world.callers.orgAdmin : call.as,
    "POST",
    addressOf(operation, call),
    body,
    { "idempotency-key": key },
  );
}

/** The tables that have more rows than before. */
async function growth(work: () => Promise<unknown>): Promise<string[]> {
  const before = await counts();
  await work();
  const after = await counts();
  return Object.keys(after).filter((name) => after[name] !== before[name]);
}

const OTHER_VALUES: readonly (readonly [string, unknown])[] = [
  ["reason", "another"],
  ["comment", "another"],
  ["name", "another"],
  ["priority", 9],
  ["overlap_seconds", 7],
  ["into", newId()],
  ["format", "csv"],
  ["advance_seconds", 2],
  ["day", "2025-01-05"],
  ["share", 7],
  ["to", "2026-01-04"],
];

/**
 * An unknown field makes the body a different one. Where unknown fields are refused, a known field gets another value
 * instead.
 */
function anotherFor({ body }: Operation): object {
  if (body?.["additionalProperties"] !== false) return { another: 1 };
  const [name, value] = OTHER_VALUES.find(([known]) => Object.hasOwn(body["properties"], known))!;
  return { [name]: value };
}

describe("the same POST with the same key", () => {
  test("gives the first answer again, says so, and does nothing; with another body it is a 409", async () => {
    const problems: string[] = [];
    for (const operation of posts()) {
      const call = await SCENES[operation.key]!(world);
      const key = newId();
      const first = await send(operation, call, key);
      if (first.headers.get("idempotent-replayed") !== null)
        problems.push(`${operation.key}: the first answer is a replay`);
      if (call.status === undefined && first.status >= 400)
        problems.push(`${operation.key}: ${first.status} ${first.text.slice(0, 200)}`);
      if (call.status === 400) continue; // A refusal because of the body leaves the key free.
      let second: TestAnswer | undefined;
      const grown = await growth(async () => (second = await send(operation, call, key)));
      if (
        grown.length > 0 ||
        second!.status !== first.status ||
        second!.text !== first.text ||
        second!.headers.get("idempotent-replayed") !== "true"
      )
        problems.push(
          `${operation.key}: ${second!.status} ${second!.text.slice(0, 200)}, more rows in ${grown.join()}`,
        );
      if (operation.body === undefined) continue;
      const other = await send(operation, call, key, {
        ...(call.body as object | undefined),
        ...anotherFor(operation),
      });
      if (other.status !== 409 || other.body.code !== "IDEMPOTENCY_CONFLICT")
        problems.push(`${operation.key} with another body: ${other.status} ${other.text.slice(0, 200)}`);
    }
    expect(problems).toEqual([]);
  });

  test("five times at once is done once, and all five get its answer", async () => {
    const problems: string[] = [];
    for (const operation of posts()) {
      const call = await SCENES[operation.key]!(world);
      const key = newId();
      const answers = await Promise.all(Array.from({ length: 5 }, () => send(operation, call, key)));
      const replayed = answers.filter((answer) => answer.headers.get("idempotent-replayed") === "true").length;
      if (
        new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size !== 1 ||
        replayed !== (call.status === 400 ? 0 : 4)
      )
        problems.push(
          `${operation.key}: ${answers.map((answer) => `${answer.status} ${answer.text.slice(0, 80)}`).join(" | ")}`,
        );
    }
    expect(problems).toEqual([]);
  });
});

describe("a POST whose process died before it could answer", () => {
  /** Rows that a repeated request may write again: the record of the action, not its effect. */
  const RECORDS = new Set(["audit_log", "idempotency_keys"]);

  /** A message may be sent twice; a payout that failed again is retried. */
  const AGAIN = new Set([
    "POST /organizations/:org_id/invites/:invite_id/resend",
    "POST /virtual-accounts/escrow/:escrow_id/disbursements/:disbursement_id/retry",
  ]);

  /** Leaves the key in the state after a crash between commit and answer. */
  async function forgetAnswer(key: string): Promise<void> {
    await world.db.query(
      "UPDATE idempotency_keys SET status_code = NULL, response = NULL, locked_until = created_at WHERE key = $1",
      [key],
    );
  }

  async function twice(
    operation: Operation,
    call: Call,
  ): Promise<{ first: TestAnswer; again: TestAnswer; grown: string[] }> {
    const key = newId();
    const first = await send(operation, call, key);
    await forgetAnswer(key);
    let again: TestAnswer | undefined;
    const grown = (await growth(async () => (again = await send(operation, call, key)))).filter(
      (name) => !RECORDS.has(name),
    );
    return { first, again: again!, grown };
  }

  const operation = (key: string): Operation => posts().find((one) => one.key === key)!;
  const twiceInScene = async (key: string) => twice(operation(key), await SCENES[key]!(world));

  test("makes nothing twice when it is sent again", async () => {
    const problems: string[] = [];
    for (const one of posts().filter(({ key }) => !AGAIN.has(key))) {
      const call = await SCENES[one.key]!(world);
      if (call.status !== undefined) continue;
      const { first, again, grown } = await twice(one, call);
      if (again.status >= 500 || grown.length > 0)
        problems.push(
          `${one.key}: ${first.status}, again ${again.status} ${again.text.slice(0, 160)}, more rows in ` +
            `${grown.join()}`,
        );
    }
    expect(problems).toEqual([]);
  });

  test.each([
    "POST /public/webhooks",
    "POST /public/webhooks/notify",
    "POST /organizations/:org_id/invites",
    "POST /users/notifications/verification-request",
  ])("gets the answer that it missed: %s", async (key) => {
    const { first, again, grown } = await twiceInScene(key);
    expect(first.status).toBeLessThan(300);
    expect([again.status, again.body, grown]).toEqual([first.status, first.body, []]);
  });

  test("finds both of its verification requests again, also where one of them failed", async () => {
    const { body } = await SCENES["POST /users/notifications/verification-request"]!(world);
    const verification = operation("POST /users/notifications/verification-request");
    for (const beneficiary_id of [world.ours.beneficiary_id, newId()]) {
      const { first, again, grown } = await twice(verification, {
        body: { ...(body as object), target_type: "both", beneficiary_id },
      });
      expect(first.status).toBe(beneficiary_id === world.ours.beneficiary_id ? 200 : 207);
      expect(first.body.results).toHaveLength(2);
      expect([again.status, again.body, grown]).toEqual([first.status, first.body, []]);
    }
  });

  test("finds no webhook that was deleted since", async () => {
    const key = newId();
    const registration = operation("POST /public/webhooks");
    const call = await SCENES[registration.key]!(world);
    const { webhook_id } = (await send(registration, call, key)).body.data;
    await world.must(world.callers.orgAdmin, "DELETE", `/public/webhooks/${webhook_id}`);
    await forgetAnswer(key);
    expect((await send(registration, call, key)).status).toBe(409);
  });

  describe("and was to make an API key", () => {
    const status = async (apiKey: string) =>
      (await fetch(`${world.url}/transactions`, { headers: { authorization: "NONE", "x-api-key": apiKey } })).status;

    test("gets the same key with another secret, and the one that nobody was shown opens nothing", async () => {
      const { first, again, grown } = await twiceInScene("POST /public/api-keys");
      expect([first.status, again.status, grown]).toEqual([201, 201, []]);
      const { api_key: unseen, prefix: _, updated_at: __, ...made } = first.body.data;
      expect(again.body.data).toMatchObject(made);
      expect([await status(unseen), await status(again.body.data.api_key)]).toEqual([401, 200]);
      const { data } = await world.must(world.callers.orgAdmin, "GET", "/public/api-keys");
      expect(data[0]).toMatchObject({ api_key_id: made.api_key_id, prefix: again.body.data.prefix, status: "active" });
    });

    test("gets the key that the old one was rotated to, although the old one is revoked by now", async () => {
      const rotation = operation("POST /public/api-keys/:api_key_id/rotate");
      const { first, again, grown } = await twice(rotation, {
        ...(await SCENES[rotation.key]!(world)),
        body: { overlap_seconds: 0 },
      });
      expect([first.status, again.status, grown]).toEqual([201, 201, []]);
      expect(again.body.data).toMatchObject({
        api_key_id: first.body.data.api_key_id,
        previous_expires_at: first.body.data.previous_expires_at,
      });
      expect([await status(first.body.data.api_key), await status(again.body.data.api_key)]).toEqual([401, 200]);
    });

    test("gets none that acts as another member, nor one that was revoked since", async () => {
      const creation = operation("POST /public/api-keys");
      const call = await SCENES[creation.key]!(world);
      const { org_id, org_member } = world.ours;
      await world.must(
        world.callers.orgAdmin,
        "POST",
        `/organizations/${org_id}/members/${org_member.user_id}/permissions`,
        { permission: "api-keys:write" },
      );
      const key = newId();
      const { api_key_id, api_key } = (await send(creation, call, key)).body.data;
      await forgetAnswer(key);
      expect((await send(creation, { ...call, as: world.callers.orgMember }, key)).status).toBe(409);
      expect(await status(api_key)).toBe(200);
      await world.must(world.callers.orgAdmin, "DELETE", `/public/api-keys/${api_key_id}`);
      await forgetAnswer(key);
      expect((await send(creation, call, key)).status).toBe(409);
    });
  });
});
