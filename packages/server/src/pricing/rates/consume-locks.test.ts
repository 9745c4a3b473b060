import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { writeTogether } from "#src/kernel/db/write-together.ts";
import { Decimal } from "@corridor/base/decimal.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { createTestDatabase, type TestDatabase } from "@corridor/test/harness/database.ts";
import { consumeLocks, lockEnds, type LockUse, lockUses } from "./consume-locks.ts";
import { lockRate, type LockRateDeps } from "./lock-rate.ts";

let database: TestDatabase;
const clock = new SteppedClock();
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

const deps = (): LockRateDeps => ({
  db: database.db,
  clock,
  liveRates: {
    between: async (_from, to) => ({ rate: Decimal.parse(to === "USD" ? "1" : "1550"), source: "table" }),
    all: async () => [],
  },
  marginBpsOf: async () => 0,
  lockLimits: { rateLockDriftBps: 50, rateLockMaxOpen: 100, ...LIMITS },
});
const LIMITS = { rateLockHourlyUsd: 100, rateOpenUsd: 80 };

async function newUse(orgId: string, usd: string, change: Partial<LockUse> = {}): Promise<LockUse> {
  const { orgRateId } = await lockRate(deps(), orgId, "USD", "NGN");
  return {
    orgId,
    orgRateId,
    usedBy: newId(),
    amount: Money.parse(usd, "USD"),
    toCurrency: "NGN",
    at: clock.now(),
    ...change,
  };
}
const usdOf = async (orgId: string) =>
  (await database.db.query<{ usd: string }>("SELECT usd FROM rate_exposures WHERE org_id = $1", [orgId])).map(
    ({ usd }) => Number(usd),
  );

/** Uses locks like a payment does: decides first, then writes the use of those that were not refused. */
const use = (uses: readonly LockUse[], between: () => Promise<void> = async () => undefined) =>
  database.db.transaction(async (tx) => {
    const refusals = await consumeLocks(tx, uses, LIMITS);
    await between();
    await writeTogether(tx, lockUses(uses.filter(({ usedBy }) => !refusals.has(usedBy))));
    return [...refusals.values()];
  });

test("of two transactions that want one lock, the second waits for the first and is refused", async () => {
  const first = await newUse(newId(), "10");
  const second = { ...first, usedBy: newId() };
  let later: Promise<string[]> | undefined;
  const won = await use([first], async () => {
    later = use([second]);
    // The second statement has been sent. It must not win, whether it is answered before or after this one's commit.
    await database.db.query("SELECT 1");
  });
  expect([won, await later]).toEqual([[], ["rate_used"]]);
});

test("a payment that was stored before finds its own lock", async () => {
  const asked = await newUse(newId(), "10");
  expect(await use([asked])).toEqual([]);
  expect(await use([asked])).toEqual([]);
  expect(await usdOf(asked.orgId)).toEqual([10]);
});

test("of many in one batch the limit of the hour lets the first through, and each of the others is judged alone", async () => {
  const orgId = newId();
  const uses = [await newUse(orgId, "60"), await newUse(orgId, "50"), await newUse(orgId, "40")];
  expect(await use(uses)).toEqual(["rate_limit"]);
  expect(await usdOf(orgId)).toEqual([100]);
  expect(await use([{ ...uses[1]!, at: new Date(clock.now().getTime() + 60 * 60_000) }])).toEqual([]);
});

test("twenty transactions at once convert exactly what the hour has room for", async () => {
  const orgId = newId();
  const uses = await Promise.all(Array.from({ length: 20 }, () => newUse(orgId, "10")));
  const refused = (await Promise.all(uses.map((one) => use([one])))).flat();
  expect(refused).toEqual(Array.from({ length: 10 }, () => "rate_limit"));
  expect(await usdOf(orgId)).toEqual([100]);
});

test("a lock that is given back is used again without being counted again, except for what is more", async () => {
  const asked = await newUse(newId(), "30");
  await use([asked]);
  await writeTogether(database.db, lockEnds([{ ...asked, usedBy: newId(), isFree: true }]));
  expect(await use([{ ...asked, usedBy: newId() }])).toEqual(["rate_used"]);
  await writeTogether(database.db, lockEnds([{ ...asked, isFree: true }]));
  expect(await use([{ ...asked, usedBy: newId(), amount: Money.parse("45", "USD") }])).toEqual([]);
  expect(await usdOf(asked.orgId)).toEqual([45]);
});

describe("payments that wait for their customers' money", () => {
  const waiting = (orgId: string, usd: string) => newUse(orgId, usd, { waits: true });

  test("are open up to the limit of a direction of a pair, and each of the others is judged alone", async () => {
    const orgId = newId();
    const uses = [await waiting(orgId, "50"), await waiting(orgId, "40"), await waiting(orgId, "30")];
    expect(await use(uses)).toEqual(["rate_open"]);
    // What is paid at once does not wait.
    expect(await use([{ ...uses[1]!, amount: Money.parse("20", "USD"), waits: false }])).toEqual([]);
  });

  test("leave room when they end, whether they converted their money or not", async () => {
    const orgId = newId();
    const [first, second, third] = [await waiting(orgId, "50"), await waiting(orgId, "30"), await waiting(orgId, "20")];
    expect(await use([first, second])).toEqual([]);
    expect(await use([third])).toEqual(["rate_open"]);
    await writeTogether(database.db, lockEnds([{ ...first, isFree: false }]));
    expect(await use([third])).toEqual([]);
    expect(await use([{ ...first, usedBy: newId() }])).toEqual(["rate_used"]);
    await writeTogether(database.db, lockEnds([{ ...second, isFree: true }]));
    expect(await use([{ ...second, usedBy: newId() }])).toEqual([]);
  });

  test("that begin at the same moment never exceed it together", async () => {
    const orgId = newId();
    const uses = await Promise.all(Array.from({ length: 10 }, () => waiting(orgId, "9")));
    const refused = (await Promise.all(uses.map((one) => use([one])))).flat();
    expect(refused).toEqual(["rate_open", "rate_open"]);
  });
});
