import { CostFitSchema, BESIDE, CHARGES } from "./cost.ts";
import Type from "typebox";
import type { Clock } from "@corridor/base/clock.ts";
import { Money } from "@corridor/base/money.ts";
import { actorIn } from "#src/record/audit/index.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { idOf } from "#src/kernel/http/caller.ts";
import { list, nothing, ok, operations } from "#src/kernel/http/operation.ts";
import {
  Closed,
  CountryCode,
  CurrencyCode,
  Id,
  MoneyNumber,
  Named,
  Nullable,
  OneOf,
  RateNumber,
  readDecimal,
  readMoney,
  UpdatedAt,
} from "#src/kernel/http/schemas.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import {
  PaymentDirectionSchema,
  PaymentMethodSchema,
  ProviderNameSchema,
} from "#src/pricing/provider-accounts/index.ts";
import { readCosts } from "./queries.ts";
import { dropCost, setCost } from "./set-costs.ts";

const MAX_PERCENT_DECIMALS = 6;
const MAX_NETWORK = 200;
const EXCHANGE = "What it keeps beside, because it settles `currency` in another one";
const Percent = Type.Optional(Type.Number({ minimum: 0, maximum: 100, default: 0 }));

const Cost = Named(["ProviderCost", "What a provider charges us for a payment that succeeds; null: for any"], {
  cost_id: [Id, "Id of the cost"],
  provider: [Type.String(), "Name of the provider"],
  country: [Nullable(Type.String()), "The payments' country"],
  payment_method: [Nullable(Type.String()), "The payment method"],
  direction: [Nullable(Type.String()), "inbound, outbound or external"],
  network: [Nullable(Type.String()), "Of mobile money: the network"],
  currency: CurrencyCode,
  percent: [RateNumber, CHARGES],
  fixed_amount: [MoneyNumber, BESIDE],
  fx_percent: [RateNumber, EXCHANGE],
  source: [OneOf(["operator", "settlements"] as const), "Who says so: an operator, or the settlement lines"],
  fit: [Nullable(CostFitSchema), "How the price was found in settlement lines; null: it was set"],
  updated_at: UpdatedAt,
});

export function costRoutes(deps: { db: Db; clock: Clock }): (app: App) => void {
  return (app) => {
    const on = operations(app, "Provider configs");
    on("GET /payments/provider-costs", {
      id: "listProviderCosts",
      summary: "List what providers charge, as set and as found in settlement lines",
      description:
        "A price that was set comes before one that was found, then the one that names more. Prices are found every " +
        "six hours, in up to 500 payments of each of the last 30 days for each provider and currency.",
      query: Type.Object({ provider: Type.Optional(ProviderNameSchema) }),
      answer: list("Provider costs", Cost),
      handle: (request) => readCosts(deps.db, request.query.provider ?? null),
    });
    on("PUT /payments/provider-costs", {
      id: "setProviderCost",
      summary: "Say what a provider charges",
      description: "It replaces what was set for the same provider, place and currency.",
      body: Closed({
        provider: ProviderNameSchema,
        country: Type.Optional(Nullable(CountryCode)),
        payment_method: [Type.Optional(Nullable(PaymentMethodSchema)), "The payment method"],
        direction: [Type.Optional(Nullable(PaymentDirectionSchema)), "inbound, outbound or external"],
        network: [
          Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: MAX_NETWORK }))),
          "Of mobile money: the network",
        ],
        currency: CurrencyCode,
        percent: [Percent, CHARGES],
        fixed_amount: [Type.Optional(Type.Number({ minimum: 0, default: 0 })), BESIDE],
        fx_percent: [Percent, EXCHANGE],
      }),
      answer: ok("Provider cost set", Cost),
      handle: (request) => {
        const { percent = 0, fx_percent = 0, fixed_amount: fixed = 0, ...place } = request.body;
        const { country = null, payment_method = null, direction = null, network = null, currency } = place;
        const price = {
          percent: readDecimal(percent, "percent", MAX_PERCENT_DECIMALS),
          fx_percent: readDecimal(fx_percent, "fx_percent", MAX_PERCENT_DECIMALS),
          fixed_amount: fixed === 0 ? Money.zero(currency) : readMoney(fixed, currency, "fixed_amount"),
        };
        return setCost(deps, { ...place, country, payment_method, direction, network, ...price }, actorIn(request));
      },
    });
    on("DELETE /payments/provider-costs/:cost_id", {
      id: "removeProviderCost",
      summary: "Remove a price that was set",
      answer: nothing,
      handle: (request) => dropCost(deps, idOf(request.params.cost_id, "Provider cost"), actorIn(request)),
    });
  };
}
