import type { Provider } from "#src/providers/provider.ts";

/** Longer than any process takes to go by new settings. */
const SETTLING_MS = 5_000;

/**
 * Whether a provider's word that it never had something is to be believed. Of what was sent under other settings it proves nothing: the account, or the
 * whole environment, may have been another one, which took it.
 */
export function provesAbsence(provider: Pick<Provider, "setUpAt">, sentAt: Date): boolean {
  return provider.setUpAt === undefined || provider.setUpAt.getTime() + SETTLING_MS < sentAt.getTime();
}
