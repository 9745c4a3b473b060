import { deflateSync } from "node:zlib";

/**
 * A receipt as a PDF of one page, in the fonts that every reader has (Helvetica, with the characters of Windows-1252). Written by hand: it is a title
 * and a few lines, for which libraries bring megabytes of font code. Other characters appear only on the page itself, which any browser prints as
 * PDF.
 */
export type PdfReceipt = {
  title: string;
  /** In `#rrggbb`. */
  color: string;
  amount: string;
  lines: readonly (readonly [label: string, value: string])[];
  notes: readonly string[];
};

const PAGE = { width: 420, shortest: 595, margin: 40 } as const;
const VALUE_AT = 170;
const LABEL_WIDTH = VALUE_AT - PAGE.margin - 10;
const FULL_WIDTH = PAGE.width - 2 * PAGE.margin;
const VALUE_WIDTH = PAGE.width - PAGE.margin - VALUE_AT;
const LINE_HEIGHT = 16;

export function textsOf({ title, amount, lines, notes }: PdfReceipt): string[] {
  return [title, amount, ...lines.flat(), ...notes];
}

export function canWritePdf(texts: readonly string[]): boolean {
  return texts.every((text) => encode(text) !== null);
}

export function writePdf(receipt: PdfReceipt): Buffer {
  const { drawing, height } = drawingOf(receipt);
  const content = deflateSync(Buffer.from(drawing, "latin1"));
  const objects: Buffer[] = [
    object("<< /Type /Catalog /Pages 2 0 R >>"),
    object("<< /Type /Pages /Kids [3 0 R] /Count 1 >>"),
    object(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>`),
    Buffer.concat([Buffer.from(`<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n`), content, Buffer.from("\nendstream")]),
    object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"),
    object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>"),
    Buffer.from(`<< /Title (${escape(receipt.title)}) /Producer (Corridor) >>`, "latin1"),
  ];
  return fileOf(objects);
}

const object = (text: string): Buffer => Buffer.from(text);

/** The objects one after another, then the table of their offsets. */
function fileOf(objects: readonly Buffer[]): Buffer {
  const parts: Buffer[] = [Buffer.from("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", "latin1")];
  const offsets: number[] = [];
  let length = parts[0]!.length;
  for (const [index, body] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from("\nendobj\n")]);
    offsets.push(length);
    parts.push(part);
    length += part.length;
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const count = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R /Info ${count - 1} 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/** Drawn from the top down, below zero; then everything is moved up by the height of the page, which grows with a long description. */
function drawingOf({ title, color, amount, lines, notes }: PdfReceipt): { drawing: string; height: number } {
  const [red, green, blue] = [1, 3, 5].map((start) => (Number.parseInt(color.slice(start, start + 2), 16) / 255).toFixed(3));
  const drawn: string[] = [`${red} ${green} ${blue} rg 0 -12 ${PAGE.width} 12 re f 0 g`];
  let y = -46;
  const write = (font: "F1" | "F2", size: number, x: number, text: string, at = y): number =>
    drawn.push(`BT /${font} ${size} Tf ${x} ${at} Td (${escape(text)}) Tj ET`);
  for (const part of wrap(title, 18, FULL_WIDTH)) write("F2", 18, PAGE.margin, part, (y -= 24));
  for (const part of wrap(amount, 26, FULL_WIDTH)) write("F2", 26, PAGE.margin, part, (y -= 38));
  y -= 20;
  for (const [label, value] of lines) {
    drawn.push(`0.85 G ${PAGE.margin} ${y} m ${PAGE.width - PAGE.margin} ${y} l S`);
    const [labels, values] = [wrap(label, 10, LABEL_WIDTH), wrap(value, 10, VALUE_WIDTH)];
    y -= 4;
    for (let index = 0; index < Math.max(labels.length, values.length); index++) {
      y -= LINE_HEIGHT;
      if (labels[index] !== undefined) write("F1", 10, PAGE.margin, labels[index]!);
      if (values[index] !== undefined) write("F2", 10, VALUE_AT, values[index]!);
    }
    y -= LINE_HEIGHT / 2;
  }
  for (const note of notes) {
    y -= LINE_HEIGHT / 2;
    for (const part of wrap(note, 8.5, FULL_WIDTH)) write("F1", 8.5, PAGE.margin, part, (y -= 12));
  }
  const height = Math.max(PAGE.shortest, PAGE.margin - y);
  return { drawing: `1 0 0 1 0 ${height} cm\n${drawn.join("\n")}`, height };
}

/** A word that is wider than the line is cut. */
function wrap(text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(`${last} ${word}`, size) <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(...cut(word, size, width));
  }
  return lines;
}

function cut(word: string, size: number, width: number): string[] {
  const parts = [""];
  for (const character of word) {
    if (parts.at(-1) !== "" && widthOf(parts.at(-1)! + character, size) > width) parts.push("");
    parts[parts.length - 1] += character;
  }
  return parts;
}

/** Helvetica-Bold's widths in thousandths, rounded up for whole groups of letters: good enough to wrap, and never too narrow. */
function widthOf(text: string, size: number): number {
  let thousandths = 0;
  for (const character of text)
    thousandths += /[ .,:;'’|!iljI/()\-]/.test(character) ? 340 : /[mwMW@%]/.test(character) ? 950 : /\p{Lu}/u.test(character) ? 780 : 620;
  return (thousandths * size) / 1_000;
}

/** Windows-1252 where it differs from Latin-1, as far as receipts need it. */
const SPECIAL: Readonly<Record<string, number>> = { "€": 0x80, "…": 0x85, "‘": 0x91, "’": 0x92, "“": 0x93, "”": 0x94, "•": 0x95, "–": 0x96, "—": 0x97 };
/** Spaces that only mark where a line may break. */
const SPACES = /[\u00a0\u2009\u202f]/g;

function encode(text: string): string | null {
  let encoded = "";
  for (const character of text.replaceAll(SPACES, " ")) {
    const code = SPECIAL[character] ?? character.codePointAt(0)!;
    if (code > 0xff || code < 0x20) return null;
    encoded += String.fromCharCode(code);
  }
  return encoded;
}

function escape(text: string): string {
  return (encode(text) ?? text.replaceAll(/[^\x20-\x7e]/g, "?")).replaceAll(/[\\()]/g, "\\$&");
}
