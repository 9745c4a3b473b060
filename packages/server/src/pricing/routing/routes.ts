import Type from "typebox";
import { actorIn } from "#src/record/audit/index.ts";
import { Decimal } from "@corridor/base/decimal.ts";
import { inSnakeCase, present } from "#src/kernel/fields.ts";
import { type Caller, idOf, organizationOf, scopeOf } from "#src/kernel/http/caller.ts";
import { notFound } from "#src/kernel/http/errors.ts";
import { readPage, shownPage } from "#src/kernel/http/pagination.ts";
import {
  Closed,
  Country,
  CountryCode,
  CreatedAt,
  Currency,
  CurrencyCode,
  Id,
  Metadata,
  MoneyInput,
  MoneyNumber,
  Named,
  Nullable,
  OneOf,
  OrgId,
  readMoney,
  Shape,
  TimestampInput,
  UpdatedAt,
} from "#src/kernel/http/schemas.ts";
import { created, list, nothing, ok, operations, pages, plain } from "#src/kernel/http/operation.ts";
import { accountOf, MAIN, placed } from "@corridor/provider-kit/accounts.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { isId } from "@corridor/base/ids.ts";
import type { Money } from "@corridor/base/money.ts";
import { PARTY_FIELDS, type Provider, type ProviderName } from "@corridor/provider-kit/provider.ts";
import {
  PaymentDirectionSchema,
  PaymentMethodSchema,
  ProviderNameSchema,
} from "#src/pricing/provider-accounts/index.ts";
import { listCorridors, type OpenCorridor } from "./list-corridors.ts";
import { findProgram, RoutedBySchema } from "./programs/index.ts";
import { findConfig, listConfigs, type StoredConfig } from "./queries.ts";
import type { Router } from "./route-payments.ts";
import { changeConfig, type CheckDeps, ConfigBody, createConfig, orderConfigs, removeConfig } from "./write-config.ts";

const MAX_ORDERED_CONFIGS = 100;

/** A limit in the corridor's own currency: an exact decimal without a currency. */
const Amount = Type.Unsafe<Decimal>({ type: "number", "x-money": true });

const Config = Named(["ProviderConfig", "Puts a provider on the route of a corridor"], {
  config_id: [Id, "Id of the provider config that put the provider on the route"],
  provider: [Type.String(), "Name of the provider"],
  label: [Type.Optional(Type.String()), "Which account at the provider; absent: `main`"],
  country: Country,
  payment_method: [Type.String(), "The method by which the customer pays or is paid"],
  direction: [Type.String(), "inbound, outbound or external"],
  api_version: [
    Type.Optional(Type.String()),
    "The version of the provider's API to use; absent or null: the adapter's default",
  ],
  priority: [Type.Integer(), "The lowest number is tried first"],
  is_active: [Type.Boolean(), "Whether it is used; an inactive one is only stored"],
  webhook_required: [Type.Boolean(), "Whether the provider sends callbacks; routing ignores it"],
  org_id: Nullable(OrgId),
  min_amount: [Type.Optional(Amount), "The provider gets no payments below this amount; null or absent: no limit"],
  max_amount: [Type.Optional(Amount), "The provider gets no payments above this amount; null or absent: no limit"],
  settlement_delay_hours: [Type.Optional(Type.Integer()), "Hours from completion until the provider pays a payin out"],
  description: [Type.Optional(Type.String()), "Free text for people"],
  webhook_url: [Type.Optional(Type.String()), "The address to which the provider sends its callbacks"],
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});

const CorridorItem = Named("Corridor", {
  country: Country,
  payment_method: PaymentMethodSchema,
  direction: [OneOf(["payin", "payout", "ramp"] as const), "payin, payout or ramp"],
  currencies: [
    Type.Array(Type.String()),
    "The currencies that providers name here; the country's own of a provider that accepts every one",
  ],
  networks: [Type.Optional(Type.Array(Type.String())), "Of mobile money and crypto: the networks"],
  needs: [
    Type.Array(OneOf(PARTY_FIELDS)),
    "What some provider requires of a beneficiary here, beside name and account: parts of `party`, or `branch_code` of " +
      "`bank_details`",
  ],
  health: [OneOf(["healthy", "failing"] as const), "failing: every provider of the corridor keeps failing at present"],
  min_amount: [Type.Optional(Amount), "The lowest amount that a provider accepts; absent: no limit"],
  max_amount: [Type.Optional(Amount), "The highest amount that a provider accepts; absent: no limit"],
  settlement_delay_hours: Type.Integer({
    description: "How long after completion a payin's money is pending, at most; 0: available at once",
  }),
  fees: [
    Type.Array(
      Shape({
        fee_id: [Id, "Id of the fee schedule"],
        currency: Currency,
        fixed_amount: [MoneyNumber, "Fixed fee for each payment, in `currency`"],
        percent: [Amount, "Percentage of the amount, on top of `fixed_amount`"],
        min_fee: [Type.Optional(MoneyNumber), "The lowest fee; null: no limit"],
        max_fee: [Type.Optional(MoneyNumber), "The highest fee; null: no limit"],
      }),
    ),
    "The fee schedules that apply, one for each currency",
  ],
});

