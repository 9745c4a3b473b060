import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import type { DispatchRequest, Provider } from "@corridor/provider-kit/provider.ts";
import {
  type AdyenStage,
  cardPayment,
  deadline,
  eur,
  openAdyen,
  refundOf,
  serviceError,
  statusQuery,
} from "./adyen.fixtures.ts";

let stage: AdyenStage;
let adyen: Provider;
beforeAll(async () => {
  stage = await openAdyen();
  adyen = stage.at(stage.server.url);
});
afterAll(() => stage.close());

describe("a card payment", () => {
  test("is sent with the card as Adyen writes it, and asks for a page that an address leads to", async () => {
    const request = cardPayment("1111", { amount: eur("12.50"), returnUrl: "https://pay.example/v1/returns/1/2" });
    expect(await stage.sentBody(request)).toMatchObject({
      merchantAccount: "CorridorCOM",
      reference: request.reference,
      amount: { currency: "EUR", value: 1250 },
      paymentMethod: {
        type: "scheme",
        number: "4212345678901111",
        expiryMonth: "03",
        expiryYear: "2030",
        cvc: "739",
        holderName: "Ama Owusu",
      },
      returnUrl: "https://pay.example/v1/returns/1/2",
      countryCode: "NL",
      shopperEmail: "ama@example.com",
      telephoneNumber: "+31612345678",
      captureDelayHours: 0,
      authenticationData: { threeDSRequestData: { nativeThreeDS: "disabled" } },
      redirectFromIssuerMethod: "GET",
      redirectToIssuerMethod: "GET",
    });
  });

  test("collects what the payer pays, not what the payee gets", async () => {
    const request = cardPayment("1111", { amount: eur("10.00"), targetAmount: Money.parse("1500", "KES") });
    expect((await stage.sentBody(request))["amount"]).toEqual({ currency: "EUR", value: 1000 });
  });

  test("names the payer where the card's holder is left blank", async () => {
    const { card } = cardPayment("1111");
    expect(
      (await stage.sentBody(cardPayment("1111", { card: { ...card!, card_holder_name: "" } })))["paymentMethod"],
    ).toMatchObject({
      holderName: "Ama Owusu",
    });
  });

  test("goes without a telephone number that is not written as Adyen wants it", async () => {
    expect(
      await stage.sentBody(cardPayment("1111", { payer: { name: "Ama Owusu", phone: "0612345678" } })),
    ).not.toHaveProperty("telephoneNumber");
  });

  test("that is authorised at once is completed, with the code of the authorisation", async () => {
    const request = cardPayment("1111");
    expect(await adyen.dispatch(request, deadline())).toEqual({
      outcome: "accepted",
      providerPaymentId: stage.server.find(request.reference).id,
      providerStatus: "Authorised",
      status: "completed",
      data: { auth_code: "044925" },
    });
  });

  test("that needs 3D Secure sends the customer there, and goes by our reference until Adyen gives its own", async () => {
    const request = cardPayment("1234");
    expect(await adyen.dispatch(request, deadline())).toMatchObject({
      outcome: "accepted",
      providerPaymentId: request.reference,
      status: "pending",
      nextAction: {
        type: "redirect",
        redirect_url: expect.stringContaining("https://checkoutshopper-test.adyen.com/3ds/"),
      },
    });
  });

  test.each([
    ["Received", "processing"],
    ["Pending", "processing"],
    ["IdentifyShopper", "pending"],
    ["ChallengeShopper", "pending"],
    ["PresentToShopper", "pending"],
    ["Authorised", "completed"],
  ])("%s is accepted and %s", async (resultCode, status) => {
    expect(await stage.outcomeOf(cardPayment("1234"), 200, { resultCode, pspReference: "PSP1" })).toMatchObject({
      outcome: "accepted",
      providerPaymentId: "PSP1",
      providerStatus: resultCode,
      status,
    });
  });

  test.each(["Refused", "Error", "Cancelled"])("%s is the end of it, and refused", async (resultCode) => {
    const body = { resultCode, pspReference: "PSP1", refusalReason: "Not enough balance", refusalReasonCode: "12" };
    expect(await stage.outcomeOf(cardPayment("1234"), 200, body)).toEqual({
      outcome: "refused",
      code: "12",
      reason: "Not enough balance",
    });
    expect(await stage.outcomeOf(cardPayment("1234"), 200, { resultCode })).toEqual({
      outcome: "refused",
      code: resultCode,
      reason: resultCode,
    });
  });

  test.each<[string, object]>([
    ["a word for authentication only", { resultCode: "AuthenticationFinished", pspReference: "PSP1" }],
    ["another such", { resultCode: "AuthenticationNotRequired", pspReference: "PSP1" }],
    [
      "a part of the amount",
      { resultCode: "PartiallyAuthorised", pspReference: "PSP1", amount: { currency: "KES", value: 1 } },
    ],
    ["a word that no document explains", { resultCode: "Success", pspReference: "PSP1" }],
    ["a word of no table", { resultCode: "constructor", pspReference: "PSP1" }],
    ["an authorisation without an id", { resultCode: "Authorised" }],
    ["another amount", { resultCode: "Authorised", pspReference: "PSP1", amount: { currency: "KES", value: 150024 } }],
    [
      "another currency",
      { resultCode: "Authorised", pspReference: "PSP1", amount: { currency: "EUR", value: 150025 } },
    ],
    ["a redirection without a page", { resultCode: "RedirectShopper" }],
    [
      "a page that is none",
      { resultCode: "RedirectShopper", action: { type: "redirect", method: "GET", url: "javascript:alert(1)" } },
    ],
    [
      "a page that wants a form",
      {
        resultCode: "RedirectShopper",
        action: { type: "redirect", method: "POST", url: "https://acs.example/", data: {} },
      },
    ],
  ])("answered with %s is unknown", async (_, body) => {
    expect(await stage.outcomeOf(cardPayment("1234"), 200, body)).toMatchObject({ outcome: "unknown" });
  });

  test("never has its security code in what comes out", async () => {
    const refusal = serviceError(422, "739", 'got {"cvc":"739"} and 739, not 17390');
    expect(await stage.outcomeOf(cardPayment("1234"), refusal.status, refusal.body)).toEqual({
      outcome: "refused",
      code: "[redacted]",
      reason: 'got {"cvc":"[redacted]"} and [redacted], not 17390',
    });
    const body = { resultCode: "Refused", refusalReason: "CVC 739 declined" };
    expect(await stage.outcomeOf(cardPayment("1234"), 200, body)).toMatchObject({ reason: "CVC [redacted] declined" });
  });

  test("is found by nothing but its webhook, and nobody is asked", async () => {
    const { provider, server } = await stage.answering(200, {});
    expect(await provider.fetchStatus(statusQuery(cardPayment("1234"), "PSP1"), deadline())).toMatchObject({
      outcome: "unknown",
    });
    expect(server.requests).toEqual([]);
  });
});

