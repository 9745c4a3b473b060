import { Decimal } from "@corridor/base/decimal.ts";
import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { inCamelCase } from "#src/kernel/db/row-source.ts";
import { statement } from "#src/kernel/db/statement.ts";
import { inSnakeCase } from "#src/kernel/fields.ts";
import { orgIdIn, type Scope } from "#src/kernel/http/caller.ts";
import type { Page } from "#src/kernel/http/pagination.ts";
import type { Corridor, ProviderConfig } from "./choose-route.ts";

export type StoredConfig = ProviderConfig & {
  apiVersion: string | null;
  webhookRequired: boolean;
  description: string | null;
  webhookUrl: string | null;
  updatedAt: Date;
};

/** More provider configs than a deployment has. */
const MAX_CONFIGS = 5_000;

type Row = Omit<StoredConfig, "minAmount" | "maxAmount"> & { minAmount: string | null; maxAmount: string | null };

const COLUMNS = {
  config_id: "uuid",
  org_id: "uuid",
  provider: "text",
  country: "text",
  payment_method: "text",
  direction: "text",
  api_version: "text",
  priority: "integer",
  is_active: "boolean",
  webhook_required: "boolean",
  min_amount: "numeric",
  max_amount: "numeric",
  settlement_delay_hours: "integer",
  description: "text",
  webhook_url: "text",
  created_at: "timestamptz",
  updated_at: "timestamptz",
};
const NAMES = Object.keys(COLUMNS);
const SELECT_CONFIGS = `SELECT ${inCamelCase("c", COLUMNS)} FROM provider_configs c`;

function configOf(row: Row): StoredConfig {
  const limit = (amount: string | null): Decimal | null => (amount === null ? null : Decimal.parse(amount));
  return { ...row, minAmount: limit(row.minAmount), maxAmount: limit(row.maxAmount) };
}

const CONFIGS_OF_CORRIDOR = statement("routing.CONFIGS_OF_CORRIDOR")`
  ${SELECT_CONFIGS} WHERE country = $1 AND payment_method = $2 AND direction = $3`;

/** The corridor's configs of every organization and the global ones: cached by corridor. */
export async function configsOfCorridor(db: Queryable, corridor: Corridor): Promise<StoredConfig[]> {
  const rows = await db.query(CONFIGS_OF_CORRIDOR, [corridor.country, corridor.paymentMethod, corridor.direction]);
  return rows.map(configOf);
}

const CONFIGS_OF_COUNTRIES = statement("routing.CONFIGS_OF_COUNTRIES")`
  ${SELECT_CONFIGS} WHERE is_active AND (org_id IS NULL OR org_id = $1) AND ($2::text IS NULL OR country = $2)
    ORDER BY country LIMIT ${MAX_CONFIGS}`;

/** The active configs of one country, or of all from the given one on. */
export async function configsOfCountries(db: Queryable, orgId: string, country?: string) {
  const rows = await db.query(CONFIGS_OF_COUNTRIES, [orgId, country]);
  return rows.map(configOf);
}

const ACTIVE_CORRIDORS = statement("routing.ACTIVE_CORRIDORS")`
  SELECT DISTINCT provider, country, payment_method AS "paymentMethod", direction FROM provider_configs
  WHERE is_active ORDER BY country, payment_method, direction, provider LIMIT ${MAX_CONFIGS}`;

/** Where providers may get payments, of whichever organization. */
export async function activeCorridors(db: Queryable): Promise<(Corridor & Pick<ProviderConfig, "provider">)[]> {
  return (await db.query(ACTIVE_CORRIDORS)) as (Corridor & Pick<ProviderConfig, "provider">)[];
}

const FIND_CONFIG = statement("routing.FIND_CONFIG")`${SELECT_CONFIGS} WHERE config_id = $1`;

export async function findConfig(db: Queryable, configId: string): Promise<StoredConfig | undefined> {
  const [row] = await db.query(FIND_CONFIG, [configId]);
  return row === undefined ? undefined : configOf(row);
}

const LOCK_CONFIG = statement("routing.LOCK_CONFIG")`${SELECT_CONFIGS} WHERE config_id = $1 FOR UPDATE`;

