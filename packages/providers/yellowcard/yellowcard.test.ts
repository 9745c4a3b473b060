import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { InvalidCallback, ProviderUnavailable } from "@corridor/provider-kit/errors.ts";
import type { Accepted, DispatchRequest, DispatchResult, Provider } from "@corridor/provider-kit/provider.ts";
import {
  dispatchRequest,
  type ScriptedServer,
  scriptedServer,
  type WrittenAnswer,
} from "@corridor/provider-kit/stage.fixtures.ts";
import {
  callbackOf,
  CHANNELS,
  createYellowCard,
  NETWORKS,
  payinByMobileMoney,
  payinByTransfer,
  payoutByMobileMoney,
  payoutToBank,
  refusal,
  SECRET_KEY,
  startYellowCard,
  type TestYellowCard,
  written,
} from "./yellowcard.fixtures.ts";
import { MEANINGS, readOrder } from "./yellowcard-wire.ts";

const deadline = (): AbortSignal => AbortSignal.timeout(5_000);
const clean = (text: string): string => text;

let clock: SteppedClock;
let yellowCard: TestYellowCard;
let provider: Provider;
const opened: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  clock = new SteppedClock();
  yellowCard = await startYellowCard(clock);
  provider = at(yellowCard.url);
});
beforeEach(() => void yellowCard.requests.splice(0));
afterAll(async () => {
  await yellowCard.close();
  for (const one of opened) await one.close();
});

function at(url: string): Provider {
  const adapter = createYellowCard(url, clock);
  opened.push(adapter);
  return adapter.provider;
}
async function pay(
  fields: Partial<DispatchRequest>,
  by = provider,
): Promise<{ request: DispatchRequest; outcome: DispatchResult }> {
  const request = dispatchRequest(fields);
  return { request, outcome: await by.dispatch(request, deadline()) };
}
async function accepted(fields: Partial<DispatchRequest>): Promise<{ request: DispatchRequest; outcome: Accepted }> {
  const { request, outcome } = await pay(fields);
  expect(outcome).toMatchObject({ outcome: "accepted" });
  return { request, outcome: outcome as Accepted };
}
const sent = (): Record<string, unknown> =>
  JSON.parse(yellowCard.requests.find(({ method }) => method === "POST")!.body) as Record<string, unknown>;
const statusOf = ({ reference, direction }: DispatchRequest) =>
  provider.fetchStatus({ reference, direction, providerPaymentId: null }, deadline());

