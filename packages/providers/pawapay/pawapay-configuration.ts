import type { ProviderCorridor } from "@corridor/provider-kit/provider.ts";
import { type Json, MalformedAnswer, objectOf } from "@corridor/provider-kit/wire.ts";
import { corridorsAt, type Network, NETWORKS } from "./pawapay-networks.ts";

/** What `GET /v2/active-conf` reports that this account may do now: networks enabled and up, limits and decimals. */
export type ActiveOperation = {
  network: Network;
  direction: "inbound" | "outbound";
  decimals: number;
  min: string | undefined;
  max: string | undefined;
};

const OPERATIONS = { inbound: "DEPOSIT", outbound: "PAYOUT" } as const;
const DECIMALS: Readonly<Record<string, number>> = { NONE: 0, TWO_PLACES: 2 };
const AMOUNT = /^\d{1,18}(?:\.\d{1,4})?$/;

/** Closed, unknown or malformed entries are left out: they do not affect the others. */
export function readActiveConfiguration(json: Json): ActiveOperation[] {
  const { countries } = json;
  if (!Array.isArray(countries)) throw new MalformedAnswer("countries");
  return countries.flatMap((country: unknown) =>
    listIn(objectOf(country, "countries"), "providers").flatMap((provider) =>
      listIn(provider, "currencies").flatMap((currency) => operationsAt(provider["provider"], currency)),
    ),
  );
}

function operationsAt(provider: unknown, { currency, operationTypes }: Json): ActiveOperation[] {
  const network = NETWORKS.find((one) => one.provider === provider && one.currency === currency);
  if (network === undefined || typeof operationTypes !== "object" || operationTypes === null) return [];
  return (["inbound", "outbound"] as const).flatMap((direction) => {
    const operation = (operationTypes as Json)[OPERATIONS[direction]] as Json | undefined;
    const decimals = DECIMALS[String(operation?.["decimalsInAmount"])];
    if (operation === undefined || operation["status"] === "CLOSED" || decimals === undefined) return [];
    if (!corridorsAt(network).some((row) => row.direction === direction)) return [];
    return [
      { network, direction, decimals, min: amountIn(operation, "minAmount"), max: amountIn(operation, "maxAmount") },
    ];
  });
}

export function corridorOf({ network, direction, decimals, min, max }: ActiveOperation): ProviderCorridor {
  const [row] = corridorsAt(network);
  return { ...row!, direction, decimals, ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}

function amountIn(operation: Json, name: string): string | undefined {
  const value = operation[name];
  return typeof value === "string" && AMOUNT.test(value) ? value : undefined;
}

function listIn(json: Json, name: string): Json[] {
  const list = json[name];
  return Array.isArray(list) ? list.map((one: unknown) => objectOf(one, name)) : [];
}
