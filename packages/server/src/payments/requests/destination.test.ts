import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { BankDetails, Beneficiary } from "#src/parties/beneficiaries/beneficiary.ts";
import { accountKeyOf, destinationOf } from "./destination.ts";

const NOBODY: Beneficiary = {
  orgId: "o",
  beneficiaryId: "b",
  beneficiaryOf: "o",
  accountType: "bank",
  beneficiaryType: "business",
  country: "NG",
  currency: "NGN",
  fname: "Ikeja",
  lname: "Farms",
  email: null,
  phoneNumber: null,
  bankDetails: null,
  momoDetails: null,
  cryptoDetails: null,
  loanClientDetails: null,
  externalAccountId: null,
  party: null,
  accountSince: new Date(0),
  createdAt: new Date(0),
  updatedAt: new Date(0),
};
const banked = (bankDetails: BankDetails, country = "NG"): Beneficiary => ({ ...NOBODY, country, bankDetails });
const paid = (beneficiary: Beneficiary, account: object, country = beneficiary.country!) =>
  destinationOf(beneficiary, { method: "bank_transfer", country, account });

/** The same characters with random blanks, hyphens and upper case. */
const spelledAnew = (text: string) =>
  fc.array(fc.constantFrom("", " ", "-", "  "), { minLength: text.length, maxLength: text.length }).chain((gaps) =>
    fc.boolean().map((lower) =>
      text
        .split("")
        .map((letter, index) => (lower ? letter.toLowerCase() : letter) + gaps[index])
        .join(""),
    ),
  );

const ACCESS: BankDetails = {
  account_number: "0123456789",
  bank_code: "044",
  bank_name: "Access Bank",
  account_name: "Ikeja Farms Ltd",
};
const GERMAN: BankDetails = { account_number: "532013000", iban: "DE89370400440532013000", swift_code: "COBADEFF" };

describe("a bank account", () => {
  test("is the beneficiary's own in any spelling, and what is paid is written as the beneficiary has it", () => {
    fc.assert(
      fc.property(
        fc.option(spelledAnew(ACCESS.account_number), { nil: undefined }),
        fc.option(spelledAnew("044"), { nil: null }),
        fc.constantFrom(undefined, "ACCESS BANK PLC", "access bank", ""),
        (account_number, bank_code, bank_name) => {
          const destination = paid(banked(ACCESS), { account_number, bank_code, bank_name });
          expect(destination).toEqual({ country: "NG", accounts: { bank_account: ACCESS }, differs: [] });
        },
      ),
    );
  });

  test("with any other number, or any other code of a bank, is not the beneficiary's own, and goes where the request says", () => {
    const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));
    fc.assert(
      fc.property(digits(10), digits(3), (account_number, bank_code) => {
        const { accounts, differs } = paid(banked(ACCESS), { account_number, bank_code });
        const expected = [
          ...(account_number === "0123456789" ? [] : ["account_number"]),
          ...(bank_code === "044" ? [] : ["bank_code"]),
        ];
        expect(differs).toEqual(expected);
        expect(accounts.bank_account).toMatchObject({ account_number, bank_code });
        // The bank's name or the owner's name of the beneficiary must not appear with another account.
        expect(accounts.bank_account!.bank_name).toBe(bank_code === "044" ? "Access Bank" : undefined);
        expect(accounts.bank_account!.account_name).toBe(
          account_number === "0123456789" ? "Ikeja Farms Ltd" : undefined,
        );
      }),
    );
  });

  test("goes out with the beneficiary's BIC and branch; the branch not with another account number, and neither with another bank", () => {
    const own: BankDetails = { ...ACCESS, swift_code: "ABNGNGLA", branch_code: "044150149" };
    expect(paid(banked(own), {}).accounts.bank_account).toEqual(own);
    const elsewhere = paid(banked(own), { account_number: "9876543210" }).accounts.bank_account!;
    expect([elsewhere.swift_code, elsewhere.branch_code]).toEqual(["ABNGNGLA", undefined]);
    const otherBank = paid(banked(own), { bank_code: "058" }).accounts.bank_account!;
    expect([otherBank.swift_code, otherBank.branch_code]).toEqual([undefined, undefined]);
  });

  test("is known by its IBAN or by its national number, and its bank by either form of its BIC", () => {
    fc.assert(
      fc.property(
        spelledAnew(GERMAN.iban!),
        fc.constantFrom("COBADEFF", "cobadeffxxx", undefined),
        (account_number, bank_code) => {
          const { accounts, differs } = paid(banked(GERMAN, "DE"), { account_number, bank_code });
          expect([differs, accounts.bank_account!.account_number]).toEqual([[], GERMAN.iban]);
        },
      ),
    );
    expect(paid(banked(GERMAN, "DE"), {}).accounts.bank_account).toEqual({
      account_number: "532013000",
      swift_code: "COBADEFF",
    });
    expect(paid(banked(GERMAN, "DE"), { bank_code: "COBADEFF123" }).differs).toEqual(["bank_code"]);
  });

  test("of a bank that is registered by its name alone takes a code only when the code is of that very bank", () => {
    const byName = banked({ account_number: "0123456789", bank_name: "Access Bank" });
    expect(paid(byName, { bank_code: "044" })).toMatchObject({
      differs: [],
      accounts: { bank_account: { bank_code: "044", bank_name: "Access Bank" } },
    });
    expect(paid(byName, { bank_code: "058", bank_name: "Access Bank" }).differs).toEqual(["bank_code"]);
    expect(paid(banked({ account_number: "0123456789", bank_name: "Access" }), { bank_code: "044" }).differs).toEqual([
      "bank_code",
    ]);
  });

  test("that is known by its IBAN alone takes nothing of the request that could lead elsewhere", () => {
    const byIban = banked({ account_number: GERMAN.iban!, iban: GERMAN.iban! }, "DE");
    expect(paid(byIban, { account_number: GERMAN.iban, bank_code: "DEUTDEFF", bank_name: "Deutsche Bank" })).toEqual({
      country: "DE",
      differs: [],
      accounts: { bank_account: { account_number: GERMAN.iban } },
    });
  });

  test("in another country is another account", () => {
    expect(paid(banked(ACCESS), {}, "GH").differs).toEqual(["country"]);
  });
});