describe("what is sent", () => {
  test("for a payin by mobile money", async () => {
    const { request, outcome } = await accepted(payinByMobileMoney("1234"));
    expect(sent()).toEqual({
      sequenceId: request.reference,
      channelId: "ug-in",
      localAmount: 15_000,
      currency: "UGX",
      country: "UG",
      reason: "other",
      forceAccept: true,
      customerType: "institution",
      customerUID: "RC-314159",
      recipient: {
        businessName: "Corridor Trading Ltd",
        businessId: "RC-314159",
        email: "payments@corridor.test",
        name: "Ada Okello",
        phone: "+256770001234",
        country: "UG",
      },
      source: { accountType: "momo", accountNumber: "+256770001234", networkId: "mtn-ug" },
    });
    expect(outcome).toMatchObject({ status: "pending", providerStatus: "processing", nextAction: { type: "wait" } });
  });

  test.each([
    ["+256 (77) 000-1234", "+256770001234"],
    ["0770 001234", undefined],
    [undefined, undefined],
  ])(
    "of a payer's phone, %j: %j, since any other than an international one has the order refused",
    async (phone, told) => {
      await accepted({ ...payinByTransfer("1111"), payer: { name: "Chidi Eze", ...(phone && { phone }) } });
      expect((sent()["recipient"] as { phone?: string }).phone).toBe(told);
    },
  );

  test("for a payin by bank transfer, answered with the account to pay into", async () => {
    const { request, outcome } = await accepted(payinByTransfer("1111"));
    expect(sent()).toMatchObject({
      channelId: "ng-in",
      localAmount: 25_000,
      source: { accountType: "bank", accountNumber: "1111111111" },
    });
    const nextAction = {
      type: "bank_transfer",
      account_name: "Ken Adams",
      account_number: "4550440202",
      bank_name: "PAGA",
      bank_code: null,
      reference: "JJ5275168",
      expires_at: "2026-01-05T09:10:00.000Z",
    };
    expect(outcome).toMatchObject({ status: "pending", nextAction });
    expect(await statusOf(request)).toMatchObject({ outcome: "found", update: { status: "pending" }, nextAction });
  });

  test("for a payout by mobile money", async () => {
    const { outcome } = await accepted(payoutByMobileMoney("1234"));
    expect(sent()).toMatchObject({
      channelId: "ke-momo-out",
      localAmount: 1_500,
      sender: { businessName: "Corridor Trading Ltd", businessId: "RC-314159" },
      destination: {
        accountType: "momo",
        accountNumber: "+254700001234",
        accountName: "Wanjiru Kamau",
        networkId: "mpesa-ke",
      },
    });
    expect(outcome).toMatchObject({ status: "pending", providerStatus: "created", nextAction: { type: "wait" } });
  });

  test("for a payout to a bank, which gets what the payee gets", async () => {
    await accepted({
      ...payoutToBank("1234"),
      amount: Money.parse("20", "USD"),
      targetAmount: Money.parse("31000", "NGN"),
    });
    expect(sent()).toMatchObject({
      channelId: "ng-out",
      localAmount: 31_000,
      currency: "NGN",
      destination: {
        accountType: "bank",
        accountNumber: "0000001234",
        accountName: "Chidi Eze",
        networkId: "access-ng",
      },
    });
  });

  test("for a payin that crosses currencies, which collects what the payer pays", async () => {
    await accepted({ ...payinByMobileMoney("1234"), targetAmount: Money.parse("4", "USD") });
    expect(sent()).toMatchObject({ localAmount: 15_000, currency: "UGX" });
  });
});

describe("what is refused before anything is sent", () => {
  const cases: readonly [string, Partial<DispatchRequest>, string][] = [
    ["a card", { ...payinByMobileMoney("1234"), method: "card" }, "method_not_supported"],
    ["crypto", { ...payinByMobileMoney("1234"), method: "crypto" }, "method_not_supported"],
    ["a country that it does not serve", { ...payinByMobileMoney("1234"), country: "FR" }, "country_not_supported"],
    [
      "another currency than the country's",
      { ...payinByMobileMoney("1234"), amount: Money.parse("20", "USD") },
      "currency_not_supported",
    ],
    [
      "a fraction of the currency",
      { ...payinByTransfer("1111"), amount: Money.parse("2500.5", "NGN") },
      "amount_not_whole",
    ],
    [
      "more than 32 bits",
      { ...payinByTransfer("1111"), amount: Money.parse("2147483648", "NGN") },
      "amount_out_of_range",
    ],
    [
      "a payin in South Africa",
      { ...payinByTransfer("1111"), country: "ZA", amount: Money.parse("500", "ZAR") },
      "method_not_supported",
    ],
    ["mobile money without a number", { ...payinByMobileMoney("1234"), mobileMoney: undefined }, "details_missing"],
    ["a payout without an account", { ...payoutToBank("1234"), bankAccount: undefined }, "details_missing"],
    ["a payout to a phone of nobody", { ...payoutByMobileMoney("1234"), recipient: undefined }, "payee_missing"],
    [
      "a payout to nobody",
      { ...payoutToBank("1234"), bankAccount: { account_number: "1", bank_code: "044" } },
      "payee_missing",
    ],
  ];
  test.each(cases)("%s", async (_, fields, code) => {
    expect((await pay(fields)).outcome).toMatchObject({ outcome: "refused", code, reason: expect.stringMatching(/./) });
    expect(yellowCard.requests).toEqual([]);
  });
});

