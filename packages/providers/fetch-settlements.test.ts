import { afterAll, beforeAll, expect, test } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { createOutbound, type Outbound } from "@corridor/provider-kit/outbound.ts";
import { ADYEN } from "./adyen/adyen.ts";
import { FLUTTERWAVE } from "./flutterwave/flutterwave.ts";
import { PAYSTACK } from "./paystack/paystack.ts";
import type { Provider, SettledLine } from "@corridor/provider-kit/provider.ts";
import { scriptedServer, type ScriptedServer } from "@corridor/provider-kit/stage.fixtures.ts";
import { STRIPE } from "./stripe/stripe.ts";
import { WISE } from "./wise/wise.ts";

/** The statement lines of a provider, read from answers in its documented form. */
let outbound: Outbound;
let server: ScriptedServer;
let answers: (path: string) => { status?: number; headers?: Record<string, string>; body: unknown };
beforeAll(async () => {
  outbound = createOutbound();
  server = await scriptedServer((response, request) => {
    const { status = 200, headers = {}, body } = answers(request.url!);
    response.writeHead(status, headers).end(typeof body === "string" ? body : JSON.stringify(body));
  });
});
afterAll(async () => {
  await server.close();
  await outbound.close();
});

const KEY = "a key of these tests that is long enough";
const tools = () => ({ outbound, clock: new SteppedClock() });
const stripe = () => STRIPE.create({ secret_key: KEY, webhook_secret: KEY, base_url: server.url }, tools());
const flutterwave = () => FLUTTERWAVE.create({ secret_key: KEY, secret_hash: KEY, base_url: server.url }, tools());
const paystack = () => PAYSTACK.create({ secret_key: KEY, base_url: server.url }, tools());

const wise = () =>
  WISE.create(
    {
      base_url: server.url,
      api_token: KEY,
      profile_id: "300",
      recipient_legal_type: "PRIVATE",
      cost_tolerance_percent: 5,
    },
    tools(),
  );
const adyen = () =>
  ADYEN.create(
    {
      base_url: server.url,
      transfers_base_url: server.url,
      reports_base_url: server.url,
      api_key: KEY,
      reports_api_key: KEY,
      merchant_account: "Shop",
      first_settlement_batch: 11,
      hmac_key: "44".repeat(32),
    },
    tools(),
  );

async function fetchDay(provider: Provider): Promise<{ lines: SettledLine[]; pages: number }> {
  const lines: SettledLine[] = [];
  let cursor: string | null = null;
  for (let pages = 1; ; pages++) {
    const answer = await provider.fetchSettlements!({ day: "2026-01-05", cursor }, AbortSignal.timeout(5_000));
    if (answer.outcome !== "found") throw new Error(answer.reason);
    lines.push(...answer.lines);
    if (answer.cursor === null) return { lines, pages };
    cursor = answer.cursor;
  }
}

const shown = ({ gross, fee, original, ...line }: SettledLine) => ({
  ...line,
  gross: gross.toString(),
  fee: fee.toString(),
  ...(original === undefined ? {} : { original: original.toString() }),
});

const transaction = (id: string, change: object) => ({
  object: "balance_transaction",
  id,
  created: Date.parse("2026-01-05T12:00:00Z") / 1_000,
  currency: "usd",
  fee: 0,
  ...change,
});

