import type { AuditActor } from "#src/record/audit/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { conflict, invalidField, notFound } from "#src/kernel/http/errors.ts";
import { isId } from "@corridor/base/ids.ts";
import { byPrecedence } from "./choose-route.ts";
import { lockCorridorsOf, type StoredConfig, writeConfigs } from "./queries.ts";
import { corridorKey } from "./route-payments.ts";
import { recordChange } from "./write-config.ts";

/**
 * Sets the order of a corridor's configs in one transaction: a payment is routed by the old order or by the new one. An
 * organization's own configs come before the global ones, so the order applies within each group. A group must be named
 * as a whole: the place of a missing config would be arbitrary.
 */
export async function orderConfigs(
  deps: { db: Db; clock: Clock },
  configIds: readonly string[],
  actor: AuditActor,
): Promise<StoredConfig[]> {
  const ids = configIds.map((configId) => {
    if (!isId(configId)) throw notFound("Provider config");
    return configId.toLowerCase();
  });
  if (new Set(ids).size < ids.length) throw invalidField("config_ids", "must list each config once");
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const before = new Map((await lockCorridorsOf(tx, ids)).map((config) => [config.configId, config]));
    const order = ids.map((id) => {
      const config = before.get(id);
      if (config === undefined) throw notFound("Provider config");
      return config;
    });
    assertWholeCorridor(order, [...before.values()]);
    const changed = [...Map.groupBy(order, (config) => config.orgId).values()]
      .flatMap(numbered)
      .filter((config) => config.priority !== before.get(config.configId)!.priority)
      .map((config) => ({ ...config, updatedAt: now }));
    await writeConfigs(tx, changed);
    await recordChange(tx, changed, "provider_config.changed", actor, now);
    const after = new Map(changed.map((config) => [config.configId, config]));
    return order.map((config) => after.get(config.configId) ?? config);
  });
}

function assertWholeCorridor(order: readonly StoredConfig[], locked: readonly StoredConfig[]): void {
  if (new Set(order.map(corridorKey)).size > 1) throw invalidField("config_ids", "must be configs of one corridor");
  const owners = new Set(order.map((config) => config.orgId));
  if (locked.filter((config) => owners.has(config.orgId)).length > order.length)
    throw conflict("The order omits a provider config of the corridor; read its configs again");
}

/** Configs that are already in this order keep their numbers. */
function numbered(order: readonly StoredConfig[]): readonly StoredConfig[] {
  const stands = order.every((config, index) => index === 0 || byPrecedence(order[index - 1]!, config) < 0);
  return stands ? order : order.map((config, index) => ({ ...config, priority: index + 1 }));
}