describe("what its lists do not hold is refused once they were read", () => {
  const kenyanBank = (bank: object): Partial<DispatchRequest> => ({
    ...payoutToBank("1234"),
    country: "KE",
    amount: Money.parse("1500", "KES"),
    bankAccount: { account_number: "0000001234", account_name: "Wanjiru Kamau", ...bank },
  });
  const southAfricanBank = (bank: object): Partial<DispatchRequest> => ({
    ...kenyanBank(bank),
    country: "ZA",
    amount: Money.parse("500", "ZAR"),
  });

  const cases: readonly [string, Partial<DispatchRequest>, string][] = [
    [
      "a channel that is not there",
      { ...payinByMobileMoney("1234"), country: "RW", amount: Money.parse("5000", "RWF") },
      "no_channel",
    ],
    [
      "less than the channel takes",
      { ...payinByMobileMoney("1234"), amount: Money.parse("499", "UGX") },
      "amount_out_of_range",
    ],
    [
      "more than the channel takes",
      {
        ...payinByMobileMoney("1234"),
        country: "CM",
        amount: Money.parse("1000001", "XAF"),
        mobileMoney: { provider: "MTN", phone_number: "+237670001234", network_code: "MTN_CM" },
      },
      "amount_out_of_range",
    ],
    [
      "an operator that is down",
      {
        ...payinByMobileMoney("1234"),
        mobileMoney: { provider: "Airtel", phone_number: "+256700001234", network_code: "AIRTEL_UG" },
      },
      "network_not_supported",
    ],
    [
      "an operator that we do not know",
      {
        ...payinByMobileMoney("1234"),
        mobileMoney: { provider: "MyZaka", phone_number: "+26770001234", network_code: "" },
      },
      "network_not_supported",
    ],
    [
      "a bank without a code in Nigeria",
      { ...payoutToBank("1234"), bankAccount: { account_number: "1", account_name: "A", bank_name: "Access Bank" } },
      "bank_not_supported",
    ],
    [
      "a bank that Nigeria's list lacks",
      { ...payoutToBank("1234"), bankAccount: { account_number: "1", account_name: "A", bank_code: "999" } },
      "bank_not_supported",
    ],
    [
      "a bank whose code is another's in older lists, and whose name is not the listed one",
      {
        ...payoutToBank("1234"),
        bankAccount: { account_number: "1", account_name: "A", bank_code: "303", bank_name: "Lotus Bank" },
      },
      "bank_not_supported",
    ],
    ["a bank without a name elsewhere", kenyanBank({ bank_code: "01" }), "bank_name_missing"],
    [
      "a bank whose name South Africa's list lacks",
      southAfricanBank({ bank_name: "Discovery Bank", bank_code: "679000" }),
      "bank_not_supported",
    ],
  ];
  test.each(cases)("%s", async (_, fields, code) => {
    expect((await pay(fields)).outcome).toMatchObject({ outcome: "refused", code });
    expect(yellowCard.requests.filter(({ method }) => method === "POST")).toEqual([]);
  });

  test("a bank whose code is another's in older lists goes by code and name", async () => {
    await accepted({
      ...payoutToBank("1234"),
      bankAccount: { account_number: "1234", account_name: "A", bank_code: "302", bank_name: "Tajbank" },
    });
    expect(sent()).toMatchObject({ destination: { networkId: "taj-ng" } });
  });

  test("a bank outside of Nigeria goes by its name, whatever its code is taken for there", async () => {
    await accepted(southAfricanBank({ bank_name: "BIDVEST BANK", bank_code: "462005" }));
    expect(sent()).toMatchObject({ channelId: "za-out", destination: { networkId: "bidvest-za" } });
    yellowCard.requests.splice(0);
    await accepted(southAfricanBank({ bank_name: "Standard Bank", bank_code: "051001" }));
    expect(sent()).toMatchObject({ destination: { networkId: "standard-za" } });
  });

  test("where a country has no list of banks, the name is sent along", async () => {
    await accepted(kenyanBank({ bank_name: "Equity Bank Kenya", bank_code: "68" }));
    expect(sent()).toMatchObject({
      channelId: "ke-out-slow",
      destination: { networkId: "manual", accountBank: "Equity Bank Kenya" },
    });
  });

  test("where operators are not told apart, the number says whose it is", async () => {
    const mobileMoney = { provider: "Orange", phone_number: "+237690001234", network_code: "ORANGE_CM" };
    await accepted({ ...payinByMobileMoney("1234"), country: "CM", amount: Money.parse("5000", "XAF"), mobileMoney });
    expect(sent()).toMatchObject({
      channelId: "cm-in",
      source: { networkId: "wallet-cm", accountNumber: "+237690001234" },
    });
  });
});

