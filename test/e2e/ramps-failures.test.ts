import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Ramp, type RampApp, startRampApp } from "./ramps.fixtures.ts";

/**
 * Every failure of a ramp has a defined end: final record, events, a reconciliation item if a person must act, and
 * books that sum to zero.
 */
let app: RampApp;
beforeAll(async () => {
  app = await startRampApp();
});
afterEach(() => app.mend());
afterAll(() => app.close());

const HALF_HOUR_MS = 30 * 60_000;
const onMobileMoney = (ending: string, change: Record<string, unknown> = {}) =>
  app.buying({
    country: "GH",
    fiat_currency: "GHS",
    fiat_amount: 1240.0,
    mobile_money_details: { provider: "MTN", phone_number: `+23324123${ending}` },
    ...change,
  });
const toAccount = (ending: string) =>
  app.selling({ destination: { accountNumber: `012345${ending}`, bankCode: "044", bankName: "Access Bank" } });
const legs = (record: Record<string, any>) =>
  record["attempts"].map((attempt: any) => [attempt.leg, attempt.provider, attempt.outcome]);

async function sold(body: Promise<Record<string, unknown>>): Promise<Ramp> {
  const ramp = await app.begin(body);
  await app.sendCrypto(ramp, "100");
  await app.advance(3_000);
  return ramp;
}

describe("paying in", () => {
  test("nobody pays in time: canceled here and at the provider, nothing in the books", async () => {
    const ramp = await app.begin(app.buying());
    await app.advance(HALF_HOUR_MS);
    await app.work();
    expect(await app.record(ramp)).toMatchObject({ status: "canceled", next_action: null, received_amount: null });
    expect(await app.eventTypes(ramp)).toEqual([
      "transaction.updated",
      "payment.processing",
      "payment.pending",
      "transaction.updated",
      "ramp.canceled",
      "payment.canceled",
      "transaction.updated",
    ]);
    expect(await app.books(ramp)).toEqual({});
    expect(await app.items(ramp)).toEqual([]);
    expect(await app.journal(ramp)).toEqual(["crypto payin 155000 NGN failed"]);
  });

  test("too little, then the rest: waits, tells of the part, and goes on when all is there", async () => {
    const ramp = await app.begin(app.buying());
    await app.payFiat(ramp, "100000.00");
    expect(await app.record(ramp)).toMatchObject({
      status: "pending",
      received_amount: 100000,
      next_action: "make_transfer",
      ramp: { rate: expect.any(Number) },
    });
    expect(await app.eventTypes(ramp)).toEqual([
      "transaction.updated",
      "payment.processing",
      "payment.pending",
      "transaction.updated",
      "transaction.updated",
    ]);
    await app.payFiat(ramp, "55000.00");
    expect(await app.finish(ramp)).toMatchObject({ status: "completed", received_amount: 155000 });
    expect(await app.items(ramp)).toEqual([]);
  });

  test("too little until the time is over: canceled, the part in suspense, an item for a person", async () => {
    const ramp = await app.begin(app.buying());
    await app.payFiat(ramp, "100000.00");
    await app.advance(HALF_HOUR_MS);
    await app.work();
    expect(await app.record(ramp)).toMatchObject({ status: "canceled", received_amount: 100000 });
    expect(await app.books(ramp)).toEqual({ "provider:crypto NGN": "-100000.00", "suspense NGN": "100000.00" });
    expect(await app.items(ramp)).toMatchObject([{ kind: "underpaid", status: "open", provider: "crypto" }]);
    expect((await app.eventTypes(ramp)).slice(-2)).toEqual(["payment.canceled", "transaction.updated"]);
  });

  test("too much: delivers what was asked for, the excess in suspense with an item", async () => {
    const ramp = await app.begin(app.selling());
    await app.sendCrypto(ramp, "103.5");
    await app.advance(3_000);
    expect(await app.finish(ramp)).toMatchObject({
      status: "completed",
      received_amount: 103.5,
      target_amount: 155000,
    });
    expect(await app.books(ramp)).toEqual({
      "fx NGN": "-155000.00",
      "fx USDT": "100.000000",
      "provider:crypto NGN": "155000.00",
      "provider:crypto USDT": "-103.500000",
      "suspense USDT": "3.500000",
    });
    expect(await app.items(ramp)).toMatchObject([{ kind: "overpaid" }]);
  });

  test("twice: the second deposit is in suspense with an item, and told of, after the ramp has ended too", async () => {
    const ramp = await app.begin(app.buying());
    await app.payFiat(ramp, "155000.00");
    await app.finish(ramp);
    const before = (await app.eventTypes(ramp)).length;
    await app.payFiat(ramp, "155000.00");
    expect(await app.record(ramp)).toMatchObject({ status: "completed", received_amount: 310000 });
    expect(await app.books(ramp)).toMatchObject({ "suspense NGN": "155000.00", "provider:crypto NGN": "-310000.00" });
    expect(await app.items(ramp)).toMatchObject([{ kind: "unexpected_money" }]);
    expect((await app.eventTypes(ramp)).slice(before)).toEqual(["transaction.updated"]);
  });

  test("too late: stays canceled, the deposit in suspense with an item, and told of", async () => {
    const ramp = await app.begin(app.selling());
    await app.advance(HALF_HOUR_MS);
    await app.work();
    expect(await app.record(ramp)).toMatchObject({ status: "canceled" });
    await app.sendCrypto(ramp, "100");
    await app.advance(3_000);
    expect(await app.record(ramp)).toMatchObject({ status: "canceled", received_amount: 100 });
    expect(await app.books(ramp)).toEqual({ "provider:crypto USDT": "-100.000000", "suspense USDT": "100.000000" });
    expect(await app.items(ramp)).toMatchObject([{ kind: "unexpected_money" }]);
    expect((await app.eventTypes(ramp)).slice(-3)).toEqual([
      "payment.canceled",
      "transaction.updated",
      "transaction.updated",
    ]);
  });

  test("in the last second: a deposit that is being confirmed when the time runs out has come in time", async () => {
    const ramp = await app.begin(app.selling());
    await app.advance(HALF_HOUR_MS - 1_000);
    await app.sendCrypto(ramp, "100");
    await app.advance(1_000);
    await app.work();
    expect(await app.record(ramp)).toMatchObject({ status: "pending" });
    await app.advance(3_000);
    expect(await app.finish(ramp)).toMatchObject({ status: "completed" });
  });

  test("a part is confirmed and the instructions still stand, so that the rest can follow", async () => {
    const ramp = await app.begin(app.selling());
    await app.sendCrypto(ramp, "40");
    await app.advance(3_000);
    await app.work();
    expect(await app.record(ramp)).toMatchObject({
      status: "pending",
      received_amount: 40,
      next_action: "make_transfer",
      instructions: expect.stringContaining(ramp.payment_instructions.account_number),
    });
    await app.sendCrypto(ramp, "60");
    await app.advance(3_000);
    expect(await app.finish(ramp)).toMatchObject({ status: "completed" });
  });

  test("canceled on request while nothing was paid", async () => {
    const ramp = await app.begin(app.buying());
    const canceled = await app.request(app.caller, "POST", `/payments-init/${ramp.payment_id}/action`, {
      action: "cancel",
    });
    expect(canceled.status, canceled.text).toBe(200);
    expect(await app.record(ramp)).toMatchObject({ status: "canceled" });
    const again = await app.request(app.caller, "POST", `/payments-init/${ramp.payment_id}/action`, {
      action: "cancel",
    });
    expect([again.status, again.body.code]).toEqual([409, "INVALID_STATE"]);
  });
});

