import { describe, expect, test } from "vitest";
import { curlOf, EMPTY_PAYMENT, type NewPayment, requestOf, rulesOf } from "./new-payment.ts";

const payment = (changed: Partial<NewPayment>): NewPayment => ({
  ...EMPTY_PAYMENT,
  amount: 10,
  currency: "NGN",
  target_currency: "NGN",
  ...changed,
});

describe("the request of the form", () => {
  test("says nothing of methods that were not chosen", () => {
    const request = requestOf(
      payment({
        payment_method: "mobile_money",
        network: "MTN",
        phone_number: " 0801 ",
        card_number: "4111111111111111",
      }),
      null,
    );
    expect(request.mobile_money_details).toEqual({ provider: "MTN", phone_number: "0801" });
    expect(request).not.toHaveProperty("card_details");
    expect(request).not.toHaveProperty("bank_account");
  });

  test("converts by the locked rate when currencies differ", () => {
    const rate = {
      org_rate_id: "r1",
      rate: 0.00065,
      fromCurrency: "NGN",
      toCurrency: "USD",
      inverse_rate: 1538.46,
      source: "table",
      margin_bps: 0,
      created_at: "",
      expires_at: "",
    };
    expect(requestOf(payment({ amount: 1000, target_currency: "USD" }), rate)).toMatchObject({
      amount: 1000,
      target_amount: 0.65,
      org_rate_id: "r1",
    });
  });

  test("leaves the destination of a payout to the beneficiary where nothing is typed", () => {
    const to = { direction: "payout", beneficiary_id: "b1" } as const;
    const bank = payment({ ...to, payment_method: "bank_transfer" });
    const { bank_account, bank_details } = requestOf(bank, null);
    expect([rulesOf(bank), bank_account, bank_details]).toEqual([{}, {}, undefined]);
    const momo = payment({ ...to, payment_method: "mobile_money" });
    expect([rulesOf(momo), requestOf(momo, null).mobile_money_details]).toEqual([{}, {}]);
  });

  test("names what is missing", () => {
    expect(Object.keys(rulesOf(payment({ amount: 0, payment_method: "card" })))).toEqual([
      "amount",
      "payer_name",
      "payer_email",
      "card_number",
      "expiry_month",
      "expiry_year",
    ]);
    expect(
      rulesOf(payment({ direction: "payout", payment_method: "mobile_money", network: "MTN", phone_number: "1" })),
    ).toEqual({
      beneficiary_id: "Choose who is paid",
    });
  });
});

describe("the curl command", () => {
  test("survives quotes in what was typed", () => {
    const command = curlOf(
      requestOf(payment({ payer_name: "O'Neil", network: "MTN", phone_number: "1" }), null),
      "https://pay.example",
    );
    expect(command).toContain(String.raw`O'\''Neil`);
    expect(command).toContain("curl 'https://pay.example/v1/payments-init/initiate'");
  });

  test("never shows a card that was typed", () => {
    const command = curlOf(
      requestOf(
        payment({
          payment_method: "card",
          card_number: "5555 4444 3333 1111",
          cvv: "987",
          expiry_month: "1",
          expiry_year: "30",
        }),
        null,
      ),
      "https://pay.example",
    );
    expect(command).not.toMatch(/5555|3333|987/);
  });
});
