import { createHmac, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { digestId } from "@corridor/provider-kit/genuine.ts";
import { type OutboundResponse, SILENT } from "@corridor/provider-kit/outbound.ts";
import type { Manifest, RawCallback } from "@corridor/provider-kit/provider.ts";
import { type DetachedJws, detachedJws, snsMessages } from "@corridor/provider-kit/signed-callbacks.ts";
import { settingsOf } from "@corridor/provider-kit/settings.ts";
import { toolsFor } from "@corridor/provider-kit/tools.ts";
import { TEST_CERTIFICATE, TEST_CERTIFICATE_KEY } from "./mpesa/mpesa-certificate.fixtures.ts";

const MANIFEST: Manifest = {
  name: "acme",
  displayName: "Acme",
  kit: "^1.0.0",
  corridors: [],
  settings: settingsOf({}),
  hosts: ["webhooks.acme.example", "sns.us-east-1.amazonaws.com"],
  callbacks: ["signature"],
};
const clock = new SteppedClock(new Date("2026-11-20T09:00:00.000Z"));
/** What each address answers; all others are down. */
const published = new Map<string, string>();
let asked: string[] = [];
const tools = toolsFor(
  MANIFEST,
  {},
  {
    clock,
    log: SILENT,
    outbound: {
      request: async ({ url }): Promise<OutboundResponse> => {
        asked.push(url);
        const body = published.get(url);
        return { statusCode: body === undefined ? 503 : 200, headers: {}, body: Buffer.from(body ?? "") };
      },
    },
  },
);
beforeEach(() => {
  asked = [];
  published.clear();
});

describe("a detached JWS", () => {
  const KEYS_AT = "https://webhooks.acme.example/.well-known/jwks";
  const publish = (...keys: object[]) => published.set(KEYS_AT, JSON.stringify({ keys }));
  const verifier = (change: Partial<DetachedJws> = {}, from = tools) =>
    detachedJws(
      {
        header: "tl-signature",
        keysAt: KEYS_AT,
        algorithms: ["ES512", "ES256"],
        payloadOf: ({ rawBody }) => rawBody,
        idOf: digestId,
        ...change,
      },
      from,
    );
  const callback = (jws: string, rawBody: Buffer | string): RawCallback => ({
    headers: { "tl-signature": jws },
    rawBody: Buffer.from(rawBody),
    path: "/v1/callbacks/acme",
  });

  /** RFC 7515, appendix A.3. */
  const RFC = {
    key: {
      kty: "EC",
      crv: "P-256",
      x: "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
      y: "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
    },
    payload: Buffer.from(
      "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ",
      "base64url",
    ),
    jws: "eyJhbGciOiJFUzI1NiJ9..DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q",
  };
  test("of the standard's example is genuine by its published key, and no other body is", async () => {
    publish(RFC.key);
    const verify = verifier();
    expect(await verify(callback(RFC.jws, RFC.payload), clock.now())).toEqual({ externalId: digestId(RFC.payload) });
    expect(await verify(callback(RFC.jws, `${RFC.payload.toString()} `), clock.now())).toBeNull();
  });

  // As TrueLayer signs webhooks: ES512 over method, path, the headers that it names, and the body.
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-521" });
  const jwk = { ...publicKey.export({ format: "jwk" }), kid: "key-1" };
  const BODY = Buffer.from('{"type":"payment_settled","event_id":"evt-1"}');
  const signed = (head: object, payload: Buffer | string = BODY, key: KeyObject = privateKey) => {
    const [encoded, text] = [JSON.stringify(head), payload].map((part) => Buffer.from(part).toString("base64url"));
    const signature = sign("sha512", Buffer.from(`${encoded}.${text}`), { key, dsaEncoding: "ieee-p1363" });
    return `${encoded}..${signature.toString("base64url")}`;
  };
  const HEAD = { alg: "ES512", kid: "key-1" };

  test("covers what the adapter says that it must, and is nothing where it does not", async () => {
    publish(jwk);
    const verify = verifier({
      payloadOf: ({ path, rawBody }, { tl_headers }) =>
        tl_headers === "X-Tl-Webhook-Timestamp" ? Buffer.concat([Buffer.from(`POST ${path}\n`), rawBody]) : null,
    });
    const payload = `POST /v1/callbacks/acme\n${BODY.toString()}`;
    const whole = signed({ ...HEAD, tl_headers: "X-Tl-Webhook-Timestamp" }, payload);
    expect(await verify(callback(whole, BODY), clock.now())).not.toBeNull();
    expect(await verify({ ...callback(whole, BODY), path: "/v1/callbacks/other" }, clock.now())).toBeNull();
    expect(await verify(callback(signed(HEAD, payload), BODY), clock.now())).toBeNull();
  });

  test("is not believed by another key or way, and leads to no address of its own", async () => {
    publish(jwk);
    const verify = verifier();
    const other = generateKeyPairSync("ec", { namedCurve: "P-521" });
    const spki = publicKey.export({ type: "spki", format: "pem" });
    const head = Buffer.from('{"alg":"HS256","kid":"key-1"}').toString("base64url");
    const hmac = createHmac("sha256", spki)
      .update(`${head}.${BODY.toString("base64url")}`)
      .digest("base64url");
    const theirs = { ...other.publicKey.export({ format: "jwk" }), kid: "key-1" };
    for (const jws of [
      signed(HEAD, BODY, other.privateKey),
      signed({ ...HEAD, jwk: theirs }, BODY, other.privateKey),
      signed({ ...HEAD, jku: "https://evil.example/jwks" }, BODY, other.privateKey),
      signed({ ...HEAD, kid: "key-2" }),
      signed({ ...HEAD, crit: ["exp"], exp: 1 }),
      signed({ ...HEAD, alg: "ES256" }),
      signed({ ...HEAD, alg: "none" }),
      `${Buffer.from('{"alg":"none","kid":"key-1"}').toString("base64url")}..`,
      `${head}..${hmac}`,
      signed(HEAD).replace("..", `.${BODY.toString("base64url")}.`),
      `${signed(HEAD)}.more`,
      signed(HEAD).slice(0, -4),
      "",
      "..",
      "not a JWS",
    ])
      expect([jws, await verify(callback(jws, BODY), clock.now())]).toEqual([jws, null]);
    expect(await verify(callback(signed(HEAD), BODY), clock.now())).not.toBeNull();
    expect(asked).toEqual([KEYS_AT]);
  });

  test("waits for keys that cannot be read, which are then kept for ten minutes", async () => {
    const verify = verifier();
    await expect(verify(callback(signed(HEAD), BODY), clock.now())).rejects.toThrow("answered 503");
    publish(jwk);
    for (const _ of [1, 2]) expect(await verify(callback(signed(HEAD), BODY), clock.now())).not.toBeNull();
    expect(asked).toHaveLength(2);
    clock.advance(10 * 60_000);
    publish();
    expect(await verify(callback(signed(HEAD), BODY), clock.now())).toBeNull();
  });

  test("has no keys on a host that the manifest does not name", async () => {
    const verify = verifier({ keysAt: "https://evil.example/jwks" });
    await expect(verify(callback(signed(HEAD), BODY), clock.now())).rejects.toThrow("neither in the settings nor");
    expect(asked).toEqual([]);
  });
});

describe("a message of Amazon SNS", () => {
  const TOPIC = "arn:aws:sns:us-east-1:908968368384:platform-notifications-topic";
  const CERTIFICATE =
    "https://sns.us-east-1.amazonaws.com/SimpleNotificationService-9c6465fa7f48f5cacd23014631ec1136.pem";
  const NOTIFICATION = {
    Type: "Notification",
    MessageId: "22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324",
    TopicArn: TOPIC,
    Subject: "My First Message",
    Message: "Hello world!",
    Timestamp: "2026-11-20T08:59:00.000Z",
    SignatureVersion: "1",
    SigningCertURL: CERTIFICATE,
  };
  /** What Amazon's page on verifying signatures says of each kind, written out. */
  const lines = {
    Notification: ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"],
    SubscriptionConfirmation: ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"],
  };
  const signed = (message: Record<string, string>) => {
    const names = lines[message["Type"] as keyof typeof lines] ?? [];
    const text = names.flatMap((name) => (message[name] === undefined ? [] : [name, message[name]]));
    const digest = message["SignatureVersion"] === "2" ? "sha256" : "sha1";
    const Signature = sign(digest, Buffer.from(`${text.join("\n")}\n`), TEST_CERTIFICATE_KEY).toString("base64");
    return { ...message, Signature };
  };
  const callback = (message: object): RawCallback => ({
    headers: {},
    rawBody: Buffer.from(JSON.stringify(message)),
    path: "/v1/callbacks/acme",
  });
  const verifier = () => snsMessages({ topicArn: TOPIC }, tools);

  test("is genuine by the certificate of the topic's region, in both versions and kinds, and is known by its id", async () => {
    published.set(CERTIFICATE, TEST_CERTIFICATE);
    const verify = verifier();
    const { Subject: _, ...bare } = NOTIFICATION;
    const confirmation = {
      ...bare,
      Type: "SubscriptionConfirmation",
      Token: "2336",
      SubscribeURL: "https://sns.example/",
    };
    for (const message of [NOTIFICATION, bare, { ...NOTIFICATION, SignatureVersion: "2" }, confirmation])
      expect(await verify(callback(signed(message)), clock.now())).toEqual({ externalId: NOTIFICATION.MessageId });
    expect(asked).toEqual([CERTIFICATE]);
  });

  test("is not believed when anything that it says was changed, or that must be signed is not", async () => {
    published.set(CERTIFICATE, TEST_CERTIFICATE);
    const verify = verifier();
    const genuine = signed(NOTIFICATION);
    for (const change of [
      { Message: "Pay somebody" },
      { MessageId: "another" },
      { Subject: undefined },
      { Timestamp: "2026-11-20T09:00:00.000Z" },
      { SignatureVersion: "2" },
      { SignatureVersion: "3" },
      { Type: "UnsubscribeConfirmation" },
      { Type: "constructor" },
      { Signature: "" },
      { Signature: undefined },
    ])
      expect([change, await verify(callback({ ...genuine, ...change }), clock.now())]).toEqual([change, null]);
    for (const rawBody of ["", "null", "[]", '"text"'].map((text) => Buffer.from(text)))
      expect(await verify({ ...callback({}), rawBody }, clock.now())).toBeNull();
  });

  test("of another topic is not believed, although Amazon signs everybody's", async () => {
    published.set(CERTIFICATE, TEST_CERTIFICATE);
    const theirs = signed({ ...NOTIFICATION, TopicArn: "arn:aws:sns:us-east-1:111122223333:mine" });
    expect(await verifier()(callback(theirs), clock.now())).toBeNull();
  });

  test("leads to no certificate but Amazon's in the topic's region, over https", async () => {
    const verify = verifier();
    for (const address of [
      CERTIFICATE.replace("https", "http"),
      CERTIFICATE.replace("us-east-1", "eu-west-1"),
      CERTIFICATE.replace("amazonaws.com", "amazonaws.com.evil.example"),
      CERTIFICATE.replace("sns.us-east-1", "bucket.s3"),
      CERTIFICATE.replace("https://", "https://evil.example@"),
      CERTIFICATE.replace("amazonaws.com/", "amazonaws.com:8443/"),
      CERTIFICATE.replace("SimpleNotificationService", "anything/SimpleNotificationService"),
      `${CERTIFICATE}?x=1`,
      `${CERTIFICATE}#x`,
      "https://webhooks.acme.example/SimpleNotificationService-1.pem",
      "file:///etc/passwd",
      "",
    ]) {
      published.set(address, TEST_CERTIFICATE);
      const message = signed({ ...NOTIFICATION, SigningCertURL: address });
      expect([address, await verify(callback(message), clock.now())]).toEqual([address, null]);
    }
    expect(asked).toEqual([]);
  });

  test("waits for a certificate that cannot be read or is none, and does not outlive it", async () => {
    const verify = verifier();
    await expect(verify(callback(signed(NOTIFICATION)), clock.now())).rejects.toThrow("the certificate");
    published.set(CERTIFICATE, "<html></html>");
    await expect(verify(callback(signed(NOTIFICATION)), clock.now())).rejects.toThrow("the certificate");
    published.set(CERTIFICATE, TEST_CERTIFICATE);
    for (const year of ["2000", "2200"])
      expect(await verify(callback(signed(NOTIFICATION)), new Date(`${year}-01-01T00:00:00Z`))).toBeNull();
  });
});
