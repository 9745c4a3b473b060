import { afterAll, beforeAll, expect, test } from "vitest";
import { atProvider, move, SETTLEMENT, transaction } from "#src/record/ledger/postings.ts";
import { postTransactions } from "#src/record/ledger/post-transactions.ts";
import { verifyLedger } from "#src/record/ledger/verify-ledger.ts";
import { SteppedClock } from "@corridor/base/clock.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { createOutbound } from "@corridor/provider-kit/outbound.ts";
import { ADYEN } from "@corridor/providers/adyen/adyen.ts";
import { PAYSTACK } from "@corridor/providers/paystack/paystack.ts";
import type { Provider } from "@corridor/provider-kit/provider.ts";
import { scriptedServer } from "@corridor/provider-kit/stage.fixtures.ts";
import { startTestApp, type TestAnswer, type TestApp } from "@corridor/test/harness/app.ts";
import { silentLog } from "@corridor/test/harness/database.ts";
import { mobileMoneyPayin } from "@corridor/test/harness/payments.ts";
import { fetchStatementsJob } from "./fetch-statements.ts";
import { settlementJob } from "./match-account.ts";
import { purgeSettlementFilesJob } from "./purge-files.ts";

const HEADER = "id,date,type,currency,gross,fee,reference,ours,original,original_currency";
const MAPPING = {
  format: "csv",
  columns: {
    line_key: ["id"],
    value_date: "date",
    currency: "currency",
    kind: "type",
    gross: ["gross"],
    fee: ["fee"],
    provider_reference: "reference",
    our_reference: "ours",
    original_credit: ["original"],
    original_currency: "original_currency",
  },
  kinds: {
    charge: "charge",
    payout: "payout",
    refund: "refund",
    fee: "fee",
    reversal: "reversal",
    transfer: "transfer",
    chargeback: "chargeback",
  },
};

let app: TestApp;
let orgId: string;
let day: string;
let files = 0;

beforeAll(async () => {
  app = await startTestApp({ settings: { PLATFORM_SECOND_PERSON: "true" } });
  orgId = app.demo.organizations[0]!.org_id;
  day = app.clock.now().toISOString().slice(0, 10);
});
/** Another platform admin approves what one asked for. */
async function approve(asked: TestAnswer) {
  expect(asked, asked.text).toMatchObject({ status: 409, body: { code: "APPROVAL_REQUIRED" } });
  const path = `/approvals/${/[0-9a-f-]{36}/.exec(asked.body.message)![0]}/approve`;
  expect((await app.request(app.callers.admin, "POST", path, {})).status).toBe(403);
  return (await app.request(app.callers.secondAdmin, "POST", path, {})).body.data.outcome;
}
const byTwo = async (path: string, body: object) => approve(await app.request(app.callers.admin, "POST", path, body));

afterAll(async () => {
  expect((await verifyLedger(app.db)).broken).toBeNull();
  await app.close();
});

async function must(method: string, path: string, body?: unknown, caller = app.callers.admin): Promise<any> {
  const answer = await app.request(caller, method, path, body);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body.data ?? answer.body.response;
}

/** Each test uses its own provider, so that tests do not see each other's money. */
async function sourceAt(account: string, change: Record<string, unknown> = {}): Promise<string> {
  await must("PUT", `/settlements/sources/test-${account.replace(":", "-")}`, {
    name: "Test",
    account,
    mapping: { ...MAPPING, ...change },
  });
  return `test-${account.replace(":", "-")}`;
}

async function importRows(source: string, rows: readonly string[]): Promise<any> {
  const content = [HEADER, ...rows].join("\n");
  const { import_id } = await must("POST", "/settlements/imports", { source, file_name: `${++files}.csv`, content });
  await app.run("settlements");
  return must("GET", `/settlements/imports/${import_id}`);
}

/** The ledger postings of a payin or payout with our reference. */
async function book(account: string, amount: string, currency = "GHS"): Promise<string> {
  const paymentId = newId();
  const at = app.clock.now();
  const money = Money.parse(amount, currency);
  const posted = {
    ...transaction({ orgId, paymentId }, "completed", "Test", at, move(atProvider(account), SETTLEMENT, money)),
    hasHappened: true,
  };
  await app.db.transaction((tx) => postTransactions(tx, [posted]));
  return paymentId;
}

async function balance(account: string, currency = "GHS"): Promise<any> {
  return (await must("GET", "/settlements/accounts")).find(
    (one: any) => one.account === account && one.currency === currency,
  );
}

async function exceptions(account: string): Promise<any[]> {
  return must("GET", `/settlements/exceptions?account=${account}&limit=100`);
}

