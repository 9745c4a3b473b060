import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AFRICAN_BANKS } from "@corridor/base/networks/banks-africa.ts";
import { MOBILE_MONEY_NETWORKS } from "@corridor/base/networks/mobile-money-networks.ts";
import { SteppedClock } from "@corridor/base/clock.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { createOutbound, type Outbound } from "@corridor/provider-kit/outbound.ts";
import { UNKNOWN_ID } from "@corridor/test/harness/unknown-id.ts";
import { InvalidCallback, ProviderUnavailable } from "@corridor/provider-kit/errors.ts";
import type { DispatchRequest, Provider, RefundRequest } from "@corridor/provider-kit/provider.ts";
import { dispatchRequest, scriptedServer } from "@corridor/provider-kit/stage.fixtures.ts";
import { FLUTTERWAVE } from "./flutterwave.ts";
import {
  BANK_TRANSFER_CURRENCIES,
  MOBILE_MONEY_CHARGES,
  MOBILE_MONEY_TRANSFERS,
  NIGERIAN_BANKS,
  transferCodeOf,
} from "./flutterwave-codes.ts";
import {
  callbackOf,
  ENCRYPTION_KEY,
  type FakeFlutterwave,
  IVORIAN_NETWORKS,
  OTP,
  PAYER,
  RECIPIENT,
  SECRET_HASH,
  SETTINGS,
  startFlutterwave,
} from "./flutterwave.fixtures.ts";
import { createVerifier, seal } from "./flutterwave-secrets.ts";
import { readRefund, readTransaction, readTransfer } from "./flutterwave-wire.ts";

const deadline = (): AbortSignal => AbortSignal.timeout(5_000);
const clock = new SteppedClock();

let outbound: Outbound;
let flutterwave: FakeFlutterwave;
let provider: Provider;
beforeAll(async () => {
  outbound = createOutbound();
  flutterwave = await startFlutterwave();
  provider = providerAt(flutterwave.url);
});
afterAll(async () => {
  await flutterwave.close();
  await outbound.close();
});

function providerAt(url: string): Provider {
  return FLUTTERWAVE.create({ ...SETTINGS, base_url: url }, { outbound, clock });
}

/** The provider's behavior when Flutterwave gives this answer to every request. */
async function whenAnswered<T>(status: number, body: unknown, act: (provider: Provider) => Promise<T>): Promise<T> {
  const server = await scriptedServer((response) => void response.writeHead(status).end(JSON.stringify(body)));
  try {
    return await act(providerAt(server.url));
  } finally {
    await server.close();
  }
}

function payin(currency: string, fields: Partial<DispatchRequest>): DispatchRequest {
  return dispatchRequest({ payer: PAYER, amount: Money.parse("1500", currency), ...fields });
}
const payout = (currency: string, fields: Partial<DispatchRequest>): DispatchRequest =>
  payin(currency, { direction: "outbound", recipient: RECIPIENT, ...fields });
const mpesa = (fields: Partial<DispatchRequest> = {}): DispatchRequest =>
  payin("KES", {
    method: "mobile_money",
    mobileMoney: { provider: "M-PESA", phone_number: "+254712341234", network_code: "MPESA_KE" },
    ...fields,
  });
const card = (ending: string, fields: Partial<DispatchRequest> = {}): DispatchRequest =>
  payin("NGN", {
    method: "card",
    country: "NG",
    card: {
      card_number: `4242 4242-4242${ending}`,
      expiry_month: "9",
      expiry_year: "2032",
      cvv: "739",
      card_holder_name: "ADA OBI",
    },
    ...fields,
  });
const nigerianBank = (fields: Partial<DispatchRequest> = {}): DispatchRequest =>
  payout("NGN", {
    method: "bank_transfer",
    country: "NG",
    bankAccount: { account_number: "0690001234", bank_code: "044" },
    ...fields,
  });
const queryOf = ({ reference, direction }: DispatchRequest, providerPaymentId: string | null = null) => ({
  reference,
  direction,
  providerPaymentId,
});
const lastBody = () => flutterwave.received.findLast(({ method }) => method === "POST")!;

async function accepted(request: DispatchRequest): Promise<{ providerPaymentId: string }> {
  const outcome = await provider.dispatch(request, deadline());
  if (outcome.outcome !== "accepted") throw new Error(JSON.stringify(outcome));
  return outcome;
}

