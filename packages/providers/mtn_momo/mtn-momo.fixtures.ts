import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { SteppedClock } from "@corridor/base/clock.ts";
import { Money } from "@corridor/base/money.ts";
import { createOutbound } from "@corridor/provider-kit/outbound.ts";
import { uuidV4Of } from "@corridor/provider-kit/derived-id.ts";
import type { DispatchRequest, Provider, RawCallback } from "@corridor/provider-kit/provider.ts";
import {
  dispatchRequest,
  type HttpCase,
  type HttpStage,
  type WrittenAnswer,
} from "@corridor/provider-kit/stage.fixtures.ts";
import { MTN_MOMO } from "./mtn-momo.ts";

/** MTN as its documentation describes it: strict about headers and fields, and each reference id is accepted once. */
export const MTN_SETTINGS = {
  target_environment: "mtnghana" as "mtnghana" | "mtnuganda" | "sandbox",
  collection_subscription_key: "collection-subscription-0123456789",
  collection_api_user: "c72025f5-5cd1-4630-99e4-8ba4722fad56",
  collection_api_key: "collection-api-key-0123456789",
  disbursement_subscription_key: "disbursement-subscription-0123456789",
  disbursement_api_user: "d8e9f0a1-5cd1-4630-99e4-8ba4722fad57",
  disbursement_api_key: "disbursement-api-key-0123456789",
  callback_secret: "callback-secret-of-32-characters!",
};
const TOKENS = { collection: "collection-token", disbursement: "disbursement-token" };

export type Booked = {
  product: string;
  resource: string;
  callbackUrl: string | undefined;
  body: Record<string, unknown>;
  shown: Record<string, unknown>;
};
export type FakeMtn = {
  url: string;
  booked: Map<string, Booked>;
  /** The number of token requests. */
  tokenRequests: number;
  /** Earlier tokens are no longer accepted. */
  endTokens(): void;
  /** Ends the operation as MTN would, and returns what it sends to the callback address. */
  end(reference: string, fields: { status: string; reason?: unknown }): RawCallback;
  close(): Promise<void>;
};

/**
 * Phone numbers by their ending: numbers that MTN refuses at once, and numbers that it accepts without an answer to us.
 */
const REFUSED_ENDING = "0002";
const UNANSWERED_ENDING = "0004";

