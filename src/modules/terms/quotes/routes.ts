import Type from "typebox";
import { findLockedRate, type OrgRate, type QuotedTerms } from "#src/modules/terms/rates/find-locked-rate.ts";
import { LOCK_STATUSES, type LockState, lockStateOf } from "#src/modules/terms/rates/lock-state.ts";
import { amountQuoted } from "#src/modules/terms/rates/rate.ts";
import { isFiat } from "#src/platform/currencies.ts";
import { requireScope } from "#src/platform/http/access-control.ts";
import { organizationOf } from "#src/platform/http/caller.ts";
import { success, SuccessOf } from "#src/platform/http/envelopes.ts";
import { invalidField, notFound } from "#src/platform/http/errors.ts";
import { CountryCode, Id, MoneyInput, MoneyNumber, Named, OneOf, RateNumber, readMoney, Timestamp } from "#src/platform/http/schemas.ts";
import type { App } from "#src/platform/http/typed-app.ts";
import { Money } from "#src/platform/money.ts";
import { makeQuote, type QuoteDeps } from "./make-quote.ts";

const METHODS = ["mobile_money", "bank_transfer", "card"] as const;
const DIRECTIONS = ["payin", "payout"] as const;

const QuoteInput = Named("QuoteInput", {
  amount: MoneyInput,
  currency: Type.String({ description: "ISO 4217" }),
  target_currency: Type.Optional(Type.String({ description: "ISO 4217; `currency` unless said" })),
  payment_method: OneOf(METHODS),
  direction: OneOf(DIRECTIONS),
  /** The organization's own value unless given. */
  country: Type.Optional(CountryCode),
  org_id: Type.Optional(Id),
});

const Quote = Named("Quote", {
  quote_id: Id,
  status: OneOf(LOCK_STATUSES, { description: "A quote serves one payment; it is open again when that ends without success" }),
  used_by: Type.Optional(Type.String({ description: "`payment_id` of the payment that used it" })),
  amount: MoneyNumber,
  currency: Type.String(),
  target_amount: MoneyNumber,
  target_currency: Type.String(),
  rate: RateNumber,
  payment_method: OneOf(METHODS),
  direction: OneOf(DIRECTIONS),
  country: Type.String(),
  total_fees: MoneyNumber,
  fee_ids: Type.Array(Type.String()),
  route: Type.Array(Type.String(), { description: "Providers in the order in which they would be tried now; a payment chooses anew" }),
  expected_arrival_at: Type.Optional(
    Type.Unsafe<Date | string>({
      type: "string",
      format: "date-time",
      description: "By what the organization's latest payments of this corridor took, and a payin's settlement delay. Absent: none completed yet",
    }),
  ),
  created_at: Timestamp,
  expires_at: Timestamp,
});

export function quoteRoutes(deps: QuoteDeps & { countryOfOrganization(orgId: string): Promise<string> }): (app: App) => void {
  return (app) => {
    app.post(
      "/quotes",
      {
        schema: {
          operationId: "createQuote",
          "x-errors": {
            404: "There is no rate between the currencies",
            409: "The organization holds too many open quotes and rate locks, or has locked too much of this pair within the hour (LIMIT_EXCEEDED)",
            422: "No provider serves this corridor (ROUTING_CONFIG_NOT_FOUND)",
            503: "The rate is too old to quote (UNAVAILABLE)",
          },
          summary: "Quote a payment: rate, fee, route and arrival",
          description:
            "Holds for 15 minutes and for one payment, which names it by `quote_id` and says the same amount, currencies, direction, method and country. Without `country`: the organization's.",
          tags: ["Quotes"],
          body: QuoteInput,
          response: { 201: SuccessOf(Quote) },
        },
      },
      async (request, reply) => {
        const { amount, currency, payment_method, direction, country, org_id, target_currency: targetCurrency = currency } = request.body;
        for (const [path, code] of Object.entries({ currency, target_currency: targetCurrency }))
          if (!isFiat(code)) throw invalidField(path, "must be an ISO 4217 currency code");
        requireScope(request.caller, direction === "payout" ? "payouts:write" : "payins:write");
        const orgId = organizationOf(request.caller, org_id);
        const home = await deps.countryOfOrganization(orgId); // 404 for an organization that does not exist.
        const quote = await makeQuote(
          deps,
          {
            orgId,
            amount: readMoney(amount, currency, "amount"),
            targetCurrency,
            country: country ?? home,
            paymentMethod: payment_method,
            direction: direction === "payin" ? "inbound" : "outbound",
          },
          { id: request.idempotencyId, repeats: request.idempotencyRepeats },
        );
        return reply.code(201).send(success("Quote made", wireOf(quote, quote.quote!, { status: "open" })));
      },
    );

    app.get(
      "/quotes/:quote_id",
      {
        schema: {
          operationId: "getQuote",
          summary: "Read a quote",
          tags: ["Quotes"],
          params: Type.Object({ quote_id: Id }),
          querystring: Type.Object({ org_id: Type.Optional(Id) }),
          response: { 200: SuccessOf(Quote) },
        },
      },
      async (request) => {
        const lock = await findLockedRate(deps.db, organizationOf(request.caller, request.query.org_id), request.params.quote_id);
        if (lock === undefined || lock.quote === null) throw notFound("Quote");
        return success("Quote", wireOf(lock, lock.quote, await lockStateOf(deps, lock)));
      },
    );
  };
}

function wireOf(lock: OrgRate, { total_fees, ...terms }: QuotedTerms, state: LockState) {
  const amount = lock.amount!;
  return {
    quote_id: lock.orgRateId,
    ...state,
    ...terms,
    amount,
    currency: amount.currency,
    target_amount: amountQuoted(amount, lock),
    target_currency: lock.toCurrency,
    rate: lock.rate,
    total_fees: Money.fromDatabase(total_fees, amount.currency),
    created_at: lock.createdAt,
    expires_at: lock.expiresAt,
  };
}
