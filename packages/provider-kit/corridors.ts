import { Decimal } from "@corridor/base/decimal.ts";
import { Money } from "@corridor/base/money.ts";
import type { PartyField, PaymentMethod, ProviderCorridor, RecordDirection } from "./provider.ts";

export type RouteWish = {
  direction: RecordDirection;
  method: PaymentMethod;
  country: string;
  /** Of a payin's collected amount, or of what a payout's payee gets. Omitted: the provider's own currency there. */
  currency?: string | undefined;
};

type Directions = readonly ProviderCorridor["direction"][];

/** The corridors of a provider that works everywhere: every given method in every given direction. */
export function everywhere(directions: Directions, methods: readonly PaymentMethod[]): ProviderCorridor[] {
  return directions.flatMap((direction) =>
    methods.map((method): ProviderCorridor => ({ direction, method, countries: "*", currencies: "*" })),
  );
}

export function inCurrencyOf(
  currencies: Readonly<Record<string, string>>,
  directions: Directions,
  method: PaymentMethod,
  decimals?: number,
): ProviderCorridor[] {
  return directions.flatMap((direction) =>
    Object.entries(currencies).map(([country, currency]): ProviderCorridor => ({
      direction,
      method,
      countries: [country],
      currencies: [currency],
      ...(decimals === undefined ? {} : { decimals }),
    })),
  );
}

/** A table that is written as text: a row on each line, with blanks between its cells. */
export function rowsOf(table: string): string[][] {
  return table
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/));
}

/** One row for each network of the table, whose codes end in their country. */
export function ofNetworks(
  networks: Readonly<Record<string, { currency: string }>>,
  direction: ProviderCorridor["direction"],
): ProviderCorridor[] {
  const places = new Map(
    Object.entries(networks).map(([code, { currency }]) => [
      `${code.slice(-2)} ${currency}`,
      { country: code.slice(-2), currency },
    ]),
  );
  return [...places.values()].map(({ country, currency }): ProviderCorridor => ({
    direction,
    method: "mobile_money",
    countries: [country],
    currencies: [currency],
  }));
}

const holds = (set: readonly string[] | "*", one: string | undefined): boolean =>
  set === "*" || one === undefined || set.includes(one);
/** A ramp's two legs go in both directions along one route. */
const goes = (row: ProviderCorridor, direction: RecordDirection): boolean =>
  direction === "external" || row.direction === direction;

export function serves(corridors: readonly ProviderCorridor[], wish: RouteWish): boolean {
  return rowsFor(corridors, wish).length > 0;
}

/** Null: every currency. */
export function currenciesOf(corridors: readonly ProviderCorridor[], wish: RouteWish): string[] | null {
  const rows = rowsFor(corridors, wish);
  return rows.some((row) => row.currencies === "*") ? null : rows.flatMap((row) => row.currencies);
}

export function needsOf(corridors: readonly ProviderCorridor[], wish: RouteWish): PartyField[] {
  return [...new Set(rowsFor(corridors, wish).flatMap(({ needs = [] }) => needs))];
}

/** By the provider's price list; null where it has no price for this amount's currency. */
export function listPrice(corridors: readonly ProviderCorridor[], wish: RouteWish, amount: Money): Money | null {
  const charges = rowsFor(corridors, { ...wish, currency: amount.currency }).find((row) => row.charges)?.charges;
  if (charges === undefined) return null;
  return Money.parse(charges.fixed, amount.currency).plus(amount.percentage(Decimal.parse(charges.percent)));
}

function rowsFor(
  corridors: readonly ProviderCorridor[],
  { direction, method, country, currency }: RouteWish,
): ProviderCorridor[] {
  return corridors.filter(
    (row) =>
      goes(row, direction) && row.method === method && holds(row.countries, country) && holds(row.currencies, currency),
  );
}