test("a payin that its provider settled is matched by the provider's reference, its fee and the transfer to the bank are posted", async () => {
  const source = await sourceAt("fiat");
  const { response } = (await app.request(app.callers.apiKey, "POST", "/payments-init/initiate", mobileMoneyPayin()))
    .body;
  await app.advance(app.sandbox.delayMs);
  const [{ provider_payment_id: reference }] = await app.db.query<any>(
    "SELECT provider_payment_id FROM payments WHERE payment_id = $1",
    [response.payment_id],
  );
  const before = (await must("GET", "/balances/float")).find(
    (one: any) => one.provider === "fiat" && one.currency === "GHS",
  ).expected;
  expect(reference).not.toBeNull();
  const rows = [`1,${day},charge,GHS,1500.00,22.50,${reference},,,`, `2,${day},transfer,GHS,-1477.50,0,T1,,,`];
  expect(await importRows(source, rows)).toMatchObject({
    status: "finished",
    rows: 2,
    lines: 2,
    duplicates: 0,
    refused: 0,
  });
  expect(await exceptions("fiat")).toEqual([]);
  expect(await balance("fiat")).toMatchObject({ expected: before - 1500, stated: 0, lines: 2 });
  expect(await balance("bank:main")).toMatchObject({ expected: 1477.5, stated: 0, unexplained: 1477.5 });

  const bank = await sourceAt("bank:main");
  await importRows(bank, [`b1,${day},transfer,GHS,1477.50,0,T1,,,`]);
  expect(await balance("bank:main")).toMatchObject({
    expected: 1477.5,
    stated: 1477.5,
    unexplained: 0,
    open_exceptions: 0,
  });
});

test("the same file twice is one import, and a line that was seen before is a duplicate; one that says something else now is an exception", async () => {
  const source = await sourceAt("paystack");
  const ours = await book("paystack", "100.00");
  const rows = [`1,${day},charge,GHS,100.00,1.00,,${ours},,`];
  const first = await importRows(source, rows);
  expect((await importRows(source, rows)).import_id).toBe(first.import_id);
  const content = [HEADER, ...rows, ""].join("\n");
  const atOnce = Array.from({ length: 6 }, () =>
    must("POST", "/settlements/imports", { source, file_name: "at-once.csv", content }),
  );
  expect(new Set((await Promise.all(atOnce)).map(({ import_id }) => import_id)).size).toBe(1);
  expect(await importRows(source, [...rows, `2,${day},fee,GHS,-0.50,0,,,,`])).toMatchObject({
    lines: 1,
    duplicates: 1,
  });
  expect(await balance("paystack")).toMatchObject({ expected: 98.5, stated: 98.5, unexplained: 0 });
  await importRows(source, [`1,${day},charge,GHS,110.00,1.00,,${ours},,`]);
  expect(await exceptions("paystack")).toMatchObject([{ kind: "changed", amount: 10 }]);
});

test("split, merged references, rounding, netted fees, foreign currencies and reversals are matched; twins, strangers and doubles are exceptions", async () => {
  const source = await sourceAt("stripe");
  const [split, rounded, netted, foreign, twice, far] = [
    await book("stripe", "300.00"),
    await book("stripe", "10.00"),
    await book("stripe", "200.00"),
    await book("stripe", "500.00", "NGN"),
    await book("stripe", "42.00"),
    await book("stripe", "77.00"),
  ];
  await book("stripe", "61.17");
  await book("stripe", "55.00");
  await book("stripe", "55.00");
  const rows = [
    `1,${day},charge,GHS,100.00,1,,${split},,`,
    `2,${day},charge,GHS,200.00,1,,${split},,`,
    `3,${day},charge,GHS,9.99,0,,${rounded},,`,
    `4,${day},charge,GHS,195.00,0,,${netted},,`,
    `5,${day},charge,GHS,4.10,0.10,,${foreign},500.00,NGN`,
    `6,${day},charge,GHS,80.00,0,gone,,,`,
    `7,${day},reversal,GHS,-80.00,0,gone,,,`,
    `8,${day},charge,GHS,61.17,0,,,,`,
    `9,${day},charge,GHS,55.00,0,,,,`,
    `10,${day},charge,GHS,42.00,0,,${twice},,`,
    `11,${day},charge,GHS,42.00,0,,${twice},,`,
    `12,${day},charge,GHS,33.00,0,stranger,,,`,
    `13,${day},charge,GHS,50.00,0,,${far},,`,
    `14,not a day,charge,GHS,50.00,0,,${far},,`,
  ];
  expect(await importRows(source, rows)).toMatchObject({
    status: "finished",
    rows: 14,
    lines: 13,
    refused: 1,
    problems: [{ row: 14 }],
  });
  const matches = await app.db.query<any>(
    "SELECT row, match FROM settlement_lines WHERE account = 'stripe' ORDER BY row",
  );
  expect(matches.map(({ match }) => match)).toEqual([
    "split",
    "split",
    "rounded",
    "netted",
    "foreign",
    "canceled_out",
    "canceled_out",
    "amount",
    null,
    "exact",
    null,
    null,
    null,
  ]);
  expect((await exceptions("stripe")).map(({ kind, amount }) => [kind, amount])).toEqual([
    ["ambiguous", 55],
    ["duplicate", 42],
    ["unknown", 33],
    ["amount_differs", -27],
  ]);
  // 110 of the twins arrive later. Of the rest, the statement exceeds the ledger by 55 + 42 + 33 and falls short by 27.
  expect((await balance("stripe")).unexplained).toBe(110 - 55 - 42 - 33 + 27);
  expect((await balance("stripe", "NGN")).unexplained).toBe(0);
});

