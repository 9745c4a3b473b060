import { NOTHING_STOPPED } from "@corridor/server/pricing/stops/stops.fixtures.ts";
import { createBeneficiaryFinder } from "@corridor/server/parties/beneficiaries/find-beneficiary.ts";
import { createFees } from "@corridor/server/pricing/fees/charge-fee.ts";
import { createFloats } from "@corridor/server/back-office/balances/watch-floats.ts";
import { createFindOrganizationProfile } from "@corridor/server/parties/organizations/find-organization-profile.ts";
import { createDispatcher } from "@corridor/server/payments/at-providers/dispatch-payment.ts";
import { plainPayment } from "@corridor/server/payments/at-providers/dispatch-request.ts";
import { initiationRoutes } from "@corridor/server/payments/initiate/initiation-routes.ts";
import { createCircuitBreaker } from "@corridor/server/pricing/routing/circuit-breaker.ts";
import { createProviderHealth } from "@corridor/server/pricing/routing/provider-health.ts";
import { createRouter } from "@corridor/server/pricing/routing/route-payments.ts";
import { createSecretBox } from "@corridor/server/kernel/secrets.ts";
import { createOutbound } from "@corridor/provider-kit/outbound.ts";
import { createProviders } from "@corridor/providers/index.ts";
import { createNaiveStore } from "../naive.ts";
import { createTransfers } from "@corridor/server/products/virtual-accounts/transfer-funds.ts";
import { noRates, serveFrame } from "./frame.ts";
import { transferRoute } from "./transfer-route.ts";

/**
 * The product's initiation with the naive store behind it: `node naive.ts <database> <port> <secret> <sandbox> <sandbox
 * key>`.
 */
const [databaseUrl, port, , sandboxUrl, sandboxKey] = process.argv.slice(2) as [string, string, string, string, string];

await serveFrame((base) => {
  const store = createNaiveStore(databaseUrl);
  const providers = createProviders({
    sandbox: { url: sandboxUrl, key: sandboxKey, settlesWithinMs: 0 },
    outbound: createOutbound(),
    clock: base.clock,
  });
  const breaker = createCircuitBreaker(base.clock);
  const profileOf = createFindOrganizationProfile({ ...base, settings: { payoutDestinations: "any" } });
  const secrets = createSecretBox({ masterSecret: "of no importance here" });
  const payments = {
    ...base,
    store,
    providers,
    profileOf,
    findCustomer: async () => undefined,
    rates: noRates(base),
    dispatcher: createDispatcher({
      ...base,
      secrets,
      store,
      kinds: { payment: plainPayment, ramp: plainPayment },
      providers,
      breaker,
      publicBaseUrl: `http://127.0.0.1:${port}`,
      pageTokenOf: ({ paymentId }) => paymentId,
      gate: NOTHING_STOPPED,
      assertLockHolds: async () => undefined,
      findBeneficiary: async () => undefined,
    }),
    router: createRouter({
      ...base,
      providers,
      breaker,
      health: createProviderHealth(base),
      floats: createFloats(base),
      live: { of: () => undefined },
      programs: { orderFor: async () => undefined },
      ownAccountOf: () => null,
    }),
    fees: createFees(base),
    findBeneficiary: createBeneficiaryFinder({ ...base, secrets, environment: "development" }),
    settings: { holdPayoutsUntilKyb: false },
    cardTries: { admit: async () => undefined, forget: async () => undefined },
  };
  // One transaction per request, with as many in parallel as there are connections.
  const transfer = createTransfers({ ...base, payments }, { maxBatch: 1, maxInFlight: 10, maxQueued: 5_000 });
  return [initiationRoutes(payments), transferRoute(transfer)];
});