describe("what goes over the wire", () => {
  test("a card is sealed as openssl seals it", () => {
    // printf '{"amount":100,"cvv":"564"}' | openssl enc -des-ede3-ecb -K <hex of the key> -base64
    expect(seal('{"amount":100,"cvv":"564"}', ENCRYPTION_KEY)).toBe("l2ocADlwHIW4Pu8jDyjR5PKcKVn40LHHqmNHh/rwAnA=");
  });

  test("a card charge", async () => {
    const request = card("1234", { amount: Money.parse("1500.50", "NGN") });
    await accepted(request);
    expect(lastBody()).toEqual({
      method: "POST",
      path: "/charges?type=card",
      fields: {
        tx_ref: request.reference,
        amount: "1500.50",
        currency: "NGN",
        email: "ada@example.com",
        fullname: "ADA OBI",
        redirect_url: request.returnUrl,
        phone_number: "+2348031234567",
        card_number: "4242424242421234",
        cvv: "739",
        expiry_month: "09",
        expiry_year: "32",
      },
    });
  });

  test.each(Object.entries(MOBILE_MONEY_CHARGES))("a mobile money charge of %s", async (code, charge) => {
    const network = MOBILE_MONEY_NETWORKS.find((each) => each.code === code)!;
    expect(network.currency).toBe(charge.currency);
    const mobileMoney = { provider: network.name, phone_number: "+254 712-341234", network_code: code };
    await accepted(payin(charge.currency, { method: "mobile_money", country: network.country, mobileMoney }));
    const { path, fields } = lastBody();
    expect(path).toBe(`/charges?type=${charge.type}`);
    expect(fields).toMatchObject({ phone_number: "254712341234", currency: charge.currency });
    expect([fields["network"], fields["country"]]).toEqual([charge.network, charge.country]);
    if (charge.type === "mobile_money_franco") expect(charge.country).toBe(network.country);
  });

  test.each(Object.entries(MOBILE_MONEY_TRANSFERS))("a mobile money payout to %s", async (code, { bank, currency }) => {
    const network = MOBILE_MONEY_NETWORKS.find((each) => each.code === code)!;
    expect(network.currency).toBe(currency);
    const mobileMoney = { provider: network.name, phone_number: "+254712341234", network_code: code };
    const request = payout(currency, {
      method: "mobile_money",
      country: network.country,
      mobileMoney,
      description: "Salary, May (42)",
    });
    await accepted(request);
    const { path, fields } = lastBody();
    expect(path).toBe("/transfers");
    expect(fields).toMatchObject({
      account_bank: bank,
      account_number: "254712341234",
      beneficiary_name: "Kwame Mensah",
      reference: request.reference,
    });
    expect(fields["narration"]).toBe("Salary May 42");
    const sender = { sender: "Corridor Limited", sender_country: "KE", mobile_number: "254700000000" };
    expect(fields["meta"]).toEqual(currency === "KES" ? sender : undefined);
  });

  test("a payout to Côte d'Ivoire goes by the codes of Flutterwave's page, and by its list once that names others", async () => {
    const paid = async (code: string): Promise<unknown> => {
      const mobileMoney = { provider: code, phone_number: "+2250768161037", network_code: code };
      await accepted(payout("XOF", { method: "mobile_money", country: "CI", mobileMoney }));
      return lastBody().fields["account_bank"];
    };
    const all = ["MTN_CI", "MOOV_CI", "ORANGE_CI", "WAVE_CI"];
    for (const code of all) expect(IVORIAN_NETWORKS.map((row) => row["code"])).toContain(await paid(code));
    expect(all.map((code) => transferCodeOf(code, MOBILE_MONEY_TRANSFERS[code]!.bank, undefined))).toEqual([
      "FMM",
      "Moov",
      "orangemoney",
      "WAVE",
    ]);
    const later = [{ code: "MTNCI", name: "MTN Côte d'Ivoire" }, { code: "WAVE" }];
    expect(transferCodeOf("MTN_CI", "FMM", later)).toBe("MTNCI");
    expect(transferCodeOf("WAVE_CI", "WAVE", later)).toBe("WAVE");
    expect(() => transferCodeOf("MOOV_CI", "Moov", later)).toThrow("does not list MOOV_CI");
  });

  test("a payout moves what the payee gets, in the payee's currency", async () => {
    await accepted(nigerianBank({ amount: Money.parse("10", "USD"), targetAmount: Money.parse("15000.25", "NGN") }));
    expect(lastBody().fields).toMatchObject({
      amount: "15000.25",
      currency: "NGN",
      account_bank: "044",
      account_number: "0690001234",
    });
  });

  test.each([
    [undefined, "Payout"],
    ["!!! ???", "Payout"],
    [`${"a".repeat(99)}\u{1D400}`, "a".repeat(99)],
  ])("a payout for %j has words to it, and none in halves", async (description, narration) => {
    await accepted(nigerianBank({ description }));
    expect(lastBody().fields["narration"]).toBe(narration);
  });

  test("Nigerian banks go by Flutterwave's codes, and those that it knows by none are left out", () => {
    const ours = AFRICAN_BANKS.filter(({ country }) => country === "NG").map(({ code }) => code);
    expect(Object.keys(NIGERIAN_BANKS).filter((code) => !ours.includes(code))).toEqual([]);
    expect(ours.filter((code) => !(code in NIGERIAN_BANKS))).toEqual(["302"]);
    expect([NIGERIAN_BANKS["303"], NIGERIAN_BANKS["50211"], NIGERIAN_BANKS["999992"]]).toEqual([
      "000029",
      "090267",
      "100004",
    ]);
  });
});

