import type { Row as StoredRow } from "#src/kernel/db/statement.ts";
import { csvLine } from "#src/kernel/csv.ts";

/**
 *   pending --first part--> running --last part--> completed --kept for a week--> expired
 *   pending, running --fails again and again--> failed
 */
export const EXPORT_KINDS = ["transactions", "ledger", "fees", "audit"] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];
export const EXPORT_FORMATS = ["csv", "jsonl", "parquet"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
export const EXPORT_STATUSES = ["pending", "running", "completed", "failed", "expired"] as const;

type ExportFilter = "date_from" | "date_to" | "currency" | "status" | "action" | "resource_id";
export type ExportFilters = { readonly [filter in ExportFilter]?: string };

/** `until`: later rows are not included, however long the export takes. */
export type Export = StoredRow<"exports.FIND_EXPORT">;

/** `number` and `integer`: exact decimal text, never through a float. `json`: text that is already JSON. */
type CellType = "text" | "number" | "integer" | "time" | "json";
export type Column = readonly [name: string, type: CellType];
export type Row = Readonly<Record<string, string | number | Date | null>>;

/** The formats that are written as lines of text. */
export type LineFormat = Exclude<ExportFormat, "parquet">;

export function headerOf(columns: readonly Column[], format: LineFormat): string {
  return format === "csv" ? csvLine(columns.map(([name]) => name)) : "";
}

export function lineOf(row: Row, columns: readonly Column[], format: LineFormat): string {
  return format === "csv"
    ? csvLine(columns.map(([name]) => plainOf(row[name] ?? null)))
    : `{${columns.map((column) => memberOf(row, column)).join(",")}}\n`;
}

function plainOf(value: Row[string]): string {
  if (value === null) return "";
  return value instanceof Date ? value.toISOString() : String(value);
}

function memberOf(row: Row, [name, type]: Column): string {
  const value = row[name] ?? null;
  const text =
    value === null
      ? "null"
      : type === "number" || type === "integer" || type === "json"
        ? String(value)
        : JSON.stringify(plainOf(value));
  return `${JSON.stringify(name)}:${text}`;
}
