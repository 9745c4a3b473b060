import Type from "typebox";
import { actorIn } from "#src/record/audit/index.ts";
import { Decimal } from "@corridor/base/decimal.ts";
import { organizationOf, scopeOf } from "#src/kernel/http/caller.ts";
import { notFound } from "#src/kernel/http/errors.ts";
import { mapPage, pageOf, pageQuery, readPage } from "#src/kernel/http/pagination.ts";
import {
  Closed,
  CountryCode,
  CurrencyCode,
  Id,
  MoneyInput,
  MoneyNumber,
  Named,
  Nullable,
  OneOf,
  readMoney,
  Timestamp,
} from "#src/kernel/http/schemas.ts";
import { created, nothing, ok, operations, pages, plain } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { isId } from "@corridor/base/ids.ts";
import type { Money } from "@corridor/base/money.ts";
import {
  PAYMENT_METHODS,
  type Provider,
  PROVIDER_NAMES,
  type ProviderName,
  RECORD_DIRECTIONS,
} from "@corridor/provider-kit/provider.ts";
import type { CircuitBreaker } from "./circuit-breaker.ts";
import { listCorridors, type OpenCorridor } from "./list-corridors.ts";
import { orderConfigs } from "./order-configs.ts";
import { findConfig, listConfigs, type StoredConfig } from "./queries.ts";
import type { Router } from "./route-payments.ts";
import { changeConfig, type CheckDeps, createConfig, removeConfig } from "./write-config.ts";

/** Configs of one corridor: as many as one page of the list shows. */
const MAX_ORDERED_CONFIGS = 100;
const CONFIGS = { name: "provider-configs", cursorName: "last_evaluated_key" } as const;

/** A year. */
const MAX_SETTLEMENT_DELAY_HOURS = 8_760;

/** No amount has more than 15 digits, so a higher limit has no effect. */
const MAX_AMOUNT = 1e15;

/** A limit in the corridor's own currency: an exact decimal without a currency. */
const Amount = Type.Unsafe<Decimal>({ type: "number", "x-money": true });

const Config = Named("ProviderConfig", {
  config_id: Id,
  provider: Type.String(),
  country: Type.String(),
  payment_method: Type.String(),
  direction: Type.String(),
  api_version: Type.Optional(Type.String()),
  priority: Type.Integer(),
  is_active: Type.Boolean(),
  webhook_required: Type.Boolean(),
  org_id: Nullable(Id),
  min_amount: Type.Optional(Amount),
  max_amount: Type.Optional(Amount),
  settlement_delay_hours: Type.Optional(Type.Integer()),
  description: Type.Optional(Type.String()),
  webhook_url: Type.Optional(Type.String()),
  created_at: Timestamp,
  updated_at: Timestamp,
});

const CorridorItem = Named("Corridor", {
  country: Type.String(),
  payment_method: OneOf(PAYMENT_METHODS, { title: "PaymentMethod" }),
  direction: OneOf(["payin", "payout", "ramp"] as const),
  min_amount: Type.Optional(Amount),
  max_amount: Type.Optional(Amount),
  settlement_delay_hours: Type.Integer({
    description: "How long after completion a payin's money is pending, at most; 0: available at once",
  }),
  fees: Type.Array(
    Type.Object({
      fee_id: Id,
      currency: Type.String(),
      fixed_amount: MoneyNumber,
      percent: Amount,
      min_fee: Type.Optional(MoneyNumber),
      max_fee: Type.Optional(MoneyNumber),
    }),
  ),
});

/** A fee as the corridor list shows it. The fees module provides it. */
type CorridorFee = {
  feeId: string;
  currency: string;
  fixedAmount: Money;
  percent: Decimal;
  minFee: Money | null;
  maxFee: Money | null;
};
type CorridorDeps = {
  providers: ReadonlyMap<ProviderName, Provider>;
  fees: {
    inCountry(orgId: string, country: string): Promise<(method: string, direction: string) => readonly CorridorFee[]>;
  };
};

