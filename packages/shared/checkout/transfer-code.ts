import { plainAmount } from "../money-text.ts";
import type { BankTransfer, CryptoTransfer } from "./api.ts";

/** `amount`: of the API, or exact decimal text. It and `reference` are null where the payer chooses them. */
type Transfer = Pick<BankTransfer, "account_name" | "account_number" | "bank_code" | "currency" | "qr_code"> & {
  amount: number | string | null;
  reference: string | null;
};

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
const BIC = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/;
const SORT_CODE = /^\d{2}-\d{2}-\d{2}$/;
const MAX_NAME = 70;
const MAX_TEXT = 140;

/** The content of a QR code for bank apps: the code that came with the account, or a SEPA code. */
export function transferCodeOf(transfer: Transfer): string | null {
  return transfer.qr_code ?? sepaCodeOf(transfer);
}

/**
 * The content of a SEPA credit transfer's QR code, by the European Payments Council's guideline EPC069-12 (version 002,
 * UTF-8): one line a field. Null where the transfer is not in euros or not to an IBAN: other codes are a country's own.
 */
function sepaCodeOf(transfer: Transfer): string | null {
  const iban = transfer.account_number.replaceAll(/\s/g, "").toUpperCase();
  if (transfer.currency !== "EUR" || !IBAN.test(iban)) return null;
  const bic = transfer.bank_code !== null && BIC.test(transfer.bank_code) ? transfer.bank_code : "";
  const name = oneLine(transfer.account_name).slice(0, MAX_NAME);
  const { amount } = transfer;
  const structuredReference = "";
  return [
    "BCD",
    "002",
    "1",
    "SCT",
    bic,
    name,
    iban,
    amount === null ? "" : `EUR${typeof amount === "string" ? amount : plainAmount(amount, "EUR")}`,
    "",
    structuredReference,
    oneLine(transfer.reference ?? "").slice(0, MAX_TEXT),
  ]
    .join("\n")
    .trimEnd();
}

/** A line break inside a field would begin the next one. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** An IBAN in groups of four, as people read and compare it; any other account number as it is. */
export function readableAccount(accountNumber: string): string {
  const plain = accountNumber.replaceAll(/\s/g, "");
  return IBAN.test(plain) ? plain.replaceAll(/(.{4})(?=.)/g, "$1 ") : accountNumber;
}

/** The names of European numbers, which are the same in every language; for any other the phrase to say. */
export function numberNamesOf({ account_number, bank_code }: Pick<BankTransfer, "account_number" | "bank_code">) {
  const isIban = IBAN.test(account_number.replaceAll(/\s/g, ""));
  const bank = bank_code === null ? null : BIC.test(bank_code) ? "BIC" : SORT_CODE.test(bank_code) ? "Sort code" : null;
  return { account: isIban ? "IBAN" : null, bank };
}

/** The European guideline requires this level of error correction; the others leave it open. */
export const CODE_OPTIONS = { ecc: "M" } as const;

/** A code's dark squares as the path of a drawing, one unit a square. */
export function pathOfCode(squares: readonly (readonly boolean[])[]): string {
  return squares.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
}

/**
 * The amount that is still missing, rounded so that it shows no rounding error of floats, which an asset with 18
 * decimals would show.
 */
export function missingOf({
  amount,
  received_amount: received,
}: Pick<CryptoTransfer, "amount" | "received_amount">): number {
  return Number((amount - (received ?? 0)).toPrecision(EXACT_DIGITS));
}
const EXACT_DIGITS = 15;
