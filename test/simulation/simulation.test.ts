import { expect, test } from "vitest";
import { DEFECTS } from "./defects.ts";
import { PAYMENTS_A_ROUND, simulate } from "./simulate.ts";

/** A short form of `npm run prove -- simulation`. */
test("whatever crashes, hangs, is lost or comes out of order, every promise about payments holds", async () => {
  const { findings, statuses, crashes } = await simulate({ seed: 7, payments: 8 * PAYMENTS_A_ROUND });
  expect(findings).toEqual([]);
  expect([...statuses.keys()].toSorted()).toEqual(["canceled", "completed", "failed"]);
  expect(crashes).toBeGreaterThan(10);
});

test("a seed decides the whole run", async () => {
  const [one, other] = [
    await simulate({ seed: 11, payments: PAYMENTS_A_ROUND }),
    await simulate({ seed: 11, payments: PAYMENTS_A_ROUND }),
  ];
  expect(one).toEqual(other);
});

test.each(DEFECTS)("it finds the planted defect %s", async (defect) => {
  // A run ends with its first finding: only rare defects take many rounds.
  const { findings } = await simulate({ seed: 1, payments: 100 * PAYMENTS_A_ROUND, defect });
  expect(findings).not.toEqual([]);
});
