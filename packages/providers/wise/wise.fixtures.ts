import { generateKeyPairSync, randomInt, randomUUID, sign } from "node:crypto";
import { SteppedClock } from "@corridor/base/clock.ts";
import { Money } from "@corridor/base/money.ts";
import { createOutbound } from "@corridor/provider-kit/outbound.ts";
import type { BankAccount, DispatchRequest, Provider, RawCallback } from "@corridor/provider-kit/provider.ts";
import {
  dispatchRequest,
  type HttpCase,
  type HttpStage,
  type ScriptedServer,
  scriptedServer,
  type WrittenAnswer,
} from "@corridor/provider-kit/stage.fixtures.ts";
import { WISE } from "./wise.ts";

export const TEST_TOKEN = "wise-test-token-0123456789";
export const TEST_PROFILE = "30000000";
const KEYS = generateKeyPairSync("rsa", { modulusLength: 2048 });
export const TEST_PUBLIC_KEY = KEYS.publicKey.export({ type: "spki", format: "pem" }).toString();

type Body = Record<string, unknown>;
export type FakeTransfer = Body & { id: number; customerTransactionId: string | null; status: string };

/** The outcome of a payout, by the ending of the payee's account. */
type Ending = "0004" | "0005" | "0006" | "0007" | "9008";
const UNTOLD: Ending = "9008";
const LOST: Ending = "0004";
const POOR: Ending = "0005";
const GUARDED: Ending = "0006";
const TAKEN: Ending = "0007";

/** Wise as its documents describe it: one transfer for a customerTransactionId, which is funded once. */
export type FakeWise = ScriptedServer & {
  accounts: readonly Body[];
  transfers: FakeTransfer[];
  /** Units of the target for one of the source, and what Wise takes for itself. */ price: {
    rate: number;
    fee: number;
  };
  /** How often each transfer was funded. */ funded: Map<number, number>;
  /** Ids of transfers that the fake Wise leaves out of its list. */ unlisted: Set<number>;
  transferOf(reference: string): FakeTransfer;
};

const json = (status: number, body: unknown): WrittenAnswer => ({ status, body: JSON.stringify(body) });
const problem = (status: number, path: string, message = "is not valid"): WrittenAnswer =>
  json(status, { errors: [{ code: "NOT_VALID", message, path, arguments: [] }] });

export const TEST_CLIENT = {
  client_id: "corridor-client",
  client_secret: "a-client-secret-of-the-tests",
  refresh_token: "01234567-89ab-cdef-0123-456789abcdef",
};

