import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Clock, SteppedClock } from "@corridor/base/clock.ts";
import { Money } from "@corridor/base/money.ts";
import { createOutbound } from "@corridor/provider-kit/outbound.ts";
import type { DispatchRequest, Provider, RawCallback } from "@corridor/provider-kit/provider.ts";
import {
  dispatchRequest,
  type HttpCase,
  type HttpStage,
  type HttpTraits,
} from "@corridor/provider-kit/stage.fixtures.ts";
import { PAYSTACK } from "./paystack.ts";

/**
 * Paystack as its documentation describes it, as far as we use it. The name in the customer's e-mail address
 * (`otp@...`) controls a charge, the end of the account number controls a transfer.
 */
export const TEST_KEY = "sk_test_0123456789abcdef0123456789abcdef";

type Row = Record<string, unknown>;
type Reply = { status: number; body: Row } | "cut";
type Call = { method: string; path: string; query: URLSearchParams; body: Row };

export type FakePaystack = {
  url: string;
  calls: Call[];
  transactions: Map<string, Row>;
  transfers: Map<string, Row>;
  refunds: Row[];
  /** Requests that get no answer for now, written as `GET charge`. */
  down: Set<string>;
  /** Moves a payment to this status and returns the callback that reports it. */
  tell(event: string, reference: string, changes?: Row): RawCallback;
  close(): Promise<void>;
};

export const yes = (data: unknown, extra: Row = {}): Reply => ({
  status: 200,
  body: { status: true, message: "Done", data, ...extra },
});
export const no = (message: string, code: string, status = 400, extra: Row = {}): Reply => ({
  status,
  body: { status: false, message, meta: { nextStep: "Mend it" }, type: "validation_error", code, ...extra },
});

export function signed(body: string | Buffer, key: string = TEST_KEY): RawCallback {
  const rawBody = Buffer.from(body);
  return {
    rawBody,
    path: "/v1/callbacks/paystack",
    headers: { "x-paystack-signature": createHmac("sha512", key).update(rawBody).digest("hex") },
  };
}

