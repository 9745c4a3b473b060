import { csvLine } from "#src/kernel/csv.ts";
import type { Queryable } from "#src/kernel/db/client.ts";
import { errorsOf, showRow } from "./batch-record.ts";
import { type Batch, ROW_FIELDS } from "./payout-batch.ts";
import { readRowsOf, type ShownRow } from "./row-queries.ts";

/** Files of a batch, read in pages while they are sent, so that their length costs no memory. */
const PAGE_ROWS = 2_000;

type Line = ReturnType<typeof showRow> &
  Pick<ShownRow, "payment_status" | "provider_payment_id" | "payment_updated_at">;

const STATEMENT: Readonly<Record<string, (row: Line) => string | null>> = {
  row: ({ row }) => String(row),
  status: ({ status }) => status,
  beneficiary_id: ({ beneficiary_id }) => beneficiary_id,
  recipient: ({ recipient }) => recipient,
  reference: ({ reference }) => reference,
  amount: ({ amount, written }) => amount?.toDatabase() ?? written,
  currency: ({ currency }) => currency,
  target_amount: ({ target_amount }) => target_amount?.toDatabase() ?? null,
  target_currency: ({ target_currency }) => target_currency,
  fee: ({ fee }) => fee?.toDatabase() ?? null,
  payment_id: ({ payment_id }) => payment_id,
  payment_status: ({ payment_status }) => payment_status,
  provider: ({ provider }) => provider,
  provider_payment_id: ({ provider_payment_id }) => provider_payment_id,
  updated_at: ({ payment_updated_at }) => payment_updated_at?.toISOString() ?? null,
  error: ({ errors }) => errorText(errors),
};

export async function* writeStatement(db: Queryable, batch: Batch): AsyncGenerator<string> {
  yield csvLine(Object.keys(STATEMENT));
  for await (const row of rowsOf(db, batch, false)) {
    const line = { ...row, ...showRow(row) };
    yield csvLine(Object.values(STATEMENT).map((cell) => cell(line) ?? ""));
  }
  for (const { rows, fees: fee, ...sums } of batch.totals) {
    const total: Readonly<Record<string, string>> = { row: `${rows} previewed`, status: "total", ...sums, fee };
    yield csvLine(Object.keys(STATEMENT).map((column) => total[column] ?? ""));
  }
}

/** The invalid and failed rows as uploaded, to be corrected and uploaded again without the two last columns. */
export async function* writeErrors(db: Queryable, batch: Batch): AsyncGenerator<string> {
  yield csvLine([...ROW_FIELDS, "row", "error"]);
  for await (const row of rowsOf(db, batch, true))
    yield csvLine([...ROW_FIELDS.map((field) => row.input[field] ?? ""), String(row.row), errorText(errorsOf(row))]);
}

function errorText(errors: Line["errors"]): string {
  return errors.map(({ field, message }) => (field === null ? message : `${field}: ${message}`)).join("; ");
}

async function* rowsOf(db: Queryable, batch: Batch, wrong: boolean): AsyncGenerator<ShownRow> {
  for (let after = 0; ;) {
    const page = await readRowsOf(db, batch, { after, limit: PAGE_ROWS, status: null, wrong });
    yield* page;
    if (page.length < PAGE_ROWS) return;
    after = page.at(-1)!.row;
  }
}
