import { flowOf, type Payment, type RampDetails, type RouteCandidate } from "#src/payments/core/index.ts";
import type { About, Router } from "#src/pricing/routing/index.ts";
import { serves } from "@corridor/provider-kit/corridors.ts";
import type { Provider, ProviderName } from "@corridor/provider-kit/provider.ts";
import { fiatAmountOf, methodOfLeg } from "./ramp.ts";

/**
 * Both legs use one corridor (country, `crypto`, `external`), whose limits apply to the fiat amount; a leg uses those
 * of its providers that support its method in its direction.
 */
export type RouteLegDeps = { router: Router; providers: ReadonlyMap<ProviderName, Provider> };

/** The properties of a ramp that determine its route. */
export type RoutedRamp = Pick<Payment, "orgId" | "country" | "direction" | "amount" | "targetAmount"> & {
  details: { ramp?: Pick<RampDetails, "direction" | "fiat_method"> };
  about?: About;
};

export async function routeLeg(deps: RouteLegDeps, payment: RoutedRamp, leg: "collect" | "settle") {
  const { country, orgId } = payment;
  const corridor = { country, paymentMethod: "crypto", direction: "external" } as const;
  const delivered = leg === "settle" ? payment.targetAmount : undefined;
  const { about } = payment;
  const { considered, program } = await deps.router.route(corridor, orgId, fiatAmountOf(payment), delivered, about);
  const method = methodOfLeg(payment, leg);
  const direction = flowOf(payment, { leg });
  const reason = `this provider does not support this leg (${direction} ${method})`;
  const route = considered.map((candidate): RouteCandidate => {
    const corridors = deps.providers.get(candidate.provider)?.corridors ?? [];
    const isUsable = !candidate.taken || serves(corridors, { country, method, direction });
    return isUsable ? candidate : { ...candidate, taken: false, reason };
  });
  return { route, program };
}