describe("the customer's return", () => {
  const resume = (request: DispatchRequest, returned: Record<string, string>, provider = adyen) =>
    provider.resumeAfterReturn!({ ...statusQuery(request, request.reference), returned }, deadline());

  async function dispatched(): Promise<DispatchRequest> {
    const request = cardPayment("1234", { amount: eur("12.50") });
    await adyen.dispatch(request, deadline());
    return request;
  }

  test("with an authorisation completes the payment, and tells what was authorised and Adyen's id", async () => {
    const request = await dispatched();
    const answer = await resume(request, { redirectResult: `${request.reference}!Authorised` });
    const { id } = stage.server.find(request.reference);
    expect(answer).toEqual({
      outcome: "found",
      update: {
        kind: "payment",
        reference: request.reference,
        providerPaymentId: id,
        providerStatus: "Authorised",
        status: "completed",
        receivedAmount: eur("12.50"),
      },
    });
    expect(await resume(request, { redirectResult: `${request.reference}!Authorised` })).toEqual(answer);
  });

  test.each(["Refused", "Cancelled", "Error"])("with %s fails it, and says why", async (resultCode) => {
    const request = await dispatched();
    expect(await resume(request, { redirectResult: `${request.reference}!${resultCode}` })).toMatchObject({
      outcome: "found",
      update: { status: "failed", providerStatus: resultCode, reason: "Authentication failed" },
    });
  });

  test("with the words of another payment says nothing of this one", async () => {
    const [cheap, dear] = [await dispatched(), await dispatched()];
    expect(await resume(dear, { redirectResult: `${cheap.reference}!Authorised` })).toMatchObject({
      outcome: "unknown",
    });
  });

  test("is no word when the answer does not say whose payment it is", async () => {
    const { provider } = await stage.answering(200, { resultCode: "Authorised", pspReference: "PSP1" });
    expect(await resume(await dispatched(), { redirectResult: "x" }, provider)).toMatchObject({ outcome: "unknown" });
  });

  test("without Adyen's words, or with more than it takes, asks nobody", async () => {
    const { provider, server } = await stage.answering(200, {});
    const request = cardPayment("1234");
    for (const returned of [{}, { redirectResult: "" }, { redirectResult: "x".repeat(20_001) }] as Record<
      string,
      string
    >[])
      expect(await resume(request, returned, provider)).toMatchObject({ outcome: "unknown" });
    expect(server.requests).toEqual([]);
  });

  test("that Adyen refuses leaves the payment as it was", async () => {
    expect(await resume(cardPayment("1234"), { redirectResult: "never given out" })).toMatchObject({
      outcome: "unknown",
    });
  });
});

