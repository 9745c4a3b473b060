import { describe, expect, test } from "vitest";
import type { CheckoutLink } from "./api.ts";
import {
  amountOf,
  chosenWay,
  type FormValues,
  groupCardNumber,
  groupExpiry,
  likelyCountry,
  problemsOf,
  problemsOfRefusal,
  requestOf,
} from "./payment-form-rules.ts";

const TODAY = new Date(2026, 10, 15);
const FIXED = {
  amount_type: "fixed",
  payer_amount: 1240,
  payer_currency: "GHS",
  quote: null,
  quantity: 1,
  custom_fields: [] as CheckoutLink["custom_fields"],
} as const;
const values = (changed: Partial<FormValues>): FormValues => ({
  amount: "",
  country: "GH",
  method: "mobile_money",
  name: "Ama",
  email: "",
  network: "MTN",
  phone: "024 123 4567",
  cardNumber: "",
  expiry: "",
  cvv: "",
  custom: {},
  ...changed,
});

describe("what the payer typed", () => {
  test("a card number is grouped in fours, whatever was typed between", () => {
    expect(groupCardNumber("4242-4242 42424242")).toBe("4242 4242 4242 4242");
  });

  test.each([
    ["1229", "12 / 29"],
    ["12/2029", "12 / 29"],
    ["1 / 29", "01 / 29"],
    ["12", "12"],
  ])("the expiry %s reads %s", (typed, shown) => {
    expect(groupExpiry(typed)).toBe(shown);
  });

  test.each([
    ["12.5", "GHS", "en", 12.5],
    ["12,5", "GHS", "en", 12.5],
    ["1 500", "GHS", "en", 1500],
    ["5000.00", "XOF", "en", 5000],
    ["0", "GHS", "en", null],
    ["-1", "GHS", "en", null],
    ["1e3", "GHS", "en", null],
    ["x", "GHS", "en", null],
    ["", "GHS", "en", null],
  ] as const)("the amount %s in %s is %s: %s", (typed, currency, language, amount) => {
    expect(amountOf(typed, currency, language)).toBe(amount);
  });

  test.each([
    ["1,500", "GHS", "en", 1500],
    ["1,234,567.89", "GHS", "en", 1_234_567.89],
    ["1,500", "KWD", "en", 1500],
    ["1,500", "KWD", "fr", 1.5],
    ["1\u202f500,50", "GHS", "fr", 1500.5],
    ["1,500", "GHS", "fr", null],
    ["1,500", "XOF", "fr", null],
    ["1.500", "GHS", "en", null],
    ["1.500", "XOF", "fr", null],
    ["17.505", "GHS", "en", null],
    ["1,500,00", "GHS", "en", null],
  ] as const)("thousands are never taken for decimals: %s in %s, %s, is %s", (typed, currency, language, amount) => {
    expect(amountOf(typed, currency, language)).toBe(amount);
  });
});

describe("the country that is chosen first", () => {
  const country = (code: string, currency?: string) => ({
    country: code,
    methods: ["card" as const],
    networks: currency === undefined ? [] : [{ name: "N", code: "n", currency }],
  });

  test("is the organization's own when it has the payer's currency, else one that has", () => {
    const countries = [country("BJ", "XOF"), country("NG", "NGN"), country("GH", "GHS")];
    expect(likelyCountry({ country: "NG", payer_currency: "NGN", countries })?.country).toBe("NG");
    expect(likelyCountry({ country: "NG", payer_currency: "GHS", countries })?.country).toBe("GH");
  });

  test("is the organization's own when no country has the currency, and the first one when that is not offered", () => {
    expect(
      likelyCountry({ country: "NG", payer_currency: "USD", countries: [country("BJ", "XOF"), country("NG", "NGN")] })
        ?.country,
    ).toBe("NG");
    expect(likelyCountry({ country: "FR", payer_currency: "USD", countries: [country("BJ", "XOF")] })?.country).toBe(
      "BJ",
    );
    expect(likelyCountry({ country: "FR", payer_currency: "USD", countries: [] })).toBeUndefined();
  });
});

