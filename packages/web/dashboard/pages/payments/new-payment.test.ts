import { describe, expect, test } from "vitest";
import { curlOf, EMPTY_PAYMENT, type NewPayment, requestOf, rulesOf } from "./new-payment.ts";

const payment = (changed: Partial<NewPayment>): NewPayment => ({
  ...EMPTY_PAYMENT,
  amount: 10,
  currency: "NGN",
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
    );
    expect(request.mobile_money_details).toEqual({ provider: "MTN", phone_number: "0801" });
    expect(request).not.toHaveProperty("card_details");
    expect(request).not.toHaveProperty("bank_account");
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
  });
});

describe("the curl command", () => {
  test("survives quotes in what was typed", () => {
    const command = curlOf(
      requestOf(payment({ payer_name: "O'Neil", network: "MTN", phone_number: "1" })),
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
      ),
      "https://pay.example",
    );
    expect(command).not.toMatch(/5555|3333|987/);
  });
});