describe("the lists", () => {
  test("are read once for ten that wait, kept for five minutes, and read again", async () => {
    const fresh = at(yellowCard.url);
    const reads = (): number =>
      yellowCard.requests.filter(({ url }) => url === "/business/channels" || url === "/business/networks").length;
    await Promise.all(Array.from({ length: 10 }, () => pay(payinByMobileMoney("1234"), fresh)));
    expect(reads()).toBe(2);
    clock.advance(5 * 60_000 - 1);
    await pay(payinByMobileMoney("1234"), fresh);
    expect(reads()).toBe(2);
    clock.advance(1);
    await pay(payinByMobileMoney("1234"), fresh);
    expect(reads()).toBe(4);
  });

  test("that cannot be read refuse the order, since nothing was sent, and are asked for again", async () => {
    let isBroken = true;
    const server = await scripted(({ url }) => {
      if (isBroken)
        return url.endsWith("/channels") ? refusal(403, "PermissionError", "not allowed") : written(200, NETWORKS);
      return url.endsWith("/channels")
        ? written(200, CHANNELS)
        : url.endsWith("/networks")
          ? written(200, NETWORKS)
          : refusal(401, "AuthenticationError", "no");
    });
    const elsewhere = at(`${server.url}/business`);
    expect((await pay(payinByMobileMoney("1234"), elsewhere)).outcome).toMatchObject({
      outcome: "refused",
      reason: expect.stringContaining("403 not allowed"),
    });
    isBroken = false;
    expect((await pay(payinByMobileMoney("1234"), elsewhere)).outcome).toMatchObject({
      outcome: "refused",
      code: "AuthenticationError",
    });
  });
});

const servers: ScriptedServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});
async function scripted(
  answer: (request: { method: string; url: string; body: string }) => WrittenAnswer,
): Promise<ScriptedServer> {
  const server = await scriptedServer((response, { method, url }, body) => {
    const { status, body: text } = answer({ method: method!, url: url!, body });
    response.writeHead(status).end(text);
  });
  servers.push(server);
  return server;
}
/** A server that serves the lists, gives the specified answers to an order and a lookup, and expects one payin. */
async function answering(
  order: (body: Record<string, unknown>) => WrittenAnswer,
  lookUp: (reference: string) => WrittenAnswer,
): Promise<DispatchResult> {
  const server = await scripted(({ method, url, body }) => {
    if (url === "/business/channels") return written(200, CHANNELS);
    if (url === "/business/networks") return written(200, NETWORKS);
    return method === "POST" ? order(JSON.parse(body) as Record<string, unknown>) : lookUp(url.split("/").at(-1)!);
  });
  return (await pay(payinByMobileMoney("1234"), at(`${server.url}/business`))).outcome;
}
const receive = (sequenceId: unknown, fields: object = {}) => ({
  id: "r-1",
  sequenceId,
  status: "processing",
  currency: "UGX",
  convertedAmount: 15_000,
  ...fields,
});
const notThere = (): WrittenAnswer => refusal(404, "CollectionNotFoundError", "");

