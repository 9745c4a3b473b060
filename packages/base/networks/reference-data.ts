import { AFRICAN_BANKS } from "./banks-africa.ts";
import { EUROPEAN_BANKS } from "./banks-europe.ts";
import { UNITED_STATES_BANKS } from "./banks-united-states.ts";
import { MOBILE_MONEY_NETWORKS, type MobileMoneyNetwork } from "./mobile-money-networks.ts";
import type { Bank } from "./reference-table.ts";

/** Read access to the reference data. Pure and in memory: it changes with a release, never at run time. */
export const BANKS: readonly Bank[] = [...AFRICAN_BANKS, ...EUROPEAN_BANKS, ...UNITED_STATES_BANKS];

export type ReferenceCountry = { readonly country: string; readonly currency: string };

/** The currency is the one people are paid in there. Provider configs are seeded from it. */
export const REFERENCE_COUNTRIES: readonly ReferenceCountry[] = [
  ...new Map(
    [...MOBILE_MONEY_NETWORKS, ...BANKS].map(({ country, currency }) => [country, { country, currency }]),
  ).values(),
].sort((a, b) => (a.country < b.country ? -1 : 1));

const networksByKey = new Map<string, MobileMoneyNetwork>();
for (const network of MOBILE_MONEY_NETWORKS) {
  for (const name of [network.name, network.code, ...network.formerNames])
    networksByKey.set(keyOf(network.country, name), network);
}

const banksByKey = new Map(BANKS.map((bank) => [keyOf(bank.country, bank.code), bank]));

const banksByName = new Map(
  BANKS.flatMap((bank) => namesOf(bank).map((name) => [keyOf(bank.country, plainName(name)), bank])),
);

const banksByCode = new Map<string, Bank[]>();
for (const bank of BANKS) {
  const code = bank.code.toUpperCase();
  banksByCode.set(code, [...(banksByCode.get(code) ?? []), bank]);
}

function keyOf(country: string, name: string): string {
  return `${country}:${name.toLowerCase()}`;
}

/** By name, code or former name, without regard to case; null when the country has none of that name. */
export function findNetwork(country: string, name: string): MobileMoneyNetwork | null {
  return networksByKey.get(keyOf(country, name.trim())) ?? null;
}

export function findBank(country: string, code: string): Bank | null {
  return banksByKey.get(keyOf(country, code.trim())) ?? null;
}

export function namesOf({ name, also_known_as = [] }: Bank): string[] {
  return [name, ...also_known_as];
}

/** All names of the bank that a name means in this country; the name alone where it means none. */
export function bankNamesLike(country: string, name: string): string[] {
  const bank = banksByName.get(keyOf(country, plainName(name)));
  return bank === undefined ? [name] : namesOf(bank);
}

/** A name as it is compared: "GT Bank" equals "GTBank", and "Societe Generale" equals "Société Générale". */
export function plainName(name: string): string {
  return name
    .normalize("NFD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();
}

/** Countries in which a bank has this code: more than one for short national codes. */
export function countriesOfBankCode(code: string): string[] {
  return (banksByCode.get(code.trim().toUpperCase()) ?? []).map((bank) => bank.country);
}
