import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HTTP_CASES } from "@corridor/providers/conformance-cases.fixtures.ts";
import type { Clock } from "@corridor/base/clock.ts";
import { closedPort } from "@corridor/provider-kit/conformance/faults.ts";
import { digestId } from "@corridor/provider-kit/genuine.ts";
import { createOutbound } from "@corridor/provider-kit/outbound.ts";
import { callbackWordOf, type Provider, type RawCallback } from "@corridor/provider-kit/provider.ts";
import { detachedJws } from "@corridor/provider-kit/signed-callbacks.ts";
import { type HttpStage, type ScriptedServer, scriptedServer } from "@corridor/provider-kit/stage.fixtures.ts";
import { THIRD_PARTIES } from "@corridor/providers/third-parties.ts";
import { startTestApp, type TestApp } from "@corridor/test/harness/app.ts";
import { silentLog, testSecrets } from "@corridor/test/harness/database.ts";
import { mobileMoneyPayin } from "@corridor/test/harness/payments.ts";
import { createPaymentStore } from "#src/payments/store/payment-store.ts";
import { plainPayment } from "./dispatch-request.ts";
import { type CallbackReceiver, createCallbackReceiver } from "./receive-callback.ts";

/** A genuine callback of every third-party provider is answered even while that provider answers no status lookup. */
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const receiverOf = (provider: Provider, clock: Clock) =>
  createCallbackReceiver({
    db: app.db,
    clock,
    log: silentLog,
    store: createPaymentStore({
      secrets: testSecrets,
      db: app.db,
      clock,
      kinds: { payment: plainPayment, ramp: plainPayment },
      listeners: [],
      causeOf: () => null,
    }),
    providers: new Map([[provider.name, provider]]),
    applyDeposits: async () => undefined,
    applyDisputeUpdate: async () => undefined,
  });

const CASES = HTTP_CASES.filter(({ name }) => THIRD_PARTIES.some((kind) => kind.name === name));

test("all nine are played", () => {
  expect(new Set(CASES.map(({ name }) => name))).toEqual(new Set(THIRD_PARTIES.map(({ name }) => name)));
});

describe.each(CASES)("$name: $title", ({ name, stage: openStage }) => {
  let stage: HttpStage;
  let silent: ScriptedServer;
  let receiver: CallbackReceiver;
  beforeAll(async () => {
    stage = await openStage();
    silent = await scriptedServer((response, { method, url }, body) => {
      const early = stage.prelude?.({ method: method!, url: url!, body });
      if (early !== undefined) response.writeHead(early.status, { "content-type": "application/json" }).end(early.body);
    });
    const { clock } = stage;
    receiver = receiverOf(stage.at(silent.url), clock);
  });
  afterAll(async () => {
    await receiver.follower.close();
    await silent.close();
    await stage.close();
  });

  test("a callback is answered though the provider answers no poll", async () => {
    const request = stage.accepted();
    await stage.provider.dispatch(request, AbortSignal.timeout(5_000));
    const callback = await stage.completionCallback(request.reference);
    const { body } = await app.request(app.callers.apiKey, "POST", "/payments-init/initiate", mobileMoneyPayin("0009"));
    await app.db.query("INSERT INTO payment_references (reference, org_id, payment_id) VALUES ($1, $2, $3)", [
      request.reference,
      app.callers.apiKey.orgId,
      body.response.payment_id,
    ]);
    await receiver.receive(callbackWordOf(name), callback);
    const due = await app.db.query("SELECT 1 FROM provider_callbacks WHERE provider = $1 AND due_at IS NOT NULL", [
      name,
    ]);
    expect(due.length).toBe(stage.traits.callbackIs === "notice" ? 1 : 0);
    if (stage.traits.callbackIs === "notice") await expect.poll(() => silent.requests.length).toBeGreaterThan(0);
    await receiver.follower.close();
    await app.db.query("DELETE FROM provider_callbacks WHERE provider = $1", [name]);
  });
});

test("a callback whose key the provider does not publish at present is to be sent again, and nothing of it is kept", async () => {
  const stage = await CASES[0]!.stage();
  const outbound = createOutbound();
  const [keysAt, algorithms] = [await closedPort(), ["ES512"]];
  const payloadOf = ({ rawBody }: RawCallback): Buffer => rawBody;
  const jws = { header: "x-jws", keysAt, algorithms, payloadOf, idOf: digestId };
  const verifyCallback = detachedJws(jws, { outbound, clock: app.clock });
  const receiver = receiverOf({ ...stage.provider, verifyCallback }, app.clock);
  const head = Buffer.from('{"alg":"ES512","kid":"1"}').toString("base64url");
  const receive = (signature: string) =>
    receiver.receive(stage.provider.name, { headers: { "x-jws": signature }, rawBody: Buffer.from("{}"), path: "/" });
  await expect(receive(`${head}..AAAA`)).rejects.toMatchObject({ statusCode: 503, code: "UNAVAILABLE" });
  await expect(receive("none")).rejects.toMatchObject({ statusCode: 401, code: "SIGNATURE_INVALID" });
  expect(await app.db.query("SELECT 1 FROM provider_callbacks")).toEqual([]);
  await receiver.follower.close();
  await outbound.close();
  await stage.close();
});
