import { describe, expect, test } from "vitest";
import { csvLine, readCsvPart, separatorOf } from "#src/kernel/csv.ts";
import { mapperOf, repeatedKeys } from "./map-row.ts";
import { CAMT_COLUMNS, CAMT_HEADER, type Mapping, READY_SOURCES } from "./mapping.ts";
import { readCamt } from "./read-camt.ts";

function mapped(source: string, file: string) {
  const { account, mapping } = READY_SOURCES.find((one) => one.source === source)!;
  const { lines } = readCsvPart(file, separatorOf(file), { lines: 100, columns: 100, isLast: true });
  const map = mapperOf(mapping, account, lines[0]!);
  return lines.slice(1).map((cells, index) => map(cells, index + 1));
}

describe("a ready mapping", () => {
  test("reads Stripe's categories, signs and fees", () => {
    const lines = mapped(
      "stripe",
      "balance_transaction_id,created,currency,gross,fee,net,reporting_category,source_id\ntxn_1,2026-01-05 " +
        "10:00:00,usd,100.00,3.20,96.80,charge,ch_1\ntxn_2,2026-01-06,usd,-96.80,0,-96.80,payout,po_1",
    );
    expect(lines).toMatchObject([
      {
        kind: "charge",
        currency: "USD",
        gross: "100.00",
        fee: "3.20",
        net: "96.80",
        providerReference: "ch_1",
        valueDate: "2026-01-05",
      },
      { kind: "transfer", gross: "-96.80", fee: "0.00", net: "-96.80" },
    ]);
    expect(new Set(lines.map((line) => line!.lineKey)).size).toBe(2);
  });

  test("reads Adyen's debits and credits, adds up its fees, and keeps the amount before its conversion", () => {
    const header =
      "Psp Reference,Merchant Reference,Creation Date,Type,Modification Reference,Gross Currency,Gross Debit " +
      "(GC),Gross Credit (GC),Net Currency,Net Debit (NC),Net Credit (NC),Commission (NC),Markup (NC),Scheme Fees " +
      "(NC),Interchange (NC),Batch Number";
    expect(
      mapped("adyen", `${header}\nP1,M1,2026-01-05 10:00:00,Settled,X,NGN,,50000.00,EUR,,29.00,0.50,0.25,0.15,0.10,7`),
    ).toMatchObject([
      {
        kind: "charge",
        currency: "EUR",
        gross: "30.00",
        fee: "1.00",
        net: "29.00",
        originalAmount: "50000.00",
        originalCurrency: "NGN",
        ourReference: "M1",
      },
    ]);
  });

  test("reads minor units of Paystack, M-PESA's two columns, and payouts that pawaPay writes without a minus", () => {
    expect(
      mapped("paystack", "id,reference,amount,fees,currency,paid_at\n9,ref,150000,2250,NGN,2026-01-05T10:00:00.000Z"),
    ).toMatchObject([{ gross: "1500.00", fee: "22.50", net: "1477.50", ourReference: "ref" }]);
    expect(
      mapped(
        "mpesa",
        "Receipt No.,Completion Time,Details,Paid In,Withdrawn,Reason Type,A/C No.\nQX1,2026-01-05 " +
          '10:00:00,d,"1,500.00",,Pay Bill Online,ref\nQX2,2026-01-05 10:00:00,d,,33.00,Pay Bill Charge,',
      ),
    ).toMatchObject([
      { kind: "charge", currency: "KES", gross: "1500.00" },
      { kind: "fee", gross: "-33.00" },
    ]);
    const payout =
      "transactionId,datetime,currency,transactionType,amount,fee\n0193-1,2026-01-05,ZMW,PAYOUT,10.00,0.10";
    expect(mapped("pawapay", payout)).toMatchObject([{ kind: "payout", gross: "-10.00", fee: "0.10", net: "-10.10" }]);
  });
});

