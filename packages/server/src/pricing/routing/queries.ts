import { Decimal } from "@corridor/base/decimal.ts";
import type { Db, Queryable, Tx } from "#src/kernel/db/client.ts";
import type { Scope } from "#src/kernel/http/caller.ts";
import type { Page } from "#src/kernel/http/pagination.ts";
import type { PaymentMethod, ProviderName, RecordDirection } from "@corridor/provider-kit/provider.ts";
import type { Corridor, ProviderConfig } from "./choose-route.ts";

export type StoredConfig = ProviderConfig & {
  apiVersion: string | null;
  webhookRequired: boolean;
  description: string | null;
  webhookUrl: string | null;
  updatedAt: Date;
};

/** More provider configs than a country can have: one for every provider in every corridor. */
const MAX_CONFIGS = 5_000;

type Row = {
  config_id: string;
  org_id: string | null;
  provider: string;
  country: string;
  payment_method: string;
  direction: string;
  api_version: string | null;
  priority: number;
  is_active: boolean;
  webhook_required: boolean;
  min_amount: string | null;
  max_amount: string | null;
  settlement_delay_hours: number | null;
  description: string | null;
  webhook_url: string | null;
  created_at: Date;
  updated_at: Date;
};

const COLUMNS = `config_id, org_id, provider, country, payment_method, direction, api_version, priority, is_active,
  webhook_required, min_amount, max_amount, settlement_delay_hours, description, webhook_url, created_at, updated_at`;

function configOf(row: Row): StoredConfig {
  return {
    configId: row.config_id,
    orgId: row.org_id,
    provider: row.provider as ProviderName,
    country: row.country,
    paymentMethod: row.payment_method as PaymentMethod,
    direction: row.direction as RecordDirection,
    priority: row.priority,
    isActive: row.is_active,
    minAmount: row.min_amount === null ? null : Decimal.parse(row.min_amount),
    maxAmount: row.max_amount === null ? null : Decimal.parse(row.max_amount),
    settlementDelayHours: row.settlement_delay_hours,
    apiVersion: row.api_version,
    webhookRequired: row.webhook_required,
    description: row.description,
    webhookUrl: row.webhook_url,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** The corridor's configs of every organization and the global ones: cached by corridor. */
export async function configsOfCorridor(db: Queryable, corridor: Corridor): Promise<StoredConfig[]> {
  const rows = await db.query<Row>(
    `SELECT ${COLUMNS} FROM provider_configs WHERE country = $1 AND payment_method = $2 AND direction = $3`,
    [corridor.country, corridor.paymentMethod, corridor.direction],
  );
  return rows.map(configOf);
}

/** The organization's own configs in a country, and the global ones. */
export async function configsOfCountry(db: Queryable, orgId: string, country: string): Promise<StoredConfig[]> {
  const rows = await db.query<Row>(
    `SELECT ${COLUMNS} FROM provider_configs WHERE country = $1 AND (org_id IS NULL OR org_id = $2)
      LIMIT ${MAX_CONFIGS}`,
    [country, orgId],
  );
  return rows.map(configOf);
}

export async function findConfig(db: Queryable, configId: string): Promise<StoredConfig | undefined> {
  const [row] = await db.query<Row>(`SELECT ${COLUMNS} FROM provider_configs WHERE config_id = $1`, [configId]);
  return row === undefined ? undefined : configOf(row);
}

/** Locks the config until the transaction ends, so that two concurrent changes do not undo each other. */
export async function lockConfig(tx: Tx, configId: string): Promise<StoredConfig | undefined> {
  const [row] = await tx.query<Row>(`SELECT ${COLUMNS} FROM provider_configs WHERE config_id = $1 FOR UPDATE`, [
    configId,
  ]);
  return row === undefined ? undefined : configOf(row);
}

/** Locks every config of the corridors of these configs, in the order of their ids, like everybody. */
export async function lockCorridorsOf(tx: Tx, configIds: readonly string[]): Promise<StoredConfig[]> {
  const rows = await tx.query<Row>(
    `SELECT ${COLUMNS} FROM provider_configs
     WHERE (country, payment_method, direction) IN (SELECT country, payment_method, direction FROM provider_configs
       WHERE config_id = ANY ($1::uuid[]))
     ORDER BY config_id FOR UPDATE`,
    [configIds],
  );
  return rows.map(configOf);
}

export type ConfigFilters = { provider?: string; country?: string; payment_method?: string; direction?: string };

export async function listConfigs(db: Db, scope: Scope, filters: ConfigFilters, page: Page): Promise<StoredConfig[]> {
  let query = db.kysely
    .selectFrom("provider_configs")
    .selectAll()
    .orderBy("config_id", "desc")
    .limit(page.limit + 1);
  if ("orgId" in scope)
    query = query.where((where) => where.or([where("org_id", "=", scope.orgId), where("org_id", "is", null)]));
  for (const column of ["provider", "country", "payment_method", "direction"] as const) {
    const value = filters[column];
    if (value !== undefined) query = query.where(column, "=", value);
  }
  if (page.after !== null) query = query.where("config_id", "<", page.after[0]!);
  return ((await query.execute()) as unknown as Row[]).map(configOf);
}

export async function writeConfigs(tx: Tx, configs: readonly StoredConfig[]): Promise<void> {
  await tx.query(
    `INSERT INTO provider_configs (${COLUMNS})
     SELECT ${COLUMNS} FROM json_to_recordset($1::json) AS r (config_id uuid, org_id uuid, provider text, country text,
       payment_method text, direction text, api_version text, priority integer,
       is_active boolean, webhook_required boolean, min_amount numeric, max_amount numeric,
         settlement_delay_hours integer, description text, webhook_url text, created_at timestamptz,
         updated_at timestamptz)
     ON CONFLICT (config_id) DO UPDATE SET org_id = EXCLUDED.org_id, provider = EXCLUDED.provider,
       country = EXCLUDED.country, payment_method = EXCLUDED.payment_method, direction = EXCLUDED.direction,
       api_version = EXCLUDED.api_version, priority = EXCLUDED.priority, is_active = EXCLUDED.is_active,
         webhook_required = EXCLUDED.webhook_required, min_amount = EXCLUDED.min_amount,
       max_amount = EXCLUDED.max_amount, settlement_delay_hours = EXCLUDED.settlement_delay_hours,
         description = EXCLUDED.description, webhook_url = EXCLUDED.webhook_url, updated_at = EXCLUDED.updated_at`,
    [
      JSON.stringify(
        configs.map((config) => ({
          config_id: config.configId,
          org_id: config.orgId,
          provider: config.provider,
          country: config.country,
          payment_method: config.paymentMethod,
          direction: config.direction,
          api_version: config.apiVersion,
          priority: config.priority,
          is_active: config.isActive,
          webhook_required: config.webhookRequired,
          min_amount: config.minAmount?.toDatabase() ?? null,
          max_amount: config.maxAmount?.toDatabase() ?? null,
          settlement_delay_hours: config.settlementDelayHours,
          description: config.description,
          webhook_url: config.webhookUrl,
          created_at: config.createdAt,
          updated_at: config.updatedAt,
        })),
      ),
    ],
  );
}

export async function deleteConfig(tx: Tx, configId: string): Promise<boolean> {
  return (
    (await tx.query(`DELETE FROM provider_configs WHERE config_id = $1 RETURNING config_id`, [configId])).length > 0
  );
}
