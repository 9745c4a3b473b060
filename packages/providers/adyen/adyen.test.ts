import { Compile } from "typebox/compile";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { InvalidCallback } from "@corridor/provider-kit/errors.ts";
import type { DispatchRequest, Provider } from "@corridor/provider-kit/provider.ts";
import {
  type AdyenStage,
  bankPayout,
  cardPayment,
  deadline,
  eur,
  openAdyen,
  problem,
  refundOf,
  serviceError,
  settingsAt,
  standardWebhook,
  statusQuery,
} from "./adyen.fixtures.ts";
import { ADYEN } from "./adyen.ts";

let stage: AdyenStage;
let adyen: Provider;
beforeAll(async () => {
  stage = await openAdyen();
  adyen = stage.at(stage.server.url);
});
afterAll(() => stage.close());

describe("settings", () => {
  const check = (fields: object): boolean =>
    Compile(ADYEN.settings).Check({ ...settingsAt("https://checkout.example/v71"), ...fields });

  test("an HMAC key must be hex, and nothing unknown is taken", () => {
    expect([
      check({}),
      check({ hmac_key: "not hex, not hex, not hex, not hex" }),
      check({ hmac_key: "" }),
      check({ colour: "red" }),
    ]).toEqual([true, false, false, false]);
  });

  test("the address is asked for, for every merchant has a live one of his own; the other is the live one", () => {
    const { base_url, transfers_base_url } = ADYEN.settings.properties;
    expect([base_url, transfers_base_url].map((property) => (property as { default?: string }).default)).toEqual([
      undefined,
      "https://balanceplatform-api-live.adyen.com/btl/v4",
    ]);
  });

  test("payouts are refused, and asked about in vain, where they are not set up", async () => {
    const { transfers_api_key: _key, ...payinsOnly } = settingsAt(stage.server.url);
    const provider = ADYEN.create(payinsOnly, {
      outbound: { request: () => Promise.reject(new Error("called")) },
      clock: stage.clock,
    });
    expect(await provider.dispatch(bankPayout("1234"), deadline())).toMatchObject({
      outcome: "refused",
      code: "not_set_up",
    });
    expect(await provider.fetchStatus(statusQuery(bankPayout("1234")), deadline())).toMatchObject({
      outcome: "unknown",
    });
  });
});

describe("what Adyen cannot do is refused, and nothing is sent", () => {
  test.each<[string, DispatchRequest]>([
    ["a card payout", cardPayment("1234", { direction: "outbound" })],
    ["a payin by bank transfer", bankPayout("1234", { direction: "inbound" })],
    ["mobile money", cardPayment("1234", { method: "mobile_money" })],
    ["a card payment without a card", cardPayment("1234", { card: undefined as never })],
    ["a payout without an account", bankPayout("1234", { bankAccount: undefined as never })],
    ["crypto", cardPayment("1234", { amount: Money.parse("1", "BTC") })],
    ["rupiah with decimals", cardPayment("1234", { amount: Money.parse("1500.50", "IDR") })],
    ["more than a JSON number holds", cardPayment("1234", { amount: eur("90071992547409.92") })],
    ["more than it holds in Adyen's units", cardPayment("1234", { amount: Money.parse("90071992547410", "ISK") })],
    ["a payout to nobody", bankPayout("1234", { recipient: undefined as never })],
    ["a name that Adyen's alphabet lacks", bankPayout("1234", { recipient: { name: "山田太郎" } })],
    [
      "a British account without its sort code",
      bankPayout("1234", { bankAccount: { account_number: "12345678", bank_code: "BARCGB22" } }),
    ],
    [
      "an American one without its routing number",
      bankPayout("1234", { country: "US", bankAccount: { account_number: "12345678", bank_code: "BOFAUS3N" } }),
    ],
    [
      "an account of a bank without a BIC",
      bankPayout("1234", { country: "KE", bankAccount: { account_number: "12345678", bank_code: "01" } }),
    ],
  ])("%s", async (_, request) => {
    const { provider, server } = await stage.answering(200, {});
    expect(await provider.dispatch(request, deadline())).toMatchObject({
      outcome: "refused",
      code: expect.stringMatching(/_/),
      reason: expect.stringMatching(/./),
    });
    expect(server.requests).toEqual([]);
  });
});