export async function startFakeWise(): Promise<FakeWise> {
  const accounts: (Body & { id: number; ending: string })[] = [];
  const quotes = new Map<string, Body>();
  const transfers: FakeTransfer[] = [];
  const funded = new Map<number, number>();
  const unlisted = new Set<number>();
  // As at Wise, no two transfers share an id, not even on another server here: the second of two equal events would be
  // ignored.
  const firstId = randomInt(10_000_000, 99_000_000);
  const known = (id: string | undefined): FakeTransfer | undefined =>
    transfers.find((transfer) => String(transfer.id) === id);
  const endingOf = (transfer: FakeTransfer): string =>
    accounts.find(({ id }) => id === transfer["targetAccount"])!.ending;

  const fake = { price: { rate: 1, fee: 0 } };

  function createAccount(body: Body): WrittenAnswer {
    const wrong = wrongFieldOf(body);
    if (wrong !== null) return problem(422, wrong);
    const { accountNumber, IBAN } = body["details"] as Record<string, string>;
    accounts.push({ id: 40_000_000 + accounts.length, ending: (accountNumber ?? IBAN)!.slice(-4), ...body });
    return json(200, accounts.at(-1));
  }

  function createQuote(body: Body): WrittenAnswer {
    const { sourceCurrency, targetCurrency, targetAmount } = body;
    if (typeof targetAmount !== "number" || targetAmount <= 0) return problem(400, "targetAmount");
    if (![sourceCurrency, targetCurrency].every((currency) => /^[A-Z]{3}$/.test(String(currency))))
      return problem(400, "currency");
    if (!accounts.some(({ id }) => id === body["targetAccount"])) return problem(422, "targetAccount");
    const id = randomUUID();
    quotes.set(id, body);
    return json(200, { id, status: "PENDING", ...body, ...priced(body, fake.price) });
  }

  function createTransfer(body: Body): WrittenAnswer {
    const { customerTransactionId, quoteUuid, targetAccount } = body;
    const before = transfers.find((transfer) => transfer.customerTransactionId === customerTransactionId);
    if (before !== undefined) return json(200, before);
    const quote = quotes.get(String(quoteUuid)) ?? {};
    if (quote["targetAccount"] === undefined || quote["targetAccount"] !== targetAccount)
      return problem(422, "quoteUuid");
    if (!/^[0-9a-f-]{36}$/.test(String(customerTransactionId))) return problem(400, "customerTransactionId");
    const { sourceCurrency, targetCurrency, targetAmount } = quote;
    const status = "incoming_payment_waiting";
    const money = { sourceCurrency, targetCurrency, sourceValue: 0, targetValue: targetAmount };
    transfers.push({
      id: firstId + transfers.length,
      ...body,
      ...money,
      status,
      customerTransactionId: customerTransactionId as string,
    });
    return json(200, transfers.at(-1));
  }

  function cancel(transfer: FakeTransfer): WrittenAnswer {
    if (!["incoming_payment_waiting", "processing"].includes(transfer.status))
      return json(409, { errors: [{ code: "transfer.cancellation.not.allowed", message: "no" }] });
    return json(200, Object.assign(transfer, { status: "cancelled" }));
  }

  function list(query: URLSearchParams): WrittenAnswer {
    if (query.get("profile") !== TEST_PROFILE || Number.isNaN(Date.parse(query.get("createdDateStart")!)))
      return problem(400, "query");
    const offset = Number(query.get("offset"));
    const listed = transfers.filter(({ id }) => !unlisted.has(id)).toReversed();
    return json(200, listed.slice(offset, offset + Math.min(Number(query.get("limit")), 50)));
  }

  let userToken = "none yet";
  let tokens = 0;
  /** A new token ends the one before. */
  function giveToken(authorization: string | undefined, form: string): WrittenAnswer {
    const basic = Buffer.from(`${TEST_CLIENT.client_id}:${TEST_CLIENT.client_secret}`).toString("base64");
    const { grant_type, refresh_token } = Object.fromEntries(new URLSearchParams(form));
    const isRight = grant_type === "client_credentials" || refresh_token === TEST_CLIENT.refresh_token;
    if (authorization !== `Basic ${basic}` || !isRight) return json(401, { error: "invalid_grant" });
    userToken = `wise-user-token-${(tokens += 1)}`;
    return json(200, { access_token: userToken, token_type: "bearer", expires_in: 43_199, scope: "transfers" });
  }

  const server = await scriptedServer((response, request, text) => {
    const reply = ({ status, body }: WrittenAnswer, headers: Record<string, string> = {}): void =>
      void response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
    if (request.url === "/oauth/token") return reply(giveToken(request.headers.authorization, text));
    if (![TEST_TOKEN, userToken].some((token) => request.headers.authorization === `Bearer ${token}`))
      return reply(json(401, { error: "invalid_token", error_description: "Invalid token" }));
    const url = new URL(request.url!, "http://wise.example");
    const route = `${request.method} ${url.pathname}`;
    const transfer = known(/transfers\/(\d+)/.exec(route)?.[1]);
    const body = (text === "" ? {} : JSON.parse(text)) as Body;
    if (route === "POST /v1/accounts") return reply(createAccount(body));
    if (route === `POST /v3/profiles/${TEST_PROFILE}/quotes`) return reply(createQuote(body));
    if (route === "POST /v1/transfers") {
      const created = createTransfer(body);
      return accounts.some(({ id, ending }) => id === body["targetAccount"] && ending === UNTOLD)
        ? void response.destroy()
        : reply(created);
    }
    if (url.pathname === `/v4/profiles/${TEST_PROFILE}/balances`)
      return reply(json(200, [{ id: 1, currency: "GBP" }] as unknown as Body));
    if (url.pathname.endsWith("/statement.csv")) return reply({ status: 200, body: "TransferWise ID,Date\n" });
    if (route === "GET /v1/transfers") return reply(list(url.searchParams));
    if (transfer === undefined) return reply(json(404, { error: "not_found" }));
    if (route.startsWith("GET ")) return reply(json(200, transfer));
    if (route.endsWith("/cancel")) return reply(cancel(transfer));
    if (route !== `POST /v3/profiles/${TEST_PROFILE}/transfers/${transfer.id}/payments` || body["type"] !== "BALANCE")
      return reply(problem(400, "type"));
    if (transfer.status !== "incoming_payment_waiting")
      return reply(json(409, { errors: [{ code: "payment.exists", message: "already funded" }] }));
    if (endingOf(transfer) === GUARDED)
      return reply(json(403, {}), { "x-2fa-approval-result": "REJECTED", "x-2fa-approval": randomUUID() });
    if (endingOf(transfer) === POOR)
      return reply(json(200, { type: "BALANCE", status: "REJECTED", errorCode: "transfer.insufficient_funds" }));
    transfer.status = "processing";
    funded.set(transfer.id, (funded.get(transfer.id) ?? 0) + 1);
    if (endingOf(transfer) === LOST) return void response.destroy();
    if (endingOf(transfer) === TAKEN)
      return reply(json(200, { type: "BALANCE", status: "REJECTED", errorCode: "payment.exists" }));
    return reply(json(201, { type: "BALANCE", status: "COMPLETED", errorCode: null }));
  });
  return Object.assign(fake, {
    ...server,
    accounts,
    transfers,
    funded,
    unlisted,
    transferOf: (reference: string) => transfers.find((transfer) => transfer.customerTransactionId === reference)!,
  });
}

