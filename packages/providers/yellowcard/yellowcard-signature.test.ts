import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { SECRET_KEY } from "./yellowcard.fixtures.ts";
import { requestHeaders, verifyCallback } from "./yellowcard-signature.ts";

describe("a signature, held against openssl", () => {
  const keys = { apiKey: "key", secretKey: SECRET_KEY };
  const at = new Date("2026-01-05T09:00:00.000Z");

  test("of a request with a body is over time, path, method and the body's digest", () => {
    const body = '{"accountNumber":"0123456789","networkId":"access-ng"}';
    expect(requestHeaders(keys, { method: "POST", path: "/business/details/bank", body, at })).toEqual({
      "x-yc-timestamp": "2026-01-05T09:00:00.000Z",
      authorization: "YcHmacV1 key:jbW2l1A6zCRtoacV6VkejLmVA+ACLPGNaB6gS2VYbGQ=",
      "content-type": "application/json",
    });
  });

  test("of one without is over time, path and method", () => {
    expect(requestHeaders(keys, { method: "GET", path: "/business/channels", at })).toEqual({
      "x-yc-timestamp": "2026-01-05T09:00:00.000Z",
      authorization: "YcHmacV1 key:wCnw7DCCb1aU6k0oxmK00WUvZq5J/jVsIEZ5kZfSj0w=",
    });
  });

  const rawBody = Buffer.from(
    '{"id":"00e97bc4","sequenceId":"1a051f68","status":"failed","event":"SEND.FAILED","executedAt":"2023-02-20T14:25:30.459Z"}',
  );
  test("of a callback is over its bytes, and these are its name", () => {
    const headers = { "x-yc-signature": "zzv1H9aEzUQ6/yAzypk8Q+JQPDZJSSCQNFCBExhK9cg=" };
    expect(verifyCallback(SECRET_KEY, { headers, rawBody, path: "/" })).toMatchObject({
      externalId: "sha256:4c2a4528cab47d625d8a7341f7c064cb8f6961773ca3d1abd878cc08359ed487",
    });
    expect(verifyCallback(`${SECRET_KEY}x`, { headers, rawBody, path: "/" })).toBeNull();
  });

  test.each([
    "",
    "zzv1H9aEzUQ6",
    "Zzv1H9aEzUQ6/yAzypk8Q+JQPDZJSSCQNFCBExhK9cg=",
    "cf3bf51fd684cd443aff2033ca993c43e2503c36494920903450811318",
  ])("%j is none", (signature) => {
    expect(verifyCallback(SECRET_KEY, { headers: { "x-yc-signature": signature }, rawBody, path: "/" })).toBeNull();
  });

  test.each(['"apiKey":"of-the-account"', '"apiKey" : "of-the-account"', '"apiKey"  :  ""'])(
    "is kept without %s, the API key that it repeats",
    (key) => {
      const rawBody = Buffer.from(`{"id":"1",${key},"status":"complete"}`);
      const headers = { "x-yc-signature": createHmac("sha256", SECRET_KEY).update(rawBody).digest("base64") };
      expect(verifyCallback(SECRET_KEY, { headers, rawBody, path: "/" })?.storable).toBe(
        '{"id":"1","apiKey":null,"status":"complete"}',
      );
    },
  );
});
