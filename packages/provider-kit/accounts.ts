import type { ProviderName } from "./provider.ts";

/**
 * An account at a provider. Its name stands wherever the service says where money is: in attempts, callbacks, floats,
 * ledger and statements. `mtn_momo` is the platform's first account, `mtn_momo.ghana` another one with a label, and
 * `mtn_momo.main.<organization>` one that an organization brought. So nothing that belongs to one account is found
 * under the name of another, and a version that knows no further accounts finds nobody under such a name.
 */
export type Account = { readonly provider: ProviderName; readonly label: string; readonly orgId: string | null };

export const MAIN = "main";
/** Part of callback addresses, where some providers take only plain words. */
export const ACCOUNT_LABEL = "^[a-z][a-z0-9-]{0,11}$";
/** As long as a name in the ledger may be. */
const MAX_NAME = 64;

export function accountName({ provider, label, orgId }: Account): ProviderName {
  const parts = orgId === null ? (label === MAIN ? [] : [label]) : [label, orgId.replaceAll("-", "")];
  const name = [provider, ...parts].join(".");
  if (name.length > MAX_NAME) throw new Error(`the name of the account ${name} is too long`);
  return name as ProviderName;
}

/** Where the API shows a provider: its name, and of all but the platform's first account there the account's too. */
export type Placed = { provider_account?: ProviderName };

export function placeOf(name: string): Placed & { provider: ProviderName } {
  const { provider } = accountOf(name);
  return provider === name ? { provider } : { provider, provider_account: name as ProviderName };
}

export function placed<T extends { readonly provider: string }>(shown: T[]): (T & Placed)[] {
  return shown.some(({ provider }) => provider.includes("."))
    ? shown.map((one) => ({ ...one, ...placeOf(one.provider) }))
    : shown;
}

export function accountOf(name: string): Account {
  if (!name.includes(".")) return { provider: name as ProviderName, label: MAIN, orgId: null };
  const [provider, label = MAIN, org] = name.split(".") as [ProviderName, string?, string?];
  const orgId = org?.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5") ?? null;
  return { provider, label, orgId };
}
