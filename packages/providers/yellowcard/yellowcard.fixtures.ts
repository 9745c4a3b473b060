import { createHash, createHmac, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Clock, SteppedClock } from "@corridor/base/clock.ts";
import { Money } from "@corridor/base/money.ts";
import { createOutbound } from "@corridor/provider-kit/outbound.ts";
import type { DispatchRequest, Provider, RawCallback } from "@corridor/provider-kit/provider.ts";
import {
  dispatchRequest,
  type HttpCase,
  type HttpStage,
  type HttpTraits,
  scriptedServer,
  type ScriptedServer,
  type WrittenAnswer,
} from "@corridor/provider-kit/stage.fixtures.ts";
import { YELLOWCARD } from "./yellowcard.ts";

export const API_KEY = "513fc4c3aaeb2a8f292a740ea178d830";
export const SECRET_KEY = "a-secret-key-of-yellow-card-for-tests";
export const SETTINGS = {
  api_key: API_KEY,
  secret_key: SECRET_KEY,
  business_name: "Corridor Trading Ltd",
  business_id: "RC-314159",
  business_email: "payments@corridor.test",
};

const channel = (
  id: string,
  country: string,
  currency: string,
  channelType: string,
  rampType: string,
  more: object = {},
): object => ({
  id,
  country,
  currency,
  channelType,
  rampType,
  status: "active",
  apiStatus: "active",
  settlementType: "instant",
  min: 0,
  max: 0,
  ...more,
});
const network = (
  id: string,
  country: string,
  name: string,
  code: unknown,
  channelIds: string[],
  more: object = {},
): object => ({
  id,
  country,
  name,
  code,
  channelIds,
  status: "active",
  accountNumberType: "phone",
  ...more,
});
const BANK = { accountNumberType: "bank" };

export const CHANNELS: readonly object[] = [
  channel("ug-in", "UG", "UGX", "momo", "deposit", { min: 500, max: 2_147_483_647 }),
  channel("ug-in-down", "UG", "UGX", "momo", "deposit", { status: "inactive" }),
  channel("ug-out", "UG", "UGX", "momo", "withdraw"),
  channel("cm-in", "CM", "XAF", "momo", "deposit", { max: 1_000_000, min: 1_000 }),
  channel("ng-in", "NG", "NGN", "p2p", "deposit", { max: 0, min: 500 }),
  channel("ng-out", "NG", "NGN", "bank", "withdraw"),
  channel("ke-out-slow", "KE", "KES", "bank", "withdraw", { settlementType: "manual" }),
  channel("ke-momo-out", "KE", "KES", "momo", "withdraw"),
  channel("za-in", "ZA", "ZAR", "eft", "deposit"),
  channel("za-out", "ZA", "ZAR", "eft", "withdraw"),
  channel("us-in", "US", "USD", "virtualbank", "deposit"),
];

export const NETWORKS: readonly object[] = [
  network("mtn-ug", "UG", "MTN Mobile Money", "MTN_UGANDA", ["ug-in", "ug-in-down", "ug-out"]),
  network("airtel-ug", "UG", "Airtel Mobile Money", "AIRTEL_UGANDA", ["ug-in", "ug-out"], { status: "inactive" }),
  network("wallet-cm", "CM", "Mobile Wallet", "Mobile Wallet", ["cm-in"]),
  network("mpesa-ke", "KE", "Mobile Wallet (M-PESA)", "M PESA", ["ke-momo-out"]),
  network("access-ng", "NG", "Access Bank", "044", ["ng-out"], BANK),
  network("zenith-ng", "NG", "Zenith Bank", "057", ["ng-out"], BANK),
  network("taj-ng", "NG", "TAJBank", "302", ["ng-out"], BANK),
  network("chams-ng", "NG", "ChamsMobile", "303", ["ng-out"], BANK),
  network("bidvest-za", "ZA", "Bidvest Bank", "679000", ["za-out"], BANK),
  network("old-mutual-za", "ZA", "Old Mutual", "462005", ["za-out"], BANK),
  network("standard-za", "ZA", "Standard Bank (South Africa)", { "051001": "Universal" }, ["za-out"], BANK),
  network("manual", "ALL", "Manual Input", undefined, ["ke-out-slow"], BANK),
];

type Booked = {
  side: "receive" | "send";
  id: string;
  status: string;
  body: Record<string, unknown>;
  errorCode?: string;
};

export type TestYellowCard = {
  url: string;
  /** The received requests, in order. */
  requests: ScriptedServer["requests"];
  booked(reference: string): Booked | undefined;
  /** Moves an order on, and returns the callback that reports it. */
  move(reference: string, status: string, more?: { errorCode?: string; sessionId?: string }): RawCallback;
  close(): Promise<void>;
};

