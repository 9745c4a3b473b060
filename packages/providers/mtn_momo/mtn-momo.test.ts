import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { countriesOf, directionsOf } from "@corridor/provider-kit/corridors.ts";
import { createOutbound, type Outbound, OutboundError } from "@corridor/provider-kit/outbound.ts";
import { uuidV4Of } from "@corridor/provider-kit/derived-id.ts";
import type { DispatchRequest, Notice, Provider, StatusAnswer } from "@corridor/provider-kit/provider.ts";
import { scriptedServer } from "@corridor/provider-kit/stage.fixtures.ts";
import { MTN_MOMO } from "./mtn-momo.ts";
import { type FakeMtn, MTN_SETTINGS, mtnRequest, startFakeMtn } from "./mtn-momo.fixtures.ts";
import { MARKETS } from "./mtn-momo-wire.ts";

type Settings = Parameters<typeof MTN_MOMO.create>[0];
let fake: FakeMtn;
let outbound: Outbound;
let provider: Provider;
const clock = new SteppedClock();
const at = (base_url: string, fields: Partial<Settings> = {}): Provider =>
  MTN_MOMO.create({ ...MTN_SETTINGS, base_url, ...fields }, { outbound, clock });
beforeAll(async () => {
  fake = await startFakeMtn();
  outbound = createOutbound();
  provider = at(fake.url);
});
afterAll(async () => {
  await fake.close();
  await outbound.close();
});

const deadline = (): AbortSignal => AbortSignal.timeout(5_000);
const bookedAs = (reference: string) => fake.booked.get(uuidV4Of(reference))!;
const payout = (fields: Partial<DispatchRequest> = {}): DispatchRequest =>
  mtnRequest({ direction: "outbound", ...fields });
const ask = (request: DispatchRequest): Promise<StatusAnswer> =>
  provider.fetchStatus({ ...request, providerPaymentId: null }, deadline());
const refundOf = (request: DispatchRequest, amount = request.amount) => ({
  reference: newId(),
  paymentReference: request.reference,
  providerPaymentId: uuidV4Of(request.reference),
  amount,
  reason: "returned",
  callbackUrl: request.callbackUrl,
});

describe("on the wire", () => {
  test("a request to pay names the payer without a plus, bears our reference, and goes under an id that is always the same", async () => {
    const request = mtnRequest({ reference: "0199a2b4-7c00-7000-8000-000000000001", description: "Café No. 5 / été" });
    expect(await provider.dispatch(request, deadline())).toEqual({
      outcome: "accepted",
      // sha256 of "reference:<reference>" cut to 16 bytes with the bits of version 4, computed independently of this
      // code.
      providerPaymentId: "49a97de9-8e66-4b4b-b20c-64e50820c545",
      providerStatus: "PENDING",
      status: "pending",
      nextAction: { type: "wait" },
    });
    expect(bookedAs(request.reference)).toMatchObject({
      product: "collection",
      resource: "requesttopay",
      body: {
        amount: "1500.25",
        currency: "GHS",
        externalId: request.reference,
        payer: { partyIdType: "MSISDN", partyId: "233241231234" },
        payerMessage: "Cafe No. 5 ete",
        payeeNote: "Cafe No. 5 ete",
      },
    });
  });

  test("a transfer names the payee and sends what the payee gets", async () => {
    const request = payout({ amount: Money.parse("100.00", "USD"), targetAmount: Money.parse("1540.00", "GHS") });
    expect(await provider.dispatch(request, deadline())).toMatchObject({ outcome: "accepted", status: "processing" });
    expect(bookedAs(request.reference)).toMatchObject({
      product: "disbursement",
      resource: "transfer",
      body: {
        amount: "1540",
        currency: "GHS",
        payee: { partyIdType: "MSISDN", partyId: "233241231234" },
        payerMessage: "Payment",
      },
    });
  });

  test("the callback address is a secret one, another for each direction", async () => {
    const request = mtnRequest({ reference: "0199a2b4-7c00-7000-8000-000000000002" });
    await provider.dispatch(request, deadline());
    // HMAC-SHA-256 with the key "inbound:<callback secret>" over "callback address:<reference>", computed independently
    // of this code.
    expect(bookedAs(request.reference).callbackUrl).toBe(
      `${request.callbackUrl}/${request.reference}/275d1c50f192c87942a82d104a78b102a799d0f76ac879d16cfdc9ee245d2bf7`,
    );
    const out = payout();
    await provider.dispatch(out, deadline());
    const [inward, outward] = [request, out].map(
      ({ reference }) => provider.parseCallback(fake.end(reference, { status: "SUCCESSFUL" }))[0],
    );
    expect(inward).toEqual({
      kind: "notice",
      direction: "inbound",
      reference: request.reference,
      providerPaymentId: uuidV4Of(request.reference),
    });
    expect(outward).toEqual({
      kind: "notice",
      direction: "outbound",
      reference: out.reference,
      providerPaymentId: uuidV4Of(out.reference),
    });
  });

  test("a long description is cut, and one of odd characters alone is replaced", async () => {
    const [long, odd] = [mtnRequest({ description: "x".repeat(500) }), mtnRequest({ description: "支払い" })];
    for (const request of [long, odd])
      expect(await provider.dispatch(request, deadline())).toMatchObject({ outcome: "accepted" });
    expect(bookedAs(long.reference).body["payeeNote"]).toBe("x".repeat(128));
    expect(bookedAs(odd.reference).body["payeeNote"]).toBe("Payment");
  });
});