describe("refuses before anything is sent", () => {
  const ghana = { provider: "MTN", phone_number: "+233241231234", network_code: "MTN_GH" };
  test.each<[string, () => DispatchRequest]>([
    ["email_required", () => mpesa({ payer: { name: "Ada" } })],
    [
      "network_not_supported",
      () => mpesa({ mobileMoney: { provider: "T-Kash", phone_number: "+254712341234", network_code: "TKASH_KE" } }),
    ],
    [
      "network_not_supported",
      () => mpesa({ mobileMoney: { provider: "?", phone_number: "+254712341234", network_code: "toString" } }),
    ],
    ["currency_not_supported", () => mpesa({ amount: Money.parse("5", "USD") })],
    ["amount_too_large", () => mpesa({ amount: Money.parse("90071992547410.00", "KES") })],
    ["country_not_supported", () => payin("KES", { method: "bank_transfer", country: "KE" })],
    ["currency_not_supported", () => payin("USD", { method: "bank_transfer", country: "NG" })],
    [
      "cvv_required",
      () => card("1234", { card: { card_number: "4242424242421234", expiry_month: "09", expiry_year: "32" } }),
    ],
    ["currency_not_supported", () => card("1234", { amount: Money.parse("5", "JPY") })],
    ["country_not_supported", () => nigerianBank({ country: "GH" })],
    ["currency_not_supported", () => nigerianBank({ targetAmount: Money.parse("5", "USD") })],
    ["bank_not_supported", () => nigerianBank({ bankAccount: { account_number: "0690001234", bank_code: "302" } })],
    ["account_required", () => nigerianBank({ bankAccount: undefined })],
    [
      "recipient_required",
      () => payout("GHS", { method: "mobile_money", country: "GH", mobileMoney: ghana, recipient: undefined }),
    ],
    ["method_not_supported", () => nigerianBank({ method: "card" })],
    ["method_not_supported", () => mpesa({ method: "crypto" })],
  ])("%s", async (code, request) => {
    const before = flutterwave.received.length;
    expect(await provider.dispatch(request(), deadline())).toMatchObject({
      outcome: "refused",
      code,
      reason: expect.stringMatching(/./),
    });
    expect(flutterwave.received.length).toBe(before);
  });

  test("a card without an encryption key, and a payout to M-PESA without a sender", async () => {
    const { encryption_key: _key, sender_phone: _phone, ...bare } = SETTINGS;
    const lacking = FLUTTERWAVE.create({ ...bare, base_url: flutterwave.url }, { outbound, clock });
    expect(await lacking.dispatch(card("1234"), deadline())).toMatchObject({
      outcome: "refused",
      code: "cards_not_set_up",
    });
    expect(await lacking.dispatch(mpesa({ direction: "outbound", recipient: RECIPIENT }), deadline())).toMatchObject({
      code: "sender_required",
    });
  });
});

