import { byMeaning } from "@corridor/provider-kit/wire.ts";
import Type, { type Static } from "typebox";
import { CurrencyCode, Named, OneOf, Shape } from "#src/kernel/http/schemas.ts";
import type { ProviderName } from "@corridor/provider-kit/provider.ts";
import { LINE_KINDS } from "./settlement.ts";

/** How rows become lines. Columns are named as in the file's first row; several columns for one field are added up. */
const MAX_COLUMN = 100;
const MAX_COLUMNS = 8;
const MAX_KINDS = 100;
const Column = Type.String({ minLength: 1, maxLength: MAX_COLUMN });
const Columns = Type.Array(Column, { maxItems: MAX_COLUMNS });

export const MappingSchema = Named(["SettlementMapping", "How the rows of a source's statements are read"], {
  format: [OneOf(["csv", "camt053"] as const), "The format of the source's files"],
  columns: [
    Type.Partial(
      Shape({
        line_key: [Columns, "The columns that together identify a line"],
        value_date: [Column, "The column with the day on which the money moved"],
        currency: [Column, "The column with the currency; without it, the mapping's currency is used"],
        kind: [Column, "The column with the kind of each row, in the source's own words"],
        gross: [Columns, "The columns with the amount before the provider's fee"],
        credit: [Columns, "The columns with what came in"],
        debit: [Columns, "The columns with what went out"],
        fee: [Columns, "The columns with the provider's fee"],
        net: [Columns, "The columns with the amount after the provider's fee"],
        provider_reference: [Column, "The column with the provider's reference"],
        our_reference: [Column, "The column with our attempt id"],
        original_credit: [Columns, "The columns with what came in, before it was converted"],
        original_debit: [Columns, "The columns with what went out, before it was converted"],
        original_currency: [Column, "The column with the currency before the conversion"],
      }),
    ),
    "The columns by the names in the first row; several for one field are added up",
  ],
  // The schema of a key bounds nothing here: a record keeps only its pattern.
  kinds: [
    Type.Record(Type.String(), OneOf([...LINE_KINDS, "ignore"] as const), {
      maxProperties: MAX_KINDS,
      propertyNames: { maxLength: MAX_COLUMN },
    }),
    "Maps the values of the column `kind` to kinds of lines",
  ],
  other_kind: [Type.Optional(OneOf(LINE_KINDS)), "The kind of lines without a column `kind`, or not in `kinds`"],
  currency: Type.Optional(CurrencyCode),
  minor_units: [Type.Optional(Type.Boolean()), "Whether amounts are in minor units, such as cents"],
  decimal_comma: [Type.Optional(Type.Boolean()), "Whether amounts are written with a decimal comma, like 1.234,50"],
  dates: [Type.Optional(OneOf(["iso", "dmy", "mdy"] as const)), "The order of day, month and year in dates"],
  outgoing_positive: [Type.Optional(Type.Boolean()), "Whether outgoing amounts are written without a minus sign"],
  /** Removed from the provider's references. */
  reference_prefix: Type.Optional(
    Type.String({ minLength: 1, maxLength: 20, description: "Cut off the beginning of each reference" }),
  ),
  /** A line is a fee if the provider's reference begins with this text. */
  fee_prefix: Type.Optional(
    Type.String({ minLength: 1, maxLength: 20, description: "A line whose reference begins with this text is a fee" }),
  ),
  settles_to: [Type.Optional(Type.String({ maxLength: 50 })), "The bank account that the provider pays out to"],
  max_fee_bps: [
    Type.Optional(Type.Integer({ minimum: 0, maximum: 2_000 })),
    "How much a line may be below its payment and still count as a fee, in hundredths of a percent",
  ],
});
export type Mapping = Static<typeof MappingSchema>;

export const DEFAULT_BANK = "bank:main";
/** How far below its payment a line may be before the difference is an exception and no longer a fee. */
export const DEFAULT_MAX_FEE_BPS = 500;

export type Source = { readonly [field in "source" | "name" | "account"]: string } & { readonly mapping: Mapping };

/** A CAMT.053 bank statement has no columns of its own, so read-camt.ts writes each entry as a row with these. */
export const CAMT_HEADER = ["key", "date", "currency", "code", "credit", "debit", "reference", "end_to_end"] as const;
export const CAMT_COLUMNS: Mapping["columns"] = {
  line_key: ["key"],
  value_date: "date",
  currency: "currency",
  kind: "code",
  credit: ["credit"],
  debit: ["debit"],
  provider_reference: "reference",
  our_reference: "end_to_end",
};

function csvOf(provider: ProviderName, name: string, mapping: Omit<Mapping, "format">): Source {
  return { source: provider, name, account: provider, mapping: { format: "csv", ...mapping } };
}

