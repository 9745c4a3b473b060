import { createHmac, hash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createVerifier } from "./adyen-signature.ts";

const KEY = "44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056";
const TRANSFERS_KEY = "9F1A02C7D3E84B5566778899AABBCCDDEEFF00112233445566778899AABBCCDD";
const hmac = (content: string, key: string): string =>
  createHmac("sha256", Buffer.from(key, "hex")).update(content).digest("base64");

/** The example of Adyen's documentation: the fields, the key and the signature that belong together. */
const ITEM = {
  pspReference: "7914073381342284",
  merchantAccountCode: "TestMerchant",
  merchantReference: "TestPayment-1407325143704",
  amount: { value: 1130, currency: "EUR" },
  eventCode: "AUTHORISATION",
  success: "true",
};
const DOCUMENTED = "coqCmt/IZ4E3CzPvMY8zTjQVL5hYJUiBRg8UU+iCWo0=";
const TEXT = "7914073381342284::TestMerchant:TestPayment-1407325143704:1130:EUR:AUTHORISATION:true";

const standard = (...items: object[]) => ({
  headers: {},
  rawBody: Buffer.from(
    JSON.stringify({ live: "false", notificationItems: items.map((one) => ({ NotificationRequestItem: one })) }),
  ),
  path: "/",
});
const signedBy = (hmacSignature: string, change: object = {}) => ({
  ...ITEM,
  additionalData: { hmacSignature },
  ...change,
});
const verify = createVerifier({ standard: KEY, transfers: TRANSFERS_KEY });

describe("a standard webhook", () => {
  test("is genuine by the documented signature, and is known by what was signed", () => {
    const known = verify(standard(signedBy(DOCUMENTED)));
    expect(verify(standard(signedBy(DOCUMENTED, { reason: "unsigned" })))).toEqual(known);
    expect(known?.externalId).toBe(`sha256:${hash("sha256", TEXT)}`);
    expect(verify(standard(signedBy(DOCUMENTED), signedBy(DOCUMENTED)))?.externalId).toBe(
      `sha256:${hash("sha256", `${TEXT}\n${TEXT}`)}`,
    );
  });

  test.each([
    ["pspReference", { pspReference: "7914073381342285" }],
    ["originalReference", { originalReference: "7914073381342283" }],
    ["merchantAccountCode", { merchantAccountCode: "Other" }],
    ["merchantReference", { merchantReference: "TestPayment-1" }],
    ["value", { amount: { value: 1131, currency: "EUR" } }],
    ["currency", { amount: { value: 1130, currency: "USD" } }],
    ["eventCode", { eventCode: "REFUND" }],
    ["success", { success: "false" }],
  ])("with another %s is not", (_, change) => {
    expect(verify(standard(signedBy(DOCUMENTED, change)))).toBeNull();
  });

  test("is not when one of its items is not", () => {
    expect(verify(standard(signedBy(DOCUMENTED), signedBy(hmac(TEXT, TRANSFERS_KEY))))).toBeNull();
    expect(verify(standard(signedBy(hmac(TEXT, TRANSFERS_KEY)), signedBy(DOCUMENTED)))).toBeNull();
  });

  test.each(["", DOCUMENTED.slice(0, -1), `${DOCUMENTED}=`, DOCUMENTED.toLowerCase()])(
    "with the signature %j is not",
    (signature) => {
      expect(verify(standard(signedBy(signature)))).toBeNull();
    },
  );

  test.each(["not JSON", "[]", '{"notificationItems":[]}', '{"notificationItems":7}', '{"notificationItems":[{}]}'])(
    "of %s is not",
    (body) => {
      expect(verify({ headers: {}, rawBody: Buffer.from(body), path: "/" })).toBeNull();
    },
  );
});

describe("a webhook of transfers", () => {
  const body = '{"type":"balancePlatform.transfer.updated","data":{}}';
  const sent = (hmacsignature: string | undefined, text = body) => ({
    headers: { hmacsignature },
    rawBody: Buffer.from(text),
    path: "/",
  });

  test("is genuine by the signature of its bytes with its own key", () => {
    expect(verify(sent(hmac(body, TRANSFERS_KEY)))).toEqual({
      externalId: "sha256:1121c1f2fb4f23efd52758e2ebf130738877c19998e27038a9374c4f51ac0803",
    });
    expect(verify(sent(hmac(body, KEY)))).toBeNull();
    expect(verify(sent(hmac(body, TRANSFERS_KEY), `${body} `))).toBeNull();
    expect(verify(sent(undefined))).toBeNull();
  });

  test("is not genuine where no key for transfers is set, and never by the signature of an item", () => {
    const withoutKey = createVerifier({ standard: KEY });
    expect(withoutKey(sent(hmac(body, "")))).toBeNull();
    expect(
      verify({
        ...standard(signedBy("")),
        headers: { hmacsignature: hmac(standard(signedBy("")).rawBody.toString(), TRANSFERS_KEY) },
      }),
    ).toBeNull();
  });
});
