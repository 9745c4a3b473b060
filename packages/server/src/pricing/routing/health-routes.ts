import Type from "typebox";
import { actorIn } from "#src/record/audit/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import { serves } from "@corridor/provider-kit/corridors.ts";
import type { Provider, ProviderName } from "@corridor/provider-kit/provider.ts";
import type { CellsInUse } from "#src/kernel/db/cells-in-use.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { inSnakeCase } from "#src/kernel/fields.ts";
import { idOf } from "#src/kernel/http/caller.ts";
import { created, list, nothing, operations } from "#src/kernel/http/operation.ts";
import * as schemas from "#src/kernel/http/schemas.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import {
  PaymentDirectionSchema,
  PaymentMethodSchema,
  ProviderNameSchema,
} from "#src/pricing/provider-accounts/index.ts";
import type { CircuitBreaker } from "./circuit-breaker.ts";
import { ALWAYS, countedOf, laneRecordOf, LaneSchema, PeriodSchema } from "./lanes.ts";
import type { LiveCorridors } from "./live-corridors.ts";
import { endMaintenance, planMaintenance } from "./maintenance.ts";
import { readOutcomeHistory } from "./outcome-queries.ts";
import { laneKey, type LaneOf, type OutcomeWindow, sumOf } from "./outcome-window.ts";
import type { ProviderHealth } from "./provider-health.ts";
import { activeCorridors } from "./queries.ts";

const { Closed, CountryCode, Id, Named, Nullable, OneOf, Shape, Timestamp, TimestampInput } = schemas;
const HOUR_MS = 60 * 60_000;
const MAX_HOURS = 90 * 24;
/** Longer histories are shown by day. */
const MOST_BY_HOUR = 7 * 24;

const WindowSchema = Named(["MaintenanceWindow", "When a provider gets no payments"], {
  window_id: [Id, "Id of the window, which removes it"],
  provider: [ProviderNameSchema, "Name of the provider"],
  country: [Nullable(Type.String()), "The payments' country; null: every country"],
  payment_method: [Nullable(PaymentMethodSchema), "The payment method; null: every method"],
  direction: [Nullable(PaymentDirectionSchema), "inbound, outbound or external; null: every direction"],
  starts_at: [Timestamp, "From when payments go around the provider; UTC"],
  ends_at: [Timestamp, "When it is used again; UTC"],
  reason: [Type.String(), "Why, for everybody who sees a route"],
});
const HealthSchema = Shape({
  provider: [Type.String(), "Name of the provider"],
  state: [
    OneOf(["closed", "open", "half_open"] as const),
    "Of its circuit. closed: it is reached; open: it could not be, and is tried last; half_open: it is tried again",
  ],
  faults: [Type.Integer(), "How many times in a row the provider could not be reached"],
  corridors: [Type.Array(LaneSchema), "How its payments end, by corridor and network"],
  closed_corridors: [
    Type.Array(
      Shape({
        country: schemas.Country,
        payment_method: [Type.String(), "The payment method"],
        direction: [Type.String(), "inbound, outbound or external"],
      }),
    ),
    "Corridors with a provider config that the provider itself reports as closed at present",
  ],
  maintenance: [Type.Array(WindowSchema), "Maintenance that is planned or under way"],
});

type HealthDeps = {
  db: Db;
  cells: Pick<CellsInUse, "every">;
  clock: Clock;
  providers: ReadonlyMap<ProviderName, Provider>;
  breaker: Pick<CircuitBreaker, "states">;
  health: ProviderHealth;
  outcomes: OutcomeWindow & { used(): readonly LaneOf[]; refreshed(): Promise<void> };
  live: LiveCorridors;
};

