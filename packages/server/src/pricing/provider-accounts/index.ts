import type { Config } from "#src/config.ts";
import type { RunSettings } from "#src/run-settings.ts";
import { createProviders } from "@corridor/providers/index.ts";
import { THIRD_PARTIES } from "@corridor/providers/third-parties.ts";
import { OperatorError } from "#src/kernel/operator-error.ts";
import type { Needs } from "#src/kernel/part.ts";
import { createAddressGuard } from "#src/kernel/address-guard.ts";
import { traceOutbound } from "#src/kernel/trace-outbound.ts";
import { createOutbound } from "@corridor/provider-kit/outbound.ts";
import { accountRoutes } from "./account-routes.ts";
import { failureCodeRoutes } from "./failure-code-routes.ts";
import { measureUnknownCodes } from "./failure-codes.ts";
import { loadPackages } from "./load-packages.ts";
import { createProviderRegistry, type ProviderRegistry } from "./provider-registry.ts";
import { providerRoutes } from "./routes.ts";

export { ProviderCauseSchema } from "./failure-code-routes.ts";
export { recordUnknownCodes, type UnknownCode } from "./failure-codes.ts";
export { loadPackages } from "./load-packages.ts";
export { isProviderName, ProviderNameSchema } from "./names.ts";
export type { ServedCorridors } from "./provider-registry.ts";
export { AccountLabel, PaymentDirectionSchema, PaymentMethodSchema } from "./routes.ts";
export { resealProviderSettings } from "./write-settings.ts";

type ProviderAccountsDeps = Needs<
  | typeof accountRoutes
  | typeof createProviderRegistry
  | typeof failureCodeRoutes
  | typeof measureUnknownCodes
  | typeof providerRoutes,
  "kinds" | "builtIn" | "secureOnly" | "registry" | "publicOutbound" | "guard"
> & {
  config: Config;
  settings: RunSettings;
  sandbox: { url: string; key: string } | null;
};

const CONNECT_TIMEOUT_MS = 5_000;

export async function composeProviderAccounts(deps: ProviderAccountsDeps) {
  const { config, settings, sandbox } = deps;
  const guard = createAddressGuard({
    allowInsecure: config.allowInsecureWebhooks,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
  });
  const kinds = {
    guard,
    publicOutbound: createOutbound({ log: deps.log, around: traceOutbound, connect: guard.connect }),
    kinds: [...THIRD_PARTIES, ...(await loadPackages(config.providers))],
    builtIn: createProviders({
      ...deps,
      sandbox: sandbox === null ? null : { ...sandbox, settlesWithinMs: config.sandboxSettlesWithinMs },
      manualAccounts: () => settings.manualAccounts,
    }),
    secureOnly: config.environment === "production",
  };
  const registry = createProviderRegistry({ ...deps, ...kinds });
  await registry.start();
  await refuseRemoved(deps, registry);
  return {
    routes: [
      providerRoutes({ ...deps, ...kinds, registry }),
      accountRoutes({ ...deps, ...kinds, registry }),
      failureCodeRoutes({ ...deps, registry }),
    ],
    measures: [measureUnknownCodes(deps)],
    providers: registry.providers,
    causeOf: registry.causeOf.bind(registry),
    corridorsOf: registry.corridorsOf.bind(registry),
    ownAccountOf: registry.ownAccountOf.bind(registry),
    close: async () => {
      await registry.close();
      await kinds.publicOutbound.close();
    },
  };
}

/** Settings are removed only while nothing is in progress, so a name without settings has nothing in progress either. */
async function refuseRemoved({ isBusy }: Pick<ProviderAccountsDeps, "isBusy">, { unclaimed }: ProviderRegistry) {
  for (const provider of unclaimed())
    if (await isBusy(provider))
      throw new OperatorError(
        `Payments or refunds are still in progress at ${provider}, and no package of PROVIDERS has that name. Add its ` +
          "package again, and remove it when the last one has ended.",
      );
}