test("a movement that comes after its line ends the exception; a person matches by hand, books to suspense, and two people write off", async () => {
  const source = await sourceAt("adyen");
  const late = newId();
  await importRows(source, [
    `1,${day},charge,GHS,20.00,0,,${late},,`,
    `2,${day},charge,GHS,30.00,0,x,,,`,
    `3,${day},charge,GHS,40.00,0,y,,,`,
    `4,${day},charge,GHS,5.00,0,z,,,`,
  ]);
  expect(await exceptions("adyen")).toHaveLength(4);
  const money = Money.parse("20.00", "GHS");
  const posted = {
    ...transaction(
      { orgId, paymentId: late },
      "completed",
      "Test",
      app.clock.now(),
      move(atProvider("adyen"), SETTLEMENT, money),
    ),
    hasHappened: true,
  };
  await app.db.transaction((tx) => postTransactions(tx, [posted]));
  await app.run("settlements");
  const open = await exceptions("adyen");
  expect(open.map(({ amount }) => amount)).toEqual([40, 30, 5]);

  const [forty, thirty, five] = open.map(({ exception_id }) => `/settlements/exceptions/${exception_id}`);
  const cared = await must("PATCH", forty!, { owner: app.callers.staff.userId, comment: "asked them", due_on: day });
  expect(cared).toMatchObject({ owner: app.callers.staff.userId, comment: "asked them", due_on: day });
  const ours = await book("adyen", "31.00");
  await app.run("settlements");
  expect(
    await must("POST", `${thirty}/resolve`, { resolution: "by_hand", reason: "they kept one", reference: ours }),
  ).toMatchObject({ status: "resolved" });
  await must("POST", `${forty}/resolve`, { resolution: "suspense", reason: "nobody knows it" });
  const outcome = await byTwo(`${five}/resolve`, { resolution: "written_off", reason: "small" });
  expect(outcome).toMatchObject({ done: true });
  expect(
    (await app.request(app.callers.admin, "POST", `${five}/resolve`, { resolution: "suspense", reason: "small" }))
      .status,
  ).toBe(409);
  expect(await balance("adyen")).toMatchObject({ unexplained: 0, open_exceptions: 0 });
});

test("what the ledger has and statements of five days later do not is missing", async () => {
  const source = await sourceAt("flutterwave");
  await book("flutterwave", "12.00");
  const later = new Date(app.clock.now().getTime() + 6 * 86_400_000).toISOString().slice(0, 10);
  await importRows(source, [`1,${day},fee,GHS,-1.00,0,,,,`, `2,${later},fee,GHS,-1.00,0,,,,`]);
  expect(await exceptions("flutterwave")).toMatchObject([{ kind: "missing", amount: -12 }]);
  expect(await balance("flutterwave")).toMatchObject({ unexplained: 12 });
});

