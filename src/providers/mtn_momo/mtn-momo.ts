import { createHash } from "node:crypto";
import Type, { type Static } from "typebox";
import { OneOf } from "#src/platform/http/schemas.ts";
import type { OutboundResponse } from "#src/platform/outbound.ts";
import { inCurrencyOf } from "../corridors.ts";
import { type AccessQuestion, checkAccess } from "../check-access.ts";
import { uuidV4Of } from "../derived-id.ts";
import { InvalidCallback, InvalidSetting } from "../errors.ts";
import {
  type DispatchRequest,
  type DispatchResult,
  type PaymentUpdate,
  type Provider,
  type ProviderCorridor,
  type ProviderKind,
  type ProviderTools,
  type RefundAnswer,
  type RefundQuery,
  type RefundRequest,
  type RefundResult,
  type StatusAnswer,
  type StatusQuery,
  UNPROMISED_SETTLING_MS,
} from "../provider.ts";
import { referenceAt, secretAddress } from "../secret-address.ts";
import { settingsGroup } from "../settings-group.ts";
import { asking, createSpeaker, isSuccess, moving, Refusal } from "../speak.ts";
import { type Json, MalformedAnswer, readJson } from "../wire.ts";
import { type Creation, createProduct, type Product, type ProductName } from "./mtn-momo-product.ts";
import {
  amountOf,
  type Market,
  MARKETS,
  objectionTo,
  paymentBody,
  readError,
  readShown,
  REFUND_STATUSES,
  refundBody,
  type Shown,
  STATUSES,
  TARGET_ENVIRONMENTS,
} from "./mtn-momo-wire.ts";

/**
 * MTN MoMo: requests to pay, transfers and refunds. Each is a resource that we name ourselves by `X-Reference-Id`, so that it exists once and can be
 * queried even if the answer was lost:
 *
 *   accepted  202 without a body; or a duplicate, when the existing resource of that name is ours and has not failed
 *   refused   400, 403 or 404 with another error code of MTN's; 401 even with a fresh token; no token; nothing sent
 *   unknown   everything else. MTN answers some mistakes of ours (a callback host, a target environment) with a 500 and a code. They cannot be
 *   distinguished
 *             from MTN's own faults, but a later query of the resource proves that there is none.
 *
 * Callbacks are unsigned. Each payment has a secret address for them, and a callback there only makes us poll.
 */
const secret = (description: string) => Type.String({ minLength: 1, description, "x-secret": true });
const settings = Type.Object(
  {
    base_url: Type.String({
      format: "uri",
      default: "https://proxy.momoapi.mtn.com",
      description: "Address of the MoMo API; the sandbox is at https://sandbox.momodeveloper.mtn.com",
    }),
    target_environment: OneOf(TARGET_ENVIRONMENTS, { description: "The country of the MoMo account, in MTN's word for it, or sandbox" }),
    collection_subscription_key: Type.Optional(secret("Subscription key of the Collection product; without it there are no payins")),
    collection_api_user: Type.Optional(Type.String({ minLength: 1, description: "API user of the Collection product, a UUID" })),
    collection_api_key: Type.Optional(secret("API key of that user")),
    disbursement_subscription_key: Type.Optional(secret("Subscription key of the Disbursement product; without it there are no payouts and refunds")),
    disbursement_api_user: Type.Optional(Type.String({ minLength: 1, description: "API user of the Disbursement product, a UUID" })),
    disbursement_api_key: Type.Optional(secret("API key of that user")),
    callback_secret: Type.String({
      minLength: 32,
      description: "The random text from which the secret callback address of each payment is made; Corridor makes one up",
      "x-secret": true,
      "x-generate": true,
    }),
  },
  { additionalProperties: false },
);
type Settings = Static<typeof settings>;

export const MTN_MOMO: ProviderKind<typeof settings> = {
  name: "mtn_momo",
  displayName: "MTN MoMo",
  corridors: corridorsOf(["inbound", "outbound"], null),
  settings,
  create: createMtnMomo,
};

