import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import type { ActionResult, DispatchRequest, StatusAnswer } from "@corridor/provider-kit/provider.ts";
import { dispatchRequest } from "@corridor/provider-kit/stage.fixtures.ts";
import { type Bench, deadline, from, openBench } from "./bench.fixtures.ts";
import { payinByCard, payinByPhone, payinByTransfer, payoutToBank } from "./paystack.fixtures.ts";
import { CHARGE_STATUS, REFUND_STATUS, TRANSACTION_STATUS, TRANSFER_STATUS } from "./paystack-wire.ts";

let bench: Bench;
beforeAll(async () => void (bench = await openBench()));
beforeEach(() => void bench.paystack.calls.splice(0));
afterAll(() => bench.close());

const ask = (request: DispatchRequest, providerPaymentId: string | null = request.reference): Promise<StatusAnswer> =>
  bench.provider.fetchStatus(
    { reference: request.reference, providerPaymentId, direction: request.direction },
    deadline(),
  );
type PaymentAction = { action: "submit_otp"; otp: string } | { action: "resend_otp" } | { action: "cancel" };
const act = (
  request: DispatchRequest,
  action: PaymentAction,
  providerPaymentId = request.reference,
): Promise<ActionResult> =>
  bench.provider.submitAction!({ reference: request.reference, providerPaymentId, ...action }, deadline());

describe("every word of Paystack's", () => {
  const words: Record<string, string> = {
    success: "completed",
    failed: "failed",
    reversed: "failed",
    timeout: "failed",
    abandoned: "pending",
    ongoing: "pending",
    send_otp: "pending",
    send_pin: "failed",
    send_phone: "failed",
    send_birthday: "failed",
    send_address: "failed",
    open_url: "pending",
    pay_offline: "pending",
    pending_bank_transfer: "pending",
    pending: "processing",
    processing: "processing",
    queued: "processing",
  };
  test("about a transaction has its status", async () => {
    expect(TRANSACTION_STATUS).toEqual(words);
    const { request } = await bench.accepted(payinByPhone("accepted"));
    for (const [word, status] of Object.entries(words)) {
      bench.paystack.tell("charge.any", request.reference, { status: word, gateway_response: "Said so" });
      expect(await ask(request)).toMatchObject({
        outcome: "found",
        update: { status, providerStatus: word, reference: request.reference },
      });
    }
    bench.paystack.tell("charge.any", request.reference, { status: "sold" });
    expect(await ask(request)).toMatchObject({ outcome: "unknown" });
  });

  test("about a transaction on its page: a declined try is not the end", async () => {
    const { request } = await bench.pay(payinByCard("accepted"), bench.paged);
    expect(await ask(request)).toMatchObject({ update: { status: "pending", providerStatus: "abandoned" } });
    for (const [word, status] of [
      ["failed", "pending"],
      ["send_pin", "pending"],
      ["reversed", "failed"],
      ["success", "completed"],
    ] as const) {
      bench.paystack.tell("charge.any", request.reference, { status: word });
      expect(await ask(request)).toMatchObject({ update: { status, providerStatus: word } });
    }
  });

  test("about a transfer has its status", async () => {
    const expected = {
      pending: "processing",
      received: "processing",
      otp: "pending",
      success: "completed",
      failed: "failed",
      reversed: "failed",
      abandoned: "failed",
      blocked: "failed",
      rejected: "failed",
    };
    expect(TRANSFER_STATUS).toEqual(expected);
    const { request, result } = await bench.accepted(payoutToBank("accepted"));
    for (const [word, status] of Object.entries(expected)) {
      bench.paystack.tell("transfer.any", request.reference, { status: word });
      expect(await ask(request)).toMatchObject({
        update: { status, providerStatus: word, providerPaymentId: result.providerPaymentId },
      });
    }
  });

  test("in answer to a charge and about a refund has its status", () => {
    expect(CHARGE_STATUS).toEqual({
      success: "completed",
      pending: "processing",
      timeout: "processing",
      send_otp: "pending",
      open_url: "pending",
      pay_offline: "pending",
      pending_bank_transfer: "pending",
      send_pin: "failed",
      send_phone: "failed",
      send_birthday: "failed",
      send_address: "failed",
      failed: "failed",
      reversed: "failed",
    });
    expect(REFUND_STATUS).toEqual({
      pending: "pending",
      processing: "pending",
      "needs-attention": "pending",
      processed: "completed",
      failed: "failed",
    });
  });
});

