import { hash } from "node:crypto";
import { scaleOf } from "@corridor/base/currencies.ts";
import { InvalidMoney, Money } from "@corridor/base/money.ts";
import { CAMT_COLUMNS, type Mapping } from "./mapping.ts";
import { type LineKind, plainReference, type SettlementLine } from "./settlement.ts";

/** Why a row did not become a line. Such rows are counted and shown; their content is never guessed. */
export class UnreadableRow extends Error {}

export type MapRow = (cells: readonly string[], row: number) => SettlementLine | null;

const OUTGOING: ReadonlySet<LineKind> = new Set<LineKind>(["payout", "refund", "fee", "chargeback", "transfer"]);
const MAX_REFERENCE = 200;
const KEY_HEX = 32;

/** Throws when a required column is missing: a file of another kind must not be read at all. */
export function mapperOf(
  given: Mapping,
  account: string,
  header: readonly string[],
  keys: RepeatedKeys = repeatedKeys({}),
): MapRow {
  const mapping = given.format === "camt053" ? { ...given, columns: CAMT_COLUMNS } : given;
  const places = new Map(header.map((name, index) => [name.trim().toLowerCase(), index]));
  const place = (name: string): number => {
    const found = places.get(name.trim().toLowerCase());
    if (found === undefined)
      throw new UnreadableRow(
        `the file has no column ${JSON.stringify(name)}; it has ${header.slice(0, 40).join(", ")}`,
      );
    return found;
  };
  const { columns, kinds, other_kind: otherKind } = mapping;
  const one = (name: string | undefined): number | null => (name === undefined ? null : place(name));
  const several = (names: readonly string[] | undefined): number[] | null =>
    names === undefined || names.length === 0 ? null : names.map(place);
  const at = {
    lineKey: several(columns.line_key),
    valueDate: one(columns.value_date),
    currency: one(columns.currency),
    kind: one(columns.kind),
    gross: several(columns.gross),
    credit: several(columns.credit),
    debit: several(columns.debit),
    fee: several(columns.fee),
    net: several(columns.net),
    providerReference: one(columns.provider_reference),
    // An optional column: a provider omits it when no payment has a value.
    ourReference:
      columns.our_reference === undefined ? null : (places.get(columns.our_reference.trim().toLowerCase()) ?? null),
    originalCredit: several(columns.original_credit),
    originalDebit: several(columns.original_debit),
    originalCurrency: one(columns.original_currency),
  };
  if (at.valueDate === null) throw new UnreadableRow("the mapping names no column for value_date");
  if (at.gross === null && at.net === null && at.credit === null && at.debit === null)
    throw new UnreadableRow("the mapping names no column for an amount: gross, net, or credit and debit");
  const { reference_prefix: prefix = "", fee_prefix: feePrefix } = mapping;
  const isFee = (reference: string): boolean => feePrefix !== undefined && reference.startsWith(feePrefix);
  const kindOf = new Map(Object.entries(kinds).map(([word, kind]) => [word.toLowerCase(), kind]));

  return (cells, row) => {
    const cell = (index: number | null): string => (index === null ? "" : (cells[index] ?? "").trim());
    const word = cell(at.kind);
    const said = cell(at.providerReference);
    const named = isFee(said) ? "fee" : (kindOf.get(word.toLowerCase()) ?? otherKind);
    if (named === "ignore") return null;
    if (named === undefined)
      throw new UnreadableRow(`the kind ${JSON.stringify(word.slice(0, MAX_REFERENCE))} is not in the mapping`);
    const currency = (cell(at.currency) || mapping.currency || "").toUpperCase();
    if (scaleOf(currency) === undefined)
      throw new UnreadableRow(`unknown currency ${JSON.stringify(currency.slice(0, 10))}`);
    const sum = (places: readonly number[] | null): Money | null =>
      places === null ? null : sumOf(places.map(cell), currency, mapping);
    const amounts = amountsOf(
      { gross: sum(at.gross), credit: sum(at.credit), debit: sum(at.debit), fee: sum(at.fee), net: sum(at.net) },
      currency,
    );
    const turned = mapping.outgoing_positive === true && OUTGOING.has(named);
    const gross = turned && amounts.gross.isPositive() ? amounts.gross.negate() : amounts.gross;
    const net = gross.minus(amounts.fee);
    const kind = named === "payout" && gross.isPositive() ? "reversal" : named; // It came back.
    const valueDate = dateOf(cell(at.valueDate), mapping.dates ?? "iso");
    const providerReference = referenceOf(prefix !== "" && said.startsWith(prefix) ? said.slice(prefix.length) : said);
    const key = at.lineKey === null ? keys.next(cells.join("\u0001")) : at.lineKey.map(cell).join("\u0001");
    if (at.lineKey !== null && key.replaceAll("\u0001", "") === "")
      throw new UnreadableRow("the columns of line_key are empty");
    return {
      row,
      lineKey: lineKeyOf(account, key),
      currency,
      kind,
      gross: gross.toDatabase(),
      fee: amounts.fee.toDatabase(),
      net: net.toDatabase(),
      providerReference,
      ourReference: referenceOf(cell(at.ourReference)),
      valueDate,
      ...originalOf(
        cell(at.originalCurrency).toUpperCase(),
        currency,
        at.originalCredit?.map(cell),
        at.originalDebit?.map(cell),
        mapping,
      ),
    };
  };
}