describe("a refund", () => {
  test("is received, and waits for its webhook", async () => {
    const payment = cardPayment("1111", { amount: eur("20.00") });
    await adyen.dispatch(payment, deadline());
    const { id } = stage.server.find(payment.reference);
    const request = refundOf(payment, id, eur("5.00"));
    const result = await adyen.refund!(request, deadline());
    const refund = stage.server.find(request.reference);
    expect(result).toEqual({ outcome: "accepted", status: "pending", providerRefundId: refund.id });
    expect(refund.body).toEqual({
      merchantAccount: "CorridorCOM",
      reference: request.reference,
      amount: { currency: "EUR", value: 500 },
    });
    expect(await adyen.refund!(request, deadline())).toEqual(result);
  });

  test("of a payment that Adyen does not know is refused", async () => {
    expect(await adyen.refund!(refundOf(cardPayment("1234"), "PSP-nobody"), deadline())).toMatchObject({
      outcome: "refused",
      code: "167",
    });
  });

  test("of a payment whose id was never learned is refused before anything is sent", async () => {
    const { provider, server } = await stage.answering(201, {});
    const payment = cardPayment("1234");
    for (const id of ["", payment.reference])
      expect(await provider.refund!(refundOf(payment, id), deadline())).toMatchObject({ outcome: "refused" });
    expect(server.requests).toEqual([]);
  });

  test("whose receipt is another's is unknown", async () => {
    const request = refundOf(cardPayment("1234", { amount: eur("5.00") }), "PSP1");
    const receipt = {
      status: "received",
      paymentPspReference: "PSP1",
      pspReference: "PSP2",
      reference: request.reference,
      amount: { currency: "EUR", value: 500 },
    };
    const resultOf = async (body: object): Promise<string> =>
      (await (await stage.answering(201, body)).provider.refund!(request, deadline())).outcome;
    expect(await resultOf(receipt)).toBe("accepted");
    for (const wrong of [
      { status: "refused" },
      { paymentPspReference: "PSP3" },
      { reference: newId() },
      { amount: { currency: "EUR", value: 501 } },
      { pspReference: undefined },
    ])
      expect(await resultOf({ ...receipt, ...wrong })).toBe("unknown");
  });
});
