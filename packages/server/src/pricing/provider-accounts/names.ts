import Type from "typebox";
import { PROVIDER_NAMES, type ProviderName } from "@corridor/provider-kit/provider.ts";

/** The contract's, and behind them those of the packages that this process has loaded. No more come after its start. */
const known: ProviderName[] = [...PROVIDER_NAMES];

/** With the list itself: validators and the API document are made of schemas after the packages were loaded. */
export const ProviderNameSchema = Type.Unsafe<ProviderName>({
  type: "string",
  enum: known,
  title: "ProviderName",
  "x-meaning": "Name of a provider that this deployment supports",
});

export function isProviderName(text: string): boolean {
  return known.includes(text);
}

export function addProviderName(name: ProviderName): void {
  if (!known.includes(name)) known.push(name);
}