test("Wise's transfers are named by the number that the payout has, and one that comes back, its fee and both sides of a conversion are lines of their own", () => {
  const header =
    "TransferWise ID,Date,Amount,Currency,Exchange To,Exchange To Amount,Transaction Type,Transaction Details Type";
  const lines = mapped(
    "wise",
    [
      header,
      "TRANSFER-71,31-01-2026,-12.5,GBP,EUR,14.50,DEBIT,TRANSFER",
      "FEE-TRANSFER-71,31-01-2026,-0.4,GBP,,,DEBIT,TRANSFER",
      "TRANSFER-71,02-02-2026,12.5,GBP,,,CREDIT,TRANSFER",
      "CONVERSION-9,31-01-2026,-50,EUR,USD,53.60,DEBIT,CONVERSION",
      "CONVERSION-9,31-01-2026,53.6,USD,USD,53.60,CREDIT,CONVERSION",
      "TRANSFER-80,31-01-2026,1000,GBP,,,CREDIT,DEPOSIT",
    ].join("\n"),
  );
  expect(lines).toMatchObject([
    {
      kind: "payout",
      valueDate: "2026-01-31",
      gross: "-12.50",
      providerReference: "71",
      originalAmount: "-14.50",
      originalCurrency: "EUR",
    },
    { kind: "fee", gross: "-0.40" },
    { kind: "reversal", gross: "12.50", providerReference: "71" },
    { kind: "fx", gross: "-50.00", currency: "EUR" },
    { kind: "fx", gross: "53.60", currency: "USD" },
    { kind: "transfer", gross: "1000.00", providerReference: "80" },
  ]);
  expect(new Set(lines.map((line) => line!.lineKey)).size).toBe(lines.length);
});

const MAPPING: Mapping = {
  format: "csv",
  columns: { line_key: ["id"], value_date: "date", currency: "currency", gross: ["gross"], fee: ["fee"], net: ["net"] },
  kinds: {},
  other_kind: "charge",
};
const HEADER = ["id", "date", "currency", "gross", "fee", "net"];

test.each([
  [["1", "2026-04-31", "NGN", "1", "0", "1"], "not a date"],
  [["1", "2026-04-30", "XXX", "1", "0", "1"], "unknown currency"],
  [["1", "2026-04-30", "NGN", "1.001", "0", "1.001"], "not an amount"],
  [["1", "2026-04-30", "NGN", "ten", "0", "10"], "not an amount"],
  [["1", "2026-04-30", "NGN", "10", "1", "8"], "is not net"],
  [["1", "2026-04-30", "NGN", "0", "0", "0"], "moves no money"],
  [["", "2026-04-30", "NGN", "1", "0", "1"], "line_key"],
  [["1", "0000-01-01", "NGN", "1", "0", "1"], "not a date"],
  [["1", "2026-04-30", "NGN", "12,50", "0", "12,50"], "not an amount"],
  [["1", "2026-04-30", "NGN", "1.5E-3", "0", "1.5E-3"], "not an amount"],
  [["1", "2026-04-30", "NGN", "10-5", "0", "10-5"], "not an amount"],
  [["1", "2026-04-30", "NGN", "9".repeat(50), "0", "9".repeat(50)], "not an amount"],
])("a row that does not say what it must is refused and not guessed at: %j", (cells, message) => {
  expect(() => mapperOf(MAPPING, "paystack", HEADER)(cells, 1)).toThrow(message);
});

test.each([
  ["1,234.50", "1234.500"],
  ["1,23,456", "123456.000"],
  ["(12.00)", "-12.000"],
  ["12-", "-12.000"],
  ["+5", "5.000"],
  ["1 234", "1234.000"],
  ["1.234", "1.234"],
])("an amount is read as it is written: %s", (text, gross) => {
  expect(mapperOf(MAPPING, "paystack", HEADER)(["1", "2026-04-30", "KWD", text, "0", text], 1)).toMatchObject({
    gross,
  });
});

