import { createDecipheriv } from "node:crypto";
import type { ServerResponse } from "node:http";
import { SteppedClock } from "@corridor/base/clock.ts";
import { Money } from "@corridor/base/money.ts";
import { createOutbound } from "@corridor/provider-kit/outbound.ts";
import type { DispatchRequest, Provider, RawCallback } from "@corridor/provider-kit/provider.ts";
import {
  dispatchRequest,
  type HttpCase,
  type HttpStage,
  type HttpTraits,
  scriptedServer,
  type WrittenAnswer,
} from "@corridor/provider-kit/stage.fixtures.ts";
import { FLUTTERWAVE } from "./flutterwave.ts";

/**
 * Flutterwave as its documents describe it: checks requests, accepts a reference once, stores what it accepted. The
 * last four digits of the card, phone or account decide: 0001 asks for a one-time password, 0002 is declined, 0003 is
 * processed until `finish` without an answer, 0004 is accepted without an answer, 0005 needs the card's PIN, 0006 uses
 * a page of the bank.
 */
export const SECRET_KEY = "FLWSECK_TEST-corridor-secret-key-X";
export const SECRET_HASH = "corridor-secret-hash-0123456789";
export const ENCRYPTION_KEY = "FLWSECK_TESTcorridor0123";
export const OTP = "123456";

export const SETTINGS = {
  secret_key: SECRET_KEY,
  secret_hash: SECRET_HASH,
  encryption_key: ENCRYPTION_KEY,
  direct_card_charges: true,
  sender_name: "Corridor Limited",
  sender_country: "KE",
  sender_phone: "+254700000000",
};

type Fields = Record<string, unknown>;
type Booked = { id: number; kind: "charge" | "transfer"; fields: Fields; amount: string; status: string };
type Received = { method: string; path: string; fields: Fields };

export type FakeFlutterwave = {
  url: string;
  /** Every received body, decrypted if it was encrypted. */
  received: Received[];
  /** The requested refunds, as Flutterwave shows them. */
  refunds: Fields[];
  chargebacks: Fields[];
  /** The payer's bank demands the money back; returns the callback that reports it, without the amount. */
  chargeBack(reference: string, change?: Fields): RawCallback;
  /** The customer tries a card on the page, with this outcome. */
  tryOnPage(reference: string, status: "failed" | "successful"): void;
  booked(reference: string): Booked | undefined;
  /** Accepts the requests that were being processed. */
  finish(): void;
  /** Ends a payment, successfully by default, and returns the callback that reports it. */
  complete(reference: string, status?: string): RawCallback;
  close(): Promise<void>;
};

