import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { ProviderUnavailable } from "@corridor/provider-kit/errors.ts";
import type { IncidentNotice, Provider, RefundRequest } from "@corridor/provider-kit/provider.ts";
import { type Bench, deadline, from, openBench } from "./bench.fixtures.ts";
import { payinByPhone } from "./paystack.fixtures.ts";
import { REFUND_STATUS } from "./paystack-wire.ts";

let bench: Bench;
beforeAll(async () => void (bench = await openBench()));
beforeEach(() => void bench.paystack.calls.splice(0));
afterAll(() => bench.close());

describe("a refund", () => {
  async function refundable(): Promise<RefundRequest> {
    const { request } = await bench.accepted({ ...payinByPhone("accepted"), ...from("paid") });
    const { reference } = request;
    return {
      reference: newId(),
      paymentReference: reference,
      providerPaymentId: reference,
      amount: Money.parse("5.25", "GHS"),
      reason: "returned",
      callbackUrl: "",
    };
  }
  const look = (refund: RefundRequest, providerRefundId: string | null, by: Provider = bench.provider) =>
    by.fetchRefund!(
      {
        reference: refund.reference,
        paymentReference: refund.paymentReference,
        providerPaymentId: "",
        providerRefundId,
      },
      deadline(),
    );

  test("bears our reference in its note and is found by its id", async () => {
    const request = await refundable();
    const result = await bench.provider.refund!(request, deadline());
    expect(result).toEqual({
      outcome: "accepted",
      status: "pending",
      providerRefundId: expect.stringMatching(/^\d+$/),
    });
    expect(bench.sent("/refund")).toEqual({
      transaction: request.paymentReference,
      amount: 525,
      currency: "GHS",
      customer_note: "returned",
      merchant_note: `Refund ${request.reference}`,
    });
    const { providerRefundId } = result as { providerRefundId: string };
    for (const [word, status] of Object.entries(REFUND_STATUS)) {
      bench.paystack.refunds.at(-1)!["status"] = word;
      expect(await look(request, providerRefundId)).toEqual({ outcome: "found", status });
    }
    expect(await look({ ...request, reference: newId() }, providerRefundId)).toMatchObject({ outcome: "unknown" });
  });

  test("whose answer was lost is found by its note, however many came after it; one that never came is not", async () => {
    const request = await refundable();
    expect(await bench.provider.refund!({ ...request, reason: "silent" }, deadline())).toMatchObject({
      outcome: "unknown",
    });
    const [mine] = bench.paystack.refunds.slice(-1);
    for (let index = 0; index < 150; index++)
      bench.paystack.refunds.push({ ...mine, id: 90_000_000 + index, merchant_note: `Refund ${newId()}` });
    expect(await look(request, null)).toEqual({ outcome: "found", status: "pending" });
    expect(await look({ ...request, reference: newId() }, null)).toEqual({ outcome: "not_found" });
    const { query } = bench.paystack.calls.at(-1)!;
    expect(Math.abs(Date.now() - 86_400_000 - new Date(query.get("from")!).getTime())).toBeLessThan(60_000);
  });

  test("is not said to be missing by a list without an end", async () => {
    const list = {
      status: true,
      message: "Refunds retrieved",
      data: [{ merchant_note: "another", status: "pending" }],
      meta: { total: 100_000 },
    };
    for (const body of [list, { ...list, data: [] }, { ...list, meta: {} }, { ...list, meta: undefined }])
      expect(await bench.answering(200, body, async (by) => look(await refundable(), null, by))).toMatchObject({
        outcome: "unknown",
      });
  });

  test("of what was never paid is refused; another amount or payment in the answer is unknown", async () => {
    const unpaid = await bench.accepted(payinByPhone("accepted"));
    const request = { ...(await refundable()), paymentReference: unpaid.request.reference };
    expect(await bench.provider.refund!(request, deadline())).toEqual({
      outcome: "refused",
      code: "invalid_transaction",
      reason: "Transaction has not been paid",
    });
    const data = {
      id: 1,
      status: "pending",
      amount: 524,
      currency: "GHS",
      transaction: { reference: request.paymentReference },
    };
    expect(
      await bench.answering(200, { status: true, message: "Queued", data }, (by) => by.refund!(request, deadline())),
    ).toMatchObject({
      outcome: "unknown",
    });
    const other = { ...data, amount: 525, transaction: { reference: newId() } };
    expect(
      await bench.answering(200, { status: true, message: "Queued", data: other }, (by) =>
        by.refund!(request, deadline()),
      ),
    ).toMatchObject({
      outcome: "unknown",
    });
    const failed = { ...data, amount: 525, status: "failed" };
    expect(
      await bench.answering(200, { status: true, message: "Queued", data: failed }, (by) =>
        by.refund!(request, deadline()),
      ),
    ).toMatchObject({
      outcome: "refused",
    });
  });
});

