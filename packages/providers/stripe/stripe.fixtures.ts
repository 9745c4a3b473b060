import { createHmac } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { type Clock, SteppedClock } from "@corridor/base/clock.ts";
import { Money } from "@corridor/base/money.ts";
import { createOutbound } from "@corridor/provider-kit/outbound.ts";
import type { DispatchRequest, Provider, RawCallback } from "@corridor/provider-kit/provider.ts";
import {
  dispatchRequest,
  type HttpCase,
  type HttpStage,
  scriptedServer,
  type WrittenAnswer,
} from "@corridor/provider-kit/stage.fixtures.ts";
import { STRIPE } from "./stripe.ts";

/**
 * Stripe as its documentation describes it, as far as cards go: it checks requests, stores what it accepts and reports
 * it in signed events.
 */
export const STRIPE_SETTINGS = {
  secret_key: "sk_test_conformance_4eC39HqLyjWD",
  webhook_secret: "whsec_conformance_MfKQ9r8GKYqrTwjU",
  direct_card_charges: true,
};

/** What each card does. The first four are Stripe's own test numbers. */
export const CARDS = {
  paid: "4242424242424242",
  asksForThreeDSecure: "4000000000003220",
  declined: "4000000000000002",
  withoutFunds: "4000000000009995",
  unanswered: "4000000000000341",
  mistyped: "4242424242424241",
} as const;

