import { setImmediate as turn } from "node:timers/promises";
import Type from "typebox";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@corridor/test/harness/database.ts";
import {
  probeCaller,
  type ProbeResponse,
  type ProbeServer,
  startProbeServer,
} from "@corridor/test/harness/probe-server.ts";
import { SteppedClock } from "@corridor/base/clock.ts";
import { newId } from "@corridor/base/ids.ts";
import { createSecretBox } from "../secrets.ts";
import { ApiError, conflict, invalidField } from "./errors.ts";
import { idempotencyCleanUp } from "./idempotency-store.ts";
import type { Routes } from "./typed-app.ts";

const HOUR_MS = 3_600_000;
const callers = {
  a: probeCaller(),
  b: probeCaller(),
  admin: probeCaller({ platformRole: "admin", role: null, orgId: null }),
};
const colleague = probeCaller({ orgId: callers.a.orgId });

/** One entry for each run of the handler of /things. */
let effects: { id: string | undefined; name: string }[] = [];
let behave: (request: { id: string | undefined; name: string }) => unknown;

const routes: Routes = (app) => {
  app.post(
    "/things",
    { schema: { body: Type.Object({ name: Type.String(), more: Type.Optional(Type.Unknown()) }) } },
    async (request, reply) => {
      const effect = { id: request.idempotencyId, name: request.body.name };
      effects.push(effect);
      return reply.code(201).send(await behave(effect));
    },
  );
  app.post("/others", () => ({ other: true }));
  app.post("/open/:ref", (request) => {
    effects.push({ id: request.idempotencyId, name: (request.params as { ref: string }).ref });
    return { id: request.idempotencyId };
  });
  app.get("/things", () => ({ list: true }));
};

const SECRET = "the first secret for tests, which is long enough";

let database: TestDatabase;
let server: ProbeServer;
let twin: ProbeServer;
/** Simulates a change of the master secret: this process has a new one, and knows the old one. */
let rotated: ProbeServer;
const clock = new SteppedClock();