test("Stripe's balance transactions name the payment, refund or dispute that each of them is, and what it was before a conversion", async () => {
  const data = [
    transaction("txn_1", {
      amount: 10_00,
      fee: 59,
      net: 9_41,
      reporting_category: "charge",
      source: {
        object: "charge",
        id: "ch_1",
        payment_intent: "pi_1",
        amount: 9_50,
        currency: "eur",
        metadata: { corridor_reference: "ours" },
      },
    }),
    transaction("txn_2", {
      amount: -4_00,
      net: -4_00,
      reporting_category: "refund",
      source: { object: "refund", id: "re_1", amount: 400, currency: "usd" },
    }),
    transaction("txn_3", {
      amount: -9_41,
      net: -9_41,
      reporting_category: "payout",
      source: { object: "payout", id: "po_1", amount: 9_41, currency: "usd" },
    }),
    transaction("txn_4", { amount: -25, net: -25, reporting_category: "fee", source: null }),
    transaction("txn_5", { amount: 7, net: 7, reporting_category: "something_new", source: "xx_1" }),
  ];
  answers = (path) => {
    const query = new URL(path, server.url).searchParams;
    const from = data.findIndex(({ id }) => id === query.get("starting_after")) + 1;
    expect([query.get("created[gte]"), query.get("created[lt]"), query.get("expand[]")]).toEqual([
      "1767571200",
      "1767657600",
      "data.source",
    ]);
    return { body: { object: "list", data: data.slice(from, from + 2), has_more: from + 2 < data.length } };
  };
  const { lines } = await fetchDay(stripe());
  const day = "2026-01-05";
  expect(lines.map(shown)).toEqual([
    {
      id: "txn_1",
      day,
      kind: "charge",
      gross: "10.00 USD",
      fee: "0.59 USD",
      providerReference: "pi_1",
      ourReference: "ours",
      original: "9.50 EUR",
    },
    {
      id: "txn_2",
      day,
      kind: "refund",
      gross: "-4.00 USD",
      fee: "0.00 USD",
      providerReference: "re_1",
      ourReference: null,
    },
    {
      id: "txn_3",
      day,
      kind: "transfer",
      gross: "-9.41 USD",
      fee: "0.00 USD",
      providerReference: "po_1",
      ourReference: null,
    },
    { id: "txn_4", day, kind: "fee", gross: "-0.25 USD", fee: "0.00 USD", providerReference: null, ourReference: null },
    {
      id: "txn_5",
      day,
      kind: "adjustment",
      gross: "0.07 USD",
      fee: "0.00 USD",
      providerReference: "xx_1",
      ourReference: null,
    },
  ]);
});

test("Paystack's settlements are transfers to the bank, what it kept, and the payins in them; one that has not arrived is left for another day", async () => {
  const settlement = {
    currency: "NGN",
    settlement_date: "2026-01-04T00:00:00.000Z",
    total_amount: 98_500,
    effective_amount: 98_500,
  };
  const payin = (id: number) => ({
    id,
    reference: `ours-${id}`,
    amount: 1_000,
    fees: id === 1 ? null : 15,
    currency: "NGN",
  });
  answers = (path) => {
    const { pathname, searchParams } = new URL(path, server.url);
    const page = Number(searchParams.get("page"));
    const of = (rows: unknown[]) => ({ body: { status: true, message: "Settlements retrieved", data: rows } });
    if (pathname === "/settlement/71/transactions")
      return of(Array.from({ length: page === 1 ? 100 : 1 }, (_, index) => payin((page - 1) * 100 + index + 1)));
    if (pathname === "/settlement/72/transactions") return of([payin(500)]);
    expect([searchParams.get("from"), searchParams.get("to")]).toEqual([
      "2026-01-02T00:00:00.000Z",
      "2026-01-05T23:59:59.999Z",
    ]);
    return of([
      { ...settlement, id: 71, status: "success" },
      { ...settlement, id: 72, status: "success", effective_amount: 98_000 },
      { ...settlement, id: 73, status: "processing" },
    ]);
  };
  const { lines, pages } = await fetchDay(paystack());
  expect(pages).toBe(4);
  expect(lines).toHaveLength(3 + 101 + 1);
  expect(lines.slice(0, 4).map(shown)).toEqual([
    {
      id: "settlement-71",
      day: "2026-01-04",
      kind: "transfer",
      gross: "-985.00 NGN",
      fee: "0.00 NGN",
      providerReference: "71",
      ourReference: null,
    },
    {
      id: "settlement-72",
      day: "2026-01-04",
      kind: "transfer",
      gross: "-980.00 NGN",
      fee: "0.00 NGN",
      providerReference: "72",
      ourReference: null,
    },
    {
      id: "settlement-72-deductions",
      day: "2026-01-04",
      kind: "adjustment",
      gross: "-5.00 NGN",
      fee: "0.00 NGN",
      providerReference: "72",
      ourReference: null,
    },
    {
      id: "1",
      day: "2026-01-04",
      kind: "charge",
      gross: "10.00 NGN",
      fee: "0.00 NGN",
      providerReference: "1",
      ourReference: "ours-1",
    },
  ]);
});