describe("the first leg's provider", () => {
  test("all refuse: 502, and the ramp is stored as failed with every attempt", async () => {
    const answer = await app.submit(await onMobileMoney("0002"));
    expect(answer.status).toBe(502);
    expect(answer.body).toMatchObject({
      error: expect.any(String),
      message: expect.any(String),
      code: "ALL_PROVIDERS_FAILED",
    });
    const [stored] = (await app.request(app.caller, "GET", "/transactions?limit=1")).body.data;
    expect(answer.body.message).toContain(stored.payment_id);
    expect(stored).toMatchObject({ status: "failed", direction: "external" });
    expect(legs(stored)).toEqual([
      ["collect", "crypto", "refused"],
      ["collect", "hybrid", "refused"],
    ]);
    expect(await app.books(stored)).toEqual({});
  });

  test.each([
    ["0003", "refused"],
    ["0010", "unreachable"],
  ])("%s: the primary does not take it (%s), the fallback does", async (ending, outcome) => {
    const ramp = await app.begin(onMobileMoney(ending));
    expect(ramp["provider"]).toBe("hybrid");
    await app.advance(1_000);
    const done = await app.finish(ramp);
    expect(legs(done)).toEqual([
      ["collect", "crypto", outcome],
      ["collect", "hybrid", "accepted"],
      ["settle", "crypto", "accepted"],
    ]);
    expect(await app.books(ramp)).toEqual({
      "fx GHS": "1240.00",
      "fx USDT": "-100.000000",
      "provider:hybrid GHS": "-1240.00",
      "provider:crypto USDT": "100.000000",
    });
  });

  test("0004: its answer is lost; nobody else is asked, and the truth is found", async () => {
    const ramp = await app.begin(onMobileMoney("0004"));
    expect(ramp).toMatchObject({ status: "pending", next_action: "check_status" });
    expect(ramp).not.toHaveProperty("payment_instructions");
    const done = await app.finish(ramp);
    expect(done["status"]).toBe("completed");
    expect(await app.journal(ramp)).toEqual(["crypto payin 1240 GHS completed", "crypto payout 100 USDT completed"]);
  });

  test("0005: it takes the leg and then fails: the ramp has failed, nothing was collected", async () => {
    const ramp = await app.begin(onMobileMoney("0005"));
    await app.advance(1_000);
    expect(await app.record(ramp)).toMatchObject({ status: "failed", failure_reason: expect.any(String) });
    expect(await app.books(ramp)).toEqual({});
    expect((await app.eventTypes(ramp)).slice(-3)).toEqual(["ramp.failed", "payment.failed", "transaction.updated"]);
  });

  test("0008: its callback comes three times and out of order: collected once, settled once", async () => {
    const ramp = await app.begin(onMobileMoney("0008"));
    await app.advance(1_000);
    expect(await app.finish(ramp)).toMatchObject({ status: "completed" });
    expect(await app.journal(ramp)).toEqual(["crypto payin 1240 GHS completed", "crypto payout 100 USDT completed"]);
    expect(await app.books(ramp)).toMatchObject({ "provider:crypto GHS": "-1240.00" });
  });

  test("0009: its callback never comes: asking finds the outcome", async () => {
    const ramp = await app.begin(onMobileMoney("0009"));
    await app.advance(4_000);
    expect(await app.finish(ramp)).toMatchObject({ status: "completed" });
  });
});

