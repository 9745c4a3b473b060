import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Money } from "@corridor/base/money.ts";
import type { DispatchRequest, StatusAnswer } from "@corridor/provider-kit/provider.ts";
import { dispatchRequest, scriptedServer } from "@corridor/provider-kit/stage.fixtures.ts";
import { type Bench, deadline, from, openBench } from "./bench.fixtures.ts";
import { CARD, payinByCard, payinByPhone, payinByTransfer, payoutToBank, payoutToPhone } from "./paystack.fixtures.ts";

let bench: Bench;
beforeAll(async () => void (bench = await openBench()));
beforeEach(() => void bench.paystack.calls.splice(0));
afterAll(() => bench.close());

const ask = (request: DispatchRequest, providerPaymentId: string | null = request.reference): Promise<StatusAnswer> =>
  bench.provider.fetchStatus(
    { reference: request.reference, providerPaymentId, direction: request.direction },
    deadline(),
  );

describe("what goes over the wire", () => {
  test.each([
    ["MTN_GH", "GHS", "+233551234987", { phone: "0551234987", provider: "mtn" }],
    ["AIRTELTIGO_GH", "GHS", "+233271234987", { phone: "0271234987", provider: "atl" }],
    ["TELECEL_GH", "GHS", "+233201234987", { phone: "0201234987", provider: "vod" }],
    ["MPESA_KE", "KES", "+254710000000", { phone: "+254710000000", provider: "mpesa" }],
  ])("a payin from %s", async (network_code, currency, phone_number, mobile_money) => {
    const { request } = await bench.accepted({
      ...payinByPhone("accepted"),
      amount: Money.parse("15.25", currency),
      mobileMoney: { provider: "", phone_number, network_code },
    });
    expect(bench.sent("/charge")).toEqual({
      email: "accepted@example.com",
      amount: 1525,
      currency,
      reference: request.reference,
      metadata: { payment_id: request.paymentId },
      mobile_money,
    });
  });

  test.each([
    ["MTN_GH", "GHS", "+233551234987", "0551234987", "MTN"],
    ["AIRTELTIGO_GH", "GHS", "+233271234987", "0271234987", "ATL"],
    ["TELECEL_GH", "GHS", "+233201234987", "0201234987", "VOD"],
    ["MPESA_KE", "KES", "+254710000000", "0710000000", "MPESA"],
  ])("a payout to %s", async (network_code, currency, phone_number, account_number, bank_code) => {
    const targetAmount = Money.parse("15.25", currency);
    const { request } = await bench.accepted({
      ...payoutToPhone("accepted"),
      targetAmount,
      mobileMoney: { provider: "", phone_number, network_code },
    });
    expect(bench.sent("/transferrecipient")).toEqual({
      type: "mobile_money",
      name: "Ada Obi",
      account_number,
      bank_code,
      currency,
    });
    expect(bench.sent("/transfer")).toMatchObject({
      source: "balance",
      amount: 1525,
      currency,
      reference: request.reference,
      recipient: expect.any(String),
    });
  });

  test.each([
    ["NG", "NGN", "nuban"],
    ["GH", "GHS", "ghipss"],
    ["ZA", "ZAR", "basa"],
  ])("a payout to a bank in %s", async (country, currency, type) => {
    await bench.accepted({
      ...payoutToBank("accepted"),
      country,
      targetAmount: Money.parse("15.25", currency),
      description: "Salary",
    });
    expect(bench.sent("/transferrecipient")).toEqual({
      type,
      name: "Ada Obi",
      account_number: "0123451234",
      bank_code: "058",
      currency,
    });
    expect(bench.sent("/transfer")).toMatchObject({ amount: 1525, currency, reason: "Salary" });
  });

  test("a payout that crosses currencies sends what the payee gets, and a payin collects what the payer pays", async () => {
    await bench.accepted({ ...payoutToBank("accepted"), amount: Money.parse("9.00", "USD") });
    expect(bench.sent("/transfer")).toMatchObject({ amount: 150_025, currency: "NGN" });
    await bench.accepted({ ...payinByPhone("accepted"), targetAmount: Money.parse("1.00", "USD") });
    expect(bench.sent("/charge")).toMatchObject({ amount: 1525, currency: "GHS" });
  });

  test("a card goes to Paystack only where that was allowed; else its customer gets a page", async () => {
    await bench.accepted(payinByCard("accepted"));
    expect(bench.sent("/charge")).toMatchObject({
      card: { number: CARD.card_number, cvv: CARD.cvv, expiry_month: "04", expiry_year: "31" },
    });
    bench.paystack.calls.splice(0);
    const { request, result } = await bench.pay(payinByCard("accepted"), bench.paged);
    expect(result).toMatchObject({
      status: "pending",
      nextAction: { type: "redirect", redirect_url: expect.stringContaining("https://checkout.paystack.com/") },
    });
    expect(bench.paystack.calls.map(({ path }) => path)).toEqual(["/transaction/initialize"]);
    expect(bench.sent("/transaction/initialize")).toMatchObject({
      channels: ["card"],
      callback_url: request.returnUrl,
      reference: request.reference,
      amount: 150_025,
    });
    expect(JSON.stringify(bench.paystack.calls)).not.toContain(CARD.card_number);
  });
});