type CorridorFee = {
  fee_id: string;
  currency: string;
  fixed_amount: Money;
  percent: Decimal;
  min_fee: Money | null;
  max_fee: Money | null;
};
type CorridorDeps = {
  providers: ReadonlyMap<ProviderName, Provider>;
  fees: {
    inCountry(orgId: string, country?: string): Promise<(corridor: OpenCorridor) => readonly CorridorFee[]>;
  };
};

const Candidate = Named("PreviewedCandidate", {
  provider: [Type.String(), "Name of the provider"],
  provider_account: Type.Optional(
    Type.String({ description: "Name of the account at the provider; absent: the platform's first one there" }),
  ),
  config_id: [Id, "Id of the provider config that put the provider on the route"],
  priority: [Type.Integer(), "The lowest number is tried first"],
  scope: [Type.String(), "Whose config it is: the organization's own, or the platform's"],
  taken: [Type.Boolean(), "Whether this provider is tried"],
  reason: [Type.String(), "Why the provider would be chosen or skipped"],
});

const Preview = Named(["RoutePreview", "Which providers a payment would try"], {
  would_route: [Type.Boolean(), "Whether at least one provider would be tried"],
  provider: [Nullable(Type.String()), "The provider that would be tried first; null: none"],
  fallbacks: [Type.Array(Type.String()), "The providers that would be tried after the first one, in order"],
  candidates: [Type.Array(Candidate), "Every provider config that was considered, and why it was chosen or skipped"],
  routing_program: [Nullable(RoutedBySchema), "The routing program that orders them; null: there is none"],
});