test("where a comma is the decimal sign, a point parts the thousands and nothing else", () => {
  const read = (text: string) =>
    mapperOf({ ...MAPPING, decimal_comma: true }, "paystack", HEADER)(["1", "2026-04-30", "KWD", text, "0", text], 1)
      ?.gross;
  expect(read("1.234")).toBe("1234.000");
  expect(read("1.234,5")).toBe("1234.500");
  expect(() => read("12.50")).toThrow("not an amount");
});

test("rows without a key are known by what they say, and two that say the same are two", () => {
  const entry = '<Ntry><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><ValDt><Dt>2026-01-05</Dt></ValDt></Ntry>';
  const { line_key: _, ...columns } = MAPPING.columns;
  const cells = ["1", "2026-04-30", "NGN", "1", "0", "1"];
  const keysOf = () => {
    const map = mapperOf({ ...MAPPING, columns }, "paystack", HEADER);
    return [
      ...readCamt(entry + entry, true, repeatedKeys({})).rows.map(([key]) => key),
      map(cells, 1)?.lineKey,
      map(cells, 2)?.lineKey,
    ];
  };
  expect(new Set(keysOf()).size).toBe(4);
  expect(keysOf()).toEqual(keysOf());
});

test("a file of another kind is not read at all", () => {
  expect(() => mapperOf(MAPPING, "paystack", ["a", "b"])).toThrow('no column "id"');
});

test("CSV in parts is the CSV in one, wherever it is cut", () => {
  const text = [csvLine(["a", 'b "c"', "d,e"]), csvLine(["1", "two\r\nlines", ""]), "last,line,x"].join("");
  const whole = readCsvPart(text, ",", { lines: 100, columns: 9, isLast: true }).lines;
  expect(whole).toHaveLength(3);
  for (let cut = 1; cut < text.length; cut++) {
    const first = readCsvPart(text.slice(0, cut), ",", { lines: 100, columns: 9, isLast: false });
    const second = readCsvPart(first.rest + text.slice(cut), ",", { lines: 100, columns: 9, isLast: true });
    expect([...first.lines, ...second.lines], String(cut)).toEqual(whole);
  }
});

test("CAMT.053 is read entry by entry, wherever the file is cut, and never with a document type", () => {
  const entry = (amount: string, side: string, id: string) =>
    "<Ntry><Amt " +
    `Ccy="EUR">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><ValDt><Dt>2026-01-05</Dt></ValDt><AcctSvcrRef>B${id}</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>E&amp;${id}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>`;
  const text =
    "<?xml " +
    `version="1.0"?><Document><Stmt>${entry("12.50", "CRDT", "1")}${entry("3.00", "DBIT", "2")}</Stmt></Document>`;
  const map = mapperOf(
    { format: "camt053", columns: CAMT_COLUMNS, kinds: {}, other_kind: "transfer" },
    "bank:main",
    CAMT_HEADER,
  );
  const whole = readCamt(text, true, repeatedKeys({})).rows;
  expect(whole.map((cells, index) => map(cells, index))).toMatchObject([
    { gross: "12.50", currency: "EUR", providerReference: "E&1", valueDate: "2026-01-05" },
    { gross: "-3.00", ourReference: "E&2" },
  ]);
  for (let cut = 1; cut < text.length; cut++) {
    const first = readCamt(text.slice(0, cut), false, repeatedKeys({}));
    expect(
      [...first.rows, ...readCamt(first.rest + text.slice(cut), true, repeatedKeys({})).rows],
      String(cut),
    ).toEqual(whole);
  }
  const pending = entry("9.00", "CRDT", "3").replace("<ValDt>", "<Sts><Cd>PDNG</Cd></Sts><ValDt>");
  expect(
    readCamt(
      `${pending}${pending.replace("<Cd>PDNG</Cd>", "INFO")}${pending.replace("PDNG", "BOOK")}`,
      true,
      repeatedKeys({}),
    ).rows,
  ).toHaveLength(1);
  expect(() => readCamt('<!DOCTYPE x [<!ENTITY a "b">]><Ntry>', true, repeatedKeys({}))).toThrow("document type");
});
