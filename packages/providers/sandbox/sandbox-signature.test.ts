import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createSandboxVerifier } from "./sandbox-signature.ts";

const SHARED = "a shared key of the tests";
const SECONDS = 1_767_603_600;
const at = new Date(SECONDS * 1_000);

function signed(body: string, { sender = "fiat", seconds = String(SECONDS), key = SHARED } = {}): string {
  const own = createHmac("sha256", key).update(`callbacks:${sender}`).digest();
  return `t=${seconds},v1=${createHmac("sha256", own).update(`${seconds}.${body}`).digest("hex")}`;
}

const verify = (header: string | undefined, body: string, now = at) =>
  createSandboxVerifier(SHARED, "fiat")(
    { headers: { "x-sandbox-signature": header }, rawBody: Buffer.from(body), path: "/" },
    now,
  );
const BODY = '{"callback_id":"callback-1"}';

describe("a callback of the sandbox", () => {
  test("is genuine by its sender's signature, under its own id", () => {
    expect(verify(signed(BODY), BODY)).toEqual({ externalId: "callback-1" });
  });

  test.each([
    ["no signature", undefined],
    ["another sender's", signed(BODY, { sender: "crypto" })],
    ["another key's", signed(BODY, { key: "another" })],
    ["that of another body", signed('{"callback_id":"callback-2"}')],
    ["that of another time", signed(BODY).replace(String(SECONDS), String(SECONDS + 1))],
    ["no time", signed(BODY).slice(signed(BODY).indexOf("v1="))],
    ["a time that is too long", signed(BODY, { seconds: "0001767603600" })],
    ["a signature that is cut", signed(BODY).slice(0, -1)],
    ["something before it", `x${signed(BODY)}`],
    ["something after it", `${signed(BODY)}0`],
  ])("with %s is not", (_, header) => {
    expect(verify(header, BODY)).toBeNull();
  });

  test("is too old or too early five minutes away from its time", () => {
    const isGenuine = (offsetMs: number): boolean =>
      verify(signed(BODY), BODY, new Date(at.getTime() + offsetMs)) !== null;
    expect([-300_001, -300_000, 300_000, 300_001].map(isGenuine)).toEqual([false, true, true, false]);
  });

  const longest = "i".repeat(100);
  test.each([
    ['{"callback_id":""}', null],
    ['{"callback_id":7}', null],
    ["{}", null],
    ["not JSON", null],
    [`{"callback_id":"${longest}"}`, longest],
    [`{"callback_id":"${longest}i"}`, null],
  ])("with the body %s is known by its id, or else by its bytes", (body, id) => {
    expect(verify(signed(body), body)?.externalId).toBe(id ?? `sha256:${SHA256[body]}`);
  });
});

/** Computed with sha256sum. */
const SHA256: Readonly<Record<string, string>> = {
  '{"callback_id":""}': "0db96d01eff68edb3a83da94f62ac652a09677ceffe3a6b6864eead54987da50",
  '{"callback_id":7}': "ee40ef2de876a292b26a52e9d9e2ed279b61ab0ac1b3b7f8d10b879d248df754",
  "{}": "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a",
  "not JSON": "62b8125a6f6d924ec53345b5fcd58ca3ed3f5e7d51e2e146e5f1346508acce69",
  [`{"callback_id":"${"i".repeat(101)}"}`]: "ab11ef7ca89bc49e12cf2456dd12795c293dcf7926d311da4732900aeffc9b0d",
};
