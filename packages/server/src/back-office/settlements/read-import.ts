import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "@corridor/base/clock.ts";
import { CsvTooLarge, readCsvPart, separatorOf, UnclosedQuote } from "#src/kernel/csv.ts";
import { type Db, planByKey, type Tx } from "#src/kernel/db/client.ts";
import { Money } from "@corridor/base/money.ts";
import { takeUnread } from "./account-queries.ts";
import { type Import, type ImportProblem, readPart, takeImport, updateProgress } from "./import-queries.ts";
import { type AddedLines, addLines, findKnownLines } from "./line-queries.ts";
import { mapperOf, type MapRow, type RepeatedKeys, repeatedKeys, UnreadableRow } from "./map-row.ts";
import { CAMT_HEADER, DEFAULT_BANK } from "./mapping.ts";
import { type Difference, postSettlement } from "./post-settlement.ts";
import { readCamt } from "./read-camt.ts";
import type { SettlementLine } from "./settlement.ts";

const MAX_COLUMNS = 300;
const MAX_PROBLEMS = 100;
/** A row is much shorter than a part. A row that spans two whole parts has an unclosed quote. */
const MAX_CARRY = 2_000_000;
/** Movements older than a statement's last day are reported as missing: one wrong year would report every payment. */
const MAX_AHEAD_MS = 31 * 86_400_000;

/** While the database stores these rows, the next ones are mapped, and other work gets its turn. */
const ROWS_PER_TURN = 2_000;

/**
 * One part in one transaction: rows become lines, lines that find their movement are matched, and their fees and
 * transfers posted. The progress is stored with them, so after a crash the next worker repeats the same part.
 */
export async function readNextPart({ db, clock }: { db: Db; clock: Clock }): Promise<boolean> {
  return db.transaction(async (tx) => {
    const unread = await takeUnread(tx);
    const one = unread === undefined ? undefined : await takeImport(tx, unread.account);
    if (unread === undefined || one === undefined) return false;
    const at = clock.now();
    const part = openPart(one, await readPart(tx, one.importId, one.readParts + 1));
    await planByKey(tx);
    if ("failure" in part) {
      await updateProgress(tx, { ...one, status: "failed", failure: part.failure, finishedAt: at });
      return true;
    }
    const { added, sent, refused, problems } = await storeRows(tx, one, part, unread.closedThrough, at);
    const stored = added.reduce((sum, row) => sum + row.lines, 0);
    await postAdded(tx, one, added, at);
    await updateProgress(tx, {
      ...part.next,
      lineCount: one.lineCount + stored,
      duplicates: one.duplicates + sent - stored,
      refused: one.refused + refused,
      problems: [...one.problems, ...problems].slice(0, MAX_PROBLEMS),
    });
    return true;
  });
}

type Part = { readonly next: Import; readonly rows: readonly (readonly string[])[]; readonly map: MapRow };

/** The rows of a part, and the progress after it. Errors of the whole file are detected before anything is stored. */
function openPart(one: Import, content: string): Part | { failure: string } {
  const readParts = one.readParts + 1;
  const isLast = readParts === one.parts;
  const text = one.carry + (readParts === 1 && content.startsWith("\uFEFF") ? content.slice(1) : content);
  const repeats = { ...one.repeats };
  try {
    const keys = repeatedKeys(repeats);
    const { rows, rest, header } = rowsOf(one, text, isLast, keys);
    if (rest.length > MAX_CARRY) throw new UnreadableRow(`row ${one.rowCount + rows.length + 1} does not end`);
    const map: MapRow = header === null ? () => null : mapperOf(one.mapping, one.account, header.cells, keys);
    const rowCount = one.rowCount + rows.length;
    return {
      next: { ...one, header, readParts, carry: rest, repeats, rowCount, status: isLast ? "matching" : "reading" },
      rows,
      map,
    };
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return { failure: error.message };
  }
}

type StoredRows = {
  added: AddedLines[];
  /** Lines sent to the database so far, and how many of them were known. */ sent: number;
  refused: number;
  problems: ImportProblem[];
};