describe("what is wrong", () => {
  test("nothing, when mobile money has a network, a number and a name", () => {
    expect(problemsOf(values({}), FIXED, "en", TODAY)).toEqual({});
  });

  test("a card that ended last month has expired, one that ends this month has not", () => {
    const card = { method: "card", email: "a@b.co", cardNumber: "4242 4242 4242 4242", cvv: "123" } as const;
    expect(problemsOf(values({ ...card, expiry: "10 / 26" }), FIXED, "en", TODAY)).toEqual({ expiry: "cardExpired" });
    expect(problemsOf(values({ ...card, expiry: "11 / 26" }), FIXED, "en", TODAY)).toEqual({});
  });

  test("an open link needs an amount, a fixed one does not", () => {
    expect(problemsOf(values({}), { ...FIXED, amount_type: "open" }, "en", TODAY)).toEqual({ amount: "invalidAmount" });
  });
});

describe("what the service finds wrong", () => {
  test("stands at the fields of the form, and nowhere when the payer did not fill it in", () => {
    const refused = [
      "payer_details.phone",
      "mobile_money_details.phone_number",
      "payer_details.email",
      "amount",
      "quote_id",
      "toString",
    ].map((path) => ({
      path,
    }));
    expect(problemsOfRefusal(refused, FIXED)).toEqual({ phone: "invalidPhone", email: "invalidEmail" });
    expect(problemsOfRefusal(refused, { amount_type: "open" })).toMatchObject({ amount: "invalidAmount" });
    expect(problemsOfRefusal([], FIXED)).toEqual({});
  });
});

test("what the merchant asks is sent by its key, a required answer is missed, and a refused one stands at its field", () => {
  const link = {
    ...FIXED,
    quantity: 3,
    custom_fields: [
      { key: "size", label: "Size", required: true },
      { key: "note", label: "Note" },
    ],
  };
  expect(problemsOf(values({}), link, "en", TODAY)).toEqual({ "custom.size": "required" });
  expect(requestOf(values({ custom: { size: "L", note: "" } }), link, "en")).toMatchObject({
    quantity: 3,
    custom_fields: { size: "L" },
  });
  expect(problemsOfRefusal([{ path: "custom_fields.size" }], link)).toEqual({ "custom.size": "required" });
});

describe("the request", () => {
  test("holds only the chosen method, and the quote that was shown", () => {
    const request = requestOf(
      values({ cardNumber: "4242424242424242" }),
      { ...FIXED, quote: { quote_id: "q1" } },
      "fr",
    );
    expect(request).toEqual({
      payment_method: "mobile_money",
      country: "GH",
      amount: 1240,
      quote_id: "q1",
      locale: "fr",
      payer_details: { name: "Ama", phone: "0241234567" },
      mobile_money_details: { provider: "MTN", phone_number: "0241234567" },
    });
  });

  test("says the full year of a card", () => {
    const request = requestOf(
      values({
        method: "card",
        email: "a@b.co",
        cardNumber: "4242 4242 4242 4242",
        expiry: "01 / 30",
        cvv: "123",
        name: " AMA ",
      }),
      FIXED,
      "en",
    );
    expect(request.card_details).toEqual({
      card_number: "4242424242424242",
      expiry_month: "01",
      expiry_year: "2030",
      cvv: "123",
      card_holder_name: "AMA",
    });
  });
});

describe("the way that stands first", () => {
  const link = {
    country: "GH",
    payer_currency: "GHS",
    countries: [
      {
        country: "GH",
        methods: ["mobile_money", "card"],
        networks: [{ name: "MTN", code: "MTN_GH", currency: "GHS" }],
      },
      { country: "KE", methods: ["card"], networks: [] },
    ],
  } as unknown as CheckoutLink;

  test.each([
    [{}, "GH", "mobile_money"],
    [{ method: "card" }, "GH", "card"],
    [{ not: "mobile_money" }, "GH", "card"],
    [{ country: "KE", method: "mobile_money" }, "KE", "card"],
    [{ country: "KE", not: "card" }, "KE", "card"],
    [{ country: "XX", method: "magic" }, "GH", "mobile_money"],
  ])("of %j is %s, %s", (wanted, country, method) => {
    expect(chosenWay(link, wanted)).toEqual({ country, method });
  });
});

test("digits of an Arabic keyboard are read as the ones they mean", () => {
  expect(groupCardNumber("٤٢٤٢٤٢٤٢")).toBe("4242 4242");
  expect(amountOf("١٥٠٠", "GHS", "en")).toBe(1500);
});