describe("an answer to an order", () => {
  test("that is refused is, once a look-up has shown that there is none of that reference", async () => {
    const { request, outcome } = await pay(payinByMobileMoney("0002"));
    expect(outcome).toEqual({
      outcome: "refused",
      code: "PaymentValidationError",
      reason: "the account number is not accepted",
    });
    expect(yellowCard.requests.at(-1)!.url).toBe(`/business/receive/sequence-id/${request.reference}`);
  });

  test("that is refused although the order is there is that order", async () => {
    const answer = await answering(
      () => refusal(400, "PaymentValidationError", "something is wrong"),
      (reference) => written(200, receive(reference)),
    );
    expect(answer).toMatchObject({ outcome: "accepted", providerPaymentId: "r-1" });
  });

  test("that is refused while nobody can say whether the order is there leaves it open", async () => {
    for (const lookUp of [
      () => written(500, {}),
      () => refusal(404, "NotFound", "no route"),
      () => refusal(403, "PermissionError", "no"),
    ])
      expect(await answering(() => refusal(400, "PaymentValidationError", "something is wrong"), lookUp)).toMatchObject(
        { outcome: "unknown" },
      );
  });

  test.each(["sequenceId must be unique", "payment already exists", "Duplicate request"])(
    "%j leaves it open even if the order is not shown yet",
    async (message) => {
      expect(await answering(() => refusal(400, "PaymentValidationError", message), notThere)).toMatchObject({
        outcome: "unknown",
      });
    },
  );

  test.each([
    [401, "AuthenticationError"],
    [403, "PermissionError"],
    [400, "InvalidPhoneNumberFormat"],
  ])("%i %s is a refusal without further ado", async (status, code) => {
    const lookedUp: string[] = [];
    const answer = await answering(
      () => refusal(status, code, "no"),
      (reference) => (lookedUp.push(reference), notThere()),
    );
    expect(answer).toEqual({ outcome: "refused", code, reason: "no" });
    expect(lookedUp).toEqual([]);
  });

  test.each([
    [409, { code: "Conflict", message: "duplicate" }],
    [422, { code: "PaymentValidationError", message: "no" }],
    [404, { code: "PaymentNotFound", message: "" }],
    [500, { code: "InternalServerError", message: "something went wrong" }],
    [400, { message: "no code" }],
    [400, { code: "", message: "" }],
    [403, "<html>blocked</html>"],
  ])("%i %j says nothing", async (status, body) => {
    expect(await answering(() => written(status, body), notThere)).toMatchObject({ outcome: "unknown" });
  });

  test.each<[string, object]>([
    ["another reference", { sequenceId: newId() }],
    ["another amount", { convertedAmount: 15_001 }],
    ["another currency", { currency: "KES" }],
    ["no amount", { convertedAmount: undefined }],
    ["a word that is not documented", { status: "settlement_complete" }],
    ["no id", { id: "" }],
  ])("with %s is unknown", async (_, fields) => {
    expect(await answering(({ sequenceId }) => written(200, receive(sequenceId, fields)), notThere)).toMatchObject({
      outcome: "unknown",
    });
  });

  test("of an order that has failed at once is a refusal", async () => {
    const { request, outcome } = await pay(payoutToBank("0005"));
    expect(outcome).toEqual({
      outcome: "refused",
      code: "INVALID_RECIPIENT",
      reason: "the account or number is not valid (INVALID_RECIPIENT)",
    });
    expect(await statusOf(request)).toMatchObject({
      outcome: "found",
      update: { status: "failed", reason: expect.stringContaining("INVALID_RECIPIENT"), code: "INVALID_RECIPIENT" },
    });
  });

  test("of a bank transfer whose account is not known yet asks to look again, and then shows it", async () => {
    const bankInfo = { name: "PAGA", accountNumber: "1", accountName: "K" };
    const order = (fields: object) => readOrder({ ...receive("s"), ...fields }, "inbound", clean).nextAction;
    expect(order({})).toBeUndefined();
    expect(order({ bankInfo })).toBeUndefined();
    expect(order({ bankInfo: { name: "PAGA" }, expiresAt: "2026-01-05T09:10:00Z" })).toBeUndefined();
    expect(order({ bankInfo, expiresAt: "2026-01-05T09:10:00Z" })).toMatchObject({
      account_number: "1",
      reference: "s",
    });
    expect(order({ bankInfo, expiresAt: "2026-01-05T09:10:00Z", status: "complete" })).toBeUndefined();
  });
});

