import { PNG } from "pngjs";
import { beforeAll, expect, test } from "vitest";
import { pictureOf } from "./pdf-picture.ts";
import { loadTypeface, newTypesetter, type Typeface } from "./pdf-type.ts";
import { readPdf } from "./receipt-pdf.fixtures.ts";
import { canWritePdf, type PdfReceipt, writePdf } from "./receipt-pdf.ts";

let typeface: Typeface;
beforeAll(async () => {
  typeface = await loadTypeface();
});

const RECEIPT: PdfReceipt = {
  direction: "ltr",
  warning: null,
  title: "Receipt",
  color: "#0d6957",
  logo: null,
  amount: "10.00 GHS",
  lines: [],
  notes: [],
};
const MARGIN = 40;
const drawn = (change: Partial<PdfReceipt>) => readPdf(writePdf(typeface, { ...RECEIPT, ...change }));

test("a long label wraps before it reaches the value", () => {
  const { texts } = drawn({ lines: [["Received by Lagos Fresh Foods International", "25.00 USD"]] });
  const labels = texts.filter(({ x, y }) => x === MARGIN && y < 480).map(({ text }) => text);
  expect(labels.join(" ")).toBe("Received by Lagos Fresh Foods International");
  const style = { bold: false, size: 10, direction: "ltr" } as const;
  for (const label of labels) expect(newTypesetter(typeface).widthOf(label, style)).toBeLessThanOrEqual(120);
});

test("a long name and a long description stay on the page, which grows", () => {
  const { height, texts } = drawn({
    title: "WIDE ".repeat(20).trim(),
    lines: [["For", "mangoes and ".repeat(120)]],
    notes: ["n".repeat(200)],
  });
  expect(height).toBeGreaterThan(595);
  expect(Math.min(...texts.map(({ y }) => y))).toBeGreaterThan(20);
  expect(drawn({}).height).toBe(595);
});

test("Arabic starts at the right edge, is joined from right to left, and is read back with its own letters", () => {
  const { texts } = drawn({ direction: "rtl", title: "إيصال", lines: [["تاريخ الدفع", "فاتورة (7)"]] });
  const [title, , label, value] = texts;
  const asSeen = (text: string): string => Array.from(text).toReversed().join("");
  expect([title!.text, label!.text]).toEqual([asSeen("إيصال"), asSeen("تاريخ الدفع")]);
  expect(value!.text).toBe(`(7) ${asSeen("فاتورة")}`);
  expect(title!.x).toBeGreaterThan(420 / 2);
  expect(value!.x).toBeLessThan(label!.x);
});

test.each(["አዲስ አበባ።", "Ɗan Ƙasa", "Ngũgĩ", "Ọlá ẹ̀kọ́", "Ζαγορά", "Марія", "Café • €7 – “ok”…"])(
  "%s is written in its own letters",
  (title) => {
    expect(drawn({ title }).texts[0]!.text).toBe(title.normalize("NFC"));
  },
);

test("a warning stands first, apart from the title, and wraps; without one nothing is said", () => {
  const warning = "Test mode: no real money moves. ".repeat(3).trim();
  const { height, texts } = drawn({ warning });
  const lines = texts.slice(
    0,
    texts.findIndex(({ text }) => text === "Receipt"),
  );
  expect(lines.map(({ text }) => text).join(" ")).toBe(warning);
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.at(-1)!.y - texts[lines.length]!.y).toBeGreaterThan(24);
  expect(lines[0]!.y).toBeLessThan(height - 12);
  expect(drawn({}).texts[0]!.text).toBe("Receipt");
});

test("a script that the fonts lack is not written at all", () => {
  for (const title of ["芒果", "🥭"]) expect(canWritePdf(typeface, { ...RECEIPT, title })).toBe(false);
  expect(canWritePdf(typeface, { ...RECEIPT, warning: "芒果" })).toBe(false);
});

test("a file carries only the glyphs that it shows", () => {
  expect(writePdf(typeface, { ...RECEIPT, title: "إيصال", notes: ["አዲስ"] }).length).toBeLessThan(20_000);
});

test("a logo with transparency keeps it, scaled down; a broken one and a WebP are left out", () => {
  const png = new PNG({ width: 1_200, height: 600 });
  png.data.fill(Buffer.from([0x1f, 0x4e, 0x9e, 0x80]));
  const logo = pictureOf({ bytes: PNG.sync.write(png), type: "image/png" })!;
  expect([logo.width, logo.height]).toEqual([400, 200]);
  const { objects } = drawn({ logo });
  expect(
    objects.filter((body) => /\/Subtype \/Image .*\/ColorSpace \/Device(RGB \/SMask|Gray)/.test(body)),
  ).toHaveLength(2);
  expect(pictureOf({ bytes: Buffer.from("rubbish"), type: "image/png" })).toBeNull();
  expect(pictureOf({ bytes: Buffer.from("RIFF"), type: "image/webp" })).toBeNull();
});

test("a tiny logo is not enlarged", () => {
  const titleAt = (logo: PdfReceipt["logo"]): number => drawn({ logo }).texts[0]!.y;
  const logo = pictureOf({ bytes: PNG.sync.write(new PNG({ width: 8, height: 8 })), type: "image/png" });
  expect(titleAt(null) - titleAt(logo)).toBeLessThan(8);
});

test("a JPEG is carried as it is, at the size that its frame says", () => {
  const frame = [0xff, 0xc0, 0, 17, 8, 0, 50, 0, 200, 3, 1, 0x11, 0, 2, 0x11, 1, 3, 0x11, 1];
  const bytes = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, ...frame, 0xff, 0xd9]);
  const logo = pictureOf({ bytes, type: "image/jpeg" })!;
  expect([logo.width, logo.height]).toEqual([200, 50]);
  expect(pictureOf({ bytes: bytes.subarray(0, 9), type: "image/jpeg" })).toBeNull();
});
