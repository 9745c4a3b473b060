import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newSigningSecret, signatureHeaders, signingKey } from "@corridor/server/record/webhooks/signature.ts";
import { startTestApp, type TestApp } from "@corridor/test/harness/app.ts";
import { mobileMoneyPayin } from "@corridor/test/harness/payments.ts";
import { type Receiver, startReceiver } from "@corridor/test/harness/receiver.ts";
import { type Client, createClient } from "./client.ts";
import type { PaymentRequest } from "./records.ts";
import { verifyWebhook, type WebhookProblem, type WebhookRequest, WebhookVerificationError } from "./webhooks.ts";

const SENT_AT = new Date("2026-01-05T09:00:00Z");
const EVENT_ID = "0198f000-0000-7abc-8def-000000000001";
const BODY = `{"event_id":"${EVENT_ID}","event_type":"payment.completed","data":{"amount":1500.00,"payer_details":{"name":"Zoë"}}}`;
const [current, previous, stranger] = [newSigningSecret(), newSigningSecret(), newSigningSecret()];

/** Signed with the service's own code. */
function sign(options: { body?: string; previous?: string; tries?: number } = {}): Record<string, string> {
  const keys = {
    current: signingKey(current),
    previous: options.previous === undefined ? null : signingKey(options.previous),
  };
  return signatureHeaders(keys, {
    eventId: EVENT_ID,
    body: Buffer.from(options.body ?? BODY),
    sentAt: SENT_AT,
    tries: options.tries ?? 0,
  });
}

const given = (change: Partial<WebhookRequest<"number">> = {}): WebhookRequest<"number"> => ({
  payload: BODY,
  headers: sign(),
  secret: current,
  now: SENT_AT,
  ...change,
});

async function problemOf(change: Partial<WebhookRequest<"number">>): Promise<WebhookProblem> {
  const error = await verifyWebhook(given(change)).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(WebhookVerificationError);
  return (error as WebhookVerificationError).problem;
}

describe("a genuine request", () => {
  test.each<[string, WebhookRequest["payload"]]>([
    ["text", BODY],
    ["bytes", new TextEncoder().encode(BODY)],
    ["a Buffer that is a part of a larger one", Buffer.from(`xx${BODY}`).subarray(2)],
    ["an ArrayBuffer", new TextEncoder().encode(BODY).buffer],
  ])("is its event, with the body as %s", async (_form, payload) => {
    expect(await verifyWebhook(given({ payload }))).toEqual(JSON.parse(BODY));
  });

  test("is known by the headers of fetch and of Node alike", async () => {
    expect(await verifyWebhook(given({ headers: new Headers(sign()) }))).toMatchObject({ event_id: EVENT_ID });
    expect(await verifyWebhook(given({ headers: sign() }))).toMatchObject({ event_id: EVENT_ID });
  });

  test("is known by headers in any case", async () => {
    const headers = Object.fromEntries(Object.entries(sign()).map(([name, value]) => [name.toUpperCase(), value]));
    expect(await verifyWebhook(given({ headers }))).toMatchObject({ event_id: EVENT_ID });
  });

  test("gives its numbers as text where that is asked for", async () => {
    const event = await verifyWebhook({ ...given(), numbers: "text" });
    expect((event.data as { amount: string }).amount).toBe("1500.00");
  });

  test.each([0, 1])("is known by either secret while one replaces the other, at try %i", async (tries) => {
    const headers = sign({ previous, tries });
    for (const secret of [current, previous, [stranger, previous], [current, stranger]])
      expect(await verifyWebhook(given({ headers, secret }))).toMatchObject({ event_id: EVENT_ID });
  });

  test("may be sent up to five minutes from now, or as far as is tolerated", async () => {
    const after = (seconds: number) => new Date(SENT_AT.getTime() + seconds * 1_000);
    for (const seconds of [300, -300]) expect(await verifyWebhook(given({ now: after(seconds) }))).toBeDefined();
    for (const seconds of [301, -301]) expect(await problemOf({ now: after(seconds) })).toBe("timestamp");
    expect(await verifyWebhook(given({ now: after(3_600), toleranceSeconds: 3_600 }))).toBeDefined();
    expect(await problemOf({ now: after(11), toleranceSeconds: 10 })).toBe("timestamp");
  });
});

