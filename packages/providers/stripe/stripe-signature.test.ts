import { createHmac, hash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createStripeVerifier } from "./stripe-signature.ts";

describe("an event", () => {
  /** Computed with openssl over `1767603600.` and the body. */
  const KNOWN = {
    secret: "whsec_known_vector_secret",
    body: '{"id":"evt_1","object":"event","type":"payment_intent.succeeded"}',
    seconds: 1_767_603_600,
    signature: "0bd0940fa67cd4e5469162401ad0d189941db8dba2874de698409ebaf48beba8",
  };
  const at = new Date(KNOWN.seconds * 1000);
  const verify = (header: string, body = KNOWN.body, now = at) =>
    createStripeVerifier(KNOWN.secret)({ headers: { "stripe-signature": header }, rawBody: Buffer.from(body) }, now);
  const wrong = "0".repeat(64);

  test("is genuine by the known signature, also beside that of a secret that is being rolled", () => {
    const { seconds: t, signature } = KNOWN;
    expect(verify(`t=${t},v1=${signature}`)).toEqual({ externalId: "evt_1" });
    expect(verify(`t=${t},v1=${wrong},v1=${signature},v0=${wrong}`)).toEqual({ externalId: "evt_1" });
  });

  test.each([
    ["no signature", `t=${KNOWN.seconds}`],
    ["no time", `v1=${KNOWN.signature}`],
    ["two times", `t=${KNOWN.seconds},t=${KNOWN.seconds},v1=${KNOWN.signature}`],
    ["another time", `t=${KNOWN.seconds + 1},v1=${KNOWN.signature}`],
    ["only the scheme of tests", `t=${KNOWN.seconds},v0=${KNOWN.signature}`],
    ["a signature that is cut", `t=${KNOWN.seconds},v1=${KNOWN.signature.slice(1)}`],
    ["something before its time", `xt=${KNOWN.seconds},v1=${KNOWN.signature}`],
    ["something behind its time", `t=${KNOWN.seconds}x,v1=${KNOWN.signature}`],
    ["something before its signature", `t=${KNOWN.seconds},xv1=${KNOWN.signature}`],
    ["something behind its signature", `t=${KNOWN.seconds},v1=${KNOWN.signature}0`],
    ["no header", ""],
    ["a header without end", `t=${KNOWN.seconds},${`v1=${wrong},`.repeat(100)}v1=${KNOWN.signature}`],
  ])("with %s is not", (_, header) => {
    expect(verify(header)).toBeNull();
  });

  test("without an id is known by its bytes", () => {
    const body = "[]";
    // Computed likewise, over `1767603600.[]`.
    expect(
      verify(`t=${KNOWN.seconds},v1=958842f60bfd387ba6c9173853b359308651e30f257d8fda812d587ab1ac2586`, body),
    ).toEqual({
      externalId: "sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945",
    });
  });

  test("is too old or too early five minutes away from its time", () => {
    const header = `t=${KNOWN.seconds},v1=${KNOWN.signature}`;
    const isGenuine = (offsetMs: number): boolean =>
      verify(header, KNOWN.body, new Date(at.getTime() + offsetMs)) !== null;
    expect([-300_001, -300_000, 300_000, 300_001].map(isGenuine)).toEqual([false, true, true, false]);
  });

  test("may have a header of 2,000 characters, and not of one more", () => {
    const header = `t=${KNOWN.seconds},v1=${KNOWN.signature},`;
    expect(verify(header.padEnd(2_000, "x"))).not.toBeNull();
    expect(verify(header.padEnd(2_001, "x"))).toBeNull();
  });

  const signed = (body: string) => {
    const signature = createHmac("sha256", KNOWN.secret).update(`${KNOWN.seconds}.${body}`).digest("hex");
    return verify(`t=${KNOWN.seconds},v1=${signature}`, body);
  };

  test.each<[string, string | null]>([
    [`{"id":"${"i".repeat(100)}"}`, "i".repeat(100)],
    [`{"id":"${"i".repeat(101)}"}`, null],
    ['{"id":"i"}', "i"],
    ['{"id":""}', null],
    ['{"id":7}', null],
    ['{"id":["evt_1"]}', null],
    ["null", null],
    ["not JSON", null],
  ])("of %s is known by its id, or else by its bytes", (body, id) => {
    expect(signed(body)?.externalId).toBe(id ?? `sha256:${hash("sha256", body)}`);
  });

  test.each(['"client_secret":"pi_1_secret_2"', '"client_secret" : "pi_1_secret_2"', '"client_secret"  :\n  ""'])(
    "is kept without %s",
    (secret) => {
      expect(signed(`{"id":"evt_1",${secret},"a":{${secret}}}`)?.storable).toBe(
        '{"id":"evt_1","client_secret":null,"a":{"client_secret":null}}',
      );
    },
  );
});