async function readHealth({ db, providers, breaker, health, outcomes, live }: HealthDeps) {
  const [{ lanes, windows }, corridors] = await Promise.all([health.now(), activeCorridors(db), outcomes.refreshed()]);
  const circuits = new Map(breaker.states().map((one) => [one.provider, one]));
  const used = outcomes.used().map((one) => ({ ...one, state: "healthy", reason: "", since: ALWAYS }) as const);
  const all = [...new Map([...used, ...lanes].map((one) => [laneKey(one), one])).values()];
  const closed = corridors.filter(({ provider: name, country, paymentMethod: method, direction }) => {
    const provider = providers.get(name);
    const open = provider === undefined ? undefined : live.of(provider);
    return open !== undefined && !serves(open, { direction, method, country });
  });
  const names = [...circuits.keys(), ...[...all, ...windows, ...closed].map(({ provider }) => provider)];
  return [...new Set(names)].toSorted().map((provider) => {
    const isOwn = (one: { provider: ProviderName }): boolean => one.provider === provider;
    return {
      ...(circuits.get(provider) ?? { provider, state: "closed" as const, faults: 0 }),
      corridors: all.filter(isOwn).map((one) => laneRecordOf(one, outcomes.of(provider, one.lane))),
      closed_corridors: closed.filter(isOwn).map((one) => inSnakeCase(one, "country", "paymentMethod", "direction")),
      maintenance: windows.filter(isOwn),
    };
  });
}

export function healthRoutes(deps: HealthDeps): (app: App) => void {
  return (app) => {
    const on = operations(app, "Provider configs");
    on("GET /payments/provider-health", {
      id: "getProviderHealth",
      summary: "How providers do, by circuit, by the outcomes of payments, and by maintenance",
      description:
        "Providers about which there is something to say. Circuits are as this process sees them; the rest is the same " +
        "in all. Counts are of the last half hour.",
      answer: list("Provider health", HealthSchema),
      handle: () => readHealth(deps),
    });
    on("GET /payments/provider-health/history", {
      id: "listProviderHealthHistory",
      summary: "How payments ended at providers, by hour or day",
      description: "By hour for up to a week, by day beyond; kept for 90 days.",
      query: Type.Object({
        provider: Type.Optional(ProviderNameSchema),
        country: Type.Optional(CountryCode),
        hours: Type.Optional(
          Type.Integer({ minimum: 1, maximum: MAX_HOURS, default: 24, description: "How far back" }),
        ),
      }),
      answer: list("Provider health history", PeriodSchema),
      handle: async ({ query: { provider, country, hours = 24 } }) => {
        const from = new Date(deps.clock.now().getTime() - hours * HOUR_MS);
        const filter = { provider, country, from, step: hours <= MOST_BY_HOUR ? "hour" : "day" } as const;
        const rows = await readOutcomeHistory(deps.cells.every, filter);
        const groups = Map.groupBy(rows, (row) => `${row.at.getTime()} ${laneKey(row)}`);
        return [...groups.values()].map((some) => ({ at: some[0]!.at, ...countedOf(some[0]!, sumOf(some)) }));
      },
    });
    on("GET /payments/maintenance-windows", {
      id: "listMaintenanceWindows",
      summary: "List planned maintenance of providers",
      answer: list("Maintenance windows", WindowSchema),
      handle: async () => [...(await deps.health.now()).windows],
    });
    on("POST /payments/maintenance-windows", {
      id: "createMaintenanceWindow",
      summary: "Plan maintenance of a provider",
      description: "Payments go around the provider meanwhile, in every process. At most 7 days; 200 windows at once.",
      body: Closed({
        provider: ProviderNameSchema,
        country: Type.Optional(Nullable(CountryCode)),
        payment_method: [Type.Optional(Nullable(PaymentMethodSchema)), "The payment method; absent: every method"],
        direction: [Type.Optional(Nullable(PaymentDirectionSchema)), "absent: every direction"],
        starts_at: [Type.Optional(TimestampInput), "From when; absent: now"],
        ends_at: [TimestampInput, "When the provider is used again"],
        reason: [Type.String({ minLength: 1, maxLength: 200 }), "Why, for everybody who sees a route"],
      }),
      answer: created("Maintenance planned", WindowSchema),
      handle: async (request) => {
        const { country = null, payment_method = null, direction = null, starts_at, ends_at, ...given } = request.body;
        const from = starts_at === undefined ? deps.clock.now() : new Date(starts_at);
        const scope = { ...given, country, payment_method, direction };
        const window = { ...scope, starts_at: from, ends_at: new Date(ends_at) };
        return planMaintenance(deps, window, actorIn(request), request.idempotencyId);
      },
    });
    on("DELETE /payments/maintenance-windows/:window_id", {
      id: "removeMaintenanceWindow",
      summary: "End or call off maintenance of a provider",
      answer: nothing,
      handle: (request) => endMaintenance(deps, idOf(request.params.window_id, "Maintenance window"), actorIn(request)),
    });
  };
}
