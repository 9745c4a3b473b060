import { PAYMENT_DIRECTIONS, PAYMENT_METHODS } from "@corridor/shared/choices.ts";
import type { Row } from "@corridor/shared/operations.ts";

export type ProviderConfig = Row<"/payments/provider-configs">;
export type Corridor = {
  country: string;
  method: (typeof PAYMENT_METHODS)[number];
  direction: (typeof PAYMENT_DIRECTIONS)[number];
};

type Served = Pick<Row<"/payments/providers">, "corridors">;

/**
 * Whether a provider serves a corridor, by the same rules as the service: a ramp's legs go both ways along one route.
 */
export function servesCorridor({ corridors }: Served, { country, method, direction }: Corridor): boolean {
  return corridors.some(
    (row) =>
      (direction === "external" || row.direction === direction) &&
      row.payment_method === method &&
      (row.countries === null || row.countries.includes(country)),
  );
}

const DEFAULT: Corridor = { country: "NG", method: "mobile_money", direction: "inbound" };

export const configsKey = (corridor: Corridor) => ["provider-configs", corridor] as const;

/** The corridor in the address; missing parts have defaults. */
export function readCorridor(search: Record<string, unknown>): Corridor {
  const { country, method, direction } = search;
  return {
    country: typeof country === "string" && /^[A-Z]{2}$/.test(country) ? country : DEFAULT.country,
    method: PAYMENT_METHODS.find((one) => one === method) ?? DEFAULT.method,
    direction: PAYMENT_DIRECTIONS.find((one) => one === direction) ?? DEFAULT.direction,
  };
}
