import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { zipOf } from "./zip.fixtures.ts";
import { BadXlsx, readXlsx } from "./xlsx.ts";

const LIMITS = { lines: 100, columns: 10 };

const sheetOf = (rows: string) => `<?xml version="1.0"?><worksheet><sheetData>${rows}</sheetData></worksheet>`;
const workbook = (rows: string, shared = "") => ({
  "[Content_Types].xml": "<Types/>",
  "xl/workbook.xml":
    `<workbook xmlns:r="r"><sheets><sheet name="Wages" sheetId="4" r:id="rId9"/><sheet name="Other" ` +
    `sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels":
    `<Relationships><Relationship Id="rId1" ` +
    `Target="worksheets/sheet1.xml"/><Relationship Target='worksheets/wages.xml' ` +
    "Id='rId9'/></Relationships>",
  "xl/sharedStrings.xml": `<sst>${shared}</sst>`,
  "xl/worksheets/sheet1.xml": sheetOf("<row><c><v>666</v></c></row>"),
  "xl/worksheets/wages.xml": sheetOf(rows),
});
const read = (rows: string, shared?: string) => readXlsx(zipOf(workbook(rows, shared)), LIMITS);

describe("a workbook", () => {
  test("gives the lines of its first sheet: shared and inline texts, numbers, stored values of formulas", async () => {
    const shared =
      `<si><t>beneficiary_id</t></si><si><r><t>Ama </t></r><r><t xml:space="preserve">&amp; ` +
      "Kofi</t></r><rPh><t>no</t></rPh></si><si/>";
    const rows = `
      <row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>amount</t></is></c></row><row r="2"/>
      <row r="3" spans="1:3"><c r="A3" t="s"><v>1</v></c><c r="B3" s="4"/><c r="C3"><f>SUM(A1:A9)</f><v>0.30000000000000004</v></c><c r="D3" t="s"><v>2</v></c></row>
      <!-- a comment --><row><c><v>1.5E3</v></c><c><v>233241234567</v></c><c t="str"><f>A1</f><v>a&#x3c;b_x000A_c</v></c><c t="b"><v>1</v></c><c><v>1E-7</v></c></row>
      <x:row><x:c r="B9" t="n"><x:v>12345678901234567890</x:v></x:c></x:row>`;
    expect(await read(rows, shared)).toEqual([
      ["beneficiary_id", "", "amount"],
      ["Ama & Kofi", "", "0.3"],
      ["1500", "233241234567", "a<b\nc", "1", "0.0000001"],
      ["", "12345678901234567890"],
    ]);
  });

  test.each([
    ["is no archive", Buffer.from("beneficiary_id,amount"), /no XLSX/],
    ["is an archive of something else", zipOf({ "a.txt": "a" }), /no XLSX/],
    ["has a password", zipOf(workbook(""), { flags: 1 }), /password/],
    ["is cut off", zipOf(workbook("")).subarray(200), /damaged|no XLSX/],
    ["inflates to more than it says", zipOf(workbook("<row/>".repeat(10_000)), { lie: 9 }), /damaged/],
    ["inflates to more than is taken", zipOf(workbook(""), { lie: 200 * 1_048_576 }), /more than/],
    ["is packed like a bomb", zipOf(workbook(" ".repeat(8_000_000))), /compressed/],
    [
      "has too many files",
      zipOf(Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`${n}`, ""]))),
      /1000 files/,
    ],
    [
      "has a list of sheets beyond any size",
      zipOf({ ...workbook(""), "xl/workbook.xml": "<a/>".repeat(300_000) }, { stored: true }),
      /more than/,
    ],
    ["has too many rows", zipOf(workbook("<row><c><v>1</v></c></row>".repeat(101))), /99 rows/],
    ["has too many columns", zipOf(workbook(`<row><c r="XFD1"><v>1</v></c></row>`)), /columns/],
    ["defines entities", zipOf(workbook(`<!DOCTYPE a [<!ENTITY b "c">]>`)), /damaged/],
    ["ends in a tag", zipOf({ ...workbook(""), "xl/worksheets/wages.xml": "<row" }), /damaged/],
  ])("that %s is refused", async (_name, file, why) => {
    await expect(readXlsx(file, LIMITS)).rejects.toThrow(why);
    await expect(readXlsx(file, LIMITS)).rejects.toBeInstanceOf(BadXlsx);
  });

  test("whose one long text stands in every cell costs no more than is taken", async () => {
    const rows = `<row>${`<c t="s"><v>0</v></c>`.repeat(10)}</row>`.repeat(99);
    await expect(read(rows, `<si><t>${"long".repeat(20_000)}</t></si>`)).rejects.toThrow(/too much text/);
  });

  test("of empty rows, or of texts that no cell names, lets others have their turn", async () => {
    const turnsDuring = async (rows: string, shared: string): Promise<number> => {
      let [turns, isOver] = [0, false];
      const count = (): void => void (isOver || ((turns += 1), setImmediate(count)));
      const reading = readXlsx(zipOf(workbook(rows, shared), { stored: true }), LIMITS).finally(() => (isOver = true));
      setImmediate(count);
      await reading;
      return turns;
    };
    expect(await turnsDuring("<row/>".repeat(60_000), "")).toBeGreaterThan(2);
    expect(await turnsDuring("", "<a/>".repeat(60_000))).toBeGreaterThan(2);
  });

  test("that was damaged anywhere is read or refused, and nothing else", async () => {
    const whole = zipOf(workbook(`<row><c t="s"><v>0</v></c></row>`, "<si><t>a</t></si>"));
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), async (place, byte) => {
        const file = Buffer.from(whole);
        file[place] = byte;
        await readXlsx(file, LIMITS).catch((error: unknown) => expect(error).toBeInstanceOf(BadXlsx));
      }),
      { numRuns: 300 },
    );
  });
});
