import { expect, test } from "vitest";
import { READY_SOURCES } from "./mapping.ts";
import { previewStatement } from "./preview-statement.ts";

const SAMPLE = "When;What;Amount;Ref\n2026-01-05;Sale;12,50;A1\nnever;Sale;1,00;A2\n2026-01-06;Note;0,00;";

test("a sample shows its columns before anything is chosen, and why nothing can be read yet", () => {
  const preview = previewStatement({ format: "csv", columns: {}, kinds: {} }, "bank:main", SAMPLE);
  expect(preview).toEqual({
    columns: ["When", "What", "Amount", "Ref"],
    words: [],
    failure: "the mapping names no column for value_date",
    rows: [],
  });
});

test("the first rows are shown as they will be read, with what is wrong with a row beside it", () => {
  const preview = previewStatement(
    {
      format: "csv",
      columns: { value_date: "when", kind: "What", gross: ["Amount"], provider_reference: "Ref" },
      kinds: { sale: "charge", note: "ignore" },
      currency: "EUR",
      decimal_comma: true,
    },
    "bank:main",
    SAMPLE,
  );
  expect(preview.words).toEqual(["Sale", "Note"]);
  expect(preview.rows).toMatchObject([
    {
      row: 1,
      problem: null,
      line: { valueDate: "2026-01-05", kind: "charge", gross: "12.50", providerReference: "A1" },
    },
    { row: 2, problem: '"never" is not a date in the order iso', line: null },
    { row: 3, problem: null, line: null },
  ]);
});

test("a bank statement needs no columns", () => {
  const entry =
    "<Ntry><Amt " +
    `Ccy="EUR">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><ValDt><Dt>2026-01-05</Dt></ValDt><AcctSvcrRef>R1</AcctSvcrRef></Ntry>`;
  const { mapping } = READY_SOURCES.find(({ source }) => source === "camt053")!;
  expect(previewStatement(mapping, "bank:main", `<Document>${entry}${entry.slice(0, 40)}`).rows).toMatchObject([
    { row: 1, line: { gross: "5.00", kind: "transfer" } },
  ]);
});

test("files of Stripe name our reference by the key that its adapter sends", () => {
  const { mapping } = READY_SOURCES.find(({ source }) => source === "stripe")!;
  const header =
    "balance_transaction_id,created,currency,reporting_category,gross,fee,net,source_id,payment_metadata[corridor_reference]";
  const { rows } = previewStatement(
    mapping,
    "stripe",
    `${header}\ntxn_1,2026-01-05 10:00:00,usd,charge,10.00,0.59,9.41,ch_1,ours`,
  );
  expect(rows).toMatchObject([{ line: { providerReference: "ch_1", ourReference: "ours" } }]);
});
