import { composeIBAN, electronicFormatIBAN, isValidBIC, validateIBAN, ValidationErrorsIBAN } from "ibantools";

/**
 * Shape and check digits; each function returns the fault, or null. Countries without a rule pass: only the provider
 * knows whether an account exists.
 */
export type AccountProblem = { readonly field: "account_number" | "bank_code"; readonly message: string };

const ACCOUNT_NUMBER = /^[A-Za-z0-9](?:[A-Za-z0-9 -]{0,32}[A-Za-z0-9])?$/;

/** What every endpoint takes as an account number. Whether such an account can exist is another question. */
export function isAccountNumber(text: string): boolean {
  return ACCOUNT_NUMBER.test(text);
}

const NUBAN_DIGITS = 10;
const NUBAN_WEIGHTS = [3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3];

/** CBN's NUBAN: the tenth digit checks the three digits of the bank and the nine of the serial number. */
export function nubanCheckDigit(bankCode: string, serialNumber: string): number {
  return (10 - (weightedSum(bankCode + serialNumber, NUBAN_WEIGHTS) % 10)) % 10;
}

const ABA_WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1];

export function isAbaRoutingNumber(code: string): boolean {
  if (!/^\d{9}$/.test(code) || /^0+$/.test(code)) return false;
  return weightedSum(code, ABA_WEIGHTS) % 10 === 0;
}

function weightedSum(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0);
}

const IBAN_PROBLEMS: Readonly<Partial<Record<ValidationErrorsIBAN, string>>> = {
  [ValidationErrorsIBAN.NoIBANCountry]: "is an IBAN of an unknown country",
  [ValidationErrorsIBAN.WrongBBANLength]: "has the wrong length for an IBAN of its country",
  [ValidationErrorsIBAN.WrongBBANFormat]: "does not have the form of an IBAN of its country",
  [ValidationErrorsIBAN.ChecksumNotNumber]: "must have two digits after the country in an IBAN",
  [ValidationErrorsIBAN.WrongIBANChecksum]: "has wrong check digits; check it for a typing error",
  [ValidationErrorsIBAN.WrongAccountBankBranchChecksum]: "has wrong national check digits; check it for a typing error",
};

/** Reads an IBAN, without the blanks and hyphens that people write in it. */
export function readIban(text: string): { iban: string; country: string } | { problem: string } {
  const iban = electronicFormatIBAN(text);
  if (iban === null) return { problem: "must be an IBAN" };
  const result = validateIBAN(iban);
  if (result.valid) return { iban, country: iban.slice(0, 2) };
  return { problem: IBAN_PROBLEMS[result.errorCodes[0]!] ?? "must be an IBAN" };
}

/** The IBAN of a national account number, with its check digits. */
export function ibanOf(country: string, national: string): string {
  return composeIBAN({ countryCode: country, bban: national })!;
}

/** What besides its number an account in Europe is paid by, and the country in which it is. */
export type AccountReach = { iban?: string; bic?: string; sort_code?: string; country?: string };
export const REACH = ["iban", "bic", "sort_code", "country"] as const satisfies readonly (keyof AccountReach)[];

/** As the provider says; otherwise what an IBAN in place of the number, or a BIC in place of the bank's code, tells. */
export function reachOf(account: AccountReach & { account_number: string; bank_code?: string | null }): AccountReach {
  const { account_number: number, bank_code: code } = account;
  const read = looksLikeIban(number) ? readIban(number) : { problem: "" };
  return {
    ...("iban" in read ? read : {}),
    ...(code != null && isValidBIC(code) ? { bic: code } : {}),
    ...Object.fromEntries(REACH.flatMap((name) => (account[name] === undefined ? [] : [[name, account[name]]]))),
  };
}

const IBAN_SHAPE = /^[A-Z]{2}\d{2}/i;

export function looksLikeIban(text: string): boolean {
  return IBAN_SHAPE.test(text.trim());
}

export function checkAccount(country: string, accountNumber: string, bankCode: string): AccountProblem | null {
  if (looksLikeIban(accountNumber)) return checkIban(country, accountNumber);
  switch (country) {
    case "NG":
      return checkNigerianAccount(accountNumber, bankCode);
    case "GB":
      return checkBritishAccount(accountNumber, bankCode);
    case "US":
      return checkUnitedStatesAccount(accountNumber, bankCode);
    default:
      return checkOtherAccount(accountNumber, bankCode);
  }
}

function checkIban(country: string, accountNumber: string): AccountProblem | null {
  const read = readIban(accountNumber);
  if ("problem" in read) return { field: "account_number", message: read.problem };
  return read.country === country
    ? null
    : { field: "account_number", message: `is an IBAN of ${read.country}, not of ${country}` };
}

/** Wallet-like institutions (five or six digits) number accounts by phone: NUBAN applies only to banks proper. */
function checkNigerianAccount(accountNumber: string, bankCode: string): AccountProblem | null {
  if (!/^\d{3}$|^\d{5,6}$/.test(bankCode))
    return { field: "bank_code", message: "must be a bank code of 3, 5 or 6 digits in NG" };
  if (!/^\d{10}$/.test(accountNumber))
    return { field: "account_number", message: `must be a NUBAN of ${NUBAN_DIGITS} digits` };
  if (bankCode.length !== 3) return null;
  const expected = nubanCheckDigit(bankCode, accountNumber.slice(0, NUBAN_DIGITS - 1));
  if (Number(accountNumber.at(-1)) === expected) return null;
  return {
    field: "account_number",
    message: `has a wrong check digit for bank ${bankCode}; check it for a typing error`,
  };
}

const SORT_CODE = /^\d{2}-?\d{2}-?\d{2}$/;

function checkBritishAccount(accountNumber: string, bankCode: string): AccountProblem | null {
  if (!SORT_CODE.test(bankCode))
    return { field: "bank_code", message: "must be a sort code (NN-NN-NN) in GB, unless account_number is an IBAN" };
  return /^\d{8}$/.test(accountNumber) ? null : { field: "account_number", message: "must have 8 digits in GB" };
}

function checkUnitedStatesAccount(accountNumber: string, bankCode: string): AccountProblem | null {
  if (!isAbaRoutingNumber(bankCode))
    return { field: "bank_code", message: "must be an ABA routing number (9 digits with a right check digit) in US" };
  return /^\d{4,17}$/.test(accountNumber)
    ? null
    : { field: "account_number", message: "must have 4 to 17 digits in US" };
}

function checkOtherAccount(accountNumber: string, bankCode: string): AccountProblem | null {
  if (!/^[A-Za-z0-9][A-Za-z0-9 -]{2,33}$/.test(accountNumber))
    return { field: "account_number", message: "must have 3 to 34 letters and digits" };
  if (/^[A-Za-z]{6}/.test(bankCode) && !isValidBIC(bankCode))
    return { field: "bank_code", message: "looks like a BIC but is not valid" };
  return null;
}