export async function startFlutterwave(): Promise<FakeFlutterwave> {
  const payments = new Map<string, Booked>();
  const refunds: Fields[] = [];
  const chargebacks: Fields[] = [];
  const received: Received[] = [];
  const workedOn: (() => void)[] = [];
  let lastId = 4_193_000;

  const success = (response: ServerResponse, data: unknown, meta?: unknown): void =>
    write(response, 200, { status: "success", message: "OK", data, meta });

  function charge(response: ServerResponse, type: string, fields: Fields): void {
    const lacks = ["tx_ref", "amount", "currency", "email", ...(REQUIRED_OF_CHARGE[type] ?? ["type"])].find((name) =>
      isMissing(fields[name]),
    );
    if (lacks !== undefined) return error(response, 400, `${lacks} is required`);
    const ending = textOf(fields["card_number"] ?? fields["phone_number"]).slice(-4);
    if (payments.has(textOf(fields["tx_ref"])))
      return error(response, 400, "Duplicate transaction reference. Please try again with a new reference");
    if (ending === "0002") return error(response, 400, "Insufficient funds");
    if (ending === "0003") return work(response, () => book("charge", textOf(fields["tx_ref"]), fields, "pending"));
    if (ending === "0005") return write(response, 200, authorizing({ mode: "pin", fields: ["pin"] }));
    const booked = book("charge", textOf(fields["tx_ref"]), fields, "pending");
    if (ending === "0004") return void response.destroy();
    if (type === "bank_transfer") return write(response, 200, authorizing(bankTransferOf(booked)));
    if (type !== "card") return success(response, transactionOf(booked));
    if (ending === "0001")
      return success(response, transactionOf(booked), {
        authorization: { mode: "otp", endpoint: "/v3/validate-charge" },
      });
    if (ending === "0006")
      return success(response, transactionOf(booked), {
        authorization: { mode: "redirect", redirect: "https://bank.test/3ds?ref=1" },
      });
    booked.status = "successful";
    success(response, transactionOf(booked));
  }

  function openPage(response: ServerResponse, fields: Fields): void {
    const lacks = ["tx_ref", "amount", "currency", "redirect_url", "customer"].find((name) => isMissing(fields[name]));
    if (lacks !== undefined || isMissing((fields["customer"] as Fields)["email"]))
      return error(response, 400, `${lacks ?? "customer.email"} is required`);
    success(response, { link: `https://checkout.flutterwave.com/v3/hosted/pay/${textOf(fields["tx_ref"])}` });
  }

  function transfer(response: ServerResponse, fields: Fields): void {
    const lacks = [
      "account_bank",
      "account_number",
      "amount",
      "currency",
      "reference",
      "narration",
      "beneficiary_name",
    ].find((name) => isMissing(fields[name]));
    if (lacks !== undefined) return error(response, 400, `${lacks} is required`);
    const ending = textOf(fields["account_number"]).slice(-4);
    if (payments.has(textOf(fields["reference"])))
      return error(response, 400, "A transfer with this reference already exists");
    if (ending === "0002") return error(response, 400, "Insufficient funds in customer wallet");
    if (ending === "0003") return work(response, () => book("transfer", textOf(fields["reference"]), fields, "NEW"));
    const booked = book("transfer", textOf(fields["reference"]), fields, "NEW");
    if (ending === "0004") return void response.destroy();
    success(response, transferOf(booked));
  }

  function work(response: ServerResponse, accept: () => void): void {
    workedOn.push(accept);
    response.destroy();
  }

  function book(kind: Booked["kind"], reference: string, fields: Fields, status: string): Booked {
    const booked = { id: ++lastId, kind, fields, amount: textOf(fields["amount"]), status };
    payments.set(reference, booked);
    return booked;
  }

  function validate(response: ServerResponse, fields: Fields): void {
    const booked = [...payments.values()].find((each) => flwRefOf(each) === fields["flw_ref"]);
    if (booked === undefined || fields["type"] !== "card")
      return error(response, 400, "Invalid transaction attempt. No REF Cache");
    if (fields["otp"] !== OTP)
      return error(response, 400, `An OTP related error has occured: ${textOf(fields["otp"])}`);
    booked.status = "successful";
    success(response, transactionOf(booked));
  }

  function refund(response: ServerResponse, transactionId: string, fields: Fields): void {
    const booked = [...payments.values()].find(
      (each) => String(each.id) === transactionId && each.status === "successful",
    );
    if (booked === undefined) return error(response, 400, "Transaction cannot be refunded");
    const made = {
      id: ++lastId,
      tx_id: booked.id,
      amount_refunded: JSON.rawJSON(textOf(fields["amount"])),
      status: "completed",
      comments: fields["comments"],
      destination: "payment_source",
    };
    refunds.push(made);
    success(response, made);
  }

  function find(response: ServerResponse, url: URL): void {
    const [, first, second] = url.pathname.split("/");
    const listed = [...payments.values()];
    if (first === "banks") return success(response, second === "CI" ? IVORIAN_NETWORKS : BANKS);
    if (first === "settlements")
      return write(response, 200, { status: "success", data: [], meta: { page_info: { total_pages: 0 } } });
    if (first === "balances")
      return success(response, [{ currency: "NGN", available_balance: 100, ledger_balance: 100 }]);
    if (first === "transfers") {
      const found = listed.filter(
        (each) =>
          each.kind === "transfer" &&
          (second === undefined
            ? each.fields["reference"] === url.searchParams.get("reference")
            : String(each.id) === second),
      );
      if (second === undefined)
        return success(response, found.map(transferOf), {
          page_info: { total: found.length, current_page: 1, total_pages: 1 },
        });
      return found[0] === undefined
        ? error(response, 400, "Transfer not found")
        : success(response, transferOf(found[0]));
    }
    if (first === "refunds") {
      if (second === undefined)
        return success(
          response,
          refunds.filter((each) => each["tx_id"] === Number(url.searchParams.get("id"))),
        );
      const found = refunds.find((each) => each["id"] === Number(second));
      return found === undefined ? error(response, 400, "Refund not found") : success(response, found);
    }
    if (first === "chargebacks") {
      const flwRef = url.searchParams.get("flw_ref");
      return success(
        response,
        chargebacks.filter((each) => each["flw_ref"] === flwRef),
      );
    }
    const charges = listed.filter((each) => each.kind === "charge");
    const found = charges.find((each) =>
      second === "verify_by_reference"
        ? each.fields["tx_ref"] === url.searchParams.get("tx_ref")
        : String(each.id) === second,
    );
    return found === undefined
      ? error(response, 400, "No transaction was found for this id")
      : success(response, transactionOf(found));
  }

  const server = await scriptedServer((response, request, body) => {
    if (request.headers.authorization !== `Bearer ${SECRET_KEY}`) return error(response, 401, "Authorization required");
    const url = new URL(request.url!, "http://flutterwave.test");
    const isForm = request.headers["content-type"]?.startsWith("multipart/form-data") === true;
    const fields = body === "" ? {} : isForm ? { form: body } : opened(body);
    received.push({ method: request.method!, path: `${url.pathname}${url.search}`, fields });
    if (request.method === "GET") return find(response, url);
    if (url.pathname === "/upload_image") return success(response, "https://cdn.flutterwave.test/proof");
    if (request.headers["content-type"] !== "application/json")
      return error(response, 400, "Content-Type must be application/json");
    if (request.method === "PUT") return answerChargeback(response, url.pathname.split("/")[2]!, fields);
    const refunded = /^\/transactions\/(\d+)\/refund$/.exec(url.pathname);
    if (refunded !== null) return refund(response, refunded[1]!, fields);
    if (url.pathname === "/charges") return charge(response, url.searchParams.get("type") ?? "", fields);
    if (url.pathname === "/payments") return openPage(response, fields);
    if (url.pathname === "/transfers") return transfer(response, fields);
    if (url.pathname === "/validate-charge") return validate(response, fields);
    if (url.pathname === "/accounts/resolve") return resolve(response, fields);
    error(response, 404, "Not found");
  });

  function answerChargeback(response: ServerResponse, id: string, fields: Fields): void {
    const found = chargebacks.find((each) => String(each["id"]) === id && each["status"] === "initiated");
    if (found === undefined || isMissing(fields["comment"]))
      return error(response, 400, "This chargeback cannot be updated");
    found["status"] = fields["action"] === "accept" ? "accepted" : "declined";
    success(response, found);
  }

  function resolve(response: ServerResponse, fields: Fields): void {
    if (fields["account_bank"] !== "044") return error(response, 400, "bank is not available at the moment");
    if (fields["account_number"] !== "0690000032")
      return error(response, 400, "Sorry, that account number is invalid, please check and try again");
    success(response, { account_number: "0690000032", account_name: "Pastor Bright" });
  }

  return {
    url: server.url,
    received,
    refunds,
    chargebacks,
    chargeBack(reference, change = {}) {
      const booked = payments.get(reference)!;
      const known = chargebacks.find((each) => each["tx_ref"] === reference);
      const row = known ?? {
        ...CHARGEBACK,
        id: ++lastId,
        amount: JSON.rawJSON(booked.amount),
        flw_ref: flwRefOf(booked),
        transaction_id: booked.id,
        tx_ref: reference,
      };
      if (known === undefined) chargebacks.push(row);
      Object.assign(row, change);
      return callbackOf({
        event: `chargeback.${textOf(row["status"])}`,
        data: { id: row["id"], flw_ref: row["flw_ref"], status: row["status"] },
      });
    },
    tryOnPage(reference, status) {
      const page = received.find(({ path, fields }) => path === "/payments" && fields["tx_ref"] === reference)!;
      book("charge", reference, page.fields, status);
    },
    booked: (reference) => payments.get(reference),
    finish: () => workedOn.splice(0).forEach((accept) => accept()),
    complete(reference, status) {
      const booked = payments.get(reference)!;
      booked.status = status ?? (booked.kind === "charge" ? "successful" : "SUCCESSFUL");
      const event =
        booked.kind === "charge"
          ? { event: "charge.completed", data: transactionOf(booked) }
          : { event: "transfer.completed", data: transferOf(booked) };
      return callbackOf(event);
    },
    close: () => server.close(),
  };
}

