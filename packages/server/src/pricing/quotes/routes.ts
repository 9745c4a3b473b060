import Type, { type Static } from "typebox";
import { readChain } from "./read-chain.ts";
import {
  findLockedRate,
  LOCK_STATUSES,
  type LockState,
  lockStateOf,
  type OrgRate,
  type QuotedTerms,
} from "#src/pricing/rates/index.ts";
import { isFiat } from "@corridor/base/currencies.ts";
import { requireFeature, requireScope } from "#src/kernel/http/access-control.ts";
import { organizationOf } from "#src/kernel/http/caller.ts";
import { type ErrorDetail, invalidField, invalidFields, notFound } from "#src/kernel/http/errors.ts";
import {
  Country,
  CountryCode,
  CreatedAt,
  Currency,
  Id,
  MoneyInput,
  MoneyNumber,
  Named,
  OneOf,
  OrgId,
  RateNumber,
  readMoney,
  Timestamp,
} from "#src/kernel/http/schemas.ts";
import { created, ok, operations } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { Money } from "@corridor/base/money.ts";
import { targetOf } from "./check-quote.ts";
import {
  findEarlierQuote,
  type PaymentQuestion,
  type QuoteDeps,
  quotePayment,
  quoteRamp,
  type RampQuestion,
} from "./make-quote.ts";

const METHODS = ["mobile_money", "bank_transfer", "card"] as const;
const RAMP_METHODS = ["mobile_money", "bank_transfer"] as const;
const DIRECTIONS = ["payin", "payout", "on_ramp", "off_ramp"] as const;

const QuoteInput = Named("QuoteInput", {
  amount: [MoneyInput, "The amount that is paid in, in `currency`"],
  currency: [Type.String(), "ISO 4217. For a ramp, `amount` and `currency` are its fiat side, in either direction"],
  target_currency: Type.Optional(Type.String({ description: "ISO 4217; default: `currency`. Not for a ramp" })),
  payment_method: [OneOf(METHODS), "For a ramp: how its fiat side is paid, by `bank_transfer` or `mobile_money`"],
  direction: [OneOf(DIRECTIONS), "What is quoted"],
  crypto_currency: Type.Optional(Type.String({ maxLength: 10, description: "Only for a ramp: the crypto side" })),
  crypto_network: Type.Optional(Type.String({ maxLength: 20, description: "Only for a ramp: the crypto side" })),
  /** The country of the payment; by default the organization's own. */
  country: Type.Optional(CountryCode),
  org_id: Type.Optional(OrgId),
});

const Quote = Named(["Quote", "The cost and result of a payment"], {
  quote_id: [Id, "The quote whose rate and fee the payment uses"],
  status: OneOf(LOCK_STATUSES, {
    description:
      "Status of the quote. One payment uses it; the quote is open again if that payment ends without success",
  }),
  used_by: Type.Optional(Type.String({ description: "`payment_id` of the payment that used the quote" })),
  amount: Type.Unsafe<Money>({ ...MoneyNumber, description: "The amount paid: crypto for an `off_ramp`" }),
  currency: Currency,
  target_amount: Type.Unsafe<Money>({ ...MoneyNumber, description: "The converted amount: crypto for an `on_ramp`" }),
  target_currency: [Type.String(), "The payee's currency; equals `currency` unless money is converted"],
  rate: [RateNumber, "Units of the second currency for one unit of the first"],
  payment_method: [OneOf(METHODS), "The method by which the customer pays or is paid"],
  direction: [OneOf(DIRECTIONS), "What was quoted"],
  country: Country,
  crypto_network: [Type.Optional(Type.String()), "Name of the blockchain, such as TRON"],
  total_fees: [MoneyNumber, "The fee that we charge, in `currency`"],
  fee_ids: [Type.Array(Type.String()), "Ids of the fee schedules that were charged"],
  route: Type.Array(Type.String(), {
    description: "Providers in the order in which they would be tried now; a payment chooses again",
  }),
  expected_arrival_at: [
    Type.Optional(Type.Unsafe<Date | string>({ type: "string", format: "date-time" })),
    "Expected arrival, from the organization's latest payments in this corridor, plus a payin's settlement " +
      "delay. Absent: none completed yet",
  ],
  created_at: CreatedAt,
  expires_at: [Timestamp, "Until when the quote can be used"],
});

