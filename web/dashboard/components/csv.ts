/** A negative number is not a formula. */
const NUMBER = /^-\d+(\.\d+)?$/;

/** A spreadsheet would run a cell that begins like a formula, and references are text from outside. */
export function cell(value: string | null | undefined): string {
  if (value === null || value === undefined) return "";
  const harmless = /^[=+\-@\t\r]/.test(value) && !NUMBER.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export type CsvColumn<Row> = readonly [header: string, value: (row: Row) => string | null | undefined];

export function csvOf<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = [columns.map(([header]) => header).join(","), ...rows.map((row) => columns.map(([, value]) => cell(value(row))).join(","))];
  return `${lines.join("\r\n")}\r\n`;
}

export function csvFile<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): Blob {
  return new Blob([csvOf(columns, rows)], { type: "text/csv;charset=utf-8" });
}
