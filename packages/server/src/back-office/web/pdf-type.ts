import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { inflateSync } from "node:zlib";
import bidiFactory from "bidi-js";
import type { Font, Glyph, GlyphPosition, Subset } from "fontkit";
import { addDeflated, hex4, type PdfFile } from "./pdf-file.ts";

/**
 * A PDF stores glyphs at positions, not text: fontkit joins Arabic letters and places their marks, bidi-js orders a
 * line with both directions, and the file contains only the glyphs of each font that it uses.
 */
export type Typeface = { readonly regular: readonly Font[]; readonly bold: readonly Font[] };
export type Direction = "ltr" | "rtl";
/** `direction`: in which the text is read; "auto": that of its first letter. */
export type Style = { readonly bold: boolean; readonly size: number; readonly direction: Direction | "auto" };
export type Typesetter = {
  widthOf(text: string, style: Style): number;
  /** The operators that draw the text with its left end at this place. */
  draw(text: string, style: Style, x: number, y: number): string;
  /** Writes the fonts that were used, and returns the entries of the page's font dictionary. */
  addFonts(file: PdfFile): string;
};

/** Noto Sans (SIL Open Font License, which allows embedding) in its parts. The first that has a character draws it. */
const PARTS = [
  "@fontsource/noto-sans/files/noto-sans-latin",
  "@fontsource/noto-sans/files/noto-sans-latin-ext",
  "@fontsource/noto-sans/files/noto-sans-vietnamese",
  "@fontsource/noto-sans/files/noto-sans-greek",
  "@fontsource/noto-sans/files/noto-sans-cyrillic",
  "@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic",
  "@fontsource/noto-sans-ethiopic/files/noto-sans-ethiopic-ethiopic",
] as const;

let loaded: Promise<Typeface> | null = null;

/** Loads fontkit and the fonts once per process, when the first PDF receipt is requested. */
export function loadTypeface(): Promise<Typeface> {
  const load = async (part: string, weight: number): Promise<Font> => {
    const file = fileURLToPath(import.meta.resolve(`${part}-${weight}-normal.woff`));
    return (await import("fontkit")).create(unpacked(await readFile(file))) as Font;
  };
  const weight = (number: number): Promise<Font[]> => Promise.all(PARTS.map((part) => load(part, number)));
  loaded ??= Promise.all([weight(400), weight(700)]).then(([regular, bold]) => ({ regular, bold }));
  return loaded;
}

const WOFF = { header: 44, entry: 20 } as const;
const SFNT = { header: 12, entry: 16 } as const;

/** fontkit also reads WOFF, but unpacks a table again for every glyph: half a second per receipt. */
function unpacked(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const header = Buffer.alloc(SFNT.header + count * SFNT.entry);
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(count, 4);
  const tables: Buffer[] = [];
  let offset = header.length;
  for (let index = 0; index < count; index++) {
    const from = WOFF.header + index * WOFF.entry;
    const [start, packedLength] = [woff.readUInt32BE(from + 4), woff.readUInt32BE(from + 8)];
    const length = woff.readUInt32BE(from + 12);
    const packed = woff.subarray(start, start + packedLength);
    const table = Buffer.alloc(Math.ceil(length / 4) * 4);
    (packedLength < length ? inflateSync(packed) : packed).copy(table);
    const to = SFNT.header + index * SFNT.entry;
    woff.copy(header, to, from, from + 4);
    woff.copy(header, to + 4, from + 16, from + 20);
    header.writeUInt32BE(offset, to + 8);
    header.writeUInt32BE(length, to + 12);
    tables.push(table);
    offset += table.length;
  }
  return Buffer.concat([header, ...tables]);
}

/** Spaces of any width are drawn as an ordinary space. */
const SPACES = /[\u00a0\u2009\u202f]/g;
/** Invisible characters that control the order of a line. */
const ORDERING_MARKS = /[\u200e\u200f\u2066-\u2069]/;

const readable = (text: string): string => text.normalize("NFC").replaceAll(SPACES, " ");

