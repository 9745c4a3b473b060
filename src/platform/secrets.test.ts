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
    expect(createSecretBox({ masterSecret: OLD_MASTER }).fingerprints("4111111111111111", PLACE)).not.toEqual([fingerprint]);
  });

  test("name those of earlier master secrets behind the current one's", () => {
    const rotated = createSecretBox({ masterSecret: MASTER, previousMasterSecrets: [OLD_MASTER] });
    const former = createSecretBox({ masterSecret: OLD_MASTER });
    expect(rotated.fingerprints("text", PLACE)).toEqual([...box.fingerprints("text", PLACE), ...former.fingerprints("text", PLACE)]);
  });
});
