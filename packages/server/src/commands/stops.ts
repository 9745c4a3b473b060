import { systemClock } from "@corridor/base/clock.ts";
import { isId } from "@corridor/base/ids.ts";
import { describeScope, type Flow, listStops, start, stop, type StopScope } from "#src/pricing/stops/index.ts";
import type { PaymentMethod } from "@corridor/provider-kit/provider.ts";
import { OperatorError } from "#src/kernel/operator-error.ts";
import { print, printJson } from "./client/output.ts";
import { withDatabase } from "./with-database.ts";

/** The operator's switch without the API: it works while nothing answers, and while nobody can sign in. */
type JsonFlags = { json?: true };
export type ScopeFlags = JsonFlags & { org?: string; country?: string; method?: PaymentMethod };
export type StopFlags = ScopeFlags & { reason: string };
const ACTOR = { type: "system", id: "command-line" } as const;

export async function stopCommand(assignments: readonly string[], flow: Flow, flags: StopFlags): Promise<void> {
  const scope = scopeOf(flow, flags);
  const made = await withDatabase(assignments, (_url, db) =>
    stop({ db, clock: systemClock }, scope, flags.reason, ACTOR),
  );
  if (flags.json === true) return printJson(made);
  print(`Stopped within a second: ${describeScope(made)}${made.org_id === null ? "" : ` ${made.org_id}`}.`);
}

export async function startCommand(assignments: readonly string[], flow: Flow, flags: ScopeFlags): Promise<void> {
  const scope = scopeOf(flow, flags);
  const others = await withDatabase(assignments, async (_url, db) => {
    const stops = await listStops(db);
    const found = stops.find((one) => textOf(one) === textOf(scope));
    const left = stops.filter((one) => one.flow === flow && one !== found).map(textOf);
    if (found === undefined)
      throw new OperatorError(`${textOf(scope)}: not stopped. Stopped are: ${left.join("; ") || `no ${flow}`}.`);
    await start({ db, clock: systemClock }, found.stop_id, ACTOR);
    return left;
  });
  if (flags.json === true) return printJson({ started: scope, still_stopped: others });
  print(`Started: ${textOf(scope)}.${others.length === 0 ? "" : ` Still stopped: ${others.join("; ")}.`}`);
}

export async function listStopsCommand(assignments: readonly string[], flow: Flow, { json }: JsonFlags): Promise<void> {
  const stops = await withDatabase(assignments, async (_url, db) => await listStops(db));
  const own = stops.filter((one) => one.flow === flow);
  if (json === true) return printJson({ stops: own });
  if (own.length === 0) print(`No ${flow} are stopped.`);
  for (const one of own) print(`${textOf(one)}  since ${one.stopped_at.toISOString()}  ${one.reason}`);
}

function scopeOf(flow: Flow, { org, country, method }: ScopeFlags): StopScope {
  if (org !== undefined && !isId(org)) throw new OperatorError(`--org must be the id of an organization.`);
  if (country !== undefined && !/^[A-Za-z]{2}$/.test(country))
    throw new OperatorError(`--country takes a code of two letters, as NG; ${country} is none.`);
  return { flow, org_id: org ?? null, country: country?.toUpperCase() ?? null, payment_method: method ?? null };
}

function textOf(scope: StopScope): string {
  return `${describeScope(scope)}${scope.org_id === null ? "" : ` ${scope.org_id}`}`;
}
