import { mapperOf, repeatedKeys, UnreadableRow } from "./map-row.ts";
import type { Mapping } from "./mapping.ts";
import { isUnreadable, rowsOf } from "./read-import.ts";
import type { SettlementLine } from "./settlement.ts";

/** The first rows of a file as a mapping reads them, by the same code that reads the whole file. Stores nothing. */
type Preview = {
  readonly columns: readonly string[];
  /** The distinct values of the column `kind` in these rows. Each must be mapped to a kind. */
  readonly words: readonly string[];
  /** Why no row can be read. */
  readonly failure: string | null;
  readonly rows: readonly { row: number; line: SettlementLine | null; problem: string | null }[];
};

const MAX_ROWS = 20;
const MAX_WORDS = 50;

export function previewStatement(mapping: Mapping, account: string, sample: string): Preview {
  const nothing = { columns: [], words: [], rows: [] };
  try {
    // Read as a part that is not the last: an XML entry cut off is left out. Empty lines end the last row of a CSV.
    const { rows, header } = rowsOf({ mapping, header: null }, `${sample}\n\n`, false, repeatedKeys({}));
    if (header === null) return { ...nothing, failure: "the file is empty" };
    const columns = header.cells;
    const words = wordsOf(mapping, columns, rows);
    try {
      const map = mapperOf(mapping, account, columns);
      return {
        columns,
        words,
        failure: null,
        rows: rows.slice(0, MAX_ROWS).map((cells, index) => previewRow(() => map(cells, index + 1), index + 1)),
      };
    } catch (error) {
      if (!(error instanceof UnreadableRow)) throw error;
      return { columns, words, failure: error.message, rows: [] };
    }
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return { ...nothing, failure: error.message };
  }
}

function previewRow(map: () => SettlementLine | null, row: number): Preview["rows"][number] {
  try {
    return { row, line: map(), problem: null };
  } catch (error) {
    if (!(error instanceof UnreadableRow)) throw error;
    return { row, line: null, problem: error.message };
  }
}

function wordsOf(
  { columns: { kind } }: Mapping,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): string[] {
  const place =
    kind === undefined ? -1 : columns.findIndex((name) => name.trim().toLowerCase() === kind.trim().toLowerCase());
  return place === -1
    ? []
    : [...new Set(rows.map((cells) => (cells[place] ?? "").trim()))].filter((word) => word !== "").slice(0, MAX_WORDS);
}
