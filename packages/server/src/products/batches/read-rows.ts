import { createHash } from "node:crypto";
import { CsvTooLarge, readCsv, UnclosedQuote } from "#src/kernel/csv.ts";
import { cardDataIn, namedFieldsOf } from "#src/kernel/http/card-data.ts";
import { readDecimalText, writeDecimalText } from "@corridor/base/decimal.ts";
import { invalidField } from "#src/kernel/http/errors.ts";
import { BadXlsx, readXlsx } from "#src/kernel/xlsx.ts";
import { MAX_ROWS, ROW_FIELDS, type RowInput } from "./payout-batch.ts";

/** Reads a request's rows as text. Only what is no list of rows is refused: the preview decides what can be paid. */
export type GivenRow = { readonly [K in keyof RowInput]?: RowInput[K] | number | null };
export type NewRow = { readonly row: number; readonly input: RowInput; readonly sameAs: string };

const TOO_MANY = `holds more than ${MAX_ROWS} payouts; split it`;
const NAMED_ROWS = namedFieldsOf({ items: { properties: Object.fromEntries(ROW_FIELDS.map((name) => [name, {}])) } });
/** The most columns that a file may have: more than the known ones, because spreadsheets add empty columns. */
const MAX_COLUMNS = 50;

export type GivenList = { rows?: readonly GivenRow[] | undefined; csv?: string | undefined; xlsx?: string | undefined };

export async function readRows({ rows, csv, xlsx }: GivenList): Promise<NewRow[]> {
  if ([rows, csv, xlsx].filter((one) => one !== undefined).length !== 1)
    throw invalidField("rows", "is required, or one of csv and xlsx in its place");
  const field = csv !== undefined ? "csv" : xlsx !== undefined ? "xlsx" : "rows";
  const given = rows ?? rowsOfTable(csv !== undefined ? linesOfCsv(csv) : await linesOfXlsx(xlsx!), field);
  if (given.length === 0) throw invalidField(field, "holds no payout");
  if (given.length > MAX_ROWS) throw invalidField(field, TOO_MANY);
  // A body's own fields were checked by its schema.
  const card = field === "rows" ? undefined : cardDataIn(given, NAMED_ROWS);
  if (card !== undefined) throw invalidField(field, `${card.path}: ${card.message}`);
  return given.map((one, index) => {
    const input = inputOf(one);
    return { row: index + 1, input, sameAs: sameAsOf(input) };
  });
}

/** The most lines that a page shows for people to say what their columns mean; a longer list names our fields itself. */
export const MAX_LINES_SHOWN = 5_000;

/** A file's lines as they stand, for a page on which people say what its columns mean. Nothing of it is stored. */
export async function readLines({ csv, xlsx }: Omit<GivenList, "rows">): Promise<string[][]> {
  if ((csv === undefined) === (xlsx === undefined)) throw invalidField("csv", "is required, or xlsx in its place");
  const lines = csv !== undefined ? linesOfCsv(csv) : await linesOfXlsx(xlsx!);
  const field = csv !== undefined ? "csv" : "xlsx";
  if (lines.length > MAX_LINES_SHOWN)
    throw invalidField(
      field,
      `has more than ${MAX_LINES_SHOWN} lines; split it, or name its columns as in our template`,
    );
  return lines;
}

function linesOfCsv(csv: string): string[][] {
  if (!isText(csv)) throw invalidField("csv", NO_TEXT);
  try {
    return readCsv(csv, { lines: MAX_ROWS + 1, columns: MAX_COLUMNS });
  } catch (error) {
    if (error instanceof UnclosedQuote) throw invalidField("csv", error.message);
    if (error instanceof CsvTooLarge)
      throw invalidField("csv", error.what === "lines" ? TOO_MANY : `has more than ${MAX_COLUMNS} columns in a line`);
    throw error;
  }
}

/** A single character class: with a second one for spaces at the end, a megabyte of spaces would take half an hour. */
const BASE64 = /^[A-Za-z0-9+/=\s]*$/;

async function linesOfXlsx(xlsx: string): Promise<string[][]> {
  if (!BASE64.test(xlsx)) throw invalidField("xlsx", "must be the file's content in base64");
  try {
    const lines = await readXlsx(Buffer.from(xlsx, "base64"), { lines: MAX_ROWS + 1, columns: MAX_COLUMNS });
    if (!lines.every((line) => line.every(isText))) throw invalidField("xlsx", NO_TEXT);
    return lines;
  } catch (error) {
    if (error instanceof BadXlsx) throw invalidField("xlsx", error.message);
    throw error;
  }
}

const NO_TEXT = "contains characters that are not text";

function isText(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

function rowsOfTable(lines: readonly string[][], field: string): GivenRow[] {
  const [header = [], ...body] = lines;
  const names = header.map((name) =>
    name
      .toLowerCase()
      .trim()
      .replaceAll(/[\s-]+/g, "_"),
  );
  for (const name of ["beneficiary_id", "amount", "currency"] as const)
    if (!names.includes(name))
      throw invalidField(field, `has no column ${name}; its first line names the columns, of ${ROW_FIELDS.join(", ")}`);
  const unknown = names.find((name) => name !== "" && !(ROW_FIELDS as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw invalidField(field, `has a column ${unknown}, which is unknown; the columns are ${ROW_FIELDS.join(", ")}`);
  if (new Set(names).size < names.length) throw invalidField(field, "names a column twice");
  return body.map((cells) => Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ""])));
}

function inputOf(given: GivenRow): RowInput {
  const filled = ROW_FIELDS.flatMap((field) => {
    const text = given[field] == null ? "" : String(given[field]).trim();
    return text === "" ? [] : [[field, text] as const];
  });
  return { beneficiary_id: "", amount: "", currency: "", ...Object.fromEntries(filled) };
}

/** Rows with the same value are one payout written twice. A reference tells equal ones apart, like two months' wages. */
export function sameAsOf({ reference, beneficiary_id, amount, currency }: RowInput): string {
  if (reference !== undefined) return indexable(`reference ${reference}`);
  const read = readDecimalText(amount);
  const plain = read === null ? amount : writeDecimalText(read.digits, read.scale);
  return indexable(`payee ${beneficiary_id.toLowerCase()} ${plain} ${currency.toUpperCase()}`);
}

/** Longer than any valid text, and short enough for an index, whatever the characters are. */
const MAX_INDEXED = 600;

function indexable(text: string): string {
  return text.length <= MAX_INDEXED ? text : `digest ${createHash("sha256").update(text).digest("hex")}`;
}
