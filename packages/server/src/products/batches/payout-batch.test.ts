import { expect, test } from "vitest";
import { csvLine, readCsv } from "#src/kernel/csv.ts";
import { zipOf } from "#src/kernel/zip.fixtures.ts";
import { namesAgree } from "./check-row.ts";
import { takeTurns } from "./pace.ts";
import { cellDigitsOf, inCell } from "@corridor/base/ids.ts";
import { MAX_ROWS, nextRunAt, paymentIdOf } from "./payout-batch.ts";
import { MAX_LINES_SHOWN, readLines, readRows, sameAsOf } from "./read-rows.ts";

const LIMITS = { lines: 100, columns: 10 };

test("a row's payment has one id, whoever makes it; ids of rows differ and are in their order", () => {
  const batch = { batchId: "01900000-0000-7000-8000-000000000001", startedAt: new Date("2026-05-01T10:00:00.123Z") };
  const ids = Array.from({ length: 5_000 }, (_, index) => paymentIdOf(batch, index * 20 + 1));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(paymentIdOf(batch, 1)).toBe(ids[0]);
  expect(paymentIdOf({ ...batch, batchId: "01900000-0000-7000-8000-000000000002" }, 1)).not.toBe(ids[0]);
  const elsewhere = inCell(3, () => Array.from({ length: 5_000 }, (_, index) => paymentIdOf(batch, index * 20 + 1)));
  expect(elsewhere).toEqual(elsewhere.toSorted());
  expect(new Set(elsewhere.map(cellDigitsOf))).toEqual(new Set([3]));
});

test("a CSV file is read as it was written, and as spreadsheets write it", () => {
  const lines = [
    ["a", "b", "c"],
    ['say "x"', "1,5", "two\nlines"],
    ["", "last", ""],
    ["+233241234567", "=1+1", "-"],
    ["a;=x()", 'b;"=x()', "c\n@x\t-1"],
    ["\t=x()", "\n-", "-5"],
    ["＝x()", "  ＋1", '\u3000"－1'],
  ];
  expect(readCsv(lines.map(csvLine).join(""), LIMITS)).toEqual(lines);
  expect(readCsv('\uFEFFa;b\r\n1;"2;3"\r\r\n\n4;', LIMITS)).toEqual([
    ["a", "b"],
    ["1", "2;3"],
    ["4", ""],
  ]);
  expect(readCsv("a\tb\n1\t2", LIMITS)).toEqual([
    ["a", "b"],
    ["1", "2"],
  ]);
  expect(readCsv("", LIMITS)).toEqual([]);
  expect(readCsv("Name\tPay, net\n", LIMITS)).toEqual([["Name", "Pay, net"]]);
  expect(() => readCsv('a,b\n"1,2', LIMITS)).toThrow(/line 2/);
});

test.each([",", ";", "\t"])("a list split by %j is read below a letterhead with other signs", (separator) => {
  const quoted = (cell: string) => (separator === "," ? `"${cell}"` : cell);
  const table = [
    ["Name", "Account", "Pay"],
    [quoted("Obi, Ada"), "0112233441", quoted("70,500.00")],
    [quoted("Eze; Chidi").replace(";", separator === ";" ? "," : ";"), "0112233458", quoted("81,500.00")],
  ];
  const letterhead = ["Kano Trust Bank, corporate; Lagos", "Salaries, May; 2026", ""];
  const file = [...letterhead, ...table.map((cells) => cells.join(separator))].join("\r\n");
  expect(readCsv(file, LIMITS).slice(2)).toEqual(table.map((cells) => cells.map((cell) => cell.replaceAll('"', ""))));
});