async function storeRows(
  tx: Tx,
  one: Import,
  { rows, map }: Part,
  closedThrough: string | null,
  at: Date,
): Promise<StoredRows> {
  const lastDay = new Date(at.getTime() + MAX_AHEAD_MS).toISOString().slice(0, 10);
  const adding: Promise<AddedLines[]>[] = [];
  const problems: ImportProblem[] = [];
  let [sent, refused] = [0, 0];
  for (let from = 0; from < rows.length; from += ROWS_PER_TURN) {
    const read = readRows(rows.slice(from, from + ROWS_PER_TURN), map, one.rowCount + from + 1, lastDay);
    const { lines, refusals } = await refuseClosed(tx, read, closedThrough);
    const added = addLines(tx, { importId: one.importId, account: one.account, at }, lines);
    added.catch(() => undefined); // The error is reported by the `await` of all of them below.
    adding.push(added);
    sent += lines.length;
    refused += refusals.length;
    if (problems.length < MAX_PROBLEMS) problems.push(...refusals.slice(0, MAX_PROBLEMS));
    await nextTurn();
  }
  return { added: (await Promise.all(adding)).flat(), sent, refused, problems };
}

type ReadRows = { lines: SettlementLine[]; refusals: ImportProblem[] };

function readRows(rows: Part["rows"], map: MapRow, firstRow: number, lastDay: string): ReadRows {
  const read: ReadRows = { lines: [], refusals: [] };
  for (const [index, cells] of rows.entries()) {
    const row = firstRow + index;
    try {
      const line = map(cells, row);
      if (line !== null && line.valueDate > lastDay)
        throw new UnreadableRow(`the day ${line.valueDate} is too far in the future`);
      if (line !== null) read.lines.push(line);
    } catch (error) {
      if (!(error instanceof UnreadableRow)) throw error;
      read.refusals.push({ row, message: error.message });
    }
  }
  return read;
}

/** A closed day accepts no new line. A known line is not new: statements overlap, and its change is still detected. */
async function refuseClosed(tx: Tx, read: ReadRows, closedThrough: string | null): Promise<ReadRows> {
  const isClosed = ({ valueDate }: SettlementLine): boolean => closedThrough !== null && valueDate <= closedThrough;
  const closed = read.lines.filter(isClosed);
  if (closed.length === 0) return read;
  const known = await findKnownLines(tx, closed);
  const refused = closed.filter(({ lineKey }) => !known.has(lineKey));
  const refusals = refused.map(({ row, valueDate }) => ({
    row,
    message: `the day ${valueDate} is closed; reopen it to import this row`,
  }));
  return {
    lines: read.lines.filter((line) => !isClosed(line) || known.has(line.lineKey)),
    refusals: [...read.refusals, ...refusals].sort((one, other) => one.row - other.row),
  };
}

export function isUnreadable(error: unknown): error is Error {
  return error instanceof UnreadableRow || error instanceof UnclosedQuote || error instanceof CsvTooLarge;
}

export function rowsOf(
  one: Pick<Import, "mapping" | "header">,
  text: string,
  isLast: boolean,
  keys: RepeatedKeys,
): { rows: string[][]; rest: string; header: Import["header"] } {
  if (one.mapping.format === "camt053")
    return { ...readCamt(text, isLast, keys), header: { cells: CAMT_HEADER, separator: "" } };
  const separator = one.header?.separator ?? separatorOf(text);
  const { lines, rest } = readCsvPart(text, separator, {
    lines: Number.POSITIVE_INFINITY,
    columns: MAX_COLUMNS,
    isLast,
  });
  if (one.header !== null) return { rows: lines, rest, header: one.header };
  const [first, ...rows] = lines;
  if (first === undefined && isLast) throw new UnreadableRow("the file is empty");
  return { rows, rest, header: first === undefined ? null : { cells: first, separator } };
}

async function postAdded(tx: Tx, one: Import, added: readonly AddedLines[], at: Date): Promise<void> {
  const differences: Difference[] = [];
  for (const { currency, kind, match, fee, net } of added) {
    if (match === null || (kind === "transfer" && match === "self")) continue;
    const amount = match === "exact" ? Money.fromDatabase(fee, currency).negate() : Money.fromDatabase(net, currency);
    differences.push({ to: kind === "fx" ? "fx" : "costs", amount });
  }
  const bank = (one.mapping.settles_to ?? DEFAULT_BANK) as Difference["to"];
  const transfers = added.flatMap(({ currency, transfers }) =>
    (transfers ?? []).map(({ line_key, gross, fee }) => ({
      cause: `${line_key}:transfer`,
      description: `Settled by ${one.account}`,
      account: one.account,
      differences: [
        { to: bank, amount: Money.fromDatabase(gross, currency) },
        { to: "costs" as const, amount: Money.fromDatabase(fee, currency).negate() },
      ],
    })),
  );
  const costs = {
    cause: `${one.importId}:part:${one.readParts + 1}`,
    description: `Costs of ${one.account}`,
    account: one.account,
    differences,
  };
  await postSettlement(tx, [costs, ...transfers], at);
}