/** Two of gross, fee and net give the third; all three must agree. A file with one amount only has no fee in it. */
function amountsOf(
  given: Record<"gross" | "credit" | "debit" | "fee" | "net", Money | null>,
  currency: string,
): { gross: Money; fee: Money } {
  const zero = Money.zero(currency);
  const moved =
    given.credit === null && given.debit === null ? null : (given.credit ?? zero).minus(given.debit ?? zero);
  // Statements with credit and debit columns show settled amounts, so the fee is already deducted.
  const net = given.net ?? (given.gross === null ? moved : null);
  const fee = given.fee ?? (given.gross !== null && net !== null ? given.gross.minus(net) : zero);
  const gross = given.gross ?? net!.plus(fee);
  if (net !== null && !gross.minus(fee).equals(net))
    throw new UnreadableRow(`gross ${gross.toString()} less fee ${fee.toString()} is not net ${net.toString()}`);
  if (gross.isZero() && fee.isZero()) throw new UnreadableRow("it moves no money");
  return { gross, fee };
}

function originalOf(
  original: string,
  currency: string,
  credit: readonly string[] | undefined,
  debit: readonly string[] | undefined,
  mapping: Mapping,
) {
  if (original === "" || original === currency || (credit === undefined && debit === undefined))
    return { originalAmount: null, originalCurrency: null };
  if (scaleOf(original) === undefined)
    throw new UnreadableRow(`unknown currency ${JSON.stringify(original.slice(0, 10))}`);
  const amount = sumOf(credit ?? [], original, mapping).minus(sumOf(debit ?? [], original, mapping));
  return { originalAmount: amount.toDatabase(), originalCurrency: original };
}

function sumOf(texts: readonly string[], currency: string, mapping: Mapping): Money {
  let sum = Money.zero(currency);
  for (const text of texts) if (text !== "") sum = sum.plus(moneyOf(text, currency, mapping));
  return sum;
}

/** The most characters of an amount: longer than any real amount, and short enough that sums fit into every column. */
const MAX_AMOUNT = 40;
const MARKS = {
  point: /^([+-]?)\s?(\d{1,3}(?:,\d{2,3})*,\d{3}|\d{1,3}(?:['’\s]\d{3})+|\d+)(?:\.(\d+))?$/,
  comma: /^([+-]?)\s?(\d{1,3}(?:\.\d{3})+|\d{1,3}(?:['’\s]\d{3})+|\d+)(?:,(\d+))?$/,
} as const;

function moneyOf(text: string, currency: string, { minor_units: isMinor, decimal_comma: hasComma }: Mapping): Money {
  try {
    const decimal = plainNumber(text, hasComma === true ? MARKS.comma : MARKS.point);
    return isMinor === true ? Money.ofMinor(BigInt(decimal), currency) : Money.parse(decimal, currency);
  } catch (error) {
    if (error instanceof InvalidMoney || error instanceof SyntaxError)
      throw new UnreadableRow(`${JSON.stringify(text.slice(0, 40))} is not an amount in ${currency}`);
    throw error;
  }
}

/** `1,234.50`, `(12.00)`, `12.00-`, `+5`, `1.234,50`. `12,50` is refused: the comma could mean either. */
function plainNumber(text: string, marks: RegExp): string {
  const isBracketed = text.startsWith("(") && text.endsWith(")");
  const bare = isBracketed ? text.slice(1, -1) : text.endsWith("-") ? `-${text.slice(0, -1)}` : text;
  const found = bare.length > MAX_AMOUNT ? null : marks.exec(bare);
  if (found === null) throw new InvalidMoney("must be a number");
  const [, sign, whole, fraction] = found;
  return `${isBracketed || sign === "-" ? "-" : ""}${whole!.replaceAll(/\D/g, "")}${fraction === undefined ? "" : `.${fraction}`}`;
}

const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:[T ]|$)/;
const OTHER = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?:[T ,]|$)/;

function dateOf(text: string, order: "iso" | "dmy" | "mdy"): string {
  const iso = ISO.exec(text);
  const parts = iso === null ? OTHER.exec(text) : null;
  let date = iso === null ? "" : `${iso[1]}-${iso[2]}-${iso[3]}`;
  if (parts !== null && order !== "iso") {
    const [day, month] = order === "dmy" ? [parts[1]!, parts[2]!] : [parts[2]!, parts[1]!];
    date = `${parts[3]}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  }
  const read = date === "" ? Number.NaN : Date.parse(`${date}T00:00:00Z`);
  // JavaScript would read the 31st of April as the 1st of May. PostgreSQL has no year 0.
  if (Number.isNaN(read) || read < 0 || new Date(read).toISOString().slice(0, 10) !== date)
    throw new UnreadableRow(`${JSON.stringify(text.slice(0, 40))} is not a date in the order ${order}`);
  return date;
}

function referenceOf(text: string): string | null {
  return text === "" ? null : plainReference(text.slice(0, MAX_REFERENCE));
}

export type RepeatedKeys = { next(key: string): string };
/** Most rows of a file that are identified by their content, because their digests are stored with the import. */
const MAX_KEYLESS = 100_000;
const DIGEST_LENGTH = 24;

/**
 * Rows without a key are identified by their content and a count: a bank may charge the same fee twice a day. The same
 * rows in another file get the same counts. They are stored, because equal rows may be in different parts.
 */
export function repeatedKeys(counts: Record<string, number>): RepeatedKeys {
  if (Object.keys(counts).length > MAX_KEYLESS)
    throw new UnreadableRow(
      `more than ${MAX_KEYLESS} rows of this file have no key; name the columns of line_key in the mapping`,
    );
  return {
    next(key) {
      const digest = hash("sha256", key, "hex").slice(0, DIGEST_LENGTH);
      const count = (counts[digest] ?? 0) + 1;
      counts[digest] = count;
      return count === 1 ? key : `${key}\u0001${count}`;
    },
  };
}

/** A UUID: it stays small in the index of a million lines, and can be the cause of a ledger transaction. */
function lineKeyOf(account: string, key: string): string {
  const hex = hash("sha256", `${account}\u0000${key}`, "hex").slice(0, KEY_HEX);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
