import { afterAll, beforeAll, expect, test } from "vitest";
import { createOutbound, type Outbound } from "@corridor/provider-kit/outbound.ts";
import type { Accepted, DispatchRequest, Provider } from "@corridor/provider-kit/provider.ts";
import { CARDS, STRIPE_SETTINGS, type StripeStage, stripeStage } from "./stripe.fixtures.ts";
import { STRIPE } from "./stripe.ts";

/** Stripe with the settings of an ordinary account, which may not handle card numbers. */
let stage: StripeStage;
let outbound: Outbound;
let provider: Provider;
beforeAll(async () => {
  stage = await stripeStage();
  outbound = createOutbound();
  const { direct_card_charges: _, ...ordinary } = STRIPE_SETTINGS;
  provider = STRIPE.create({ ...ordinary, base_url: stage.url }, { outbound, clock: stage.clock });
});
afterAll(async () => {
  await stage.close();
  await outbound.close();
});

const soon = (): AbortSignal => AbortSignal.timeout(5_000);
const ask = ({ reference }: DispatchRequest, providerPaymentId: string) =>
  provider.fetchStatus({ reference, providerPaymentId, direction: "inbound" }, soon());
async function opened(): Promise<{ request: DispatchRequest; id: string }> {
  const request = stage.withCard(CARDS.paid);
  const result = (await provider.dispatch(request, soon())) as Accepted;
  expect(result).toMatchObject({ outcome: "accepted", status: "pending", providerStatus: "open" });
  return { request, id: result.providerPaymentId };
}

test("a card is paid on Stripe's page unless the settings say otherwise, and its number goes nowhere", async () => {
  const before = stage.stripe.forms.length;
  const { request, id } = await opened();
  const { path, form } = stage.stripe.forms[before]!;
  expect(path).toBe("/v1/checkout/sessions");
  expect(form).toMatchObject({
    mode: "payment",
    client_reference_id: request.reference,
    "line_items[0][price_data][unit_amount]": "2005",
    success_url: request.returnUrl,
    "payment_intent_data[metadata][corridor_reference]": request.reference,
  });
  expect(JSON.stringify(stage.stripe.forms.slice(before))).not.toContain(CARDS.paid);
  const again = await provider.dispatch(request, soon());
  expect(again).toMatchObject({
    outcome: "accepted",
    providerPaymentId: id,
    nextAction: { type: "redirect", redirect_url: `https://checkout.stripe.com/c/pay/${id}` },
  });
});

test("a card that is declined on the page is no end, by status and by event; the next one that pays is, and brings the id that refunds name", async () => {
  const { request, id } = await opened();
  expect(await ask(request, id)).toMatchObject({
    outcome: "found",
    update: { status: "pending" },
    nextAction: { type: "redirect" },
  });
  const declined = stage.stripe.payOnPage(id, "declined");
  expect(await ask(request, id)).toMatchObject({
    outcome: "found",
    update: { status: "pending", providerPaymentId: id },
  });
  expect(provider.parseCallback(stage.stripe.event("payment_intent.payment_failed", declined))).toEqual([]);
  const paid = stage.stripe.payOnPage(id, "paid");
  const update = {
    status: "completed",
    reference: request.reference,
    providerPaymentId: paid.id,
    receivedAmount: request.amount,
  };
  expect(await ask(request, id)).toMatchObject({ outcome: "found", update });
  expect(provider.parseCallback(stage.stripe.event("payment_intent.succeeded", paid))).toMatchObject([update]);
  expect(await ask(request, paid.id)).toMatchObject({ outcome: "found", update: { status: "completed" } });
});

test("a page is closed by a cancelation and cannot be paid on then; one that was paid on is not closed", async () => {
  const { request, id } = await opened();
  const cancel = (providerPaymentId: string) =>
    provider.submitAction!({ reference: request.reference, providerPaymentId, action: "cancel" }, soon());
  expect(await cancel(id)).toEqual({ outcome: "done", status: "failed", providerStatus: "expired" });
  expect(await ask(request, id)).toMatchObject({
    outcome: "found",
    update: { status: "failed", reason: "the payment page was closed before anybody paid" },
  });
  const paid = await opened();
  stage.stripe.payOnPage(paid.id, "paid");
  expect(await cancel(paid.id)).toMatchObject({ outcome: "refused" });
});

test("the status of somebody else's session is not believed", async () => {
  const [mine, other] = [await opened(), await opened()];
  expect(await ask(mine.request, other.id)).toMatchObject({ outcome: "unknown" });
});