describe("what Paystack cannot do is refused before anything is sent", () => {
  const phone = (network_code: string, phone_number: string) => ({
    mobileMoney: { provider: "", phone_number, network_code },
  });
  test.each<[string, Partial<DispatchRequest>]>([
    ["email_required", { ...payinByPhone("accepted"), payer: { name: "Ada Obi" } }],
    ["network_not_supported", { ...payinByPhone("accepted"), ...phone("AIRTEL_KE", "+254730000000") }],
    ["network_not_supported", { ...payinByPhone("accepted"), ...phone("constructor", "+254730000000") }],
    ["currency_not_supported", { ...payinByPhone("accepted"), ...phone("MPESA_KE", "+254710000000") }],
    ["phone_not_supported", { ...payinByPhone("accepted"), ...phone("MTN_GH", "+254710000000") }],
    ["country_not_supported", { ...payinByTransfer("accepted"), country: "KE" }],
    ["currency_not_supported", { ...payinByTransfer("accepted"), amount: Money.parse("1.00", "USD") }],
    ["country_not_supported", { ...payinByCard("accepted"), country: "UG" }],
    ["currency_not_supported", { ...payinByCard("accepted"), amount: Money.parse("1.00", "EUR") }],
    [
      "card_incomplete",
      { ...payinByCard("accepted"), card: { card_number: CARD.card_number, expiry_month: "04", expiry_year: "2031" } },
    ],
    ["amount_not_supported", { ...payinByTransfer("accepted"), amount: Money.parse("90071992547409.92", "NGN") }],
    ["method_not_supported", { ...payinByTransfer("accepted"), method: "crypto" }],
    ["method_not_supported", { ...payoutToBank("accepted"), method: "card" }],
    ["country_not_supported", { ...payoutToBank("accepted"), country: "KE" }],
    ["currency_not_supported", { ...payoutToBank("accepted"), targetAmount: Money.parse("1.00", "USD") }],
    [
      "account_incomplete",
      { ...payoutToBank("accepted"), bankAccount: { account_number: "0123456789", account_name: "Ada Obi" } },
    ],
    [
      "payee_required",
      { ...payoutToBank("accepted"), bankAccount: { account_number: "0123456789", bank_code: "058" } },
    ],
    ["amount_not_supported", { ...payoutToBank("accepted"), targetAmount: Money.parse("90071992547409.92", "NGN") }],
  ])("%s", async (code, fields) => {
    expect((await bench.pay(fields)).result).toMatchObject({
      outcome: "refused",
      code,
      reason: expect.stringMatching(/./),
    });
    expect(bench.paystack.calls).toEqual([]);
  });
});