describe("a refund that was made on Paystack's dashboard", () => {
  const processed = (reference: string) => {
    const body = {
      event: "refund.processed",
      data: { status: "processed", transaction_reference: reference, refund_reference: "TRF_1", amount: "100" },
    };
    return bench.provider.parseCallback({ rawBody: Buffer.from(JSON.stringify(body)), path: "/" });
  };

  test("is found by its payment once it is processed; ours, a dispute's and one under way are not taken for it", async () => {
    const { request: payment } = await bench.accepted({ ...payinByPhone("accepted"), ...from("paid") });
    const { reference } = payment;
    const transaction = bench.paystack.transactions.get(reference)!["id"];
    const ours = {
      reference: newId(),
      paymentReference: reference,
      providerPaymentId: reference,
      amount: Money.parse("1.00", "GHS"),
      reason: "x",
      callbackUrl: "",
    };
    await bench.provider.refund!(ours, deadline());
    bench.paystack.refunds.at(-1)!["status"] = "processed";
    const row = {
      transaction,
      transaction_reference: reference,
      status: "processed",
      amount: 100,
      currency: "GHS",
      dispute: null,
      merchant_note: "",
    };
    const others = [
      {},
      { dispute: 358950 },
      { status: "pending" },
      { transaction_reference: newId() },
      { merchant_note: null, amount: 250 },
    ];
    bench.paystack.refunds.push(...others.map((change, index) => ({ ...row, id: 900 + index, ...change })));
    const [notice] = processed(reference);
    expect(notice).toEqual({ kind: "incident_notice", incident: "refund", reference, providerPaymentId: null });
    const found = { kind: "refund_elsewhere", reference, providerPaymentId: reference };
    expect(await bench.provider.fetchIncidents!(notice as IncidentNotice, deadline())).toEqual({
      outcome: "found",
      incidents: [
        { ...found, providerRefundId: "904", amount: Money.parse("2.50", "GHS") },
        { ...found, providerRefundId: "900", amount: Money.parse("1.00", "GHS") },
      ],
    });
  });

  test("of somebody else's payment is nothing, and a list without an end leaves it open", async () => {
    expect(processed("shop-42")).toEqual([]);
    const [notice] = processed(newId());
    expect(await bench.provider.fetchIncidents!(notice as IncidentNotice, deadline())).toEqual({
      outcome: "found",
      incidents: [],
    });
    const endless = { status: true, message: "ok", data: { id: 1 } };
    expect(
      await bench.answering(200, endless, (by) => by.fetchIncidents!(notice as IncidentNotice, deadline())),
    ).toMatchObject({ outcome: "unknown" });
  });
});

describe("an account", () => {
  const resolve = (account_number: string, country = "NG", by: Provider = bench.provider) =>
    by.resolveAccount!({ account_number, bank_code: "058", country }, deadline());

  test("is looked up in Nigeria and Ghana", async () => {
    expect(await resolve("0123456789")).toEqual({ account_name: "ADA OBI" });
    expect(await resolve("0123456789", "GH")).toEqual({ account_name: "ADA OBI" });
    expect(bench.paystack.calls[0]!.query.toString()).toBe("account_number=0123456789&bank_code=058");
    expect(await resolve("0123450002")).toBeNull();
  });

  test("is not there to be looked up elsewhere, or without an answer", async () => {
    await expect(resolve("0123456789", "ZA")).rejects.toThrow(ProviderUnavailable);
    await expect(bench.answering(500, {}, (by) => resolve("0123456789", "NG", by))).rejects.toThrow(
      ProviderUnavailable,
    );
    await expect(
      bench.answering(400, { status: false, message: "Unknown bank code: 058" }, (by) =>
        resolve("0123456789", "NG", by),
      ),
    ).rejects.toThrow(ProviderUnavailable);
    await expect(
      bench.answering(200, { status: true, message: "ok", data: {} }, (by) => resolve("0123456789", "NG", by)),
    ).rejects.toThrow(ProviderUnavailable);
  });
});