export function callbackOf(body: unknown): RawCallback {
  return {
    headers: { "verif-hash": SECRET_HASH },
    rawBody: Buffer.from(JSON.stringify(body)),
    path: "/v1/callbacks/flutterwave",
  };
}

const REQUIRED_OF_CHARGE: Readonly<Record<string, readonly string[]>> = {
  card: ["card_number", "cvv", "expiry_month", "expiry_year"],
  bank_transfer: [],
  mpesa: ["phone_number"],
  mobile_money_ghana: ["phone_number", "network"],
  mobile_money_uganda: ["phone_number", "network"],
  mobile_money_rwanda: ["phone_number"],
  mobile_money_zambia: ["phone_number", "network"],
  mobile_money_tanzania: ["phone_number"],
  mobile_money_franco: ["phone_number", "network", "country"],
};

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const isMissing = (value: unknown): boolean => value === undefined || value === null || value === "";

/** The fields of a body, decrypted for a card, with every number as the digits that were sent. */
function opened(body: string): Fields {
  const read = (text: string): Fields =>
    JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
      typeof value === "number" ? context?.source : value,
    ) as Fields;
  const fields = read(body);
  if (typeof fields["client"] !== "string") return fields;
  const decipher = createDecipheriv("des-ede3-ecb", ENCRYPTION_KEY, null);
  return read(decipher.update(fields["client"], "base64", "utf8") + decipher.final("utf8"));
}

