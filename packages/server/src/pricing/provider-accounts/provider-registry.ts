import type { Db } from "#src/kernel/db/client.ts";
import { followTopic } from "#src/kernel/db/follow-topic.ts";
import type { Invalidations } from "#src/kernel/db/invalidation.ts";
import type { Logger } from "#src/kernel/log.ts";
import type { Metrics } from "#src/kernel/metrics.ts";
import type { SecretBox } from "#src/kernel/secrets.ts";
import {
  callbackUrlOf,
  type Provider,
  type ProviderCorridor,
  type ProviderKind,
  type ProviderName,
  type ProviderTools,
} from "@corridor/provider-kit/provider.ts";
import { toolsFor } from "@corridor/provider-kit/tools.ts";
import { type FailureCause, failureCauseIn } from "@corridor/provider-kit/failures.ts";
import { type Flow, keyOf, MAPPED_TOPIC, readMappedCodes } from "./failure-codes.ts";
import { createMeasureCalls } from "./measure-calls.ts";
import { readSettings, type SealedSettings } from "./queries.ts";
import { checkSettings, knownSettings, openSettings, type Settings } from "./settings.ts";

/** Always current: code looks a provider up at the moment of use, so a change applies to the next payment. */
export type ProviderRegistry = ReturnType<typeof createProviderRegistry>;

/** `needsConfirmation`: in production, of an adapter that was never certified at its provider. */
export type ServedCorridors = {
  displayName: string;
  corridors: readonly ProviderCorridor[];
  needsConfirmation: boolean;
};

export type RegistryDeps = Omit<ProviderTools, "callbackUrl"> & {
  db: Db;
  log: Logger;
  secrets: SecretBox;
  invalidations: Invalidations;
  builtIn: ReadonlyMap<ProviderName, Provider>;
  kinds: readonly ProviderKind[];
  secureOnly: boolean;
  publicBaseUrl?: string;
  metrics: Metrics;
};

export const SETTINGS_TOPIC = "provider-settings";

export function createProviderRegistry(deps: RegistryDeps) {
  const { db, log } = deps;
  const measured = createMeasureCalls(deps.metrics);
  const providers = new Map([...deps.builtIn].map(([name, provider]) => [name, measured(provider)]));
  /** Stored settings that cannot be used, and why: sealed under a lost secret, or not valid for this version. */
  const unusable = new Map<ProviderName, string>();
  const sealedNow = new Map<ProviderName, string>();
  let unclaimed: readonly ProviderName[] = [];
  let mapped = new Map<string, FailureCause>();

  function take(stored: SealedSettings[]): void {
    const rows = new Map(stored.map((row) => [row.provider, row]));
    unclaimed = [...rows.keys()].filter((name) => !deps.kinds.some((kind) => kind.name === name));
    for (const kind of deps.kinds) {
      const row = rows.get(kind.name);
      // An unchanged provider stays the same object: it may hold a token.
      if (row?.sealed === sealedNow.get(kind.name)) continue;
      providers.delete(kind.name);
      unusable.delete(kind.name);
      sealedNow.delete(kind.name);
      if (row === undefined) continue;
      sealedNow.set(kind.name, row.sealed);
      try {
        const settings = knownSettings(kind.settings, openSettings(deps.secrets, kind.name, row.sealed));
        checkSettings(kind, settings, deps);
        const provider = measured(createProvider(kind, settings, deps));
        providers.set(kind.name, { ...provider, setUpAt: row.updatedAt });
      } catch (error) {
        unusable.set(kind.name, error instanceof Error ? error.message : String(error));
        log.error(
          { err: error, provider: kind.name },
          "a provider's settings cannot be used; the provider is unavailable until they are entered again",
        );
      }
    }
  }

  async function readAll(): Promise<void> {
    const [settings, codes] = await Promise.all([readSettings(db), readMappedCodes(db)]);
    mapped = codes;
    take(settings);
  }
  const following = followTopic(deps, [SETTINGS_TOPIC, MAPPED_TOPIC], readAll);

  return {
    providers: providers as ReadonlyMap<ProviderName, Provider>,
    unusable: unusable as ReadonlyMap<ProviderName, string>,
    /** Set up, but of no kind that this process knows: its package was removed. */
    unclaimed: () => unclaimed,
    /** What a provider's code means: by its document, or where that says nothing by the operator. */
    causeOf(name: ProviderName, flow: Flow, code: string | undefined): FailureCause | null {
      const codes = providers.get(name)?.codes;
      const documented = codes === undefined ? null : failureCauseIn(codes[flow], code);
      return documented ?? mapped.get(keyOf({ provider: name, flow, code: code ?? "" })) ?? null;
    },
    /** What a provider's account may do now, if it reports that; otherwise what its settings or documentation say. */
    async corridorsOf(name: ProviderName): Promise<ServedCorridors | undefined> {
      const provider = providers.get(name) ?? deps.kinds.find((kind) => kind.name === name);
      if (provider === undefined) return undefined;
      const { displayName, corridors } = provider;
      const kind = deps.kinds.find((one) => one.name === name);
      const needsConfirmation = deps.secureOnly && kind !== undefined && kind.certified === undefined;
      try {
        return {
          displayName,
          needsConfirmation,
          corridors: (await providers.get(name)?.fetchCorridors?.()) ?? corridors,
        };
      } catch (error) {
        log.warn(
          { err: error, provider: name },
          "a provider did not report its account's corridors; its documentation is used",
        );
        return { displayName, needsConfirmation, corridors };
      }
    },
    /** Reads the settings once. If that fails, it keeps retrying; meanwhile only the built-in providers exist. */
    start: following.start,
    settled: following.settled,
    close: following.close,
  };
}

export function createProvider(
  kind: ProviderKind,
  settings: Settings,
  { publicBaseUrl, ...deps }: Omit<ProviderTools, "callbackUrl"> & { publicBaseUrl?: string },
): Provider {
  const callback = publicBaseUrl === undefined ? {} : { callbackUrl: callbackUrlOf(publicBaseUrl, kind.name) };
  return kind.create(settings, toolsFor(kind, settings, { ...deps, ...callback }));
}