test("a bank is compared by all names that people use for it", () => {
  const differs = (own: object, account: object) =>
    destinationOf(banked({ account_number: "0123456789", ...own }), { method: "bank_transfer", country: "NG", account })
      .differs;
  expect(differs({ bank_code: "058" }, { bank_name: "GTBank" })).toEqual([]);
  expect(differs({ bank_name: "GTBank" }, { bank_name: "Guaranty Trust Bank Plc" })).toEqual([]);
  expect(differs({ bank_name: "GTBank" }, { bank_code: "058" })).toEqual([]);
  expect(differs({ bank_code: "058" }, { bank_name: "UBA" })).toEqual(["bank_name"]);
  expect(differs({ bank_name: "GTBank" }, { bank_code: "033" })).toEqual(["bank_code"]);
});

test("an account has one key, however its bank and number are written, and no other account has it", () => {
  const keyOf = (bank: object, country = "NG") =>
    accountKeyOf(country, { bank_account: { account_number: "0123456789", ...bank } });
  const key = keyOf({ bank_code: "058" });
  for (const same of [
    { bank_name: "GTBank" },
    { bank_name: "Guaranty Trust Bank", bank_code: null },
    { bank_code: "058", bank_name: "anything", account_number: "0123 456-789" },
  ])
    expect(keyOf(same)).toBe(key);
  const others = [keyOf({ bank_code: "033" }), keyOf({ bank_code: "058", account_number: "0123456780" })];
  expect(new Set([key, ...others, keyOf({ bank_code: "058" }, "GH"), keyOf({ swift_code: "GTBINGLA" })]).size).toBe(5);
  expect(accountKeyOf("NG", {})).toBeNull();
});

test("a wallet is compared by its network and its number in international form", () => {
  const momo: Beneficiary = {
    ...NOBODY,
    country: "GH",
    accountType: "mobile_money",
    momoDetails: { provider: "MTN", phone_number: "+233241234567" },
  };
  const to = (wallet: object) => destinationOf(momo, { method: "mobile_money", country: "GH", wallet });
  for (const wallet of [
    {},
    { provider: "mtn" },
    { provider: "MTN_GH", phone_number: "024 123 4567" },
    { phone_number: "+233 24-123-4567" },
  ])
    expect(to(wallet)).toEqual({
      country: "GH",
      differs: [],
      accounts: { mobile_money_details: { provider: "MTN", phone_number: "+233241234567" } },
    });
  expect(to({ provider: "MTN", note: 5 })).toEqual(to({}));
  expect(to({ phone_number: "0241234568" }).differs).toEqual(["phone_number"]);
  expect(to({ provider: "Telecel" }).differs).toEqual(["provider"]);
});