describe("next actions", () => {
  test("a prompt on the phone is waited for", async () => {
    expect(await provider.dispatch(mpesa(), deadline())).toMatchObject({
      outcome: "accepted",
      status: "pending",
      nextAction: { type: "wait" },
    });
  });

  test("a card's bank is gone to, and without any question the card is charged at once", async () => {
    const redirect = { type: "redirect", redirect_url: "https://bank.test/3ds?ref=1" };
    expect(await provider.dispatch(card("0006"), deadline())).toMatchObject({
      status: "pending",
      nextAction: redirect,
    });
    const charged = await provider.dispatch(card("1234"), deadline());
    expect(charged).toMatchObject({
      outcome: "accepted",
      status: "completed",
      data: { flw_ref: expect.stringMatching(/^FLW-MOCK/) },
    });
    expect(charged).not.toHaveProperty("nextAction");
  });

  test.each(["pin", "avs_noauth"])("a card that asks for %s was not charged, and never will be", async (mode) => {
    const answer = {
      status: "success",
      message: "Charge authorization data required",
      meta: { authorization: { mode, fields: [mode] } },
    };
    expect(await whenAnswered(200, answer, (one) => one.dispatch(card("1234"), deadline()))).toMatchObject({
      outcome: "refused",
    });
  });

  test("mobile money may go over a page of Flutterwave's; without an id the payment goes by our reference, and is refunded by the one it gets", async () => {
    const authorization = { mode: "redirect", redirect: "https://flutterwave.test/captcha/verify/1:2" };
    const request = payin("GHS", {
      method: "mobile_money",
      country: "GH",
      mobileMoney: { provider: "MTN", phone_number: "+2332", network_code: "MTN_GH" },
    });
    const answer = { status: "success", message: "Charge initiated", meta: { authorization } };
    expect(await whenAnswered(200, answer, (one) => one.dispatch(request, deadline()))).toMatchObject({
      outcome: "accepted",
      providerPaymentId: request.reference,
      nextAction: { type: "redirect", redirect_url: authorization.redirect },
    });
    const { providerPaymentId } = await accepted(request);
    flutterwave.complete(request.reference);
    const refund = refundOf(request, { providerPaymentId: request.reference });
    expect(await provider.refund!(refund, deadline())).toMatchObject({ outcome: "accepted" });
    expect(lastBody().path).toBe(`/transactions/${providerPaymentId}/refund`);
  });

  test.each([
    [null, { type: "wait" }],
    ["https://wave.test/pay", { type: "redirect", redirect_url: "https://wave.test/pay" }],
  ])("mode callback with the page %s", async (redirect_url, nextAction) => {
    const request = mpesa();
    const data = { id: 7, tx_ref: request.reference, flw_ref: "F", amount: 1500, currency: "KES", status: "pending" };
    const answer = {
      status: "success",
      message: "OK",
      data,
      meta: { authorization: { mode: "callback", redirect_url } },
    };
    expect(await whenAnswered(200, answer, (one) => one.dispatch(request, deadline()))).toMatchObject({
      outcome: "accepted",
      nextAction,
    });
  });

  test.each(Object.entries(BANK_TRANSFER_CURRENCIES))(
    "a bank transfer in %s is told where to go",
    async (country, currency) => {
      const request = payin(currency, { method: "bank_transfer", country });
      expect(await provider.dispatch(request, deadline())).toMatchObject({
        outcome: "accepted",
        providerPaymentId: request.reference,
        status: "pending",
        nextAction: {
          type: "bank_transfer",
          account_name: "Corridor FLW",
          account_number: "0067100155",
          bank_name: "Mock Bank",
          bank_code: null,
          reference: expect.stringMatching(/^FLW-MOCK/),
          expires_at: "2026-01-05T10:00:00.000Z",
        },
      });
      const { fields } = lastBody();
      expect([fields["expires"], fields["bank_transfer_options"]]).toEqual(
        country === "GH" ? [undefined, { expires: "3600" }] : ["3600", undefined],
      );
    },
  );

  test.each([
    ["1500.00", "soon", "accepted"],
    ["1500.00", clock.now().getTime(), "accepted"], // In test mode an account expires when it is created.
    ["1500.00", 1_767_603_600, "accepted"],
    ["1521.50", 1_767_607_200_000, "unknown"],
  ])("instructions over %s that end %s: %s", async (transfer_amount, account_expiration, outcome) => {
    const authorization = {
      mode: "banktransfer",
      transfer_reference: "R",
      transfer_account: "1",
      transfer_bank: "B",
      transfer_amount,
      account_expiration,
    };
    const request = payin("NGN", { method: "bank_transfer", country: "NG" });
    const result = await whenAnswered(200, { status: "success", message: "OK", meta: { authorization } }, (one) =>
      one.dispatch(request, deadline()),
    );
    expect(result.outcome).toBe(outcome);
    if (result.outcome === "accepted")
      expect(result.nextAction).toMatchObject({
        account_name: "Flutterwave",
        expires_at: new Date(clock.now().getTime() + 3_600_000).toISOString(),
      });
  });
});