export function quoteRoutes(
  deps: QuoteDeps & { profileOf(orgId: string): Promise<{ country: string }> },
): (app: App) => void {
  return (app) => {
    const on = operations(app, "Quotes");
    on("POST /quotes", {
      id: "createQuote",
      summary: "Quote a payment or a ramp: rate, fee, route and arrival",
      description:
        "Valid for 15 minutes and for one payment or ramp, which names it by `quote_id` and has the same amount, " +
        "currencies, direction, method and country. Default `country`: the organization's.",
      body: QuoteInput,
      answer: created("Quote made", Quote),
      errors: {
        404: "There is no rate between the currencies",
        409:
          "The organization has too many open quotes and rate locks, or has locked too much of this pair within " +
          "the hour (LIMIT_EXCEEDED)",
        422: "No provider serves this corridor (ROUTING_CONFIG_NOT_FOUND)",
        503: "The rate is too old to quote (UNAVAILABLE)",
      },
      handle: async (request) => {
        const { direction, country, org_id } = request.body;
        requireScope(request.caller, SCOPE_OF[direction]);
        if (isRamp(direction)) requireFeature(request.caller, "ramps");
        const orgId = organizationOf(request.caller, org_id);
        const { country: home } = await deps.profileOf(orgId); // Throws 404 for an organization that does not exist.
        const key = { id: request.idempotencyId, repeats: request.idempotencyRepeats };
        const place = { orgId, country: country ?? home };
        const quote =
          (await findEarlierQuote(deps, orgId, key)) ??
          (await (isRamp(direction)
            ? quoteRamp(deps, readRampQuestion(request.body, direction, place), key)
            : quotePayment(deps, readPaymentQuestion(request.body, direction, place), key)));
        return wireOf(quote, quote.quote!, { status: "open" });
      },
    });

    on("GET /quotes/:quote_id", {
      id: "getQuote",
      summary: "Read a quote",
      query: Type.Object({ org_id: Type.Optional(Id) }),
      answer: ok("Quote", Quote),
      handle: async (request) => {
        const lock = await findLockedRate(
          deps.db,
          organizationOf(request.caller, request.query.org_id),
          request.params.quote_id,
        );
        if (lock === undefined || lock.quote === null) throw notFound("Quote");
        return wireOf(lock, lock.quote, await lockStateOf(deps, lock));
      },
    });
  };
}

type QuoteBody = Static<typeof QuoteInput>;
type Place = { orgId: string; country: string };

const SCOPE_OF = {
  payin: "payins:write",
  payout: "payouts:write",
  on_ramp: "ramps:write",
  off_ramp: "ramps:write",
} as const;

function isRamp(direction: QuoteBody["direction"]): direction is "on_ramp" | "off_ramp" {
  return direction === "on_ramp" || direction === "off_ramp";
}

function readPaymentQuestion(body: QuoteBody, direction: "payin" | "payout", place: Place): PaymentQuestion {
  const { amount, currency, payment_method: paymentMethod, target_currency: targetCurrency = currency } = body;
  for (const path of ["crypto_currency", "crypto_network"] as const)
    if (body[path] !== undefined) throw invalidField(path, "is for a ramp only");
  for (const [path, code] of Object.entries({ currency, target_currency: targetCurrency }))
    if (!isFiat(code)) throw invalidField(path, "must be an ISO 4217 currency code");
  return {
    ...place,
    amount: readMoney(amount, currency, "amount"),
    targetCurrency,
    paymentMethod,
    direction: direction === "payin" ? "inbound" : "outbound",
  };
}

function readRampQuestion(
  body: QuoteBody,
  direction: "on_ramp" | "off_ramp",
  place: Place,
): RampQuestion & { network: string } {
  const { amount, currency, crypto_currency, crypto_network, payment_method } = body;
  if (crypto_currency === undefined) throw invalidField("crypto_currency", "is required for a ramp");
  if (crypto_network === undefined) throw invalidField("crypto_network", "is required for a ramp");
  if (body.target_currency !== undefined)
    throw invalidField("target_currency", "must be left out for a ramp: crypto_currency names its other side");
  if (!isFiat(currency)) throw invalidField("currency", "must be an ISO 4217 currency code");
  const fiatMethod = RAMP_METHODS.find((one) => one === payment_method);
  if (fiatMethod === undefined) throw invalidField("payment_method", `must be ${RAMP_METHODS.join(" or ")} for a ramp`);
  const problems: ErrorDetail[] = [];
  const chain = readChain({ crypto_currency, crypto_network }, problems);
  if (chain === null) throw invalidFields(problems);
  return { ...place, ...chain, direction, fiat: readMoney(amount, currency, "amount"), fiatMethod };
}

function wireOf(lock: OrgRate, { total_fees, ...terms }: QuotedTerms, state: LockState) {
  const amount = lock.amount!;
  return {
    quote_id: lock.orgRateId,
    ...state,
    ...terms,
    amount,
    currency: amount.currency,
    target_amount: targetOf(lock, lock.quote!),
    target_currency: lock.toCurrency,
    rate: lock.rate,
    total_fees: Money.fromDatabase(total_fees, amount.currency),
    created_at: lock.createdAt,
    expires_at: lock.expiresAt,
  };
}
