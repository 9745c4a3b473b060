import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@corridor/base/ids.ts";
import { cardPayin, mobileMoneyPayin } from "#test/harness/payments.ts";
import { startWorld, type World } from "./contract.fixtures.ts";
import { initiate } from "./scenes.fixtures.ts";

/** GET /transactions (4.18): search and dates, which the generated list test does not cover. */
let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const list = (query: string, caller = world.callers.apiKey) => world.must(caller, "GET", `/transactions?${query}`);
const idsOf = (body: { data: { payment_id: string }[] }): string[] => body.data.map((row) => row.payment_id);

describe("searching", () => {
  test("pages like any list, and the other filters still count", async () => {
    const made: string[] = [];
    for (let n = 0; n < 5; n++)
      made.unshift(
        (
          await initiate(
            world,
            n % 2 === 0
              ? mobileMoneyPayin("4567", { client_reference: "order-7" })
              : cardPayin("4242", { client_reference: "order-7" }),
          )
        ).payment_id,
      );
    await initiate(world, mobileMoneyPayin("4567", { client_reference: "order-70" }));
    const seen: string[] = [];
    let cursor = "";
    for (let pages = 0; pages < 3; pages++) {
      const body = await list(`search=order-7&limit=2${cursor}`);
      seen.push(...idsOf(body));
      cursor = `&last_evaluated_key=${body.last_evaluated_key}`;
      if (pages === 2) expect(body.last_evaluated_key).toBeNull();
    }
    expect(seen).toEqual(made);
    expect(idsOf(await list("search=order-7&payment_method=card"))).toEqual([made[1], made[3]]);
  });

  test("finds a payment by its payment id, its transaction id, the reference of an attempt, and by a reference that looks like an id", async () => {
    const reference = newId();
    const { payment_id, transaction_id } = await initiate(
      world,
      mobileMoneyPayin("4567", { client_reference: reference }),
    );
    const { attempts } = await world.must(world.callers.apiKey, "GET", `/payments/transaction/${transaction_id}`);
    for (const text of [payment_id, transaction_id, attempts[0].attempt_id, reference]) {
      expect(idsOf(await list(`search=${text}`))).toEqual([payment_id]);
      expect(idsOf(await list(`search=${text}`, world.callers.admin))).toEqual([payment_id]);
    }
  });

  test("is not how a payment is read: only its own id is", async () => {
    const { payment_id, transaction_id } = await initiate(world, mobileMoneyPayin());
    for (const caller of [world.callers.apiKey, world.callers.admin]) {
      expect((await world.request(caller, "GET", `/payments/${payment_id}`)).body.data.payment_id).toBe(payment_id);
      expect((await world.request(caller, "GET", `/payments/${transaction_id}`)).status).toBe(404);
      expect((await world.request(caller, "GET", `/payments/transaction/${payment_id}`)).status).toBe(404);
    }
  });
});

describe("a range of dates", () => {
  test("takes whole days in UTC at both ends, or moments of which the last is left out", async () => {
    world.clock.set(new Date("2030-03-10T23:59:59.999Z"));
    const late = (await initiate(world, mobileMoneyPayin())).payment_id;
    world.clock.set(new Date("2030-03-11T00:00:00.000Z"));
    const early = (await initiate(world, mobileMoneyPayin())).payment_id;
    expect(idsOf(await list("date_from=2030-03-10&date_to=2030-03-10"))).toEqual([late]);
    expect(idsOf(await list("date_from=2030-03-11&date_to=2030-03-11"))).toEqual([early]);
    expect(idsOf(await list("date_from=2030-03-10&date_to=2030-03-11"))).toEqual([early, late]);
    expect(idsOf(await list("date_from=2030-03-10T23:59:59.999Z&date_to=2030-03-11T00:00:00.000Z"))).toEqual([late]);
    expect(idsOf(await list(`date_from=${encodeURIComponent("2030-03-11T01:00:00.000+01:00")}`))).toEqual([early]);
  });

  test.each([
    "date_from=yesterday",
    "date_to=2030-02-30",
    "date_from=2030-13-01",
    "date_from=2030-03-10x",
    "date_to=2030-03-10T25:00:00Z",
    "date_from=",
    "date_from=2030-03-10T10:00:00",
  ])("refuses %s", async (query) => {
    const answer = await world.request(world.callers.apiKey, "GET", `/transactions?${query}`);
    expect([answer.status, answer.body.details[0].path]).toEqual([400, query.split("=")[0]]);
  });
});
