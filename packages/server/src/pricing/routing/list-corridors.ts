import type { Db } from "#src/kernel/db/client.ts";
import { Decimal } from "@corridor/base/decimal.ts";
import type { PaymentMethod, Provider, ProviderName, RecordDirection } from "@corridor/provider-kit/provider.ts";
import type { ProviderConfig } from "./choose-route.ts";
import { configsOfCountry } from "./queries.ts";
import { canServe } from "./route-payments.ts";

export type OpenCorridor = {
  paymentMethod: PaymentMethod;
  direction: RecordDirection;
  /** The widest limits of any of the corridor's providers; null: no limit. */
  minAmount: Decimal | null;
  maxAmount: Decimal | null;
  settlementDelayHours: number;
};

/** A corridor is open when some provider of this deployment serves it. Only the operator sees which one. */
export async function listCorridors(
  deps: { db: Db; providers: ReadonlyMap<ProviderName, Provider> },
  orgId: string,
  country: string,
): Promise<OpenCorridor[]> {
  const configs = (await configsOfCountry(deps.db, orgId, country)).filter(
    (config) => config.isActive && canServe(deps.providers, config.provider, config),
  );
  const byCorridor = Map.groupBy(configs, ({ paymentMethod, direction }) => `${paymentMethod} ${direction}`);
  return [...byCorridor.values()].map(corridorOf).toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

function nameOf({ paymentMethod, direction }: OpenCorridor): string {
  return `${direction} ${paymentMethod}`;
}

function corridorOf(configs: readonly ProviderConfig[]): OpenCorridor {
  const [{ paymentMethod, direction }] = configs as [ProviderConfig];
  return {
    paymentMethod,
    direction,
    minAmount: widest(configs, "minAmount", -1),
    maxAmount: widest(configs, "maxAmount", 1),
    settlementDelayHours: Math.max(...configs.map(({ settlementDelayHours }) => settlementDelayHours ?? 0)),
  };
}

function widest(configs: readonly ProviderConfig[], name: "minAmount" | "maxAmount", sign: 1 | -1): Decimal | null {
  return configs
    .map((config) => config[name])
    .reduce((wide, limit) => (wide === null || limit === null ? null : limit.compare(wide) * sign > 0 ? limit : wide));
}
