import { audit, type AuditActor } from "#src/record/audit/index.ts";
import { readRunSettings, RUN_NAMES } from "#src/run-settings.ts";
import { type Environment, showSetting } from "#src/setting-types.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db, Queryable } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";
import { invalidField } from "#src/kernel/http/errors.ts";
import { openIfOurs, type SecretBox } from "#src/kernel/secrets.ts";

export const TOPIC = "platform-settings";

/** At most one row for each setting, so the list needs no paging. */
const ALL = statement("platform-settings.ALL")`SELECT name, value FROM platform_settings ORDER BY name`;
const WRITE = statement("platform-settings.WRITE")`
  INSERT INTO platform_settings (name, value, updated_at) VALUES ($1, $2, $3)
    ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value, updated_at = EXCLUDED.updated_at`;
const REMOVE = statement("platform-settings.REMOVE")`DELETE FROM platform_settings WHERE name = $1`;
const TAKE_TURNS = statement("platform-settings.TAKE_TURNS")`
  SELECT pg_advisory_xact_lock(hashtext('platform_settings'))`;

/** By name; null: back to the default. */
export type Changes = Readonly<Record<string, string | null>>;
/** By name; null: a secret that does not open, and counts as unset. */
type Texts = ReadonlyMap<string, string | null>;
export type ReadDeps = { db: Queryable; secrets: SecretBox; environment: Environment };
export type ChangeDeps = ReadDeps & { db: Db; clock: Clock };

const placeOf = (name: string): string => `platform_settings/${name}`;
const isSecret = (name: string): boolean => RUN_NAMES.get(name)?.secret === true;
export const known = (texts: Texts) =>
  new Map([...texts].flatMap(([name, text]) => (text === null ? [] : [[name, text]])));

export async function storedTexts({ db, secrets }: Pick<ReadDeps, "db" | "secrets">): Promise<Texts> {
  const textOf = (name: string, value: string) => (isSecret(name) ? openIfOurs(secrets, value, placeOf(name)) : value);
  return new Map((await db.query(ALL)).map(({ name, value }) => [name, textOf(name, value)]));
}

/** Each setting as it applies, and where its value comes from. */
export async function listRunSettings(deps: ReadDeps) {
  const stored = await storedTexts(deps);
  return [...RUN_NAMES.values()].map((definition) => {
    const text = stored.get(definition.name);
    const source = text === undefined ? "default" : text === null ? "unusable" : "stored";
    return { ...showSetting(definition, text ?? undefined, deps.environment), source } as const;
  });
}

/** Changes these settings together: what is wrong with the outcome refuses all of them. */
export async function changeSettings(deps: ChangeDeps, changes: Changes, actor: AuditActor): Promise<void> {
  refuse(
    Object.keys(changes).filter((name) => !RUN_NAMES.has(name)),
    "cannot be set while the service runs",
  );
  await deps.db.transaction(async (tx) => {
    await tx.query(TAKE_TURNS);
    const before = await storedTexts({ ...deps, db: tx });
    const changed = Object.entries(changes).filter(([name, text]) => before.get(name) !== (text ?? undefined));
    const after = known(new Map([...before, ...changed]));
    refuse(readRunSettings(after, deps.environment).problems);
    const at = deps.clock.now();
    for (const [name, text] of changed) {
      if (text === null) await tx.query(REMOVE, [name]);
      else await tx.query(WRITE, [name, isSecret(name) ? deps.secrets.seal(text, placeOf(name)) : text, at]);
    }
    for (const [name, text] of changed) {
      const values = isSecret(name) ? { is_set: text !== null } : { from: before.get(name) ?? null, to: text };
      await audit(tx, { orgId: null, actor, at }, "platform_setting.changed", name, values);
    }
    tx.notify(TOPIC, "all");
  });
}

function refuse(problems: readonly string[], what = ""): void {
  if (problems.length > 0) throw invalidField("settings", `${problems.join("; ")} ${what}`.trim());
}

/** Seals all secrets among the settings under the current master secret. Returns their number. */
export async function resealPlatformSettings({ db, secrets, clock }: Pick<ChangeDeps, "db" | "secrets" | "clock">) {
  return db.transaction(async (tx) => {
    await tx.query(TAKE_TURNS);
    const due = (await tx.query(ALL)).filter(({ name, value }) => isSecret(name) && !secrets.isCurrent(value));
    for (const { name, value } of due)
      await tx.query(WRITE, [name, secrets.seal(secrets.open(value, placeOf(name)), placeOf(name)), clock.now()]);
    return due.length;
  });
}
