import type { Clock } from "@corridor/base/clock.ts";
import type { Sender } from "@corridor/provider-kit/outbound.ts";
import type { Provider, ProviderName } from "@corridor/provider-kit/provider.ts";
import { createManualProvider, DEVELOPMENT_ACCOUNTS, type ManualAccount } from "./manual/manual.ts";
import { createSandboxProvider, type SandboxVariant } from "./sandbox/sandbox-provider.ts";

export type ProvidersOptions = {
  /** Null when no sandbox runs: then `fiat`, `hybrid` and `crypto` do not exist. */
  sandbox: { url: string; key: string; settlesWithinMs: number } | null;
  /** Where customers of `manual` send money. With a sandbox an invented account is used. */
  manualAccounts?: () => readonly ManualAccount[] | undefined;
  outbound: Sender;
  clock: Clock;
};

const SANDBOX_VARIANTS: readonly SandboxVariant[] = [
  {
    name: "fiat",
    displayName: "Fiat (sandbox)",
    methods: ["bank_transfer", "card", "mobile_money"],
    isPrimary: true,
    opensAccounts: true,
  },
  {
    name: "hybrid",
    displayName: "Hybrid (sandbox)",
    methods: ["bank_transfer", "card", "mobile_money", "crypto"],
    isPrimary: false,
    opensAccounts: true,
  },
  {
    name: "crypto",
    displayName: "Crypto (sandbox)",
    methods: ["bank_transfer", "mobile_money", "crypto"],
    isPrimary: true,
    opensAccounts: false,
  },
];

/** To add one: write its file, and name it in provider.ts, here and in conformance-cases.fixtures.ts. */
export function createProviders({
  sandbox,
  manualAccounts,
  outbound,
  clock,
}: ProvidersOptions): ReadonlyMap<ProviderName, Provider> {
  const manual = {
    get accounts() {
      return manualAccounts?.() ?? (sandbox === null ? [] : DEVELOPMENT_ACCOUNTS);
    },
    clock,
    refusesSandboxEnding: sandbox !== null,
  };
  const providers = [
    createManualProvider(manual),
    ...(sandbox === null
      ? []
      : SANDBOX_VARIANTS.map((variant) => createSandboxProvider(variant, { ...sandbox, outbound }))),
  ];
  return new Map(providers.map((provider) => [provider.name, provider]));
}
