import type { Clock } from "#src/platform/clock.ts";
import { CsvTooLarge, readCsvPart, separatorOf, UnclosedQuote } from "#src/platform/csv.ts";
import type { Db, Tx } from "#src/platform/db/client.ts";
import { Money } from "#src/platform/money.ts";
import { takeUnread } from "./account-queries.ts";
import { type Import, type ImportProblem, readPart, takeImport, updateProgress } from "./import-queries.ts";
import { type AddedLines, addLines } from "./line-queries.ts";
import { mapperOf, UnreadableRow } from "./map-row.ts";
import { DEFAULT_BANK } from "./mapping.ts";
import { type Difference, postSettlement } from "./post-settlement.ts";
import { CAMT_COLUMNS, CAMT_HEADER, readCamt } from "./read-camt.ts";
import type { SettlementLine } from "./settlement.ts";

const MAX_COLUMNS = 300;
const MAX_PROBLEMS = 100;
/** A row is a fraction of a part; one that spans two of them has a quote that is never closed. */
const MAX_CARRY = 2_000_000;
/** A statement reaches to its last day, and what the ledger has long before that day is missing: one wrong year would say so of every payment. */
const MAX_AHEAD_MS = 31 * 86_400_000;

/**
 * Reads one part of one file, in one transaction: its rows become lines, those that find their movement are matched, and the fees and transfers among them are
 * posted. How far the file is read is written with them, so a worker that dies at any point is followed by one that goes on with the same part. True: there was one.
 */
export async function readNextPart({ db, clock }: { db: Db; clock: Clock }): Promise<boolean> {
  return db.transaction(async (tx) => {
    const unread = await takeUnread(tx);
    const one = unread === undefined ? undefined : await takeImport(tx, unread.account);
    if (unread === undefined || one === undefined) return false;
    const at = clock.now();
    try {
      const days = { closedThrough: unread.closedThrough, last: new Date(at.getTime() + MAX_AHEAD_MS).toISOString().slice(0, 10) };
      const { next, lines } = readRows(one, await readPart(tx, one.importId, one.readParts + 1), days);
      const added = lines.length === 0 ? [] : await addLines(tx, { importId: one.importId, account: one.account, at }, lines);
      const stored = added.reduce((sum, row) => sum + row.lines, 0);
      await postAdded(tx, one, added, at);
      await updateProgress(tx, { ...next, lineCount: one.lineCount + stored, duplicates: one.duplicates + lines.length - stored });
    } catch (error) {
      if (!(error instanceof UnreadableRow || error instanceof UnclosedQuote || error instanceof CsvTooLarge)) throw error;
      await updateProgress(tx, { ...one, status: "failed", failure: error.message, finishedAt: at });
    }
    return true;
  });
}

/** Pure: what a part of a file says, and how far the file is read with it. */
function readRows(one: Import, part: string, days: { closedThrough: string | null; last: string }): { next: Import; lines: SettlementLine[] } {
  const readParts = one.readParts + 1;
  const isLast = readParts === one.parts;
  const text = one.carry + (readParts === 1 && part.startsWith("\uFEFF") ? part.slice(1) : part);
  const { rows, rest, header } = rowsOf(one, text, isLast);
  if (rest.length > MAX_CARRY) throw new UnreadableRow(`row ${one.rowCount + rows.length + 1} does not end`);
  const lines: SettlementLine[] = [];
  const problems: ImportProblem[] = [...one.problems];
  let refused = one.refused;
  if (header !== null) {
    const isCamt = one.mapping.format === "camt053";
    const map = mapperOf(isCamt ? { ...one.mapping, columns: CAMT_COLUMNS } : one.mapping, one.account, header.cells);
    for (const [index, cells] of rows.entries()) {
      const row = one.rowCount + index + 1;
      try {
        const line = map(cells, row);
        if (line !== null && line.valueDate > days.last) throw new UnreadableRow(`the day ${line.valueDate} is too far ahead`);
        if (line !== null && days.closedThrough !== null && line.valueDate <= days.closedThrough)
          throw new UnreadableRow(`the day ${line.valueDate} is closed; reopen it to import this row`);
        if (line !== null) lines.push(line);
      } catch (error) {
        if (!(error instanceof UnreadableRow)) throw error;
        refused += 1;
        if (problems.length < MAX_PROBLEMS) problems.push({ row, message: error.message });
      }
    }
  }
  const rowCount = one.rowCount + rows.length;
  return { next: { ...one, header, readParts, carry: rest, rowCount, refused, problems, status: isLast ? "matching" : "reading" }, lines };
}

function rowsOf(one: Import, text: string, isLast: boolean): { rows: string[][]; rest: string; header: Import["header"] } {
  if (one.mapping.format === "camt053") return { ...readCamt(text, isLast), header: { cells: CAMT_HEADER, separator: "" } };
  const separator = one.header?.separator ?? separatorOf(text);
  const { lines, rest } = readCsvPart(text, separator, { lines: Number.POSITIVE_INFINITY, columns: MAX_COLUMNS, isLast });
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
  const costs = { cause: `${one.importId}:part:${one.readParts + 1}`, description: `Costs of ${one.account}`, account: one.account, differences };
  await postSettlement(tx, [costs, ...transfers], at);
}