test("a day that is closed takes no line, by the service or by anybody, until two people reopen it", async () => {
  const source = await sourceAt("wise");
  const today = day;
  const yesterday = new Date(app.clock.now().getTime() - 86_400_000).toISOString().slice(0, 10);
  await importRows(source, [`1,${yesterday},fee,GHS,-1.00,0,,,,`]);
  expect(
    (await app.request(app.callers.admin, "POST", "/settlements/accounts/wise/close", { day: today })).status,
  ).toBe(409);
  const closed = await must("POST", "/settlements/accounts/wise/close", { day: yesterday });
  expect(closed).toMatchObject({
    account: "wise",
    day: yesterday,
    lines: 1,
    signature: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  const refused = await importRows(source, [`2,${yesterday},fee,GHS,-2.00,0,,,,`]);
  expect(refused).toMatchObject({
    lines: 0,
    refused: 1,
    problems: [{ message: expect.stringContaining("is closed") }],
  });
  // Statements overlap: a known line is not added again, and a change of its content is reported.
  const again = await importRows(source, [`1,${yesterday},fee,GHS,-1.00,0,,,,`, `9,${today},fee,GHS,-0.50,0,,,,`]);
  expect(again).toMatchObject({ lines: 1, duplicates: 1, refused: 0 });
  await importRows(source, [`1,${yesterday},fee,GHS,-1.20,0,,,,`]);
  expect(await exceptions("wise")).toMatchObject([{ kind: "changed", amount: -0.2 }]);
  const copy =
    "INSERT INTO settlement_lines (line_key, import_id, row, account, currency, kind, gross, fee, net, value_date)";
  const ofWise =
    "import_id, row, account, currency, kind, gross, fee, net, value_date FROM settlement_lines WHERE account = " +
    "'wise' AND gross = -1";
  await expect(app.db.query(`${copy} SELECT gen_random_uuid(), ${ofWise}`)).rejects.toThrow(
    "takes no further settlement line",
  );
  await expect(app.db.query("UPDATE settlement_totals SET net = 5 WHERE account = 'wise'")).rejects.toThrow("closed");
  await expect(
    app.db.query("UPDATE settlement_totals SET day = day + 30 WHERE account = 'wise' AND day = $1", [yesterday]),
  ).rejects.toThrow("closed");
  await expect(
    app.db.query("DELETE FROM settlement_totals WHERE account = 'wise' AND day = $1", [yesterday]),
  ).rejects.toThrow("closed");
  await expect(
    app.db.query("UPDATE settlement_lines SET our_reference = 'forged' WHERE account = 'wise'"),
  ).rejects.toThrow("cannot change");
  await expect(app.db.query("UPDATE settlement_lines SET net = 5 WHERE account = 'wise'")).rejects.toThrow(
    "cannot change",
  );
  await expect(app.db.query("DELETE FROM settlement_lines WHERE account = 'wise'")).rejects.toThrow("cannot change");
  const reopened = await byTwo("/settlements/accounts/wise/reopen", { reason: "a line came late" });
  expect(reopened).toMatchObject({ done: true });
  expect(await importRows(source, [`3,${yesterday},fee,GHS,-2.00,0,,,,`])).toMatchObject({ lines: 1 });

  const before = new Date(app.clock.now().getTime() - 2 * 86_400_000).toISOString().slice(0, 10);
  await must("POST", "/settlements/accounts/wise/close", { day: before });
  await app.db.query(
    `UPDATE settlement_days SET head = jsonb_set(head, '{lines_digest}', '"forged"') WHERE account = 'wise'`,
  );
  expect(
    (await app.request(app.callers.admin, "POST", "/settlements/accounts/wise/close", { day: yesterday })).body.message,
  ).toContain("does not match its lines");
});

test("a file in pieces is the file in one, and its rows may lie across them", async () => {
  const source = await sourceAt("pawapay");
  const rows = Array.from({ length: 20 }, (_, index) => `${index},${day},fee,GHS,-0.01,0,"a ""quoted"" text",,,`);
  const content = [HEADER, ...rows].join("\r\n");
  const piece = (from: number, to: number, more: object) => ({
    source,
    file_name: "pieces.csv",
    content: content.slice(from, to),
    ...more,
  });
  const { import_id } = await must("POST", "/settlements/imports", piece(0, 200, { partial: true }));
  await must("POST", "/settlements/imports", piece(200, 333, { import_id, after_part: 1, partial: true }));
  await must("POST", "/settlements/imports", piece(200, 333, { import_id, after_part: 1, partial: true }));
  await must("POST", "/settlements/imports", piece(333, content.length, { import_id, after_part: 2 }));
  await app.run("settlements");
  expect(await must("GET", `/settlements/imports/${import_id}`)).toMatchObject({
    status: "finished",
    rows: 20,
    lines: 20,
    parts: 3,
  });
  expect((await must("POST", "/settlements/imports", { source, file_name: "whole.csv", content })).import_id).toBe(
    import_id,
  );
});

test("two rows that say the same are two, though they have no key and lie in two pieces of the file", async () => {
  const columns = { value_date: "date", currency: "currency", kind: "type", gross: ["gross"] };
  const source = await sourceAt("bank:keyless", { columns });
  const row = `,${day},fee,GHS,-0.50,0,,,,`;
  const piece = { source, file_name: "keyless.csv", content: [HEADER, row, ""].join("\n"), partial: true };
  const { import_id } = await must("POST", "/settlements/imports", piece);
  await must("POST", "/settlements/imports", {
    ...piece,
    content: `${row}\n`,
    partial: false,
    import_id,
    after_part: 1,
  });
  await app.run("settlements");
  expect(await must("GET", `/settlements/imports/${import_id}`)).toMatchObject({
    status: "finished",
    lines: 2,
    duplicates: 0,
  });
  expect(await importRows(source, [row, row, row])).toMatchObject({ lines: 1, duplicates: 2 });
});

const later = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);

test("what a bank kept is no expectation: only transfers of providers are looked for in its statements", async () => {
  const bank = await sourceAt("bank:second");
  const source = await sourceAt("hybrid", { settles_to: "bank:second" });
  await importRows(source, [`1,${day},transfer,GHS,-3.00,0,H1,,,`]);
  await importRows(bank, [`1,${day},fee,GHS,-3.00,0,,,,`, `2,${day},charge,GHS,9.00,0,stranger,,,`]);
  const [stranger] = await exceptions("bank:second");
  await must("POST", `/settlements/exceptions/${stranger.exception_id}/resolve`, {
    resolution: "suspense",
    reason: "nobody knows it",
  });
  await importRows(bank, [`3,${later(6)},fee,GHS,-1.00,0,,,,`]);
  expect(await exceptions("bank:second")).toMatchObject([{ kind: "missing", amount: -3, provider_reference: "H1" }]);
  expect(await balance("bank:second")).toMatchObject({ unexplained: 3 });
});

test("a movement is booked away once: matching it by hand ends what was said to be missing", async () => {
  const source = await sourceAt("mpesa");
  const ours = await book("mpesa", "12.00");
  await importRows(source, [`1,${day},fee,GHS,-1.00,0,,,,`, `2,${later(6)},charge,GHS,12.00,0,stranger,theirs,,`]);
  const open = await exceptions("mpesa");
  const [line, missing] = ["unknown", "missing"].map(
    (kind) => `/settlements/exceptions/${open.find((one) => one.kind === kind).exception_id}/resolve`,
  );
  await must("POST", line!, { resolution: "by_hand", reason: "they named it otherwise", reference: ours });
  expect(await exceptions("mpesa")).toEqual([]);
  expect(
    (await app.request(app.callers.admin, "POST", missing!, { resolution: "suspense", reason: "gone" })).status,
  ).toBe(409);
  expect(await balance("mpesa")).toMatchObject({ unexplained: 0 });
});

test("one person gives up no more than a fee, and what was asked to be written off is asked for anew when it became another amount", async () => {
  const source = await sourceAt("mtn_momo");
  const [large, taken] = [await book("mtn_momo", "5000.00"), await book("mtn_momo", "4000.00")];
  await importRows(source, [
    `1,${day},charge,GHS,10.00,0,stranger,,,`,
    `2,${day},charge,GHS,3500.00,0,,${taken},,`,
    `3,${day},charge,GHS,3990.00,10.00,other,unknown,,`,
  ]);
  const resolve = (one: any, body: object) =>
    app.request(app.callers.admin, "POST", `/settlements/exceptions/${one.exception_id}/resolve`, body);
  const open = await exceptions("mtn_momo");
  const small = open.find((one) => one.amount === 10);
  const answer = await resolve(small, { resolution: "by_hand", reason: "they kept the rest", reference: large });
  expect(answer.status, answer.text).toBe(409);

  const differs = open.find((one) => one.kind === "amount_differs");
  expect(differs.amount).toBe(-500);
  const asked = await resolve(differs, { resolution: "written_off", reason: "half of it" });
  const other = open.find((one) => one.amount === 3980);
  expect((await resolve(other, { resolution: "by_hand", reason: "it is this one", reference: taken })).status).toBe(
    200,
  );
  expect((await resolve(differs, { resolution: "suspense", reason: "stale" })).status).toBe(409);
  await app.run("settlements");
  const now = (await exceptions("mtn_momo")).find((one) => one.exception_id === differs.exception_id);
  expect(now).toMatchObject({ kind: "duplicate", amount: 3500, reason: null });
  expect(await approve(asked)).toMatchObject({ done: false, message: expect.stringContaining("has changed since") });
});

test("a file that failed, or had rows refused, is read again once its cause is mended; a key that says two things is an exception", async () => {
  const source = await sourceAt("yellowcard", { kinds: { charge: "charge" } });
  const broken = [
    "1,0000-01-01,charge,GHS,1.00,0,,,,",
    `2,${day},fee,GHS,-2.00,0,,,,`,
    `3,${later(40)},charge,GHS,1.00,0,,,,`,
  ];
  const first = await importRows(source, broken);
  expect(first).toMatchObject({ status: "finished", lines: 0, refused: 3 });
  await sourceAt("yellowcard");
  expect(await importRows(source, broken)).toMatchObject({ lines: 1, refused: 2 });
  const differing = [
    `4,${day},fee,GHS,-2.00,0,,,,`,
    `4,${day},fee,GHS,-5.00,0,,,,`,
    `5,${day},fee,GHS,-1.50,0,,,,`,
    `5,${day},fee,JPY,-100,0,,,,`,
  ];
  expect(await importRows(source, differing)).toMatchObject({ lines: 2, duplicates: 2 });
  expect((await exceptions("yellowcard")).map(({ kind, amount, currency }) => [kind, amount, currency])).toEqual([
    ["changed", -100, "JPY"],
    ["changed", -3, "GHS"],
  ]);
  const piece = { source, file_name: "piece.csv", content: HEADER };
  const { import_id } = await must("POST", "/settlements/imports", { ...piece, partial: true });
  expect(
    (await app.request(app.callers.admin, "POST", "/settlements/imports", { ...piece, import_id })).body.details[0]
      .path,
  ).toBe("after_part");
});

/**
 * Simulates killed workers: every transaction that writes something fails once before its commit and once right after
 * it.
 */
function dyingDb(): Db & { deaths: number } {
  const dying = {
    ...app.db,
    deaths: 0,
    async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
      const result = await app.db.transaction(async (tx) => {
        const done = await work(tx);
        if (done !== false && ++dying.deaths % 2 === 1) throw new Error("killed before the commit");
        return done;
      });
      if (result === false) return result;
      throw new Error("killed behind the commit");
    },
  };
  return dying;
}