/**
 * Yellow Card as documented, as far as we use it. The last four digits of the customer's number decide: 0002 is
 * refused, 0004 is accepted and never answered, 0005 fails at once. Its answer to a repeated reference is not
 * documented, so both ways are simulated.
 */
export async function startYellowCard(
  clock: Clock,
  options: { duplicates?: "same order" | "refused" } = {},
): Promise<TestYellowCard> {
  const orders = new Map<string, Booked>();
  const server = await scriptedServer((response, request, body) => {
    const path = request.url!.replace(/^\/business/, "");
    if (!isSigned(request, body, clock))
      return answer(response, refusal(401, "AuthenticationError", "Invalid API key or Signature"));
    if (request.method === "GET") return answer(response, read(path));
    if (path === "/details/bank") return answer(response, resolve(body));
    if (path === "/send" || path === "/receive")
      return takeOrder(response, path === "/send" ? "send" : "receive", body);
    const [, id, verb] = /^\/receive\/([^/]+)\/(refund|cancel)$/.exec(path) ?? [];
    return answer(
      response,
      id === undefined ? refusal(404, "NotFound", "no such route") : giveBack(id, verb as "refund" | "cancel"),
    );
  });

  function read(path: string): WrittenAnswer {
    if (path === "/channels") return written(200, { channels: CHANNELS });
    if (path === "/networks") return written(200, { networks: NETWORKS });
    const [, root, sequence, id] = /^\/(receive|payments|send)\/(sequence-id\/)?([^/]+)$/.exec(path) ?? [];
    const side = root === "receive" ? "receive" : "send";
    const order = [...orders.values()].find(
      (one) => one.side === side && (sequence === undefined ? one.id : one.body["sequenceId"]) === id,
    );
    if (order !== undefined) return written(200, shown(order));
    return refusal(404, side === "receive" ? "CollectionNotFoundError" : "PaymentNotFound", "");
  }

  function takeOrder(response: ServerResponse, side: Booked["side"], text: string): void {
    const body = JSON.parse(text) as Record<string, unknown>;
    const problem = problemOf(side, body);
    if (problem !== null) return answer(response, refusal(400, "PaymentValidationError", problem));
    const reference = body["sequenceId"] as string;
    const known = orders.get(reference);
    if (known !== undefined)
      return answer(
        response,
        options.duplicates === "refused"
          ? refusal(400, "PaymentValidationError", "sequenceId has been used before")
          : written(200, shown(known)),
      );
    const number = ((body["source"] ?? body["destination"]) as { accountNumber?: string }).accountNumber ?? "";
    if (number.endsWith("0002"))
      return answer(response, refusal(400, "PaymentValidationError", "the account number is not accepted"));
    const order: Booked = { side, id: randomUUID(), status: side === "receive" ? "processing" : "created", body };
    if (number.endsWith("0005")) Object.assign(order, { status: "failed", errorCode: "INVALID_RECIPIENT" });
    orders.set(reference, order);
    if (number.endsWith("0004")) response.destroy();
    else answer(response, written(200, shown(order)));
  }

  function giveBack(id: string, verb: "refund" | "cancel"): WrittenAnswer {
    const order = [...orders.values()].find((one) => one.side === "receive" && one.id === id);
    if (order === undefined) return refusal(404, "CollectionNotFoundError", "");
    const from = verb === "refund" ? ["complete", "cancelled", "refund_failed"] : ["pending", "processing"];
    if (!from.includes(order.status))
      return refusal(400, "PaymentInvalidState", `collection is not in ${from.join("/")} state.`);
    if (order.body["country"] !== "NG")
      return refusal(400, "PaymentValidationError", `${verb}s are not available there`);
    order.status = verb === "refund" ? "pending_refund" : "cancelled";
    return written(200, shown(order));
  }

  return {
    url: `${server.url}/business`,
    requests: server.requests,
    booked: (reference) => orders.get(reference),
    move(reference, status, more = {}) {
      const order = orders.get(reference)!;
      Object.assign(order, { status, ...more });
      return callbackOf({
        id: order.id,
        sequenceId: reference,
        status,
        apiKey: API_KEY,
        event: `${order.side.toUpperCase()}.${status.toUpperCase()}`,
        ...more,
        executedAt: clock.now().toISOString(),
      });
    },
    close: () => server.close(),
  };
}

export function callbackOf(body: unknown): RawCallback {
  const rawBody = Buffer.from(JSON.stringify(body));
  const signature = createHmac("sha256", SECRET_KEY).update(rawBody).digest("base64");
  return {
    headers: { "x-yc-signature": signature, "content-type": "application/json" },
    rawBody,
    path: "/v1/callbacks/yellowcard",
  };
}