describe("a status", () => {
  test("of a paid payin says what arrived, when, and what support needs", async () => {
    const { request } = await bench.accepted(payinByPhone("accepted"));
    bench.paystack.tell("charge.success", request.reference, { amount: 1000 });
    expect(await ask(request)).toEqual({
      outcome: "found",
      update: {
        kind: "payment",
        reference: request.reference,
        providerPaymentId: request.reference,
        providerStatus: "success",
        status: "completed",
        receivedAmount: Money.parse("10.00", "GHS"),
        occurredAt: new Date("2026-01-05T09:01:00.000Z"),
        data: { transaction_id: expect.stringMatching(/^\d+$/), channel: "mobile_money" },
      },
    });
  });

  test.each([
    [
      "not_found",
      400,
      {
        status: false,
        message: "Transaction reference not found.",
        type: "validation_error",
        code: "transaction_not_found",
      },
    ],
    ["not_found", 404, { status: false, message: "Transfer not found" }],
    ["unknown", 404, { status: false, message: "Entity not found in this region" }],
    ["unknown", 401, { status: false, message: "Invalid key" }],
    ["unknown", 500, { status: false, message: "Transfer not found" }],
    ["unknown", 404, { message: "Transfer not found" }],
  ])("%s: %i %j", async (outcome, status, body) => {
    for (const direction of ["inbound", "outbound"] as const)
      expect(
        await bench.answering(status, body, (by) =>
          by.fetchStatus({ reference: newId(), providerPaymentId: null, direction }, deadline()),
        ),
      ).toMatchObject({
        outcome,
      });
  });
});

describe("a one-time password", () => {
  const otp = (code: string) => ({ action: "submit_otp", otp: code }) as const;

  test("of a customer: taken, wrong, and the end of the charge", async () => {
    const first = await bench.accepted({ ...payinByPhone("accepted"), ...from("otp") });
    expect(await act(first.request, otp("000000"))).toEqual({ outcome: "wrong_otp", attemptsLeft: null });
    // The received amount is not compared here: a status poll or the callback completes the payment.
    expect(await act(first.request, otp("123456"))).toEqual({
      outcome: "done",
      status: "processing",
      providerStatus: "success",
    });
    expect(await ask(first.request)).toMatchObject({
      update: { status: "completed", receivedAmount: first.request.amount },
    });
    const second = await bench.accepted({ ...payinByPhone("accepted"), ...from("otp") });
    expect(await act(second.request, otp("111111"))).toEqual({
      outcome: "done",
      status: "failed",
      providerStatus: "failed",
    });
    expect(await act(second.request, { action: "resend_otp" })).toMatchObject({ outcome: "refused" });
  });

  test("of the account's owner, for a payout", async () => {
    const { request, result } = await bench.accepted({
      ...payoutToBank("accepted"),
      bankAccount: { account_number: "0123450006", bank_code: "058", account_name: "Ada Obi" },
    });
    expect(result).toMatchObject({ status: "pending", providerStatus: "otp", nextAction: { type: "collect_otp" } });
    expect(await ask(request, null)).toMatchObject({
      update: { status: "pending" },
      nextAction: { type: "collect_otp" },
    });
    expect(await act(request, { action: "resend_otp" }, result.providerPaymentId)).toMatchObject({ outcome: "done" });
    expect(await act(request, otp("000000"), result.providerPaymentId)).toMatchObject({
      outcome: "refused",
      reason: "OTP is invalid or has expired",
    });
    expect(await act(request, otp("123456"), result.providerPaymentId)).toEqual({
      outcome: "done",
      status: "processing",
      providerStatus: "pending",
    });
    const queued = { ...bench.paystack.transfers.get(request.reference), status: "success", transferred_at: null };
    const finalized = await bench.answering(
      200,
      { status: true, message: "Transfer has been queued", data: queued },
      (by) =>
        by.submitAction!(
          { reference: request.reference, providerPaymentId: result.providerPaymentId, ...otp("123456") },
          deadline(),
        ),
    );
    expect(finalized).toEqual({ outcome: "done", status: "processing", providerStatus: "success" });
  });

  test("does not come back out of a refusal", async () => {
    const reference = newId();
    const refusal = { status: false, message: "the password 482913 has expired" };
    const result = await bench.answering(400, refusal, (by) =>
      by.submitAction!({ reference, providerPaymentId: reference, ...otp("482913") }, deadline()),
    );
    expect(result).toMatchObject({ outcome: "refused", reason: "the password [redacted] has expired" });
  });
});