export function routingRoutes(
  deps: CheckDeps & { router: Router } & Parameters<typeof listCorridors>[0] & CorridorDeps,
): (app: App) => void {
  async function mustFind(provider: string, configId: string): Promise<StoredConfig> {
    const config = isId(configId) ? await findConfig(deps.db, configId) : undefined;
    if (config === undefined || accountOf(config.provider).provider !== provider) throw notFound("Provider config");
    return config;
  }

  async function draftOf(caller: Caller, programId: string) {
    if (caller.platformRole === null) throw notFound("Routing program");
    return findProgram(deps.db, idOf(programId, "Routing program"));
  }

  return (app) => {
    const on = operations(app, "Provider configs");
    const on2 = operations(app, "Payments");
    on("GET /payments/provider-configs", {
      id: "listProviderConfigs",
      summary: "List provider configs",
      query: Type.Object({
        org_id: Type.Optional(Id),
        provider: Type.Optional(ProviderNameSchema),
        country: Type.Optional(CountryCode),
        payment_method: Type.Optional(PaymentMethodSchema),
        direction: Type.Optional(PaymentDirectionSchema),
      }),
      answer: pages("Provider configs", Config),
      handle: async (request) => {
        const scope = scopeOf(request.caller, request.query.org_id);
        const page = readPage(request, "provider-configs", scope);
        return shownPage(await listConfigs(deps.db, scope, request.query, page), page, (row) => [row.configId], wireOf);
      },
    });
    on("POST /payments/provider-configs", {
      id: "createProviderConfig",
      summary: "Create a provider config",
      description:
        "Refused (400) if the provider does not serve the corridor: `details` names the part of it, and what the " +
        "provider serves.",
      body: ConfigBody,
      answer: created("Provider config created", Config),
      handle: async (request) =>
        wireOf(await createConfig(deps, request.body, actorIn(request), request.idempotencyId)),
    });
    on("PUT /payments/provider-configs/order", {
      id: "orderProviderConfigs",
      summary: "Set the order in which a corridor's providers are tried",
      description:
        "All priorities change or none does. `config_ids` belong to one corridor, in the order in which they are " +
        "tried. An organization's own configs always come before the global ones, so the order applies within " +
        "each group; no config of a named group may be omitted (409).",
      body: Closed({
        config_ids: [
          Type.Array(Id, { minItems: 1, maxItems: MAX_ORDERED_CONFIGS }),
          "Ids of all provider configs of the corridor, in their new order",
        ],
      }),
      answer: ok("Providers ordered", Type.Array(Config)),
      errors: { 409: "The order omits a config of the corridor" },
      handle: async (request) => (await orderConfigs(deps, request.body.config_ids, actorIn(request))).map(wireOf),
    });
    on("GET /payments/provider-configs/:provider/:config_id", {
      id: "getProviderConfig",
      summary: "Read a provider config",
      answer: plain(Config),
      handle: async (request) => wireOf(await mustFind(request.params.provider, request.params.config_id)),
    });
    on("PATCH /payments/provider-configs/:provider/:config_id", {
      id: "changeProviderConfig",
      summary: "Change a provider config",
      body: Type.Partial(ConfigBody, { additionalProperties: false }),
      answer: ok("Provider config changed", Config),
      handle: async (request) => {
        const config = await mustFind(request.params.provider, request.params.config_id);
        return wireOf(await changeConfig(deps, config.configId, request.body, actorIn(request)));
      },
    });
    on("DELETE /payments/provider-configs/:provider/:config_id", {
      id: "removeProviderConfig",
      summary: "Remove a provider config",
      answer: nothing,
      handle: async (request) => {
        const config = await mustFind(request.params.provider, request.params.config_id);
        await removeConfig(deps, config.configId, actorIn(request));
      },
    });
    on2("GET /corridors", {
      id: "listCorridors",
      summary: "List what can be paid, with currencies, networks, limits and fees",
      description:
        "The corridors that at least one provider serves for the caller's organization, and for mobile money a " +
        "network: of one country, or of all. Amounts are in the currency of the payment. `fees` has " +
        "the schedule of each currency with a fee; other currencies are free.",
      query: Type.Object({ country: Type.Optional(CountryCode), org_id: Type.Optional(Id) }),
      answer: list("Corridors", CorridorItem),
      handle: async (request) => {
        const { country, org_id } = request.query;
        const orgId = organizationOf(request.caller, org_id);
        const [corridors, feesOf] = await Promise.all([
          listCorridors(deps, orgId, country),
          deps.fees.inCountry(orgId, country),
        ]);
        return corridors.map((corridor) => corridorItemOf(corridor, feesOf(corridor)));
      },
    });
    on2("POST /payments/route-preview", {
      id: "previewRoute",
      summary: "Show which provider would be chosen and why, without paying",
      body: Shape({
        country: CountryCode,
        payment_method: PaymentMethodSchema,
        direction: [OneOf(["payin", "payout", "external"] as const), "What would be paid; external: a ramp"],
        amount: [MoneyInput, "The amount that would be paid, in `currency`"],
        currency: CurrencyCode,
        org_id: [Type.Optional(Id), "For the platform: whose route"],
        network: [Type.Optional(Type.String({ maxLength: 200 })), "Of mobile money, the network's name"],
        card_brand: [Type.Optional(Type.String({ maxLength: 50 })), "Brand of the card"],
        card_bin: [Type.Optional(Type.String({ pattern: "^[0-9]{6}$" })), "The first six digits of the card"],
        customer_id: [Type.Optional(Id), "The payment's customer"],
        beneficiary_id: [Type.Optional(Id), "The payee"],
        metadata: Type.Optional(Metadata),
        at: [Type.Optional(TimestampInput), "When it would be paid; absent: now"],
        payment_id: [
          Type.Optional(Id),
          "Decides a split, a comparison and what is explored, as for the payment with this id. Absent: an example",
        ],
        program_id: [Type.Optional(Id), "For the platform: a draft that decides instead of what is published"],
      }),
      answer: ok("Route preview", Preview),
      handle: async (request) => {
        const { country, payment_method, direction, amount, currency, org_id, at, program_id } = request.body;
        const { network = null, card_brand: cardBrand = null, card_bin: cardBin = null, metadata = {} } = request.body;
        const { customer_id: customerId = null, beneficiary_id: beneficiaryId = null } = request.body;
        const traits = { network, cardBrand, cardBin, customerId, beneficiaryId, metadata };
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
          {
            ...traits,
            mayUseOwn: true,
            paymentId: request.body.payment_id,
            at: at === undefined ? undefined : new Date(at),
            draft: program_id === undefined ? undefined : await draftOf(request.caller, program_id),
          },
        );
        const [first, ...fallbacks] = route.taken;
        return {
          would_route: first !== undefined,
          provider: first === undefined ? null : accountOf(first.provider).provider,
          fallbacks: fallbacks.map((candidate) => accountOf(candidate.provider).provider),
          candidates: placed(route.considered),
          routing_program: route.program,
        };
      },
    });
  };
}

const DIRECTION_OF = { inbound: "payin", outbound: "payout", external: "ramp" } as const;

function corridorItemOf(corridor: OpenCorridor, fees: readonly CorridorFee[]) {
  return {
    ...present(inSnakeCase(corridor)),
    direction: DIRECTION_OF[corridor.direction],
    fees: fees.map(({ fee_id, currency, fixed_amount, percent, min_fee, max_fee }) =>
      present({ fee_id, currency, fixed_amount, percent, min_fee, max_fee }),
    ),
  };
}

function wireOf(config: StoredConfig) {
  const { provider, label } = accountOf(config.provider);
  return { ...present(inSnakeCase(config)), provider, ...(label !== MAIN && { label }), org_id: config.orgId };
}
