import fc from "fast-check";
import { expect, test } from "vitest";
import { newId } from "./ids.ts";
import { idsOfShortReference, shortReferenceOf } from "./short-reference.ts";

test("a reference has twelve characters and leads back to its id, however it was typed", () => {
  const id = newId();
  const reference = shortReferenceOf(id);
  expect(reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
  for (const typed of [
    reference,
    reference.toLowerCase(),
    reference.replaceAll(/(.{4})/g, "$1 "),
    reference.replaceAll("0", "o").replaceAll("1", "l"),
  ]) {
    const { from, to } = idsOfShortReference(typed)!;
    expect(from <= id && id <= to).toBe(true);
  }
});

test("ids that are made one after another have references of their own", () => {
  const references = Array.from({ length: 5_000 }, () => shortReferenceOf(newId()));
  expect(new Set(references).size).toBe(references.length);
});

test("a wrong character is always noticed", () => {
  const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  fc.assert(
    fc.property(fc.nat({ max: 11 }), fc.constantFrom(...alphabet.split("")), (place, character) => {
      const reference = shortReferenceOf(newId());
      const wrong = reference.slice(0, place) + character + reference.slice(place + 1);
      expect(idsOfShortReference(wrong) === null).toBe(wrong !== reference);
    }),
  );
});

test.each(["", "12345678901", "a name", "0192f3a0-0000-7000-8000-000000000000"])("%j is no reference", (text) => {
  expect(idsOfShortReference(text)).toBeNull();
});