describe("the second leg", () => {
  test.each([
    ["0003", "refused"],
    ["0010", "unreachable"],
  ])("%s: the primary does not take it (%s), the fallback does", async (ending, outcome) => {
    const ramp = await sold(toAccount(ending));
    const done = await app.finish(ramp);
    expect(legs(done)).toEqual([
      ["collect", "crypto", "accepted"],
      ["settle", "crypto", outcome],
      ["settle", "hybrid", "accepted"],
    ]);
    expect(await app.books(ramp)).toEqual({
      "fx NGN": "-155000.00",
      "fx USDT": "100.000000",
      "provider:hybrid NGN": "155000.00",
      "provider:crypto USDT": "-100.000000",
    });
  });

  test("0004: the answer is lost; nobody else is asked, the truth is found, and it is paid once", async () => {
    const ramp = await sold(toAccount("0004"));
    const done = await app.finish(ramp);
    expect(legs(done)).toEqual([
      ["collect", "crypto", "accepted"],
      ["settle", "crypto", "accepted"],
    ]);
    expect(await app.journal(ramp)).toEqual(["crypto payin 100 USDT completed", "crypto payout 155000 NGN completed"]);
  });

  test("never arrived: after the deadline it is tried elsewhere, once", async () => {
    const ramp = await app.begin(app.buying());
    await app.payFiat(ramp, "155000.00");
    await app.fault("crypto", "error", 5);
    await app.work();
    expect(legs(await app.record(ramp)).at(-1)).toEqual(["settle", "crypto", "unknown"]);
    await app.mend();
    expect(legs(await app.finish(ramp))).toEqual([
      ["collect", "crypto", "accepted"],
      ["settle", "crypto", "unreachable"],
      ["settle", "hybrid", "accepted"],
    ]);
    expect(await app.journal(ramp)).toEqual(["crypto payin 155000 NGN completed", "hybrid payout 100 USDT completed"]);
  });

  test.each([
    ["0002", "refused by everybody"],
    ["0005", "taken and then failed by everybody"],
  ])("%s, %s, is tried in rounds; then the crypto goes back and the ramp has failed", async (ending) => {
    const ramp = await sold(toAccount(ending));
    const failed = await app.finish(ramp);
    expect(failed).toMatchObject({
      status: "failed",
      failure_reason: expect.any(String),
      refunded_amount: 100,
      ramp: { step: "ended", settle_round: 3 },
    });
    expect(
      failed["attempts"].filter((attempt: any) => attempt.leg === "settle").map((attempt: any) => attempt.provider),
    ).toEqual(Array.from({ length: 4 }, () => ["crypto", "hybrid"]).flat());
    expect(await app.books(ramp)).toEqual({});
    expect((await app.journal(ramp)).filter((line) => line.includes("refund"))).toEqual([
      "crypto refund 100 USDT completed",
    ]);
    expect((await app.journal(ramp)).filter((line) => line.includes("payout") && line.includes("completed"))).toEqual(
      [],
    );
    expect((await app.eventTypes(ramp)).slice(-2)).toEqual(["payment.failed", "transaction.updated"]);
    expect(await app.items(ramp)).toEqual([]);
    const refunds = await app.request(app.caller, "GET", `/payments/${ramp.payment_id}/refunds`);
    expect(refunds.body.data).toMatchObject([{ amount: 100, currency: "USDT", status: "completed" }]);
  });

  test("fails while its providers are down, and goes through in a later round", async () => {
    const ramp = await app.begin(app.buying());
    await app.payFiat(ramp, "155000.00");
    await app.fault("crypto", "refuse");
    await app.fault("hybrid", "refuse");
    await app.work();
    await app.advance(5_000);
    await app.work();
    expect(await app.record(ramp)).toMatchObject({ status: "processing", ramp: { settle_round: 2 } });
    await app.mend();
    expect(await app.finish(ramp)).toMatchObject({ status: "completed", failure_reason: null });
    expect((await app.journal(ramp)).filter((line) => line.includes("payout"))).toHaveLength(1);
  });

  test("finds nobody configured any more: the fiat goes back", async () => {
    const ramp = await app.begin(app.buying({ country: "KE", fiat_currency: "KES", fiat_amount: 12920.0 }));
    await app.payFiat(ramp, "12920.00");
    const admin = await app.admin();
    const configs = await app.request(admin, "GET", "/payments/provider-configs?country=KE&limit=100");
    for (const config of configs.body.data.filter((one: any) => one.direction === "external")) {
      expect(
        (
          await app.request(admin, "PATCH", `/payments/provider-configs/${config.provider}/${config.config_id}`, {
            is_active: false,
          })
        ).status,
      ).toBe(200);
    }
    const failed = await app.finish(ramp);
    expect(failed).toMatchObject({ status: "failed", refunded_amount: 12920 });
    expect(legs(failed)).toEqual([["collect", "crypto", "accepted"]]);
    expect(await app.books(ramp)).toEqual({});
    expect(
      (await app.submit(await app.buying({ country: "KE", fiat_currency: "KES", fiat_amount: 12920.0 }))).body.code,
    ).toBe("ROUTING_CONFIG_NOT_FOUND");
  });

  test("fails for good and the refund fails too: the money is in suspense and a person is asked to give it back", async () => {
    const ramp = await app.begin(app.buying());
    await app.payFiat(ramp, "155000.00");
    await app.fault("crypto", "refuse");
    await app.fault("hybrid", "refuse");
    const failed = await app.finish(ramp);
    expect(failed).toMatchObject({ status: "failed", refunded_amount: 0, ramp: { refund_tries: 3 } });
    expect(await app.books(ramp)).toEqual({ "provider:crypto NGN": "-155000.00", "suspense NGN": "155000.00" });
    expect(await app.items(ramp)).toMatchObject([
      { kind: "ramp_refund_needed", status: "open", message: expect.stringContaining("155000.00 NGN") },
    ]);
  });

  test("fails for good and the answer to the refund is lost: asking finds it, and the money goes back once", async () => {
    const ramp = await sold(toAccount("0002"));
    await app.fault("crypto", "lost_answer");
    expect(await app.finish(ramp)).toMatchObject({ status: "failed", refunded_amount: 100 });
    expect((await app.journal(ramp)).filter((line) => line.includes("refund"))).toEqual([
      "crypto refund 100 USDT completed",
    ]);
    expect(await app.books(ramp)).toEqual({});
  });

  test("is never begun for a ramp that somebody else already continues", async () => {
    const ramp = await app.begin(app.buying());
    await app.payFiat(ramp, "155000.00");
    // Two workers find it due at the same moment: the lease lets one poll, the row lock lets one send.
    const job = app.service.jobs.find((one) => one.name === "payment-checks")!;
    await Promise.all([
      job.runOnce(),
      job.runOnce(),
      app.db.query(`UPDATE payment_checks SET due_at = $1`, [app.clock.now()]).then(() => job.runOnce()),
    ]);
    await app.finish(ramp);
    expect((await app.journal(ramp)).filter((line) => line.includes("payout"))).toHaveLength(1);
  });
});
