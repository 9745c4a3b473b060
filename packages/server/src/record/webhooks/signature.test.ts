import { createHmac } from "node:crypto";
import fc from "fast-check";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { describe, expect, test } from "vitest";
import { newSigningSecret, signatureHeaders, signingKey } from "./signature.ts";

const EVENT_ID = "0198f000-0000-7abc-8def-000000000001";
const BODY = '{"event_id":"0198f000-0000-7abc-8def-000000000001","data":{"amount":1500.00,"name":"Zoë"}}';

function sign(secrets: { current: string; previous?: string }, tries = 0, body = BODY): Record<string, string> {
  const keys = {
    current: signingKey(secrets.current),
    previous: secrets.previous === undefined ? null : signingKey(secrets.previous),
  };
  // The packages check the timestamp against the machine's clock.
  return signatureHeaders(keys, { eventId: EVENT_ID, body: Buffer.from(body), sentAt: new Date(), tries });
}

const plainDigest = (secret: string, body = BODY): string => createHmac("sha256", secret).update(body).digest("hex");

describe("a signature", () => {
  const secret = newSigningSecret();

  test("is the plain HMAC of the body under the secret as it was given out", () => {
    expect(sign({ current: secret })["x-service-signature"]).toBe(plainDigest(secret));
  });

  test("is verified by the standardwebhooks and svix packages", () => {
    const headers = sign({ current: secret });
    expect(new StandardWebhook(secret).verify(BODY, headers)).toEqual(JSON.parse(BODY));
    expect(() => new SvixWebhook(secret).verify(BODY, headers)).not.toThrow();
  });

  test("is verified for any body, and for no other", () => {
    fc.assert(
      fc.property(fc.json(), fc.json(), (body, other) => {
        const headers = sign({ current: secret }, 0, body);
        expect(() => new StandardWebhook(secret).verify(body, headers)).not.toThrow();
        expect(headers["x-service-signature"]).toBe(plainDigest(secret, body));
        if (other !== body) expect(() => new StandardWebhook(secret).verify(other, headers)).toThrow();
      }),
    );
  });

  test("is not verified by another secret", () => {
    const other = newSigningSecret();
    expect(() => new StandardWebhook(other).verify(BODY, sign({ current: secret }))).toThrow();
    expect(sign({ current: secret })["x-service-signature"]).not.toBe(plainDigest(other));
  });

  test("names the event and the time it was sent", () => {
    const headers = sign({ current: secret });
    expect(headers["x-service-event-id"]).toBe(EVENT_ID);
    expect(headers["webhook-id"]).toBe(EVENT_ID);
    expect(headers["x-service-timestamp"]).toBe(headers["webhook-timestamp"]);
    expect(headers["x-service-timestamp"]).toMatch(/^\d{10}$/);
    expect(headers["x-service-signature-other"]).toBeUndefined();
  });
});

describe("while a rotation overlaps", () => {
  const previous = newSigningSecret();
  const current = newSigningSecret();

  test.each([0, 1, 2, 7])("both secrets verify with the packages, at try %i", (tries) => {
    const headers = sign({ current, previous }, tries);
    for (const secret of [current, previous]) {
      expect(() => new StandardWebhook(secret).verify(BODY, headers)).not.toThrow();
      expect(() => new SvixWebhook(secret).verify(BODY, headers)).not.toThrow();
    }
  });

  test("the plain header holds the old secret's digest first, and the new one's with the next attempt", () => {
    const first = sign({ current, previous }, 0);
    const second = sign({ current, previous }, 1);
    expect(first["x-service-signature"]).toBe(plainDigest(previous));
    expect(first["x-service-signature-other"]).toBe(plainDigest(current));
    expect(second["x-service-signature"]).toBe(plainDigest(current));
    expect(second["x-service-signature-other"]).toBe(plainDigest(previous));
    expect(sign({ current, previous }, 2)["x-service-signature"]).toBe(plainDigest(previous));
  });
});

test("secrets are whsec_ and 32 random bytes in base64", () => {
  const secret = newSigningSecret();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(newSigningSecret()).not.toBe(secret);
});
