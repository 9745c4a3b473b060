import Type from "typebox";
import { organizationExists } from "#src/parties/organizations/index.ts";
import { type LiveRates, rateForFigures } from "#src/pricing/rates/index.ts";
import type { Reader } from "#src/kernel/db/client.ts";
import { type Caller, type Scope, scopeOf } from "#src/kernel/http/caller.ts";
import { notFound } from "#src/kernel/http/errors.ts";
import {
  Amount,
  Country,
  Currency,
  MoneyNumber,
  Named,
  Nullable,
  OneOf,
  properties,
  DayOrMoment,
} from "#src/kernel/http/schemas.ts";
import { ok, operations } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { FailureCauseSchema, PaymentStatusSchema } from "#src/payments/wire/index.ts";
import { type DateRange, MAX_DAYS, readDateRange } from "./date-range.ts";
import { trendsInBase } from "./in-base.ts";
import { type AttentionDeps, MAX_COUNTED, readAttention } from "./read-attention.ts";
import { readGeography } from "./read-geography.ts";
import { readOutcomes } from "./read-outcomes.ts";
import { readTrends } from "./read-trends.ts";

export type AnalyticsDeps = AttentionDeps & { db: Reader; liveRates: Pick<LiveRates, "between"> };

const TAG = "Analytics";

const Counts = properties({
  count: [Type.Integer(), "How many payments there were"],
  completed: Type.Integer({ description: "Refunded ones included" }),
  failed: [Type.Integer(), "How many payments failed"],
  success_rate: Nullable(Type.Number({ description: "completed / (completed + failed); null when there is neither" })),
});
const Volume = Type.Array(Named("Volume", { currency: Currency, amount: Amount }), {
  description: "Amounts of completed payments, per currency",
});
const DirectedVolume = Type.Array(
  Named("DirectedVolume", {
    currency: Currency,
    inbound: [MoneyNumber, "Figures of payins"],
    outbound: [MoneyNumber, "Figures of payouts"],
    external: [MoneyNumber, "Figures of ramps"],
    total: [MoneyNumber, "Figures of all directions together"],
  }),
  { description: "Amounts of completed payments, per currency" },
);
const Attempts = properties({
  attempts: Type.Integer({ description: "How many times finished payments were sent to the provider" }),
  accepted: [Type.Integer(), "How many attempts the provider accepted"],
  acceptance_rate: [Nullable(Type.Number()), "accepted / attempts; null without attempts"],
});

const Trends = properties({
  date_from: [Type.String(), "First day or instant of the range"],
  date_to: [Type.String(), "Last day or instant of the range"],
  base: [Nullable(Type.String()), "The currency of the totals; null: none was requested"],
  without_rate: Type.Array(Type.String(), { description: "Currencies that the totals in `base` leave out" }),
  totals: Named(["TrendTotals", "Totals of the whole range"], { ...Counts, volume: DirectedVolume }),
  days: Type.Array(
    Named("TrendDay", {
      date: [Type.String(), "The UTC day on which payments were created"],
      ...Counts,
      volume: DirectedVolume,
    }),
    { description: "Every day of the range, by the UTC day on which payments were created" },
  ),
  providers: Type.Array(
    Named("ProviderTrend", {
      provider: [Type.String(), "Name of the provider"],
      ...Counts,
      volume: Volume,
      ...Attempts,
    }),
    { description: "Finished payments, by the provider that finished them" },
  ),
  methods: [
    Type.Array(
      Named("MethodTrend", { payment_method: [Type.String(), "The payment method"], ...Counts, volume: Volume }),
    ),
    "Figures for each payment method",
  ],
  statuses: [
    Type.Array(
      Named("StatusCount", {
        status: PaymentStatusSchema,
        count: [Type.Integer(), "The number of payments with this status"],
      }),
    ),
    "The number of payments by their current status",
  ],
  corridors: Type.Array(
    Named("CorridorTrend", {
      country: Country,
      payment_method: [Type.String(), "The payment method"],
      direction: [Type.String(), "inbound, outbound or external"],
      ...Counts,
    }),
    { description: "The busiest hundred" },
  ),
});

const Attention = Named(["Attention", "The items that wait for a person"], {
  payouts_to_review: Type.Integer({ description: "Payouts that wait for a second person" }),
  reconciliation_items: Type.Integer({ description: `Open items, counted up to ${MAX_COUNTED}` }),
  dead_letters: Type.Integer({ description: `Failed webhook deliveries, counted up to ${MAX_COUNTED}` }),
  failing_providers: Type.Array(
    Named("FailingProvider", {
      provider: [Type.String(), "Name of the provider"],
      ...Attempts,
      circuit: [
        OneOf(["closed", "open", "half_open"] as const),
        "closed: it is used; open: it is tried last after failures; half_open: it is being tried again",
      ],
    }),
    {
      description:
        "Providers with an open circuit, or with less than half of at least ten attempts accepted since yesterday",
    },
  ),
});