describe("each word of the status", () => {
  test.each([
    ["PENDING", "pending", "processing"],
    ["SUCCESSFUL", "completed", "completed"],
    ["FAILED", "failed", "failed"],
  ])("%s is %s of a payin and %s of a payout", async (status, inward, outward) => {
    for (const [request, expected] of [
      [mtnRequest(), inward],
      [payout(), outward],
    ] as const) {
      await provider.dispatch(request, deadline());
      fake.end(request.reference, { status });
      const answer = await ask(request);
      expect(answer).toMatchObject({
        outcome: "found",
        update: { reference: request.reference, providerStatus: status, status: expected },
      });
      // After a lost answer, only this answer tells the customer what to do.
      expect((answer as { nextAction?: object }).nextAction).toEqual(
        expected === "pending" ? { type: "wait" } : undefined,
      );
    }
  });

  test.each(["EXPIRED", "successful", "", "__proto__"])("%j is none, and tells nothing", async (status) => {
    const request = mtnRequest();
    await provider.dispatch(request, deadline());
    fake.end(request.reference, { status });
    expect(await ask(request)).toMatchObject({ outcome: "unknown" });
  });

  test("a completed payin tells what arrived and MTN's own number of it, a payout only the number", async () => {
    const [request, out] = [mtnRequest(), payout()];
    for (const each of [request, out]) {
      await provider.dispatch(each, deadline());
      fake.end(each.reference, { status: "SUCCESSFUL" });
    }
    bookedAs(request.reference).shown["amount"] = "1500.2500";
    expect(await ask(request)).toMatchObject({
      update: { receivedAmount: request.amount, data: { financial_transaction_id: "506567530" } },
    });
    expect(await ask(out)).toEqual({
      outcome: "found",
      update: {
        kind: "payment",
        reference: out.reference,
        providerPaymentId: uuidV4Of(out.reference),
        providerStatus: "SUCCESSFUL",
        status: "completed",
        data: { financial_transaction_id: "506567530" },
      },
    });
  });

  test("another amount than ours comes out as what arrived", async () => {
    const request = mtnRequest();
    await provider.dispatch(request, deadline());
    fake.end(request.reference, { status: "SUCCESSFUL" });
    bookedAs(request.reference).shown["amount"] = "1500";
    expect(await ask(request)).toMatchObject({ update: { receivedAmount: Money.parse("1500", "GHS") } });
  });

  test.each([
    ["NOT_ENOUGH_FUNDS", "NOT_ENOUGH_FUNDS", "NOT_ENOUGH_FUNDS"],
    [
      { code: "APPROVAL_REJECTED", message: "Approval rejected" },
      "APPROVAL_REJECTED: Approval rejected",
      "APPROVAL_REJECTED",
    ],
    [{ code: "EXPIRED" }, "EXPIRED", "EXPIRED"],
    [{ code: "EXPIRED", message: `key ${MTN_SETTINGS.collection_api_key}` }, "EXPIRED: key [redacted]", "EXPIRED"],
  ])("the reason %j is told, with its code", async (reason, told, code) => {
    const request = mtnRequest();
    await provider.dispatch(request, deadline());
    fake.end(request.reference, { status: "FAILED", reason });
    expect(await ask(request)).toMatchObject({ update: { status: "failed", reason: told, code } });
  });

  test.each([{ reason: {} }, { reason: { code: null } }, { reason: 7 }, { financialTransactionId: "" }])(
    "%j keeps no payment from its end: it is there for people to read",
    async (fields) => {
      const request = payout();
      await provider.dispatch(request, deadline());
      fake.end(request.reference, { status: "FAILED", ...fields });
      expect(await ask(request)).toMatchObject({ outcome: "found", update: { status: "failed" } });
    },
  );
});

