import Type, { type Static } from "typebox";
import { appendAudit, type AuditActor } from "#src/record/audit/index.ts";
import { organizationExists } from "#src/parties/organizations/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import type { Decimal } from "@corridor/base/decimal.ts";
import { idOf } from "#src/kernel/http/caller.ts";
import { conflict, invalidField, notFound } from "#src/kernel/http/errors.ts";
import { Closed, CountryCode, Nullable, OrgId, readDecimal } from "#src/kernel/http/schemas.ts";
import { newId } from "@corridor/base/ids.ts";
import { objectionToLimits, objectionToRoute } from "@corridor/provider-kit/corridors.ts";
import type { ProviderName } from "@corridor/provider-kit/provider.ts";
import { type Account, accountName, accountOf, MAIN } from "@corridor/provider-kit/accounts.ts";
import {
  AccountLabel,
  PaymentDirectionSchema,
  PaymentMethodSchema,
  ProviderNameSchema,
  type ServedCorridors,
} from "#src/pricing/provider-accounts/index.ts";
import { byPrecedence, corridorKey } from "./choose-route.ts";
import { deleteConfig, findConfig, lockConfig, lockCorridorsOf, type StoredConfig, writeConfigs } from "./queries.ts";
import { CONFIGS_TOPIC } from "./route-payments.ts";

/** A year. */
const MAX_SETTLEMENT_DELAY_HOURS = 8_760;

/** No amount has more than 15 digits, so a higher limit has no effect. */
const MAX_AMOUNT = 1e15;

export const ConfigBody = Closed({
  provider: ProviderNameSchema,
  label: Type.Optional(AccountLabel),
  country: CountryCode,
  payment_method: PaymentMethodSchema,
  direction: PaymentDirectionSchema,
  api_version: [
    Type.Optional(Nullable(Type.String({ maxLength: 50 }))),
    "The version of the provider's API to use; absent or null: the adapter's default",
  ],
  priority: [Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })), "The lowest number is tried first"],
  is_active: [Type.Optional(Type.Boolean()), "Whether it is used; an inactive one is only stored"],
  webhook_required: [Type.Optional(Type.Boolean()), "Whether the provider sends callbacks; routing ignores it"],
  org_id: Type.Optional(Nullable(OrgId)),
  min_amount: [
    Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: MAX_AMOUNT }))),
    "The provider gets no payments below this amount; null or absent: no limit",
  ],
  max_amount: [
    Type.Optional(Nullable(Type.Number({ exclusiveMinimum: 0, maximum: MAX_AMOUNT }))),
    "The provider gets no payments above this amount; null or absent: no limit",
  ],
  settlement_delay_hours: [
    Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: MAX_SETTLEMENT_DELAY_HOURS }))),
    "How long after completion the provider pays a payin out to us: until then its money is pending. Null: " +
      "available at once",
  ],
  confirm_uncertified: [
    Type.Optional(Type.Boolean()),
    "Needed in production for a provider whose adapter was never certified there",
  ],
  description: [Type.Optional(Nullable(Type.String({ maxLength: 500 }))), "Free text for people"],
  webhook_url: [
    Type.Optional(Nullable(Type.String({ format: "uri", maxLength: 2_000 }))),
    "The address to which the provider sends its callbacks",
  ],
});

/** Creates, changes and removes provider configs; every process routes by the change within a second. */
export type ConfigInput = Static<typeof ConfigBody>;

const DEFAULT_PRIORITY = 100;
/** The most decimals of a limit: as many as the currency or asset with the most decimals has. */
const MAX_AMOUNT_DECIMALS = 18;
type Deps = { db: Db; clock: Clock };
export type CheckDeps = Deps & {
  corridorsOf(provider: ProviderName): Promise<ServedCorridors | undefined>;
};

