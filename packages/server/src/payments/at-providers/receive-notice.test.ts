import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "@corridor/base/ids.ts";
import { uuidV4Of } from "@corridor/provider-kit/derived-id.ts";
import { MTN_SETTINGS } from "@corridor/providers/mtn_momo/mtn-momo.fixtures.ts";
import { secretAddress } from "@corridor/provider-kit/secret-address.ts";
import { type ScriptedServer, scriptedServer } from "@corridor/provider-kit/stage.fixtures.ts";
import { startTestApp, type TestApp } from "@corridor/test/harness/app.ts";
import { mobileMoneyPayin } from "@corridor/test/harness/payments.ts";

/**
 * The cost of unverified webhooks: each payment has an address that only one provider was given, and anybody else who
 * learns it can only cause a poll.
 */
let app: TestApp;
let mtn: ScriptedServer;
/** The status at MTN by MTN's id. An id that is not listed gets no answer. */
const statuses = new Map<string, string>();
/** While this is set, MTN's answers to polls wait for it. */
let slowness: Promise<void> | undefined;
/** Runs after MTN has accepted the payment and before it has answered. */
let beforeAnswer: ((callbackUrl: string) => Promise<unknown>) | undefined;

beforeAll(async () => {
  app = await startTestApp();
  const config = {
    provider: "mtn_momo",
    country: "GH",
    payment_method: "mobile_money",
    direction: "inbound",
    priority: 0,
  };
  await app.request(app.callers.admin, "POST", "/payments/provider-configs", config);
});
afterAll(() => app.close());
beforeEach(async () => {
  mtn = await playedMtn();
  await setUp();
});
afterEach(async () => {
  beforeAnswer = undefined;
  slowness = undefined;
  await mtn.close();
});

function playedMtn(): Promise<ScriptedServer> {
  return scriptedServer((response, request, body) => {
    const { headers, method, url } = request;
    if (url!.endsWith("/token/"))
      return void response.end('{"access_token":"a-token","token_type":"access_token","expires_in":3600}');
    if (method === "POST") {
      externalIds.set(String(headers["x-reference-id"]), JSON.parse(body).externalId);
      const answer = () => response.writeHead(202).end();
      return void (beforeAnswer?.(String(headers["x-callback-url"])) ?? Promise.resolve()).then(answer);
    }
    const id = url!.split("/").at(-1)!;
    const answer = () =>
      response.end(
        JSON.stringify({
          externalId: externalIds.get(id),
          amount: "1500",
          currency: "GHS",
          status: statuses.get(id),
          financialTransactionId: "1",
        }),
      );
    if (statuses.has(id)) void (slowness ?? Promise.resolve()).then(answer);
  });
}
async function setUp(): Promise<void> {
  expect(
    (
      await app.request(app.callers.admin, "PUT", "/payments/providers/mtn_momo/settings", {
        ...MTN_SETTINGS,
        base_url: mtn.url,
      })
    ).status,
  ).toBe(200);
}

const externalIds = new Map<string, string>();
const RETRY_AFTER_MS = 60_000;
const addressOf = (reference: string) =>
  secretAddress("/callbacks/mtn_momo", `inbound:${MTN_SETTINGS.callback_secret}`, reference);
const notify = (path: string, body = "{}") => app.request(null, "POST", path, body);
const questions = () => mtn.requests.filter(({ method }) => method === "GET").length;
const storedRows = async () =>
  (await app.db.query("SELECT * FROM provider_callbacks WHERE provider = 'mtn_momo'")).length;

/** A payin at MTN whose status there is `status`. */
async function payin(status: string | null = "SUCCESSFUL") {
  const { response } = (await app.request(app.callers.apiKey, "POST", "/payments-init/initiate", mobileMoneyPayin()))
    .body;
  const read = async () =>
    (await app.request(app.callers.apiKey, "GET", `/payments/transaction/${response.transaction_id}`)).body;
  const reference = (await read()).attempts[0].attempt_id as string;
  if (status !== null) statuses.set(uuidV4Of(reference), status);
  return { read, reference, address: addressOf(reference) };
}

