import { afterAll, beforeAll, expect, test } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { Money } from "@corridor/base/money.ts";
import { createOutbound, type Outbound } from "@corridor/provider-kit/outbound.ts";
import type { DispatchRequest, Provider } from "@corridor/provider-kit/provider.ts";
import { dispatchRequest } from "@corridor/provider-kit/stage.fixtures.ts";
import { type FakeFlutterwave, PAYER, SETTINGS, startFlutterwave } from "./flutterwave.fixtures.ts";
import { FLUTTERWAVE } from "./flutterwave.ts";

/** Flutterwave with the settings of an ordinary account, which may not handle card numbers. */
let fake: FakeFlutterwave;
let outbound: Outbound;
let provider: Provider;
const clock = new SteppedClock();
beforeAll(async () => {
  fake = await startFlutterwave();
  outbound = createOutbound();
  const { direct_card_charges: _, encryption_key: _key, ...ordinary } = SETTINGS;
  provider = FLUTTERWAVE.create({ ...ordinary, base_url: fake.url }, { outbound, clock });
});
afterAll(async () => {
  await fake.close();
  await outbound.close();
});

const soon = (): AbortSignal => AbortSignal.timeout(5_000);
const CARD = { card_number: "5531886652142950", expiry_month: "09", expiry_year: "32", cvv: "564" };
const cardPayin = (): DispatchRequest =>
  dispatchRequest({ method: "card", country: "NG", amount: Money.parse("1500.25", "NGN"), payer: PAYER, card: CARD });
const ask = ({ reference }: DispatchRequest) =>
  provider.fetchStatus({ reference, providerPaymentId: reference, direction: "inbound" }, soon());

test("a card is paid on Flutterwave's page unless the settings say otherwise, and its number goes nowhere", async () => {
  const request = cardPayin();
  const redirect_url = `https://checkout.flutterwave.com/v3/hosted/pay/${request.reference}`;
  expect(await provider.dispatch(request, soon())).toEqual({
    outcome: "accepted",
    providerPaymentId: request.reference,
    providerStatus: "page",
    status: "pending",
    nextAction: {
      type: "redirect",
      redirect_url,
      expires_at: new Date(clock.now().getTime() + 45 * 60_000).toISOString(),
    },
  });
  const { path, fields } = fake.received.at(-1)!;
  expect(path).toBe("/payments");
  expect(fields).toMatchObject({
    tx_ref: request.reference,
    amount: "1500.25",
    payment_options: "card",
    customer: { email: PAYER.email },
  });
  expect(JSON.stringify(fake.received)).not.toContain(CARD.card_number);
});

test("before the customer tries there is nothing; a card that is declined on the page is no end; one that pays is, and brings the id that refunds name", async () => {
  const request = cardPayin();
  await provider.dispatch(request, soon());
  expect(await ask(request)).toEqual({ outcome: "not_found" });
  fake.tryOnPage(request.reference, "failed");
  expect(await ask(request)).toMatchObject({
    outcome: "found",
    update: { status: "pending", providerPaymentId: request.reference },
  });
  fake.tryOnPage(request.reference, "successful");
  const { id } = fake.booked(request.reference)!;
  expect(await ask(request)).toMatchObject({
    outcome: "found",
    update: { status: "completed", providerPaymentId: String(id), receivedAmount: request.amount },
  });
});

test("a currency that its cards do not take is refused before anything is sent", async () => {
  const before = fake.received.length;
  const request = { ...cardPayin(), amount: Money.parse("10", "JPY") };
  expect(await provider.dispatch(request, soon())).toMatchObject({
    outcome: "refused",
    code: "currency_not_supported",
  });
  expect(fake.received).toHaveLength(before);
});
