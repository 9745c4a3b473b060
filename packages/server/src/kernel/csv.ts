/** RFC 4180. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

const NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * Where a spreadsheet may see the beginning of a formula: at the start of a cell, and behind every sign that splits
 * cells in some locale. Excel splits at semicolons where commas are decimal signs, and does not see the quotes of our
 * cells then, so quoting alone would not do.
 */
const FORMULA = /(^|[;\t\r\n])("*)(?=[=+\-@])/g;
const BLANK_START = /^(?=[\t\r\n])/;
/** The marks that `csvCell` adds. They are removed when such a file is uploaded again. */
const MARKED = /(^|[;\t\r\n])("*)'(?=[=+\-@])/g;
const MARKED_BLANK_START = /^'(?=[\t\r\n])/;

/**
 * Marks as text what a spreadsheet would read as a formula: a stranger's input must not run on the reader's machine. A
 * plain number needs no mark.
 */
export function csvCell(text: string): string {
  const harmless = NUMBER.test(text) ? text : text.replace(BLANK_START, "'").replaceAll(FORMULA, "$1$2'");
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

function withoutMarks(cell: string): string {
  return cell.includes("'") ? cell.replace(MARKED_BLANK_START, "").replaceAll(MARKED, "$1$2") : cell;
}

/**
 * RFC 4180, plus the variants that spreadsheets write: a byte order mark, either line ending, and semicolons or tabs
 * between cells where the first line has no comma. Empty lines are left out. Throws when a quote is never closed, and
 * when the text exceeds the limits. The limits are checked while parsing: a line of one character costs two hundred
 * times its size in memory, so a check afterwards would come too late.
 */
export function readCsv(text: string, limits: { lines: number; columns: number }): string[][] {
  const plain = text.startsWith("\uFEFF") ? text.slice(1) : text;
  return readCsvPart(plain, separatorOf(plain), { ...limits, isLast: true }).lines;
}

/**
 * Parses one part of a CSV file that arrives in parts. Returns the lines that end in this part, and the rest of the
 * text, which the caller puts before the next part.
 */
export function readCsvPart(
  text: string,
  separator: string,
  limits: { lines: number; columns: number; isLast: boolean },
): { lines: string[][]; rest: string } {
  const lines: string[][] = [];
  let cells: string[] = [];
  let place = 0;
  let lineStart = 0;
  const { isLast } = limits;
  while (place < text.length) {
    let cell: string;
    if (text[place] === '"') {
      cell = "";
      for (;;) {
        const end = text.indexOf('"', place + 1);
        if (end === -1) {
          if (isLast) throw new UnclosedQuote(lines.length + 1);
          return { lines, rest: text.slice(lineStart) };
        }
        cell += text.slice(place + 1, end);
        place = end + 1;
        if (text[place] !== '"') break;
        cell += '"';
      }
    } else {
      const start = place;
      while (place < text.length && text[place] !== separator && text[place] !== "\n" && text[place] !== "\r")
        place += 1;
      cell = text.slice(start, place);
    }
    cells.push(withoutMarks(cell));
    if (cells.length > limits.columns) throw new CsvTooLarge("columns");
    if (text[place] === separator) {
      place += 1;
      if (place < text.length) continue;
      cells.push("");
    }
    // Text after a closing quote is ignored.
    while (place < text.length && text[place] !== "\n" && text[place] !== "\r") place += 1;
    // At the end of a part it is unknown whether the line, or its line ending, continues in the next part.
    if (!isLast && place + 1 >= text.length) break;
    if (text[place] === "\r") place += 1;
    if (text[place] === "\n") place += 1;
    if (cells.length > 1 || cells[0] !== "") lines.push(cells);
    if (lines.length > limits.lines) throw new CsvTooLarge("lines");
    cells = [];
    lineStart = place;
  }
  return { lines, rest: text.slice(lineStart) };
}

export class UnclosedQuote extends Error {
  constructor(line: number) {
    super(`line ${line} has a quote that is never closed`);
    this.name = "UnclosedQuote";
  }
}

export class CsvTooLarge extends Error {
  readonly what: "lines" | "columns";
  constructor(what: "lines" | "columns") {
    super(`the file has too many ${what}`);
    this.name = "CsvTooLarge";
    this.what = what;
  }
}

/** The separator of the first line. */
export function separatorOf(text: string): string {
  const line = text.slice(0, text.indexOf("\n") + 1 || undefined);
  if (line.includes(",")) return ",";
  return [";", "\t"].find((one) => line.includes(one)) ?? ",";
}
