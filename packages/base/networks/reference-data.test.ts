import { globSync, readFileSync } from "node:fs";
import { isValidBIC } from "ibantools";
import { describe, expect, it } from "vitest";
import { isCountry } from "../countries.ts";
import { scaleOf } from "../currencies.ts";
import { isAbaRoutingNumber } from "./account-format.ts";
import { MOBILE_MONEY_NETWORKS } from "./mobile-money-networks.ts";
import {
  BANKS,
  bankNamesLike,
  countriesOfBankCode,
  findBank,
  findNetwork,
  namesOf,
  plainName,
  REFERENCE_COUNTRIES,
} from "./reference-data.ts";

const SEPA =
  "AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA".split(
    " ",
  );
const NAMED_COUNTRIES = ["NG", "GH", "KE", "UG", "TZ", "RW", "ZM", "CI", "SN", "CM", "ZA", "GB", "US", ...SEPA];

describe("reference data", () => {
  it("has banks in every country that is promised", () => {
    const covered = new Set(BANKS.map((bank) => bank.country));
    expect(NAMED_COUNTRIES.filter((country) => !covered.has(country))).toEqual([]);
  });

  it("names real countries and currencies, and one currency per country", () => {
    const all = [...BANKS, ...MOBILE_MONEY_NETWORKS];
    expect(all.filter(({ country, currency }) => !isCountry(country) || scaleOf(currency) === undefined)).toEqual([]);
    const currencyOf = new Map(all.map(({ country, currency }) => [country, currency]));
    expect(all.filter(({ country, currency }) => currencyOf.get(country) !== currency)).toEqual([]);
    expect(REFERENCE_COUNTRIES).toHaveLength(currencyOf.size);
    expect(REFERENCE_COUNTRIES).toContainEqual({ country: "GH", currency: "GHS" });
  });

  it("lists no bank code twice in a country", () => {
    const keys = BANKS.map((bank) => `${bank.country} ${bank.code}`);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  it("gives each name of a bank one meaning in its country", () => {
    const names = BANKS.flatMap((bank) => namesOf(bank).map((name) => `${bank.country} ${plainName(name)}`));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it("writes every code in its country's scheme", () => {
    const schemes: Record<string, RegExp> = { NG: /^\d{3}$|^\d{5,6}$/, GH: /^\d{6}$/, KE: /^\d{2}$/, ZA: /^\d{6}$/ };
    const isInScheme = ({ country, code }: { country: string; code: string }): boolean => {
      if (country === "US") return isAbaRoutingNumber(code);
      return schemes[country]?.test(code) ?? (isValidBIC(code) && code.slice(4, 6) === country);
    };
    expect(BANKS.filter((bank) => !isInScheme(bank))).toEqual([]);
  });

  it("gives each name, code and former name of a network one meaning in its country", () => {
    const names = MOBILE_MONEY_NETWORKS.flatMap((network) =>
      [...new Set([network.name, network.code, ...network.formerNames].map((name) => name.toLowerCase()))].map(
        (name) => `${network.country} ${name}`,
      ),
    );
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});

describe("look-ups", () => {
  it("find a network of a country without regard to case, by its former names too", () => {
    expect(findNetwork("GH", "mtn")?.name).toBe("MTN");
    expect(findNetwork("GH", "Vodafone Cash")?.name).toBe("Telecel Cash");
    expect(findNetwork("KE", "m-pesa")?.code).toBe("MPESA_KE");
    expect(findNetwork("TZ", "Tigo Pesa")?.name).toBe("Mixx by Yas");
    expect(findNetwork("KE", "MTN")).toBeNull();
    expect(findNetwork("GB", "MTN")).toBeNull();
    expect(findNetwork("GH", "")).toBeNull();
    expect(findNetwork("GH", "constructor")).toBeNull();
  });

  it("find a bank by its code", () => {
    expect(findBank("NG", "058")?.name).toBe("Guaranty Trust Bank");
    expect(findBank("DE", "deutdeff")?.name).toBe("Deutsche Bank");
    expect(findBank("GH", "058")).toBeNull();
    expect(countriesOfBankCode("058")).toEqual(["NG"]);
    expect(countriesOfBankCode("nothing")).toEqual([]);
  });

  it("find all names of a bank by each of them, and nothing else by an unknown name", () => {
    for (const name of ["Guaranty Trust Bank", "GTBank", "gt bank"])
      expect(bankNamesLike("NG", name)).toEqual(["Guaranty Trust Bank", "GTBank"]);
    expect(bankNamesLike("NG", "Bank of Nowhere")).toEqual(["Bank of Nowhere"]);
  });

  it("know each bank by the name that the guides, the examples and the API document give to its code", () => {
    const named = documentedBanks();
    expect(named).toContainEqual({ code: "058", name: "GTBank" });
    const isKnown = ({ code, name }: { code: string; name: string }): boolean =>
      countriesOfBankCode(code).some((country) => bankNamesLike(country, name).includes(findBank(country, code)!.name));
    const invented = ["Corridor Sandbox Bank"];
    expect(named.filter((bank) => !isKnown(bank) && !invented.includes(bank.name))).toEqual([]);
  });
});

/** The banks that are written with code and name, as JSON or in the columns of the payroll's list. */
function documentedBanks(): { code: string; name: string }[] {
  const texts = globSync(["README.md", "docs/**/*.md", "examples/**/*.*", "openapi.json"]).map((path) =>
    readFileSync(path, "utf8"),
  );
  const objects = texts.flatMap((text) => text.match(/\{[^{}]*\}/g) ?? []);
  const inJson = objects.flatMap((text) => {
    const [code, name] = ["code", "name"].map(
      (field) => new RegExp(`"bank_?${field}": *"([^"]+)"`, "i").exec(text)?.[1],
    );
    return code === undefined || name === undefined ? [] : [{ code, name }];
  });
  const rows = readFileSync("examples/salaries.csv", "utf8").trim().split("\n").slice(1);
  return [...inJson, ...rows.map((row) => ({ code: row.split(",")[3]!, name: row.split(",")[4]! }))];
}
