import { csvLine } from "#src/kernel/csv.ts";
import type { Queryable } from "#src/kernel/db/client.ts";
import { Money } from "@corridor/base/money.ts";
import { errorsOf } from "./batch-record.ts";
import { type Batch, ROW_FIELDS } from "./payout-batch.ts";
import { readRowsOf, type ShownRow } from "./row-queries.ts";

/** Files of a batch, read in pages while they are sent, so that their length costs no memory. */
const PAGE_ROWS = 2_000;

const STATEMENT = [
  "row",
  "status",
  "beneficiary_id",
  "recipient",
  "reference",
  "amount",
  "currency",
  "target_amount",
  "target_currency",
  "fee",
  "payment_id",
  "payment_status",
  "provider",
  "provider_payment_id",
  "updated_at",
  "error",
];

export async function* writeStatement(db: Queryable, batch: Batch): AsyncGenerator<string> {
  yield csvLine(STATEMENT);
  for await (const row of rowsOf(db, batch, false)) yield statementLine(row);
  for (const { currency, target_currency, rows, amount, fees, target_amount } of batch.totals)
    yield csvLine([
      `${rows} previewed`,
      "total",
      "",
      "",
      "",
      amount,
      currency,
      target_amount,
      target_currency,
      fees,
      "",
      "",
      "",
      "",
      "",
      "",
    ]);
}

function statementLine(row: ShownRow): string {
  const money = (text: string | null, currency: string | null): string =>
    text === null ? "" : Money.fromDatabase(text, currency!).toDatabase();
  return csvLine([
    String(row.row),
    row.status,
    row.input.beneficiary_id,
    row.recipient ?? "",
    row.input.reference ?? "",
    row.amount === null ? row.input.amount : money(row.amount, row.currency),
    row.currency ?? row.input.currency,
    money(row.target_amount, row.target_currency),
    row.target_currency ?? "",
    money(row.fee, row.currency),
    row.payment_id ?? "",
    row.payment_status ?? "",
    row.provider ?? "",
    row.provider_payment_id ?? "",
    row.payment_updated_at?.toISOString() ?? "",
    errorText(row),
  ]);
}

/**
 * The invalid and failed rows as they were uploaded, with their row number and error in two last columns. A person can
 * correct the rows and upload them again without these columns.
 */
export async function* writeErrors(db: Queryable, batch: Batch): AsyncGenerator<string> {
  yield csvLine([...ROW_FIELDS, "row", "error"]);
  for await (const row of rowsOf(db, batch, true))
    yield csvLine([...ROW_FIELDS.map((field) => row.input[field] ?? ""), String(row.row), errorText(row)]);
}

function errorText(row: ShownRow): string {
  return errorsOf(row)
    .map(({ field, message }) => (field === null ? message : `${field}: ${message}`))
    .join("; ");
}

async function* rowsOf(db: Queryable, batch: Batch, wrong: boolean): AsyncGenerator<ShownRow> {
  for (let after = 0; ;) {
    const page = await readRowsOf(db, batch, { after, limit: PAGE_ROWS, status: null, wrong });
    yield* page;
    if (page.length < PAGE_ROWS) return;
    after = page.at(-1)!.row;
  }
}
