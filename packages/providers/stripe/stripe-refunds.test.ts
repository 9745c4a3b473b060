import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import type { Provider, RefundRequest } from "@corridor/provider-kit/provider.ts";
import { answering, CARDS, type FakeStripe, stripeStage, type StripeStage } from "./stripe.fixtures.ts";

let stage: StripeStage;
let stripe: FakeStripe;
let provider: Provider;
beforeAll(async () => {
  stage = await stripeStage();
  ({ stripe, provider } = stage);
});
afterAll(() => stage.close());
beforeEach(() => {
  stripe.forms.length = 0;
});

const deadline = (): AbortSignal => AbortSignal.timeout(5_000);

describe("a refund", () => {
  async function refundable(amount = "5.00"): Promise<RefundRequest> {
    const payment = stage.withCard(CARDS.paid);
    const { providerPaymentId } = (await provider.dispatch(payment, deadline())) as { providerPaymentId: string };
    stripe.forms.length = 0;
    const { callbackUrl, reference: paymentReference } = payment;
    return {
      reference: newId(),
      paymentReference,
      providerPaymentId,
      amount: Money.parse(amount, "GBP"),
      reason: "returned goods",
      callbackUrl,
    };
  }
  const query = (
    { reference, paymentReference, providerPaymentId }: RefundRequest,
    providerRefundId: string | null = null,
  ) => ({
    reference,
    paymentReference,
    providerPaymentId,
    providerRefundId,
  });

  test("gives back a part under its own reference, once however often it is asked for", async () => {
    const request = await refundable();
    const outcome = await provider.refund!(request, deadline());
    expect(outcome).toEqual({
      outcome: "accepted",
      status: "completed",
      providerRefundId: expect.stringMatching(/^re_/),
    });
    expect(await provider.refund!(request, deadline())).toEqual(outcome);
    expect(stripe.forms).toMatchObject([
      {
        path: "/v1/refunds",
        headers: { "idempotency-key": request.reference },
        form: {
          payment_intent: request.providerPaymentId,
          amount: "500",
          "metadata[corridor_reference]": request.reference,
          "metadata[corridor_reason]": "returned goods",
        },
      },
    ]);
    const { providerRefundId } = outcome as { providerRefundId: string };
    for (const id of [providerRefundId, null])
      expect(await provider.fetchRefund!(query(request, id), deadline())).toEqual({
        outcome: "found",
        status: "completed",
      });
  });

  test("of more than was paid, or of what Stripe cannot count, is refused", async () => {
    expect(await provider.refund!(await refundable("20.06"), deadline())).toMatchObject({
      outcome: "refused",
      code: "charge_already_refunded",
    });
    stripe.forms.length = 0;
    const odd = { ...(await refundable()), amount: Money.parse("5.124", "KWD") };
    expect(await provider.refund!(odd, deadline())).toMatchObject({ outcome: "refused", code: "invalid_amount" });
    expect(stripe.forms).toEqual([]);
  });

  test.each([
    ["pending", "pending"],
    ["requires_action", "pending"],
    ["succeeded", "completed"],
    ["failed", "failed"],
    ["canceled", "failed"],
  ])("that is %s is %s, by poll and by every event", async (word, status) => {
    const request = await refundable();
    const { providerRefundId } = (await provider.refund!(request, deadline())) as { providerRefundId: string };
    const refund = Object.assign(stripe.refunds.get(providerRefundId)!, {
      status: word,
      failure_reason: "lost_or_stolen_card",
    });
    expect(await provider.fetchRefund!(query(request, providerRefundId), deadline())).toEqual({
      outcome: "found",
      status,
    });
    const reason = status === "failed" ? "lost_or_stolen_card" : undefined;
    for (const type of ["refund.created", "refund.updated", "refund.failed", "charge.refund.updated"])
      expect(provider.parseCallback(stripe.event(type, refund))).toEqual([
        { kind: "refund", reference: request.reference, providerStatus: word, status, reason },
      ]);
    const answer = await answering(stage, { status: 200, body: JSON.stringify(refund) }, (elsewhere) =>
      elsewhere.refund!(request, deadline()),
    );
    expect(answer).toMatchObject(
      status === "failed" ? { outcome: "refused", code: word } : { outcome: "accepted", status },
    );
  });

  test("that Stripe answers for another amount or reference is unknown", async () => {
    const request = await refundable();
    await provider.refund!(request, deadline());
    const refund = [...stripe.refunds.values()].at(-1)!;
    for (const fields of [
      { amount: 501 },
      { metadata: {} },
      { metadata: { corridor_reference: newId() } },
      { status: null },
    ]) {
      const body = JSON.stringify({ ...refund, ...fields });
      expect(
        await answering(stage, { status: 200, body }, (elsewhere) => elsewhere.refund!(request, deadline())),
      ).toMatchObject({ outcome: "unknown" });
    }
  });

  test("that the payment does not list is not found, and unknown where the list is not whole", async () => {
    const request = await refundable();
    expect(await provider.fetchRefund!(query(request), deadline())).toEqual({ outcome: "not_found" });
    const part = JSON.stringify({ object: "list", data: [], has_more: true });
    expect(
      await answering(stage, { status: 200, body: part }, (elsewhere) =>
        elsewhere.fetchRefund!(query(request), deadline()),
      ),
    ).toMatchObject({
      outcome: "unknown",
    });
  });
});
