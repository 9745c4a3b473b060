import fc from "fast-check";
import { expect, test } from "vitest";
import { newId } from "@corridor/base/ids.ts";
import { accountOf, referencesOf } from "./mpesa-account.ts";

test("an account has twelve characters and stands for its reference, however it is typed", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), (count) => {
      const references = Array.from({ length: count }, newId);
      for (const reference of references) {
        const account = accountOf(reference);
        expect(account).toMatch(/^[0-9A-Z]{12}$/);
        for (const typed of [account, account.toLowerCase(), ` ${account.slice(0, 4)} ${account.slice(4)} `]) {
          const { from, to } = referencesOf(typed)!;
          expect(from <= reference && reference <= to).toBe(true);
          expect(references.filter((each) => from <= each && each <= to)).toEqual([reference]);
        }
      }
    }),
    { numRuns: 20 },
  );
});

test.each(["", "invoice008", "0123456789abc", "zzzzzzzzzzzz", "123-56789012"])(
  "%j is no account of ours",
  (account) => {
    expect(referencesOf(account)).toBeNull();
  },
);
