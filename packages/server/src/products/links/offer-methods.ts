import { MOBILE_MONEY_NETWORKS } from "@corridor/base/networks/mobile-money-networks.ts";
import { REFERENCE_COUNTRIES } from "@corridor/base/networks/reference-data.ts";
import {
  accountFor,
  canServe,
  CONFIGS_TOPIC,
  type InboundConfig,
  type RouterDeps,
  inboundConfigs,
} from "#src/pricing/routing/index.ts";
import { Decimal } from "@corridor/base/decimal.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { createCache, type Invalidations } from "#src/kernel/db/invalidation.ts";
import type { Money } from "@corridor/base/money.ts";
import type { Provider, ProviderName } from "@corridor/provider-kit/provider.ts";

/**
 * Methods that some provider on the organization's routes would accept at this amount. Mobile money and bank transfers
 * move only a country's own currency; a card pays in any. A country without reference data gets all configured ones.
 */
export const CHECKOUT_METHODS = ["mobile_money", "card", "bank_transfer"] as const;
export type CheckoutMethod = (typeof CHECKOUT_METHODS)[number];
export type OfferedNetwork = { name: string; code: string; currency: string };
export type CountryOffer = { country: string; methods: CheckoutMethod[]; networks: OfferedNetwork[] };

export type OfferQuestion = {
  orgId: string;
  payerCurrency: string;
  /** Null while the payer has not entered an amount yet: then no limit excludes a method. */ amount: Money | null;
};
export type Offers = (question: OfferQuestion) => Promise<CountryOffer[]>;

const CACHE_MS = 60_000;
const MAX_CACHED_ORGANIZATIONS = 1_000;

const currencyOfCountry = new Map(REFERENCE_COUNTRIES.map(({ country, currency }) => [country, currency]));

export function createOffers(deps: {
  db: Db;
  invalidations: Invalidations;
  providers: ReadonlyMap<ProviderName, Provider>;
  ownAccountOf: RouterDeps["ownAccountOf"];
}): Offers {
  const cache = createCache<string, InboundConfig[]>({
    invalidations: deps.invalidations,
    topic: CONFIGS_TOPIC,
    maxEntries: MAX_CACHED_ORGANIZATIONS,
    ttlMs: CACHE_MS,
    load: (orgId) => inboundConfigs(deps.db, orgId),
  });
  // A config's change names its corridor, but this cache is keyed by organization: every change empties it.
  deps.invalidations.subscribe(CONFIGS_TOPIC, () => cache.invalidateAll());
  return async (question) => {
    const configs = (await cache.get(question.orgId)).filter(({ country, paymentMethod, provider }) => {
      const corridor = { country, paymentMethod: paymentMethod as CheckoutMethod, direction: "inbound" } as const;
      const account = accountFor(deps, provider as ProviderName, question.orgId, corridor);
      return canServe(deps.providers, account, corridor);
    });
    return offersOf(configs, question.payerCurrency, question.amount);
  };
}

export function offersOf(configs: readonly InboundConfig[], currency: string, amount: Money | null): CountryOffer[] {
  const usable = configs.filter((config) => holds(config, amount));
  return [...Map.groupBy(usable, ({ country }) => country)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([country, served]) => {
      const networks = networksOf(country, currency);
      const configured = new Set(served.map(({ paymentMethod }) => paymentMethod));
      const methods = CHECKOUT_METHODS.filter(
        (method) => configured.has(method) && suitsCurrency(method, country, currency, networks),
      );
      return methods.length === 0
        ? []
        : [{ country, methods, networks: methods.includes("mobile_money") ? networks : [] }];
    });
}

function suitsCurrency(
  method: CheckoutMethod,
  country: string,
  payerCurrency: string,
  networks: readonly OfferedNetwork[],
): boolean {
  if (method === "card") return true;
  if (method === "mobile_money") return networks.length > 0;
  return (currencyOfCountry.get(country) ?? payerCurrency) === payerCurrency;
}

function networksOf(country: string, currency: string): OfferedNetwork[] {
  return MOBILE_MONEY_NETWORKS.filter((network) => network.country === country && network.currency === currency).map(
    ({ name, code, currency: paidIn }) => ({ name, code, currency: paidIn }),
  );
}

function holds(config: InboundConfig, amount: Money | null): boolean {
  if (amount === null) return true;
  const asked = Decimal.of(amount.minor, amount.scale);
  if (config.minAmount !== null && asked.compare(Decimal.parse(config.minAmount)) < 0) return false;
  return config.maxAmount === null || asked.compare(Decimal.parse(config.maxAmount)) <= 0;
}
