import { expect, test } from "vitest";
import { createPaystackVerifier } from "./paystack-signature.ts";

const SECRET = "sk_test_known_vector";
const rawBody = Buffer.from('{"event":"charge.success"}');
/** Computed with openssl dgst -sha512 -hmac. */
const SIGNATURE =
  "2a8c7df347e61b2a00027372ba45b7184184c0dafd80bb5e0040e8c979b9f1b41d0666aaac0b06711cfdea31256034873d6f8fd004db248df463ceb686aee1de";
const verify = (signature: string | undefined, body = rawBody, secret = SECRET) =>
  createPaystackVerifier(secret)({ headers: { "x-paystack-signature": signature }, rawBody: body, path: "/" });

test("a callback is genuine by the known signature in hex of either case, and is known by its bytes", () => {
  const genuine = { externalId: "sha256:f475ef62ee94fae69349c754deec26c4b785764629243d946ac009605398ff58" };
  expect(verify(SIGNATURE)).toEqual(genuine);
  expect(verify(SIGNATURE.toUpperCase())).toEqual(genuine);
});

test.each([
  undefined,
  "",
  SIGNATURE.slice(2),
  `${SIGNATURE}00`,
  `x${SIGNATURE.slice(1)}`,
  `0${SIGNATURE}`,
  "0".repeat(128),
])("%j is no signature of it", (signature) => {
  expect(verify(signature)).toBeNull();
});

test("the signature is of these bytes and this key only", () => {
  expect(verify(SIGNATURE, Buffer.from('{"event":"charge.success"} '))).toBeNull();
  expect(verify(SIGNATURE, rawBody, "sk_test_other")).toBeNull();
});