describe("what an answer means", () => {
  test.each([
    [400, "Cardno is required", "refused"],
    [401, "Authorization required", "refused"],
    [403, "Please enable IP whitelisting", "refused"],
    [422, "Amount is invalid", "refused"],
    [400, "Duplicate transaction reference", "unknown"],
    [400, "Transfer with this reference already exists", "unknown"],
    [400, "tx_ref must be unique", "unknown"],
    [400, "An error occurred while processing your request", "unknown"],
    [400, "Transaction timed out", "unknown"],
    [404, "Not found", "unknown"],
    [408, "Request timeout", "unknown"],
    [409, "Conflict", "unknown"],
    [429, "Too many requests", "unknown"],
    [503, "An error occurred. Please contact support", "unknown"],
    [200, "Declined", "unknown"],
  ])("HTTP %i, error, %s: %s", async (status, message, outcome) => {
    for (const request of [mpesa(), nigerianBank()])
      expect(
        await whenAnswered(status, { status: "error", message, data: null }, (one) =>
          one.dispatch(request, deadline()),
        ),
      ).toMatchObject({ outcome });
  });

  test.each([
    ["another amount", { amount: 1499 }],
    ["another currency", { currency: "UGX" }],
    ["another reference", { tx_ref: newId() }],
    ["a word that is not documented", { status: "reversed" }],
    ["no id", { id: null }],
  ])("an acceptance of %s is unknown", async (_, changed) => {
    const request = mpesa();
    const data = {
      id: 7,
      tx_ref: request.reference,
      flw_ref: "F",
      amount: 1500,
      currency: "KES",
      status: "pending",
      ...changed,
    };
    expect(
      await whenAnswered(200, { status: "success", message: "OK", data }, (one) => one.dispatch(request, deadline())),
    ).toMatchObject({
      outcome: "unknown",
    });
  });

  test("a charge or transfer that failed at once is refused, and what the card bore does not come back", async () => {
    const request = card("1234");
    const charge = { id: 7, tx_ref: request.reference, flw_ref: "F", amount: 1500, currency: "NGN", status: "failed" };
    const data = { ...charge, processor_response: "Card 4242 4242 4242 1234 with cvv 739 was declined" };
    const refused = await whenAnswered(200, { status: "success", message: "OK", data }, (one) =>
      one.dispatch(request, deadline()),
    );
    expect(refused).toEqual({
      outcome: "refused",
      code: "card [redacted] with cvv [redacted] was declined",
      reason: "Card [redacted] with cvv [redacted] was declined",
    });
    const other = nigerianBank();
    const transfer = {
      id: 7,
      reference: other.reference,
      amount: 1500,
      currency: "NGN",
      status: "FAILED",
      complete_message: "",
    };
    expect(
      await whenAnswered(200, { status: "success", message: "OK", data: transfer }, (one) =>
        one.dispatch(other, deadline()),
      ),
    ).toMatchObject({
      code: "declined",
      reason: "declined",
    });
  });

  test.each([
    ["successful", "completed"],
    ["pending", "pending"],
    ["success-pending-validation", "pending"],
    ["failed", "failed"],
  ])("a payin that is %s", (word, status) => {
    const transaction = { id: 1, tx_ref: "r", flw_ref: "f", amount: 1.5, currency: "NGN", status: word };
    expect(readTransaction(transaction, String).update).toMatchObject({ providerStatus: word, status });
  });

  test.each([
    ["NEW", "processing"],
    ["PENDING", "processing"],
    ["SUCCESSFUL", "completed"],
    ["FAILED", "failed"],
  ])("a payout that is %s", (word, status) => {
    const transfer = { id: 1, reference: "r", amount: 1, currency: "NGN", status: word };
    expect(readTransfer(transfer, String).update).toMatchObject({ providerStatus: word, status });
  });

  test.each([
    ["new", "pending"],
    ["pending", "pending"],
    ["pending-momo", "pending"],
    ["processing", "pending"],
    ["completed", "pending"],
    ["completed-bank-transfer", "completed"],
    ["completed-momo", "completed"],
    ["completed-mpgs", "completed"],
    ["completed-offline", "completed"],
    ["completed-preauth", "completed"],
    ["successful", "completed"],
    ["failed", "failed"],
  ])("a refund that is %s", (word, status) => {
    expect(readRefund({ id: 1, tx_id: 2, status: word })).toMatchObject({ status });
  });
});