/** What Wise adds to a quote: its rate, and the cost of each way of paying. */
function priced({ targetAmount, sourceCurrency, targetCurrency }: Body, { rate, fee }: FakeWise["price"]): Body {
  const sourceAmount =
    fee === 0 && rate === 1 ? targetAmount : Number(((targetAmount as number) / rate + fee).toFixed(2));
  const option = {
    payIn: "BALANCE",
    payOut: "BANK_TRANSFER",
    disabled: false,
    sourceAmount,
    targetAmount,
    sourceCurrency,
    targetCurrency,
    fee: { total: fee },
  };
  return { rate, paymentOptions: [{ ...option, payIn: "BANK_TRANSFER", fee: { total: fee + 1 } }, option] };
}

function wrongFieldOf(body: Body): string | null {
  const details = (body["details"] ?? {}) as Record<string, string>;
  if (body["profile"] !== Number(TEST_PROFILE)) return "profile";
  if (!/^\S+( \S+)+$/.test(String(body["accountHolderName"]))) return "accountHolderName";
  if (!["PRIVATE", "BUSINESS"].includes(details["legalType"] ?? "")) return "legalType";
  if (body["type"] === "iban")
    return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(details["IBAN"] ?? "") && !details["IBAN"]!.endsWith("0002")
      ? null
      : "IBAN";
  // As Wise's page about recipients has it: dollars go by routing number, and to an address.
  if (body["type"] === "aba") {
    const address = (details["address"] ?? {}) as unknown as Record<string, string>;
    const lacks = ["country", "city", "firstLine", "postCode"].find((name) => !address[name]);
    if (lacks !== undefined || body["currency"] !== "USD") return `address.${lacks}`;
    if (address["country"] === "US" && !address["state"]) return "address.state";
    return /^\d{9}$/.test(details["abartn"] ?? "") && details["accountType"] === "CHECKING" ? null : "abartn";
  }
  if (body["type"] !== "sort_code" || body["currency"] !== "GBP") return "type";
  if (!/^\d{6}$/.test(details["sortCode"] ?? "")) return "sortCode";
  return /^\d{8}$/.test(details["accountNumber"] ?? "") && !details["accountNumber"]!.endsWith("0002")
    ? null
    : "accountNumber";
}

export function stateChange(transferId: number, state: string, profileId = TEST_PROFILE): object {
  return {
    data: {
      resource: { id: transferId, profile_id: Number(profileId), account_id: 1, type: "transfer" },
      current_state: state,
      previous_state: "processing",
      occurred_at: "2026-01-05T09:00:00Z",
    },
    subscription_id: "01234567-89ab-cdef-0123-456789abcdef",
    event_type: "transfers#state-change",
    schema_version: "2.0.0",
    sent_at: "2026-01-05T09:00:01Z",
  };
}

export function signedEvent(body: object): RawCallback {
  const rawBody = Buffer.from(JSON.stringify(body));
  const signature = sign("sha256", rawBody, KEYS.privateKey).toString("base64");
  return {
    rawBody,
    path: "/v1/callbacks/wise",
    headers: { "x-signature-sha256": signature, "x-delivery-id": randomUUID() },
  };
}

