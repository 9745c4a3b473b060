import type { Clock } from "@corridor/base/clock.ts";
import { Decimal } from "@corridor/base/decimal.ts";
import { newId } from "@corridor/base/ids.ts";
import { createLatestReading } from "@corridor/provider-kit/kept-reading.ts";
import { audit, type AuditActor } from "#src/record/audit/index.ts";
import type { Db, Queryable, Tx } from "#src/kernel/db/client.ts";
import { notFound } from "#src/kernel/http/errors.ts";
import { type CostOf, costsInMemory, type ProviderCost } from "./cost.ts";
import { readCosts, removeCost, writeCosts } from "./queries.ts";

const LIFETIME = { refreshAfterMs: 5_000, countsForMs: 60 * 60_000 };

type Deps = { db: Db; clock: Clock };
type Providers = Parameters<typeof costsInMemory>[1];
export type Costs = { readonly of: CostOf };

/** Read again in the background as it is used: no payment waits for it. */
export function createCosts({ db, clock, providers }: Deps & { providers: Providers }): Costs {
  const reading = createLatestReading(() => costsOfNow(db, providers), clock, LIFETIME);
  reading.latest();
  return { of: (provider, place, amount) => reading.latest()?.(provider, place, amount) ?? null };
}

export async function costsOfNow(db: Queryable, providers: Providers): Promise<CostOf> {
  return costsInMemory(await readCosts(db, null), providers);
}

export type SetCost = Omit<ProviderCost, "cost_id" | "source" | "fit" | "updated_at">;

export function setCost({ db, clock }: Deps, given: SetCost, actor: AuditActor): Promise<ProviderCost> {
  const asked: ProviderCost = { ...given, cost_id: newId(), source: "operator", fit: null, updated_at: clock.now() };
  return db.transaction(async (tx) => {
    const [cost_id] = await writeCosts(tx, [asked]);
    const cost = { ...asked, cost_id: cost_id! };
    await record(tx, cost, actor, "provider_cost.set", cost.updated_at);
    return cost;
  });
}

export function dropCost({ db, clock }: Deps, costId: string, actor: AuditActor): Promise<void> {
  return db.transaction(async (tx) => {
    const cost = await removeCost(tx, costId);
    if (cost === undefined) throw notFound("Provider cost");
    await record(tx, cost, actor, "provider_cost.removed", clock.now());
  });
}

function record(tx: Tx, cost: ProviderCost, actor: AuditActor, action: string, at: Date): Promise<void> {
  const { cost_id, percent, fixed_amount: fixed, fx_percent, updated_at: _, fit: __, source: ___, ...place } = cost;
  const price = { percent: percent.toString(), fixed: fixed.toDatabase(), fx_percent: fx_percent.toString() };
  return audit(tx, { orgId: null, actor, at }, action, cost_id, { ...place, ...price });
}

export type FoundCost = Omit<SetCost, "network" | "fx_percent"> & Pick<ProviderCost, "fit">;

/** What settlement lines say now. It changes nothing that an operator set. */
export async function storeFoundCosts({ db, clock }: Deps, found: readonly FoundCost[]): Promise<void> {
  const rest = { network: null, fx_percent: Decimal.ZERO, source: "settlements", updated_at: clock.now() } as const;
  const costs = found.map((one): ProviderCost => ({ ...rest, ...one, cost_id: newId() }));
  if (costs.length > 0) await db.transaction((tx) => writeCosts(tx, costs));
}
