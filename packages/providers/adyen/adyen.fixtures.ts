import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { SteppedClock } from "@corridor/base/clock.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { createOutbound } from "@corridor/provider-kit/outbound.ts";
import type {
  DispatchRequest,
  DispatchResult,
  Provider,
  RawCallback,
  RefundRequest,
  StatusQuery,
} from "@corridor/provider-kit/provider.ts";
import {
  dispatchRequest,
  type HttpCase,
  type HttpStage,
  type HttpTraits,
  type ScriptedServer,
  scriptedServer,
} from "@corridor/provider-kit/stage.fixtures.ts";
import { ADYEN } from "./adyen.ts";

/**
 * Adyen as its documentation describes it: both APIs under one address, equally strict about keys, fields and types,
 * and its signed webhooks.
 */
export const API_KEY = "AQE-checkout-key-of-the-tests";
export const TRANSFERS_API_KEY = "AQE-transfers-key-of-the-tests";
export const HMAC_KEY = "44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056";
export const TRANSFERS_HMAC_KEY = "9F1A02C7D3E84B5566778899AABBCCDDEEFF00112233445566778899AABBCCDD";
export const MERCHANT_ACCOUNT = "CorridorCOM";
export const BALANCE_ACCOUNT = "BA00000000000000000000001";
const CALLBACK_PATH = "/v1/callbacks/adyen";

type Body = Record<string, any>;
type Answer = { status: number; body: Body };
export type Booked = {
  kind: "payment" | "transfer" | "refund";
  id: string;
  reference: string;
  amount: { currency: string; value: number };
  body: Body;
};

/** The decimals that Adyen's own table of currencies gives; two for all others. */
const DECIMALS: Readonly<Record<string, number>> = { JPY: 0, CVE: 0, IDR: 0, UGX: 0, KWD: 3 };

export type AdyenServer = Awaited<ReturnType<typeof startAdyen>>;

