import { scaleOf } from "@corridor/shared/money-text.ts";
import type { PickedField } from "../../../components/column-picker.tsx";
import { type Bank, bankNamed, plain } from "../../../components/network-select.tsx";
import { readNumber } from "../../../components/read-number.ts";
import { type Beneficiary, nameOf } from "../../beneficiaries/beneficiary.ts";
import { type Account, type AccountCheck, namesAgree } from "../../beneficiaries/check-account.tsx";

/** Reads a list of people as they keep it, in whatever columns, into payouts to payees who are known or made on the way. */
export type Field = "name" | "account" | "bank" | "amount" | "currency" | "reference" | "description";
export type Columns = Partial<Record<Field, readonly number[]>>;
/** One line of the list; `line` counts from 1, as a spreadsheet does. */
export type Draft = Readonly<Record<Field, string>> & { readonly line: number };
export type Problem = { field: Field; message: string };
export type Payee =
  | { kind: "known"; beneficiary: Beneficiary }
  | { kind: "new"; name: string; account: string; bank: Bank | null; network: string | null };
export type Person = {
  draft: Draft;
  payee: Payee | null;
  amount: number;
  currency: string;
  problems: readonly Problem[];
  /** The holder of the account, whom the list calls otherwise. */
  otherHolder: string | null;
};

export const FIELDS: readonly PickedField<Field>[] = [
  { name: "name", label: "Name of the payee", several: true },
  { name: "account", label: "Account or phone number" },
  { name: "bank", label: "Bank or network", hint: "By name or code" },
  { name: "amount", label: "Amount" },
  { name: "currency", label: "Currency", hint: "If the list has several" },
  { name: "reference", label: "Reference", hint: "Different on every line" },
  { name: "description", label: "What for" },
];

/** How people call their columns, the surest first. A column is taken once. */
const HEADINGS: readonly [Field, RegExp][] = [
  [
    "account",
    /\b(?:account|acct|a\/c|iban|nuban)\b(?!.*\bname\b)|\b(?:phone|mobile|msisdn|wallet)\b.*\b(?:no|number)\b|^phone$|^msisdn$/,
  ],
  ["bank", /\bbank\b.*\bcode\b|\bsort code\b/],
  ["bank", /\bbank\b|\bnetwork\b/],
  ["amount", /\bamount\b|\bnet pay\b|\bsalary\b|^pay$|^value$|^total$/],
  ["currency", /\bcurrency\b|^ccy$/],
  ["reference", /\bref(?:erence)?\b|\binvoice\b/],
  ["description", /\bnarration\b|\bdescription\b|\bpurpose\b|\bremarks?\b|\bdetails\b/],
  ["name", /\bname\b|\bpayee\b|\bbeneficiary\b|\bemployee\b|\bstaff\b|\bsupplier\b/],
];
const LEAST_HEADINGS = 2;
const LINES_BEFORE_HEADER = 20;

function guessColumns(cells: readonly string[]): Columns {
  const columns: Partial<Record<Field, number[]>> = {};
  cells.forEach((cell, index) => {
    const text = cell.toLowerCase().replaceAll(/[_-]+/g, " ").trim();
    const field = HEADINGS.find(([, heading]) => heading.test(text))?.[0];
    if (field === undefined) return;
    const taken = columns[field];
    const isName = field === "name" && /\b(?:first|last|sur|middle|other|family|given)/.test(text);
    if (taken === undefined) columns[field] = [index];
    else if (isName) taken.push(index);
  });
  return columns;
}

/** Where the names of the columns are: a bank's own file begins with its letterhead. */
export function findHeader(lines: readonly (readonly string[])[]): { header: number; columns: Columns } {
  const guesses = lines.slice(0, LINES_BEFORE_HEADER).map(guessColumns);
  const counts = guesses.map((columns) => Object.keys(columns).length);
  const most = Math.max(0, ...counts);
  const header = most >= LEAST_HEADINGS ? counts.indexOf(most) : 0;
  return { header, columns: guesses[header] ?? {} };
}

const TOTAL = /^(?:grand |sub)?total\b/i;

/** Lines that name nobody are not payouts: blank lines and totals. */
export function draftsOf(lines: readonly (readonly string[])[], header: number, columns: Columns): Draft[] {
  return lines.slice(header + 1).flatMap((cells, index) => {
    const read = (field: Field): string =>
      (columns[field] ?? [])
        .map((column) => (cells[column] ?? "").trim())
        .filter((text) => text !== "")
        .join(" ");
    const texts = Object.fromEntries(FIELDS.map(({ name }) => [name, read(name)])) as Record<Field, string>;
    const isNobody = texts.account === "" && (texts.name === "" || TOTAL.test(texts.name));
    return isNobody ? [] : [{ ...texts, line: header + index + 2 }];
  });
}

export type World = {
  country: string;
  currency: string;
  allowsDuplicates?: boolean;
  banks: readonly Bank[];
  networks: readonly string[];
  beneficiaries: readonly Beneficiary[];
  checkOf(account: Account): AccountCheck | undefined;
};

const plainAccount = (text: unknown): string => (typeof text === "string" ? plain(text).toUpperCase() : "");
/** Of phone numbers, with and without the code of the country, the ends are the same. */
const PHONE_END = 9;
const NUBAN_DIGITS = 10;

