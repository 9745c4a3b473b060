import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";
import type { ProviderName } from "@corridor/provider-kit/provider.ts";

/** `provider`: name of the account (accounts.ts of the kit). */
export type SealedSettings = { provider: ProviderName; sealed: string; updatedAt: Date; archivedAt: Date | null };

/** All accounts are in the memory of every process. None of an organization's keeps another, or the platform, from one. */
export const MAX_OWN_ACCOUNTS = 20;
export const MAX_BROUGHT_ACCOUNTS = 1_000;
const SELECT_SETTINGS = statement(
  "provider-accounts.SELECT_SETTINGS",
)`SELECT provider, sealed, updated_at AS "updatedAt", archived_at AS "archivedAt" FROM provider_settings`;

export async function readSettings(db: Queryable): Promise<SealedSettings[]> {
  return db.query(SELECT_SETTINGS);
}

const TAKE_SETTINGS_LOCK = statement("provider-accounts.TAKE_SETTINGS_LOCK")`
  SELECT pg_advisory_xact_lock(hashtext('provider_settings'), hashtext($1))`;

const FIND_SETTINGS = statement("provider-accounts.FIND_SETTINGS")`${SELECT_SETTINGS} WHERE provider = $1`;

/** Two concurrent changes must not undo each other. The lock also works if there is no row yet. */
export async function lockSettings(tx: Tx, provider: ProviderName): Promise<SealedSettings | undefined> {
  await tx.query(TAKE_SETTINGS_LOCK, [provider]);
  const [settings] = await tx.query(FIND_SETTINGS, [provider]);
  return settings;
}

const WRITE_SETTINGS = statement("provider-accounts.WRITE_SETTINGS")`
  INSERT INTO provider_settings (provider, sealed, updated_at, archived_at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (provider) DO UPDATE SET sealed = EXCLUDED.sealed, updated_at = EXCLUDED.updated_at,
      archived_at = EXCLUDED.archived_at`;

export async function writeSettings(tx: Tx, settings: SealedSettings): Promise<void> {
  await tx.query(WRITE_SETTINGS, [settings.provider, settings.sealed, settings.updatedAt, settings.archivedAt]);
}

const DELETE_SETTINGS = statement("provider-accounts.DELETE_SETTINGS")`
  DELETE FROM provider_settings WHERE provider = $1`;

export async function deleteSettings(tx: Tx, provider: ProviderName): Promise<void> {
  await tx.query(DELETE_SETTINGS, [provider]);
}