test("a worker that is killed at any commit of reading, matching and posting neither loses nor doubles anything", async () => {
  const source = await sourceAt("crypto");
  const exact = await Promise.all(Array.from({ length: 6 }, () => book("crypto", "10.00", "KES")));
  const [halves, netted, late] = [await book("crypto", "20.00", "KES"), await book("crypto", "100.00", "KES"), newId()];
  const rows = [
    ...exact.map((ours, index) => `${index},${day},charge,KES,10.00,0.10,,${ours},,`),
    `h1,${day},charge,KES,12.00,0.20,,${halves},,`,
    `h2,${day},charge,KES,8.00,0,,${halves},,`,
    `n1,${day},charge,KES,98.00,0,,${netted},,`,
    `t1,${day},transfer,KES,-150.00,0,T1,,,`,
    `u1,${day},charge,KES,5.00,0,stranger,,,`,
    `l1,${day},charge,KES,7.00,0.07,,${late},,`,
  ];
  let upload = { import_id: undefined as string | undefined, parts: 0 };
  const content = [HEADER, ...rows].join("\n");
  for (let from = 0; from < content.length; from += 250) {
    const rest = upload.import_id === undefined ? {} : { import_id: upload.import_id, after_part: upload.parts };
    const piece = {
      source,
      file_name: "killed.csv",
      content: content.slice(from, from + 250),
      partial: from + 250 < content.length,
      ...rest,
    };
    upload = await must("POST", "/settlements/imports", piece);
  }
  const db = dyingDb();
  const job = settlementJob({ db, clock: app.clock, matches: true });
  const path = `/settlements/imports/${upload.import_id}`;
  for (let status = ""; status !== "finished"; { status } = await must("GET", path))
    await job.runOnce().catch(() => undefined);
  // One transaction each for following the ledger, reading each part and matching the account.
  expect(db.deaths).toBeGreaterThanOrEqual(2 * (1 + upload.parts + 1));
  const money = Money.parse("7.00", "KES");
  const posted = {
    ...transaction(
      { orgId, paymentId: late },
      "completed",
      "Test",
      app.clock.now(),
      move(atProvider("crypto"), SETTLEMENT, money),
    ),
    hasHappened: true,
  };
  await app.db.transaction((tx) => postTransactions(tx, [posted]));
  for (let open = 2; open > 1; open = (await exceptions("crypto")).length) await job.runOnce().catch(() => undefined);
  await app.run("settlements");

  expect(await must("GET", path)).toMatchObject({ rows: 12, lines: 12, duplicates: 0, refused: 0 });
  expect(await exceptions("crypto")).toMatchObject([{ kind: "unknown", amount: 5 }]);
  expect(await balance("crypto", "KES")).toMatchObject({ lines: 12, unexplained: -5 });
  const [costs] = await app.db.query(
    "SELECT -balance AS costs FROM ledger_accounts WHERE purpose = 'provider_costs' AND currency = 'KES'",
  );
  // 0.60 from the whole lines, 0.20 from the halves, 2.00 from the netted fee, 0.07 from the late line.
  expect(Math.abs(Number(costs!["costs"]))).toBe(2.87);
});