const WORK_MS = 5;
const FORM = "application/x-www-form-urlencoded";
const PARAMETERS: Readonly<Record<string, RegExp>> = {
  "/v1/payment_methods": /^(type|card\[(number|exp_month|exp_year|cvc)\]|billing_details\[(name|email|phone)\])$/,
  "/v1/payment_intents":
    /^(amount|currency|confirm|payment_method|payment_method_types\[0\]|return_url|description|metadata\[corridor_(reference|payment_id)\])$/,
  "/v1/checkout/sessions":
    /^(mode|payment_method_types\[0\]|line_items\[0\]\[(quantity|price_data)\](\[(currency|unit_amount|product_data)\](\[name\])?)?|(success|cancel)_url|client_reference_id|customer_email|expires_at|payment_intent_data\[metadata\]\[corridor_(reference|payment_id|page)\])$/,
  "/v1/refunds": /^(payment_intent|amount|metadata\[corridor_(reference|reason)\])$/,
};
const NO_DECIMALS = new Set("bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" "));
const THREE_DECIMALS = new Set("bhd jod kwd omr tnd".split(" "));
const ONLY_WHOLE_HUNDREDS = new Set(["isk", "ugx"]);

/** `isLost`: the answer never reaches us. */
type Answer = { status: number; body: object; isLost?: boolean };
type Written = Record<string, unknown> & { id: string };
type StripeIntent = Written & { amount: number; currency: string; status: string; metadata: Record<string, string> };

export class FakeStripe {
  readonly intents = new Map<string, StripeIntent>();
  readonly sessions = new Map<string, Written & { status: string; url: string }>();
  readonly refunds = new Map<string, Written & { payment_intent: string }>();
  readonly forms: { path: string; headers: IncomingHttpHeaders; form: Record<string, string> }[] = [];
  /** How many payments other users of the account made since, all of which are listed before ours. */
  others = 0;
  /** What a search finds, which may be incomplete or outdated. By default it is current. */
  searchable: () => StripeIntent[] = () => [...this.intents.values()];
  readonly #clock: Clock;
  readonly #cards = new Map<string, string>();
  readonly #keys = new Map<string, { fingerprint: string; answer?: Answer }>();
  #count = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  readonly answer = (response: ServerResponse, request: IncomingMessage, body: string): void => {
    const send = ({ status, body: json, isLost }: Answer): void => {
      if (isLost) response.destroy();
      else response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(json));
    };
    const url = new URL(request.url!, "http://stripe");
    const early = this.#guard(request) ?? (request.method === "GET" ? this.#read(url) : this.#repeated(request, body));
    if (early !== null) return send(early);
    const kept: { fingerprint: string; answer?: Answer } = { fingerprint: `${request.url} ${body}` };
    const key = request.headers["idempotency-key"];
    if (typeof key === "string") this.#keys.set(key, kept);
    const form = Object.fromEntries(new URLSearchParams(body));
    this.forms.push({ path: url.pathname, headers: request.headers, form });
    // The work takes a moment, in which other requests with the same key may arrive.
    setTimeout(() => send((kept.answer = this.#write(url.pathname, form))), WORK_MS);
  };

  intentOf(reference: string): StripeIntent {
    return [...this.intents.values()].find(({ metadata }) => metadata["corridor_reference"] === reference)!;
  }

  succeed(intent: StripeIntent): StripeIntent {
    return Object.assign(intent, {
      status: "succeeded",
      amount_received: intent.amount,
      next_action: null,
      latest_charge: this.#newId("ch"),
    });
  }

  decline(intent: StripeIntent, message = "Your card was declined."): StripeIntent {
    const last_payment_error = { type: "card_error", code: "card_declined", decline_code: "generic_decline", message };
    return Object.assign(intent, { status: "requires_payment_method", next_action: null, last_payment_error });
  }

  event(type: string, object: object, fields: object = {}): RawCallback {
    const created = Math.floor(this.#clock.now().getTime() / 1000);
    const event = {
      id: this.#newId("evt"),
      object: "event",
      api_version: "2023-08-16",
      created,
      data: { object },
      livemode: false,
      type,
      ...fields,
    };
    const rawBody = Buffer.from(JSON.stringify(event));
    const signature = createHmac("sha256", STRIPE_SETTINGS.webhook_secret)
      .update(`${created}.${rawBody.toString()}`)
      .digest("hex");
    return { headers: { "stripe-signature": `t=${created},v1=${signature}` }, rawBody, path: "/v1/callbacks/stripe" };
  }

  #newId(prefix: string): string {
    return `${prefix}_${String(++this.#count).padStart(14, "0")}`;
  }

  #guard({ method, headers }: IncomingMessage): Answer | null {
    if (headers.authorization !== `Bearer ${STRIPE_SETTINGS.secret_key}`)
      return refusal(401, "Invalid API Key provided");
    if (headers["stripe-version"] !== "2023-08-16") return refusal(400, "Invalid Stripe API version");
    return method === "POST" && headers["content-type"] !== FORM
      ? refusal(400, "Invalid request: the body is not form-encoded")
      : null;
  }

  #repeated({ url, headers }: IncomingMessage, body: string): Answer | null {
    const kept = this.#keys.get(String(headers["idempotency-key"]));
    if (kept === undefined) return null;
    if (kept.fingerprint !== `${url} ${body}`)
      return refusal(400, "Keys for idempotent requests can only be used with the same parameters", {
        type: "idempotency_error",
      });
    return (
      kept.answer ??
      refusal(409, "There is another in-progress request using this key", {
        type: "idempotency_error",
        code: "idempotency_key_in_use",
      })
    );
  }

  #read(url: URL): Answer {
    if (url.pathname === "/v1/payment_intents/search") {
      const wanted = /^metadata\['corridor_reference'\]:'([^']+)'$/.exec(url.searchParams.get("query") ?? "");
      if (wanted === null) return refusal(400, "We were unable to parse your search query");
      const data = this.searchable().filter(({ metadata }) => metadata["corridor_reference"] === wanted[1]);
      return { status: 200, body: { object: "search_result", url: url.pathname, has_more: false, data } };
    }
    if (url.pathname === "/v1/payment_intents") return this.#list(url);
    if (url.pathname === "/v1/refunds") {
      const data = [...this.refunds.values()].filter(
        (refund) => refund.payment_intent === url.searchParams.get("payment_intent"),
      );
      return {
        status: 200,
        body: { object: "list", url: url.pathname, has_more: data.length > 100, data: data.slice(0, 100) },
      };
    }
    if (url.pathname === "/v1/balance") return { status: 200, body: { available: [{ currency: "gbp", amount: 100 }] } };
    if (url.pathname === "/v1/balance_transactions")
      return { status: 200, body: { object: "list", url: url.pathname, has_more: false, data: [] } };
    const [, , kind, id, sessionId] = url.pathname.split("/");
    if (kind === "checkout") {
      const session = this.sessions.get(sessionId!);
      if (session === undefined)
        return refusal(404, `No such checkout.session: '${sessionId}'`, { code: "resource_missing" });
      const payment_intent =
        url.searchParams.get("expand[]") === "payment_intent"
          ? (this.intents.get(String(session["payment_intent"])) ?? null)
          : session["payment_intent"];
      return { status: 200, body: { ...session, payment_intent } };
    }
    const found =
      kind === "payment_intents" ? this.intents.get(id!) : kind === "refunds" ? this.refunds.get(id!) : undefined;
    return found === undefined
      ? refusal(404, `No such object: '${id}'`, { code: "resource_missing" })
      : { status: 200, body: found };
  }

  /** Lists payments, the latest first, one page at a time. */
  #list({ pathname, searchParams: query }: URL): Answer {
    const since = Number(query.get("created[gte]"));
    const limit = Number(query.get("limit"));
    if (!Number.isInteger(since) || !(limit >= 1 && limit <= 100)) return refusal(400, "Invalid integer");
    const others = Array.from({ length: this.others }, (_, index) => ({
      id: `pi_other_${index}`,
      object: "payment_intent",
      metadata: {},
    }));
    const ours = [...this.intents.values()].filter(({ created }) => Number(created) >= since).toReversed();
    const all = [...others, ...ours];
    const start = 1 + all.findIndex(({ id }) => id === query.get("starting_after"));
    const data = all.slice(start, start + limit);
    return { status: 200, body: { object: "list", url: pathname, has_more: start + limit < all.length, data } };
  }

  #write(path: string, form: Record<string, string>): Answer {
    const canceled = /^\/v1\/payment_intents\/(\w+)\/cancel$/.exec(path)?.[1];
    if (canceled !== undefined) return this.#cancel(canceled);
    const expired = /^\/v1\/checkout\/sessions\/(\w+)\/expire$/.exec(path)?.[1];
    if (expired !== undefined) return this.#expire(expired);
    const unknown = Object.keys(form).find((name) => !PARAMETERS[path]?.test(name));
    if (unknown !== undefined)
      return refusal(400, `Received unknown parameter: ${unknown}`, { code: "parameter_unknown", param: unknown });
    if (path === "/v1/checkout/sessions") return this.#openSession(form);
    if (path === "/v1/payment_methods") return this.#keepCard(form);
    if (path === "/v1/payment_intents") return this.#charge(form);
    return path === "/v1/refunds" ? this.#refund(form) : refusal(404, "Unrecognized request URL");
  }

  #openSession(form: Record<string, string>): Answer {
    const [amount, currency = ""] = [
      form["line_items[0][price_data][unit_amount]"],
      form["line_items[0][price_data][currency]"],
    ];
    const problem = amountProblem(amount, currency);
    if (problem !== null) return refusal(400, problem, { param: "line_items" });
    const opensForMs = Number(form["expires_at"]) * 1000 - this.#clock.now().getTime();
    if (!(opensForMs >= 30 * 60_000 && opensForMs <= 24 * 60 * 60_000))
      return refusal(400, "The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation");
    const id = this.#newId("cs_test");
    const plain = {
      object: "checkout.session",
      payment_status: "unpaid",
      payment_intent: null,
      url: `https://checkout.stripe.com/c/pay/${id}`,
    };
    const session = {
      ...plain,
      id,
      status: "open",
      amount_total: Number(amount),
      currency,
      client_reference_id: form["client_reference_id"],
      form,
    };
    this.sessions.set(id, session);
    return { status: 200, body: structuredClone(session) };
  }

  /** The customer on the page: the effect of a card on the session's PaymentIntent. */
  payOnPage(sessionId: string, how: "paid" | "declined"): StripeIntent {
    const session = this.sessions.get(sessionId)!;
    const { form, currency, amount_total } = session as unknown as {
      form: Record<string, string>;
      currency: string;
      amount_total: number;
    };
    const metadata = Object.fromEntries(
      Object.entries(form).flatMap(([name, value]) =>
        name.startsWith("payment_intent_data[metadata][") ? [[name.slice(30, -1), value]] : [],
      ),
    );
    const intent =
      this.intents.get(String(session["payment_intent"])) ??
      this.#open(amount_total, currency, metadata, form["success_url"]!);
    Object.assign(session, {
      payment_intent: intent.id,
      ...(how === "paid" ? { status: "complete", payment_status: "paid" } : {}),
    });
    return how === "paid" ? this.succeed(intent) : this.decline(intent);
  }

  #expire(id: string): Answer {
    const session = this.sessions.get(id);
    if (session?.status !== "open")
      return refusal(400, 'Only Checkout Sessions with a status in ["open"] can be expired.');
    return { status: 200, body: Object.assign(session, { status: "expired" }) };
  }

  #keepCard(form: Record<string, string>): Answer {
    const number = form["card[number]"] ?? "";
    const isWhole =
      form["type"] === "card" && /^\d{13,19}$/.test(number) && /^([1-9]|1[0-2])$/.test(form["card[exp_month]"] ?? "");
    if (!isWhole || !/^20\d\d$/.test(form["card[exp_year]"] ?? "")) return refusal(400, "Missing required param: card");
    if (number === CARDS.mistyped)
      return refusal(402, "Your card number is incorrect.", { type: "card_error", code: "incorrect_number" });
    const id = this.#newId("pm");
    this.#cards.set(id, number);
    return { status: 200, body: { id, object: "payment_method", type: "card" } };
  }

  #charge(form: Record<string, string>): Answer {
    const card = this.#cards.get(form["payment_method"] ?? "");
    if (card === undefined)
      return refusal(400, `No such PaymentMethod: '${form["payment_method"]}'`, { code: "resource_missing" });
    const { amount, currency = "" } = form;
    const problem = amountProblem(amount, currency);
    if (problem !== null) return refusal(400, problem, { param: "amount" });
    if (
      form["confirm"] !== "true" ||
      form["payment_method_types[0]"] !== "card" ||
      !URL.canParse(form["return_url"] ?? "")
    )
      return refusal(400, "Missing required param");
    const intent = this.#open(Number(amount), currency, metadataOf(form), form["return_url"]!);
    if (card === CARDS.declined || card === CARDS.withoutFunds) return this.#declined(intent);
    if (card !== CARDS.asksForThreeDSecure) this.succeed(intent);
    return { status: 200, body: structuredClone(intent), isLost: card === CARDS.unanswered };
  }

  #open(amount: number, currency: string, metadata: Record<string, string>, returnUrl: string): StripeIntent {
    const id = this.#newId("pi");
    const redirect_to_url = { url: `https://hooks.stripe.com/3d_secure_2/hosted?intent=${id}`, return_url: returnUrl };
    const next_action = { type: "redirect_to_url", redirect_to_url };
    const plain = {
      object: "payment_intent",
      amount_received: 0,
      client_secret: `${id}_secret_x`,
      livemode: false,
      last_payment_error: null,
    };
    // Uses the real time, because references contain it too.
    const created = Math.floor(Date.now() / 1000);
    const intent = {
      ...plain,
      id,
      created,
      amount,
      currency,
      metadata,
      status: "requires_action",
      next_action,
      latest_charge: null,
    };
    this.intents.set(id, intent);
    return intent;
  }

  #declined(intent: StripeIntent): Answer {
    this.decline(intent);
    return { status: 402, body: { error: { ...(intent["last_payment_error"] as object), payment_intent: intent } } };
  }

  #cancel(id: string): Answer {
    const intent = this.intents.get(id);
    if (intent === undefined) return refusal(404, `No such payment_intent: '${id}'`, { code: "resource_missing" });
    if (intent.status === "succeeded" || intent.status === "canceled")
      return refusal(400, `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`, {
        code: "payment_intent_unexpected_state",
        payment_intent: intent,
      });
    return { status: 200, body: Object.assign(intent, { status: "canceled", next_action: null }) };
  }

  #refund(form: Record<string, string>): Answer {
    const intent = this.intents.get(form["payment_intent"] ?? "");
    if (intent === undefined) return refusal(404, "No such payment_intent", { code: "resource_missing" });
    const problem = amountProblem(form["amount"], intent.currency);
    if (problem !== null) return refusal(400, problem, { param: "amount" });
    if (Number(form["amount"]) > intent.amount)
      return refusal(400, "Refund amount is greater than charge amount", { code: "charge_already_refunded" });
    const plain = {
      id: this.#newId("re"),
      object: "refund",
      currency: intent.currency,
      payment_intent: intent.id,
      status: "succeeded",
    };
    const refund = { ...plain, amount: Number(form["amount"]), metadata: metadataOf(form) };
    this.refunds.set(refund.id, refund);
    return { status: 200, body: refund };
  }
}