describe("a request is refused", () => {
  test("when its body, its id or its time is not what was signed", async () => {
    expect(await problemOf({ payload: BODY.replace("1500.00", "1500") })).toBe("signature");
    expect(await problemOf({ headers: { ...sign(), "webhook-id": "another" } })).toBe("signature");
    expect(
      await problemOf({ headers: { ...sign(), "webhook-timestamp": String(SENT_AT.getTime() / 1_000 + 1) } }),
    ).toBe("signature");
  });

  test("when nobody who knows the secret signed it", async () => {
    expect(await problemOf({ secret: stranger })).toBe("signature");
    expect(await problemOf({ secret: [] })).toBe("signature");
    expect(await problemOf({ headers: { ...sign(), "webhook-signature": `v1,${btoa("x".repeat(32))}` } })).toBe(
      "signature",
    );
    expect(await problemOf({ headers: { ...sign(), "webhook-signature": "v1," } })).toBe("signature");
  });

  test.each(["webhook-id", "webhook-timestamp", "webhook-signature"])(
    "when %s is missing, empty or there twice",
    async (name) => {
      const { [name]: value, ...others } = sign();
      expect(await problemOf({ headers: others })).toBe("header");
      expect(await problemOf({ headers: { ...others, [name]: "" } })).toBe("header");
      expect(await problemOf({ headers: { ...others, [name]: [value!, value!] } })).toBe("header");
    },
  );

  test("when its signature is of a version that is not known, or no base64", async () => {
    const { "webhook-signature": signature } = sign();
    expect(await problemOf({ headers: { ...sign(), "webhook-signature": signature!.replace("v1,", "v2,") } })).toBe(
      "header",
    );
    expect(await problemOf({ headers: { ...sign(), "webhook-signature": "v1,§" } })).toBe("header");
  });

  test("when it was parsed before, for what was signed is lost then", async () => {
    expect(await problemOf({ payload: JSON.parse(BODY) as string })).toBe("payload");
  });

  test.each(["", "whsec_", "whsec_§", "ck_live_1"])("when the secret is none: %j", async (secret) => {
    expect(await problemOf({ secret })).toBe("secret");
  });

  test("when what was signed is no JSON", async () => {
    expect(await problemOf({ payload: "hello", headers: sign({ body: "hello" }) })).toBe("event");
  });

  test("without its error telling the secret", async () => {
    const error = (await verifyWebhook(given({ secret: "a-secret-of-another-kind" })).catch(
      (reason: unknown) => reason,
    )) as Error;
    expect(`${error.message} ${error.stack}`).not.toContain("a-secret-of-another-kind");
  });
});

describe("what the service really delivers", () => {
  let app: TestApp;
  let receiver: Receiver;
  let corridor: Client;
  beforeAll(async () => {
    [app, receiver] = await Promise.all([
      startTestApp({ settings: { ALLOW_INSECURE_WEBHOOKS: "true" } }),
      startReceiver({ tls: false }),
    ]);
    corridor = createClient({ baseUrl: app.url, apiKey: app.demo.organizations[0]!.api_key });
  });
  afterAll(async () => {
    await receiver.close();
    await app.close();
  });

  const verified = (secret: string | string[]) =>
    Promise.all(
      receiver.received
        .splice(0)
        .map(({ body, headers }) => verifyWebhook({ payload: body, headers, secret, now: app.clock.now() })),
    );

  test("is verified, and while the secret is replaced with the old one, the new one or both", async () => {
    const { webhook_id, secret_key: first } = await corridor.webhooks.register({
      endpoint_url: receiver.url,
      events: ["payment.completed"],
    });
    const pay = async (): Promise<string> => {
      const { payment_id } = await corridor.payments.initiate(mobileMoneyPayin() as PaymentRequest);
      await app.advance(1_000);
      await app.run("webhook-delivery");
      return payment_id;
    };

    const paid = await pay();
    const [event] = await verified(first);
    expect(event).toMatchObject({
      event_type: "payment.completed",
      data: { payment_id: paid, status: "completed", previous_status: "pending" },
    });

    const { secret_key: second } = await corridor.webhooks.rotateSecret(webhook_id, { overlap_seconds: 3_600 });
    for (const secret of [first, second, [second, first]]) {
      const paidNow = await pay();
      expect(await verified(secret)).toMatchObject([{ data: { payment_id: paidNow } }]);
    }

    await app.advance(3_600_000);
    await pay();
    await expect(verified(first)).rejects.toMatchObject({ problem: "signature" });
  });
});