export async function startAdyen() {
  const booked: Booked[] = [];
  const answered = new Map<string, Answer>();
  const statusOf = new Map<string, string>();
  const links = new Map<string, Body>();
  let count = 0;
  let unheard = 0;
  const newPspReference = (): string => `PSP${String((count += 1)).padStart(13, "0")}`;

  function pay(body: Body): Answer {
    const missing = ["merchantAccount", "reference", "returnUrl", "paymentMethod"].find((field) => !body[field]);
    if (missing !== undefined || !isAmount(body["amount"]))
      return invalid(`Required field '${missing ?? "amount"}' is not provided.`);
    if (body["merchantAccount"] !== MERCHANT_ACCOUNT)
      return serviceError(403, "901", "Invalid Merchant Account", "security");
    const { number, expiryMonth, expiryYear } = body["paymentMethod"];
    if (!/^\d{13,19}$/.test(number) || !/^\d\d$/.test(expiryMonth) || !/^\d{4}$/.test(expiryYear))
      return serviceError(422, "101", "Invalid card number");
    const pspReference = newPspReference();
    const named = { pspReference, merchantReference: body["reference"] };
    if (number.endsWith("0002") || body["paymentMethod"].holderName === "DECLINED")
      return {
        status: 200,
        body: { ...named, resultCode: "Refused", refusalReason: "Expired Card", refusalReasonCode: "6" },
      };
    booked.push({ kind: "payment", id: pspReference, reference: body["reference"], amount: body["amount"], body });
    if (number.endsWith("1111"))
      return {
        status: 200,
        body: { ...named, resultCode: "Authorised", amount: body["amount"], additionalData: { authCode: "044925" } },
      };
    const action = {
      type: "redirect",
      method: "GET",
      paymentMethodType: "scheme",
      url: `https://checkoutshopper-test.adyen.com/3ds/${pspReference}`,
    };
    return { status: 200, body: { resultCode: "RedirectShopper", action } };
  }

  /** The customer's answer to the challenge comes back inside `redirectResult`, which only Adyen can read. */
  function submitDetails(body: Body): Answer {
    const [reference, resultCode] = String(body["details"]?.redirectResult).split("!");
    const payment = booked.find((entry) => entry.reference === reference);
    if (payment === undefined) return serviceError(422, "14_0024", "Invalid redirect result");
    const refusal =
      resultCode === "Authorised"
        ? { amount: payment.amount }
        : { refusalReason: "Authentication failed", refusalReasonCode: "11" };
    return { status: 200, body: { resultCode, pspReference: payment.id, merchantReference: reference, ...refusal } };
  }

  function refund(paymentPspReference: string, body: Body): Answer {
    if (!isAmount(body["amount"]) || body["merchantAccount"] !== MERCHANT_ACCOUNT)
      return invalid("Required field 'amount' is not provided.");
    if (!booked.some(({ id }) => id === paymentPspReference))
      return serviceError(422, "167", "Original pspReference required for this operation");
    const pspReference = newPspReference();
    booked.push({ kind: "refund", id: pspReference, reference: body["reference"], amount: body["amount"], body });
    return { status: 201, body: { ...body, paymentPspReference, pspReference, status: "received" } };
  }

  function transfer(body: Body): Answer {
    const bankAccount = body["counterparty"]?.bankAccount;
    if (!isAmount(body["amount"]) || body["category"] !== "bank" || !body["priorities"]?.length)
      return problem(422, "30_112", "Missing field");
    if (body["balanceAccountId"] !== BALANCE_ACCOUNT) return problem(422, "30_002", "Balance account not found");
    if (!bankAccount?.accountHolder?.fullName || !bankAccount.accountIdentification?.type)
      return problem(422, "30_031", "Invalid counterparty");
    const number = String(bankAccount.accountIdentification.accountNumber ?? bankAccount.accountIdentification.iban);
    if (number.endsWith("0002")) return problem(422, "30_023", "The counterparty's bank account is invalid");
    const id = newPspReference();
    booked.push({ kind: "transfer", id, reference: body["reference"], amount: body["amount"], body });
    return { status: 202, body: transferOf(id) };
  }

  function transferOf(id: string): Body {
    const { body } = booked.find((entry) => entry.id === id)!;
    const status = statusOf.get(id) ?? "received";
    const { amount, category, counterparty, reference, type } = body;
    return {
      id,
      amount,
      category,
      counterparty,
      reference,
      type,
      direction: "outgoing",
      status,
      reason: status === "booked" ? "approved" : "pending",
    };
  }

  function ask(path: string, query: URLSearchParams): Answer {
    const transfers = booked.filter(({ kind }) => kind === "transfer");
    if (path !== "/transfers") {
      const found = transfers.find(({ id }) => path === `/transfers/${id}`);
      return found === undefined
        ? problem(422, "30_010", "Transfer not found")
        : { status: 200, body: transferOf(found.id) };
    }
    const days =
      (Date.parse(query.get("createdUntil") ?? "") - Date.parse(query.get("createdSince") ?? "")) / 86_400_000;
    if (!(days > 0 && days <= 181) || query.get("balanceAccountId") !== BALANCE_ACCOUNT)
      return problem(422, "30_003", "Invalid query");
    return {
      status: 200,
      body: {
        data: transfers.filter(({ reference }) => reference === query.get("reference")).map(({ id }) => transferOf(id)),
      },
    };
  }

  function openLink(body: Body): Answer {
    const missing = ["merchantAccount", "reference", "returnUrl"].find((field) => !body[field]);
    if (missing !== undefined || !isAmount(body["amount"]))
      return invalid(`Required field '${missing ?? "amount"}' is not provided.`);
    if (body["merchantAccount"] !== MERCHANT_ACCOUNT)
      return serviceError(403, "901", "Invalid Merchant Account", "security");
    const id = `PL${newPspReference()}`;
    links.set(id, { ...body, id, status: "active", url: `https://test.adyen.link/${id}` });
    return { status: 201, body: links.get(id)! };
  }

  function link(method: string, id: string): Answer {
    const found = links.get(id);
    if (found === undefined) return serviceError(404, "905", "Payment link not found");
    if (method === "PATCH" && found["status"] === "active") found["status"] = "expired";
    return { status: 200, body: found };
  }

  function route(method: string, path: string, query: URLSearchParams, body: Body): Answer {
    const linkId = /^\/paymentLinks\/(\w+)$/.exec(path)?.[1];
    if (linkId !== undefined) return link(method, linkId);
    if (path === "/paymentLinks") return openLink(body);
    if (method === "GET") return ask(path, query);
    if (path === "/paymentMethods")
      return body["merchantAccount"] === MERCHANT_ACCOUNT
        ? { status: 200, body: { paymentMethods: [] } }
        : serviceError(403, "901", "Invalid Merchant Account", "security");
    if (path === "/payments") return pay(body);
    if (path === "/payments/details") return submitDetails(body);
    if (path === "/transfers") return transfer(body);
    const refunded = /^\/payments\/([^/]+)\/refunds$/.exec(path);
    return refunded === null ? { status: 404, body: {} } : refund(decodeURIComponent(refunded[1]!), body);
  }

  function handle(request: IncomingMessage, text: string, response: ServerResponse): void {
    if (unheard > 0) {
      unheard -= 1;
      return void response.destroy();
    }
    const { pathname, searchParams } = new URL(request.url!, "http://adyen");
    const key = pathname.startsWith("/transfers") ? TRANSFERS_API_KEY : API_KEY;
    const idempotencyKey = request.headers["idempotency-key"];
    let answer: Answer;
    if (request.headers["x-api-key"] !== key)
      answer = serviceError(401, "000", "HTTP Status Response - Unauthorized", "security");
    else if (request.method === "POST" && (typeof idempotencyKey !== "string" || idempotencyKey.length > 64))
      answer = invalid("Idempotency-Key");
    else {
      answer =
        answered.get(String(idempotencyKey)) ??
        route(request.method!, pathname, searchParams, text === "" ? {} : JSON.parse(text));
      if (typeof idempotencyKey === "string") answered.set(idempotencyKey, answer);
    }
    // The request is accepted, but its answer is lost.
    if (/0004"/.test(text)) return void response.destroy();
    response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify(answer.body));
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => handle(request, Buffer.concat(chunks).toString(), response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const find = (reference: string): Booked => booked.find((entry) => entry.reference === reference)!;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    booked,
    links,
    find,
    /** The next requests are lost before they arrive. */
    lose: (requests: number): void => {
      unheard = requests;
    },
    bookedAmount: (reference: string): string => {
      const { currency, value } = find(reference).amount;
      const decimals = DECIMALS[currency] ?? 2;
      const digits = String(value).padStart(decimals + 1, "0");
      return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
    },
    transferWebhook: (reference: string, status: string, fields: Body = {}): RawCallback => {
      const { id } = find(reference);
      statusOf.set(id, status);
      return transferWebhook({ ...transferOf(id), ...fields });
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function isAmount(value: Body | undefined): boolean {
  return typeof value?.["currency"] === "string" && Number.isSafeInteger(value["value"]) && value["value"] > 0;
}

/** The form of the Checkout API's errors. */
export function serviceError(status: number, errorCode: string, message: string, errorType = "validation"): Answer {
  return { status, body: { status, errorCode, message, errorType, pspReference: "8816118280275544" } };
}

const invalid = (message: string): Answer => serviceError(422, "702", message);

/** The form of the Transfers API's errors. */
export function problem(status: number, errorCode: string, detail: string): Answer {
  return {
    status,
    body: {
      type: "https://docs.adyen.com/errors",
      title: "Invalid request",
      status,
      detail,
      errorCode,
      requestId: "1W1UI15PLVGC9V8O",
    },
  };
}

export type StandardItem = {
  eventCode: string;
  merchantReference: string;
  success?: string;
  pspReference?: string;
  originalReference?: string;
  amount?: { currency: string; value: number };
  merchantAccountCode?: string;
};

/** A standard webhook. `others`: an item's unsigned fields. */
export function standardWebhook(items: readonly StandardItem[], others: Body = {}, key = HMAC_KEY): RawCallback {
  const notificationItems = items.map((given) => {
    const item = {
      pspReference: "PSP9",
      merchantAccountCode: MERCHANT_ACCOUNT,
      amount: { currency: "EUR", value: 1000 },
      success: "true",
      ...given,
    };
    const signed = [
      item.pspReference,
      item.originalReference ?? "",
      item.merchantAccountCode,
      item.merchantReference,
      item.amount.value,
      item.amount.currency,
    ];
    const hmacSignature = sign([...signed, item.eventCode, item.success].join(":"), key);
    const { additionalData, ...rest } = others;
    return { NotificationRequestItem: { ...rest, ...item, additionalData: { ...additionalData, hmacSignature } } };
  });
  return { headers: {}, rawBody: Buffer.from(JSON.stringify({ notificationItems })), path: CALLBACK_PATH };
}

export function transferWebhook(
  data: Body,
  type = "balancePlatform.transfer.updated",
  key = TRANSFERS_HMAC_KEY,
): RawCallback {
  const rawBody = Buffer.from(
    JSON.stringify({ data, environment: "test", timestamp: "2026-01-05T09:00:01.000Z", type }),
  );
  return { headers: { hmacsignature: sign(rawBody, key), protocol: "HmacSHA256" }, rawBody, path: CALLBACK_PATH };
}

function sign(content: string | Buffer, key: string): string {
  return createHmac("sha256", Buffer.from(key, "hex")).update(content).digest("base64");
}

export const cardPayment = (ending: string, fields: Partial<DispatchRequest> = {}): DispatchRequest =>
  dispatchRequest({
    method: "card",
    country: "NL",
    card: {
      card_number: `421234567890${ending}`,
      expiry_month: "3",
      expiry_year: "30",
      cvv: "739",
      card_holder_name: "Ama Owusu",
    },
    payer: { name: "Ama Owusu", email: "ama@example.com", phone: "+31612345678" },
    ...fields,
  });

export const bankPayout = (ending: string, fields: Partial<DispatchRequest> = {}): DispatchRequest =>
  dispatchRequest({
    direction: "outbound",
    country: "GB",
    recipient: { name: "Ama Owusu" },
    bankAccount: { account_number: `1234${ending}`, bank_code: "20-00-00" },
    ...fields,
  });

export const deadline = (): AbortSignal => AbortSignal.timeout(5_000);
export const eur = (text: string): Money => Money.parse(text, "EUR");

export function statusQuery(request: DispatchRequest, providerPaymentId: string | null = null): StatusQuery {
  return { reference: request.reference, providerPaymentId, direction: request.direction };
}

export function refundOf(request: DispatchRequest, providerPaymentId: string, amount = request.amount): RefundRequest {
  return {
    reference: newId(),
    paymentReference: request.reference,
    providerPaymentId,
    amount,
    reason: "returned",
    callbackUrl: request.callbackUrl,
  };
}

export type AdyenStage = Awaited<ReturnType<typeof openAdyen>>;

export async function openAdyen() {
  const clock = new SteppedClock();
  const outbound = createOutbound();
  const server = await startAdyen();
  const scripted: ScriptedServer[] = [];
  const at = (url: string): Provider => ADYEN.create(settingsAt(url), { outbound, clock });

  /** An Adyen server that gives this answer to every request. */
  async function answering(
    status: number,
    body: object,
    headers: Record<string, string> = {},
  ): Promise<{ provider: Provider; server: ScriptedServer }> {
    const one = await scriptedServer((response) => void response.writeHead(status, headers).end(JSON.stringify(body)));
    scripted.push(one);
    return { provider: at(one.url), server: one };
  }

  return {
    server,
    clock,
    at,
    answering,
    outcomeOf: async (request: DispatchRequest, ...answer: Parameters<typeof answering>): Promise<DispatchResult> =>
      (await answering(...answer)).provider.dispatch(request, deadline()),
    sentBody: async (request: DispatchRequest): Promise<Body> => {
      await at(server.url).dispatch(request, deadline());
      return server.find(request.reference).body;
    },
    close: async () => {
      for (const one of scripted) await one.close();
      await server.close();
      await outbound.close();
    },
  };
}

export function settingsAt(url: string): Parameters<typeof ADYEN.create>[0] {
  return {
    base_url: url,
    api_key: API_KEY,
    merchant_account: MERCHANT_ACCOUNT,
    direct_card_charges: true,
    hmac_key: HMAC_KEY,
    transfers_base_url: url,
    transfers_api_key: TRANSFERS_API_KEY,
    balance_account_id: BALANCE_ACCOUNT,
    transfers_hmac_key: TRANSFERS_HMAC_KEY,
  };
}

const TRAITS: HttpTraits = {
  foundBy: "callback",
  neverHad: "unknown",
  genuineBy: "signature",
  toleranceMs: null,
  callbackIs: "word",
};

async function adyenStage(
  request: typeof cardPayment,
  part: (
    server: AdyenServer,
  ) => Pick<HttpStage, "completionCallback" | "refusalSaying" | "foreignAcceptance" | "traits">,
): Promise<HttpStage> {
  const { server, clock, at, close } = await openAdyen();
  return {
    provider: at(server.url),
    clock,
    secrets: [
      API_KEY,
      TRANSFERS_API_KEY,
      HMAC_KEY,
      TRANSFERS_HMAC_KEY,
      ...["1234", "0002", "0004"].map((ending) => `421234567890${ending}`),
    ],
    accepted: (fields) => request("1234", fields),
    refused: () => request("0002"),
    unanswered: () => request("0004"),
    url: server.url,
    at,
    unknownEvents: UNKNOWN_EVENTS,
    siblings: [],
    bookedAmount: async (reference) => server.bookedAmount(reference),
    amounts: [
      ["EUR", "1500.25"],
      ["JPY", "1500"],
      ["KWD", "0.001"],
      ["IDR", "250000"],
      ["CVE", "1500"],
      ["USD", "90071992547409.91"],
    ],
    close,
    ...part(server),
  };
}

/** Events of kinds that the adapter does not know. */
const UNKNOWN_EVENTS = [
  { type: "balancePlatform.balanceAccount.created", data: { balanceAccount: { id: "BA1" } } },
  { eventType: "recurring.token.created", data: {} },
  {
    notificationItems: [
      { NotificationRequestItem: { eventCode: "SOMETHING_NEW", success: "maybe", merchantReference: "order-77" } },
    ],
  },
];

export const ADYEN_CASES: readonly HttpCase[] = [
  {
    name: "adyen",
    title: "payin by card",
    stage: () =>
      adyenStage(cardPayment, (server) => ({
        refusalSaying: (text) => written(serviceError(422, "101", text)),
        foreignAcceptance: written({
          status: 200,
          body: { resultCode: "Authorised", pspReference: "PSP1", merchantReference: "another" },
        }),
        traits: TRAITS,
        // This callback contains only signed fields, so that every changed byte breaks its signature. adyen.test.ts
        // checks the other fields of an item.
        completionCallback: async (reference) => {
          const { id, amount } = server.find(reference);
          return standardWebhook([
            { eventCode: "AUTHORISATION", merchantReference: reference, pspReference: id, amount },
          ]);
        },
      })),
  },
  {
    name: "adyen",
    title: "payout to a bank account",
    stage: () =>
      adyenStage(bankPayout, (server) => ({
        refusalSaying: (text) => written(problem(422, "30_023", text)),
        foreignAcceptance: written({
          status: 202,
          body: {
            id: "1",
            reference: "another",
            status: "received",
            category: "bank",
            direction: "outgoing",
            amount: { currency: "KES", value: 150025 },
          },
        }),
        traits: { ...TRAITS, foundBy: "reference" },
        completionCallback: async (reference) => server.transferWebhook(reference, "booked"),
      })),
  },
];

function written({ status, body }: Answer): { status: number; body: string } {
  return { status, body: JSON.stringify(body) };
}