describe("what must happen next", () => {
  test.each([
    ["otp", "pending", "send_otp", { type: "collect_otp", text: "Please enter the password" }],
    ["page", "pending", "open_url", { type: "redirect", redirect_url: "https://standard.paystack.co/3ds/1" }],
    ["accepted", "pending", "pay_offline", { type: "wait" }],
    ["busy", "processing", "pending", { type: "wait" }],
    ["late", "processing", "timeout", { type: "wait" }],
    ["paid", "completed", "success", undefined],
  ])("for %s", async (name, status, providerStatus, nextAction) => {
    const { request, result } = await bench.accepted({ ...payinByPhone("accepted"), ...from(name) });
    expect(result).toEqual({
      outcome: "accepted",
      providerPaymentId: request.reference,
      providerStatus,
      status,
      ...(nextAction === undefined ? {} : { nextAction }),
    });
  });

  test("a bank transfer names the account, until when it takes the money", async () => {
    const { request, result } = await bench.accepted(payinByTransfer("accepted"));
    const nextAction = {
      type: "bank_transfer",
      account_name: "PAYSTACK CHECKOUT",
      account_number: "1231084927",
      bank_name: "Test Bank",
      bank_code: null,
      reference: request.reference,
      expires_at: "2026-01-05T10:00:00.000Z",
    };
    expect(result).toMatchObject({ status: "pending", nextAction });
    expect(bench.sent("/charge")).toMatchObject({ bank_transfer: { account_expires_at: "2026-01-05T10:00:00.000Z" } });
  });

  test.each([
    ["pin", "the card's PIN"],
    ["phone", "the customer's phone number"],
    ["birthday", "the customer's date of birth"],
    ["address", "the card's billing address"],
  ])("a charge that asks for the %s is refused, and has failed when its answer was lost", async (name, what) => {
    const { request, result } = await bench.pay({ ...payinByCard("accepted"), ...from(name) });
    const reason = `paystack asks for ${what}, which we cannot collect`;
    expect(result).toEqual({ outcome: "refused", code: `send_${name}`, reason });
    expect(await ask(request, null)).toMatchObject({
      outcome: "found",
      update: { status: "failed", providerStatus: `send_${name}`, reason },
    });
  });

  test("what an answer that was lost said is asked for again, once", async () => {
    const { request } = await bench.pay({ ...payinByTransfer("silent") });
    expect(await ask(request, null)).toMatchObject({
      update: { status: "pending" },
      nextAction: { type: "bank_transfer", account_number: "1231084927" },
    });
    bench.paystack.calls.splice(0);
    expect(await ask(request)).not.toHaveProperty("nextAction");
    expect(bench.paystack.calls).toHaveLength(1);
  });

  test("and until that was answered the payment is not known, or it would never be asked for again", async () => {
    const { request } = await bench.pay({ ...payinByTransfer("silent") });
    bench.paystack.down.add("GET charge");
    expect(await ask(request, null)).toMatchObject({ outcome: "unknown" });
    bench.paystack.down.clear();
    expect(await ask(request, null)).toMatchObject({ outcome: "found", nextAction: { type: "bank_transfer" } });
  });

  test("a charge that does not say it again, and a page, are found without", async () => {
    const { request } = await bench.pay({ ...payinByTransfer("silent") });
    bench.paystack.transactions.get(request.reference)!["step"] = { status: "ongoing", reference: request.reference };
    const page = await bench.pay(payinByCard("silent"), bench.paged);
    bench.paystack.calls.splice(0);
    for (const one of [request, page.request]) {
      const answer = await ask(one, null);
      expect(answer).toMatchObject({ outcome: "found", update: { status: "pending" } });
      expect(answer).not.toHaveProperty("nextAction");
    }
    expect(bench.paystack.calls.filter(({ path }) => path.startsWith("/charge"))).toHaveLength(1);
  });
});