/** `repeatableId`: the id that an `Idempotency-Key` reserved; a config under it was created by the same request. */
export async function createConfig(
  deps: CheckDeps,
  input: ConfigInput,
  actor: AuditActor,
  repeatableId?: string,
): Promise<StoredConfig> {
  const now = deps.clock.now();
  await requireServed(deps, merged({ configId: "", createdAt: now }, input, now), input.confirm_uncertified !== true);
  return deps.db.transaction(async (tx) => {
    const before = repeatableId === undefined ? undefined : await lockConfig(tx, repeatableId);
    if (before !== undefined) return before;
    const config = merged({ configId: repeatableId ?? newId(), createdAt: now }, input, now);
    await storeCreated(tx, [config], actor, now);
    return config;
  });
}

export async function createConfigs(
  deps: Deps,
  inputs: readonly ConfigInput[],
  actor: AuditActor,
): Promise<StoredConfig[]> {
  const now = deps.clock.now();
  const configs = inputs.map((input) => merged({ configId: newId(), createdAt: now }, input, now));
  await deps.db.transaction((tx) => storeCreated(tx, configs, actor, now));
  return configs;
}

async function storeCreated(tx: Tx, configs: readonly StoredConfig[], actor: AuditActor, now: Date): Promise<void> {
  await store(tx, configs);
  await recordChange(tx, configs, "provider_config.created", actor, now);
}

export async function changeConfig(
  deps: CheckDeps,
  configId: string,
  change: Partial<ConfigInput>,
  actor: AuditActor,
): Promise<StoredConfig> {
  const now = deps.clock.now();
  await requireChangeServed(deps, configId, change, now);
  return deps.db.transaction(async (tx) => {
    const before = await lockConfig(tx, configId);
    if (before === undefined) throw notFound("Provider config");
    const after = merged(before, change, now);
    await store(tx, [after]);
    // The change may have moved the config to another corridor, so the old corridor's cache is dropped as well.
    tx.notify(CONFIGS_TOPIC, corridorKey(before));
    await recordChange(tx, [after], "provider_config.changed", actor, now);
    return after;
  });
}

/** A route that cannot work is refused at its creation. Before the transaction: the check may call a provider. */
async function requireServed(
  deps: CheckDeps,
  { provider, direction, paymentMethod: method, country, minAmount: min, maxAmount: max }: StoredConfig,
  isUnconfirmed: boolean,
): Promise<void> {
  const served = await deps.corridorsOf(provider);
  // The provider is built in but not part of this deployment: production has no sandbox.
  if (served === undefined) throw invalidField("provider", `${provider} does not exist in this deployment`);
  const wish = { direction, method, country };
  const objection =
    objectionToRoute(served.displayName, served.corridors, wish) ??
    objectionToLimits(served.displayName, served.corridors, wish, { min, max });
  if (objection !== null) throw invalidField(objection.field, objection.message);
  if (served.needsConfirmation && isUnconfirmed) {
    const message = `must be true: our adapter for ${served.displayName} was never certified there`;
    throw invalidField("confirm_uncertified", message);
  }
}

const ROUTED: readonly (keyof ConfigInput)[] = [
  "provider",
  "label",
  "country",
  "payment_method",
  "direction",
  "min_amount",
  "max_amount",
];

/** Other fields may be changed whatever the provider serves today: a broken route must be possible to switch off. */
async function requireChangeServed(
  deps: CheckDeps,
  configId: string,
  change: Partial<ConfigInput>,
  now: Date,
): Promise<void> {
  if (!ROUTED.some((name) => change[name] !== undefined)) return;
  const before = await findConfig(deps.db, configId);
  const isOther = change.provider !== undefined && change.provider !== before?.provider;
  if (before !== undefined)
    await requireServed(deps, merged(before, change, now), isOther && change.confirm_uncertified !== true);
}

export async function removeConfig(deps: Deps, configId: string, actor: AuditActor): Promise<void> {
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const before = await lockConfig(tx, configId);
    if (before === undefined || !(await deleteConfig(tx, configId))) throw notFound("Provider config");
    await recordChange(tx, [before], "provider_config.removed", actor, now);
  });
}

