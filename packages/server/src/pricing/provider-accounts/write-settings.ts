import { audit, type AuditActor } from "#src/record/audit/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import type { AddressGuard } from "#src/kernel/address-guard.ts";
import { conflict, invalidField, notFound } from "#src/kernel/http/errors.ts";
import { mergedSettings, type Settings } from "@corridor/provider-kit/entered-settings.ts";
import type { Log, Sender } from "@corridor/provider-kit/outbound.ts";
import type { SecretBox } from "#src/kernel/secrets.ts";
import { InvalidSetting } from "@corridor/provider-kit/errors.ts";
import type { ProviderKind, ProviderName } from "@corridor/provider-kit/provider.ts";
import { accountOf } from "@corridor/provider-kit/accounts.ts";
import { createProvider, SETTINGS_TOPIC } from "./provider-registry.ts";
import {
  deleteSettings,
  lockSettings,
  MAX_BROUGHT_ACCOUNTS,
  MAX_OWN_ACCOUNTS,
  readSettings,
  writeSettings,
} from "./queries.ts";
import { checkHosts, checkPublic, checkSettings, openSettings, sealSettings } from "./settings.ts";

/** Sets an account up, changes its settings, and removes it. Every process applies the change within a second. */
export type WriteDeps = {
  db: Db;
  clock: Clock;
  secrets: SecretBox;
  outbound: Sender;
  publicOutbound: Sender;
  log: Log;
  guard: AddressGuard;
  secureOnly: boolean;
  isBusy(provider: ProviderName): Promise<boolean>;
};

export async function changeSettings(
  deps: WriteDeps,
  kind: ProviderKind,
  provider: ProviderName,
  given: Settings,
  actor: AuditActor,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const stored = await lockSettings(tx, provider);
    if (stored === undefined) await requireRoom(tx, accountOf(provider).orgId);
    const before = stored === undefined ? undefined : readable(deps, provider, stored.sealed);
    const after = mergedSettings(kind.settings, before, given);
    checkSettings(kind, after, deps);
    if (accountOf(provider).orgId !== null) checkPublic(kind, after, deps.guard);
    checkHosts(kind.settings, before, given, after);
    tryOut(deps, kind, provider, after);
    const sealed = sealSettings(deps.secrets, provider, after);
    await writeSettings(tx, { provider, sealed, updatedAt: deps.clock.now(), archivedAt: null });
    const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after)])]
      .filter((name) => before?.[name] !== after[name])
      .sort();
    const action = stored === undefined ? "provider_settings.created" : "provider_settings.changed";
    await recordChange(tx, deps, provider, action, actor, { fields });
  });
}

export async function removeSettings(deps: WriteDeps, provider: ProviderName, actor: AuditActor): Promise<void> {
  if (await deps.isBusy(provider))
    throw conflict(
      `Payments or refunds are still in progress at ${provider}: disable its provider configs, and remove its ` +
        "settings when the last one has ended",
    );
  await deps.db.transaction(async (tx) => {
    if ((await lockSettings(tx, provider)) === undefined) throw notFound("Provider settings");
    await deleteSettings(tx, provider);
    await recordChange(tx, deps, provider, "provider_settings.removed", actor);
  });
}

async function requireRoom(tx: Tx, orgId: string | null): Promise<void> {
  if (orgId === null) return;
  const owners = (await readSettings(tx)).flatMap(({ provider }) => accountOf(provider).orgId ?? []);
  if (owners.filter((owner) => owner === orgId).length >= MAX_OWN_ACCOUNTS)
    throw conflict(`An organization has at most ${MAX_OWN_ACCOUNTS} accounts at providers: remove one`);
  if (owners.length >= MAX_BROUGHT_ACCOUNTS)
    throw conflict(`Organizations have at most ${MAX_BROUGHT_ACCOUNTS} accounts at providers together`);
}

/** False for an account that is archived already, and for the platform's, which its provider configs take away. */
export async function archiveSettings(deps: WriteDeps, provider: ProviderName, actor: AuditActor): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const stored = await lockSettings(tx, provider);
    if (stored === undefined || stored.archivedAt !== null || accountOf(provider).orgId === null) return false;
    await writeSettings(tx, { ...stored, archivedAt: deps.clock.now() });
    await recordChange(tx, deps, provider, "provider_settings.archived", actor);
    return true;
  });
}

/** Seals all settings under the current master secret. Returns the number of providers. */
export async function resealProviderSettings({ db, secrets }: Pick<WriteDeps, "db" | "secrets">): Promise<number> {
  const due = (await readSettings(db)).filter((row) => !secrets.isCurrent(row.sealed));
  for (const { provider } of due) {
    await db.transaction(async (tx) => {
      const row = await lockSettings(tx, provider);
      if (row === undefined) return;
      const sealed = sealSettings(secrets, provider, openSettings(secrets, provider, row.sealed));
      await writeSettings(tx, { ...row, sealed });
      tx.notify(SETTINGS_TOPIC, provider);
    });
  }
  return due.length;
}

/** Settings that cannot be decrypted cannot be kept either: then all of them must be given again. */
function readable(deps: WriteDeps, provider: ProviderName, sealed: string): Settings | undefined {
  try {
    return openSettings(deps.secrets, provider, sealed);
  } catch {
    return undefined;
  }
}

function tryOut(deps: WriteDeps, kind: ProviderKind, provider: ProviderName, settings: Settings): void {
  try {
    createProvider(kind, provider, settings, deps);
  } catch (error) {
    if (error instanceof InvalidSetting) throw invalidField(error.setting, error.message);
    throw error;
  }
}

async function recordChange(
  tx: Tx,
  { clock }: WriteDeps,
  provider: ProviderName,
  action: string,
  actor: AuditActor,
  changes?: object,
): Promise<void> {
  tx.notify(SETTINGS_TOPIC, provider);
  const { orgId } = accountOf(provider);
  await audit(tx, { orgId, actor, at: clock.now(), resourceType: "provider" }, action, provider, changes);
}