test("the text of a file goes after its time, one that was never whole sooner; lines stay, and the file is still known", async () => {
  const source = await sourceAt("manual");
  const { import_id } = await importRows(source, [`1,${day},fee,GHS,-1.00,0,,,,`]);
  const piece = { source, file_name: "half.csv", content: `${HEADER}\n`, partial: true };
  const abandoned = await must("POST", "/settlements/imports", piece);
  const parts = async () =>
    (
      await app.db.query("SELECT DISTINCT import_id FROM settlement_file_parts WHERE import_id = ANY ($1)", [
        [import_id, abandoned.import_id],
      ])
    ).length;
  const runAfter = async (days: number) => {
    const clock = new SteppedClock(new Date(app.clock.now().getTime() + days * 86_400_000));
    const job = purgeSettlementFilesJob({ db: app.db, clock, settings: { settlementFileRetentionDays: 90 } });
    while ((await job.runOnce()) > 0);
  };
  await runAfter(6);
  expect(await parts()).toBe(2);
  await runAfter(8);
  expect([
    await parts(),
    (await app.request(app.callers.admin, "GET", `/settlements/imports/${abandoned.import_id}`)).status,
  ]).toEqual([1, 404]);
  await runAfter(91);
  expect(await parts()).toBe(0);
  expect(await must("GET", `/settlements/imports/${import_id}`)).toMatchObject({ status: "finished", lines: 1 });
  expect(await importRows(source, [`1,${day},fee,GHS,-1.00,0,,,,`])).toMatchObject({ import_id });
});

