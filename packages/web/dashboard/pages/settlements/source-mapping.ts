import type { Body, Row } from "@corridor/shared/operations.ts";

export type SettlementSource = Row<"/settlements/sources">;
export type Mapping = Body<"put", "/settlements/sources/{source}">["mapping"];
type ColumnName = keyof Mapping["columns"];

export const SOURCES = ["settlement-sources"] as const;
export const NEW_MAPPING: Mapping = { format: "csv", columns: {}, kinds: {}, other_kind: "charge" };

export const KIND_WORDS: Record<NonNullable<Mapping["other_kind"]> | "ignore", string> = {
  charge: "Payin",
  payout: "Payout",
  refund: "Refund",
  fee: "Fee",
  chargeback: "Dispute",
  reversal: "Taken back",
  fx: "Conversion",
  adjustment: "Anything else",
  transfer: "Transfer to or from the bank",
  ignore: "Leave it out",
};

/**
 * The fields of a line, in the order in which people look for them in a file. `several`: several columns are added up,
 * or together form the key.
 */
export const FIELDS: readonly { name: ColumnName; label: string; several?: true; hint?: string }[] = [
  { name: "value_date", label: "Date" },
  { name: "currency", label: "Currency", hint: "Or choose one for the whole file below" },
  { name: "kind", label: "Kind of entry" },
  { name: "gross", label: "Amount before fees", several: true },
  { name: "fee", label: "Fees", several: true },
  { name: "net", label: "Amount after fees", several: true },
  { name: "credit", label: "Money in", several: true, hint: "If incoming and outgoing amounts have separate columns" },
  { name: "debit", label: "Money out", several: true },
  { name: "provider_reference", label: "Reference of the provider" },
  { name: "our_reference", label: "Our reference" },
  { name: "line_key", label: "What makes a row unique", several: true, hint: "Empty: the whole row" },
  { name: "original_credit", label: "Original amount in", several: true, hint: "Before a conversion" },
  { name: "original_debit", label: "Original amount out", several: true },
  { name: "original_currency", label: "Original currency" },
];

/** Without unselected fields: to the service a missing field means that the file does not have it. */
export function withColumn(
  { columns, ...mapping }: Mapping,
  name: ColumnName,
  value: string | string[] | null,
): Mapping {
  const { [name]: _, ...others } = columns;
  return { ...mapping, columns: value === null || value.length === 0 ? others : { ...others, [name]: value } };
}

export function withKind(mapping: Mapping, word: string, kind: string | null): Mapping {
  const { [word]: _, ...others } = mapping.kinds;
  return { ...mapping, kinds: kind === null ? others : { ...others, [word]: kind as Mapping["kinds"][string] } };
}

/** Every selectable column: those of the sample, and those that the mapping already names. */
export function columnsOf(mapping: Mapping, sample: readonly string[]): string[] {
  return [...new Set([...sample.filter((name) => name.trim() !== ""), ...Object.values(mapping.columns).flat()])];
}

/** The short name of a source, for URLs and lists, derived from the name that a person typed. */
export function shortName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 40);
}