describe("a decline", () => {
  test("is refused with Paystack's reason, and without the card's security code in it", async () => {
    expect((await bench.pay({ ...payinByPhone("accepted"), ...from("declined") })).result).toEqual({
      outcome: "refused",
      code: "insufficient funds",
      reason: "Insufficient funds",
    });
    const refusal = {
      status: false,
      message: `Declined: ${CARD.card_number} ${CARD.cvv}`,
      type: "validation_error",
      code: "invalid_card",
    };
    const { result } = await bench.answeringPayments(400, refusal, (by) => bench.pay(payinByCard("accepted"), by));
    expect(result).toEqual({ outcome: "refused", code: "invalid_card", reason: "Declined: [redacted] [redacted]" });
  });

  test("of a transfer in the first answer is refused", async () => {
    const { request } = await bench.accepted(payoutToBank("accepted"));
    const failed = {
      ...bench.paystack.transfers.get(request.reference),
      status: "failed",
      recipient_code: "RCP_1",
      gateway_response: "Bank is down",
    };
    const result = await bench.answering(200, { status: true, message: "Done", data: failed }, (by) =>
      by.dispatch(request, deadline()),
    );
    expect(result).toEqual({ outcome: "refused", code: "bank is down", reason: "Bank is down" });
  });
});

test("a transfer that is called successful while it is queued is under way, until Paystack is asked or tells of it", async () => {
  const { request } = await bench.accepted(payoutToBank("accepted"));
  const queued = {
    ...bench.paystack.transfers.get(request.reference),
    status: "success",
    transferred_at: null,
    recipient_code: "RCP_1",
  };
  const result = await bench.answering(200, { status: true, message: "Transfer has been queued", data: queued }, (by) =>
    by.dispatch(request, deadline()),
  );
  expect(result).toMatchObject({ outcome: "accepted", status: "processing", providerStatus: "success" });
  bench.paystack.tell("transfer.success", request.reference);
  expect(await ask(request)).toMatchObject({ update: { status: "completed" } });
});

describe("errors", () => {
  const dispatched = (status: number, body: object) =>
    bench.answeringPayments(status, body, async (by) => (await bench.pay(payinByPhone("accepted"), by)).result);
  const error = { status: false, message: "Something is wrong" };
  test.each([
    ["refused", 400, { ...error, type: "validation_error", code: "invalid_params" }],
    ["refused", 400, error],
    ["refused", 401, { status: false, message: "Invalid key" }],
    ["refused", 403, error],
    ["unknown", 400, { ...error, type: "api_error", code: "unknown" }],
    ["unknown", 400, { ...error, type: "processor_error", code: "bank_error" }],
    ["unknown", 400, { ...error, code: "processor_error" }],
    ["unknown", 400, { ...error, data: { status: "pending" } }],
    ["unknown", 400, { ...error, status: "false" }],
    ["unknown", 400, { status: false }],
    ["unknown", 408, error],
    ["unknown", 409, error],
    ["unknown", 429, error],
    ["unknown", 500, error],
    ["unknown", 200, error],
    ["unknown", 400, { status: true, message: "Done", data: {} }],
  ])("%s: %i %j", async (outcome, status, body) => {
    expect(await dispatched(status, body)).toMatchObject({ outcome });
  });

  test("a recipient that cannot be made moved no money", async () => {
    const { result } = await bench.answering(500, error, (by) => bench.pay(payoutToBank("accepted"), by));
    expect(result).toMatchObject({ outcome: "refused", code: "unreachable" });
  });

  test("an acceptance of another amount or currency is unknown", async () => {
    for (const other of [{ amount: 1 }, { currency: "NGN" }, { amount: undefined }, { currency: undefined }]) {
      const request = dispatchRequest(payinByPhone("accepted"));
      const data = { status: "success", reference: request.reference, amount: 1525, currency: "GHS", ...other };
      const result = await bench.answering(200, { status: true, message: "Done", data }, (by) =>
        by.dispatch(request, deadline()),
      );
      expect(result).toMatchObject({ outcome: "unknown" });
    }
  });
});

