import Type from "typebox";
import { organizationExists } from "#src/parties/organizations/index.ts";
import { FAILURE_CAUSES } from "#src/payments/rules/index.ts";
import { PAYMENT_STATUSES } from "#src/payments/core/index.ts";
import { type LiveRates, rateForFigures } from "#src/pricing/rates/index.ts";
import type { Reader } from "#src/kernel/db/client.ts";
import { type Caller, type Scope, scopeOf } from "#src/kernel/http/caller.ts";
import { notFound } from "#src/kernel/http/errors.ts";
import { MoneyNumber, Nullable, OneOf, Named } from "#src/kernel/http/schemas.ts";
import { ok, operations } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { isId } from "@corridor/base/ids.ts";
import { type DateRange, MAX_DAYS, readDateRange } from "./date-range.ts";
import { trendsInBase } from "./in-base.ts";
import { type AttentionDeps, MAX_COUNTED, readAttention } from "./read-attention.ts";
import { readGeography } from "./read-geography.ts";
import { readOutcomes } from "./read-outcomes.ts";
import { readTrends } from "./read-trends.ts";

export type AnalyticsDeps = AttentionDeps & { db: Reader; liveRates: Pick<LiveRates, "between"> };

const TAG = "Analytics";

const Counts = {
  count: Type.Integer(),
  completed: Type.Integer({ description: "Refunded ones included" }),
  failed: Type.Integer(),
  success_rate: Nullable(Type.Number({ description: "completed / (completed + failed); null when there is neither" })),
};
const Volume = Type.Array(Named("Volume", { currency: Type.String(), amount: MoneyNumber }), {
  description: "Amounts of completed payments, per currency",
});
const DirectedVolume = Type.Array(
  Named("DirectedVolume", {
    currency: Type.String(),
    inbound: MoneyNumber,
    outbound: MoneyNumber,
    external: MoneyNumber,
    total: MoneyNumber,
  }),
  { description: "Amounts of completed payments, per currency" },
);
const Attempts = {
  attempts: Type.Integer({ description: "How many times finished payments were sent to the provider" }),
  accepted: Type.Integer(),
  acceptance_rate: Nullable(Type.Number()),
};

const Trends = {
  date_from: Type.String(),
  date_to: Type.String(),
  base: Nullable(Type.String()),
  without_rate: Type.Array(Type.String(), { description: "Currencies that the totals in `base` leave out" }),
  totals: Named("TrendTotals", { ...Counts, volume: DirectedVolume }),
  days: Type.Array(Named("TrendDay", { date: Type.String(), ...Counts, volume: DirectedVolume }), {
    description: "Every day of the range, by the UTC day on which payments were created",
  }),
  providers: Type.Array(Named("ProviderTrend", { provider: Type.String(), ...Counts, volume: Volume, ...Attempts }), {
    description: "Finished payments, by the provider that finished them",
  }),
  methods: Type.Array(Named("MethodTrend", { payment_method: Type.String(), ...Counts, volume: Volume })),
  statuses: Type.Array(
    Named("StatusCount", { status: OneOf(PAYMENT_STATUSES, { title: "PaymentStatus" }), count: Type.Integer() }),
  ),
  corridors: Type.Array(
    Named("CorridorTrend", {
      country: Type.String(),
      payment_method: Type.String(),
      direction: Type.String(),
      ...Counts,
    }),
    {
      description: "The busiest hundred",
    },
  ),
};

const Attention = Named("Attention", {
  payouts_to_review: Type.Integer({ description: "Payouts that wait for a second person" }),
  reconciliation_items: Type.Integer({ description: `Open items, counted up to ${MAX_COUNTED}` }),
  dead_letters: Type.Integer({ description: `Failed webhook deliveries, counted up to ${MAX_COUNTED}` }),
  failing_providers: Type.Array(
    Named("FailingProvider", {
      provider: Type.String(),
      ...Attempts,
      circuit: OneOf(["closed", "open", "half_open"] as const),
    }),
    {
      description:
        "Providers with an open circuit, or with less than half of at least ten attempts accepted since yesterday",
    },
  ),
});