/** A spreadsheet takes an account number for a number and drops its zeros at the beginning. */
function wholeAccount(text: string, country: string): string {
  const account = text.replaceAll(/[\s-]/g, "");
  return country === "NG" && /^\d{7,9}$/.test(account) ? account.padStart(NUBAN_DIGITS, "0") : account;
}

const MONEY_SIGN = /^(?:[A-Z]{3}|GH₵|KSh|\p{Sc})\s*|\s*[A-Z]{3}$/gu;

function readAmount(text: string, currency: string): number | string {
  if (text === "") return "Enter the amount";
  const amount = readNumber(text.replaceAll(MONEY_SIGN, ""));
  if (amount === "" || Number.isNaN(amount)) return `${text} is not an amount`;
  if (amount <= 0) return "Must be above zero";
  return Number(amount.toFixed(scaleOf(currency))) === amount ? amount : `${currency} has no such small parts`;
}

/** Every line, with what is wrong with it. Pure: what the bank said is passed in. */
export function readPeople(drafts: readonly Draft[], world: World): Person[] {
  const first = new Map<string, number>();
  const find = finderOf(world.beneficiaries);
  return drafts.map((draft) => {
    const problems: Problem[] = [];
    const currency = (draft.currency || world.currency).toUpperCase();
    const read = readAmount(draft.amount, currency);
    if (typeof read === "string") problems.push({ field: "amount", message: read });
    const amount = typeof read === "string" ? 0 : read;
    const payee = payeeOf(draft, world, find, problems);
    const check = payee === null ? undefined : checkOf(payee, world);
    if (check?.state === "invalid") problems.push({ field: "account", message: check.problem });
    const holder = check?.state === "found" ? check.holder : payee?.kind === "known" ? nameOf(payee.beneficiary) : null;
    const otherHolder = holder !== null && draft.name !== "" && !namesAgree(draft.name, holder) ? holder : null;
    const same = draft.reference === "" ? `${draft.account || draft.name} ${amount} ${currency}` : draft.reference;
    const earlier = first.get(same);
    if (earlier === undefined) first.set(same, draft.line);
    else if (world.allowsDuplicates !== true)
      problems.push({
        field: "reference",
        message: `The same payout as line ${earlier}. Give it a reference of its own, or leave it out`,
      });
    return { draft, payee, amount, currency, problems, otherHolder };
  });
}

export function accountOfNew(payee: Payee, country: string): Account | null {
  if (payee.kind === "known" || payee.bank === null) return null;
  return { account_number: payee.account, bank_code: payee.bank.code, country };
}

function checkOf(payee: Payee, { country, checkOf: said }: World): AccountCheck | undefined {
  const account = accountOfNew(payee, country);
  return account === null ? undefined : said(account);
}

type Finder = {
  byAccount(account: string, bank: Bank | undefined): Beneficiary | undefined;
  byName(name: string): Beneficiary[];
};

function finderOf(beneficiaries: readonly Beneficiary[]): Finder {
  const accounts = new Map<string, Beneficiary[]>();
  const names = new Map<string, Beneficiary[]>();
  const add = (map: Map<string, Beneficiary[]>, key: string, one: Beneficiary) =>
    key !== "" && map.set(key, [...(map.get(key) ?? []), one]);
  for (const one of beneficiaries) {
    const { account_number: number, iban } = one.bank_details as Record<string, unknown>;
    const phone = plainAccount((one.momo_details as Record<string, unknown>)["phone_number"]).slice(-PHONE_END);
    for (const key of new Set([plainAccount(number), plainAccount(iban), phone])) add(accounts, key, one);
    add(names, plain(nameOf(one)), one);
  }
  return {
    byAccount(account, bank) {
      const key = plainAccount(account);
      const codeOf = (one: Beneficiary) => (one.bank_details as Record<string, unknown>)["bank_code"];
      const at = accounts
        .get(key)
        ?.filter((one) => bank === undefined || [bank.code, undefined].includes(codeOf(one) as string));
      return (at ?? []).at(0) ?? (bank === undefined ? accounts.get(key.slice(-PHONE_END))?.at(0) : undefined);
    },
    byName: (name) => names.get(plain(name)) ?? [],
  };
}

function payeeOf(draft: Draft, world: World, find: Finder, problems: Problem[]): Payee | null {
  const wrong = (field: Field, message: string): null => {
    problems.push({ field, message });
    return null;
  };
  if (draft.account === "") {
    const [named, ...others] = find.byName(draft.name);
    if (named !== undefined && others.length === 0) return { kind: "known", beneficiary: named };
    return wrong(
      "account",
      named === undefined ? "Enter the account number" : "Several payees have this name; enter the account",
    );
  }
  if (/e\+?\d/i.test(draft.account)) return wrong("account", "The spreadsheet has cut this number; enter it in full");
  const account = wholeAccount(draft.account, world.country);
  const network = world.networks.find((one) => draft.bank !== "" && plain(one) === plain(draft.bank)) ?? null;
  const bank = network === null ? bankNamed(world.banks, draft.bank) : undefined;
  const known = find.byAccount(account, bank);
  if (known !== undefined) return { kind: "known", beneficiary: known };
  if (draft.name === "") return wrong("name", "Enter the name");
  if (network === null && bank === undefined)
    return wrong("bank", draft.bank === "" ? "Choose the bank" : `No bank is known as ${draft.bank}`);
  return { kind: "new", name: draft.name, account, bank: bank ?? null, network };
}