describe("a notice", () => {
  test("is believed in nothing: the body may say what it likes, the status decides", async () => {
    const request = mtnRequest();
    await provider.dispatch(request, deadline());
    const callback = {
      ...fake.end(request.reference, { status: "PENDING" }),
      rawBody: Buffer.from('{"status":"SUCCESSFUL"}'),
    };
    expect(provider.verifyCallback(callback, clock.now())).not.toBeNull();
    const [notice] = provider.parseCallback(callback);
    expect(await provider.fetchStatus(notice as Notice & { reference: string }, deadline())).toMatchObject({
      outcome: "found",
      update: { status: "pending" },
    });
  });

  test("of another payment's address, of a stranger's secret and of a bare callback path is none", async () => {
    const request = mtnRequest();
    await provider.dispatch(request, deadline());
    const callback = fake.end(request.reference, { status: "SUCCESSFUL" });
    const token = callback.path.split("/").at(-1)!;
    for (const path of [
      `/v1/callbacks/mtn_momo/${newId()}/${token}`,
      "/v1/callbacks/mtn_momo",
      `/v1/callbacks/mtn_momo/${request.reference}/`,
    ])
      expect(provider.verifyCallback({ ...callback, path }, clock.now())).toBeNull();
    expect(
      at(fake.url, { callback_secret: "another secret of 32 characters!!" }).verifyCallback(callback, clock.now()),
    ).toBeNull();
  });
});

describe("a reference that MTN already has", () => {
  test("that has failed since, is another's or of another amount, leaves the outcome open", async () => {
    const request = mtnRequest();
    await provider.dispatch(request, deadline());
    fake.end(request.reference, { status: "FAILED" });
    expect(await provider.dispatch(request, deadline())).toMatchObject({ outcome: "unknown" });
    fake.end(request.reference, { status: "SUCCESSFUL" });
    expect(await provider.dispatch(request, deadline())).toMatchObject({ outcome: "accepted", status: "completed" });
    bookedAs(request.reference).shown["amount"] = "1";
    expect(await provider.dispatch(request, deadline())).toMatchObject({ outcome: "unknown" });
    Object.assign(bookedAs(request.reference).shown, { amount: "1500.25", externalId: newId() });
    expect(await provider.dispatch(request, deadline())).toMatchObject({ outcome: "unknown" });
    expect(await ask(request)).toMatchObject({ outcome: "unknown" });
  });
});

describe("a reference that MTN already has and does not show", () => {
  test("is never refused, also when the question could not even be sent", async () => {
    const request = mtnRequest();
    await provider.dispatch(request, deadline());
    const refund = refundOf(request);
    await provider.refund!(refund, deadline());
    const mute: Outbound = {
      ...outbound,
      request: (call) =>
        call.method === "GET"
          ? Promise.reject(new OutboundError("GET mtn.example: ECONNREFUSED", "not_sent", "connect"))
          : outbound.request(call),
    };
    const there = MTN_MOMO.create({ ...MTN_SETTINGS, base_url: fake.url }, { outbound: mute, clock });
    expect(await there.dispatch(request, deadline())).toMatchObject({
      outcome: "unknown",
      reason: expect.stringContaining("the connection could not be made"),
    });
    expect(await there.refund!(refund, deadline())).toMatchObject({ outcome: "unknown" });
  });
});

