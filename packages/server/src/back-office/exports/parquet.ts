import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import { Decimal, powerOfTen } from "@corridor/base/decimal.ts";
import type { Column, Row } from "./export.ts";

/**
 * A Parquet file in parts, each a row group that begins where the previous parts end. Its footer entry is stored beside
 * it as text, so that the process that writes the last part can write the footer.
 */
const MAGIC_BYTES = 4;
/** Exact decimals of 38 digits: 18 after the point, as many as any currency or asset has, and 20 before it. */
const DECIMAL_DIGITS = 38;
const DECIMAL_SCALE = 18;
const DECIMAL_BYTES = 16;

type Schema = ConstructorParameters<typeof ParquetWriter>[0]["schema"];
type RowGroups = ParquetWriter["row_groups"];

function schemaOf(columns: readonly Column[]): Schema {
  return [{ name: "root", num_children: columns.length }, ...columns.map(elementOf)];
}

function elementOf([name, type]: Column): Schema[number] {
  const optional = { name, repetition_type: "OPTIONAL" } as const;
  switch (type) {
    case "number":
      return {
        ...optional,
        type: "FIXED_LEN_BYTE_ARRAY",
        type_length: DECIMAL_BYTES,
        converted_type: "DECIMAL",
        precision: DECIMAL_DIGITS,
        scale: DECIMAL_SCALE,
        logical_type: { type: "DECIMAL", precision: DECIMAL_DIGITS, scale: DECIMAL_SCALE },
      };
    case "integer":
      return { ...optional, type: "INT64" };
    case "time":
      return { ...optional, type: "INT64", converted_type: "TIMESTAMP_MILLIS" };
    case "json":
    case "text":
      return { ...optional, type: "BYTE_ARRAY", converted_type: "UTF8" };
  }
}

function valueOf(value: Row[string], type: Column[1]): unknown {
  if (value === null) return null;
  if (type === "integer") return BigInt(value as string);
  if (type === "time") return value;
  if (type !== "number") return String(value);
  const { digits, scale } = Decimal.parse(String(value));
  if (scale > DECIMAL_SCALE)
    throw new Error(`an amount has ${scale} decimals, and a Parquet file holds ${DECIMAL_SCALE}`);
  return digits * powerOfTen(DECIMAL_SCALE - scale);
}

/** The bytes of one part and its footer entry; null for a part without rows. */
export function rowGroupOf(
  columns: readonly Column[],
  rows: readonly Row[],
  startsAt: number,
): { bytes: Buffer; rowGroup: string | null } {
  const bytes = new ByteWriter();
  const writer = new ParquetWriter({ writer: bytes, schema: schemaOf(columns), statistics: false });
  const isFirst = startsAt === 0;
  if (!isFirst) bytes.offset = startsAt;
  const columnData = columns.map(([name, type]) => ({
    name,
    data: rows.map((row) => valueOf(row[name] ?? null, type)),
    offsetIndex: false,
  }));
  if (rows.length > 0) void writer.write({ columnData, rowGroupSize: rows.length });
  const [rowGroup] = writer.row_groups;
  return {
    bytes: Buffer.from(bytes.getBytes().subarray(isFirst ? 0 : MAGIC_BYTES)),
    rowGroup: rowGroup === undefined ? null : JSON.stringify(rowGroup, withBigInts),
  };
}

/** The end of the file, built from the footer entries of its parts. */
export function footerOf(columns: readonly Column[], rowGroups: readonly string[]): Buffer {
  const bytes = new ByteWriter();
  const writer = new ParquetWriter({ writer: bytes, schema: schemaOf(columns) });
  writer.row_groups = rowGroups.map((text) => JSON.parse(text, readBigInts) as RowGroups[number]);
  writer.num_rows = writer.row_groups.reduce((sum, { num_rows }) => sum + num_rows, 0n);
  void writer.finish();
  return Buffer.from(bytes.getBytes().subarray(MAGIC_BYTES));
}

function withBigInts(_name: string, value: unknown): unknown {
  return typeof value === "bigint" ? `${value}n` : value;
}

function readBigInts(_name: string, value: unknown): unknown {
  return typeof value === "string" && /^-?\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value;
}
