import { createHash } from "node:crypto";
import type { BankDetails, Beneficiary } from "#src/parties/beneficiaries/index.ts";
import { bankNamesLike, findBank, findNetwork, plainName } from "@corridor/base/networks/reference-data.ts";
import type { Controls, PayoutDestinations } from "#src/parties/organizations/index.ts";
import { invalidField, invalidFields } from "#src/kernel/http/errors.ts";
import { toE164 } from "@corridor/base/phone.ts";
import type { BankAccount, MobileMoneyDetails } from "@corridor/provider-kit/provider.ts";
import { type GivenWallet, isBlank, readWallet } from "./fields.ts";

/**
 * Where outgoing money goes: one rule for payouts, off-ramps, withdrawals and escrow.
 *
 *   an omitted detail   comes from the beneficiary
 *   an equal detail     is the beneficiary's, and its own spelling is sent to the provider
 *   a different detail  `registered`: 400 BENEFICIARY_MISMATCH, which names it
 *                       `any`: it is paid there, and record, events and review say that it is not the beneficiary's own
 *
 * The name on the record is always the beneficiary's. So a payment to another account must say so; otherwise a reviewer
 * would read one name and pay another.
 */
/** `payoutDestinations`: the stricter of the platform's rule and the organization's own. */
export type PayoutRules = { payoutDestinations: PayoutDestinations; controls: Controls | null };

/** If payouts are reviewed at all, every payout to an account that is not the beneficiary's own is reviewed. */
export function hasReviews({ controls }: PayoutRules): boolean {
  return controls !== null && controls.policies.length > 0;
}

/** The parts of a destination that can differ from the beneficiary's own, in the words of the record. */
export type DestinationField =
  | "payment_method"
  | "country"
  | "account_number"
  | "bank_code"
  | "bank_name"
  | "provider"
  | "phone_number";

/** A destination in a request. An absent, null or blank detail counts as omitted. */
export type GivenDestination = {
  method: "mobile_money" | "bank_transfer" | "card";
  country: string;
  account?: GivenAccount;
  wallet?: GivenWallet;
};
type GivenAccount = { [K in "account_number" | "bank_code" | "bank_name" | "account_name"]?: string | null };

export type Destination = {
  country: string;
  accounts: { bank_account?: BankAccount; mobile_money_details?: MobileMoneyDetails };
  differs: readonly DestinationField[];
};

/** Pure. Throws only for an invalid wallet, which no rule could pay. */
export function destinationOf(beneficiary: Beneficiary, given: GivenDestination): Destination {
  const { country } = given;
  const elsewhere: DestinationField[] =
    beneficiary.country === null || country === beneficiary.country ? [] : ["country"];
  if (given.method === "bank_transfer") {
    const { account, differs } = accountOf(beneficiary.bankDetails, given.account ?? {}, country);
    return { country, accounts: { bank_account: account }, differs: [...elsewhere, ...differs] };
  }
  if (given.method === "mobile_money") {
    const { wallet, differs } = walletOf(beneficiary, given.wallet ?? {}, country);
    return { country, accounts: { mobile_money_details: wallet }, differs: [...elsewhere, ...differs] };
  }
  // A card cannot be registered as a destination.
  return { country, accounts: {}, differs: [...elsewhere, "payment_method"] };
}

/**
 * The account that is paid, as a digest, however it was written and whoever's it is said to be; null: a card. Limits
 * and trust belong to it: the same account may be entered as several beneficiaries.
 */
export function accountKeyOf(country: string, paid: Destination["accounts"]): string | null {
  const { bank_account: bank, mobile_money_details: wallet } = paid;
  if (wallet !== undefined)
    return digestOf(country, findNetwork(country, wallet.provider)?.code ?? wallet.provider, wallet.phone_number);
  if (bank === undefined) return null;
  const { bank_code: code, swift_code: swift, bank_name: written } = bank;
  const name = (code == null ? undefined : findBank(country, code)?.name) ?? written;
  const at = name === undefined ? codeOf(code ?? swift ?? "") : plainName(bankNamesLike(country, name)[0]!);
  return digestOf(country, at, compact(bank.account_number));
}

function digestOf(...parts: readonly string[]): string {
  return createHash("sha256").update(parts.join("\n")).digest("hex");
}

/** The part of the destination that the payment stores, for its record, its events and its review. */
export function destinationRecordOf({ differs }: Destination): { matches_beneficiary: boolean; differs: string[] } {
  return { matches_beneficiary: differs.length === 0, differs: [...differs] };
}

const OWN_ACCOUNT = "pay to the account that the beneficiary is registered with";
/** The request's names of the fields, if they differ from the record's. */
export type Paths = Partial<Record<DestinationField, string>>;

export function requireAllowed({ differs }: Destination, rules: PayoutRules, paths: Paths): void {
  if (differs.length === 0 || rules.payoutDestinations === "any") return;
  const details = differs.map((field) => {
    const cure = field === "payment_method" ? OWN_ACCOUNT : "leave it out";
    const message = `is not the beneficiary's own; ${cure}, or register a beneficiary for it`;
    return { path: paths[field] ?? field, message };
  });
  throw invalidFields(details, "BENEFICIARY_MISMATCH");
}

type Bank = { bank_code?: string; bank_name?: string };