const Input = {
  provider: OneOf(PROVIDER_NAMES, { title: "ProviderName" }),
  country: CountryCode,
  payment_method: OneOf(PAYMENT_METHODS, { title: "PaymentMethod" }),
  direction: OneOf(RECORD_DIRECTIONS, { title: "PaymentDirection" }),
  api_version: Type.Optional(Nullable(Type.String({ maxLength: 50 }))),
  priority: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  is_active: Type.Optional(Type.Boolean()),
  webhook_required: Type.Optional(Type.Boolean()),
  org_id: Type.Optional(Nullable(Id)),
  min_amount: Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: MAX_AMOUNT }))),
  max_amount: Type.Optional(Nullable(Type.Number({ exclusiveMinimum: 0, maximum: MAX_AMOUNT }))),
  settlement_delay_hours: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: MAX_SETTLEMENT_DELAY_HOURS,
        description:
          "How long after completion the provider pays a payin out to us: until then its money is pending. Null: " +
          "available at once",
      }),
    ),
  ),
  description: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
  webhook_url: Type.Optional(Nullable(Type.String({ format: "uri", maxLength: 2_000 }))),
};

const Candidate = Named("PreviewedCandidate", {
  provider: Type.String(),
  config_id: Id,
  priority: Type.Integer(),
  scope: Type.String(),
  taken: Type.Boolean(),
  reason: Type.String(),
});

const Preview = Named("RoutePreview", {
  would_route: Type.Boolean(),
  provider: Nullable(Type.String()),
  fallbacks: Type.Array(Type.String()),
  candidates: Type.Array(Candidate),
});

export function routingRoutes(
  deps: CheckDeps & { router: Router; breaker: CircuitBreaker } & CorridorDeps,
): (app: App) => void {
  async function mustFind(provider: string, configId: string): Promise<StoredConfig> {
    const config = isId(configId) ? await findConfig(deps.db, configId) : undefined;
    if (config === undefined || config.provider !== provider) throw notFound("Provider config");
    return config;
  }

  return (app) => {
    const on = operations(app, "Provider configs");
    const on2 = operations(app, "Payments");
    on(
      "GET /payments/provider-configs",
      {
        id: "listProviderConfigs",
        summary: "List provider configs",
        query: Type.Object({
          org_id: Type.Optional(Id),
          provider: Type.Optional(OneOf(PROVIDER_NAMES, { title: "ProviderName" })),
          country: Type.Optional(CountryCode),
          payment_method: Type.Optional(OneOf(PAYMENT_METHODS, { title: "PaymentMethod" })),
          direction: Type.Optional(OneOf(RECORD_DIRECTIONS, { title: "PaymentDirection" })),
          ...pageQuery(),
        }),
        answer: pages("Provider configs", Config),
      },
      async (request) => {
        const scope = scopeOf(request.caller, request.query.org_id);
        const page = readPage(request, CONFIGS, scope);
        return mapPage(
          pageOf(await listConfigs(deps.db, scope, request.query, page), page, (row) => [row.configId]),
          wireOf,
        );
      },
    );
    on(
      "POST /payments/provider-configs",
      {
        id: "createProviderConfig",
        summary: "Create a provider config",
        description:
          "Refused (400) if the provider does not serve the corridor: `details` names the part of it, and what the " +
          "provider serves.",
        body: Closed(Input),
        answer: created("Provider config created", Config),
      },
      async (request) => wireOf(await createConfig(deps, request.body, actorIn(request), request.idempotencyId)),
    );
    on(
      "PUT /payments/provider-configs/order",
      {
        id: "orderProviderConfigs",
        summary: "Set the order in which a corridor's providers are tried",
        description:
          "All priorities change or none does. `config_ids` belong to one corridor, in the order in which they are " +
          "tried. An organization's own configs always come before the global ones, so the order applies within " +
          "each group; no config of a named group may be omitted (409).",
        body: Closed({ config_ids: Type.Array(Id, { minItems: 1, maxItems: MAX_ORDERED_CONFIGS }) }),
        answer: ok("Providers ordered", Type.Array(Config)),
        errors: { 409: "The order omits a config of the corridor" },
      },
      async (request) => (await orderConfigs(deps, request.body.config_ids, actorIn(request))).map(wireOf),
    );
    on(
      "GET /payments/provider-configs/:provider/:config_id",
      { id: "getProviderConfig", summary: "Read a provider config", answer: plain(Config) },
      async (request) => wireOf(await mustFind(request.params.provider, request.params.config_id)),
    );
    on(
      "PATCH /payments/provider-configs/:provider/:config_id",
      {
        id: "changeProviderConfig",
        summary: "Change a provider config",
        body: Type.Partial(Closed(Input), { additionalProperties: false }),
        answer: ok("Provider config changed", Config),
      },
      async (request) => {
        const config = await mustFind(request.params.provider, request.params.config_id);
        return wireOf(await changeConfig(deps, config.configId, request.body, actorIn(request)));
      },
    );
    on(
      "DELETE /payments/provider-configs/:provider/:config_id",
      { id: "removeProviderConfig", summary: "Remove a provider config", answer: nothing },
      async (request) => {
        const config = await mustFind(request.params.provider, request.params.config_id);
        await removeConfig(deps, config.configId, actorIn(request));
      },
    );
    on(
      "GET /payments/provider-health",
      {
        id: "getProviderHealth",
        summary: "Circuits of the providers as this process sees them",
        answer: ok(
          "Provider health",
          Type.Array(
            Type.Object({
              provider: Type.String(),
              state: OneOf(["closed", "open", "half_open"] as const),
              faults: Type.Integer(),
            }),
          ),
        ),
      },
      async () => deps.breaker.states(),
    );
    on2(
      "GET /corridors",
      {
        id: "listCorridors",
        summary: "List what can be paid in a country, with limits and fees",
        description:
          "The corridors that at least one provider serves for the caller's organization. Amounts are in the " +
          "currency of the payment. `fees` has the schedule of each currency with a fee; other currencies are " +
          "free.",
        query: Type.Object({ country: CountryCode, org_id: Type.Optional(Id) }),
        answer: ok("Corridors", Type.Array(CorridorItem)),
      },
      async (request) => {
        const { country, org_id } = request.query;
        const orgId = organizationOf(request.caller, org_id);
        const [corridors, feesOf] = await Promise.all([
          listCorridors(deps, orgId, country),
          deps.fees.inCountry(orgId, country),
        ]);
        return corridors.map((corridor) =>
          corridorItemOf(country, corridor, feesOf(corridor.paymentMethod, corridor.direction)),
        );
      },
    );
    on2(
      "POST /payments/route-preview",
      {
        id: "previewRoute",
        summary: "Show which provider would be chosen and why, without paying",
        body: Type.Object({
          country: CountryCode,
          payment_method: OneOf(PAYMENT_METHODS, { title: "PaymentMethod" }),
          direction: OneOf(["payin", "payout", "external"] as const),
          amount: MoneyInput,
          currency: CurrencyCode,
          org_id: Type.Optional(Id),
        }),
        answer: ok("Route preview", Preview),
      },
      async (request) => {
        const { country, payment_method, direction, amount, currency, org_id } = request.body;
        const corridor = {
          country,
          paymentMethod: payment_method,
          direction: direction === "payin" ? "inbound" : direction === "payout" ? "outbound" : "external",
        } as const;
        const money = readMoney(amount, currency, "amount");
        const route = await deps.router.route(
          corridor,
          organizationOf(request.caller, org_id),
          money,
          direction === "payout" ? money : undefined,
        );
        const [first, ...fallbacks] = route.taken;
        return {
          would_route: first !== undefined,
          provider: first?.provider ?? null,
          fallbacks: fallbacks.map((candidate) => candidate.provider),
          candidates: route.considered,
        };
      },
    );
  };
}