/** These accounts are only used with the fake server: their check digits are wrong. */
export function accountEnding(ending: string, currency: string): BankAccount {
  if (currency === "GBP")
    return { account_number: `0000${ending}`, bank_code: "23-14-70", account_name: "Ada Lovelace" };
  return {
    account_number: `DE89 3704 0044 0532 01${ending.slice(0, 2)} ${ending.slice(2)}`,
    account_name: "Ada Lovelace",
  };
}

async function wiseStage(currency: "GBP" | "EUR"): Promise<HttpStage> {
  const clock = new SteppedClock();
  const fake = await startFakeWise();
  const outbound = createOutbound();
  const settings = {
    api_token: TEST_TOKEN,
    profile_id: TEST_PROFILE,
    recipient_legal_type: "PRIVATE",
    cost_tolerance_percent: 5,
    callback_public_key: TEST_PUBLIC_KEY,
  } as const;
  const at = (base_url: string): Provider => WISE.create({ base_url, ...settings }, { outbound, clock });
  const withEnding = (ending: string, fields: Partial<DispatchRequest> = {}): DispatchRequest => {
    const amount = fields.amount ?? Money.parse("1500.25", currency);
    const bankAccount = accountEnding(ending, amount.currency);
    return dispatchRequest({
      method: "bank_transfer",
      direction: "outbound",
      country: "DE",
      bankAccount,
      ...fields,
      amount,
    });
  };
  let asked: Body = {};
  return {
    provider: at(fake.url),
    clock,
    secrets: [TEST_TOKEN],
    accepted: (fields) => withEnding("1234", fields),
    refused: () => withEnding("0002"),
    unanswered: () => withEnding(LOST),
    url: fake.url,
    at,
    unknownEvents: UNKNOWN_EVENTS,
    siblings: [],
    bookedAmount: async (reference) => {
      const { targetValue, targetCurrency } = fake.transferOf(reference);
      return Money.parse(String(targetValue), targetCurrency as string).toDatabase();
    },
    amounts: [
      ["GBP", "1500.25"],
      ["EUR", "0.01"],
      ["EUR", "9999999999999.99"],
      ["PLN", "20.00"],
      ["SEK", "12.10"],
    ],
    prelude: ({ method, url, body }) => {
      const waiting = {
        id: 7,
        status: "incoming_payment_waiting",
        targetValue: asked["targetAmount"],
        targetCurrency: asked["targetCurrency"],
      };
      if (method === "GET") return url === "/v1/transfers/7" ? json(200, waiting) : undefined;
      if (method === "PUT") return json(200, { ...waiting, status: "cancelled" });
      if (url.endsWith("/payments")) return undefined;
      if (url === "/v1/transfers") return json(200, { ...waiting, ...(JSON.parse(body) as Body) });
      if (url.endsWith("/quotes")) asked = JSON.parse(body) as Body;
      return json(
        200,
        url.endsWith("/quotes") ? { id: randomUUID(), ...asked, ...priced(asked, { rate: 1, fee: 0 }) } : { id: 1 },
      );
    },
    refusalSaying: (errorCode) => json(200, { type: "BALANCE", status: "REJECTED", errorCode }),
    foreignAcceptance: json(200, {
      id: 2,
      customerTransactionId: randomUUID(),
      status: "processing",
      targetValue: 1,
      targetCurrency: "EUR",
    }),
    traits: {
      foundBy: "reference",
      neverHad: "not_found",
      genuineBy: "signature",
      toleranceMs: null,
      callbackIs: "notice",
    },
    completionCallback: async (reference) => {
      const transfer = fake.transferOf(reference);
      transfer.status = "outgoing_payment_sent";
      return signedEvent(stateChange(transfer.id, transfer.status));
    },
    close: async () => {
      await fake.close();
      await outbound.close();
    },
  };
}

/** Events of kinds that the adapter does not know. */
const UNKNOWN_EVENTS = [
  { event_type: "balances#credit", data: { resource: { type: "balance-account" } } },
  { event_type: "something#new" },
];

export const WISE_CASES: readonly HttpCase[] = [
  { name: "wise", title: "payout to a sort code", stage: () => wiseStage("GBP") },
  { name: "wise", title: "payout to an IBAN", stage: () => wiseStage("EUR") },
];