/** Sent the way a provider sends it: without waiting for the work that follows our answer. */
const send = async (path: string, body = "{}") => (await fetch(`${app.url}${path}`, { method: "POST", body })).status;
function slowMtn(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  slowness = promise;
  return resolve;
}

test("a notice is answered before the provider says anything", async () => {
  const { address, read } = await payin();
  const answerPolls = slowMtn();
  expect(await send(address)).toBe(200);
  expect((await read()).status).toBe("pending");
  answerPolls();
  await app.service.callbacksFollowed();
  expect((await read()).status).toBe("completed");
});

test("ten notices of one payment that come together make us ask twice at most: what happened after the first question is not missed", async () => {
  const { address, read } = await payin("PENDING");
  const answerPolls = slowMtn();
  expect(await Promise.all(Array.from({ length: 10 }, (_, n) => send(address, `{"n":${n}}`)))).toEqual(
    Array.from({ length: 10 }, () => 200),
  );
  answerPolls();
  await app.service.callbacksFollowed();
  expect(questions()).toBeLessThanOrEqual(2);
  expect((await read()).status).toBe("pending");
});

test("ten stored notices of one payment make one question", async () => {
  const { address, read } = await payin();
  await app.db.query(
    `INSERT INTO provider_callbacks (provider, external_id, body, path, received_at, due_at)
     SELECT 'mtn_momo', 'ten-' || n, '{}', $1, $2, $2 FROM generate_series(1, 10) AS n`,
    [address, app.clock.now()],
  );
  await app.run("callback-retries");
  expect(questions()).toBe(1);
  expect((await read()).status).toBe("completed");
  expect(
    await app.db.query(
      "SELECT 1 FROM provider_callbacks WHERE external_id LIKE 'ten-%' AND (applied_at IS NULL OR due_at IS NOT NULL)",
    ),
  ).toEqual([]);
});

test("of a slow provider this process follows so many notices, and leaves the others to the job, due at once", async () => {
  const payins = await Promise.all(Array.from({ length: 4 }, () => payin()));
  const answerPolls = slowMtn();
  const before = app.clock.now();
  const answers = await Promise.all(
    payins.flatMap(({ address }) => Array.from({ length: 25 }, (_, n) => send(address, `{"n":${n}}`))),
  );
  expect(new Set(answers)).toEqual(new Set([200]));
  const left = await app.db.query("SELECT 1 FROM provider_callbacks WHERE provider = 'mtn_momo' AND due_at <= $1", [
    before,
  ]);
  expect(left.length).toBeGreaterThanOrEqual(100 - 64);
  answerPolls();
  await app.service.callbacksFollowed();
  await app.run("callback-retries");
  expect(
    await app.db.query("SELECT 1 FROM provider_callbacks WHERE provider = 'mtn_momo' AND due_at <= $1", [before]),
  ).toEqual([]);
  for (const { read } of payins) expect((await read()).status).toBe("completed");
});

test("a callback that is larger than any provider's is refused before it is stored", async () => {
  const { address } = await payin();
  const before = await storedRows();
  expect(await send(address, JSON.stringify({ padding: "x".repeat(300_000) }))).toBe(413);
  expect(await storedRows()).toBe(before);
});

test("a notice that comes again makes us ask no second time", async () => {
  const { address, read } = await payin();
  for (let i = 0; i < 5; i++) expect((await notify(address)).status).toBe(200);
  expect(questions()).toBe(1);
  expect(await read()).toMatchObject({ status: "completed" });
});

test("a notice of a payment that is not ours is neither asked about nor kept, however genuine it looks", async () => {
  const before = await storedRows();
  for (const reference of [newId(), "order-77"]) expect((await notify(addressOf(reference))).status).toBe(200);
  expect([questions(), (await storedRows()) - before]).toEqual([0, 0]);
});

