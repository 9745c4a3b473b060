import type { Beneficiary } from "#src/parties/beneficiaries/index.ts";
import {
  type DestinationField,
  destinationOf,
  destinationRecordOf,
  isBlank,
  type PayoutRules,
  recipientOf,
  requireAllowed,
} from "#src/payments/requests/index.ts";
import { isFiat } from "@corridor/base/currencies.ts";
import { ApiError, invalidField } from "#src/kernel/http/errors.ts";
import { isId } from "@corridor/base/ids.ts";
import { InvalidMoney, Money } from "@corridor/base/money.ts";
import type { BankAccount } from "@corridor/provider-kit/provider.ts";
import { ROW_FIELDS, type RowInput, type RowIntent, type RowProblem } from "./payout-batch.ts";

/** Checks one row by itself. Pure. preview-batch.ts checks what depends on other rows, balances and limits. */
export type RowFacts = {
  readonly beneficiary: Beneficiary | undefined;
  readonly rules: PayoutRules;
  readonly source: BankAccount & { country: string };
};
export type ReadRow = {
  readonly amount: Money;
  readonly targetCurrency: string;
  readonly beneficiary: Beneficiary;
  readonly intent: RowIntent;
};
export type RowCheck =
  | { readonly read: ReadRow; readonly problems: readonly [] }
  | { readonly read: null; readonly problems: readonly RowProblem[] };

const MAX_TEXT = 500;
const MAX_DESCRIPTION = 2_000;
/** What a spreadsheet stores in place of a value that it could not work out: never what somebody meant. */
const SPREADSHEET_ERROR =
  /^#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|GETTING_DATA|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!|BUSY!|PYTHON!)$/i;
const PLAIN_NUMBER = /^\d+(\.\d+)?$/;

export function checkRow(input: RowInput, facts: RowFacts): RowCheck {
  const problems: RowProblem[] = [];
  const wrong = (field: string, message: string, code = "VALIDATION_ERROR"): void =>
    void problems.push({ field, code, message });
  const { beneficiary } = facts;
  for (const field of ROW_FIELDS)
    if (SPREADSHEET_ERROR.test(input[field] ?? ""))
      wrong(field, `holds the spreadsheet's error ${input[field]}; correct its formula`);
  if (problems.length > 0) return { read: null, problems };
  for (const field of ["reference", "name", "account_number", "bank_code", "network", "phone_number"] as const)
    if ((input[field]?.length ?? 0) > MAX_TEXT) wrong(field, `must have at most ${MAX_TEXT} characters`);
  if ((input.description?.length ?? 0) > MAX_DESCRIPTION)
    wrong("description", `must have at most ${MAX_DESCRIPTION} characters`);
  const currency = input.currency.toUpperCase();
  const amount = readAmount(input.amount, currency, wrong);
  if (input.beneficiary_id === "") wrong("beneficiary_id", "is required");
  else if (!isId(input.beneficiary_id) || beneficiary === undefined)
    wrong("beneficiary_id", "is not a beneficiary of this organization", "BENEFICIARY_NOT_FOUND");
  if (beneficiary !== undefined && input.name !== undefined && !isNamed(beneficiary, input.name))
    wrong("name", `is not the beneficiary's, who is ${recipientOf(beneficiary).name}`, "BENEFICIARY_MISMATCH");
  const intent = beneficiary === undefined ? null : readIntent(input, beneficiary, facts, problems);
  if (problems.length > 0 || amount === null || intent === null) return { read: null, problems };
  return { read: { amount, targetCurrency: beneficiary!.currency, beneficiary: beneficiary!, intent }, problems: [] };
}

type Wrong = (field: string, message: string, code?: string) => void;

function readAmount(text: string, currency: string, wrong: Wrong): Money | null {
  if (currency === "") wrong("currency", "is required");
  else if (!isFiat(currency)) wrong("currency", "must be an ISO 4217 currency code");
  if (text === "") wrong("amount", "is required");
  else if (!PLAIN_NUMBER.test(text))
    wrong("amount", "must be a plain number, such as 1500.00, without separators or a currency sign");
  else if (isFiat(currency)) {
    try {
      return Money.fromWire(Number(text), currency);
    } catch (error) {
      if (!(error instanceof InvalidMoney)) throw error;
      wrong("amount", error.message);
    }
  }
  return null;
}

/** In any word order: a list may have "Mensah, Kofi" where the beneficiary is "Kofi Mensah". */
function isNamed(beneficiary: Beneficiary, name: string): boolean {
  const names = [recipientOf(beneficiary).name, beneficiary.bankDetails?.account_name];
  return names.some((one) => !isBlank(one) && wordsOf(one!) === wordsOf(name));
}

/**
 * Whether two spellings may be the same person's: banks add middle names and change the order. The words of the shorter
 * are among those of the longer, and at least two are, unless there is only one.
 */
export function namesAgree(one: string, other: string): boolean {
  const words = [one, other].map((name) => wordsOf(name).split(" "));
  const [fewer, more] = words.sort((a, b) => a.length - b.length) as [string[], string[]];
  return fewer.every((word) => word !== "" && more.includes(word)) && (fewer.length > 1 || more.length === 1);
}

function wordsOf(name: string): string {
  const plain = name.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).sort().join(" ");
}

const FIELDS: Partial<Record<DestinationField, string>> = {
  provider: "network",
  payment_method: "account_number",
  bank_name: "bank_code",
};

function readIntent(
  input: RowInput,
  beneficiary: Beneficiary,
  { rules, source }: RowFacts,
  problems: RowProblem[],
): RowIntent | null {
  try {
    const method = methodOf(input, beneficiary);
    const destination = destinationOf(beneficiary, {
      method,
      country: beneficiary.country ?? source.country,
      account: { account_number: input.account_number ?? null, bank_code: input.bank_code ?? null },
      wallet: { provider: input.network ?? null, phone_number: input.phone_number ?? null },
    });
    requireAllowed(destination, rules, FIELDS);
    return {
      method,
      country: destination.country,
      clientReference: input.reference ?? null,
      details: {
        ...destination.accounts,
        ...(method === "bank_transfer" ? { bank_details: source } : {}),
        ...(input.description === undefined ? {} : { description: input.description }),
        recipient_info: recipientOf(beneficiary),
        destination: destinationRecordOf(destination),
      },
    };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    for (const { path, message } of error.details ?? [])
      problems.push({ field: FIELD_OF_PATH[path] ?? path, code: error.code, message });
    return null;
  }
}

const FIELD_OF_PATH: Readonly<Record<string, string>> = {
  "mobile_money_details.provider": "network",
  "mobile_money_details.phone_number": "phone_number",
  "bank_account.account_number": "account_number",
};

function methodOf(input: RowInput, beneficiary: Beneficiary): "mobile_money" | "bank_transfer" {
  const namesWallet = input.phone_number !== undefined || input.network !== undefined;
  const namesAccount = input.account_number !== undefined || input.bank_code !== undefined;
  if (namesWallet && namesAccount)
    throw invalidField("account_number", "cannot be combined with phone_number; give only one of them");
  if (namesWallet) return "mobile_money";
  if (namesAccount) return "bank_transfer";
  if (beneficiary.momoDetails !== null) return "mobile_money";
  if (beneficiary.bankDetails === null)
    throw invalidField("beneficiary_id", "must name a beneficiary with a bank or mobile money account");
  return "bank_transfer";
}