const Outcomes = Named(["Outcomes", "Why payments fail, and each provider's results by day"], {
  date_from: [Type.String(), "First day or instant of the range"],
  date_to: [Type.String(), "Last day or instant of the range"],
  declines: [
    Type.Array(
      Named("Decline", {
        cause: FailureCauseSchema,
        provider: Nullable(Type.String({ description: "Null: none accepted it" })),
        count: [Type.Integer(), "The number of payments that failed for this cause"],
      }),
    ),
    "Failed payments by cause and provider, most frequent first",
  ],
  providers: [
    Type.Array(
      Named("ProviderOutcomes", {
        provider: [Type.String(), "Name of the provider"],
        days: [
          Type.Array(
            Named("ProviderDay", {
              date: [Type.String(), "The UTC day on which payments were created"],
              completed: [Type.Integer(), "How many payments completed"],
              failed: [Type.Integer(), "How many payments failed"],
              success_rate: [Nullable(Type.Number()), "completed / (completed + failed); null when there is neither"],
              median_seconds: [Nullable(Type.Number()), "Median seconds from creation to completion, estimated"],
            }),
          ),
          "One row for each day",
        ],
      }),
    ),
    "Figures for each provider",
  ],
});

const Geography = Named(["Geography", "The countries of users and payments"], {
  date_from: [Nullable(Type.String()), "First day or instant of the range"],
  date_to: [Nullable(Type.String()), "Last day or instant of the range"],
  total_users: [Type.Integer(), "The number of users in all countries"],
  total_payments: [Type.Integer(), "The number of payments in all countries"],
  countries: [
    Type.Array(
      Named("CountryCount", {
        country: Nullable(Country),
        users: [Type.Integer(), "The number of users in the country"],
        payments: [Type.Integer(), "The number of payments in the country"],
        completed: [Type.Integer(), "How many payments completed"],
        failed: [Type.Integer(), "How many payments failed"],
        success_rate: [Nullable(Type.Number()), "completed / (completed + failed); null when there is neither"],
        volume: Volume,
      }),
    ),
    "Figures for each country",
  ],
});

const Range = {
  dateFrom: Type.Optional(DayOrMoment("UTC day, included; thirty days up to dateTo when absent")),
  dateTo: Type.Optional(DayOrMoment(`UTC day, included; today when absent. At most ${MAX_DAYS} days`)),
};
const Organization = {
  org_id: Type.Optional(Type.String({ description: "For platform people: one organization instead of all" })),
};

const Base = {
  base: Type.Optional(
    Type.String({ format: "currency-code", description: "All volumes together, in this currency at today's rates" }),
  ),
};

/** The organizations whose figures a call may see. One that a platform person names must exist. */
export async function scopeFor(db: Reader, caller: Caller, orgId: string | undefined): Promise<Scope> {
  const scope = scopeOf(caller, orgId);
  if (orgId !== undefined && caller.platformRole !== null && !(await organizationExists(db, orgId)))
    throw notFound("Organization");
  return scope;
}

export function analyticsRoutes(deps: AnalyticsDeps): (app: App) => void {
  async function trendsOf(scope: Scope, range: DateRange, base: string | undefined) {
    const trends = await readTrends(deps.db, scope, range);
    if (base === undefined) return trends;
    const rates = trends.totals.volume.map(
      async ({ currency }) => [currency, await rateForFigures(deps.liveRates, currency, base)] as const,
    );
    return trendsInBase(trends, { base, rates: new Map(await Promise.all(rates)) });
  }

  return (app) => {
    const on = operations(app, TAG);
    on("GET /transactions/analytics/trends", {
      id: "getTrends",
      summary: "Payments over time, for platform people",
      query: Type.Object({ ...Range, ...Organization, ...Base }),
      answer: ok("Payment trends", Named(["Trends", "Payments by day, provider, method and corridor"], Trends)),
      handle: async (request) => {
        const range = readDateRange(request.query, deps.clock.now());
        return await trendsOf(await scopeFor(deps.db, request.caller, request.query.org_id), range, request.query.base);
      },
    });

    on("GET /transactions/analytics/overview", {
      id: "getOverview",
      summary: "An organization's own payments over time, and what needs attention",
      query: Type.Object({ ...Range, ...Organization, ...Base }),
      answer: ok(
        "Overview",
        Named(["Overview", "The data of the dashboard's first page"], { ...Trends, attention: Attention }),
      ),
      handle: async (request) => {
        const range = readDateRange(request.query, deps.clock.now());
        const scope = await scopeFor(deps.db, request.caller, request.query.org_id);
        const [trends, attention] = await Promise.all([
          trendsOf(scope, range, request.query.base),
          readAttention(deps, scope),
        ]);
        return { ...trends, attention };
      },
    });

    on("GET /transactions/analytics/outcomes", {
      id: "getOutcomes",
      summary: "Why payments failed, and each provider's success and speed by day",
      query: Type.Object({ ...Range, ...Organization }),
      answer: ok("Outcomes", Outcomes),
      handle: async (request) => {
        const range = readDateRange(request.query, deps.clock.now());
        return await readOutcomes(deps.db, await scopeFor(deps.db, request.caller, request.query.org_id), range);
      },
    });

    on("GET /users/analytics/geographic-distribution", {
      id: "getGeographicDistribution",
      summary: "Users and payments per country",
      description: "All time unless dates are given. Members see their own organization.",
      query: Type.Object({ ...Organization, ...Range }),
      answer: ok("Geographic distribution", Geography),
      handle: async (request) => {
        const { org_id, dateFrom, dateTo } = request.query;
        const range =
          dateFrom === undefined && dateTo === undefined ? null : readDateRange(request.query, deps.clock.now());
        return await readGeography(deps.db, await scopeFor(deps.db, request.caller, org_id), range);
      },
    });
  };
}