test("what a provider tells by its API is imported once, day after day, whoever dies between its pages", async () => {
  const [first, second] = [await book("paystack", "40.00", "ZAR"), await book("paystack", "60.00", "ZAR")];
  await app.run("settlements");
  let isDown = false;
  const server = await scriptedServer((response, { url }) => {
    const { pathname } = new URL(url!, "http://localhost");
    const charge = (id: number, reference: string, amount: number) => ({
      id,
      reference,
      amount,
      fees: 50,
      currency: "ZAR",
    });
    const arrived = { status: "success", currency: "ZAR", settlement_date: `${day}T10:00:00Z` };
    const settlement = (id: number, amount: number) => ({
      ...arrived,
      id,
      total_amount: amount,
      effective_amount: amount,
    });
    const data = pathname.endsWith("/71/transactions")
      ? [charge(901, first, 40_00)]
      : pathname.endsWith("/72/transactions")
        ? [charge(902, second, 60_00)]
        : [settlement(71, 39_50), settlement(72, 59_50)];
    response.writeHead(isDown ? 503 : 200).end(JSON.stringify({ status: true, message: "", data }));
  });
  const outbound = createOutbound();
  const clock = new SteppedClock(new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000 + 3_600_000));
  const provider = PAYSTACK.create(
    { secret_key: "a key that is long enough for it", base_url: server.url },
    { outbound, clock },
  );
  const db = dyingDb();
  const deps = { clock, log: silentLog, providers: new Map([[provider.name, provider]]) };
  const fetched = async () => (await balance("paystack", "ZAR")).fetched_through;
  try {
    expect(await fetchStatementsJob({ ...deps, db: app.db }).runOnce()).toBe(0);
    expect(server.requests).toEqual([]); // The day is over, but the provider may still be writing its last entries.
    clock.advance(2 * 3_600_000);
    isDown = true;
    await fetchStatementsJob({ ...deps, db: app.db }).runOnce();
    expect(await balance("paystack", "ZAR")).toMatchObject({ lines: 0, fetch_failure: expect.stringContaining("503") });
    isDown = false;
    while ((await fetched()) !== day) await fetchStatementsJob({ ...deps, db }).runOnce();
    expect(db.deaths).toBe(6); // Three pages; the transaction of each is lost once before and once after its commit.
    await app.run("settlements");
    expect(await balance("paystack", "ZAR")).toMatchObject({
      lines: 4,
      unexplained: 0,
      open_exceptions: 0,
      fetch_failure: null,
    });
    const [made] = (await must("GET", "/settlements/imports?account=paystack")) as any[];
    expect(made).toMatchObject({ source: "paystack-api", file_name: `paystack-${day}.csv`, lines: 4, duplicates: 0 });
    // The next day's fetch repeats the same settlements, because the last ones may have arrived since.
    clock.advance(86_400_000);
    await fetchStatementsJob({ ...deps, db: app.db }).runOnce();
    await app.run("settlements");
    expect(await balance("paystack", "ZAR")).toMatchObject({ lines: 4, unexplained: 0, fetched_through: later(1) });
  } finally {
    await Promise.all([server.close(), outbound.close()]);
  }
});

test("a fetched day with more pages than an import takes becomes a failed import, and the next day is fetched", async () => {
  await book("flutterwave", "40.00", "KES");
  await app.run("settlements");
  const clock = new SteppedClock(new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000 + 3 * 3_600_000));
  const outbound = createOutbound();
  const amount = Money.parse("1.00", "KES");
  const line = {
    id: "1",
    day,
    kind: "fee",
    gross: amount.negate(),
    fee: Money.zero("KES"),
    providerReference: null,
    ourReference: null,
  } as const;
  const provider: Provider = {
    ...PAYSTACK.create(
      { secret_key: "a key that is long enough for it", base_url: "http://127.0.0.1:9" },
      { outbound, clock },
    ),
    name: "flutterwave",
    fetchSettlements: async ({ cursor }) => ({
      outcome: "found",
      lines: [line],
      cursor: String(Number(cursor ?? 0) + 1),
    }),
  };
  const job = fetchStatementsJob({
    clock,
    log: silentLog,
    providers: new Map([[provider.name, provider]]),
    db: app.db,
  });
  await job.runOnce();
  await app.db.query("UPDATE settlement_imports SET parts = 2000 WHERE account = 'flutterwave'");
  await job.runOnce();
  const imports = (await must("GET", "/settlements/imports?account=flutterwave")) as any[];
  expect(imports.filter(({ source }) => source === "flutterwave-api")).toMatchObject([
    { status: "failed", failure: expect.stringContaining("upload the day as files") },
  ]);
  expect(await balance("flutterwave", "KES")).toMatchObject({
    fetched_through: day,
    fetch_failure: expect.stringContaining(day),
  });
  await outbound.close();
});

test("a source has a name that people can read, and the words of its mapping are as short as the names of its columns", async () => {
  const wordy = { name: "Test", account: "bank:main", mapping: { ...MAPPING, kinds: { ["x".repeat(101)]: "fee" } } };
  expect((await app.request(app.callers.admin, "PUT", "/settlements/sources/wordy", wordy)).status).toBe(400);
  const answer = await app.request(app.callers.admin, "PUT", "/settlements/sources/nameless", {
    name: "  ",
    account: "bank:main",
    mapping: MAPPING,
  });
  expect(answer).toMatchObject({ status: 400, body: { details: [{ path: "name", message: "must not be blank" }] } });
});