describe("an order that is not there", () => {
  test("is not found, whenever it was sent: when to believe that is not the adapter's to judge", async () => {
    for (const direction of ["inbound", "outbound"] as const) {
      const query = { reference: newId(), providerPaymentId: null, direction };
      expect(await provider.fetchStatus({ ...query, sentAt: clock.now() }, deadline())).toEqual({
        outcome: "not_found",
      });
    }
  });

  test("and so is a refund", async () => {
    const { request, outcome } = await accepted(payinByTransfer("1111"));
    yellowCard.move(request.reference, "complete");
    const query = {
      reference: newId(),
      paymentReference: request.reference,
      providerPaymentId: outcome.providerPaymentId,
      providerRefundId: null,
    };
    expect(await provider.fetchRefund!(query, deadline())).toEqual({ outcome: "not_found" });
  });
});

describe("every status word", () => {
  const words = {
    created: ["pending", "pending"],
    pending_approval: ["pending", "pending"],
    process: ["pending", "processing"],
    processing: ["pending", "processing"],
    pending_liquidity: ["pending", "processing"],
    pending: ["pending", "processing"],
    complete: ["completed", "completed"],
    failed: ["failed", "failed"],
    denied: ["failed", "failed"],
    expired: ["failed", "failed"],
    cancelled: ["failed", "failed"],
    pending_refund: ["processing", "processing"],
    refund_processing: ["processing", "processing"],
    refund_failed: ["processing", "processing"],
    refunded: ["failed", "failed"],
  };
  test.each(Object.entries(words))("%s", (word, [inbound, outbound]) => {
    expect(readOrder(receive("s", { status: word }), "inbound", clean).update.status).toBe(inbound);
    expect(readOrder(receive("s", { status: word }), "outbound", clean).update.status).toBe(outbound);
  });

  test("and no other", () => {
    expect(Object.keys(MEANINGS).toSorted()).toEqual(Object.keys(words).toSorted());
    for (const word of ["COMPLETE", "settlement_complete", "constructor", ""])
      expect(() => readOrder(receive("s", { status: word }), "inbound", clean)).toThrow("malformed");
  });

  test("tells what arrived only of a payin that is complete", () => {
    const amounts = Object.keys(words).map((status) => [
      status,
      readOrder(receive("s", { status }), "inbound", clean).update.receivedAmount?.toString(),
    ]);
    expect(amounts.filter(([, amount]) => amount !== undefined)).toEqual([["complete", "15000 UGX"]]);
    expect(readOrder(receive("s", { status: "complete" }), "outbound", clean).update.receivedAmount).toBeUndefined();
    expect(
      readOrder(
        receive("s", { status: "complete", currency: "NGN", convertedAmount: 9757.8 }),
        "inbound",
        clean,
      ).update.receivedAmount?.toString(),
    ).toBe("9757.80 NGN");
  });
});

