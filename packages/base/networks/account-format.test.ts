import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkAccount, ibanOf, isAbaRoutingNumber, nubanCheckDigit, reachOf, readIban } from "./account-format.ts";

describe("NUBAN", () => {
  it("has the check digit of the central bank's published example", () => {
    // CBN's circular works through bank 011, serial number 000001457: the account is 0000014579.
    expect(nubanCheckDigit("011", "000001457")).toBe(9);
    expect(checkAccount("NG", "0000014579", "011")).toBeNull();
  });

  it("refuses every account whose check digit is another", () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^\d{3}$/),
        fc.stringMatching(/^\d{9}$/),
        fc.nat({ max: 9 }),
        (bank, serial, digit) => {
          const right = nubanCheckDigit(bank, serial);
          const problem = checkAccount("NG", `${serial}${digit}`, bank);
          expect(problem === null).toBe(digit === right);
        },
      ),
    );
  });

  it("is not asked of wallets, whose accounts are phone numbers", () => {
    expect(checkAccount("NG", "8012345678", "999992")).toBeNull();
    expect(checkAccount("NG", "80123456", "999992")).toMatchObject({ field: "account_number" });
    expect(checkAccount("NG", "0000014579", "GTB")).toMatchObject({ field: "bank_code" });
  });
});

describe("ABA routing number", () => {
  it.each(["021000021", "026009593", "121000248"])("%s is one", (code) => expect(isAbaRoutingNumber(code)).toBe(true));

  it("is refused with any one digit changed", () => {
    fc.assert(
      fc.property(fc.nat({ max: 8 }), fc.nat({ max: 9 }), (at, digit) => {
        const code = "021000021";
        fc.pre(code[at] !== String(digit));
        expect(isAbaRoutingNumber(code.slice(0, at) + digit + code.slice(at + 1))).toBe(false);
      }),
    );
    expect(isAbaRoutingNumber("000000000")).toBe(false);
    expect(isAbaRoutingNumber("02100002")).toBe(false);
  });
});

describe("IBAN", () => {
  it("is read with or without blanks", () => {
    expect(readIban("DE89 3704 0044 0532 0130 00")).toEqual({ iban: "DE89370400440532013000", country: "DE" });
    expect(readIban("gb33-BUKB-2020-1555-5555-55")).toEqual({ iban: "GB33BUKB20201555555555", country: "GB" });
  });

  it("says what is wrong with it", () => {
    expect(readIban("DE89370400440532013001")).toEqual({ problem: expect.stringMatching(/check digits/) });
    expect(readIban("DE8937040044053201300")).toEqual({ problem: expect.stringMatching(/wrong length/) });
    expect(readIban("ZZ89370400440532013000")).toEqual({ problem: expect.stringMatching(/unknown country/) });
    expect(readIban("")).toEqual({ problem: expect.any(String) });
  });

  it("must be of the country that was named", () => {
    expect(checkAccount("DE", "DE89370400440532013000", "COBADEFF")).toBeNull();
    expect(checkAccount("FR", "DE89370400440532013000", "COBADEFF")).toEqual({
      field: "account_number",
      message: "is an IBAN of DE, not of FR",
    });
  });
});

describe("other accounts", () => {
  it("in GB need a sort code and 8 digits", () => {
    expect(checkAccount("GB", "55779911", "20-00-00")).toBeNull();
    expect(checkAccount("GB", "55779911", "200000")).toBeNull();
    expect(checkAccount("GB", "55779911", "BUKBGB22")).toMatchObject({ field: "bank_code" });
    expect(checkAccount("GB", "5577991", "20-00-00")).toMatchObject({ field: "account_number" });
  });

  it("in US need a routing number", () => {
    expect(checkAccount("US", "123456789", "021000021")).toBeNull();
    expect(checkAccount("US", "123456789", "021000022")).toMatchObject({ field: "bank_code" });
    expect(checkAccount("US", "123", "021000021")).toMatchObject({ field: "account_number" });
  });

  it("elsewhere only need to look like an account", () => {
    expect(checkAccount("KE", "1100161816677", "68")).toBeNull();
    expect(checkAccount("TZ", "0150388888800", "CORUTZTZ")).toBeNull();
    expect(checkAccount("TZ", "0150388888800", "CORUTZT")).toMatchObject({ field: "bank_code" });
    expect(checkAccount("KE", "<script>", "68")).toMatchObject({ field: "account_number" });
  });
});

describe("how an account is paid from elsewhere", () => {
  it("is what its provider says, else what an IBAN and a BIC tell by themselves", () => {
    const iban = ibanOf("DE", "370400440532013000");
    expect(iban).toBe("DE89370400440532013000");
    expect(reachOf({ account_number: "DE89 3704 0044 0532 0130 00", bank_code: "COBADEFFXXX" })).toEqual({
      iban,
      bic: "COBADEFFXXX",
      country: "DE",
    });
    const said = { iban: ibanOf("GB", "NWBK60161331926819"), sort_code: "60-16-13", country: "GB" };
    expect(reachOf({ account_number: "31926819", bank_code: "60-16-13", ...said })).toEqual(said);
    expect(reachOf({ account_number: "0123456789", bank_code: "044" })).toEqual({});
  });
});