beforeAll(async () => {
  database = await createTestDatabase();
  const options = {
    db: database.db,
    clock,
    routes: [routes],
    secrets: createSecretBox({ masterSecret: SECRET }),
    callers: { ...callers, colleague },
    access: {
      "POST /things": { roles: "authenticated" },
      "POST /others": { roles: "authenticated" },
      "GET /things": { roles: "authenticated" },
      "POST /open/:ref": { roles: "public" },
    } as const,
  };
  server = await startProbeServer(options);
  twin = await startProbeServer(options);
  rotated = await startProbeServer({
    ...options,
    secrets: createSecretBox({
      masterSecret: "another secret for tests that is long enough",
      previousMasterSecrets: [SECRET],
    }),
  });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await twin[Symbol.asyncDispose]();
  await rotated[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});
beforeEach(() => {
  effects = [];
  behave = (effect) => ({ created: effect.id ?? "without a key", name: effect.name });
});

function post(
  key: string | null,
  body: unknown,
  options: { as?: keyof typeof callers | "colleague"; path?: string; on?: ProbeServer } = {},
): Promise<ProbeResponse> {
  return (options.on ?? server).request(options.as ?? "a", "POST", `/v1${options.path ?? "/things"}`, {
    body,
    headers: key === null ? {} : { "idempotency-key": key },
  });
}

describe("a key", () => {
  it("gives back the first answer, byte for byte, and runs once", async () => {
    const key = newId();
    const first = await post(key, { name: "x" });
    const second = await post(key, { name: "x" }, { on: twin });
    expect(first.status).toBe(201);
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    expect([second.status, second.text, second.headers.get("idempotent-replayed")]).toEqual([201, first.text, "true"]);
    expect(second.headers.get("content-type")).toBe(first.headers.get("content-type"));
    expect(effects).toHaveLength(1);
    expect(first.body.created).toBe(effects[0]!.id);
  });

  it("is optional: without it every request runs", async () => {
    await post(null, { name: "x" });
    await post(null, { name: "x" });
    expect(effects).toEqual([
      { id: undefined, name: "x" },
      { id: undefined, name: "x" },
    ]);
  });

  it("does not mind the order of fields or the spaces between them", async () => {
    const key = newId();
    await post(key, '{"name":"x","more":{"a":1,"b":[1,2]}}');
    const second = await post(key, '{ "more": {"b":[1,2], "a":1.0}, "name":"x" }');
    expect([second.status, effects.length]).toEqual([201, 1]);
  });

  it.each([
    ["another body", { name: "y" }, "/things"],
    ["another path", { name: "x" }, "/others"],
  ])("with %s is a 409", async (_name, body, path) => {
    const key = newId();
    await post(key, { name: "x" });
    const second = await post(key, body, { path });
    expect(second.status).toBe(409);
    expect(second.body).toEqual({
      status: "error",
      message: "This Idempotency-Key was used with another request",
      code: "IDEMPOTENCY_CONFLICT",
    });
    expect(effects).toHaveLength(1);
  });

  it("belongs to the organization: another one's equal key is another key", async () => {
    const key = newId();
    await post(key, { name: "x" });
    expect((await post(key, { name: "x" }, { as: "b" })).headers.get("idempotent-replayed")).toBeNull();
    expect((await post(key, { name: "x" }, { as: "admin" })).headers.get("idempotent-replayed")).toBeNull();
    expect(effects).toHaveLength(3);
  });

  it("gives nobody the answer of a colleague, which may show a secret once, and runs nothing for them", async () => {
    const key = newId();
    await post(key, { name: "x" });
    const refused = await post(key, { name: "x" }, { as: "colleague" });
    expect(refused.status).toBe(409);
    expect(JSON.parse(refused.text)).toMatchObject({ code: "IDEMPOTENCY_CONFLICT" });
    expect(effects).toHaveLength(1);
  });

  it("on a public route belongs to the path", async () => {
    const key = newId();
    const send = (path: string) => server.request(null, "POST", path, { headers: { "idempotency-key": key } });
    const first = await send("/v1/open/link-1");
    expect((await send("/v1/open/link-1")).text).toBe(first.text);
    expect((await send("/v1/open/link-2")).text).not.toBe(first.text);
    expect(effects.map((effect) => effect.name)).toEqual(["link-1", "link-2"]);
  });

  it.each([
    ["empty", ""],
    ["too long", "x".repeat(256)],
    ["not ASCII", "schl\u00fcssel"],
    ["a tab", "a\tb"],
  ])("that is %s is a 400", async (_name, key) => {
    const response = await post(key, { name: "x" });
    expect(response.status).toBe(400);
    expect(response.body.details[0].path).toBe("Idempotency-Key");
    expect(effects).toEqual([]);
  });

  it("may have any printable characters, up to 255", async () => {
    for (const key of ["a", "x".repeat(255), "with spaces; and 'quotes\"", "~!@#$%^&*()"])
      expect((await post(key, { name: key })).status).toBe(201);
  });

  it("is ignored on other methods", async () => {
    for (let i = 0; i < 2; i++)
      expect(
        (await server.request("a", "GET", "/v1/things", { headers: { "idempotency-key": "get" } })).headers.get(
          "idempotent-replayed",
        ),
      ).toBeNull();
  });

  it("runs again after 24 hours, with a new id", async () => {
    const key = newId();
    await post(key, { name: "x" });
    clock.advance(24 * HOUR_MS);
    expect((await post(key, { name: "y" })).headers.get("idempotent-replayed")).toBeNull();
    expect(effects[1]!.id).not.toBe(effects[0]!.id);
  });
});

describe("which answers are kept", () => {
  const failing = (error: unknown) => () => {
    throw error;
  };

  it("a refusal by the rules, and the 502 of an initiation", async () => {
    for (const error of [
      conflict("Already done"),
      new ApiError(400, "RATE_MISMATCH", "x"),
      new ApiError(404, "NOT_FOUND", "x"),
      new ApiError(422, "ROUTING_CONFIG_NOT_FOUND", "x"),
      new ApiError(502, "ALL_PROVIDERS_FAILED", "x"),
    ]) {
      const key = newId();
      behave = failing(error);
      const first = await post(key, { name: "x" });
      behave = () => ({ ok: true });
      const second = await post(key, { name: "x" });
      expect([second.status, second.text, second.headers.get("idempotent-replayed")]).toEqual([
        error.statusCode,
        first.text,
        "true",
      ]);
    }
  });

  it("not an error on our side: the retry runs with the same id, since something may have been created", async () => {
    for (const error of [
      new Error("crash"),
      new ApiError(503, "UNAVAILABLE", "x"),
      new ApiError(429, "RATE_LIMITED", "x"),
    ]) {
      const key = newId();
      effects = [];
      behave = failing(error);
      await post(key, { name: "x" });
      behave = () => ({ ok: true });
      expect((await post(key, { name: "x" })).status).toBe(201);
      expect(effects).toHaveLength(2);
      expect(effects[1]!.id).toBe(effects[0]!.id);
    }
  });

  it("not a 400 for the body: the key is free for the mended one", async () => {
    const key = newId();
    expect((await post(key, { name: 1 })).status).toBe(400);
    behave = failing(invalidField("name", "must be another"));
    expect((await post(key, { name: "x" })).status).toBe(400);
    behave = () => ({ ok: true });
    expect((await post(key, { name: "mended" })).status).toBe(201);
  });

  it("not a provider that did not answer: the retry asks again", async () => {
    const key = newId();
    behave = failing(new ApiError(502, "PROVIDER_UNAVAILABLE", "try again"));
    expect((await post(key, { name: "x" })).status).toBe(502);
    behave = () => ({ ok: true });
    expect((await post(key, { name: "x" })).status).toBe(201);
  });

  it("nor, after a run that was cut off, a 400 for the body: the id stays, since that run may have created something", async () => {
    const key = newId();
    behave = failing(new Error("crash"));
    await post(key, { name: "x" });
    behave = failing(invalidField("name", "is not good enough by now"));
    expect((await post(key, { name: "x" })).status).toBe(400);
    behave = () => ({ ok: true });
    expect((await post(key, { name: "x" })).status).toBe(201);
    expect(new Set(effects.map(({ id }) => id)).size).toBe(1);
  });

  it("sealed: a secret that an answer shows once cannot be read in the table", async () => {
    const key = newId();
    behave = () => ({ api_key: "ck_test_canary" });
    await post(key, { name: "x" });
    expect((await post(key, { name: "x" })).body).toEqual({ api_key: "ck_test_canary" });
    const rows = await database.db.query<{ row: string }>(
      "SELECT k::text AS row FROM idempotency_keys k WHERE key = $1",
      [key],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.row).not.toContain("canary");
  });
});

describe("the fingerprint of a request", () => {
  const fingerprintOf = async (key: string): Promise<string> => {
    const [row] = await database.db.query<{ fingerprint: Buffer }>(
      "SELECT fingerprint FROM idempotency_keys WHERE key = $1",
      [key],
    );
    return row!.fingerprint.toString("hex");
  };

  it("is another one under another master secret: who has the table alone cannot try out which card a request was for", async () => {
    const [key, otherKey] = [newId(), newId()];
    await post(key, { name: "x", card_details: { card_number: "4111111111111111" } });
    await post(otherKey, { name: "x", card_details: { card_number: "4111111111111111" } }, { on: rotated });
    expect(await fingerprintOf(otherKey)).not.toBe(await fingerprintOf(key));
  });

  it("from before a change of the master secret still tells the same request from another", async () => {
    const key = newId();
    const first = await post(key, { name: "x" });
    const again = await post(key, { name: "x" }, { on: rotated });
    expect([again.text, again.headers.get("idempotent-replayed")]).toEqual([first.text, "true"]);
    expect((await post(key, { name: "y" }, { on: rotated })).status).toBe(409);
  });

  it("from before a change of the master secret lets the request be taken over", async () => {
    const key = newId();
    behave = () => {
      throw new Error("broken");
    };
    expect((await post(key, { name: "x" })).status).toBe(500);
    behave = () => ({ taken: "over" });
    expect((await post(key, { name: "x" }, { on: rotated })).body).toEqual({ taken: "over" });
    expect(effects[1]!.id).toBe(effects[0]!.id);
  });
});

describe("requests at the same time", () => {
  it("20 with one key over two servers: one effect, 20 equal answers", async () => {
    const key = newId();
    const started = Promise.withResolvers<void>();
    const mayAnswer = Promise.withResolvers<void>();
    behave = async (effect) => {
      started.resolve();
      await mayAnswer.promise;
      return { created: effect.id };
    };
    const answers = Promise.all(
      Array.from({ length: 20 }, (_, index) => post(key, { name: "x" }, { on: index % 2 === 0 ? server : twin })),
    );
    await started.promise;
    await turn();
    mayAnswer.resolve();
    const texts = (await answers).map((answer) => `${answer.status} ${answer.text}`);
    expect(effects).toHaveLength(1);
    expect(new Set(texts)).toEqual(new Set([`201 ${JSON.stringify({ created: effects[0]!.id })}\n`]));
  });

  it("200 with 50 keys: each key runs once", async () => {
    const keys = Array.from({ length: 50 }, () => newId());
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => ({
        key: keys[index % 50]!,
        answer: await post(keys[index % 50]!, { name: keys[index % 50]! }, { on: index % 3 === 0 ? twin : server }),
      })),
    );
    expect(effects).toHaveLength(50);
    for (const { key, answer } of answers)
      expect(answer.body).toEqual({ created: effects.find((effect) => effect.name === key)!.id, name: key });
  });

  it("a key whose request was lost with its process is taken over when its lease is over, with the same id", async () => {
    const key = newId();
    const stuck = Promise.withResolvers<unknown>();
    behave = () => stuck.promise;
    const lost = post(key, { name: "x" }, { on: twin });
    while (effects.length === 0) await turn();
    clock.advance(61_000);
    behave = () => ({ taken: "over" });
    const answer = await post(key, { name: "x" });
    expect([answer.status, answer.body]).toEqual([201, { taken: "over" }]);
    expect(effects[1]!.id).toBe(effects[0]!.id);
    // The first request was only slow: its late answer must not replace the stored one.
    stuck.resolve({ late: true });
    await lost;
    expect((await post(key, { name: "x" })).body).toEqual({ taken: "over" });
  });
});