test("Flutterwave's settlements are payins with all that was taken off them, sums of refunds and chargebacks, and a transfer if they left for the bank", async () => {
  const settlement = {
    currency: "NGN",
    due_date: "2026-01-05T04:00:00.000Z",
    refund: 20,
    chargeback: 0,
    net_amount: 79.25,
  };
  const transactions = [
    { id: 984_411, tx_ref: "ours", charged_amount: 100.5, settlement_amount: 99.25, currency: "NGN" },
  ];
  answers = (path) => {
    const { pathname, searchParams } = new URL(path, server.url);
    const id = Number(pathname.split("/")[2]);
    if (!Number.isNaN(id))
      return {
        body: {
          status: "success",
          data: { ...settlement, id, transactions, destination: id === 1 ? "account" : "autowallet" },
        },
      };
    expect([searchParams.get("from"), searchParams.get("to")]).toEqual(["2026-01-02", "2026-01-05"]);
    const page = Number(searchParams.get("page"));
    const data =
      page === 1
        ? [
            { id: 1, status: "completed" },
            { id: 9, status: "pending" },
          ]
        : [{ id: 2, status: "completed" }];
    return { body: { status: "success", meta: { page_info: { total_pages: 2 } }, data } };
  };
  const { lines, pages } = await fetchDay(flutterwave());
  const [day, fee] = ["2026-01-05", "0.00 NGN"];
  expect(pages).toBe(3);
  expect(lines.slice(0, 3).map(shown)).toEqual([
    {
      id: "984411",
      day,
      kind: "charge",
      gross: "100.50 NGN",
      fee: "1.25 NGN",
      providerReference: "984411",
      ourReference: "ours",
    },
    {
      id: "settlement-1-refund",
      day,
      kind: "refund",
      gross: "-20.00 NGN",
      fee,
      providerReference: "1",
      ourReference: null,
    },
    {
      id: "settlement-1-transfer",
      day,
      kind: "transfer",
      gross: "-79.25 NGN",
      fee,
      providerReference: "1",
      ourReference: null,
    },
  ]);
  expect(lines.slice(3).map(({ kind }) => kind)).toEqual(["charge", "refund"]);
});

test.each([
  ["flutterwave", flutterwave, { status: "success", meta: {}, data: [] }],
  [
    "stripe",
    stripe,
    {
      object: "list",
      data: [transaction("txn_1", { amount: 10, fee: 1, net: 10, reporting_category: "charge" })],
      has_more: false,
    },
  ],
  [
    "paystack",
    paystack,
    { status: true, message: "", data: [{ id: 1, status: "success", currency: "NGN", settlement_date: "soon" }] },
  ],
])("%s: half an answer is no answer, and neither is a refusal", async (_, create, body) => {
  const ask = () => create().fetchSettlements!({ day: "2026-01-05", cursor: null }, AbortSignal.timeout(5_000));
  answers = () => ({ body });
  expect(await ask()).toMatchObject({ outcome: "unknown" });
  answers = () => ({
    status: 403,
    body: { status: false, message: "Not allowed", error: { type: "invalid_request_error" } },
  });
  expect(await ask()).toMatchObject({ outcome: "unknown" });
});

