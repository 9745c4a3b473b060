import { CRYPTO_NETWORKS } from "@corridor/base/crypto-assets/crypto-assets.ts";
import { MOBILE_MONEY_NETWORKS } from "@corridor/base/networks/mobile-money-networks.ts";
import { REFERENCE_COUNTRIES } from "@corridor/base/networks/reference-data.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { Decimal } from "@corridor/base/decimal.ts";
import { currenciesOf, needsOf } from "@corridor/provider-kit/corridors.ts";
import type {
  PartyField,
  PaymentMethod,
  Provider,
  ProviderName,
  RecordDirection,
} from "@corridor/provider-kit/provider.ts";
import type { ProviderConfig } from "./choose-route.ts";
import type { CircuitBreaker } from "./circuit-breaker.ts";
import type { HealthNow, ProviderHealth } from "./provider-health.ts";
import { configsOfCountries } from "./queries.ts";
import { accountFor, canServe, type RouterDeps } from "./route-payments.ts";

export type OpenCorridor = {
  country: string;
  paymentMethod: PaymentMethod;
  direction: RecordDirection;
  currencies: string[];
  /** What some provider of the corridor requires of the payee, beside name and account. */
  needs: PartyField[];
  networks: string[] | null;
  /** The widest limits of any of the corridor's providers; null: no limit. */
  minAmount: Decimal | null;
  maxAmount: Decimal | null;
  settlementDelayHours: number;
  health: "healthy" | "failing";
};

type CorridorDeps = Pick<RouterDeps, "ownAccountOf"> & {
  db: Db;
  providers: ReadonlyMap<ProviderName, Provider>;
  breaker: Pick<CircuitBreaker, "isOpen">;
  health: Pick<ProviderHealth, "now">;
};

/**
 * A corridor is open when some provider of this deployment serves it, and for mobile money some network of the country.
 * Only the operator sees which provider. Without a country, those of all.
 */
export async function listCorridors(
  deps: CorridorDeps,
  orgId: string,
  country: string | undefined,
): Promise<OpenCorridor[]> {
  const [configs, health] = await Promise.all([configsOfCountries(deps.db, orgId, country), deps.health.now()]);
  const carried = configs.map((config) => ({ ...config, provider: accountFor(deps, config.provider, orgId, config) }));
  const served = carried.filter(
    (config) =>
      canServe(deps.providers, config.provider, config) &&
      (config.paymentMethod !== "mobile_money" || networksIn(config.country).length > 0),
  );
  return [
    ...Map.groupBy(served, ({ country, direction, paymentMethod }) => [country, direction, paymentMethod].join(" ")),
  ]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, ofCorridor]) => corridorOf(deps, health, ofCorridor));
}

const networksIn = (country: string) => MOBILE_MONEY_NETWORKS.filter((network) => network.country === country);
const currencyOfCountry = new Map(REFERENCE_COUNTRIES.map(({ country, currency }) => [country, currency]));

function corridorOf(
  { providers, breaker }: CorridorDeps,
  health: HealthNow,
  configs: readonly ProviderConfig[],
): OpenCorridor {
  const [{ country, paymentMethod, direction }] = configs as [ProviderConfig];
  const networks = paymentMethod === "mobile_money" ? networksIn(country) : [];
  // A provider that takes every currency is offered for those that people are paid in there.
  const own = networks.length > 0 ? networks.map(({ currency }) => currency) : [currencyOfCountry.get(country) ?? []];
  const currencies = configs.flatMap(({ provider }) => {
    const wish = { direction, method: paymentMethod, country };
    return currenciesOf(providers.get(provider)!.corridors, wish) ?? own.flat();
  });
  return {
    country,
    paymentMethod,
    direction,
    currencies: [...new Set(currencies)].toSorted(),
    needs: [
      ...new Set(
        configs.flatMap(({ provider }) =>
          needsOf(providers.get(provider)!.corridors, { direction, method: paymentMethod, country }),
        ),
      ),
    ].toSorted(),
    networks:
      networks.length > 0 ? networks.map(({ name }) => name) : paymentMethod === "crypto" ? [...CRYPTO_NETWORKS] : null,
    minAmount: widest(configs, "minAmount", -1),
    maxAmount: widest(configs, "maxAmount", 1),
    settlementDelayHours: Math.max(...configs.map(({ settlementDelayHours }) => settlementDelayHours ?? 0)),
    health: configs.every((config) => breaker.isOpen(config.provider) || health.isFailing(config.provider, config))
      ? "failing"
      : "healthy",
  };
}

function widest(configs: readonly ProviderConfig[], name: "minAmount" | "maxAmount", sign: 1 | -1): Decimal | null {
  return configs
    .map((config) => config[name])
    .reduce((wide, limit) => (wide === null || limit === null ? null : limit.compare(wide) * sign > 0 ? limit : wide));
}
