import type { Row } from "../../../api/types.ts";

export type ProviderConfig = Row<"/payments/provider-configs">;
export type Corridor = { country: string; method: (typeof METHODS)[number]; direction: (typeof DIRECTIONS)[number]["value"] };

export const METHODS = ["mobile_money", "bank_transfer", "card", "crypto", "wallet"] as const;
export const DIRECTIONS = [
  { value: "inbound", label: "Payin" },
  { value: "outbound", label: "Payout" },
  { value: "external", label: "Ramp" },
] as const;

const DEFAULT: Corridor = { country: "NG", method: "mobile_money", direction: "inbound" };

export const configsKey = (corridor: Corridor) => ["provider-configs", corridor] as const;

/** The corridor that the address names; what it does not name is the default. */
export function readCorridor(search: Record<string, unknown>): Corridor {
  const { country, method, direction } = search;
  return {
    country: typeof country === "string" && /^[A-Z]{2}$/.test(country) ? country : DEFAULT.country,
    method: METHODS.find((one) => one === method) ?? DEFAULT.method,
    direction: DIRECTIONS.find((one) => one.value === direction)?.value ?? DEFAULT.direction,
  };
}