export async function startFakePaystack(clock: Clock = new SteppedClock(), key = TEST_KEY): Promise<FakePaystack> {
  const down = new Set<string>();
  const calls: Call[] = [];
  const transactions = new Map<string, Row>();
  const transfers = new Map<string, Row>();
  const recipients = new Map<string, Row>();
  const refunds: Row[] = [];

  /** Checks only what the documentation requires; each function returns the fault, or nothing. */
  function requireFields(body: Row, fields: Record<string, "string" | "number" | "object">): void {
    for (const [name, type] of Object.entries(fields))
      if (typeof body[name] !== type || body[name] === "" || (type === "number" && !Number.isInteger(body[name])))
        throw no(`${name} is invalid`, "invalid_params");
  }

  function begin(body: Row, status: string): Row {
    requireFields(body, {
      email: "string",
      amount: "number",
      currency: "string",
      reference: "string",
      metadata: "object",
    });
    if (!/^[A-Za-z0-9.=-]+$/.test(body["reference"] as string)) throw no("reference is invalid", "invalid_params");
    if (nameOf(body) === "refused") throw no("Declined by the merchant's rules", "invalid_params");
    const reference = body["reference"] as string;
    if (transactions.has(reference)) throw no("Duplicate Transaction Reference", "duplicate_reference");
    const { amount, currency, metadata } = body;
    const id = 4_000_000_000 + transactions.size;
    const created_at = clock.now().toISOString();
    const row = {
      id,
      domain: "test",
      status,
      reference,
      amount,
      currency,
      metadata,
      channel: "card",
      email: body["email"],
      created_at,
    };
    transactions.set(reference, row);
    return row;
  }

  function charge(body: Row): Reply {
    const [instrument] = ["mobile_money", "bank_transfer", "card"].filter((name) => body[name] !== undefined);
    if (instrument === "mobile_money") requireFields(body[instrument] as Row, { phone: "string", provider: "string" });
    else if (instrument === "bank_transfer") requireFields(body[instrument] as Row, { account_expires_at: "string" });
    else if (instrument === "card")
      requireFields(body[instrument] as Row, {
        number: "string",
        cvv: "string",
        expiry_month: "string",
        expiry_year: "string",
      });
    else return no("Please specify a payment channel", "invalid_params");
    const word =
      STEPS[nameOf(body)] ??
      ((body["mobile_money"] as Row | undefined)?.["provider"] === "vod" ? "send_otp" : undefined) ??
      (instrument === "bank_transfer" ? "pending_bank_transfer" : instrument === "card" ? "send_otp" : "pay_offline");
    const row = begin(body, word === "success" || word === "failed" || word === "pending" ? word : "ongoing");
    row["channel"] = instrument;
    const { provider } = (body["mobile_money"] ?? {}) as Row;
    row["step"] = { status: word, reference: body["reference"], ...DETAILS[provider === "vod" ? "voucher" : word] };
    if (word === "pending_bank_transfer")
      row["step"] = {
        ...(row["step"] as Row),
        amount: body["amount"],
        account_expires_at: (body["bank_transfer"] as Row)["account_expires_at"],
      };
    if (nameOf(body) === "silent") return "cut";
    if (word === "failed")
      return no("Charge attempted", "", 400, {
        data: { ...row, message: "Insufficient funds" },
        type: undefined,
        code: undefined,
      });
    return yes(word === "success" ? row : row["step"]);
  }

  function submitOtp(body: Row): Reply {
    requireFields(body, { otp: "string", reference: "string" });
    const row = transactions.get(body["reference"] as string);
    if (row === undefined) return no("Transaction reference not found", "transaction_not_found");
    if (body["otp"] === "000000") return yes(row["step"]);
    row["status"] = body["otp"] === "111111" ? "failed" : "success";
    if (row["status"] === "failed")
      return no("Charge attempted", "", 400, {
        data: { ...row, message: "Declined" },
        type: undefined,
        code: undefined,
      });
    return yes(row);
  }

  function initialize(body: Row): Reply {
    const row = begin(body, "abandoned");
    if (!Array.isArray(body["channels"]) || typeof body["callback_url"] !== "string")
      return no("channels is invalid", "invalid_params");
    if (nameOf(body) === "silent") return "cut";
    const code = `code${transactions.size}`;
    return yes({
      authorization_url: `https://checkout.paystack.com/${code}`,
      access_code: code,
      reference: row["reference"],
    });
  }

  function createRecipient(body: Row): Reply {
    requireFields(body, {
      type: "string",
      name: "string",
      account_number: "string",
      bank_code: "string",
      currency: "string",
    });
    const code = `RCP_${recipients.size}`;
    recipients.set(code, body);
    return {
      status: 201,
      body: {
        status: true,
        message: "Transfer recipient created successfully",
        data: { recipient_code: code, type: body["type"] },
      },
    };
  }

  function transfer(body: Row): Reply {
    requireFields(body, {
      source: "string",
      amount: "number",
      currency: "string",
      reference: "string",
      recipient: "string",
    });
    const { amount, currency, reference, reason } = body;
    if (!/^[a-z0-9_-]{16,}$/.test(reference as string)) return no("reference is invalid", "invalid_params");
    const recipient = recipients.get(body["recipient"] as string);
    if (recipient === undefined) return no("Recipient specified is invalid", "invalid_transfer_recipient");
    const ending = (recipient["account_number"] as string).slice(-4);
    if (ending === "0002") return no("Your balance is not enough to fulfil this request", "insufficient_balance");
    if (transfers.has(reference as string))
      return no(
        "Please provide a unique reference. Reference already exists on a transfer",
        "duplicate_transfer_reference",
      );
    const transfer_code = `TRF_${transfers.size}`;
    const row = {
      id: 860_000_000 + transfers.size,
      amount,
      currency,
      reference,
      reason,
      transfer_code,
      status: ending === "0006" ? "otp" : "pending",
    };
    transfers.set(reference as string, { ...row, updatedAt: "2026-01-05T09:00:00.000Z" });
    if (ending === "0004") return "cut";
    // Simulates a proxy that sent the request twice.
    if (ending === "0007") return no("We have seen this one", "seen_before");
    return yes(transfers.get(reference as string));
  }

  function finalize(body: Row): Reply {
    requireFields(body, { transfer_code: "string", otp: "string" });
    const row = [...transfers.values()].find((each) => each["transfer_code"] === body["transfer_code"]);
    if (row === undefined || body["otp"] === "000000") return no("OTP is invalid or has expired", "invalid_otp");
    row["status"] = "pending";
    return yes(row);
  }

  function refund(body: Row): Reply {
    requireFields(body, { transaction: "string", amount: "number", currency: "string", merchant_note: "string" });
    const transaction = transactions.get(body["transaction"] as string);
    if (transaction === undefined) return no("Transaction not found", "transaction_not_found", 404);
    if (transaction["status"] !== "success") return no("Transaction has not been paid", "invalid_transaction");
    const { amount, currency, merchant_note, customer_note } = body;
    const of = { transaction: transaction["id"], transaction_reference: transaction["reference"] };
    const row = {
      id: 15_000_000 + refunds.length,
      status: "pending",
      amount,
      currency,
      merchant_note,
      customer_note,
      dispute: null,
      ...of,
    };
    refunds.push(row);
    if (customer_note === "silent") return "cut";
    return yes({ ...row, transaction: { id: transaction["id"], reference: transaction["reference"] } });
  }

  function listRefunds(query: URLSearchParams): Reply {
    const perPage = Number(query.get("perPage") ?? 50);
    const page = Number(query.get("page") ?? 1);
    const id = query.get("transaction");
    const listed = refunds.filter((row) => id === null || String(row["transaction"]) === id).toReversed();
    const rows = listed.slice((page - 1) * perPage, page * perPage);
    return yes(rows, {
      meta: { total: listed.length, skipped: 0, perPage, page, pageCount: Math.ceil(listed.length / perPage) },
    });
  }

  function resolve(query: URLSearchParams): Reply {
    const account_number = query.get("account_number")!;
    if (account_number.endsWith("0002"))
      return no("Could not resolve account name. Check parameters or try again.", "invalid_bank_code", 422);
    return yes({ account_number, account_name: "ADA OBI", bank_id: Number(query.get("bank_code")) });
  }

  function answerTo({ method, path, query, body }: Call): Reply {
    const [, kind, second, third] = path.split("/");
    const question = method === "POST" ? `POST ${path}` : `GET ${kind}${third === undefined ? "" : `/${second}`}`;
    if (down.has(question)) return { status: 503, body: { status: false, message: "Come back later" } };
    switch (question) {
      case "POST /charge":
        return charge(body);
      case "POST /charge/submit_otp":
        return submitOtp(body);
      case "POST /transaction/initialize":
        return initialize(body);
      case "POST /transferrecipient":
        return createRecipient(body);
      case "POST /transfer":
        return transfer(body);
      case "POST /transfer/finalize_transfer":
        return finalize(body);
      case "POST /transfer/resend_otp":
        return { status: 200, body: { status: true, message: "OTP has been resent" } };
      case "POST /refund":
        return refund(body);
      case "GET transaction/verify":
        return found(transactions.get(third!)) ?? no("Transaction reference not found.", "transaction_not_found");
      case "GET charge":
        return (
          found(transactions.get(second!)?.["step"] as Row | undefined) ??
          no("Charge not found", "charge_not_found", 404)
        );
      case "GET transfer/verify":
        return found(transfers.get(third!)) ?? no("Transfer not found", "transfer_not_found", 404);
      case "GET refund":
        return second === undefined
          ? listRefunds(query)
          : (found(refunds.find((row) => String(row["id"]) === second)) ?? no("Refund not found", "", 404));
      case "GET settlement":
        return yes([]);
      case "GET balance":
        return yes([{ currency: "NGN", balance: 1_700_000 }]);
      case "GET bank":
        return second === "resolve" ? resolve(query) : yes(BANKS);
      default:
        return no("Route not found", "route_not_found", 404);
    }
  }

  const server = createServer((request, response) => void serve(request, response));
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url!, "http://paystack");
    const text = Buffer.concat(chunks).toString();
    const call: Call = {
      method: request.method!,
      path: url.pathname,
      query: url.searchParams,
      body: text === "" ? {} : (JSON.parse(text) as Row),
    };
    calls.push(call);
    const reply =
      request.headers.authorization === `Bearer ${key}`
        ? tryTo(() => answerTo(call))
        : no("Invalid key", "invalid_Key", 401);
    if (reply === "cut") return void response.destroy();
    response.writeHead(reply.status, { "content-type": "application/json" }).end(JSON.stringify(reply.body));
  }
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    transactions,
    transfers,
    refunds,
    down,
    tell(event, reference, changes = {}) {
      const row = (transactions.get(reference) ?? transfers.get(reference))!;
      Object.assign(row, { status: event.split(".")[1], paid_at: "2026-01-05T09:01:00.000Z", ...changes });
      return signed(JSON.stringify({ event, data: row }), key);
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** The banks that the fake Paystack lists, the same for every country. */
const BANKS = ["044", "057", "058"].map((code, id) => ({ id, code, name: `Bank ${code}`, active: true }));

const nameOf = (body: Row): string => String(body["email"]).split("@")[0]!;
const found = (row: Row | undefined): Reply | null => (row === undefined ? null : yes(row));

function tryTo(work: () => Reply): Reply {
  try {
    return work();
  } catch (refusal) {
    if (typeof refusal === "object" && refusal !== null && "status" in refusal) return refusal as Reply;
    throw refusal;
  }
}

/** Maps the name in the customer's e-mail address to the next step of the charge. */
const STEPS: Readonly<Record<string, string>> = {
  otp: "send_otp",
  page: "open_url",
  pin: "send_pin",
  phone: "send_phone",
  birthday: "send_birthday",
  address: "send_address",
  paid: "success",
  declined: "failed",
  busy: "pending",
  late: "timeout",
};

const DETAILS: Readonly<Record<string, Row>> = {
  send_otp: { display_text: "Please enter the password" },
  voucher: { display_text: "Please dial *110# and follow the <prompts> to generate a voucher" },
  open_url: { url: "https://standard.paystack.co/3ds/1" },
  pending_bank_transfer: {
    account_name: "PAYSTACK CHECKOUT",
    account_number: "1231084927",
    bank: { slug: "test-bank", name: "Test Bank", id: 24 },
  },
};

/* ---- the cases of the conformance suite ---- */

const TRAITS: HttpTraits = {
  foundBy: "reference",
  neverHad: "not_found",
  genuineBy: "signature",
  toleranceMs: null,
  callbackIs: "word",
};
export const CARD = { card_number: "4084084084084081", expiry_month: "04", expiry_year: "2031", cvv: "739" };

/**
 * `name`: the outcome, which the e-mail address of a payin or the account number of a payout tells the fake Paystack.
 */
type Instrument = (name: "accepted" | "refused" | "silent") => Partial<DispatchRequest>;

const ENDINGS = { accepted: "1234", refused: "0002", silent: "0004" };
const payer = (name: string): Partial<DispatchRequest> => ({
  payer: { name: "Ada Obi", email: `${name}@example.com` },
});
const money = (text: string, currency: string): Pick<DispatchRequest, "amount" | "targetAmount"> => {
  const amount = Money.parse(text, currency);
  return { amount, targetAmount: amount };
};

export const payinByPhone: Instrument = (name) => ({
  ...payer(name),
  ...money("15.25", "GHS"),
  country: "GH",
  method: "mobile_money",
  mobileMoney: { provider: "MTN", phone_number: "+233551234987", network_code: "MTN_GH" },
});
export const payinByTransfer: Instrument = (name) => ({
  ...payer(name),
  ...money("1500.25", "NGN"),
  country: "NG",
  method: "bank_transfer",
});
export const payinByCard: Instrument = (name) => ({
  ...payer(name),
  ...money("1500.25", "NGN"),
  country: "NG",
  method: "card",
  card: CARD,
});
export const payoutToBank: Instrument = (name) => ({
  ...money("1500.25", "NGN"),
  direction: "outbound",
  country: "NG",
  method: "bank_transfer",
  bankAccount: { account_number: `012345${ENDINGS[name]}`, bank_code: "058", account_name: "Ada Obi" },
});
export const payoutToPhone: Instrument = (name) => ({
  ...money("1500.25", "KES"),
  direction: "outbound",
  country: "KE",
  method: "mobile_money",
  recipient: { name: "Ada Obi" },
  mobileMoney: { provider: "M-PESA", phone_number: `+25471234${ENDINGS[name]}`, network_code: "MPESA_KE" },
});

/** Events of kinds that the adapter does not know. */
const UNKNOWN_EVENTS = [
  { event: "customeridentification.success", data: { customer_code: "CUS_1" } },
  { event: "something.new", data: [] },
  { event: "something.new" },
];

export const PAYSTACK_CASES: readonly HttpCase[] = [
  { name: "paystack", title: "payin by mobile money", stage: () => openStage(payinByPhone, "GHS") },
  { name: "paystack", title: "payin by bank transfer", stage: () => openStage(payinByTransfer, "NGN") },
  { name: "paystack", title: "payin by card on its page", stage: () => openStage(payinByCard, "NGN") },
  {
    name: "paystack",
    title: "payin by card directly",
    stage: () => openStage(payinByCard, "ZAR", { direct_card_charges: true }),
  },
  { name: "paystack", title: "payout to a bank account", stage: () => openStage(payoutToBank, "NGN") },
  { name: "paystack", title: "payout by mobile money", stage: () => openStage(payoutToPhone, "KES") },
];

async function openStage(
  instrument: Instrument,
  currency: string,
  options: { direct_card_charges?: boolean } = {},
): Promise<HttpStage> {
  const clock = new SteppedClock();
  const outbound = createOutbound();
  const paystack = await startFakePaystack(clock);
  const at = (base_url: string): Provider =>
    PAYSTACK.create({ secret_key: TEST_KEY, base_url, ...options }, { outbound, clock });
  const accepted = (fields?: Partial<DispatchRequest>): DispatchRequest =>
    dispatchRequest({ ...instrument("accepted"), ...fields });
  const isPayout = accepted().direction === "outbound";
  const booked = (reference: string): Row =>
    (paystack.transactions.get(reference) ?? paystack.transfers.get(reference))!;
  return {
    provider: at(paystack.url),
    clock,
    secrets: [TEST_KEY, CARD.card_number],
    accepted,
    refused: () => dispatchRequest(instrument("refused")),
    unanswered: () => dispatchRequest(instrument("silent")),
    url: paystack.url,
    at,
    unknownEvents: UNKNOWN_EVENTS,
    siblings: [],
    bookedAmount: async (reference) =>
      Money.ofMinor(
        BigInt(booked(reference)["amount"] as number),
        booked(reference)["currency"] as string,
      ).toDatabase(),
    amounts: [
      [currency, "0.01"],
      [currency, "1500.25"],
      [currency, "90071992547409.91"],
    ],
    prelude: ({ url }) => {
      const recipient = {
        status: true,
        message: "Transfer recipient created successfully",
        data: { recipient_code: "RCP_1" },
      };
      if (url.startsWith("/bank?"))
        return { status: 200, body: JSON.stringify({ status: true, message: "Banks retrieved", data: BANKS }) };
      return url === "/transferrecipient" ? { status: 201, body: JSON.stringify(recipient) } : undefined;
    },
    // This refusal is believed without a lookup; after other refusals the reference is looked up.
    refusalSaying: (message) => ({
      status: 403,
      body: JSON.stringify({ status: false, message, type: "validation_error", code: "not_allowed" }),
    }),
    foreignAcceptance: { status: 200, body: JSON.stringify({ status: true, message: "Done", data: FOREIGN_DATA }) },
    traits: TRAITS,
    completionCallback: async (reference) => paystack.tell(isPayout ? "transfer.success" : "charge.success", reference),
    close: async () => {
      await paystack.close();
      await outbound.close();
    },
  };
}

/** The data of another payment, transfer and refund in one object. */
const FOREIGN_DATA = {
  id: 1,
  status: "success",
  reference: "another-reference",
  amount: 150_025,
  currency: "NGN",
  transfer_code: "TRF_1",
  authorization_url: "https://checkout.paystack.com/1",
  transaction: { id: 1, reference: "another-reference" },
  merchant_note: "another refund",
};