export async function lockConfig(tx: Tx, configId: string): Promise<StoredConfig | undefined> {
  const [row] = await tx.query(LOCK_CONFIG, [configId]);
  return row === undefined ? undefined : configOf(row);
}

const LOCK_CORRIDORS_OF = statement("routing.LOCK_CORRIDORS_OF")`${SELECT_CONFIGS}
  WHERE (country, payment_method, direction) IN (SELECT country, payment_method, direction FROM provider_configs
    WHERE config_id = ANY ($1::uuid[]))
  ORDER BY config_id FOR UPDATE`;

/** Locks every config of the corridors of these configs, in the order of their ids, like everybody. */
export async function lockCorridorsOf(tx: Tx, configIds: readonly string[]): Promise<StoredConfig[]> {
  const rows = await tx.query(LOCK_CORRIDORS_OF, [configIds]);
  return rows.map(configOf);
}

export type ConfigFilters = { provider?: string; country?: string; payment_method?: string; direction?: string };

const LIST_CONFIGS = statement("routing.LIST_CONFIGS")`
  ${SELECT_CONFIGS} WHERE ($1::uuid IS NULL OR org_id = $1 OR org_id IS NULL)
    AND ($2::text IS NULL OR split_part(provider, '.', 1) = $2)
      AND ($3::text IS NULL OR country = $3) AND ($4::text IS NULL OR payment_method = $4)
      AND ($5::text IS NULL OR direction = $5) AND ($6::uuid IS NULL OR config_id < $6)
    ORDER BY config_id DESC LIMIT $7`;

export async function listConfigs(
  db: Queryable,
  scope: Scope,
  { provider, country, payment_method, direction }: ConfigFilters,
  page: Page,
): Promise<StoredConfig[]> {
  const filters = [provider, country, payment_method, direction] as const;
  const rows = await db.query(LIST_CONFIGS, [orgIdIn(scope), ...filters, page.after?.[0], page.limit + 1]);
  return rows.map(configOf);
}

const TYPED = Object.entries(COLUMNS).map(([name, type]) => `${name} ${type}`);
const UPDATED = NAMES.filter((name) => name !== "config_id" && name !== "created_at");

const WRITE_CONFIGS = statement("routing.WRITE_CONFIGS")`INSERT INTO provider_configs (${NAMES.join(", ")})
  SELECT ${NAMES.join(", ")} FROM json_to_recordset($1::json) AS r (${TYPED.join(", ")})
  ON CONFLICT (config_id) DO UPDATE SET ${UPDATED.map((name) => `${name} = EXCLUDED.${name}`).join(", ")}`;

export async function writeConfigs(tx: Tx, configs: readonly StoredConfig[]): Promise<void> {
  const rows = configs.map(({ minAmount, maxAmount, ...config }) => ({
    ...inSnakeCase(config),
    min_amount: minAmount?.toDatabase() ?? null,
    max_amount: maxAmount?.toDatabase() ?? null,
  }));
  await tx.query(WRITE_CONFIGS, [JSON.stringify(rows)]);
}

const DELETE_CONFIG = statement("routing.DELETE_CONFIG")`
  DELETE FROM provider_configs WHERE config_id = $1 RETURNING config_id`;

export async function deleteConfig(tx: Tx, configId: string): Promise<boolean> {
  return (await tx.query(DELETE_CONFIG, [configId])).length > 0;
}

export type InboundConfig = Record<"provider" | "country" | "paymentMethod", string> &
  Record<"minAmount" | "maxAmount", string | null>;

const INBOUND_CONFIGS = statement("routing.INBOUND_CONFIGS")`
  SELECT DISTINCT ${inCamelCase("c", "provider, country, payment_method, min_amount, max_amount")}
    FROM provider_configs c
    WHERE direction = 'inbound' AND is_active AND (org_id IS NULL OR org_id = $1)
      AND payment_method IN ('mobile_money', 'card', 'bank_transfer')`;

export async function inboundConfigs(db: Queryable, orgId: string): Promise<InboundConfig[]> {
  return db.query(INBOUND_CONFIGS, [orgId]);
}