describe("asking for the status", () => {
  test("a payin tells what arrived, and why it failed", async () => {
    const [paid, failed] = [mpesa(), mpesa()];
    for (const request of [paid, failed]) await accepted(request);
    flutterwave.complete(paid.reference);
    flutterwave.complete(failed.reference, "failed");
    const { update } = (await provider.fetchStatus(queryOf(paid), deadline())) as { update: { receivedAmount: Money } };
    expect(update).toMatchObject({ status: "completed", providerStatus: "successful" });
    expect(update.receivedAmount.toString()).toBe("1500.00 KES");
    expect(await provider.fetchStatus(queryOf(failed), deadline())).toMatchObject({
      update: { status: "failed", reason: "Declined by the issuer" },
    });
  });

  test("a payout is found by its id and by our reference, and tells why it failed", async () => {
    const request = nigerianBank();
    const { providerPaymentId } = await accepted(request);
    flutterwave.complete(request.reference, "FAILED");
    for (const id of [providerPaymentId, null])
      expect(await provider.fetchStatus(queryOf(request, id), deadline())).toMatchObject({
        outcome: "found",
        update: { providerPaymentId, status: "failed", reason: "DISBURSE FAILED: the account is closed" },
      });
  });

  test("what Flutterwave does not know is not found, whenever it was sent: when to believe that is not the adapter's to judge", async () => {
    for (const request of [mpesa(), nigerianBank()]) {
      expect(await provider.fetchStatus({ ...queryOf(request), sentAt: clock.now() }, deadline())).toEqual({
        outcome: "not_found",
      });
      expect(await provider.fetchStatus(queryOf(request), deadline())).toEqual({ outcome: "not_found" });
    }
  });

  test("a payout is looked for by our reference where its id is another's, or that of an account which these settings do not open", async () => {
    const [ours, another] = [nigerianBank(), nigerianBank()];
    const [, { providerPaymentId }] = [await accepted(ours), await accepted(another)];
    for (const id of [providerPaymentId, "1"])
      expect(await provider.fetchStatus(queryOf(ours, id), deadline())).toMatchObject({
        outcome: "found",
        update: { reference: ours.reference },
      });
    expect(await provider.fetchStatus(queryOf(nigerianBank(), "1"), deadline())).toEqual({ outcome: "not_found" });
  });

  test("a list that was not filtered, a transfer of another and an error tell nothing of ours", async () => {
    const request = nigerianBank();
    const stranger = { id: 9, reference: "theirs", amount: 1, currency: "NGN", status: "NEW" };
    const ask = (id: string | null) => (one: Provider) => one.fetchStatus(queryOf(request, id), deadline());
    expect(await whenAnswered(200, { status: "success", message: "OK", data: [stranger] }, ask(null))).toMatchObject({
      outcome: "unknown",
    });
    expect(await whenAnswered(200, { status: "success", message: "OK", data: stranger }, ask("9"))).toMatchObject({
      outcome: "unknown",
    });
    expect(await whenAnswered(400, { status: "error", message: "Transfer not found" }, ask("9"))).toMatchObject({
      outcome: "unknown",
    });
    const payinStatus = (one: Provider) => one.fetchStatus(queryOf(mpesa()), deadline());
    expect(
      await whenAnswered(401, { status: "error", message: "Invalid authorization key" }, payinStatus),
    ).toMatchObject({ outcome: "unknown" });
    expect(
      await whenAnswered(500, { status: "error", message: "No transaction was found" }, payinStatus),
    ).toMatchObject({ outcome: "unknown" });
  });
});

