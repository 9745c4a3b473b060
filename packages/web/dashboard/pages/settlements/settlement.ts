import type { Row } from "@corridor/shared/operations.ts";

export type SettlementAccount = Row<"/settlements/accounts">;
export type SettlementException = Row<"/settlements/exceptions">;
export type SettlementImport = Row<"/settlements/imports">;

export const ACCOUNTS = ["settlement-accounts"] as const;
export const EXCEPTIONS = ["settlement-exceptions"] as const;
export const IMPORTS = ["settlement-imports"] as const;

/** Why a line or a payment is unmatched, in a few words. */
export const EXCEPTION_WORDS: Record<SettlementException["kind"], string> = {
  unknown: "Not in our books",
  amount_differs: "Another amount",
  currency_differs: "Another currency",
  duplicate: "Settled twice",
  ambiguous: "Fits more than one",
  changed: "Line was changed",
  missing: "Not in a statement",
};
