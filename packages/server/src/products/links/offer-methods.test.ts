import { describe, expect, test } from "vitest";
import { Money } from "@corridor/base/money.ts";
import { offersOf } from "./offer-methods.ts";
import type { InboundConfig } from "#src/pricing/routing/queries.ts";

const config = (country: string, paymentMethod: string, change: Partial<InboundConfig> = {}): InboundConfig => ({
  provider: "fiat",
  country,
  paymentMethod,
  minAmount: null,
  maxAmount: null,
  ...change,
});

describe("what a payer is offered", () => {
  test("mobile money and bank transfers where their currency is paid in, cards anywhere", () => {
    const configs = ["GH", "KE", "GB"].flatMap((country) =>
      ["mobile_money", "card", "bank_transfer"].map((method) => config(country, method)),
    );
    expect(offersOf(configs, "GHS", null).map(({ country, methods }) => [country, methods])).toEqual([
      ["GB", ["card"]],
      ["GH", ["mobile_money", "card", "bank_transfer"]],
      ["KE", ["card"]],
    ]);
    expect(offersOf(configs, "GBP", null).find(({ country }) => country === "GB")).toEqual({
      country: "GB",
      methods: ["card", "bank_transfer"],
      networks: [],
    });
  });

  test("a country that the reference data does not know is offered what is configured, without networks", () => {
    expect(offersOf([config("BR", "bank_transfer"), config("BR", "mobile_money")], "BRL", null)).toEqual([
      { country: "BR", methods: ["bank_transfer"], networks: [] },
    ]);
  });

  test("only what some config takes at the amount; while the amount is open, limits do not count", () => {
    const configs = [
      config("GH", "card", { minAmount: "10" }),
      config("GH", "mobile_money", { maxAmount: "50.00" }),
      config("GH", "mobile_money", { provider: "hybrid", minAmount: "100" }),
    ];
    const methods = (amount: string | null) =>
      offersOf(configs, "GHS", amount === null ? null : Money.parse(amount, "GHS"))[0]?.methods;
    expect(methods(null)).toEqual(["mobile_money", "card"]);
    expect(methods("9.99")).toEqual(["mobile_money"]);
    expect(methods("10")).toEqual(["mobile_money", "card"]);
    expect(methods("50.01")).toEqual(["card"]);
    expect(methods("100")).toEqual(["mobile_money", "card"]);
  });

  test("nothing without a config", () => {
    expect(offersOf([], "GHS", null)).toEqual([]);
  });
});
