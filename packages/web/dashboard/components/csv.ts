/** A negative number is not a formula. */
const NUMBER = /^-\d+(\.\d+)?$/;

/**
 * A spreadsheet would run what begins like a formula, and references are text from outside. Some locales split cells at
 * semicolons and ignore our quotes then, so the start of a formula is also marked behind a semicolon, a tab and the end
 * of a line.
 */
const FORMULA = /(^|[;\t\r\n])("*)(?=[=+\-@])/g;
const BLANK_START = /^(?=[\t\r])/;

export function cell(value: string | null | undefined): string {
  if (value === null || value === undefined) return "";
  const harmless = NUMBER.test(value) ? value : value.replace(BLANK_START, "'").replaceAll(FORMULA, "$1$2'");
  return /[",;\t\n\r]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export type CsvColumn<Row> = readonly [header: string, value: (row: Row) => string | null | undefined];

export function csvOf<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map(([header]) => header).join(","),
    ...rows.map((row) => columns.map(([, value]) => cell(value(row))).join(",")),
  ];
  return `${lines.join("\r\n")}\r\n`;
}

export function csvFile<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): Blob {
  return new Blob([csvOf(columns, rows)], { type: "text/csv;charset=utf-8" });
}