/** The corridors of one market, or of all when none is chosen yet. The sandbox simulates every country in its own currency. */
function corridorsOf(directions: readonly Direction[], market: Market | null): ProviderCorridor[] {
  const places = Object.values(MARKETS).flatMap(({ country, currency }) =>
    country === null ? [] : [[country, market?.country === null ? market.currency : currency] as const],
  );
  const chosen = places.filter(([country]) => market === null || market.country === null || country === market.country);
  return inCurrencyOf(Object.fromEntries(chosen), directions, "mobile_money");
}

const DIRECTIONS = ["inbound", "outbound"] as const;
type Direction = (typeof DIRECTIONS)[number];
const ABOUT = { inbound: "Payins", outbound: "Payouts" } as const satisfies Record<Direction, string>;
const RESOURCES = { inbound: "requesttopay", outbound: "transfer" } as const satisfies Record<Direction, string>;

function createMtnMomo(given: Settings, { outbound, clock }: ProviderTools): Provider {
  const market: Market = MARKETS[given.target_environment];
  const speaker = createSpeaker({
    baseUrl: given.base_url,
    outbound,
    get secrets() {
      return [given.callback_secret, ...DIRECTIONS.flatMap((direction) => products[direction]?.secrets() ?? [])];
    },
  });

  function productOf(name: ProductName): Product | null {
    const keys = settingsGroup(given, [`${name}_subscription_key`, `${name}_api_user`, `${name}_api_key`]);
    if (keys === null) return null;
    const [subscriptionKey, apiUser, apiKey] = [keys[`${name}_subscription_key`], keys[`${name}_api_user`], keys[`${name}_api_key`]];
    return createProduct(name, { subscriptionKey, apiUser, apiKey }, given.target_environment, speaker, clock);
  }
  const products: Record<Direction, Product | null> = { inbound: productOf("collection"), outbound: productOf("disbursement") };
  if (products.inbound === null && products.outbound === null)
    throw new InvalidSetting("collection_subscription_key", "the keys of Collection, of Disbursement or of both are needed");
  /** Each direction has its own key, so that a callback address also tells which of the two products to query. */
  const addressKeyOf = (direction: Direction): string => `${direction}:${given.callback_secret}`;

  /** Creates a resource and returns null, or returns the existing resource of that name. */
  async function create(product: Product, resource: string, creation: Creation, signal: AbortSignal): Promise<Shown | null> {
    const { statusCode, body } = await product.create(resource, creation, signal);
    if (statusCode === 202 && body.length === 0) return null;
    if (statusCode === 409) return duplicateOf(product, resource, creation.id, signal);
    if (statusCode === 401) throw new Refusal("unauthorized", "MTN rejects the access token that it issued");
    if (!NOT_DONE.includes(statusCode)) throw unclear({ statusCode, body }, creation);
    const { code, message } = readError(body);
    if (code === DUPLICATE) return duplicateOf(product, resource, creation.id, signal);
    throw new Refusal(clean(code, creation), clean(message, creation));
  }

  /** Null when there is certainly no such resource. */
  async function show(product: Product, resource: string, id: string, signal: AbortSignal): Promise<Shown | null> {
    const response = await product.show(resource, id, signal);
    if (response.statusCode === 404 && readError(response.body).code === "RESOURCE_NOT_FOUND") return null;
    if (!isSuccess(response)) throw unclear(response);
    return readShown(readJson(response.body));
  }

  /** Something may have been accepted under this name, so a failed query, for whatever reason, is not a refusal of the payment. */
  async function duplicateOf(product: Product, resource: string, id: string, signal: AbortSignal): Promise<Shown> {
    const answer = await asking(async () => ({ outcome: "shown", shown: await show(product, resource, id, signal) }) as const);
    if (answer.outcome === "unknown") throw new MalformedAnswer(`a duplicate that cannot be seen (${answer.reason})`);
    if (answer.shown === null) throw new MalformedAnswer("a duplicate of nothing");
    return answer.shown;
  }

  /** An answer that says neither yes nor no, with MTN's text: a person may have to find out. */
  function unclear({ statusCode, body }: Pick<OutboundResponse, "statusCode" | "body">, creation?: Creation): MalformedAnswer {
    try {
      const { code, message } = readError(body);
      return new MalformedAnswer(clean(`status ${statusCode}, ${code}: ${message}`, creation));
    } catch {
      return new MalformedAnswer(`status ${statusCode}`);
    }
  }

  /** The last part of the callback address is as secret as the keys. */
  function clean(text: string, { callbackUrl }: Pick<Creation, "callbackUrl"> = {}): string {
    return speaker.clean(callbackUrl === undefined ? text : text.replaceAll(callbackUrl.split("/").at(-1)!, "[redacted]"));
  }

  function updateOf(shown: Shown, query: Pick<StatusQuery, "reference" | "direction">): PaymentUpdate {
    requireOurs(shown, query.reference);
    return {
      kind: "payment",
      reference: query.reference,
      providerPaymentId: uuidV4Of(query.reference),
      providerStatus: shown.status,
      status: STATUSES[query.direction][shown.status],
      ...(shown.reason === undefined ? {} : { reason: clean(shown.reason) }),
      ...(shown.status === "SUCCESSFUL" && query.direction === "inbound" ? { receivedAmount: shown.amount } : {}),
      ...(shown.receipt === undefined ? {} : { data: { financial_transaction_id: shown.receipt } }),
    };
  }

  async function dispatch(request: DispatchRequest, signal: AbortSignal): Promise<DispatchResult> {
    const { reference, direction } = request;
    const objection = objectionTo(request, market);
    if (objection !== null) return { outcome: "refused", ...objection };
    const product = products[direction];
    if (product === null) return { outcome: "refused", code: "not_set_up", reason: noKeysFor(direction) };
    const creation = {
      id: uuidV4Of(reference),
      body: paymentBody(request),
      callbackUrl: secretAddress(request.callbackUrl, addressKeyOf(direction), reference),
    };
    return moving<DispatchResult>(async () => {
      const accepted = { outcome: "accepted", providerPaymentId: creation.id } as const;
      const existing = await create(product, RESOURCES[direction], creation, signal);
      if (existing === null) return { ...accepted, providerStatus: "PENDING", status: STATUSES[direction].PENDING, nextAction: { type: "wait" } };
      if (!existing.amount.equals(amountOf(request))) throw new MalformedAnswer("amount");
      const { status, providerStatus, data } = updateOf(existing, request);
      if (status === "failed") return { outcome: "unknown", reason: "an earlier request with this reference was accepted and has failed since" };
      if (status === "completed") return { ...accepted, providerStatus, status, ...(data === undefined ? {} : { data }) };
      return { ...accepted, providerStatus, status, nextAction: { type: "wait" } };
    });
  }

  async function fetchStatus(query: StatusQuery, signal: AbortSignal): Promise<StatusAnswer> {
    const product = products[query.direction];
    if (product === null) return { outcome: "unknown", reason: noKeysFor(query.direction) };
    return asking<StatusAnswer>(async () => {
      const shown = await show(product, RESOURCES[query.direction], uuidV4Of(query.reference), signal);
      if (shown === null) return { outcome: "not_found" };
      const update = updateOf(shown, query);
      return { outcome: "found", update, ...(update.status === "pending" ? { nextAction: { type: "wait" } } : {}) };
    });
  }

  /** An unverified webhook could not distinguish a refund from a payment, so a refund gets no callback address: it is polled until it has ended. */
  async function refund(product: Product, request: RefundRequest, signal: AbortSignal): Promise<RefundResult> {
    const creation = { id: uuidV4Of(request.reference), body: refundBody(request, uuidV4Of(request.paymentReference)) };
    return moving<RefundResult>(async () => {
      const existing = await create(product, "refund", creation, signal);
      if (existing === null) return { outcome: "accepted", status: "pending", providerRefundId: creation.id };
      requireOurs(existing, request.reference);
      if (!existing.amount.equals(request.amount)) throw new MalformedAnswer("amount");
      if (existing.status === "FAILED") return { outcome: "unknown", reason: "an earlier request with this reference was accepted and has failed since" };
      return { outcome: "accepted", status: REFUND_STATUSES[existing.status], providerRefundId: creation.id };
    });
  }

  async function fetchRefund(product: Product, query: RefundQuery, signal: AbortSignal): Promise<RefundAnswer> {
    return asking<RefundAnswer>(async () => {
      const shown = await show(product, "refund", uuidV4Of(query.reference), signal);
      if (shown === null) return { outcome: "not_found" };
      requireOurs(shown, query.reference);
      return { outcome: "found", status: REFUND_STATUSES[shown.status] };
    });
  }

  const addressed = (path: string): { reference: string; direction: Direction } | null => {
    for (const direction of DIRECTIONS) {
      const reference = referenceAt(path, addressKeyOf(direction));
      if (reference !== null) return { reference, direction };
    }
    return null;
  };
  const disbursement = products.outbound;

  return {
    name: MTN_MOMO.name,
    displayName: MTN_MOMO.displayName,
    corridors: corridorsOf(
      DIRECTIONS.filter((direction) => products[direction] !== null),
      market,
    ),
    settings,
    settlesWithinMs: UNPROMISED_SETTLING_MS,
    dispatch,
    fetchStatus,
    // Queries a resource that was never created: MTN answers "not found" only to valid credentials.
    checkAccess: (signal) =>
      checkAccess(
        clean,
        DIRECTIONS.flatMap((direction) => {
          const product = products[direction];
          if (product === null) return [];
          const ask = (): Promise<OutboundResponse> => product.show(RESOURCES[direction], NO_RESOURCE, signal);
          const isKnown: AccessQuestion["isKnown"] = ({ json }) => json["code"] === "RESOURCE_NOT_FOUND";
          return [{ about: ABOUT[direction], ask, isKnown, isStranger: ({ code }: Json) => code === "NOT_ALLOWED_TARGET_ENVIRONMENT" }];
        }),
      ),
    verifyCallback: ({ path, rawBody }) =>
      addressed(path) === null ? null : { externalId: `sha256:${createHash("sha256").update(path).update("\n").update(rawBody).digest("hex")}` },
    // Only the address counts: the body is unsigned, so its content would need a poll anyway.
    parseCallback({ path }) {
      const about = addressed(path);
      if (about === null) throw new InvalidCallback("mtn_momo: this is not one of our callback addresses");
      return [{ kind: "notice", ...about, providerPaymentId: uuidV4Of(about.reference) }];
    },
    ...(disbursement !== null &&
      ({
        refund: (request, signal) => refund(disbursement, request, signal),
        fetchRefund: (query, signal) => fetchRefund(disbursement, query, signal),
      } satisfies Partial<Provider>)),
  };
}

/** The name of a resource that was never created: our own names never equal it. */
const NO_RESOURCE = "00000000-0000-4000-8000-000000000000";

/** A resource of that name exists, whatever its status. */
const DUPLICATE = "RESOURCE_ALREADY_EXIST";

/** Statuses that, with any other error code of MTN's, mean that nothing was created. */
const NOT_DONE: readonly number[] = [400, 403, 404];

function noKeysFor(direction: Direction): string {
  return `mtn_momo has no keys for ${direction} payments`;
}

function requireOurs(shown: Shown, reference: string): void {
  if (shown.externalId !== reference) throw new MalformedAnswer("externalId");
}
