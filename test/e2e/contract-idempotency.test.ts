import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#src/platform/ids.ts";
import type { TestAnswer } from "#test/harness/app.ts";
import { addressOf, type Call, type Operation, startWorld, type World } from "./contract.fixtures.ts";
import { SCENES } from "./scenes.fixtures.ts";

/** `Idempotency-Key` on every POST of the API: the first answer again, once whoever sends it how often, and nothing twice after a crash. */
let world: World;
let counts: () => Promise<Record<string, number>>;
beforeAll(async () => {
  world = await startWorld();
  const tables = await world.db.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1",
  );
  const text = tables.map(({ name }) => `SELECT '${name}' AS name, count(*)::int AS count FROM "${name}"`).join(" UNION ALL ");
  counts = async () => Object.fromEntries((await world.db.query<{ name: string; count: number }>(text)).map((row) => [row.name, row.count]));
});
afterAll(() => world.close());

const posts = (): Operation[] => world.operations.filter((one) => one.method === "POST" && one.rule.roles !== "signed");

function send(operation: Operation, call: Call, key: string, body: unknown = call.body): Promise<TestAnswer> {
  return world.request(call.as === undefined ? world.callers.orgAdmin : call.as, "POST", addressOf(operation, call), body, { "idempotency-key": key });
}

/** Which tables have more rows than before. */
async function growth(work: () => Promise<unknown>): Promise<string[]> {
  const before = await counts();
  await work();
  const after = await counts();
  return Object.keys(after).filter((name) => after[name] !== before[name]);
}

describe("the same POST with the same key", () => {
  test("gives the first answer again, says so, and does nothing; with another body it is a 409", async () => {
    const problems: string[] = [];
    for (const operation of posts()) {
      const call = await SCENES[operation.key]!(world);
      const key = newId();
      const first = await send(operation, call, key);
      if (first.headers.get("idempotent-replayed") !== null) problems.push(`${operation.key}: the first answer is a replay`);
      if (call.status === undefined && first.status >= 400) problems.push(`${operation.key}: ${first.status} ${first.text.slice(0, 200)}`);
      if (call.status === 400) continue; // A refusal for the body leaves the key free.
      let second: TestAnswer | undefined;
      const grown = await growth(async () => (second = await send(operation, call, key)));
      if (grown.length > 0 || second!.status !== first.status || second!.text !== first.text || second!.headers.get("idempotent-replayed") !== "true")
        problems.push(`${operation.key}: ${second!.status} ${second!.text.slice(0, 200)}, more rows in ${grown.join()}`);
      if (operation.body === undefined) continue;
      const other = await send(operation, call, key, { ...(call.body as object | undefined), another: 1 });
      if (other.status !== 409 || other.body.code !== "IDEMPOTENCY_CONFLICT")
        problems.push(`${operation.key} with another body: ${other.status} ${other.text.slice(0, 200)}`);
    }
    expect(problems).toEqual([]);
  }, 120_000);

  test("five times at once is done once, and all five get its answer", async () => {
    const problems: string[] = [];
    for (const operation of posts()) {
      const call = await SCENES[operation.key]!(world);
      const key = newId();
      const answers = await Promise.all(Array.from({ length: 5 }, () => send(operation, call, key)));
      const replayed = answers.filter((answer) => answer.headers.get("idempotent-replayed") === "true").length;
      if (new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size !== 1 || replayed !== (call.status === 400 ? 0 : 4))
        problems.push(`${operation.key}: ${answers.map((answer) => `${answer.status} ${answer.text.slice(0, 80)}`).join(" | ")}`);
    }
    expect(problems).toEqual([]);
  }, 120_000);
});

describe("a POST whose process died before it could answer", () => {
  /** What may be written again: that it was done, and not what was done. */
  const RECORDS = new Set(["audit_log", "idempotency_keys"]);

  /** A secret that is shown once must be made anew, since nobody has seen the first; a message may come twice; a payout that failed again is tried again. */
  const AGAIN = new Set([
    "POST /public/api-keys",
    "POST /public/api-keys/:api_key_id/rotate",
    "POST /public/webhooks",
    "POST /public/webhooks/notify",
    "POST /users/notifications/verification-request",
    "POST /organizations/:org_id/invites/:invite_id/resend",
    "POST /virtual-accounts/escrow/:escrow_id/disbursements/:disbursement_id/retry",
  ]);

  test("makes nothing twice when it is sent again", async () => {
    const problems: string[] = [];
    for (const operation of posts().filter((one) => !AGAIN.has(one.key))) {
      const call = await SCENES[operation.key]!(world);
      if (call.status !== undefined) continue;
      const key = newId();
      const first = await send(operation, call, key);
      await world.db.query("UPDATE idempotency_keys SET status_code = NULL, response = NULL, locked_until = created_at WHERE key = $1", [key]);
      let again: TestAnswer | undefined;
      const grown = (await growth(async () => (again = await send(operation, call, key)))).filter((name) => !RECORDS.has(name));
      if (again!.status >= 500 || grown.length > 0)
        problems.push(`${operation.key}: ${first.status}, again ${again!.status} ${again!.text.slice(0, 160)}, more rows in ${grown.join()}`);
    }
    expect(problems).toEqual([]);
  }, 120_000);
});