/** Why a route can never work, with what would work; null when it can. */
export function objectionToRoute(
  displayName: string,
  corridors: readonly ProviderCorridor[],
  wish: RouteWish,
): { field: string; message: string } | null {
  const { direction, method, country } = wish;
  const inDirection = corridors.filter((row) => goes(row, direction));
  const what = direction === "external" ? "ramps" : direction === "inbound" ? "payins" : "payouts";
  if (inDirection.length === 0) return { field: "direction", message: `${displayName} makes no ${what}` };
  const byMethod = inDirection.filter((row) => row.method === method);
  if (byMethod.length === 0)
    return {
      field: "payment_method",
      message: `${displayName} makes no ${what} by ${method}, only by ${listed(inDirection.map((row) => row.method))}`,
    };
  if (byMethod.some((row) => holds(row.countries, country))) return null;
  const countries = byMethod.flatMap((row) => (row.countries === "*" ? [] : row.countries));
  return {
    field: "country",
    message: `${displayName} makes no ${what} by ${method} in ${country}, only in ${listed(countries)}`,
  };
}

/** Why a route's own limits exclude every amount that the provider accepts; null when they do not. */
export function objectionToLimits(
  displayName: string,
  corridors: readonly ProviderCorridor[],
  wish: RouteWish,
  limits: { min: Decimal | null; max: Decimal | null },
): { field: string; message: string } | null {
  const rows = rowsFor(corridors, wish);
  const tooLow = rows.every(
    (row) => limits.max !== null && row.min !== undefined && limits.max.compare(Decimal.parse(row.min)) < 0,
  );
  if (tooLow)
    return {
      field: "max_amount",
      message: `${displayName} accepts nothing below ${listed(rows.map((row) => row.min!))} in this corridor`,
    };
  const tooHigh = rows.every(
    (row) => limits.min !== null && row.max !== undefined && limits.min.compare(Decimal.parse(row.max)) > 0,
  );
  if (tooHigh)
    return {
      field: "min_amount",
      message: `${displayName} accepts nothing above ${listed(rows.map((row) => row.max!))} in this corridor`,
    };
  return null;
}

/** Why a provider would refuse this amount now, by the rows that it reports as open; null when it would not. */
export function objectionToAmount(
  corridors: readonly ProviderCorridor[],
  wish: RouteWish,
  amount: Money | undefined,
): string | null {
  const rows = rowsFor(corridors, wish);
  if (rows.length === 0) return "the provider says that this corridor is closed at present";
  if (amount === undefined) return null;
  const moved = Decimal.of(amount.minor, amount.scale);
  const objections = rows.map((row) => {
    if (row.min !== undefined && moved.compare(Decimal.parse(row.min)) < 0)
      return `the amount is below the minimum of ${row.min} that the provider names`;
    if (row.max !== undefined && moved.compare(Decimal.parse(row.max)) > 0)
      return `the amount is above the maximum of ${row.max} that the provider names`;
    if (row.decimals !== undefined && hasMoreDecimals(amount, row.decimals))
      return `the provider takes amounts with ${row.decimals} decimals`;
    return null;
  });
  return objections.includes(null) ? null : objections[0]!;
}

function hasMoreDecimals({ minor, scale }: Money, decimals: number): boolean {
  return decimals < scale && minor % 10n ** BigInt(scale - decimals) !== 0n;
}

function listed(words: readonly string[]): string {
  return [...new Set(words)].sort().join(", ");
}

export function directionsOf(corridors: readonly ProviderCorridor[]): ProviderCorridor["direction"][] {
  return [...new Set(corridors.map((row) => row.direction))];
}

export function methodsOf(corridors: readonly ProviderCorridor[]): PaymentMethod[] {
  return [...new Set(corridors.map((row) => row.method))];
}

/** Null when the provider has a row that serves every country. */
export function countriesOf(corridors: readonly ProviderCorridor[]): string[] | null {
  if (corridors.some((row) => row.countries === "*")) return null;
  return [...new Set(corridors.flatMap((row) => row.countries))].sort();
}