describe("one-time passwords and cancelling", () => {
  const act = async (request: DispatchRequest, providerPaymentId: string, otp: string) =>
    provider.submitAction!({ reference: request.reference, providerPaymentId, action: "submit_otp", otp }, deadline());

  test("the right one completes the charge, and a wrong one leaves it open and is not repeated", async () => {
    const request = card("0001");
    const dispatched = await provider.dispatch(request, deadline());
    expect(dispatched).toMatchObject({ outcome: "accepted", status: "pending", nextAction: { type: "collect_otp" } });
    const { providerPaymentId } = dispatched as { providerPaymentId: string };
    const wrong = await act(request, providerPaymentId, "987654");
    expect(wrong).toMatchObject({ outcome: "refused", reason: "An OTP related error has occured: [redacted]" });
    expect(await act(request, providerPaymentId, OTP)).toEqual({
      outcome: "done",
      status: "completed",
      providerStatus: "successful",
    });
  });

  test("none is submitted for a transaction that is not ours", async () => {
    const { providerPaymentId } = await accepted(card("0001"));
    const before = flutterwave.received.length;
    expect(await act(card("0001"), providerPaymentId, OTP)).toMatchObject({ outcome: "refused" });
    expect(flutterwave.received.slice(before).map(({ method }) => method)).toEqual(["GET"]);
  });

  test("there is no second one", async () => {
    const action = { reference: newId(), providerPaymentId: "1", action: "resend_otp" } as const;
    expect(await provider.submitAction!(action, deadline())).toMatchObject({ outcome: "refused" });
  });

  test("what is unpaid is no longer waited for, and what is paid cannot be called off", async () => {
    const request = mpesa();
    const { providerPaymentId } = await accepted(request);
    const cancel = (reference: string) =>
      provider.submitAction!({ reference, providerPaymentId, action: "cancel" }, deadline());
    expect(await cancel(request.reference)).toMatchObject({ outcome: "done", status: "pending" });
    flutterwave.complete(request.reference);
    expect(await cancel(request.reference)).toEqual({ outcome: "refused", reason: "it has been paid" });
    expect(await cancel(newId())).toMatchObject({ outcome: "done", status: "pending" });
  });
});

function refundOf(payment: DispatchRequest, fields: Partial<RefundRequest> = {}): RefundRequest {
  return {
    reference: newId(),
    paymentReference: payment.reference,
    providerPaymentId: "0",
    amount: Money.parse("500.25", payment.amount.currency),
    reason: "returned",
    callbackUrl: payment.callbackUrl,
    ...fields,
  };
}

describe("refunds", () => {
  test("are asked for in part, are pending first, and are found by id and by our reference", async () => {
    const payment = mpesa();
    const { providerPaymentId } = await accepted(payment);
    flutterwave.complete(payment.reference);
    const request = refundOf(payment, { providerPaymentId });
    const outcome = await provider.refund!(request, deadline());
    expect(outcome).toMatchObject({
      outcome: "accepted",
      status: "pending",
      providerRefundId: expect.stringMatching(/^\d+$/),
    });
    expect(lastBody()).toEqual({
      method: "POST",
      path: `/transactions/${providerPaymentId}/refund`,
      fields: { amount: "500.25", comments: `${request.reference} returned` },
    });
    const query = { reference: request.reference, paymentReference: payment.reference, providerPaymentId };
    for (const providerRefundId of [(outcome as { providerRefundId: string }).providerRefundId, null])
      expect(await provider.fetchRefund!({ ...query, providerRefundId }, deadline())).toEqual({
        outcome: "found",
        status: "pending",
      });
    // The list has another transfer of the same payment, which might be the one whose answer was lost.
    expect(
      await provider.fetchRefund!({ ...query, reference: newId(), providerRefundId: null }, deadline()),
    ).toMatchObject({ outcome: "unknown" });
  });

  test("one that was lost is not found on an empty list", async () => {
    const payment = mpesa();
    const { providerPaymentId } = await accepted(payment);
    const query = {
      reference: newId(),
      paymentReference: payment.reference,
      providerPaymentId,
      providerRefundId: null,
    };
    expect(await provider.fetchRefund!(query, deadline())).toEqual({ outcome: "not_found" });
  });

  test("a payment that is not paid is refused one", async () => {
    const payment = mpesa();
    const { providerPaymentId } = await accepted(payment);
    expect(await provider.refund!(refundOf(payment, { providerPaymentId }), deadline())).toMatchObject({
      outcome: "refused",
      code: "transaction cannot be refunded",
    });
  });

  test.each([
    ["another amount", { amount_refunded: 500 }, "unknown"],
    ["another transaction", { tx_id: 8 }, "unknown"],
    ["a failure", { status: "failed" }, "refused"],
    ["the end", { status: "completed-mpgs" }, "accepted"],
  ])("an answer that tells of %s", async (_, changed, outcome) => {
    const data = { id: 1, tx_id: 7, amount_refunded: 500.25, status: "completed", ...changed };
    const request = refundOf(mpesa(), { providerPaymentId: "7" });
    const result = await whenAnswered(200, { status: "success", message: "OK", data }, (one) =>
      one.refund!(request, deadline()),
    );
    expect(result).toMatchObject({ outcome });
  });
});