describe("what it cannot do is refused before anything is sent", () => {
  const GH = { provider: "MTN", phone_number: "+233241231234", network_code: "MTN_GH" };
  test.each<[string, Partial<DispatchRequest>]>([
    ["method_not_supported", { method: "card" }],
    ["country_not_supported", { country: "UG" }],
    ["currency_not_supported", { amount: Money.parse("1", "KES") }],
    [
      "currency_not_supported",
      { direction: "outbound", amount: Money.parse("1", "GHS"), targetAmount: Money.parse("1", "USD") },
    ],
    ["network_not_supported", { mobileMoney: { ...GH, network_code: "TELECEL_GH" } }],
    ["network_not_supported", { mobileMoney: { ...GH, network_code: "" } }],
    ["invalid_phone_number", { mobileMoney: { ...GH, phone_number: "0241231234" } }],
  ])("%s", async (code, fields) => {
    const server = await scriptedServer((response) => void response.writeHead(202).end());
    expect(await at(server.url).dispatch(mtnRequest(fields), deadline())).toMatchObject({
      outcome: "refused",
      code,
      reason: expect.stringMatching(/./),
    });
    expect(server.requests).toEqual([]);
    await server.close();
  });

  test("and so is a direction without keys, which is not offered either", async () => {
    const {
      disbursement_subscription_key: _,
      disbursement_api_user: _user,
      disbursement_api_key: _key,
      ...rest
    } = { ...MTN_SETTINGS, base_url: fake.url };
    const collecting = MTN_MOMO.create(rest, { outbound, clock });
    expect(directionsOf(collecting.corridors)).toEqual(["inbound"]);
    expect(collecting.refund).toBeUndefined();
    expect(await collecting.dispatch(payout(), deadline())).toMatchObject({ outcome: "refused", code: "not_set_up" });
    expect(await collecting.fetchStatus({ ...payout(), providerPaymentId: null }, deadline())).toMatchObject({
      outcome: "unknown",
    });
  });
});

describe("settings", () => {
  const { target_environment, callback_secret, ...keys } = MTN_SETTINGS;
  const without = (...names: string[]): object =>
    Object.fromEntries(Object.entries(keys).filter(([name]) => !names.includes(name)));
  test.each<[missing: string, given: object]>([
    ["collection_api_key", without("collection_api_key")],
    ["collection_subscription_key", without("collection_subscription_key", "collection_api_user")],
    ["disbursement_api_user", without("disbursement_api_user")],
    ["collection_subscription_key", {}],
  ])("that lack %s for what else they hold are refused", (setting, given) => {
    const whole = { target_environment, callback_secret, ...given, base_url: fake.url };
    expect(() => MTN_MOMO.create(whole, { outbound, clock })).toThrow(
      expect.objectContaining({ name: "InvalidSetting", setting }),
    );
  });
});

describe("each country", () => {
  test.each(Object.entries(MARKETS).filter(([environment]) => environment !== "sandbox"))(
    "%s",
    async (environment, { country, currency }) => {
      const fakeThere = await startFakeMtn(environment);
      const there = at(fakeThere.url, { target_environment: environment as Settings["target_environment"] });
      expect(countriesOf(there.corridors)).toEqual([country]);
      const mobileMoney = { provider: "MTN", phone_number: "+233241231234", network_code: `MTN_${country}` };
      const request = mtnRequest({ country: country!, amount: Money.parse("7", currency), mobileMoney });
      expect(await there.dispatch(request, deadline())).toMatchObject({ outcome: "accepted" });
      expect(fakeThere.booked.get(uuidV4Of(request.reference))!.body).toMatchObject({ amount: "7", currency });
      await fakeThere.close();
    },
  );

  test("the sandbox plays all of them, in euros", async () => {
    const sandbox = await startFakeMtn("sandbox");
    const there = at(sandbox.url, { target_environment: "sandbox" });
    expect(await there.dispatch(mtnRequest({ amount: Money.parse("7.50", "EUR") }), deadline())).toMatchObject({
      outcome: "accepted",
    });
    expect(await there.dispatch(mtnRequest(), deadline())).toMatchObject({
      outcome: "refused",
      code: "currency_not_supported",
    });
    await sandbox.close();
  });
});