describe("amounts are counted by Adyen's own table", () => {
  const cases: [string, string, number][] = [
    ["EUR", "15.25", 1525],
    ["JPY", "1500", 1500],
    ["UGX", "1500", 1500],
    ["KWD", "1.001", 1001],
    ["CLP", "1500", 150_000],
    ["ISK", "1500", 150_000],
    ["CVE", "1500.00", 1500],
    ["IDR", "250000.00", 250_000],
  ];

  test.each(cases)("%s %s is sent as %i, and read so", async (currency, text, value) => {
    const request = cardPayment("1111", { amount: Money.parse(text, currency) });
    expect((await stage.sentBody(request))["amount"]).toEqual({ currency, value });
    const [update] = adyen.parseCallback(
      standardWebhook([
        { eventCode: "AUTHORISATION", merchantReference: request.reference, amount: { currency, value } },
      ]),
    );
    expect((update as { receivedAmount: Money }).receivedAmount.equals(request.amount)).toBe(true);
  });

  test("half a króna is no amount of ours", () => {
    const amount = { currency: "ISK", value: 150_050 };
    expect(() =>
      adyen.parseCallback(standardWebhook([{ eventCode: "AUTHORISATION", merchantReference: newId(), amount }])),
    ).toThrow(InvalidCallback);
  });
});

describe("an error", () => {
  test.each([400, 401, 403, 422])("%i in either of Adyen's forms refuses", async (status) => {
    const payment = serviceError(status, "905_3", "Could not find an acquirer account", "configuration");
    expect(await stage.outcomeOf(cardPayment("1234"), status, payment.body)).toEqual({
      outcome: "refused",
      code: "905_3",
      reason: "Could not find an acquirer account",
    });
    const payout = problem(status, "30_023", "Balance account is not active");
    expect(await stage.outcomeOf(bankPayout("1234"), status, payout.body)).toMatchObject({
      outcome: "refused",
      code: "30_023",
    });
  });

  test.each<[string, number, object, Record<string, string>?]>([
    ["a request under the same key", 422, serviceError(422, "704", "request already processed or in progress").body],
    [
      "something unavailable for the moment",
      422,
      serviceError(422, "703", "required resource temporarily unavailable").body,
    ],
    [
      "an error that says it will pass",
      422,
      serviceError(422, "14_004", "Try again").body,
      { "transient-error": "true" },
    ],
    ["an internal error", 422, serviceError(422, "000", "Unknown", "internal").body],
    ["a duplicate", 422, problem(422, "30_999", "Duplicate reference").body],
    ["a conflict", 409, problem(409, "30_999", "Conflict").body],
    ["a 404", 404, serviceError(404, "000", "Not found").body],
    ["a 408", 408, serviceError(408, "000", "Timeout").body],
    ["a 429", 429, serviceError(429, "000", "Slow down").body],
    [
      "a 500, though it looks like a refusal",
      500,
      serviceError(500, "905", "Payment details are not supported", "configuration").body,
    ],
    ["a 422 of another's making", 422, { message: "no" }],
    ["a body that tells of another status", 422, serviceError(500, "905", "Payment details are not supported").body],
  ])("%s leaves a payment, a payout and a refund in doubt", async (_, status, body, headers) => {
    const { provider } = await stage.answering(status, body, headers);
    const outcomes = [
      await provider.dispatch(cardPayment("1234"), deadline()),
      await provider.dispatch(bankPayout("1234"), deadline()),
      await provider.refund!(refundOf(cardPayment("1234"), "PSP1"), deadline()),
    ];
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["unknown", "unknown", "unknown"]);
  });
});