describe("a callback", () => {
  test("about a send is a word, with the session for the bank and why it failed", async () => {
    const { request, outcome } = await accepted(payoutToBank("1234"));
    const done = yellowCard.move(request.reference, "complete", { sessionId: "0192102837711029102930" });
    expect(provider.parseCallback(done)).toEqual([
      {
        kind: "payment",
        reference: request.reference,
        providerPaymentId: outcome.providerPaymentId,
        providerStatus: "complete",
        status: "completed",
        reason: undefined,
        occurredAt: clock.now(),
        data: { session_id: "0192102837711029102930" },
      },
    ]);
    const failed = yellowCard.move(request.reference, "failed", { errorCode: "GATEWAY_TIMEOUT" });
    expect(provider.parseCallback(failed)).toMatchObject([
      { status: "failed", reason: "the bank or operator did not answer in time (GATEWAY_TIMEOUT)" },
    ]);
  });

  test("about a receive does not say what arrived, so it is a notice, and the look-up says", async () => {
    const { request, outcome } = await accepted(payinByTransfer("1111"));
    const [notice] = provider.parseCallback(yellowCard.move(request.reference, "complete"));
    expect(notice).toEqual({
      kind: "notice",
      direction: "inbound",
      reference: request.reference,
      providerPaymentId: outcome.providerPaymentId,
    });
    expect(await statusOf(request)).toMatchObject({
      update: { status: "completed", receivedAmount: Money.parse("25000", "NGN") },
    });
  });

  const event = (fields: object) =>
    provider.parseCallback(
      callbackOf({
        id: "1",
        sequenceId: "s",
        status: "processing",
        event: "SEND.PROCESSING",
        executedAt: "2023-02-20T14:25:30.459Z",
        ...fields,
      }),
    );

  test("may bear the older names of events, and its time in milliseconds", () => {
    expect(event({ event: "PAYMENT.COMPLETE", status: "complete", executedAt: 1_676_903_130_459 })).toMatchObject([
      { kind: "payment", status: "completed", occurredAt: new Date("2023-02-20T14:25:30.459Z") },
    ]);
    expect(event({ event: "collection.complete", status: "complete" })).toMatchObject([{ kind: "notice" }]);
  });

  test.each(["PENDING_REFUND", "REFUND_PROCESSING", "REFUND_FAILED", "REFUNDED"])(
    "that tells of a refund tells nothing that is not asked for: %s",
    (name) => {
      expect(event({ event: `RECEIVE.${name}`, status: name.toLowerCase() })).toEqual([]);
    },
  );

  test.each(["CRYPTO_SEND.COMPLETE", "CRYPTO_RECEIVE.COMPLETE", "CONVERT.COMPLETE", "SETTLEMENT.COMPLETE"])(
    "about something else is nothing to us: %s",
    (name) => {
      expect(event({ event: name, status: "complete" })).toEqual([]);
    },
  );

  test.each<[string, object]>([
    ["an event that is none", { event: "complete" }],
    ["no event", { event: undefined }],
    ["a word that is not documented", { status: "done" }],
    ["no reference", { sequenceId: undefined }],
    ["no id", { id: 5 }],
    ["no time", { executedAt: undefined }],
    ["a time that is none", { executedAt: 1e300 }],
  ])("with %s is not read", (_, fields) => {
    expect(() => event(fields)).toThrow(InvalidCallback);
  });

  test("cannot make us repeat a secret", () => {
    expect(JSON.stringify(event({ status: "failed", errorCode: `because ${SECRET_KEY}` }))).not.toContain(SECRET_KEY);
  });
});