async function store(tx: Tx, configs: readonly StoredConfig[]): Promise<void> {
  for (const orgId of new Set(configs.map((config) => config.orgId)))
    if (orgId !== null && !(await organizationExists(tx, orgId))) throw notFound("Organization");
  await writeConfigs(tx, configs);
}

async function recordChange(
  tx: Tx,
  configs: readonly StoredConfig[],
  action: string,
  actor: AuditActor,
  at: Date,
): Promise<void> {
  for (const key of new Set(configs.map(corridorKey))) tx.notify(CONFIGS_TOPIC, key);
  await appendAudit(
    tx,
    configs.map((config) => ({
      orgId: config.orgId,
      actor,
      action,
      resourceType: "provider_config",
      resourceId: config.configId,
      at,
      // The audit log gets the whole config, so that two consecutive entries show the change.
      changes: {
        provider: config.provider,
        corridor: corridorKey(config),
        priority: config.priority,
        is_active: config.isActive,
        min_amount: config.minAmount?.toString() ?? null,
        max_amount: config.maxAmount?.toString() ?? null,
        settlement_delay_hours: config.settlementDelayHours,
        api_version: config.apiVersion,
        webhook_required: config.webhookRequired,
        webhook_url: config.webhookUrl,
        description: config.description,
      },
    })),
  );
}

function merged(
  base: { configId: string; createdAt: Date } & Partial<StoredConfig>,
  input: Partial<ConfigInput>,
  now: Date,
): StoredConfig {
  const { settlement_delay_hours: settlementDelayHours = base.settlementDelayHours ?? null } = input;
  const { api_version: apiVersion = base.apiVersion ?? null, description = base.description ?? null } = input;
  const { webhook_url: webhookUrl = base.webhookUrl ?? null } = input;
  const config: StoredConfig = {
    configId: base.configId,
    orgId: input.org_id === undefined ? (base.orgId ?? null) : readOrgId(input.org_id),
    provider: routedTo(accountOf(base.provider ?? ""), input),
    country: (input.country ?? base.country)!,
    paymentMethod: (input.payment_method ?? base.paymentMethod)!,
    direction: (input.direction ?? base.direction)!,
    priority: input.priority ?? base.priority ?? DEFAULT_PRIORITY,
    isActive: input.is_active ?? base.isActive ?? true,
    minAmount: amountOf("min_amount", input.min_amount, base.minAmount),
    maxAmount: amountOf("max_amount", input.max_amount, base.maxAmount),
    settlementDelayHours,
    apiVersion,
    webhookRequired: input.webhook_required ?? base.webhookRequired ?? true,
    description,
    webhookUrl,
    createdAt: base.createdAt,
    updatedAt: now,
  };
  if (config.minAmount !== null && config.maxAmount !== null && config.minAmount.compare(config.maxAmount) > 0)
    throw invalidField("min_amount", "must not be above max_amount");
  return config;
}

/** A label belongs to its provider: with another one it is given anew, or is `main`. */
function routedTo(before: Account, { provider = before.provider, label }: Partial<ConfigInput>): ProviderName {
  const kept = provider === before.provider ? before.label : MAIN;
  return accountName({ provider, label: label ?? kept, orgId: null });
}

function readOrgId(orgId: string | null): string | null {
  return orgId === null ? null : idOf(orgId, "Organization");
}

function amountOf(path: string, input: number | null | undefined, before: Decimal | null | undefined): Decimal | null {
  if (input === undefined) return before ?? null;
  return input === null ? null : readDecimal(input, path, MAX_AMOUNT_DECIMALS);
}

/**
 * In one transaction, so a payment is routed by the old order or the new one. An organization's own configs come before
 * the global ones, so the order applies within each group, which must be named whole: a missing place is arbitrary.
 */
export async function orderConfigs(
  deps: Deps,
  configIds: readonly string[],
  actor: AuditActor,
): Promise<StoredConfig[]> {
  const ids = configIds.map((configId) => idOf(configId, "Provider config"));
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