describe("a reference that was used before", () => {
  test.each([payinByPhone, payoutToBank])("shows the payment under it", async (instrument) => {
    const { request, result } = await bench.accepted(instrument("accepted"));
    expect(await bench.provider.dispatch(request, deadline())).toMatchObject({
      outcome: "accepted",
      providerPaymentId: result.providerPaymentId,
      status: expect.stringMatching(/pending|processing/),
    });
    expect(
      [...bench.paystack.transfers.values(), ...bench.paystack.transactions.values()].filter(
        (row) => row["reference"] === request.reference,
      ),
    ).toHaveLength(1);
  });

  test.each([payinByPhone, payoutToBank])(
    "is unknown when what stands there is another amount, or has failed",
    async (instrument) => {
      const { request } = await bench.accepted(instrument("accepted"));
      const other = Money.ofMinor(request.amount.minor + 1n, request.amount.currency);
      expect(
        await bench.provider.dispatch({ ...request, amount: other, targetAmount: other }, deadline()),
      ).toMatchObject({ outcome: "unknown" });
      bench.paystack.tell("any.failed", request.reference);
      expect(await bench.provider.dispatch(request, deadline())).toMatchObject({ outcome: "unknown" });
    },
  );

  test.each([
    [400, { status: false, message: "Duplicate Transaction Reference" }],
    [404, { status: false, message: "Please provide a unique reference. Reference already exists on a transfer" }],
    [400, { status: false, message: "No", type: "validation_error", code: "duplicate_transfer_reference" }],
  ])("is never refused, also when nothing more is said: %i %j", async (status, body) => {
    expect(
      await bench.answering(status, body, async (by) => (await bench.pay(payinByPhone("accepted"), by)).result),
    ).toMatchObject({ outcome: "unknown" });
  });

  test("is unknown when the look at it cannot be sent", async () => {
    const server = await scriptedServer((response) => {
      response
        .writeHead(400, { connection: "close" })
        .end(JSON.stringify({ status: false, message: "Duplicate Transaction Reference" }));
      void server.close();
    });
    expect((await bench.pay(payinByPhone("accepted"), bench.at(server.url))).result).toMatchObject({
      outcome: "unknown",
    });
  });
});

describe("a no in words that may mean a reference that was used before", () => {
  const no = { status: false, message: "This reference is spent", type: "validation_error", code: "spent" };
  const again = (request: DispatchRequest) =>
    bench.answeringPayments(400, no, (by) => by.dispatch(request, deadline()));

  test.each([payinByPhone, payinByTransfer, payoutToBank, payoutToPhone])(
    "is not believed while a payment stands under it: %o",
    async (instrument) => {
      const { request, result } = await bench.accepted(instrument("accepted"));
      expect(await again(request)).toMatchObject({ outcome: "accepted", providerPaymentId: result.providerPaymentId });
      const other = Money.ofMinor(request.amount.minor + 1n, request.amount.currency);
      expect(await again({ ...request, amount: other, targetAmount: other })).toMatchObject({ outcome: "unknown" });
    },
  );

  test.each([payinByPhone, payoutToBank])(
    "is believed when nothing stands there, or what has failed",
    async (instrument) => {
      expect(await again(dispatchRequest(instrument("accepted")))).toEqual({
        outcome: "refused",
        code: "spent",
        reason: no.message,
      });
      const { request } = await bench.accepted(instrument("accepted"));
      bench.paystack.tell("any.failed", request.reference);
      expect(await again(request)).toMatchObject({ outcome: "refused" });
    },
  );

  test("is believed when what stands there was begun and cannot be paid by anybody", async () => {
    const { request } = await bench.accepted(payinByPhone("accepted"));
    bench.paystack.tell("any.abandoned", request.reference, { step: undefined });
    expect(await again(request)).toMatchObject({ outcome: "refused" });
  });

  test("is unknown when it cannot be asked what stands there", async () => {
    const { result } = await bench.answering(400, no, (by) => bench.pay(payinByPhone("accepted"), by));
    expect(result).toMatchObject({ outcome: "unknown" });
  });

  test.each([401, 403])("is believed unasked when we were not let in: %i", async (status) => {
    const { result } = await bench.answering(status, no, (by) => bench.pay(payinByPhone("accepted"), by));
    expect(result).toMatchObject({ outcome: "refused" });
  });
});