describe("the access token", () => {
  test("is fetched once for many, kept until shortly before its end, and anew after a 401", async () => {
    const own = await startFakeMtn();
    const there = at(own.url);
    const pay = () => there.dispatch(mtnRequest(), deadline());
    await Promise.all(Array.from({ length: 10 }, pay));
    expect(own.tokenRequests).toBe(1);
    clock.advance(3_500_000);
    await pay();
    expect(own.tokenRequests).toBe(1);
    clock.advance(41_000);
    await pay();
    expect(own.tokenRequests).toBe(2);
    own.endTokens();
    expect(await Promise.all([pay(), pay()])).toMatchObject([{ outcome: "accepted" }, { outcome: "accepted" }]);
    expect(own.tokenRequests).toBe(3);
    expect(own.booked.size).toBe(14);
    await own.close();
  });

  test("that is not given means refused: no money was asked for", async () => {
    const wrong = at(fake.url, { collection_api_key: "wrong" });
    expect(await wrong.dispatch(mtnRequest(), deadline())).toMatchObject({
      outcome: "refused",
      code: "no_access_token",
    });
    expect(await wrong.fetchStatus({ ...mtnRequest(), providerPaymentId: null }, deadline())).toMatchObject({
      outcome: "unknown",
    });
    for (const [status, body] of [
      [503, ""],
      [200, "{}"],
      [200, '{"access_token":"a b","expires_in":3600}'],
      [200, '{"access_token":"ab","expires_in":0}'],
    ] as const) {
      const server = await scriptedServer((response) => void response.writeHead(status).end(body));
      expect(await at(server.url).dispatch(mtnRequest(), deadline())).toMatchObject({
        outcome: "refused",
        code: "unreachable",
      });
      expect(server.requests.map(({ url }) => url)).toEqual(["/collection/token/"]);
      await server.close();
    }
  });

  test("that does not come in time for one does not keep it from the next", async () => {
    const waiting: (() => void)[] = [];
    const server = await scriptedServer((response, request) => {
      if (!request.url!.endsWith("/token/")) return void response.writeHead(202).end();
      waiting.push(() => void response.end('{"access_token":"t","expires_in":3600}'));
    });
    const there = at(server.url);
    const hasty = there.dispatch(mtnRequest(), AbortSignal.timeout(50));
    const patient = there.dispatch(mtnRequest(), deadline());
    expect(await hasty).toMatchObject({ outcome: "refused" });
    expect(waiting).toHaveLength(1);
    waiting[0]!();
    expect(await patient).toMatchObject({ outcome: "accepted" });
    await server.close();
  });
});