function corridorItemOf(
  country: string,
  { paymentMethod, direction, minAmount, maxAmount, settlementDelayHours }: OpenCorridor,
  fees: readonly CorridorFee[],
) {
  return {
    country,
    payment_method: paymentMethod,
    direction:
      direction === "inbound" ? ("payin" as const) : direction === "outbound" ? ("payout" as const) : ("ramp" as const),
    ...(minAmount === null ? {} : { min_amount: minAmount }),
    ...(maxAmount === null ? {} : { max_amount: maxAmount }),
    settlement_delay_hours: settlementDelayHours,
    fees: fees.map(({ feeId, currency, fixedAmount, percent, minFee, maxFee }) => ({
      fee_id: feeId,
      currency,
      fixed_amount: fixedAmount,
      percent,
      ...(minFee === null ? {} : { min_fee: minFee }),
      ...(maxFee === null ? {} : { max_fee: maxFee }),
    })),
  };
}

function wireOf(config: StoredConfig) {
  return {
    config_id: config.configId,
    provider: config.provider,
    country: config.country,
    payment_method: config.paymentMethod,
    direction: config.direction,
    api_version: config.apiVersion ?? undefined,
    priority: config.priority,
    is_active: config.isActive,
    webhook_required: config.webhookRequired,
    org_id: config.orgId,
    min_amount: config.minAmount ?? undefined,
    max_amount: config.maxAmount ?? undefined,
    settlement_delay_hours: config.settlementDelayHours ?? undefined,
    description: config.description ?? undefined,
    webhook_url: config.webhookUrl ?? undefined,
    created_at: config.createdAt,
    updated_at: config.updatedAt,
  };
}