export function canDraw(typeface: Typeface, text: string): boolean {
  // Lines are ordered by UTF-16 units, so characters of two are not drawn; no checkout language has one.
  return Array.from(readable(text)).every(
    (character) =>
      character.length === 1 && (ORDERING_MARKS.test(character) || fontOf(typeface.regular, character) !== undefined),
  );
}

function fontOf(fonts: readonly Font[], character: string): Font | undefined {
  return fonts.find((font) => font.hasGlyphForCodePoint(character.codePointAt(0)!));
}

/** `characters`: each pair of a glyph and its letters, with its number in the file. */
type UsedFont = { name: string; font: Font; subset: Subset; characters: Map<string, Character> };
type Character = { number: number; glyphNumber: number; width: number; letters: string };
/** `letters`: of each glyph. */
type Run = { font: Font; glyphs: readonly Glyph[]; positions: readonly GlyphPosition[]; letters: readonly string[] };

export function newTypesetter(typeface: Typeface): Typesetter {
  const used = new Map<Font, UsedFont>();
  const use = (font: Font): UsedFont => {
    const fresh = () => ({ name: `F${used.size}`, font, subset: font.createSubset(), characters: new Map() });
    const found = used.get(font) ?? fresh();
    used.set(font, found);
    return found;
  };
  const runsOf = (text: string, { bold, direction }: Style): Run[] =>
    runsIn(readable(text), bold ? typeface.bold : typeface.regular, direction);
  return {
    widthOf(text, style) {
      const widths = runsOf(text, style).map(({ font, positions }) => {
        return positions.reduce((width, { xAdvance }) => width + xAdvance, 0) / font.unitsPerEm;
      });
      return widths.reduce((sum, width) => sum + width, 0) * style.size;
    },
    draw(text, style, x, y) {
      const runs = runsOf(text, style).map((run) => drawn(run, use(run.font), style.size));
      return `BT 1 0 0 1 ${rounded(x)} ${rounded(y)} Tm ${runs.join(" ")} ET`;
    },
    addFonts: (file) => [...used.values()].map((font) => `/${font.name} ${addFont(file, font)} 0 R`).join(" "),
  };
}

/** The package's types describe its ES form. Node loads its CommonJS form, whose export is the function itself. */
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

/** Splits a line into runs of one font and one direction, from left to right as they are seen. */
function runsIn(line: string, fonts: readonly Font[], direction: Style["direction"]): Run[] {
  const levels = bidi.getEmbeddingLevels(line, direction === "auto" ? undefined : direction);
  const pieces: { font: Font; isRightToLeft: boolean; text: string }[] = [];
  for (const index of bidi.getReorderedIndices(line, levels)) {
    const isRightToLeft = levels.levels[index]! % 2 === 1;
    const character = (isRightToLeft ? bidi.getMirroredCharacter(line[index]!) : null) ?? line[index]!;
    const font = ORDERING_MARKS.test(character) ? undefined : fontOf(fonts, character);
    if (font === undefined) continue;
    const last = pieces.at(-1);
    if (last === undefined || last.font !== font || last.isRightToLeft !== isRightToLeft)
      pieces.push({ font, isRightToLeft, text: character });
    // fontkit is given text as it is read, and returns the glyphs as they are seen.
    else last.text = isRightToLeft ? character + last.text : last.text + character;
  }
  return pieces.map(({ font, isRightToLeft, text }) => {
    const { glyphs, positions } = font.layout(text, undefined, undefined, undefined, isRightToLeft ? "rtl" : "ltr");
    return { font, glyphs, positions, letters: lettersOf(text, glyphs, isRightToLeft) };
  });
}

/**
 * The letters of each glyph: none for the dots of the previous letter, two for a ligature. fontkit says how many, but
 * names those for which the glyph was first used, and Arabic letters share glyphs. Copied text needs its own letters.
 */
function lettersOf(text: string, glyphs: readonly Glyph[], isRightToLeft: boolean): string[] {
  let from = 0;
  const inReadingOrder = (isRightToLeft ? glyphs.toReversed() : glyphs).map(({ codePoints }) =>
    text.slice(from, (from += codePoints.length)),
  );
  return isRightToLeft ? inReadingOrder.toReversed() : inReadingOrder;
}