/** A chargeback as in Flutterwave's documentation. Tests add the identifiers of its transaction. */
const CHARGEBACK: Fields = {
  status: "initiated",
  stage: "new",
  comment: "Product/service not received",
  meta: {
    uploaded_proof: null,
    history: [
      {
        action: "initiated",
        stage: "new",
        date: "2026-01-05T10:00:00.000Z",
        description: "Debit and hold chargeback amount",
      },
    ],
  },
  due_date: "2026-01-09T15:59:59.000Z",
  settlement_id: "N/A",
  created_at: "2026-01-05T10:00:00.000Z",
};

/** The codes of Flutterwave's page about payouts to Côte d'Ivoire. */
export const IVORIAN_NETWORKS: Fields[] = [
  { id: 1, code: "FMM", name: "MTN Mobile Money" },
  { id: 2, code: "Moov", name: "Moov Money" },
  { id: 3, code: "orangemoney", name: "Orange Money" },
  { id: 4, code: "WAVE", name: "Wave" },
  { id: 5, code: "CI032", name: "Orange Bank Africa" },
];
/** Of Nigeria. */
const BANKS: Fields[] = ["044", "058"].map((code, id) => ({ id, code, name: `Bank ${code}` }));

const flwRefOf = ({ id }: Booked): string => `FLW-MOCK-${id}`;

function transactionOf(booked: Booked): Fields {
  return {
    id: booked.id,
    tx_ref: booked.fields["tx_ref"],
    flw_ref: flwRefOf(booked),
    amount: JSON.rawJSON(booked.amount),
    charged_amount: JSON.rawJSON(booked.amount),
    currency: booked.fields["currency"],
    status: booked.status,
    processor_response: booked.status === "failed" ? "Declined by the issuer" : "",
    created_at: "2026-01-05T09:00:00.000Z",
  };
}

function transferOf(booked: Booked): Fields {
  return {
    id: booked.id,
    account_number: booked.fields["account_number"],
    bank_code: booked.fields["account_bank"],
    amount: JSON.rawJSON(booked.amount),
    currency: booked.fields["currency"],
    reference: booked.fields["reference"],
    status: booked.status,
    complete_message: booked.status === "FAILED" ? "DISBURSE FAILED: the account is closed" : "",
    requires_approval: 0,
    is_approved: 1,
  };
}

function bankTransferOf(booked: Booked): Fields {
  return {
    mode: "banktransfer",
    transfer_reference: flwRefOf(booked),
    transfer_account: "0067100155",
    transfer_bank: "Mock Bank",
    transfer_note: "Please make a bank transfer to Corridor FLW",
    transfer_amount: booked.amount,
    account_expiration: 1_767_607_200_000,
  };
}

const authorizing = (authorization: Fields): Fields => ({
  status: "success",
  message: "Charge initiated",
  meta: { authorization },
});