export async function startFakeMtn(environment: string = MTN_SETTINGS.target_environment): Promise<FakeMtn> {
  const booked: FakeMtn["booked"] = new Map();
  let tokenGeneration = 0;
  const fake: Omit<FakeMtn, "url" | "close"> = {
    booked,
    tokenRequests: 0,
    endTokens: () => void tokenGeneration++,
    end(reference, fields) {
      const operation = booked.get(uuidV4Of(reference))!;
      Object.assign(
        operation.shown,
        fields,
        fields.status === "SUCCESSFUL" ? { financialTransactionId: "506567530" } : {},
      );
      const path = operation.callbackUrl === undefined ? "/" : new URL(operation.callbackUrl).pathname;
      return {
        headers: { "content-type": "application/json" },
        rawBody: Buffer.from(JSON.stringify(operation.shown)),
        path,
      };
    },
  };
  const tokenOf = (product: keyof typeof TOKENS): string => `${TOKENS[product]}-${tokenGeneration}`;

  function answer(request: IncomingMessage, text: string): WrittenAnswer | "silence" {
    const [, product, version, resource, id] = request.url!.split("/");
    const { headers } = request;
    if (product !== "collection" && product !== "disbursement") return problem(404, "no such product");
    if (headers["ocp-apim-subscription-key"] !== MTN_SETTINGS[`${product}_subscription_key`])
      return problem(401, "Access denied due to invalid subscription key");
    if (version === "token") {
      fake.tokenRequests++;
      const basic = Buffer.from(
        `${MTN_SETTINGS[`${product}_api_user`]}:${MTN_SETTINGS[`${product}_api_key`]}`,
      ).toString("base64");
      if (request.method !== "POST" || headers.authorization !== `Basic ${basic}`)
        return { status: 401, body: '{"error":"login_failed"}' };
      return written(200, { access_token: tokenOf(product), token_type: "access_token", expires_in: 3600 });
    }
    if (headers.authorization !== `Bearer ${tokenOf(product)}`) return problem(401, "Unauthorized");
    if (headers["x-target-environment"] !== environment)
      return written(500, {
        code: "NOT_ALLOWED_TARGET_ENVIRONMENT",
        message: "Access to target environment is forbidden.",
      });
    if (request.method === "GET") {
      const operation = booked.get(id!);
      if (operation?.resource !== resource || operation?.product !== product)
        return written(404, { code: "RESOURCE_NOT_FOUND", message: "Requested resource was not found." });
      return written(200, operation.shown);
    }
    return create(product, resource!, headers, text);
  }

  function create(
    product: string,
    resource: string,
    headers: IncomingMessage["headers"],
    text: string,
  ): WrittenAnswer | "silence" {
    const id = String(headers["x-reference-id"]);
    if (!/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))
      return { status: 400, body: "" };
    const body = JSON.parse(text) as Record<string, unknown>;
    const partyName = { requesttopay: "payer", transfer: "payee", refund: null }[resource];
    if (partyName === undefined || headers["content-type"] !== "application/json")
      return problem(404, "no such resource");
    const fault = faultOf(body, partyName);
    if (fault !== null) return written(400, { code: "VALIDATION_ERROR", message: fault });
    if (booked.has(id))
      return written(409, {
        code: "RESOURCE_ALREADY_EXIST",
        message: "Duplicated reference id. Creation of resource failed.",
      });
    const party = partyName === null ? "" : (body[partyName] as { partyId: string }).partyId;
    if (party.endsWith(REFUSED_ENDING))
      return written(400, { code: `${partyName!.toUpperCase()}_NOT_FOUND`, message: `${partyName} does not exist` });
    const { referenceIdToRefund: _, ...shown } = body;
    booked.set(id, {
      product,
      resource,
      callbackUrl: headers["x-callback-url"] as string | undefined,
      body,
      // Of a number of MTN's sandbox that rejects.
      shown:
        party === "46733123451"
          ? { ...shown, status: "FAILED", reason: "APPROVAL_REJECTED" }
          : { ...shown, status: "PENDING" },
    });
    return party.endsWith(UNANSWERED_ENDING) ? "silence" : { status: 202, body: "" };
  }

  const server = createServer((request, response: ServerResponse) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      const given = answer(request, text);
      if (given === "silence") response.destroy();
      else response.writeHead(given.status, { "content-type": "application/json" }).end(given.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(fake, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

function written(status: number, body: object): WrittenAnswer {
  return { status, body: JSON.stringify(body) };
}

/** How the gateway in front of MTN's own service refuses. */
function problem(statusCode: number, message: string): WrittenAnswer {
  return written(statusCode, { statusCode, message });
}

function faultOf(body: Record<string, unknown>, partyName: string | null): string | null {
  for (const name of ["amount", "currency", "externalId", "payerMessage", "payeeNote"])
    if (typeof body[name] !== "string" || body[name] === "") return `${name} is missing`;
  if (!/^\d+(\.\d+)?$/.test(body["amount"] as string)) return "amount is no decimal text";
  for (const name of ["payerMessage", "payeeNote"])
    if (!/^[\w .,-]{1,128}$/.test(body[name] as string)) return `${name} is too long or has odd characters`;
  if (partyName === null)
    return typeof body["referenceIdToRefund"] === "string" ? null : "referenceIdToRefund is missing";
  const party = body[partyName] as Record<string, unknown> | undefined;
  return party?.["partyIdType"] === "MSISDN" && /^\d{6,15}$/.test(String(party["partyId"]))
    ? null
    : `${partyName} is no MSISDN`;
}

export function mtnRequest(fields: Partial<DispatchRequest> = {}): DispatchRequest {
  return dispatchRequest({
    method: "mobile_money",
    country: "GH",
    amount: Money.parse("1500.25", "GHS"),
    mobileMoney: { provider: "MTN", phone_number: "+233241231234", network_code: "MTN_GH" },
    callbackUrl: "https://pay.example/v1/callbacks/mtn_momo",
    ...fields,
  });
}

async function mtnStage(
  environment: "mtnghana" | "mtnuganda",
  fieldsOf: (ending: string) => Partial<DispatchRequest>,
  amounts: HttpStage["amounts"],
): Promise<HttpStage> {
  const fake = await startFakeMtn(environment);
  const clock = new SteppedClock();
  const outbound = createOutbound();
  const at = (url: string): Provider =>
    MTN_MOMO.create({ ...MTN_SETTINGS, target_environment: environment, base_url: url }, { outbound, clock });
  const withEnding = (ending: string, fields: Partial<DispatchRequest> = {}): DispatchRequest =>
    mtnRequest({ ...fieldsOf(ending), ...fields });
  const {
    target_environment: _,
    collection_api_user: _user,
    disbursement_api_user: _otherUser,
    ...secrets
  } = MTN_SETTINGS;
  return {
    provider: at(fake.url),
    clock,
    secrets: [...Object.values(secrets), ...Object.values(TOKENS)],
    accepted: (fields) => withEnding("1234", fields),
    refused: () => withEnding(REFUSED_ENDING),
    unanswered: () => withEnding(UNANSWERED_ENDING),
    url: fake.url,
    at,
    unknownEvents: UNKNOWN_EVENTS,
    siblings: [],
    bookedAmount: async (reference) => {
      const { amount, currency } = fake.booked.get(uuidV4Of(reference))!.body as { amount: string; currency: string };
      return Money.parse(amount, currency).toDatabase();
    },
    amounts,
    completionCallback: async (reference) => fake.end(reference, { status: "SUCCESSFUL" }),
    prelude: ({ url }) =>
      url.endsWith("/token/")
        ? written(200, { access_token: `${TOKENS.collection}-x`, token_type: "access_token", expires_in: 3600 })
        : undefined,
    refusalSaying: (message) => written(400, { code: "VALIDATION_ERROR", message }),
    foreignAcceptance: written(200, {
      externalId: "another",
      amount: "1500.25",
      currency: "GHS",
      status: "SUCCESSFUL",
    }),
    traits: {
      foundBy: "reference",
      neverHad: "not_found",
      genuineBy: "secret address",
      toleranceMs: null,
      callbackIs: "notice",
    },
    close: async () => {
      await fake.close();
      await outbound.close();
    },
  };
}

/** Events of kinds that the adapter does not know. */
const UNKNOWN_EVENTS = [{ something: "new" }];

export const MTN_MOMO_CASES: readonly HttpCase[] = [
  {
    name: "mtn_momo",
    title: "payin by mobile money",
    stage: () =>
      mtnStage(
        "mtnghana",
        (ending) => ({ mobileMoney: { provider: "MTN", phone_number: `+23324123${ending}`, network_code: "MTN_GH" } }),
        [
          ["GHS", "1500.25"],
          ["GHS", "0.01"],
          ["GHS", "9999999999999.99"],
          ["GHS", "200.00"],
        ],
      ),
  },
  {
    name: "mtn_momo",
    title: "payout by mobile money",
    stage: () =>
      mtnStage(
        "mtnuganda",
        (ending) => ({
          direction: "outbound",
          country: "UG",
          amount: Money.parse("5000", "UGX"),
          mobileMoney: { provider: "MTN", phone_number: `+25677123${ending}`, network_code: "MTN_UG" },
        }),
        [
          ["UGX", "1"],
          ["UGX", "999999999999999"],
        ],
      ),
  },
];