describe("trouble of the database", () => {
  const BUSY = { status: "error", message: expect.stringContaining("database"), code: "UNAVAILABLE" };

  /** From now on no key can be inserted or settled, as on a full disk. */
  async function fill(operations: string): Promise<void> {
    await database.db.query(`CREATE OR REPLACE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'could not extend file "base/5/1": No space left on device' USING ERRCODE = 'disk_full';
        END $$`);
    await database.db.query(
      `CREATE TRIGGER disk_full BEFORE ${operations} ON idempotency_keys FOR EACH STATEMENT
        EXECUTE FUNCTION disk_full()`,
    );
  }
  const mend = () => database.db.query("DROP TRIGGER IF EXISTS disk_full ON idempotency_keys");
  afterEach(mend);

  it("before the request has begun: 503 in our own body, and nothing runs", async () => {
    await fill("INSERT");
    const answer = await post(newId(), { name: "x" });
    expect([answer.status, answer.body, answer.headers.get("retry-after")]).toEqual([503, BUSY, "1"]);
    expect(effects).toEqual([]);
  });

  it("in the handler and then in the hook that frees the key: still 503 in our own body, and never the driver's words", async () => {
    const key = newId();
    behave = async () => {
      await fill("UPDATE");
      return database.db.query("DO $$ BEGIN RAISE EXCEPTION 'terminating connection' USING ERRCODE = '57P01'; END $$");
    };
    const answer = await post(key, { name: "x" });
    expect([answer.status, answer.body, answer.headers.get("retry-after")]).toEqual([503, BUSY, "1"]);
  });

  it("ends: the request can be sent again as soon as the database takes it, whatever is left of the lease, on any server", async () => {
    const key = newId();
    behave = async () => {
      await fill("UPDATE");
      throw new ApiError(503, "UNAVAILABLE", "later");
    };
    expect((await post(key, { name: "x" })).status).toBe(503);
    await mend();
    behave = () => ({ taken: "over" });
    const again = await post(key, { name: "x" }, { on: twin });
    expect([again.status, again.body]).toEqual([201, { taken: "over" }]);
    expect(effects[1]!.id).toBe(effects[0]!.id);
  });

  it("after the handler is done: the answer is told all the same, and a retry gets it as soon as it could be kept", async () => {
    const key = newId();
    behave = async (effect) => {
      await fill("UPDATE");
      return { created: effect.id };
    };
    const first = await post(key, { name: "x" });
    expect(first.status).toBe(201);
    await mend();
    const again = await post(key, { name: "x" }, { on: twin });
    expect([again.status, again.text, again.headers.get("idempotent-replayed")]).toEqual([201, first.text, "true"]);
    expect(effects).toHaveLength(1);
  });
});

it("old keys are removed, young ones stay", async () => {
  await database.db.query("DELETE FROM idempotency_keys");
  const [old, young] = [newId(), newId()];
  await post(old, { name: "x" });
  clock.advance(23 * HOUR_MS);
  await post(young, { name: "x" });
  const job = idempotencyCleanUp({ db: database.db, clock });
  expect(await job.runOnce()).toBe(0);
  clock.advance(HOUR_MS);
  expect(await job.runOnce()).toBe(1);
  expect(await database.db.query("SELECT key FROM idempotency_keys")).toEqual([{ key: young }]);
});
