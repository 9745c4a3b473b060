import { type RepeatedKeys, UnreadableRow } from "./map-row.ts";

/**
 * CAMT.053, entry by entry: a search for the few elements between `<Ntry>` and `</Ntry>`. A parser of all of XML would
 * be a dependency with a history of holes (entities that refer to files, or to each other a million times). A document
 * type, which declares such entities, is refused.
 */
const BEGINNING = "Ntry>";
const MAX_ENTRY = 1_000_000;

/** The complete entries in the text, and the rest after the last one. */
export function readCamt(text: string, isLast: boolean, keys: RepeatedKeys): { rows: string[][]; rest: string } {
  if (/<!DOCTYPE/i.test(text))
    throw new UnreadableRow("the file declares a document type, which a bank statement never does");
  const rows: string[][] = [];
  let place = 0;
  for (;;) {
    const start = /<(?:\w+:)?Ntry>/g;
    start.lastIndex = place;
    const found = start.exec(text);
    if (found === null) break;
    const end = text.indexOf(`</${found[0].slice(1)}`, found.index);
    if (end === -1) {
      if (isLast) throw new UnreadableRow("the last entry of the statement is cut off");
      if (text.length - found.index > MAX_ENTRY)
        throw new UnreadableRow(`an entry is longer than ${MAX_ENTRY} characters`);
      return { rows, rest: text.slice(found.index) };
    }
    const entry = text.slice(found.index + found[0].length, end);
    if (isBooked(entry)) rows.push(cellsOf(entry, keys));
    place = end + BEGINNING.length;
  }
  // The text may end inside a tag.
  return { rows, rest: isLast ? "" : text.slice(Math.max(place, text.length - 64)) };
}

/** Pending or informational entries have not moved any money. They come again under the same key when they have. */
function isBooked(entry: string): boolean {
  const status = /<(?:\w+:)?Sts>\s*(?:<(?:\w+:)?Cd>)?\s*([A-Z]+)/.exec(entry)?.[1];
  return status === undefined || status === "BOOK";
}

function cellsOf(entry: string, keys: RepeatedKeys): string[] {
  const amount = /<(?:\w+:)?Amt\s+Ccy="([A-Z]{3})"\s*>([^<]+)</.exec(entry);
  if (amount === null) throw new UnreadableRow("an entry has no amount with a currency");
  const isDebit = valueOf(entry, "CdtDbtInd") === "DBIT";
  // A reversal names the entry that it reverses, and marks itself as a reversal in a separate element.
  const isReversal = valueOf(entry, "RvslInd") === "true";
  const reference = valueOf(entry, "AcctSvcrRef") || valueOf(entry, "NtryRef");
  const date =
    /<(?:\w+:)?ValDt>\s*<(?:\w+:)?(?:Dt|DtTm)>([^<]+)</.exec(entry)?.[1] ??
    /<(?:\w+:)?BookgDt>\s*<(?:\w+:)?(?:Dt|DtTm)>([^<]+)</.exec(entry)?.[1] ??
    "";
  const endToEnd = valueOf(entry, "EndToEndId");
  const code = isReversal ? "RVSL" : valueOf(entry, "SubFmlyCd") || valueOf(entry, "Cd");
  const value = amount[2]!.trim();
  const key = [reference, date, value, isDebit ? "D" : "C", endToEnd].join("/");
  return [
    reference === "" && (endToEnd === "" || endToEnd === "NOTPROVIDED") ? keys.next(key) : key,
    date.trim(),
    amount[1]!,
    code,
    isDebit ? "" : value,
    isDebit ? value : "",
    endToEnd === "NOTPROVIDED" ? reference : endToEnd || reference,
    endToEnd,
  ];
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&apos;": "'",
};

function valueOf(entry: string, element: string): string {
  const found = new RegExp(`<(?:\\w+:)?${element}>([^<]*)<`).exec(entry)?.[1] ?? "";
  return found.trim().replaceAll(/&(?:amp|lt|gt|quot|apos);/g, (entity) => ENTITIES[entity]!);
}