const Outcomes = Named("Outcomes", {
  date_from: Type.String(),
  date_to: Type.String(),
  declines: Type.Array(
    Named("Decline", {
      cause: OneOf(FAILURE_CAUSES, { title: "FailureCause" }),
      provider: Nullable(Type.String({ description: "Null: none accepted it" })),
      count: Type.Integer(),
    }),
  ),
  providers: Type.Array(
    Named("ProviderOutcomes", {
      provider: Type.String(),
      days: Type.Array(
        Named("ProviderDay", {
          date: Type.String(),
          completed: Type.Integer(),
          failed: Type.Integer(),
          success_rate: Nullable(Type.Number()),
          median_seconds: Nullable(
            Type.Number({ description: "Median time from creation to completion in seconds, estimated" }),
          ),
        }),
      ),
    }),
  ),
});

const Geography = Named("Geography", {
  date_from: Nullable(Type.String()),
  date_to: Nullable(Type.String()),
  total_users: Type.Integer(),
  total_payments: Type.Integer(),
  countries: Type.Array(
    Named("CountryCount", {
      country: Nullable(Type.String()),
      users: Type.Integer(),
      payments: Type.Integer(),
      completed: Type.Integer(),
      failed: Type.Integer(),
      success_rate: Nullable(Type.Number()),
      volume: Volume,
    }),
  ),
});

const Range = {
  dateFrom: Type.Optional(Type.String({ description: "UTC day, included; thirty days up to dateTo when absent" })),
  dateTo: Type.Optional(Type.String({ description: `UTC day, included; today when absent. At most ${MAX_DAYS} days` })),
};
const Organization = {
  org_id: Type.Optional(Type.String({ description: "For platform people: one organization instead of all" })),
};

const Base = {
  base: Type.Optional(
    Type.String({ format: "currency-code", description: "All volumes together, in this currency at today's rates" }),
  ),
};

export function analyticsRoutes(deps: AnalyticsDeps): (app: App) => void {
  async function scopeFor(caller: Caller, orgId: string | undefined): Promise<Scope> {
    if (orgId !== undefined && !isId(orgId)) throw notFound("Organization");
    const scope = scopeOf(caller, orgId?.toLowerCase());
    if (orgId !== undefined && caller.platformRole !== null && !(await organizationExists(deps.db, orgId)))
      throw notFound("Organization");
    return scope;
  }

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
    on(
      "GET /transactions/analytics/trends",
      {
        id: "getTrends",
        summary: "Payments over time, for platform people",
        query: Type.Object({ ...Range, ...Organization, ...Base }),
        answer: ok("Payment trends", Named("Trends", Trends)),
      },
      async (request) => {
        const range = readDateRange(request.query, deps.clock.now());
        return await trendsOf(await scopeFor(request.caller, request.query.org_id), range, request.query.base);
      },
    );

    on(
      "GET /transactions/analytics/overview",
      {
        id: "getOverview",
        summary: "An organization's own payments over time, and what needs attention",
        query: Type.Object({ ...Range, ...Organization, ...Base }),
        answer: ok("Overview", Named("Overview", { ...Trends, attention: Attention })),
      },
      async (request) => {
        const range = readDateRange(request.query, deps.clock.now());
        const scope = await scopeFor(request.caller, request.query.org_id);
        const [trends, attention] = await Promise.all([
          trendsOf(scope, range, request.query.base),
          readAttention(deps, scope),
        ]);
        return { ...trends, attention };
      },
    );

    on(
      "GET /transactions/analytics/outcomes",
      {
        id: "getOutcomes",
        summary: "Why payments failed, and each provider's success and speed by day",
        query: Type.Object({ ...Range, ...Organization }),
        answer: ok("Outcomes", Outcomes),
      },
      async (request) => {
        const range = readDateRange(request.query, deps.clock.now());
        return await readOutcomes(deps.db, await scopeFor(request.caller, request.query.org_id), range);
      },
    );

    on(
      "GET /users/analytics/geographic-distribution",
      {
        id: "getGeographicDistribution",
        summary: "Users and payments per country",
        description: "All time unless dates are given. Members see their own organization.",
        query: Type.Object({ ...Organization, ...Range }),
        answer: ok("Geographic distribution", Geography),
      },
      async (request) => {
        const { org_id, dateFrom, dateTo } = request.query;
        const range =
          dateFrom === undefined && dateTo === undefined ? null : readDateRange(request.query, deps.clock.now());
        return await readGeography(deps.db, await scopeFor(request.caller, org_id), range);
      },
    );
  };
}
