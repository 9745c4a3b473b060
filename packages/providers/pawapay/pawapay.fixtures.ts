import { createHash, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { SteppedClock } from "@corridor/base/clock.ts";
import { Money } from "@corridor/base/money.ts";
import { createOutbound } from "@corridor/provider-kit/outbound.ts";
import { uuidV4Of } from "@corridor/provider-kit/derived-id.ts";
import type { DispatchRequest, Provider, RawCallback } from "@corridor/provider-kit/provider.ts";
import {
  dispatchRequest,
  type HttpCase,
  type HttpStage,
  scriptedServer,
  type ScriptedServer,
  type WrittenAnswer,
} from "@corridor/provider-kit/stage.fixtures.ts";
import { PAWAPAY } from "./pawapay.ts";

export const TEST_TOKEN = "pawapay-test-token-0123456789";
export const TEST_CALLBACK_SECRET = "0123456789abcdefghijklmnopqrstuvwxyz";
const CALLBACK_PATH = "/v1/callbacks/pawapay";
const CALLBACK_HOST = "corridor.example";
const KEYS = generateKeyPairSync("ec", { namedCurve: "P-256" });
export const TEST_PUBLIC_KEY = KEYS.publicKey.export({ type: "spki", format: "pem" }).toString();

type Body = Record<string, unknown>;
type IdField = "depositId" | "payoutId" | "refundId";
const ID_FIELDS: Record<string, IdField> = { deposits: "depositId", payouts: "payoutId", refunds: "refundId" };
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const AMOUNT = /^(?:0|[1-9]\d{0,17})(?:\.\d{0,3}[1-9])?$/;

/**
 * pawaPay as its documents describe it: stores accepted requests by id, and ignores a second request with the same id.
 */
export type FakePawapay = ScriptedServer & { kept: Map<string, Body>; say(id: string, words: Body): Body };

const json = (status: number, body: object): WrittenAnswer => ({ status, body: JSON.stringify(body) });
const rejection = (failureCode: string, failureMessage = failureCode): Body => ({
  status: "REJECTED",
  failureReason: { failureCode, failureMessage },
});

export async function startFakePawapay(): Promise<FakePawapay> {
  const kept = new Map<string, Body>();
  const server = await scriptedServer((response, request, text) => {
    const [, , collection, id] = request.url!.split("/");
    const idField = ID_FIELDS[collection!];
    const reply = ({ status, body }: WrittenAnswer): void =>
      void response.writeHead(status, { "content-type": "application/json" }).end(body);
    if (request.headers.authorization !== `Bearer ${TEST_TOKEN}`)
      return reply(json(401, rejection("AUTHENTICATION_ERROR")));
    if (collection === "active-conf") return reply(json(200, ACTIVE_CONFIGURATION));
    if (idField === undefined) return void response.writeHead(404).end();
    if (request.method === "GET")
      return reply(json(200, kept.has(id!) ? { status: "FOUND", data: kept.get(id!) } : { status: "NOT_FOUND" }));
    const body = JSON.parse(text) as Body;
    const problem = problemOf(body, idField, kept);
    if (problem !== null) return reply(json(problem.status, { [idField]: body[idField], ...rejection(problem.code) }));
    const repeated = kept.has(body[idField] as string);
    if (!repeated) keep(kept, body, idField);
    if (phoneOf(body)?.endsWith("0004")) return void response.destroy();
    const status = repeated ? "DUPLICATE_IGNORED" : "ACCEPTED";
    return reply(
      json(200, { [idField]: body[idField], status, created: "2026-01-05T09:00:00Z", ...nextStepOf(body, idField) }),
    );
  });
  return { ...server, kept, say: (id, words) => Object.assign(kept.get(id)!, words) };
}

const operation = (fields: object): Body => ({
  minAmount: "1",
  maxAmount: "20000",
  decimalsInAmount: "TWO_PLACES",
  status: "OPERATIONAL",
  ...fields,
});
const active = (country: string, provider: string, currency: string, operationTypes: Body): Body => ({
  country,
  providers: [{ provider, displayName: "MTN", currencies: [{ currency, operationTypes }] }],
});

/**
 * What the test account may do: one of Uganda's networks, whose payouts are closed and which accepts two decimals
 * there.
 */
const ACTIVE_CONFIGURATION = {
  companyName: "Corridor",
  countries: [
    active("ZMB", "MTN_MOMO_ZMB", "ZMW", { DEPOSIT: operation({}), PAYOUT: operation({}) }),
    active("GHA", "MTN_MOMO_GHA", "GHS", { DEPOSIT: operation({}), PAYOUT: operation({}) }),
    active("UGA", "MTN_MOMO_UGA", "UGX", {
      DEPOSIT: operation({ minAmount: "500", maxAmount: "5000000" }),
      PAYOUT: operation({ status: "CLOSED" }),
    }),
    active("XXX", "NOBODY_XXX", "XXX", { DEPOSIT: operation({}) }),
  ],
};

function keep(kept: Map<string, Body>, body: Body, idField: IdField): void {
  const amount = Money.parse(body["amount"] as string, body["currency"] as string).toDatabase();
  kept.set(body[idField] as string, {
    ...body,
    amount,
    status: "ACCEPTED",
    created: "2026-01-05T09:00:00Z",
    ...nextStepOf(body, idField),
    // A number of pawaPay's sandbox that declines.
    ...(phoneOf(body) === "260763456039" && {
      status: "FAILED",
      failureReason: { failureCode: "PAYMENT_NOT_APPROVED", failureMessage: "Not approved" },
    }),
  });
}

function partyOf(body: Body): { type?: unknown; accountDetails?: { phoneNumber?: string; provider?: string } } {
  return (body["payer"] ?? body["recipient"] ?? {}) as object;
}
const phoneOf = (body: Body): string | undefined => partyOf(body).accountDetails?.phoneNumber;

/** Wave's customers are sent to a page whose address comes a moment later. */
function nextStepOf(body: Body, idField: IdField): Body {
  return idField === "depositId" && partyOf(body).accountDetails?.provider?.startsWith("WAVE_")
    ? { nextStep: "GET_AUTH_URL" }
    : {};
}

const FIELDS: Record<IdField, readonly string[]> = {
  depositId: [
    "depositId",
    "amount",
    "currency",
    "payer",
    "clientReferenceId",
    "customerMessage",
    "successfulUrl",
    "failedUrl",
    "preAuthorisationCode",
    "metadata",
  ],
  payoutId: ["payoutId", "amount", "currency", "recipient", "clientReferenceId", "customerMessage", "metadata"],
  refundId: ["refundId", "depositId", "amount", "currency", "clientReferenceId", "metadata"],
};

/** The reason why pawaPay would refuse a request. */
function problemOf(body: Body, idField: IdField, kept: Map<string, Body>): { status: number; code: string } | null {
  if (Object.keys(body).some((name) => !FIELDS[idField].includes(name)))
    return { status: 400, code: "UNSUPPORTED_PARAMETER" };
  if (!UUID_V4.test(String(body[idField]))) return { status: 400, code: "INVALID_PARAMETER" };
  if (typeof body["amount"] !== "string" || !AMOUNT.test(body["amount"]))
    return { status: 200, code: "INVALID_AMOUNT" };
  if (!/^[A-Z]{3}$/.test(String(body["currency"]))) return { status: 200, code: "INVALID_CURRENCY" };
  if (body["customerMessage"] !== undefined && !/^[A-Za-z0-9 ]{4,22}$/.test(body["customerMessage"] as string))
    return { status: 400, code: "INVALID_PARAMETER" };
  if (idField === "refundId")
    return kept.has(String(body["depositId"])) ? null : { status: 200, code: "DEPOSIT_NOT_FOUND" };
  const { type, accountDetails } = partyOf(body);
  if (type !== "MMO" || (body["payer"] === undefined) !== (idField === "payoutId"))
    return { status: 400, code: "MISSING_PARAMETER" };
  if (!/^\d{8,15}$/.test(accountDetails?.phoneNumber ?? "") || phoneOf(body)!.endsWith("0002"))
    return { status: 200, code: "INVALID_PHONE_NUMBER" };
  return /^[A-Z_]+_[A-Z]{3}$/.test(accountDetails?.provider ?? "") ? null : { status: 200, code: "INVALID_PROVIDER" };
}

/**
 * A callback that is signed like pawaPay signs: the documented components, in pawaPay's order, with a signature in DER.
 */
export function signedCallback(body: object, now: Date, path = CALLBACK_PATH, host = CALLBACK_HOST): RawCallback {
  const rawBody = Buffer.from(JSON.stringify(body));
  const created = Math.floor(now.getTime() / 1000);
  const headers: Record<string, string> = {
    host,
    "content-type": "application/json; charset=UTF-8",
    "content-digest": `sha-512=:${createHash("sha512").update(rawBody).digest("base64")}:`,
    "signature-date": now.toISOString(),
  };
  const params =
    `("@method" "@authority" "@path" "signature-date" "content-digest" ` +
    `"content-type");alg="ecdsa-p256-sha256";keyid="HTTP_EC_P256_KEY:1";created=${created};expires=${created + 60}`;
  const base = [
    `"@method": POST`,
    `"@authority": ${host}`,
    `"@path": ${path}`,
    ...["signature-date", "content-digest", "content-type"].map((name) => `"${name}": ${headers[name]}`),
    `"@signature-params": ${params}`,
  ].join("\n");
  const signature = sign("sha256", Buffer.from(base), KEYS.privateKey).toString("base64");
  return {
    rawBody,
    path,
    headers: { ...headers, "signature-input": `sig-pp=${params}`, signature: `sig-pp=:${signature}:` },
  };
}

/** Networks by the currency that a test uses. */
const NETWORK_OF: Record<string, readonly [code: string, prefix: string]> = {
  ZMW: ["MTN_ZM", "+26076345"],
  UGX: ["MTN_UG", "+25677345"],
  XOF: ["MTN_BJ", "+22951345"],
  GHS: ["MTN_GH", "+23324345"],
};

async function pawapayStage(
  direction: "inbound" | "outbound",
  genuineBy: "signature" | "secret address",
): Promise<HttpStage> {
  const clock = new SteppedClock();
  const fake = await startFakePawapay();
  const outbound = createOutbound();
  const callbackSettings =
    genuineBy === "signature" ? { callback_public_key: TEST_PUBLIC_KEY } : { callback_secret: TEST_CALLBACK_SECRET };
  const at = (base_url: string): Provider =>
    PAWAPAY.create({ base_url, api_token: TEST_TOKEN, ...callbackSettings }, { outbound, clock });
  const withEnding = (ending: string, fields: Partial<DispatchRequest> = {}): DispatchRequest => {
    const amount = fields.amount ?? Money.parse("1500.25", "ZMW");
    const [network_code, prefix] = NETWORK_OF[amount.currency]!;
    const mobileMoney = { provider: "MTN", network_code, phone_number: `${prefix}${ending}` };
    return dispatchRequest({ method: "mobile_money", direction, country: "ZM", mobileMoney, ...fields, amount });
  };
  return {
    provider: at(fake.url),
    clock,
    secrets: [TEST_TOKEN, TEST_CALLBACK_SECRET],
    accepted: (fields) => withEnding("1234", fields),
    refused: () => withEnding("0002"),
    unanswered: () => withEnding("0004"),
    url: fake.url,
    at,
    unknownEvents: UNKNOWN_EVENTS,
    siblings: [],
    bookedAmount: async (reference) => fake.kept.get(uuidV4Of(reference))!["amount"] as string,
    amounts: [
      ["ZMW", "1500.25"],
      ["ZMW", "0.10"],
      ["ZMW", "9999999999999.99"],
      ["UGX", "1500"],
      ["XOF", "1"],
      ["GHS", "20.00"],
    ],
    refusalSaying: (text) => json(200, rejection("INVALID_PHONE_NUMBER", text)),
    foreignAcceptance: json(200, {
      depositId: randomUUID(),
      payoutId: randomUUID(),
      refundId: randomUUID(),
      status: "ACCEPTED",
    }),
    traits: {
      foundBy: "reference",
      neverHad: "not_found",
      genuineBy,
      toleranceMs: genuineBy === "signature" ? 300_000 : null,
      callbackIs: "notice",
    },
    completionCallback: async (reference) => {
      const body = fake.say(uuidV4Of(reference), { status: "COMPLETED", providerTransactionId: "12356789" });
      if (genuineBy === "signature") return signedCallback(body, clock.now());
      return {
        headers: {},
        rawBody: Buffer.from(JSON.stringify(body)),
        path: `${CALLBACK_PATH}/notices/${TEST_CALLBACK_SECRET}`,
      };
    },
    close: async () => {
      await fake.close();
      await outbound.close();
    },
  };
}

/** Events of kinds that the adapter does not know. */
const UNKNOWN_EVENTS = [{ statementId: "0195", status: "GENERATED" }];

export const PAWAPAY_CASES: readonly HttpCase[] = [
  {
    name: "pawapay",
    title: "payin by mobile money, signed callbacks",
    stage: () => pawapayStage("inbound", "signature"),
  },
  {
    name: "pawapay",
    title: "payout by mobile money, secret callback address",
    stage: () => pawapayStage("outbound", "secret address"),
  },
];
