import { isValidBIC } from "ibantools";
import { describe, expect, it } from "vitest";
import { scaleOf } from "#src/platform/currencies.ts";
import { isAbaRoutingNumber } from "./account-format.ts";
import { MOBILE_MONEY_NETWORKS } from "./mobile-money-networks.ts";
import { BANKS, countriesOfBankCode, findBank, findNetwork, isCountry, isNetworkOf, REFERENCE_COUNTRIES } from "./reference-data.ts";

const SEPA = "AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA".split(" ");
const NAMED_COUNTRIES = ["NG", "GH", "KE", "UG", "TZ", "RW", "ZM", "CI", "SN", "CM", "ZA", "GB", "US", ...SEPA];

describe("reference data", () => {
  it("has banks in every country that is promised", () => {
    const covered = new Set(BANKS.map((bank) => bank.country));
    expect(NAMED_COUNTRIES.filter((country) => !covered.has(country))).toEqual([]);
  });

  it("names real countries and currencies, and one currency per country", () => {
    const currencies = new Map<string, string>();
    for (const { country, currency } of [...BANKS, ...MOBILE_MONEY_NETWORKS]) {
      expect(isCountry(country), country).toBe(true);
      expect(scaleOf(currency), currency).toBeDefined();
      expect(currencies.get(country) ?? currency, country).toBe(currency);
      currencies.set(country, currency);
    }
    expect(REFERENCE_COUNTRIES).toHaveLength(currencies.size);
    expect(REFERENCE_COUNTRIES).toContainEqual({ country: "GH", currency: "GHS" });
  });

  it("lists no bank code twice in a country", () => {
    const keys = BANKS.map((bank) => `${bank.country} ${bank.code}`);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  it("writes every code in its country's scheme", () => {
    const schemes: Record<string, RegExp> = { NG: /^\d{3}$|^\d{5,6}$/, GH: /^\d{6}$/, KE: /^\d{2}$/, ZA: /^\d{6}$/ };
    for (const bank of BANKS) {
      if (bank.country === "US") expect(isAbaRoutingNumber(bank.code), bank.name).toBe(true);
      else if (schemes[bank.country] !== undefined) expect(bank.code).toMatch(schemes[bank.country]!);
      else {
        expect(isValidBIC(bank.code), bank.name).toBe(true);
        expect(bank.code.slice(4, 6), bank.name).toBe(bank.country);
      }
    }
  });

  it("gives each name, code and former name of a network one meaning in its country", () => {
    const owners = new Map<string, string>();
    for (const network of MOBILE_MONEY_NETWORKS) {
      for (const name of new Set([network.name, network.code, ...network.formerNames].map((each) => each.toLowerCase()))) {
        const key = `${network.country} ${name}`;
        expect(owners.get(key), key).toBeUndefined();
        owners.set(key, network.code);
      }
    }
  });
});

describe("look-ups", () => {
  it("find a network of a country without regard to case, by its former names too", () => {
    expect(isNetworkOf("GH", "mtn")).toBe(true);
    expect(findNetwork("GH", "Vodafone Cash")?.name).toBe("Telecel Cash");
    expect(findNetwork("KE", "m-pesa")?.code).toBe("MPESA_KE");
    expect(findNetwork("TZ", "Tigo Pesa")?.name).toBe("Mixx by Yas");
    expect(isNetworkOf("KE", "MTN")).toBe(false);
    expect(isNetworkOf("GB", "MTN")).toBe(false);
    expect(isNetworkOf("GH", "")).toBe(false);
    expect(isNetworkOf("GH", "constructor")).toBe(false);
  });

  it("find a bank by its code", () => {
    expect(findBank("NG", "058")?.name).toBe("Guaranty Trust Bank");
    expect(findBank("DE", "deutdeff")?.name).toBe("Deutsche Bank");
    expect(findBank("GH", "058")).toBeNull();
    expect(countriesOfBankCode("058")).toEqual(["NG"]);
    expect(countriesOfBankCode("nothing")).toEqual([]);
  });
});
