import type { Settings } from "@corridor/provider-kit/entered-settings.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { followTopic } from "#src/kernel/db/follow-topic.ts";
import type { Invalidations } from "#src/kernel/db/invalidation.ts";
import type { Logger } from "#src/kernel/log.ts";
import type { Metrics } from "#src/kernel/metrics.ts";
import type { SecretBox } from "#src/kernel/secrets.ts";
import { accountName, accountOf } from "@corridor/provider-kit/accounts.ts";
import type { Sender } from "@corridor/provider-kit/outbound.ts";
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
import { checkSettings, knownSettings, openSettings } from "./settings.ts";

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
  /** Reaches no address of our own network: for accounts of organizations. */
  publicOutbound: Sender;
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
  let archived: ReadonlySet<ProviderName> = new Set();
  /** Organizations that brought accounts: each payment asks for several. */
  let owners: ReadonlySet<string | null> = new Set();
  let mapped = new Map<string, FailureCause>();

  const kindOf = (name: ProviderName) => deps.kinds.find((kind) => kind.name === accountOf(name).provider);

  function take(stored: SealedSettings[]): void {
    const rows = new Map(stored.map((row) => [row.provider, row]));
    unclaimed = [...rows.keys()].filter((name) => kindOf(name) === undefined);
    archived = new Set(stored.filter(({ archivedAt }) => archivedAt !== null).map(({ provider }) => provider));
    owners = new Set(stored.map(({ provider }) => accountOf(provider).orgId));
    for (const [name, sealed] of sealedNow) {
      // An unchanged account stays the same object: it may hold a token.
      if (rows.get(name)?.sealed === sealed) continue;
      for (const known of [providers, unusable, sealedNow]) known.delete(name);
    }
    for (const { provider: name, sealed, updatedAt } of stored) {
      const kind = kindOf(name);
      if (kind === undefined || sealedNow.has(name)) continue;
      sealedNow.set(name, sealed);
      try {
        const settings = knownSettings(kind.settings, openSettings(deps.secrets, name, sealed));
        checkSettings(kind, settings, deps);
        const provider = measured(createProvider(kind, name, settings, deps));
        providers.set(name, { ...provider, name, setUpAt: updatedAt });
      } catch (error) {
        unusable.set(name, error instanceof Error ? error.message : String(error));
        log.error(
          { err: error, provider: name },
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
      return documented ?? mapped.get(keyOf({ provider: accountOf(name).provider, flow, code: code ?? "" })) ?? null;
    },
    /** The organization's own account that a route entry means; null: it brought none of the label. */
    ownAccountOf(routed: ProviderName, orgId: string): ProviderName | null {
      if (!owners.has(orgId)) return null;
      const own = accountName({ ...accountOf(routed), orgId });
      return sealedNow.has(own) && !archived.has(own) ? own : null;
    },
    /** What a provider's account may do now, if it reports that; otherwise what its settings or documentation say. */
    async corridorsOf(name: ProviderName): Promise<ServedCorridors | undefined> {
      const provider = providers.get(name) ?? kindOf(name);
      if (provider === undefined) return undefined;
      const { displayName, corridors } = provider;
      const kind = kindOf(name);
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

type Tools = Omit<ProviderTools, "callbackUrl"> & Pick<RegistryDeps, "publicBaseUrl" | "publicOutbound">;

export function createProvider(kind: ProviderKind, name: ProviderName, settings: Settings, tools: Tools): Provider {
  const { publicBaseUrl, publicOutbound, ...deps } = tools;
  const outbound = accountOf(name).orgId === null ? deps.outbound : publicOutbound;
  const callback = publicBaseUrl === undefined ? {} : { callbackUrl: callbackUrlOf(publicBaseUrl, name) };
  return kind.create(settings, toolsFor(kind, settings, { ...deps, outbound, ...callback }));
}