function write(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function error(response: ServerResponse, status: number, message: string): void {
  write(response, status, { status: "error", message, data: null });
}

const TRAITS: HttpTraits = {
  foundBy: "reference",
  neverHad: "not_found",
  genuineBy: "shared secret",
  toleranceMs: null,
  callbackIs: "notice",
};

export const PAYER = { name: "Ada Obi", email: "ada@example.com", phone: "+2348031234567" };
export const RECIPIENT = { name: "Kwame Mensah" };

type Variant = {
  title: string;
  amounts: HttpStage["amounts"];
  instrument: (ending: string) => Partial<DispatchRequest>;
};

const VARIANTS: readonly Variant[] = [
  {
    title: "payin by mobile money",
    amounts: [
      ["KES", "1500.25"],
      ["KES", "0.01"],
      ["KES", "9999999999999.99"],
    ],
    instrument: (ending) => ({
      method: "mobile_money",
      mobileMoney: { provider: "M-PESA", phone_number: `+25471234${ending}`, network_code: "MPESA_KE" },
    }),
  },
  {
    title: "payin by card",
    amounts: [
      ["NGN", "9999999999999.99"],
      ["UGX", "1500"],
      ["USD", "0.01"],
    ],
    instrument: (ending) => ({
      method: "card",
      country: "NG",
      card: { card_number: `424242424242${ending}`, expiry_month: "9", expiry_year: "2032", cvv: "739" },
    }),
  },
  {
    title: "payout to a bank",
    amounts: [
      ["NGN", "9999999999999.99"],
      ["NGN", "0.01"],
    ],
    instrument: (ending) => ({
      direction: "outbound",
      method: "bank_transfer",
      country: "NG",
      bankAccount: { account_number: `069000${ending}`, bank_code: "044" },
    }),
  },
  {
    title: "payout to mobile money",
    amounts: [["GHS", "1500.25"]],
    instrument: (ending) => ({
      direction: "outbound",
      method: "mobile_money",
      country: "GH",
      mobileMoney: { provider: "MTN", phone_number: `+23324123${ending}`, network_code: "MTN_GH" },
    }),
  },
];

/** Events of kinds that the adapter does not know. */
const UNKNOWN_EVENTS = [
  { event: "subscription.cancelled", data: { id: 1, status: "deactivated" } },
  { type: "ledger.updated", data: { id: "lgr_1" } },
];

export const FLUTTERWAVE_CASES: readonly HttpCase[] = VARIANTS.map((variant) => ({
  name: "flutterwave",
  title: variant.title,
  stage: () => openStage(variant),
}));

async function openStage({ amounts, instrument }: Variant): Promise<HttpStage> {
  const clock = new SteppedClock();
  const flutterwave = await startFlutterwave();
  const outbound = createOutbound();
  const at = (url: string): Provider => FLUTTERWAVE.create({ ...SETTINGS, base_url: url }, { outbound, clock });
  const isPayout = instrument("1234").direction === "outbound";
  const amount = Money.parse(amounts[0]![1], amounts[0]![0]);
  let lastReference = "";
  const request = (ending: string, fields: Partial<DispatchRequest> = {}): DispatchRequest => {
    const made = dispatchRequest({ payer: PAYER, recipient: RECIPIENT, amount, ...instrument(ending), ...fields });
    lastReference = made.reference;
    return made;
  };
  return {
    provider: at(flutterwave.url),
    clock,
    secrets: [SECRET_KEY, SECRET_HASH, ENCRYPTION_KEY, "4242424242421234", "4242424242420002", "4242424242420004"],
    accepted: (fields) => request("1234", fields),
    refused: () => request("0002"),
    unanswered: () => request("0004"),
    url: flutterwave.url,
    at,
    unknownEvents: UNKNOWN_EVENTS,
    siblings: [],
    bookedAmount: async (reference) => flutterwave.booked(reference)!.amount,
    amounts,
    // Answers to requests that come before a one-time password is submitted. They are never used to learn a status.
    prelude: ({ url }) => {
      if (url === "/banks/NG") return written(200, { status: "success", message: "OK", data: BANKS });
      return url === "/transactions/1/verify"
        ? written(200, { status: "success", message: "OK", data: strangersCharge(lastReference) })
        : undefined;
    },
    refusalSaying: (message) => written(400, { status: "error", message, data: null }),
    foreignAcceptance: written(200, {
      status: "success",
      message: "OK",
      data: isPayout ? STRANGERS_TRANSFER : strangersCharge("another"),
    }),
    traits: TRAITS,
    completionCallback: async (reference) => flutterwave.complete(reference),
    close: async () => {
      await flutterwave.close();
      await outbound.close();
    },
  };
}

function written(status: number, body: unknown): WrittenAnswer {
  return { status, body: JSON.stringify(body) };
}

const strangersCharge = (reference: string): Fields => ({
  id: 1,
  tx_ref: reference,
  flw_ref: "FLW-1",
  amount: 1,
  currency: "KES",
  status: "pending",
});
const STRANGERS_TRANSFER = { id: 1, reference: "another", amount: 1, currency: "NGN", status: "NEW" };