export function refusal(status: number, code: string, message: string): WrittenAnswer {
  return written(status, { code, message });
}

export function written(status: number, body: unknown): WrittenAnswer {
  return { status, body: JSON.stringify(body) };
}

function answer(response: ServerResponse, { status, body }: WrittenAnswer): void {
  response.writeHead(status, { "content-type": "application/json" }).end(body);
}

const SKEW_MS = 60_000;

function isSigned(request: IncomingMessage, body: string, clock: Clock): boolean {
  const time = request.headers["x-yc-timestamp"];
  if (typeof time !== "string" || Math.abs(new Date(time).getTime() - clock.now().getTime()) > SKEW_MS) return false;
  const digest = request.method === "POST" ? createHash("sha256").update(body).digest("base64") : "";
  const signature = createHmac("sha256", SECRET_KEY)
    .update(time)
    .update(request.url!.split("?")[0]!)
    .update(request.method!)
    .update(digest)
    .digest("base64");
  return request.headers.authorization === `YcHmacV1 ${API_KEY}:${signature}`;
}

/** The required fields, their types, and that channel, network and country belong together. */
function problemOf(side: Booked["side"], body: Record<string, unknown>): string | null {
  const texts =
    side === "send"
      ? ["sequenceId", "customerUID", "customerType", "reason"]
      : ["sequenceId", "customerUID", "customerType", "channelId"];
  for (const name of texts) if (typeof body[name] !== "string" || body[name] === "") return `${name} is required`;
  if (body["forceAccept"] !== true) return "forceAccept is required";
  if (!Number.isInteger(body["localAmount"]) || body["amount"] !== undefined)
    return "localAmount must be a whole number, alone";
  const party = body[side === "send" ? "sender" : "recipient"] as Record<string, unknown> | undefined;
  if (body["customerType"] !== "institution" || !party?.["businessName"] || !party["businessId"] || !party["email"])
    return "the business is required";
  const chosen = CHANNELS.find((one) => (one as { id: string }).id === body["channelId"]) as
    | Record<string, unknown>
    | undefined;
  if (chosen?.["status"] !== "active" || chosen["rampType"] !== (side === "send" ? "withdraw" : "deposit"))
    return "the channel is not open";
  if (chosen["country"] !== body["country"] || chosen["currency"] !== body["currency"])
    return "the channel is of another country or currency";
  const account = (body[side === "send" ? "destination" : "source"] ?? {}) as Record<string, unknown>;
  const type = chosen["channelType"] === "momo" ? "momo" : "bank";
  if (account["accountType"] !== type) return "accountType is another than the channel's";
  if (type === "momo" && !/^\+\d{9,15}$/.test(String(account["accountNumber"])))
    return "the number is not international";
  if (side === "send" && (!account["accountNumber"] || !account["accountName"]))
    return "the destination is not complete";
  if (side === "receive" && type === "bank") return null;
  const reached = NETWORKS.find((one) => (one as { id: string }).id === account["networkId"]) as
    | { channelIds: string[] }
    | undefined;
  return reached?.channelIds.includes(String(body["channelId"])) ? null : "the network is not on the channel";
}

/** An order as it is shown, the person's details left out. */
function shown({ side, id, status, body, errorCode }: Booked): object {
  const { localAmount, ...rest } = body;
  const isBankReceive = side === "receive" && (body["source"] as { accountType: string }).accountType === "bank";
  return {
    ...rest,
    id,
    status,
    convertedAmount: localAmount,
    amount: 12.34,
    rate: 1500.5,
    errorCode,
    ...(isBankReceive && {
      bankInfo: { name: "PAGA", accountNumber: "4550440202", accountName: "Ken Adams" },
      reference: "JJ5275168",
    }),
    expiresAt: "2026-01-05T09:10:00.000Z",
    createdAt: "2026-01-05T09:00:00.000Z",
    updatedAt: "2026-01-05T09:00:00.000Z",
  };
}

function resolve(text: string): WrittenAnswer {
  const { accountNumber, networkId } = JSON.parse(text) as { accountNumber: string; networkId: string };
  if (accountNumber.endsWith("0002")) return refusal(400, "ResolveAccountError", "no match");
  if (accountNumber.endsWith("0003")) return refusal(400, "BadRequestError", "something went wrong");
  return written(200, {
    accountNumber,
    accountName: "EMMANUEL DOE",
    accountBank: networkId === "access-ng" ? "Access Bank" : "another",
  });
}

export function createYellowCard(url: string, clock: Clock): { provider: Provider; close(): Promise<void> } {
  const outbound = createOutbound();
  const provider = YELLOWCARD.create({ ...SETTINGS, base_url: url }, { outbound, clock });
  return { provider, close: () => outbound.close() };
}

/* ---- for the conformance suite ---- */