describe("whose account is this", () => {
  const resolve = (fields: object) =>
    provider.resolveAccount!({ account_number: "0690000032", bank_code: "044", country: "NG", ...fields }, deadline());

  test("the bank's answer, or none", async () => {
    expect(await resolve({})).toEqual({ account_name: "Pastor Bright" });
    expect(lastBody().fields).toEqual({ account_number: "0690000032", account_bank: "044" });
    expect(await resolve({ account_number: "0690000033" })).toBeNull();
  });

  test.each([{ bank_code: "058" }, { bank_code: "302" }, { country: "GH" }])("%o cannot be asked", async (fields) => {
    await expect(resolve(fields)).rejects.toThrow(ProviderUnavailable);
  });
});

describe("callbacks", () => {
  const reference = newId();

  test("are genuine by the secret hash alone, each by its digest", () => {
    const verify = createVerifier(SECRET_HASH);
    const { headers, path } = callbackOf({});
    // printf '{}' | sha256sum
    const externalId = "sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a";
    expect(verify({ headers, rawBody: Buffer.from("{}"), path })).toEqual({ externalId });
    for (const hash of [undefined, "", SECRET_HASH.slice(1), `${SECRET_HASH} `, SECRET_HASH.toUpperCase()])
      expect(verify({ headers: { "verif-hash": hash }, rawBody: Buffer.from("{}"), path })).toBeNull();
  });

  test.each([
    [
      "a charge",
      { event: "charge.completed", data: { id: 285959875, tx_ref: reference, status: "successful" } },
      "inbound",
      "285959875",
    ],
    [
      "a transfer",
      { event: "transfer.completed", data: { id: 33286, reference, status: "SUCCESSFUL" } },
      "outbound",
      "33286",
    ],
    [
      "a charge, in the flat form",
      { id: 126122, txRef: reference, flwRef: "F", status: "successful", "event.type": "CARD_TRANSACTION" },
      "inbound",
      "126122",
    ],
    [
      "a transfer, in the flat form",
      { "event.type": "Transfer", transfer: { id: 3455, reference, status: "FAILED" } },
      "outbound",
      "3455",
    ],
  ])("%s makes us ask", (_, body, direction, providerPaymentId) => {
    expect(provider.parseCallback(callbackOf(body))).toEqual([
      { kind: "notice", direction, reference, providerPaymentId },
    ]);
  });

  test.each([
    ["a charge that is not ours", { event: "charge.completed", data: { id: 1, tx_ref: "shop-42" } }],
    ["a transfer that is not ours", { "event.type": "Transfer", transfer: { id: 1, reference: "rave-transfer-1" } }],
    ["a subscription", { event: "subscription.cancelled", data: { id: 1 } }],
  ])("%s tells us nothing", (_, body) => {
    expect(provider.parseCallback(callbackOf(body))).toEqual([]);
  });

  test.each([
    { event: "charge.completed" },
    { event: "charge.completed", data: { tx_ref: UNKNOWN_ID } },
    { event: 7, data: {} },
    { "event.type": "CARD_TRANSACTION" },
    { "event.type": "Transfer", transfer: null },
    {},
    [],
  ])("%j cannot be read", (body) => {
    expect(() => provider.parseCallback(callbackOf(body))).toThrow(InvalidCallback);
  });
});
