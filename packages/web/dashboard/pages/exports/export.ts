import type { Row } from "@corridor/shared/operations.ts";

export type Export = Row<"/exports">;

export const EXPORTS = ["exports"] as const;

export const KIND_NAMES: Readonly<Record<Export["kind"], string>> = {
  transactions: "Transactions",
  ledger: "Ledger",
  fees: "Fees",
  audit: "Audit log",
};
export const FORMAT_NAMES: Readonly<Record<Export["format"], string>> = {
  csv: "CSV",
  jsonl: "JSON lines",
  parquet: "Parquet",
};

export const isUnfinished = ({ status }: Export): boolean => status === "pending" || status === "running";