describe("an answer to a new payment", () => {
  const given = (status: number, body: string) =>
    scriptedServer((response, { url }) => {
      if (url!.endsWith("/token/")) response.end('{"access_token":"a-token","expires_in":3600}');
      else response.writeHead(status).end(body);
    });
  test.each([
    [400, '{"code":"VALIDATION_ERROR","message":"no"}', "refused"],
    [403, '{"code":"NOT_ALLOWED","message":"no"}', "refused"],
    [404, '{"code":"PAYER_NOT_FOUND"}', "refused"],
    [401, "", "refused"],
    [400, "", "unknown"],
    [403, '{"statusCode":403,"message":"Out of call volume quota"}', "unknown"],
    [409, '{"code":"RESOURCE_ALREADY_EXIST","message":"no"}', "unknown"],
    [400, '{"code":"RESOURCE_ALREADY_EXIST","message":"no"}', "unknown"],
    [429, '{"code":"TOO_MANY","message":"no"}', "unknown"],
    [500, '{"code":"INVALID_CURRENCY","message":"no"}', "unknown"],
    [500, '{"code":"INTERNAL_PROCESSING_ERROR","message":"no"}', "unknown"],
    [202, '{"status":"SUCCESSFUL"}', "unknown"],
    [200, "", "unknown"],
  ])("%i %s means %s", async (status, body, outcome) => {
    const server = await given(status, body);
    const there = at(server.url);
    const request = mtnRequest();
    expect(await there.dispatch(request, deadline())).toMatchObject({ outcome });
    expect(await there.refund!(refundOf(request), deadline())).toMatchObject({ outcome });
    await server.close();
  });

  test.each([
    '{"code":"TRANSACTION_NOT_FOUND","message":"no"}',
    '{"statusCode":404,"message":"Resource not found"}',
    "",
  ])("a question answered with 404 %s does not say that there is none", async (body) => {
    const server = await given(404, body);
    expect(await at(server.url).fetchStatus({ ...mtnRequest(), providerPaymentId: null }, deadline())).toMatchObject({
      outcome: "unknown",
    });
    await server.close();
  });

  test.each([
    [400, "refused", ""],
    [500, "unknown", "the provider's answer is malformed: status 500, VALIDATION_ERROR: "],
  ])(
    "of status %i that repeats the callback address or the token does not make us repeat it",
    async (status, outcome, before) => {
      const server = await scriptedServer((response, { url, headers }) => {
        if (url!.endsWith("/token/")) return void response.end('{"access_token":"a-token-of-mtn","expires_in":3600}');
        response.writeHead(status).end(
          JSON.stringify({
            code: "VALIDATION_ERROR",
            message: `${String(headers["x-callback-url"])} ${headers.authorization}`,
          }),
        );
      });
      // A random reference could contain digits that look like a card number, and would be redacted too.
      const request = mtnRequest({ reference: "0199a2b4-7c00-7000-8abc-00a1b2c3d4e5" });
      expect(await at(server.url).dispatch(request, deadline())).toMatchObject({
        outcome,
        reason: `${before}${request.callbackUrl}/${request.reference}/[redacted] Bearer [redacted]`,
      });
      await server.close();
    },
  );

  test("that a question gets instead of a status is told by its code: whoever set it up wrongly should read why", async () => {
    const server = await given(
      500,
      '{"code":"NOT_ALLOWED_TARGET_ENVIRONMENT","message":"Access to target environment is forbidden."}',
    );
    expect(await at(server.url).fetchStatus({ ...mtnRequest(), providerPaymentId: null }, deadline())).toEqual({
      outcome: "unknown",
      reason:
        "the provider's answer is malformed: status 500, NOT_ALLOWED_TARGET_ENVIRONMENT: Access to target " +
        "environment is forbidden.",
    });
    await server.close();
  });
});

describe("a refund", () => {
  test("is paid from the disbursement account, names the request to pay, and is found by its own reference", async () => {
    const request = mtnRequest();
    await provider.dispatch(request, deadline());
    const refund = refundOf(request, Money.parse("100.50", "GHS"));
    const accepted = { outcome: "accepted", status: "pending", providerRefundId: uuidV4Of(refund.reference) };
    expect(await provider.refund!(refund, deadline())).toEqual(accepted);
    expect(await provider.refund!(refund, deadline())).toEqual(accepted);
    expect(bookedAs(refund.reference)).toMatchObject({
      product: "disbursement",
      resource: "refund",
      callbackUrl: undefined,
      body: {
        amount: "100.50",
        currency: "GHS",
        externalId: refund.reference,
        referenceIdToRefund: uuidV4Of(request.reference),
      },
    });
    const query = { ...refund, providerRefundId: null };
    for (const [word, status] of [
      ["PENDING", "pending"],
      ["SUCCESSFUL", "completed"],
      ["FAILED", "failed"],
    ] as const) {
      fake.end(refund.reference, { status: word });
      expect(await provider.fetchRefund!(query, deadline())).toEqual({ outcome: "found", status });
    }
    expect(await provider.refund!(refund, deadline())).toMatchObject({ outcome: "unknown" });
    expect(await provider.fetchRefund!({ ...query, reference: newId() }, deadline())).toEqual({ outcome: "not_found" });
  });
});
