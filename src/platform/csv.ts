/** RFC 4180. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

const NUMBER = /^-?\d+(\.\d+)?$/;

/** A cell that a spreadsheet would take for a formula is marked as text: what a stranger wrote must not run on the reader's machine. A plain number is none. */
export function csvCell(text: string): string {
  const harmless = /^[=+\-@\t\r\n]/.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