describe("a refund", () => {
  async function completed(
    fields = payinByTransfer("1111"),
  ): Promise<{ reference: string; paymentReference: string; providerPaymentId: string; amount: Money }> {
    const { request, outcome } = await accepted(fields);
    yellowCard.move(request.reference, "complete");
    return {
      reference: newId(),
      paymentReference: request.reference,
      providerPaymentId: outcome.providerPaymentId,
      amount: request.amount,
    };
  }
  const ask = (
    payment: Awaited<ReturnType<typeof completed>>,
    fields: { amount?: Money; paymentReference?: string } = {},
  ) => provider.refund!({ ...payment, reason: "returned", callbackUrl: "http://127.0.0.1:1/", ...fields }, deadline());
  const find = (payment: Awaited<ReturnType<typeof completed>>) =>
    provider.fetchRefund!({ ...payment, providerRefundId: null }, deadline());

  test("of the whole amount is accepted, and followed to its end by asking", async () => {
    const payment = await completed();
    expect(await find(payment)).toEqual({ outcome: "not_found" });
    expect(await ask(payment)).toEqual({
      outcome: "accepted",
      status: "pending",
      providerRefundId: payment.providerPaymentId,
    });
    expect(await find(payment)).toEqual({ outcome: "found", status: "pending" });
    for (const [word, status] of [
      ["refund_processing", "pending"],
      ["refund_failed", "failed"],
      ["refunded", "completed"],
    ] as const) {
      yellowCard.move(payment.paymentReference, word);
      expect(await find(payment)).toEqual({ outcome: "found", status });
    }
  });

  test("that is under way already is the same one, and not asked for twice", async () => {
    const payment = await completed();
    await ask(payment);
    yellowCard.requests.splice(0);
    expect(await ask(payment)).toEqual({
      outcome: "accepted",
      status: "pending",
      providerRefundId: payment.providerPaymentId,
    });
    expect(await ask(payment, { amount: Money.parse("1", "NGN") })).toMatchObject({
      outcome: "refused",
      code: "partial_refund",
    });
    expect(yellowCard.requests.filter(({ method }) => method === "POST")).toEqual([]);
  });

  test("that failed may be asked for again", async () => {
    const payment = await completed();
    yellowCard.move(payment.paymentReference, "refund_failed");
    expect(await ask(payment)).toMatchObject({ outcome: "accepted", status: "pending" });
  });

  test("of a part, of another's receive, or at another time is refused before it is asked for", async () => {
    const payment = await completed();
    yellowCard.requests.splice(0);
    expect(await ask(payment, { amount: Money.parse("24999", "NGN") })).toMatchObject({
      outcome: "refused",
      code: "partial_refund",
    });
    expect(await ask(payment, { paymentReference: newId() })).toMatchObject({ outcome: "refused" });
    yellowCard.move(payment.paymentReference, "processing");
    expect(await ask(payment)).toMatchObject({ outcome: "refused", code: "wrong_moment" });
    expect(await find(payment)).toMatchObject({ outcome: "unknown" });
    expect(yellowCard.requests.filter(({ method }) => method === "POST")).toEqual([]);
  });

  test("is refused where Yellow Card has none", async () => {
    expect(await ask(await completed(payinByMobileMoney("1234")))).toEqual({
      outcome: "refused",
      code: "PaymentValidationError",
      reason: "refunds are not available there",
    });
  });

  test("that comes at the wrong moment after all is left open: another one may be under way", async () => {
    const server = await scripted(({ method }) =>
      method === "GET"
        ? written(200, receive("s", { status: "complete" }))
        : refusal(400, "PaymentInvalidState", "not in complete state"),
    );
    const request = {
      reference: newId(),
      paymentReference: "s",
      providerPaymentId: "r-1",
      amount: Money.parse("15000", "UGX"),
      reason: "r",
      callbackUrl: "",
    };
    expect(await at(`${server.url}/business`).refund!(request, deadline())).toMatchObject({ outcome: "unknown" });
  });
});

describe("whose account it is", () => {
  const resolve = (account_number: string, bank_code = "044", country = "NG") =>
    provider.resolveAccount!({ account_number, bank_code, country }, deadline());

  test("the bank says, found by its code", async () => {
    expect(await resolve("0123456789")).toEqual({ account_name: "EMMANUEL DOE" });
    expect(sent()).toEqual({ accountNumber: "0123456789", networkId: "access-ng" });
  });

  test("is nobody's when the bank knows no such account", async () => {
    expect(await resolve("0000000002")).toBeNull();
  });

  test.each([
    ["another refusal", "0000000003", "044", "NG"],
    ["a bank that it does not know", "0123456789", "999", "NG"],
    ["a country where it does not know banks by code", "0123456789", "68", "KE"],
  ])("cannot be told: %s", async (_, number, code, country) => {
    await expect(resolve(number, code, country)).rejects.toBeInstanceOf(ProviderUnavailable);
  });
});