function refusal(status: number, message: string, fields: object = {}): Answer {
  return { status, body: { error: { type: "invalid_request_error", message, ...fields } } };
}

function amountProblem(amount: string | undefined, currency: string): string | null {
  if (!/^[a-z]{3}$/.test(currency)) return "Invalid currency";
  if (!/^[1-9]\d*$/.test(amount ?? "")) return `Invalid integer: ${amount}`;
  if (ONLY_WHOLE_HUNDREDS.has(currency) && !amount!.endsWith("00"))
    return "charged amounts must be evenly divisible by 100";
  return THREE_DECIMALS.has(currency) && !amount!.endsWith("0") ? "the last digit must be 0" : null;
}

function metadataOf(form: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) => (name.startsWith("metadata[") ? [[name.slice(9, -1), value]] : [])),
  );
}

/** The decimal text of what was booked, at our scale of the currency. */
function bookedText({ amount, currency }: StripeIntent): string {
  const decimals = NO_DECIMALS.has(currency) ? 0 : THREE_DECIMALS.has(currency) ? 3 : 2;
  const digits = String(amount).padStart(decimals + 1, "0");
  const text =
    decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0+$/, "");
  return Money.parse(text, currency.toUpperCase()).toDatabase();
}

export type StripeStage = HttpStage & {
  stripe: FakeStripe;
  withCard(number: string, fields?: Partial<DispatchRequest>): DispatchRequest;
};

