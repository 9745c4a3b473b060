import { addDeflated, newPdfFile, pdfText } from "./pdf-file.ts";
import type { Picture } from "./pdf-picture.ts";
import { canDraw, type Direction, newTypesetter, type Style, type Typeface, type Typesetter } from "./pdf-type.ts";

/** A PDF of one page. In a language that is read from right to left, everything starts at the right edge. */
export type PdfReceipt = {
  direction: Direction;
  /** What must not be overlooked; it stands first. */
  warning: string | null;
  title: string;
  /** In `#rrggbb`. */
  color: string;
  logo: Picture | null;
  amount: string;
  lines: readonly (readonly [label: string, value: string])[];
  notes: readonly string[];
};

const PAGE = { width: 420, shortest: 595, margin: 40 } as const;
const LABEL_WIDTH = 120;
const FULL_WIDTH = PAGE.width - 2 * PAGE.margin;
const VALUE_WIDTH = FULL_WIDTH - LABEL_WIDTH - 10;
const LINE_HEIGHT = 16;
/** As on the page: dark on light amber. */
const WARNING = { ground: "0.992 0.941 0.847", text: "0.478 0.294 0", padding: 8 } as const;
const LOGO = { width: 180, height: 44 } as const;

/** False when the fonts lack a character of the receipt. */
export function canWritePdf(typeface: Typeface, { warning, title, amount, lines, notes }: PdfReceipt): boolean {
  return [warning ?? "", title, amount, ...lines.flat(), ...notes].every((text) => canDraw(typeface, text));
}

export function writePdf(typeface: Typeface, receipt: PdfReceipt): Buffer {
  const typesetter = newTypesetter(typeface);
  const { drawing, height } = drawingOf(typesetter, receipt);
  const file = newPdfFile();
  const content = addDeflated(file, "", Buffer.from(drawing, "latin1"));
  const fonts = typesetter.addFonts(file);
  const pictures = receipt.logo === null ? "" : `/XObject << /Logo ${receipt.logo.addTo(file)} 0 R >>`;
  const information = file.add(`<< /Title ${pdfText(receipt.title)} /Producer (Corridor) >>`);
  // The page and the list of pages name each other.
  const page = information + 1;
  file.add(
    `<< /Type /Page /Parent ${page + 1} 0 R /MediaBox [0 0 ${PAGE.width} ${height}] /Contents ${content} 0 R ` +
      `/Resources << /Font << ${fonts} >> ${pictures} >> >>`,
  );
  const pages = file.add(`<< /Type /Pages /Kids [${page} 0 R] /Count 1 >>`);
  const preferences = "/ViewerPreferences << /DisplayDocTitle true >>";
  return file.end(file.add(`<< /Type /Catalog /Pages ${pages} 0 R ${preferences} >>`), information);
}

/** Drawn from the top down at negative coordinates, then moved up by the height, which grows with a long text. */
function drawingOf(typesetter: Typesetter, receipt: PdfReceipt): { drawing: string; height: number } {
  const { direction, warning, title, color, logo, amount, lines, notes } = receipt;
  const [red, green, blue] = [1, 3, 5].map((start) =>
    (Number.parseInt(color.slice(start, start + 2), 16) / 255).toFixed(3),
  );
  const drawn: string[] = [`${red} ${green} ${blue} rg 0 -12 ${PAGE.width} 12 re f 0 g`];
  let y = -46;
  /** `indent`: the distance from the edge at which the language starts to read. */
  const leftEnd = (indent: number, width: number): number =>
    direction === "ltr" ? PAGE.margin + indent : PAGE.width - PAGE.margin - indent - width;
  const write = (style: Style, indent: number, text: string, at: number): number =>
    drawn.push(typesetter.draw(text, style, leftEnd(indent, typesetter.widthOf(text, style)), at));
  if (warning !== null) {
    const style: Style = { bold: true, size: 11, direction };
    const parts = wrap(typesetter, warning, style, FULL_WIDTH - 2 * WARNING.padding);
    const height = parts.length * LINE_HEIGHT + WARNING.padding;
    y += LINE_HEIGHT;
    drawn.push(`${WARNING.ground} rg ${PAGE.margin} ${y - height} ${FULL_WIDTH} ${height} re f ${WARNING.text} rg`);
    for (const part of parts) write(style, WARNING.padding, part, (y -= LINE_HEIGHT));
    drawn.push("0 g");
    y -= 2 * LINE_HEIGHT;
  }
  if (logo !== null) {
    // A tiny logo is not enlarged: it would become a few blurred squares.
    const scale = Math.min(LOGO.width / logo.width, LOGO.height / logo.height, 1);
    const [width, height] = [logo.width * scale, logo.height * scale];
    y -= height - 14;
    drawn.push(
      `q ${width.toFixed(2)} 0 0 ${height.toFixed(2)} ${leftEnd(0, width).toFixed(2)} ${y.toFixed(2)} cm /Logo Do Q`,
    );
    y -= 10;
  }
  const titleStyle: Style = { bold: true, size: 18, direction };
  for (const part of wrap(typesetter, title, titleStyle, FULL_WIDTH)) write(titleStyle, 0, part, (y -= 24));
  const amountStyle: Style = { bold: true, size: 26, direction };
  for (const part of wrap(typesetter, amount, amountStyle, FULL_WIDTH)) write(amountStyle, 0, part, (y -= 38));
  y -= 20;
  const labelStyle: Style = { bold: false, size: 10, direction };
  const valueStyle: Style = { bold: true, size: 10, direction: "auto" };
  for (const [label, value] of lines) {
    drawn.push(`0.85 G ${PAGE.margin} ${y} m ${PAGE.width - PAGE.margin} ${y} l S`);
    const labels = wrap(typesetter, label, labelStyle, LABEL_WIDTH);
    const values = wrap(typesetter, value, valueStyle, VALUE_WIDTH);
    y -= 4;
    for (let index = 0; index < Math.max(labels.length, values.length); index++) {
      y -= LINE_HEIGHT;
      if (labels[index] !== undefined) write(labelStyle, 0, labels[index]!, y);
      if (values[index] !== undefined) write(valueStyle, LABEL_WIDTH + 10, values[index]!, y);
    }
    y -= LINE_HEIGHT / 2;
  }
  const noteStyle: Style = { bold: false, size: 8.5, direction };
  for (const note of notes) {
    y -= LINE_HEIGHT / 2;
    for (const part of wrap(typesetter, note, noteStyle, FULL_WIDTH)) write(noteStyle, 0, part, (y -= 12));
  }
  const height = Math.ceil(Math.max(PAGE.shortest, PAGE.margin - y));
  return { drawing: `1 0 0 1 0 ${height} cm\n${drawn.join("\n")}`, height };
}

/** A word that is wider than the line is cut. */
function wrap(typesetter: Typesetter, text: string, style: Style, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && typesetter.widthOf(`${last} ${word}`, style) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(...cut(typesetter, word, style, width));
  }
  return lines;
}

/** Adds up the widths of single characters. Measuring every prefix of a long word again would take quadratic time. */
function cut(typesetter: Typesetter, word: string, style: Style, width: number): string[] {
  if (typesetter.widthOf(word, style) <= width) return [word];
  const parts: string[] = [];
  let filled = 0;
  for (const character of word) {
    const needed = typesetter.widthOf(character, style);
    const isNew = parts.length === 0 || filled + needed > width;
    if (isNew) parts.push(character);
    else parts[parts.length - 1] += character;
    filled = isNew ? needed : filled + needed;
  }
  return parts;
}
