/** RFC 4180. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

const NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * At the start of a cell and behind every sign that splits cells in some locale: Excel splits quoted cells too. Blanks
 * may be trimmed, and the full-width signs of East Asian keyboards begin a formula as well.
 */
const FORMULA = /(^|[;\t\r\n])(["\p{Zs}]*)(?=[=+\-@＝＋－＠])/gu;
const BLANK_START = /^(?=[\t\r\n])/;
/** The marks that `csvCell` adds. They are removed when such a file is uploaded again. */
const MARKED = /(^|[;\t\r\n])(["\p{Zs}]*)'(?=[=+\-@＝＋－＠])/gu;
const MARKED_BLANK_START = /^'(?=[\t\r\n])/;

/** A stranger's formula must not run on the reader's machine: marked as text. A plain number needs no mark. */
export function csvCell(text: string): string {
  const harmless = NUMBER.test(text) ? text : text.replace(BLANK_START, "'").replaceAll(FORMULA, "$1$2'");
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

function withoutMarks(cell: string): string {
  return cell.includes("'") ? cell.replace(MARKED_BLANK_START, "").replaceAll(MARKED, "$1$2") : cell;
}

/**
 * RFC 4180 and what spreadsheets write: a byte order mark, either line ending, tabs or semicolons in
 * place of commas. Empty lines are left out. Throws for an unclosed quote, and beyond the limits, which are checked while
 * parsing: a line of one character costs two hundred times its size in memory.
 */
export function readCsv(text: string, limits: { lines: number; columns: number }): string[][] {
  const plain = text.startsWith("\uFEFF") ? text.slice(1) : text;
  return readCsvPart(plain, separatorOf(plain), { ...limits, isLast: true }).lines;
}

/** One part of a file that arrives in parts: its whole lines, and the rest, which goes before the next part. */
export function readCsvPart(
  text: string,
  separator: string,
  { isLast, ...limits }: { lines: number; columns: number; isLast: boolean },
): { lines: string[][]; rest: string } {
  const lines: string[][] = [];
  let cells: string[] = [];
  let place = 0;
  let lineStart = 0;
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
  override name = "UnclosedQuote";
  constructor(line: number) {
    super(`line ${line} has a quote that is never closed`);
  }
}

export class CsvTooLarge extends Error {
  override name = "CsvTooLarge";
  readonly what: "lines" | "columns";
  constructor(what: "lines" | "columns") {
    super(`the file has too many ${what}`);
    this.what = what;
  }
}

const SAMPLE_CHARACTERS = 64_000;

/**
 * The sign that splits the most successive lines into equally many cells: the header and what follows. A letterhead
 * above them, and the commas of texts and amounts, agree on fewer. Of several the one with more cells is right.
 */
export function separatorOf(text: string): string {
  const unquoted = text.slice(0, SAMPLE_CHARACTERS).replaceAll(/"[^"]*"/g, "");
  const lines = unquoted.split(/[\r\n]+/).filter((line) => line !== "");
  let best = { separator: ",", lines: 0, signs: 0 };
  for (const separator of ["\t", ",", ";"]) {
    let run = { separator, lines: 0, signs: 0 };
    for (const line of lines) {
      const signs = line.split(separator).length - 1;
      run = { separator, lines: signs === 0 ? 0 : signs === run.signs ? run.lines + 1 : 1, signs };
      if (run.lines > best.lines || (run.lines === best.lines && signs > best.signs)) best = run;
    }
  }
  return best.separator;
}