export async function stripeStage(acceptedCard: string = CARDS.paid): Promise<StripeStage> {
  const clock = new SteppedClock();
  const outbound = createOutbound();
  const stripe = new FakeStripe(clock);
  const server = await scriptedServer(stripe.answer);
  const at = (url: string): Provider => STRIPE.create({ ...STRIPE_SETTINGS, base_url: url }, { outbound, clock });
  const withCard = (number: string, fields: Partial<DispatchRequest> = {}): DispatchRequest =>
    dispatchRequest({
      method: "card",
      country: "GB",
      amount: Money.parse("20.05", "GBP"),
      payer: { name: "Ada Payer", email: "ada@example.com" },
      card: { card_number: number, expiry_month: "07", expiry_year: "31", cvv: "739", card_holder_name: "A Payer" },
      ...fields,
    });
  return {
    stripe,
    withCard,
    provider: at(server.url),
    clock,
    secrets: [STRIPE_SETTINGS.secret_key, STRIPE_SETTINGS.webhook_secret, ...Object.values(CARDS), "_secret_"],
    accepted: (fields) => withCard(acceptedCard, fields),
    // A card that is refused before a PaymentIntent exists. A declined card would leave a PaymentIntent, which would be
    // found again as failed.
    refused: () => withCard(CARDS.mistyped),
    unanswered: () => withCard(CARDS.unanswered),
    url: server.url,
    at,
    unknownEvents: UNKNOWN_EVENTS,
    siblings: [],
    bookedAmount: async (reference) => bookedText(stripe.intentOf(reference)),
    amounts: [
      ["USD", "0.50"],
      ["USD", "999999.99"],
      ["JPY", "1500"],
      ["ISK", "5"],
      ["UGX", "123456"],
      ["MGA", "7000.00"],
      ["KWD", "5.120"],
      ["IDR", "90071992547409.91"],
    ],
    completionCallback: async (reference) =>
      stripe.event("payment_intent.succeeded", stripe.succeed(stripe.intentOf(reference))),
    prelude: ({ url }) =>
      url === "/v1/payment_methods"
        ? { status: 200, body: JSON.stringify({ id: "pm_1", object: "payment_method" }) }
        : undefined,
    refusalSaying: (message) => ({
      status: 402,
      body: JSON.stringify({ error: { type: "card_error", code: "card_declined", message } }),
    }),
    foreignAcceptance: {
      status: 200,
      body: JSON.stringify({
        id: "pi_1",
        object: "payment_intent",
        amount: 2005,
        amount_received: 2005,
        currency: "gbp",
        status: "succeeded",
        metadata: { corridor_reference: "another" },
      }),
    },
    cancelsOnly: true,
    traits: {
      foundBy: "reference",
      neverHad: "not_found",
      genuineBy: "signature",
      toleranceMs: 300_000,
      callbackIs: "word",
    },
    close: async () => {
      await server.close();
      await outbound.close();
    },
  };
}

/** The provider with a server that stores cards and answers everything else like this. */
export async function answering<T>(
  stage: StripeStage,
  answer: WrittenAnswer,
  work: (elsewhere: Provider) => Promise<T>,
): Promise<T> {
  const server = await scriptedServer((response, request, body) => {
    const { status, body: text } = stage.prelude!({ method: request.method!, url: request.url!, body }) ?? answer;
    response.writeHead(status).end(text);
  });
  try {
    return await work(stage.at(server.url));
  } finally {
    await server.close();
  }
}

/** Events of kinds that the adapter does not know. */
const UNKNOWN_EVENTS = [
  {
    id: "evt_1",
    object: "event",
    type: "radar.early_fraud_warning.created",
    data: { object: { id: "issfr_1", object: "radar.early_fraud_warning" } },
  },
  {
    id: "evt_2",
    object: "v2.core.event",
    type: "v1.billing.meter.error_report_triggered",
    related_object: { id: "mtr_1" },
  },
];

export const STRIPE_CASES: readonly HttpCase[] = [
  { name: "stripe", title: "payin by card", stage: () => stripeStage() },
  { name: "stripe", title: "payin by card with 3-D Secure", stage: () => stripeStage(CARDS.asksForThreeDSecure) },
];