/** Glyphs at the font's places: an offset to the side is a number in the array, and one upwards is a rise. */
function drawn({ glyphs, positions, letters }: Run, used: UsedFont, size: number): string {
  const { name, font } = used;
  const thousandths = (units: number): number => (units * 1_000) / font.unitsPerEm;
  const parts = glyphs.map((glyph, index) => {
    const { xAdvance, xOffset, yOffset } = positions[index]!;
    const shift = (units: number): string => (units === 0 ? "" : `${rounded(thousandths(units))} `);
    const array =
      `[${shift(-xOffset)}<${hex4(numberOf(used, glyph, letters[index]!))}> ` +
      `${shift(xOffset + glyph.advanceWidth - xAdvance)}] TJ`;
    return yOffset === 0 ? array : `${rounded((yOffset / font.unitsPerEm) * size)} Ts ${array} 0 Ts`;
  });
  return `/${name} ${size} Tf ${parts.join(" ")}`;
}

function numberOf({ subset, characters }: UsedFont, glyph: Glyph, letters: string): number {
  const key = `${glyph.id} ${letters}`;
  // The type says boolean, but this is the glyph's number in the subset. Number 0 is for missing glyphs.
  const character = characters.get(key) ?? {
    number: characters.size + 1,
    glyphNumber: Number(subset.includeGlyph(glyph)),
    width: glyph.advanceWidth,
    letters,
  };
  characters.set(key, character);
  return character.number;
}

function addFont(file: PdfFile, { font, subset, characters }: UsedFont): number {
  const scaled = (units: number): number => Math.round((units * 1_000) / font.unitsPerEm);
  // In a PDF, six letters and a plus sign before a font's name mark a subset of that font.
  const name = `CORRID+${font.postscriptName}`;
  const program = addDeflated(file, "", Buffer.from(subset.encode()));
  const { minX, minY, maxX, maxY } = font.bbox;
  const descriptor = file.add(
    `<< /Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox ` +
      `[${[minX, minY, maxX, maxY].map(scaled).join(" ")}] /ItalicAngle 0 ` +
      `/Ascent ${scaled(font.ascent)} /Descent ${scaled(font.descent)} /CapHeight ${scaled(font.capHeight)} /StemV ` +
      `80 /FontFile2 ${program} 0 R >>`,
  );
  const used = [...characters.values()];
  const widths = used.map(({ width }) => scaled(width)).join(" ");
  const numbers = ["0000", ...used.map(({ glyphNumber }) => hex4(glyphNumber))].join("");
  const glyphNumbers = addDeflated(file, "", Buffer.from(numbers, "hex"));
  const descendant = file.add(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering ` +
      "(Identity) /Supplement 0 >> " +
      `/FontDescriptor ${descriptor} 0 R /CIDToGIDMap ${glyphNumbers} 0 R /W [1 [${widths}]] >>`,
  );
  const meanings = addDeflated(file, "", Buffer.from(meaningsOf(used)));
  return file.add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] ` +
      `/ToUnicode ${meanings} 0 R >>`,
  );
}

/** The format allows at most this many entries in a block. */
const MAX_BLOCK = 100;

/** Maps each glyph number to its letters, so that people can search and copy the text. */
function meaningsOf(characters: readonly Character[]): string {
  const entries = characters.flatMap(({ number, letters }) =>
    letters === ""
      ? []
      : [`<${hex4(number)}> <${Array.from(letters, (letter) => hex4(letter.codePointAt(0)!)).join("")}>`],
  );
  const blocks = Array.from({ length: Math.ceil(entries.length / MAX_BLOCK) }, (_, index) =>
    entries.slice(index * MAX_BLOCK, (index + 1) * MAX_BLOCK),
  );
  return [
    "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Letters def /CMapType 2 def",
    "1 begincodespacerange <0000> <ffff> endcodespacerange",
    ...blocks.map((block) => `${block.length} beginbfchar\n${block.join("\n")}\nendbfchar`),
    "endcmap CMapName currentdict /CMap defineresource pop end end",
  ].join("\n");
}

function rounded(number: number): string {
  return String(Math.round(number * 1_000) / 1_000);
}
