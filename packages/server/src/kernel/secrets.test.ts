import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createSecretBox, SecretUnreadable } from "./secrets.ts";

const MASTER = "a master secret of more than 32 characters";
const OLD_MASTER = "the master secret that was used before, long ago";
const PLACE = "webhook 1";

describe("stored secrets", () => {
  const box = createSecretBox({ masterSecret: MASTER });

  test("open to exactly what was sealed, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string(), (text, place) => {
        const wellFormed = text.toWellFormed();
        expect(box.open(box.seal(wellFormed, place), place)).toBe(wellFormed);
      }),
    );
  });

  test("do not show their text, and never look alike twice", () => {
    const first = box.seal("whsec_canary", PLACE);
    expect(first).not.toContain("canary");
    expect(Buffer.from(first.split(".")[2]!, "base64url").toString("latin1")).not.toContain("canary");
    expect(box.seal("whsec_canary", PLACE)).not.toBe(first);
  });

  test("do not open in another place", () => {
    expect(() => box.open(box.seal("secret", PLACE), "webhook 2")).toThrow(SecretUnreadable);
  });

  test("do not open once a single character was changed", () => {
    const sealed = box.seal("secret of some length", PLACE);
    for (let i = 0; i < sealed.length - 1; i++) {
      const changed = `${sealed.slice(0, i)}${sealed[i] === "A" ? "B" : "A"}${sealed.slice(i + 1)}`;
      expect(() => box.open(changed, PLACE), `position ${i}`).toThrow(SecretUnreadable);
    }
    expect(() => box.open(sealed.slice(0, 20), PLACE)).toThrow(SecretUnreadable);
    expect(() => box.open("", PLACE)).toThrow(SecretUnreadable);
  });

  test("of earlier versions open: neither the form nor the keys ever change", () => {
    // Both computed by another program, with HKDF (RFC 5869) written out.
    const sealed = "v1.98107e13.AAECAwQFBgcICQoLjEjmqc_PUo1BTOY5VRb4SPKPUn5Y30CfydxfPMmHp_WCZw";
    expect(box.open(sealed, PLACE)).toBe("whsec_of_last_year");
    expect(box.isCurrent(sealed)).toBe(true);
    expect(box.fingerprints("4111111111111111", PLACE)[0].toString("hex")).toBe(
      "dc472dae4c83fd62b5af6030d5d7a46bd2d9dffd400b5e6778c136d6d13714dd",
    );
  });

  test.each(["v1", "v1.98107e13", "v1.98107e13.AAAA.AAAA", "v2.98107e13.AAAA"])(
    "of another form (%s) are called so",
    (sealed) => {
      expect(() => box.open(sealed, PLACE)).toThrow(
        expect.objectContaining({ name: "SecretUnreadable", message: "a stored secret has an unknown form" }),
      );
    },
  );

  test("of an earlier master secret open while it is configured, and are known to be due for sealing again", () => {
    const sealed = createSecretBox({ masterSecret: OLD_MASTER }).seal("secret", PLACE);
    const rotated = createSecretBox({ masterSecret: MASTER, previousMasterSecrets: [OLD_MASTER] });
    expect(rotated.open(sealed, PLACE)).toBe("secret");
    expect(rotated.isCurrent(sealed)).toBe(false);
    expect(rotated.isCurrent(rotated.seal("secret", PLACE))).toBe(true);
    expect(() => box.open(sealed, PLACE)).toThrow(/another master secret/);
  });
});

describe("fingerprints", () => {
  const box = createSecretBox({ masterSecret: MASTER });

  test("are equal for equal texts in one place, and for no others", () => {
    const [fingerprint] = box.fingerprints("4111111111111111", PLACE);
    expect(createSecretBox({ masterSecret: MASTER }).fingerprints("4111111111111111", PLACE)).toEqual([fingerprint]);
    expect(box.fingerprints("4111111111111112", PLACE)).not.toEqual([fingerprint]);
    expect(box.fingerprints("4111111111111111", "webhook 2")).not.toEqual([fingerprint]);
    expect(createSecretBox({ masterSecret: OLD_MASTER }).fingerprints("4111111111111111", PLACE)).not.toEqual([
      fingerprint,
    ]);
  });

  test("name those of earlier master secrets behind the current one's", () => {
    const rotated = createSecretBox({ masterSecret: MASTER, previousMasterSecrets: [OLD_MASTER] });
    const former = createSecretBox({ masterSecret: OLD_MASTER });
    expect(rotated.fingerprints("text", PLACE)).toEqual([
      ...box.fingerprints("text", PLACE),
      ...former.fingerprints("text", PLACE),
    ]);
  });
});