/** Mappings that come with the product. An operator's mapping of the same name replaces one. */
export const READY_SOURCES: readonly Source[] = [
  csvOf("paystack", "Paystack settlement transactions", {
    columns: {
      line_key: ["id"],
      value_date: "paid_at",
      currency: "currency",
      gross: ["amount"],
      fee: ["fees"],
      provider_reference: "id",
      our_reference: "reference",
    },
    kinds: {},
    other_kind: "charge",
    minor_units: true,
  }),
  csvOf("stripe", "Stripe balance transactions", {
    columns: {
      line_key: ["balance_transaction_id"],
      value_date: "created",
      currency: "currency",
      kind: "reporting_category",
      gross: ["gross"],
      fee: ["fee"],
      net: ["net"],
      provider_reference: "source_id",
      our_reference: "payment_metadata[corridor_reference]",
    },
    kinds: byMeaning({
      charge: "charge",
      refund: "refund",
      chargeback: "dispute",
      reversal: "dispute_reversal charge_failure refund_failure",
      transfer: "payout payout_reversal topup",
      fee: "fee network_cost tax",
    }),
    other_kind: "adjustment",
  }),
  csvOf("adyen", "Adyen settlement details", {
    columns: {
      line_key: [
        "Psp Reference",
        "Modification Reference",
        "Type",
        "Batch Number",
        "Net Debit (NC)",
        "Net Credit (NC)",
      ],
      value_date: "Creation Date",
      currency: "Net Currency",
      kind: "Type",
      credit: ["Net Credit (NC)"],
      debit: ["Net Debit (NC)"],
      fee: ["Commission (NC)", "Markup (NC)", "Scheme Fees (NC)", "Interchange (NC)"],
      provider_reference: "Psp Reference",
      our_reference: "Merchant Reference",
      original_credit: ["Gross Credit (GC)"],
      original_debit: ["Gross Debit (GC)"],
      original_currency: "Gross Currency",
    },
    kinds: byMeaning({
      charge: "Settled",
      refund: "Refunded",
      reversal: "RefundedReversed ChargebackReversed",
      chargeback: "Chargeback SecondChargeback",
      fee: "Fee InvoiceDeduction",
      transfer: "MerchantPayout",
    }),
    other_kind: "adjustment",
  }),
  csvOf("flutterwave", "Flutterwave settlement transactions", {
    columns: {
      line_key: ["id"],
      value_date: "created_at",
      currency: "currency",
      gross: ["charged_amount"],
      fee: ["app_fee"],
      net: ["settlement_amount"],
      provider_reference: "id",
      our_reference: "tx_ref",
    },
    kinds: {},
    other_kind: "charge",
  }),
  csvOf("pawapay", "pawaPay statement", {
    columns: {
      line_key: ["transactionId", "transactionType"],
      value_date: "datetime",
      currency: "currency",
      kind: "transactionType",
      gross: ["amount"],
      fee: ["fee"],
      provider_reference: "transactionId",
      our_reference: "transactionId",
    },
    kinds: {
      DEPOSIT: "charge",
      PAYOUT: "payout",
      REFUND: "refund",
      SETTLEMENT: "transfer",
      TOPUP: "transfer",
      FEE: "fee",
    },
    other_kind: "adjustment",
    outgoing_positive: true,
  }),
  csvOf("mpesa", "M-PESA organization statement", {
    columns: {
      line_key: ["Receipt No.", "Reason Type", "Details"],
      value_date: "Completion Time",
      kind: "Reason Type",
      credit: ["Paid In"],
      debit: ["Withdrawn"],
      provider_reference: "Receipt No.",
      our_reference: "A/C No.",
    },
    kinds: {
      "Pay Bill Online": "charge",
      "Customer Merchant Payment": "charge",
      "Business Payment to Customer via API": "payout",
      "Business Payment to Customer": "payout",
      "Pay Bill Charge": "fee",
      "Business Payment Charge": "fee",
      "B2C Charge": "fee",
      "Transaction Reversal": "reversal",
      "Business to Bank Transfer": "transfer",
      "Organization Settlement of Funds": "transfer",
    },
    other_kind: "adjustment",
    currency: "KES",
  }),
  csvOf("wise", "Wise statement", {
    columns: {
      // A transfer that comes back has the id of the transfer, and a conversion has one id in both currencies.
      line_key: ["TransferWise ID", "Currency", "Transaction Type"],
      value_date: "Date",
      currency: "Currency",
      kind: "Transaction Details Type",
      gross: ["Amount"],
      provider_reference: "TransferWise ID",
      original_debit: ["Exchange To Amount"],
      original_currency: "Exchange To",
    },
    kinds: { TRANSFER: "payout", CONVERSION: "fx", DEPOSIT: "transfer", MONEY_ADDED: "transfer" },
    other_kind: "adjustment",
    reference_prefix: "TRANSFER-",
    fee_prefix: "FEE-",
    dates: "dmy",
  }),
  {
    source: "camt053",
    name: "Bank statement (CAMT.053)",
    account: DEFAULT_BANK,
    mapping: { format: "camt053", columns: {}, kinds: { CHRG: "fee", INTR: "fee" }, other_kind: "transfer" },
  },
];