test.each([";", "\t", "\n"])(
  "no cell of ours becomes a formula where a spreadsheet splits it at %j and sees no quotes",
  (separator) => {
    const texts = [
      "=x()",
      `a${separator}=x()`,
      `a${separator}"=x()"`,
      `a${separator}+x`,
      `a${separator}@x`,
      `${separator}=x()`,
      ...["＝x()", "＋x", "－x", "＠x"].flatMap((text) => [text, `  ${text}`, `a${separator} ${text}`]),
      " =x()",
      `a${separator}\u00A0"=x()`,
    ];
    for (const text of texts)
      for (const part of csvLine(["first", text]).split(/,|;|\t|\n/))
        expect(part).not.toMatch(/^["\s]*[=+\-@＝＋－＠]/);
  },
);

test.each([
  ["Kofi Mensah", "MENSAH, KOFI", true],
  ["Kofi Mensah", "Kofi Asante Mensah", true],
  ["Aïcha Diallo", "AICHA DIALLO", true],
  ["Kofi", "Kofi Mensah", false],
  ["Acme", "ACME", true],
  ["Kofi Mensah", "Kofi Owusu", false],
  ["", "Kofi Mensah", false],
])("the bank's spelling of a name is the same name or not: %s, %s", (one, other, agree) => {
  expect([namesAgree(one, other), namesAgree(other, one)]).toEqual([agree, agree]);
});

test("two rows are the same payout by their reference, and otherwise by payee, amount and currency, however these are written", () => {
  const row = { beneficiary_id: "AB", amount: "10.50", currency: "ghs" };
  expect(sameAsOf(row)).toBe(sameAsOf({ beneficiary_id: "ab", amount: "10.5", currency: "GHS" }));
  expect(sameAsOf(row)).not.toBe(sameAsOf({ ...row, amount: "10.51" }));
  expect(sameAsOf({ ...row, reference: "r" })).toBe(sameAsOf({ ...row, amount: "1", reference: "r" }));
  expect(sameAsOf({ ...row, reference: "r" })).not.toBe(sameAsOf(row));
});

test("a provider is sent a second's worth at once and then its pace, and waits no longer than it must", () => {
  const now = new Date("2026-05-01T10:00:00.000Z");
  const first = takeTurns(new Date(0), now, 80, 50);
  expect(first).toMatchObject({ rows: 50, waitMs: 0 });
  const next = takeTurns(first.freeAt, now, 80, 50);
  expect(next).toMatchObject({ rows: 0, waitMs: 20 });
  expect(takeTurns(next.freeAt, new Date(now.getTime() + 500), 80, 50).rows).toBe(25);
  expect(takeTurns(next.freeAt, new Date(now.getTime() + 10_000), 10, 50)).toMatchObject({ rows: 10 });
});

test("a file with more lines or columns than a list can have is refused without being read to its end", async () => {
  const header = "beneficiary_id,amount,currency\n";
  const unclosed = '"';
  await expect(readRows({ csv: header + "x\n".repeat(MAX_ROWS + 1) + unclosed })).rejects.toThrow(
    /more than 100000 payouts/,
  );
  await expect(readRows({ csv: ",".repeat(1_000) + unclosed })).rejects.toThrow(/columns/);
});

test("a workbook is read as the same list in CSV is", async () => {
  const lines = [
    ["Beneficiary ID", "amount", "currency", "name"],
    ["01900000-0000-7000-8000-000000000001", "12.5", "GHS", "Ama <Owusu>"],
  ];
  const cells = (line: string[]) =>
    line.map((text) => `<c t="inlineStr"><is><t>${text.replaceAll("<", "&lt;")}</t></is></c>`).join("");
  const file = zipOf({
    "xl/workbook.xml": "<workbook/>",
    "xl/worksheets/sheet1.xml": lines.map((line) => `<row>${cells(line)}</row>`).join(""),
  });
  expect(await readRows({ xlsx: file.toString("base64") })).toEqual(
    await readRows({ csv: lines.map(csvLine).join("") }),
  );
  await expect(readRows({ xlsx: "a file?" })).rejects.toThrow(/base64/);
  // With a quadratic check this would take until the end of the day.
  await expect(readRows({ xlsx: `a${" ".repeat(5_000_000)}?` })).rejects.toThrow(/base64/);
  await expect(readRows({ xlsx: file.toString("base64"), csv: "a" })).rejects.toThrow(/required/);
  const card = zipOf({
    "xl/worksheets/sheet1.xml": `<row>${cells(lines[0]!)}</row><row>${cells(["x", "1", "GHS", "4242 4242 4242 4242"])}</row>`,
  });
  await expect(readRows({ xlsx: card.toString("base64") })).rejects.toThrow(/card number/);
});

test("runs keep to the calendar, and a time that has passed is not made up for", () => {
  const timesOf = (every: "daily" | "weekly" | "monthly", from: string, count: number, after = from) => {
    const times = [new Date(after)];
    while (times.length <= count) times.push(nextRunAt({ every, from }, times.at(-1)!));
    return times.slice(1).map((time) => time.toISOString().slice(0, 16));
  };
  expect(timesOf("daily", "2026-02-27T08:30:00.000Z", 2)).toEqual(["2026-02-28T08:30", "2026-03-01T08:30"]);
  expect(timesOf("weekly", "2026-12-30T08:30:00.000Z", 1)).toEqual(["2027-01-06T08:30"]);
  expect(timesOf("monthly", "2026-12-31T23:59:00.000Z", 4)).toEqual([
    "2027-01-31T23:59",
    "2027-02-28T23:59",
    "2027-03-31T23:59",
    "2027-04-30T23:59",
  ]);
  expect(timesOf("monthly", "2026-01-15T08:00:00.000Z", 1, "2026-05-15T07:59:59.000Z")).toEqual(["2026-05-15T08:00"]);
  expect(timesOf("monthly", "2026-01-15T08:00:00.000Z", 1, "2026-05-15T08:00:00.000Z")).toEqual(["2026-06-15T08:00"]);
  expect(timesOf("daily", "2026-01-15T08:00:00.000Z", 1, "2026-01-20T09:00:00.000Z")).toEqual(["2026-01-21T08:00"]);
});

test("the lines of a file are read as they stand, whatever separates its cells", async () => {
  const lines = [
    ["Name, in full", "Account", "Bank"],
    ["Ade, Bisi", "0123", "Zenith"],
  ];
  for (const csv of [lines.map((cells) => cells.join("\t")), lines.map((cells) => cells.join(";")), lines.map(csvLine)])
    expect(await readLines({ csv: csv.join("\n") })).toEqual(lines);
  await expect(readLines({ csv: "x\n".repeat(MAX_LINES_SHOWN + 1) })).rejects.toThrow(/lines/);
  await expect(readLines({})).rejects.toThrow(/required/);
});
