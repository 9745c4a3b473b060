import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { expect, test } from "vitest";
import type { Column, Row } from "./export.ts";
import { footerOf, rowGroupOf } from "./parquet.ts";

const COLUMNS: readonly Column[] = [
  ["id", "text"],
  ["position", "integer"],
  ["at", "time"],
  ["amount", "number"],
  ["changes", "json"],
];

/** A file as the job writes it: one part at a time, each knowing only the length of the file so far. */
function fileOf(parts: readonly (readonly Row[])[]): ArrayBuffer {
  const groups: string[] = [];
  let file = Buffer.alloc(0);
  for (const rows of parts) {
    const { bytes, rowGroup } = rowGroupOf(COLUMNS, rows, file.length);
    file = Buffer.concat([file, bytes]);
    if (rowGroup !== null) groups.push(rowGroup);
  }
  return new Uint8Array(Buffer.concat([file, footerOf(COLUMNS, groups)])).buffer;
}

const rowOf = (n: number, amount: string): Row => ({
  id: `r${n}`,
  position: String(n),
  at: new Date(n),
  amount,
  changes: `{"n":${n}}`,
});

test("a file made in parts is read back row by row", async () => {
  const rows = Array.from({ length: 25 }, (_, n) => rowOf(n, `${n}.5`));
  const read = await parquetReadObjects({ file: fileOf([rows.slice(0, 10), rows.slice(10, 20), rows.slice(20)]) });
  // The reader converts the decimal to a number in its own way.
  const exact = read.map((row) => ({ ...row, amount: Number(Number(row["amount"]).toFixed(6)) }));
  expect(exact).toEqual(rows.map((row, n) => ({ ...row, position: BigInt(n), amount: n + 0.5 })));
});

test("absent values are absent, and a file without rows is a file", async () => {
  const nothing = { id: null, position: null, at: null, amount: null, changes: null };
  const absent = await parquetReadObjects({ file: fileOf([[nothing, rowOf(1, "1")]]) });
  expect(absent[0]).toEqual(nothing);
  expect(await parquetReadObjects({ file: fileOf([[]]) })).toEqual([]);
});

test("an amount is exact to its last digit, however many it has", async () => {
  const amounts = ["0.000000000000000001", "-12345678901234567890.123456789012345678", "0.10", "99999999999999999999"];
  const file = fileOf([amounts.map((amount, n) => rowOf(n, amount))]);
  const metadata = parquetMetadata(file);
  const element = metadata.schema.find(({ name }) => name === "amount")!;
  expect([element.precision, element.scale]).toEqual([38, 18]);
  // As bytes, because the reader would convert them to floats.
  delete element.converted_type;
  delete element.logical_type;
  const read = await parquetReadObjects({ file, metadata, utf8: false });
  const units = read.map(({ amount }) =>
    BigInt.asIntN(128, BigInt(`0x${Buffer.from(amount as Uint8Array).toString("hex")}`)),
  );
  expect(units).toEqual([1n, -12345678901234567890123456789012345678n, 10n ** 17n, 99999999999999999999n * 10n ** 18n]);
});
