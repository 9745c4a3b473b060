import type { AccountResolver } from "#src/pricing/reference/index.ts";
import { NOBODY, type Router } from "#src/pricing/routing/index.ts";
import { Money } from "@corridor/base/money.ts";
import type { Provider, ProviderName } from "@corridor/provider-kit/provider.ts";

type ResolverDeps = { router: Router; providers: ReadonlyMap<ProviderName, Provider> };
/** Asks the first provider of the country's payout route that can look up bank accounts. */
export function createAccountResolver(deps: ResolverDeps): AccountResolver {
  return async (account, signal) => {
    const corridor = { country: account.country, paymentMethod: "bank_transfer", direction: "outbound" } as const;
    const route = await deps.router.route(corridor, NOBODY, Money.parse("1", "USD"));
    for (const candidate of route.considered) {
      const provider = deps.providers.get(candidate.provider);
      if (provider?.resolveAccount !== undefined) return provider.resolveAccount(account, signal);
    }
    throw new Error(`no provider can look up accounts in ${account.country}`);
  };
}
