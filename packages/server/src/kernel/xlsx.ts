import { setImmediate as breathe } from "node:timers/promises";
import { BadZip, listZip, readZipped, type ZipEntry, type ZipLimits } from "./zip.ts";

/**
 * The first sheet of a workbook (ECMA-376) as lines of cells, in the form of `readCsv`. Formulas are not computed; the
 * stored value beside them counts. Numbers have at most 15 digits, as spreadsheet programs show them, so 0.1 + 0.2 is
 * 0.3. Rejected: a library, because those bring writing, styles and formulas, and none limits the cost of a file.
 */
export class BadXlsx extends Error {
  override name = "BadXlsx";
}

/** A sheet of a hundred thousand rows is some 60 MB of XML, packed to a tenth or twentieth. */
const ZIP_LIMITS: ZipLimits = { entries: 1_000, inflatedBytes: 128 * 1_048_576, ratio: 200 };
const LIST_LIMITS: ZipLimits = { ...ZIP_LIMITS, inflatedBytes: 1_048_576 };
const MAX_SHARED_TEXTS = 1_200_000;
/** The most characters of all cells together. A shared text counts as often as it is used. */
const MAX_CHARACTERS = 32 * 1_048_576;
/** Pauses so that other work gets its turn. Tags and not lines: rows without cells and unused texts cost time too. */
const TAGS_AT_A_TIME = 20_000;
const MAX_DIGITS = 15;

/** A process reads one file at a time, because each may need some hundred megabytes. */
let turn: Promise<unknown> = Promise.resolve();

type Limits = { lines: number; columns: number };

export function readXlsx(file: Buffer, limits: Limits): Promise<string[][]> {
  const reading = turn.then(() => readInTurn(file, limits));
  turn = reading.catch(() => undefined);
  return reading;
}

async function readInTurn(file: Buffer, limits: Limits): Promise<string[][]> {
  try {
    const entries = listZip(file, ZIP_LIMITS);
    const read = async (entry: ZipEntry | undefined, zipLimits = ZIP_LIMITS): Promise<string> =>
      entry === undefined ? "" : readZipped(file, entry, zipLimits);
    const workbook = await read(entries.get("xl/workbook.xml"), LIST_LIMITS);
    const relations = await read(entries.get("xl/_rels/workbook.xml.rels"), LIST_LIMITS);
    const sheet = entries.get(firstSheetOf(workbook, relations));
    if (sheet === undefined) throw new BadXlsx("is no XLSX file");
    const shared = await sharedTexts(await read(entries.get("xl/sharedStrings.xml")));
    return await linesOf(await read(sheet), shared, limits);
  } catch (error) {
    if (error instanceof BadZip) throw new BadXlsx(error.message);
    throw error;
  }
}

function firstSheetOf(workbook: string, relations: string): string {
  let id: string | undefined;
  for (const { name, attributes } of tagsOf(workbook)) {
    if (name !== "sheet") continue;
    id = attributeOf(attributes, "id");
    break;
  }
  for (const { name, attributes } of tagsOf(relations)) {
    if (name !== "Relationship" || attributeOf(attributes, "Id") !== id) continue;
    const target = attributeOf(attributes, "Target") ?? "";
    return target.startsWith("/") ? target.slice(1) : `xl/${target}`;
  }
  return "xl/worksheets/sheet1.xml";
}

/** Each text has one or more runs; notes on pronunciation are left out. */
async function sharedTexts(xml: string): Promise<string[]> {
  const texts: string[] = [];
  let text = "";
  let [inText, inPhonetic, tags] = [false, false, 0];
  for (const tag of tagsOf(xml)) {
    if (++tags % TAGS_AT_A_TIME === 0) await breathe();
    if (tag.name === "si" && tag.kind !== "open") {
      if (texts.push(text) > MAX_SHARED_TEXTS) throw new BadXlsx(`holds more than ${MAX_SHARED_TEXTS} texts`);
      text = "";
    } else if (tag.name === "rPh") inPhonetic = tag.kind === "open";
    else if (tag.name === "t") inText = tag.kind === "open" && !inPhonetic;
    else if (tag.kind === "text" && inText) text += decoded(tag.attributes);
  }
  return texts;
}

