import { label, picture } from "./svg.ts";

/**
 * Tables as boxes with their main columns. The text has one line for each table (`table: column, column -> table`), and
 * an empty line between the columns of the picture. `->` is a reference, `-->` one that may lead to other tables too. The
 * schema must have each column; the columns of the primary key are drawn dark.
 */
const BOX = { width: 172, head: 30, row: 21, inside: 5 };
const GAP = { x: 66, y: 22 };
const MARGIN = 22;
/** Between a box and the first line beside it, and between two lines. */
const TRACK = { first: 18, step: 12 };

type Column = { name: string; y: number; to?: string; isLoose: boolean };
type Box = { table: string; place: number; x: number; y: number; height: number; columns: Column[] };

export function drawTables(title: string, text: string, schema: string): string {
  const boxes = text
    .trim()
    .split("\n\n")
    .flatMap((lines, place) => stack(lines.split("\n"), place));
  const known = tablesOf(schema);
  const boxOf = new Map(boxes.map((box) => [box.table, box]));
  const tracks = new Map<string, number>();
  const lines = boxes.flatMap((box) =>
    box.columns.flatMap((column) =>
      column.to === undefined
        ? []
        : [lineFrom(box, column, boxOf.get(column.to) ?? fail(`${column.to} has no box`), tracks)],
    ),
  );
  const shapes = boxes.map((box) => shape(box, known.get(box.table) ?? fail(`there is no table ${box.table}`)));
  const right = Math.max(...boxes.map(({ x }) => x)) + BOX.width + GAP.x;
  return picture(right, Math.max(...boxes.map(({ y, height }) => y + height)) + MARGIN, title, [...lines, ...shapes]);
}

function stack(lines: readonly string[], place: number): Box[] {
  let y = MARGIN;
  return lines.map((line) => {
    const [table, columns] = line.split(": ") as [string, string];
    const rows = columns.split(", ").map((entry, index): Column => {
      const [, name, dash, to] = /^(\w+)(?: (--?)> (\w+))?$/.exec(entry) ?? fail(`"${entry}" is no column`);
      const column = { name: name!, y: y + BOX.head + BOX.inside + (index + 0.5) * BOX.row, isLoose: dash === "--" };
      return to === undefined ? column : { ...column, to };
    });
    const height = BOX.head + rows.length * BOX.row + 2 * BOX.inside;
    const box = { table, place, x: MARGIN + place * (BOX.width + GAP.x), y, height, columns: rows };
    y += height + GAP.y;
    return box;
  });
}

/** Leads to the head of a box, through the gap beside the column. There, lines of one kind to one table share a track. */
function lineFrom(from: Box, column: Column, to: Box, tracks: Map<string, number>): string {
  const goesLeft = to.place < from.place;
  const gap = goesLeft ? from.place - 1 : from.place;
  const track = `${gap} ${to.table} ${column.isLoose}`;
  if (!tracks.has(track)) tracks.set(track, [...tracks.keys()].filter((key) => key.startsWith(`${gap} `)).length);
  const start = goesLeft ? from.x : from.x + BOX.width;
  const middle = MARGIN + gap * (BOX.width + GAP.x) + BOX.width + TRACK.first + tracks.get(track)! * TRACK.step;
  const end = to.place > from.place ? to.x : to.x + BOX.width;
  const dash = column.isLoose ? ' stroke-dasharray="5 4"' : "";
  return (
    `<path class="line" d="M${start} ${column.y}H${middle}V${to.y + BOX.head / 2}H${end}" ` +
    `marker-end="url(#arrow)"${dash}/>`
  );
}

function shape({ table, x, y, height, columns }: Box, known: Table): string {
  const rows = columns.map((column) => {
    if (!known.columns.has(column.name)) fail(`${table} has no column ${column.name}`);
    return label(x + 12, column.y + 5, column.name, { anchor: "start", dim: !known.key.has(column.name) });
  });
  const rule = `<line class="line" x1="${x}" y1="${y + BOX.head}" x2="${x + BOX.width}" y2="${y + BOX.head}" stroke-opacity="0.4"/>`;
  return (
    `<rect class="box" x="${x}" y="${y}" width="${BOX.width}" height="${height}" rx="6"/>` +
    `${label(x + BOX.width / 2, y + 20, table)}${rule}${rows.join("")}`
  );
}

type Table = { columns: ReadonlySet<string>; key: ReadonlySet<string> };

/** From docs/schema.sql: a column begins with its name, in small letters. */
function tablesOf(schema: string): ReadonlyMap<string, Table> {
  return new Map(
    [...schema.matchAll(/^CREATE TABLE (\S+) \(\n([\s\S]*?)\n\)/gm)].map(([, table, body]) => [
      table!,
      {
        columns: new Set([...body!.matchAll(/^ {2}"?([a-z]\w*)/gm)].map(([, name]) => name!)),
        key: new Set(/^ {2}PRIMARY KEY \((.*)\)/m.exec(body!)?.[1]?.replaceAll('"', "").split(", ")),
      },
    ]),
  );
}

function fail(reason: string): never {
  throw new Error(`the picture of the tables is outdated: ${reason}`);
}
