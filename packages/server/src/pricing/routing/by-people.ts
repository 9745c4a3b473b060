import type { ProviderName } from "@corridor/provider-kit/provider.ts";

/** People do the work there, and everything is accepted. */
export const BY_PEOPLE: ProviderName = "manual";