async function linesOf(xml: string, shared: readonly string[], limits: Limits): Promise<string[][]> {
  const lines: string[][] = [];
  let line: string[] = [];
  let characters = 0;
  let [column, type, raw, reading, tags] = [-1, "n", "", false, 0];
  for (const { kind, name, attributes } of tagsOf(xml)) {
    if (++tags % TAGS_AT_A_TIME === 0) await breathe();
    if (kind === "text") {
      if (reading) raw += attributes;
    } else if (name === "v" || name === "t") reading = kind === "open";
    else if (name === "c" && kind !== "close") {
      column = columnOf(attributeOf(attributes, "r")) ?? column + 1;
      [type, raw] = [attributeOf(attributes, "t") ?? "n", ""];
    } else if (name === "c") {
      const text = cellOf(type, decoded(raw), shared);
      if (text.trim() === "") continue;
      if (column >= limits.columns) throw new BadXlsx(`has more than ${limits.columns} columns`);
      if ((characters += text.length) > MAX_CHARACTERS) throw new BadXlsx("contains too much text; split it");
      while (line.length < column) line.push("");
      line[column] = text;
    } else if (name === "row" && kind !== "open") {
      if (line.length > 0) lines.push(line);
      if (lines.length > limits.lines) throw new BadXlsx(`has more than ${limits.lines - 1} rows; split it`);
      [line, column] = [[], -1];
    }
  }
  return lines;
}

function cellOf(type: string, text: string, shared: readonly string[]): string {
  if (type === "s") return shared[Number(text)] ?? "";
  if (type !== "n" || text === "") return text;
  const number = Number(text);
  // The number is longer than a spreadsheet can show. It is kept as written, so that the later error quotes it.
  if (!Number.isFinite(number) || (Number.isInteger(number) && !Number.isSafeInteger(number))) return text;
  return Number.isInteger(number) ? String(number) : plainNumber(Number(number.toPrecision(MAX_DIGITS)));
}

/** Writes a number without an exponent: 1e-7 is a number, but not an amount. */
function plainNumber(number: number): string {
  const text = String(number);
  return text.includes("e") ? number.toFixed(20).replace(/0+$/, "") : text;
}

const CELL = /^([A-Z]{1,3})\d{1,7}$/;

function columnOf(reference: string | undefined): number | undefined {
  const letters = reference === undefined ? undefined : CELL.exec(reference)?.[1];
  if (letters === undefined) return undefined;
  return letters.split("").reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/* ---- the XML of workbooks ---- */

/** `attributes`: for text, the text as written. A tag without content is `empty`. Name prefixes are removed. */
type Tag = { kind: "open" | "close" | "empty" | "text"; name: string; attributes: string };

function* tagsOf(xml: string): Generator<Tag> {
  for (let place = 0; place < xml.length;) {
    if (xml[place] !== "<") {
      const end = endOf(xml, "<", place, xml.length);
      yield { kind: "text", name: "", attributes: xml.slice(place, end) };
      place = end;
    } else if (xml.startsWith("<?", place)) place = endOf(xml, "?>", place) + 2;
    else if (xml.startsWith("<!--", place)) place = endOf(xml, "-->", place) + 3;
    // No spreadsheet program writes document types or CDATA; a document type can define texts that grow without limit.
    else if (xml.startsWith("<!", place)) throw new BadXlsx("is damaged");
    else {
      const end = endOf(xml, ">", place);
      const isClose = xml[place + 1] === "/";
      const isEmpty = xml[end - 1] === "/";
      const inside = xml.slice(place + (isClose ? 2 : 1), isEmpty ? end - 1 : end);
      const space = inside.search(/\s/);
      const name = space === -1 ? inside : inside.slice(0, space);
      yield {
        kind: isClose ? "close" : isEmpty ? "empty" : "open",
        name: name.slice(name.indexOf(":") + 1),
        attributes: space === -1 ? "" : inside.slice(space),
      };
      place = end + 1;
    }
  }
}

function endOf(xml: string, mark: string, from: number, otherwise?: number): number {
  const end = xml.indexOf(mark, from);
  if (end !== -1) return end;
  if (otherwise === undefined) throw new BadXlsx("is damaged");
  return otherwise;
}

const ATTRIBUTES = /(?:^|\s)(?:[\w.-]+:)?([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

function attributeOf(attributes: string, wanted: string): string | undefined {
  for (const [, name, double, single] of attributes.matchAll(ATTRIBUTES))
    if (name === wanted) return decoded(double ?? single ?? "");
  return undefined;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function decoded(text: string): string {
  if (!text.includes("&") && !text.includes("_x")) return text;
  return text
    .replaceAll(
      /&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|([a-z]{2,4}));/g,
      (written, hex?: string, decimal?: string, name?: string) => {
        if (name !== undefined) return ENTITIES[name] ?? written;
        const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
        return code <= 0x10ffff ? String.fromCodePoint(code) : written;
      },
    )
    .replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_written, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