const STATEMENT = "TransferWise ID,Date,Amount,Currency\n";

async function fetchFiles(
  provider: Provider,
  mark: string | null = null,
): Promise<{ files: string[]; mark: string | null }> {
  const files: string[] = [];
  for (let cursor: string | null = null; ;) {
    const answer = await provider.fetchStatement!({ day: "2026-01-05", cursor, mark }, AbortSignal.timeout(5_000));
    if (answer.outcome !== "found") throw new Error(answer.reason);
    if (answer.file !== null) files.push(answer.file.name);
    if (answer.cursor === null) return { files, mark: answer.mark };
    cursor = answer.cursor;
  }
}

test("Wise's statements are fetched for every balance of the profile, with fees on lines of their own; an empty one is left out", async () => {
  answers = (path) => {
    const { pathname, searchParams } = new URL(path, server.url);
    if (pathname === "/v4/profiles/300/balances")
      return {
        body: [
          { id: 1, currency: "GBP" },
          { id: 2, currency: "EUR" },
          { id: 3, currency: "USD" },
        ],
      };
    const currency = searchParams.get("currency")!;
    expect(pathname).toBe(`/v1/profiles/300/balance-statements/${{ GBP: 1, EUR: 2, USD: 3 }[currency]}/statement.csv`);
    expect([searchParams.get("intervalStart"), searchParams.get("intervalEnd"), searchParams.get("type")]).toEqual([
      "2026-01-05T00:00:00.000Z",
      "2026-01-05T23:59:59.999Z",
      "FLAT",
    ]);
    return { body: currency === "EUR" ? STATEMENT : `${STATEMENT}TRANSFER-1,05-01-2026,-1.00,${currency}\n` };
  };
  expect(await fetchFiles(wise())).toEqual({
    files: ["wise-gbp-2026-01-05.csv", "wise-usd-2026-01-05.csv"],
    mark: null,
  });
});

test("Adyen's settlement details are fetched batch after batch, from the first that there is to the one that is not there yet", async () => {
  const there = new Set([11, 12]);
  answers = (path) => {
    const batch = Number(/^\/MerchantAccount\/Shop\/settlement_detail_report_batch_(\d+)\.csv$/.exec(path)![1]);
    return there.has(batch)
      ? { body: "Company Account,Merchant Account\nC,Shop\n" }
      : { status: 404, body: "Not found" };
  };
  const names = (...batches: number[]) => batches.map((batch) => `settlement_detail_report_batch_${batch}.csv`);
  expect(await fetchFiles(adyen())).toEqual({ files: names(11, 12), mark: "13" });
  expect(await fetchFiles(adyen(), "13")).toEqual({ files: [], mark: "13" });
  there.add(13);
  expect(await fetchFiles(adyen(), "13")).toEqual({ files: names(13), mark: "14" });
});

test.each<[string, () => Provider, ReturnType<typeof answers>, string]>([
  ["a page that asks to sign in", adyen, { body: "<html>Sign in</html>" }, "columns"],
  ["a refusal", adyen, { status: 403, body: "no" }, "403"],
  ["more than fits", adyen, { body: `Company Account,${"x".repeat(16 * 1_048_576)}` }, "too long"],
  ["no list of balances", wise, { body: { status: "odd" } }, "balances"],
  ["a token that a person must approve", wise, { status: 403, headers: { "x-2fa-approval": "1" }, body: {} }, "person"],
])("%s is no statement", async (_, create, answer, reason) => {
  answers = (path) =>
    path.includes("/balances?") && answer.status === 403 ? { body: [{ id: 1, currency: "GBP" }] } : answer;
  expect(
    await create().fetchStatement!({ day: "2026-01-05", cursor: null, mark: null }, AbortSignal.timeout(5_000)),
  ).toMatchObject({
    outcome: "unknown",
    reason: expect.stringContaining(reason),
  });
});
