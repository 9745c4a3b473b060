import type { Static, TSchema } from "typebox";
import { InvalidCallback, ProviderUnavailable } from "./errors.ts";
import { SILENT } from "./outbound.ts";
import {
  type Manifest,
  type Provider,
  type ProviderKind,
  type ProviderTools,
  UNPROMISED_SETTLING_MS,
} from "./provider.ts";
import { asking, isFailedCall, moving } from "./speak.ts";
import { MalformedAnswer } from "./wire.ts";

/**
 * What a thrown failure means, decided once for all adapters. An adapter only throws (`Refusal`, `MalformedAnswer`,
 * `OutboundError`): a method that may move money answers by `moving`, every other by `asking`, which speak.ts explains.
 */
const MOVING = ["dispatch", "submitAction", "refund", "submitEvidence", "acceptDispute", "openVirtualAccount"] as const;
const ASKING = [
  "fetchStatus",
  "fetchByOwnId",
  "resumeAfterReturn",
  "fetchRefund",
  "fetchHandPaid",
  "fetchIncidents",
  "fetchBalance",
  "fetchSettlements",
  "fetchStatement",
] as const;
/** Every call of the contract that goes over the network. */
export const CALLS = [...MOVING, ...ASKING, "fetchCorridors", "checkAccess", "resolveAccount"] as const;
type Method = (...parameters: unknown[]) => Promise<unknown>;

export function guarded(provider: Provider): Provider {
  const methods = provider as unknown as Readonly<Record<string, Method | undefined>>;
  const guard = (names: readonly string[], answer: (work: () => Promise<unknown>) => Promise<unknown>): object =>
    Object.fromEntries(
      names.flatMap((name) => {
        const method = methods[name];
        return method === undefined ? [] : [[name, (...given: unknown[]) => answer(async () => method(...given))]];
      }),
    );
  const { resolveAccount } = provider;
  return {
    ...provider,
    ...guard(MOVING, moving),
    ...guard(ASKING, asking),
    parseCallback(callback) {
      try {
        return provider.parseCallback(callback);
      } catch (error) {
        throw error instanceof MalformedAnswer ? new InvalidCallback(`${provider.name}: ${error.message}`) : error;
      }
    },
    ...(resolveAccount !== undefined && {
      resolveAccount: async (...given) => {
        try {
          return await resolveAccount(...given);
        } catch (error) {
          if (!isFailedCall(error)) throw error;
          throw new ProviderUnavailable(`the account could not be looked up: ${error.message}`);
        }
      },
    }),
  };
}

/** `corridors`: what these settings allow, if that is less than everything. */
export type Adapter = Omit<Provider, "name" | "displayName" | "corridors" | "settings" | "settlesWithinMs"> &
  Partial<Pick<Provider, "corridors" | "settlesWithinMs">>;

/** One object, which the package exports as its default. */
export function providerKind<Settings extends TSchema>(
  manifest: Manifest<Settings>,
  create: (settings: Static<Settings>, tools: ProviderTools) => Adapter,
): ProviderKind<Settings> {
  const { kit: _, hosts: _h, callbacks: _c, journey: _j, forbiddenInAddress: _f, ...identity } = manifest;
  return {
    ...manifest,
    create: (settings, tools) =>
      guarded({
        ...identity,
        settlesWithinMs: UNPROMISED_SETTLING_MS,
        ...create(settings, { log: SILENT, ...tools }),
      }),
  };
}
