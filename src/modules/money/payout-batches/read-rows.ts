import { createHash } from "node:crypto";
import { CsvTooLarge, readCsv, UnclosedQuote } from "#src/platform/csv.ts";
import { cardDataIn } from "#src/platform/http/card-data.ts";
import { readDecimalText, writeDecimalText } from "#src/platform/decimal.ts";
import { badRequest, invalidField } from "#src/platform/http/errors.ts";
import { MAX_ROWS, ROW_FIELDS, type RowInput } from "./payout-batch.ts";

/** Reads a request's rows as text. The preview decides whether a row can be paid; here only input that is not a list of rows is refused. */
export type GivenRow = { readonly [K in keyof RowInput]?: RowInput[K] | number | null };
export type NewRow = { readonly row: number; readonly input: RowInput; readonly sameAs: string };

const TOO_MANY = `holds more than ${MAX_ROWS} payouts; split it`;
/** The known columns, and some that a spreadsheet leaves empty. */
const MAX_COLUMNS = 50;

export function readRows({ rows, csv }: { rows?: readonly GivenRow[] | undefined; csv?: string | undefined }): NewRow[] {
  if ((rows === undefined) === (csv === undefined)) throw invalidField("rows", "is required, or csv in its place");
  const given = rows ?? rowsOfCsv(csv!);
  if (given.length === 0) throw invalidField(rows === undefined ? "csv" : "rows", "holds no payout");
  if (given.length > MAX_ROWS) throw invalidField("rows", TOO_MANY);
  if (csv !== undefined) {
    const card = cardDataIn(given);
    if (card !== undefined) throw badRequest(`csv: ${card.path}: ${card.message}`, [{ path: "csv", message: `${card.path}: ${card.message}` }]);
  }
  return given.map((one, index) => {
    const input = inputOf(one);
    return { row: index + 1, input, sameAs: sameAsOf(input) };
  });
}

function rowsOfCsv(csv: string): GivenRow[] {
  if (!csv.isWellFormed() || csv.includes("\0")) throw invalidField("csv", "holds characters that are no text");
  let lines: string[][];
  try {
    lines = readCsv(csv, { lines: MAX_ROWS + 1, columns: MAX_COLUMNS });
  } catch (error) {
    if (error instanceof UnclosedQuote) throw invalidField("csv", error.message);
    if (error instanceof CsvTooLarge) throw invalidField("csv", error.what === "lines" ? TOO_MANY : `has more than ${MAX_COLUMNS} columns in a line`);
    throw error;
  }
  const [header = [], ...body] = lines;
  const names = header.map((name) =>
    name
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, "_"),
  );
  for (const name of ["beneficiary_id", "amount", "currency"] as const)
    if (!names.includes(name)) throw invalidField("csv", `has no column ${name}; its first line names the columns, of ${ROW_FIELDS.join(", ")}`);
  const unknown = names.find((name) => name !== "" && !(ROW_FIELDS as readonly string[]).includes(name));
  if (unknown !== undefined) throw invalidField("csv", `has a column ${unknown}, which means nothing here; columns are ${ROW_FIELDS.join(", ")}`);
  if (new Set(names).size < names.length) throw invalidField("csv", "names a column twice");
  return body.map((cells) => Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ""])));
}

/** Blank cells are left out. */
function inputOf(given: GivenRow): RowInput {
  const filled = ROW_FIELDS.flatMap((field) => {
    const text = given[field] == null ? "" : String(given[field]).trim();
    return text === "" ? [] : [[field, text] as const];
  });
  return { beneficiary_id: "", amount: "", currency: "", ...Object.fromEntries(filled) };
}

/** Two rows with the same value are one payout that was written twice. A reference distinguishes otherwise equal payouts, such as two months' wages. */
export function sameAsOf({ reference, beneficiary_id, amount, currency }: RowInput): string {
  if (reference !== undefined) return indexable(`reference ${reference}`);
  const read = readDecimalText(amount);
  const plain = read === null ? amount : writeDecimalText(read.digits, read.scale);
  return indexable(`payee ${beneficiary_id.toLowerCase()} ${plain} ${currency.toUpperCase()}`);
}

/** Longer than any valid text, and short enough for an index whatever its characters. */
const MAX_INDEXED = 600;

function indexable(text: string): string {
  return text.length <= MAX_INDEXED ? text : `digest ${createHash("sha256").update(text).digest("hex")}`;
}