type Account = { account: BankAccount; differs: DestinationField[] };
function accountOf(own: BankDetails | null, written: GivenAccount, country: string): Account {
  const { bank_code, bank_name, account_number: number, account_name: holder } = withoutBlanks(written);
  const bank: Bank = withoutBlanks({ bank_code, bank_name });
  if (own === null) {
    if (number === undefined)
      throw invalidField("bank_account.account_number", "is required: the beneficiary has no bank account");
    const account = { account_number: number, ...bank, ...withoutBlanks({ account_name: holder }) };
    return { account, differs: ["payment_method"] };
  }
  const bankDiffers = bankDifference(own, bank, country);
  const isOwnNumber = number === undefined || numbersOf(own).includes(compact(number));
  return {
    account: {
      account_number: isOwnNumber ? ownSpelling(own, number) : number,
      // Another bank comes from the request as a whole: code and name of two banks must not mix.
      ...(bankDiffers === null ? ownBankOf(own, bank, country) : bank),
      ...withoutBlanks({ account_name: isOwnNumber ? own.account_name : holder }),
      // Another account of the same bank may be at another branch.
      ...withoutBlanks({ branch_code: isOwnNumber && bankDiffers === null ? own.branch_code : undefined }),
    },
    differs: [...(isOwnNumber ? [] : (["account_number"] as const)), ...(bankDiffers === null ? [] : [bankDiffers])],
  };
}

/** A code identifies the bank; a name only counts without a code, because every source writes names differently. */
function bankDifference(own: BankDetails, given: Bank, country: string): "bank_code" | "bank_name" | null {
  const codes = [own.bank_code, own.swift_code].flatMap((code) => (code === undefined ? [] : [codeOf(code)]));
  const name = bankNameOf(own, country);
  // The beneficiary's account has only an IBAN, which contains the bank.
  if (codes.length === 0 && name === undefined) return null;
  if (given.bank_code === undefined)
    return given.bank_name === undefined || name === undefined || isSameName(given.bank_name, name, country)
      ? null
      : "bank_name";
  if (codes.length > 0) return codes.includes(codeOf(given.bank_code)) ? null : "bank_code";
  const named = findBank(country, given.bank_code)?.name;
  // Bank codes must be equal in every character, because the money is sent to this code.
  return named !== undefined && bankNamesLike(country, name!).includes(named) ? null : "bank_code";
}

/** The beneficiary's bank, plus the request's fields that were compared. Providers use its name, or its code. */
function ownBankOf(own: BankDetails, given: Bank, country: string): Bank & Pick<BankAccount, "swift_code"> {
  const name = bankNameOf(own, country);
  const isChecked = own.swift_code !== undefined || name !== undefined;
  const bank_code = own.bank_code ?? (isChecked ? given.bank_code : undefined);
  return withoutBlanks({ bank_code, bank_name: name, swift_code: own.swift_code });
}

function bankNameOf(own: BankDetails, country: string): string | undefined {
  return own.bank_name ?? (own.bank_code === undefined ? undefined : findBank(country, own.bank_code)?.name);
}

function numbersOf(own: BankDetails): string[] {
  return [own.account_number, ...(own.iban === undefined ? [] : [own.iban])].map(compact);
}

function ownSpelling(own: BankDetails, number: string | undefined): string {
  return number !== undefined && own.iban !== undefined && compact(own.iban) === compact(number)
    ? own.iban
    : own.account_number;
}

/** Removes blanks and hyphens and ignores case: people write the same number in several ways. */
function compact(text: string): string {
  return text.replace(/[\s-]/g, "").toUpperCase();
}

/** A BIC of eight characters names the same bank as one of eleven that ends in XXX, its head office. */
function codeOf(text: string): string {
  return compact(text).replace(/^([A-Z]{6}[A-Z0-9]{2})XXX$/, "$1");
}

/** "Access Bank" equals "ACCESS BANK PLC", and "GTBank" equals "Guaranty Trust Bank". */
function isSameName(given: string, own: string, country: string): boolean {
  const name = plainName(given);
  return bankNamesLike(country, own).some(
    (known) => name.startsWith(plainName(known)) || plainName(known).startsWith(name),
  );
}

type Wallet = { wallet: MobileMoneyDetails; differs: DestinationField[] };
function walletOf(beneficiary: Beneficiary, written: GivenWallet, country: string): Wallet {
  const own = beneficiary.momoDetails;
  // The two fields alone: a request may hold others, of any type.
  const given = withoutBlanks({ provider: written.provider, phone_number: written.phone_number });
  const { provider = own?.provider, phone_number = own?.phone_number } = given;
  const wallet = readWallet({ provider, phone_number }, country);
  if (own === null) return { wallet, differs: ["payment_method"] };
  const differs: DestinationField[] = [];
  const ownNetwork = findNetwork(beneficiary.country ?? country, own.provider)?.code;
  if (findNetwork(country, wallet.provider)?.code !== ownNetwork) differs.push("provider");
  if (wallet.phone_number !== toE164(own.phone_number, country)) differs.push("phone_number");
  return { wallet, differs };
}

type Filled<T> = { [K in keyof T]?: Exclude<T[K], null | undefined> };

function withoutBlanks<T extends { [K in keyof T]: string | null | undefined }>(given: T): Filled<T> {
  return Object.fromEntries(
    Object.entries<string | null | undefined>(given).filter(([, text]) => !isBlank(text)),
  ) as Filled<T>;
}