test("whoever learns one address can make us ask and store so often in a minute, and no more", async () => {
  const { address } = await payin("PENDING");
  const before = await storedRows();
  const statusesOfAnswers = await Promise.all(
    Array.from({ length: 100 }, async (_, i) => (await notify(address, `{"n":${i}}`)).status),
  );
  expect(new Set(statusesOfAnswers)).toEqual(new Set([200, 429]));
  expect(questions()).toBeLessThanOrEqual(30);
  expect((await storedRows()) - before).toBeLessThanOrEqual(30);
  const other = await payin();
  expect((await notify(other.address)).status).toBe(200);
  expect(await other.read()).toMatchObject({ status: "completed" });
});

test("a notice with bytes that the database cannot store counts like any other", async () => {
  const { address, read } = await payin();
  expect((await notify(address, "\u0000 no JSON \u0000")).status).toBe(200);
  expect(await read()).toMatchObject({ status: "completed" });
});

test("a notice that is quicker than the answer to our own request completes the payment, and the answer changes nothing", async () => {
  beforeAnswer = async (callbackUrl) => {
    const { pathname } = new URL(callbackUrl);
    statuses.set(uuidV4Of(pathname.split("/").at(-2)!), "SUCCESSFUL");
    expect((await notify(pathname.replace(/^\/v1/, ""))).status).toBe(200);
  };
  const { read } = await payin();
  expect(await read()).toMatchObject({
    status: "completed",
    attempts: [{ provider: "mtn_momo", outcome: "accepted" }],
  });
});

test("an address is as secret as a key: it is kept while a notice is still to be followed, and not after", async () => {
  const { address, reference, read } = await payin(null);
  const path = async () =>
    (await app.db.query<{ path: string }>("SELECT path FROM provider_callbacks WHERE body = $1", [reference])).map(
      (row) => row.path,
    );
  await mtn.close();
  expect((await notify(address, reference)).status).toBe(200);
  expect(await path()).toEqual([`/v1${address}`]);
  mtn = await playedMtn();
  await setUp();
  statuses.set(uuidV4Of(reference), "SUCCESSFUL");
  await app.advance(RETRY_AFTER_MS + 1_000);
  await app.run("callback-retries");
  expect([await path(), (await read()).status]).toEqual([[""], "completed"]);
  const applied = await payin();
  await notify(applied.address, applied.reference);
  expect(await app.db.query("SELECT path FROM provider_callbacks WHERE body = $1", [applied.reference])).toEqual([
    { path: "" },
  ]);
});

test("stored notices that nobody answers do not hold up the others", async () => {
  const [silent, answered] = [await payin(null), await payin()];
  await app.db.query(
    `INSERT INTO provider_callbacks (provider, external_id, body, path, received_at, due_at)
     SELECT 'mtn_momo', 'stored-' || n, '{}', CASE
       WHEN n < 10 THEN $1 ELSE $2 END, $3, $3::timestamptz + n * interval '1 ms' FROM generate_series(1, 10) AS n`,
    [silent.address, answered.address, app.clock.now()],
  );
  await app.advance(1_000);
  const running = app.run("callback-retries");
  await expect.poll(async () => (await answered.read()).status).toBe("completed");
  await mtn.close();
  await running;
  expect((await silent.read()).status).toBe("pending");
});

test("the way back from a hosted page asks the provider too, and so no oftener than a customer comes back", async () => {
  const { reference, read } = await payin();
  const statusesOfAnswers: number[] = [];
  for (let i = 0; i < 25; i++)
    statusesOfAnswers.push(
      (await app.request(null, "GET", `/returns/${app.callers.apiKey.orgId}/${reference}?status=failed`)).status,
    );
  expect(statusesOfAnswers).toEqual([
    ...Array.from({ length: 20 }, () => 200),
    ...Array.from({ length: 5 }, () => 429),
  ]);
  expect(questions()).toBe(1);
  expect(await read()).toMatchObject({ status: "completed" });
});