describe("cancel", () => {
  const cancel = { action: "cancel" } as const;

  test("gives up what nobody pays: a page, a password", async () => {
    const page = await bench.pay(payinByCard("accepted"), bench.paged);
    expect(await act(page.request, cancel)).toEqual({ outcome: "done", status: "failed", providerStatus: "abandoned" });
    const otp = await bench.accepted({ ...payinByPhone("accepted"), ...from("otp") });
    expect(await act(otp.request, cancel)).toMatchObject({ outcome: "done", status: "failed" });
  });

  test.each([
    ["a transfer account", payinByTransfer("accepted")],
    ["a prompt on a phone", payinByPhone("accepted")],
    ["a page of the bank", { ...payinByCard("accepted"), ...from("page") }],
    ["an account of which only the transaction is shown", { ...payinByTransfer("accepted"), gone: "step" }],
  ])(
    "gives up %s when its time is surely over, and not before",
    async (_, { gone, ...fields }: Partial<DispatchRequest> & { gone?: string }) => {
      const { request } = await bench.accepted(fields);
      if (gone !== undefined) delete bench.paystack.transactions.get(request.reference)![gone];
      expect(await act(request, cancel)).toMatchObject({ outcome: "refused" });
      bench.clock.advance(74 * 60_000);
      expect(await act(request, cancel)).toMatchObject({ outcome: "refused" });
      bench.clock.advance(60_000);
      expect(await act(request, cancel)).toMatchObject({ outcome: "done", status: "failed" });
      bench.paystack.tell("any.pending", request.reference);
      expect(await act(request, cancel)).toMatchObject({ outcome: "refused" });
      bench.clock.advance(-75 * 60_000);
    },
  );

  test("leaves a charge that its transaction calls abandoned while somebody is at it", async () => {
    const { request } = await bench.accepted(payinByPhone("accepted"));
    bench.paystack.tell("any.abandoned", request.reference);
    const row = bench.paystack.transactions.get(request.reference)!;
    for (const status of ["pay_offline", "pending", "success"]) {
      row["step"] = { status, reference: request.reference };
      expect(await act(request, cancel)).toMatchObject({ outcome: "refused" });
    }
    bench.paystack.down.add("GET charge");
    expect(await act(request, cancel)).toMatchObject({ outcome: "unknown" });
    bench.paystack.down.clear();
    delete row["step"];
    expect(await act(request, cancel)).toMatchObject({ outcome: "done", status: "failed" });
  });

  test("leaves what is or may be paid", async () => {
    const { request } = await bench.accepted(payinByPhone("accepted"));
    expect(await act(request, cancel)).toMatchObject({ outcome: "refused" });
    bench.paystack.tell("charge.success", request.reference);
    expect(await act(request, cancel)).toEqual({ outcome: "done", status: "completed", providerStatus: "success" });
    const payout = await bench.accepted(payoutToBank("accepted"));
    expect(await act(payout.request, cancel, payout.result.providerPaymentId)).toMatchObject({ outcome: "refused" });
    expect(await act(dispatchRequest(payinByPhone("accepted")), cancel)).toMatchObject({ outcome: "unknown" });
  });
});