type Instrument = (ending: string) => Partial<DispatchRequest>;
const TRAITS: HttpTraits = {
  foundBy: "reference",
  neverHad: "not_found",
  genuineBy: "signature",
  toleranceMs: null,
  callbackIs: "word",
};

export const payinByMobileMoney: Instrument = (ending) => ({
  direction: "inbound",
  method: "mobile_money",
  country: "UG",
  amount: Money.parse("15000", "UGX"),
  payer: { name: "Ada Okello", phone: "+256770001234" },
  mobileMoney: { provider: "MTN", phone_number: `+25677000${ending}`, network_code: "MTN_UG" },
});
export const payinByTransfer: Instrument = (ending) => ({
  direction: "inbound",
  method: "bank_transfer",
  country: "NG",
  amount: Money.parse("25000", "NGN"),
  payer: { name: "Chidi Eze", email: "chidi@example.test" },
  bankDetails: { account_number: `111111${ending}` },
});
export const payoutByMobileMoney: Instrument = (ending) => ({
  direction: "outbound",
  method: "mobile_money",
  country: "KE",
  amount: Money.parse("1500", "KES"),
  recipient: { name: "Wanjiru Kamau" },
  mobileMoney: { provider: "M-PESA", phone_number: `+25470000${ending}`, network_code: "MPESA_KE" },
});
export const payoutToBank: Instrument = (ending) => ({
  direction: "outbound",
  method: "bank_transfer",
  country: "NG",
  amount: Money.parse("25000", "NGN"),
  bankAccount: { account_number: `000000${ending}`, bank_code: "044", account_name: "Chidi Eze" },
});

/** Events of kinds that the adapter does not know. */
const UNKNOWN_EVENTS = [
  { id: "1", event: "settlement.wallet.topped_up" },
  { id: "1", event: "kyc.approved" },
];

export const YELLOWCARD_CASES: readonly HttpCase[] = [
  { name: "yellowcard", title: "payin by mobile money", stage: () => openStage(payinByMobileMoney, "refused") },
  { name: "yellowcard", title: "payin by bank transfer", stage: () => openStage(payinByTransfer, "same order") },
  { name: "yellowcard", title: "payout by mobile money", stage: () => openStage(payoutByMobileMoney, "same order") },
  { name: "yellowcard", title: "payout to a bank", stage: () => openStage(payoutToBank, "refused") },
];

async function openStage(instrument: Instrument, duplicates: "same order" | "refused"): Promise<HttpStage> {
  const clock = new SteppedClock();
  const yellowCard = await startYellowCard(clock, { duplicates });
  const opened: { close(): Promise<void> }[] = [yellowCard];
  const at = (url: string): Provider => {
    const adapter = createYellowCard(url, clock);
    opened.push(adapter);
    return adapter.provider;
  };
  let last: DispatchRequest;
  const withEnding = (ending: string, fields: Partial<DispatchRequest> = {}): DispatchRequest =>
    (last = dispatchRequest({ ...instrument(ending), ...fields }));
  const { direction, amount } = instrument("1234");
  const { currency } = amount!;
  return {
    provider: at(yellowCard.url),
    clock,
    secrets: [API_KEY, SECRET_KEY],
    accepted: (fields) => withEnding("1234", fields),
    refused: () => withEnding("0002"),
    unanswered: () => withEnding("0004"),
    url: yellowCard.url.replace(/\/business$/, ""),
    at: (url) => at(`${url}/business`),
    unknownEvents: UNKNOWN_EVENTS,
    siblings: [],
    bookedAmount: async (reference) => String(yellowCard.booked(reference)!.body["localAmount"]),
    cancelsOnly: true,
    amounts: ["500", "15001", "2147483647"].map((text) => [currency, text] as const),
    completionCallback: async (reference) => yellowCard.move(reference, "complete"),
    prelude: ({ method, url }) => {
      if (url === "/business/channels") return written(200, CHANNELS);
      if (url === "/business/networks") return written(200, { networks: NETWORKS });
      if (method !== "GET" || url !== "/business/receive/1") return undefined;
      // The receive that the suite is about to refund.
      return written(200, {
        id: "1",
        sequenceId: last.reference,
        status: "complete",
        currency,
        convertedAmount: Number(amount!.toDatabase()),
      });
    },
    refusalSaying: (text) => refusal(400, "InvalidPhoneNumberFormat", text),
    foreignAcceptance: written(200, {
      id: "x",
      sequenceId: "another",
      status: "processing",
      currency,
      convertedAmount: Number(amount!.toDatabase()),
    }),
    traits: { ...TRAITS, callbackIs: direction === "inbound" ? "notice" : "word" },
    close: async () => {
      for (const one of opened) await one.close();
    },
  };
}
