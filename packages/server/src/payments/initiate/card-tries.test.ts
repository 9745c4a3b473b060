import { afterAll, beforeAll, expect, test } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { newId } from "@corridor/base/ids.ts";
import type { FailureCause } from "@corridor/provider-kit/failures.ts";
import { createTestDatabase, type TestDatabase, testSecrets } from "@corridor/test/harness/database.ts";
import { createCardTries, purgeCardTriesJob, settleCardTries } from "./card-tries.ts";

const DAY_MS = 24 * 60 * 60_000;
const CARD = "4242 4242 4242 4242";
const ORG = newId();

let database: TestDatabase;
let clock: SteppedClock;
beforeAll(async () => {
  database = await createTestDatabase();
  clock = new SteppedClock();
});
afterAll(() => database[Symbol.asyncDispose]());

/** Each as another process has it. */
const tries = () => createCardTries({ db: database.db, clock, secrets: testSecrets, environment: "production" });
async function attempt(orgId: string, card: string, causes: FailureCause[], isDeclined: boolean): Promise<void> {
  const paymentId = newId();
  await tries().admit({ orgId, paymentId }, card);
  await database.db.transaction((tx) => settleCardTries(tx, [{ paymentId, causes, isDeclined }]));
}
const decline = (orgId: string, card = CARD) => attempt(orgId, card, ["insufficient_funds"], true);

test("a card is declined at most 15 times in 30 days, over all processes, and by one organization", async () => {
  for (let n = 0; n < 15; n++) await decline(ORG);
  await expect(decline(ORG, CARD.replaceAll(" ", ""))).rejects.toMatchObject({ statusCode: 409, code: "CARD_BLOCKED" });
  await decline(newId());
  clock.advance(31 * DAY_MS);
  await decline(ORG);
});

test.each<FailureCause>(["card_lost_or_stolen", "card_closed", "card_invalid"])(
  "a card is never tried again after %s, and the purge keeps that",
  async (cause) => {
    const orgId = newId();
    await attempt(orgId, CARD, [cause], true);
    clock.advance(300 * DAY_MS);
    await purgeCardTriesJob({ db: database.db, clock }).runOnce();
    await expect(decline(orgId)).rejects.toMatchObject({ code: "CARD_BLOCKED" });
  },
);

test("payments that succeed, are canceled or fail by a provider's fault do not count", async () => {
  const orgId = newId();
  for (let n = 0; n < 20; n++) await attempt(orgId, CARD, n % 2 === 0 ? [] : ["provider_error"], false);
  await expect(decline(orgId)).resolves.toBeUndefined();
});

test("a payment that was not created does not count", async () => {
  const orgId = newId();
  for (let n = 0; n < 20; n++) {
    const paymentId = newId();
    await tries().admit({ orgId, paymentId }, CARD);
    await tries().forget(paymentId);
  }
  await expect(decline(orgId)).resolves.toBeUndefined();
});

test("two at once take turns, and the same payment counts once", async () => {
  const orgId = newId();
  for (let n = 0; n < 14; n++) await decline(orgId);
  const paymentId = newId();
  await tries().admit({ orgId, paymentId }, CARD);
  await tries().admit({ orgId, paymentId }, CARD);
  const both = await Promise.allSettled([1, 2].map(() => tries().admit({ orgId, paymentId: newId() }, CARD)));
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});