test("numbered files of a provider are fetched one after the other and imported once, also where a person uploaded one of them", async () => {
  const [first, second] = [await book("adyen", "30.00", "EUR"), await book("adyen", "20.00", "EUR")];
  await app.run("settlements");
  const header =
    "Company Account,Psp Reference,Merchant Reference,Creation Date,Type,Modification Reference,Gross Currency,Gross " +
    "Debit (GC),Gross Credit (GC),Net Currency,Net Debit (NC),Net Credit (NC),Commission (NC),Markup (NC),Scheme " +
    "Fees (NC),Interchange (NC),Batch Number\n";
  const reports = new Map([[7, `${header}C,P7,${first},${day} 10:00:00,Settled,X,EUR,,30.00,EUR,,29.00,1.00,,,,7\n`]]);
  const server = await scriptedServer((response, { url }) => {
    const report = reports.get(Number(/batch_(\d+)\.csv$/.exec(url!)?.[1]));
    response.writeHead(report === undefined ? 404 : 200).end(report ?? "");
  });
  const outbound = createOutbound();
  const clock = new SteppedClock(new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000 + 3 * 3_600_000));
  const key = "a key that is long enough for it";
  const addresses = { base_url: server.url, transfers_base_url: server.url, reports_base_url: server.url };
  const settings = {
    ...addresses,
    api_key: key,
    reports_api_key: key,
    merchant_account: "Shop",
    first_settlement_batch: 7,
    hmac_key: "44".repeat(32),
  };
  const provider = ADYEN.create(settings, { outbound, clock });
  const db = dyingDb();
  const fetchAll = async (of: Db) => {
    while (
      (await fetchStatementsJob({
        clock,
        log: silentLog,
        providers: new Map([[provider.name, provider]]),
        db: of,
      }).runOnce()) > 0
    );
    await app.run("settlements");
  };
  try {
    while ((await balance("adyen", "EUR")).fetched_through !== day) await fetchAll(db);
    expect(await balance("adyen", "EUR")).toMatchObject({
      lines: 1,
      unexplained: 20,
      open_exceptions: 0,
      fetch_failure: null,
    });
    const next = `${header}C,P8,${second},${day} 11:00:00,Settled,X,EUR,,20.00,EUR,,19.50,0.50,,,,8\n`;
    await must("POST", "/settlements/imports", { source: "adyen", file_name: "by hand.csv", content: next });
    reports.set(8, next);
    clock.advance(86_400_000);
    await fetchAll(app.db);
    expect(await balance("adyen", "EUR")).toMatchObject({
      lines: 2,
      unexplained: 0,
      open_exceptions: 0,
      fetched_through: later(1),
    });
    const made = (await must("GET", "/settlements/imports?account=adyen")) as any[];
    const names = made.filter(({ source }) => source === "adyen").map(({ file_name }) => file_name);
    expect(names).toEqual(["by hand.csv", "settlement_detail_report_batch_7.csv"]);
  } finally {
    await Promise.all([server.close(), outbound.close()]);
  }
});

test("a price that more than a thousand payments have tells nothing, and one that a single payment has does", async () => {
  const source = await sourceAt("bank:prices");
  await app.db.query(
    `INSERT INTO settlement_movements (org_id, position, index, account, currency, kind, amount, at)
     SELECT $1, -n, 0, 'bank:prices', 'KES', 'charge', CASE n WHEN 1 THEN 6 ELSE 5 END, $2
       FROM generate_series(1, 1002) n`,
    [orgId, app.clock.now()],
  );
  await importRows(source, [`1,${day},charge,KES,5.00,0,,,,`, `2,${day},charge,KES,6.00,0,,,,`]);
  expect(await exceptions("bank:prices")).toMatchObject([{ kind: "ambiguous", amount: 5 }]);
});

test("what belongs together is matched wherever it lies among thousands of open lines", async () => {
  const [account, source] = ["bank:slices", await sourceAt("bank:slices")];
  const expectMoney = (letter: string, column: "our_reference" | "group_reference", amounts: readonly number[]) =>
    app.db.query(
      `INSERT INTO settlement_movements (org_id, position, index, account, currency, kind, amount, at, ${column})
       SELECT $1, -10000 - n, i + ascii($3), $2, 'KES', 'charge', amount, $4, $3 || n
         FROM generate_series(1, 20) n, unnest($5::numeric[]) WITH ORDINALITY AS a (amount, i)`,
      [orgId, account, letter, app.clock.now(), amounts],
    );
  await expectMoney("S", "our_reference", [30]);
  await expectMoney("G", "group_reference", [11, 12, 17]);
  await expectMoney("P", "group_reference", [21, 22]);
  let key = 0;
  const row = (gross: number, reference: string, ours = "", kind = "charge") =>
    `${++key},${day},${kind},KES,${gross},0,${reference},${ours},,`;
  const belonging = Array.from({ length: 20 }, (_, index) => index + 1).flatMap((n) => [
    ...[5, 10, 15].map((gross) => row(gross, "", `S${n}`)),
    row(40, "", `G${n}`),
    ...[21, 22].map((gross) => row(gross, `P${n}`)),
    row(7, `R${n}`),
    row(-7, `R${n}`, "", "reversal"),
    ...[9, 9].map((gross) => row(gross, "", `D${n}`)),
  ]);
  await importRows(source, [...belonging, ...Array.from({ length: 4_200 }, (_, n) => row(1, `U${n}`))]);
  await expectMoney("D", "our_reference", [9]);
  await app.db.query("UPDATE settlement_accounts SET needs_matching = true WHERE account = $1", [account]);
  await app.run("settlements");
  const matches = await app.db.query<{ match: string }>(
    "SELECT coalesce(match, 'open') AS match FROM settlement_lines WHERE account = $1",
    [account],
  );
  const counts = [...Map.groupBy(matches, ({ match }) => match)].map(([match, lines]) => [match, lines.length]);
  expect(Object.fromEntries(counts)).toEqual({ canceled_out: 40, exact: 60, merged: 20, open: 4_220, split: 60 });
});
