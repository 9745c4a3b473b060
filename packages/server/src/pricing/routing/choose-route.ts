import type { Money } from "@corridor/base/money.ts";
import { Decimal } from "@corridor/base/decimal.ts";
import type { PaymentMethod, ProviderName, RecordDirection } from "@corridor/provider-kit/provider.ts";
import { BY_PEOPLE } from "./by-people.ts";
import type { Decision, OrderByProgram, RoutedBy } from "./programs/index.ts";

/**
 * Which providers are tried, in which order, and why each config of the corridor was chosen or skipped. Pure: a preview
 * and the payment that follows agree.
 *
 * The organization's own configs come before the global ones, then the lower priority number, then the older config. A
 * routing program may put those that can carry the payment into another order, or let only some of them. A provider is
 * tried once, at its best place. One that is slow in this lane comes after those that are not, and one that fails there
 * or cannot be reached comes last; it is never left out: a bad minute must not leave a payment without a route. It does
 * not move behind `manual`, where people do the work and everything is accepted: a short outage would give them hours
 * of work.
 */
export type ProviderConfig = {
  configId: string;
  orgId: string | null;
  /** As a route entry names it: a provider, or one of the platform's further accounts. */
  provider: ProviderName;
  /** The organization's own account that the entry means for this payment; absent: the one that it names. */
  own?: ProviderName | undefined;
  country: string;
  paymentMethod: PaymentMethod;
  direction: RecordDirection;
  priority: number;
  isActive: boolean;
  minAmount: Decimal | null;
  maxAmount: Decimal | null;
  /** How long after completion the provider settles a payin; null: at once. */
  settlementDelayHours: number | null;
  createdAt: Date;
};

export type Corridor = { country: string; paymentMethod: PaymentMethod; direction: RecordDirection };

export function corridorKey({ country, paymentMethod, direction }: Corridor): string {
  return `${country}/${paymentMethod}/${direction}`;
}

export type Candidate = {
  provider: ProviderName;
  config_id: string;
  priority: number;
  scope: "organization" | "global";
  taken: boolean;
  reason: string;
  /** Stored with the payment: a later change of the config does not change when its money settles. */
  settlement_delay_hours?: number;
};

export type Route = {
  /** The chosen configs, in the order in which they are tried. */ taken: Candidate[];
  /** Every config of the corridor, the chosen ones first. */ considered: Candidate[];
  /** A provider that could carry the payment later. Set only if nobody but `manual` could carry it now. */
  waitsFor: ProviderName | null;
  /** The routing program that ordered them; null: there is none. */
  program: RoutedBy | null;
};

export type Weakness = "slow" | "failing";

export type RouteQuestion = {
  corridor: Corridor;
  orgId: string;
  amount: Money;
  configs: readonly ProviderConfig[];
  isAvailable(provider: ProviderName): boolean;
  refusesNow(provider: ProviderName): string | null;
  isCircuitOpen(provider: ProviderName): boolean;
  /** How badly the provider does in this corridor and network, by the outcomes of its payments. */
  weaknessOf(provider: ProviderName): Weakness | null;
  /** Whether our float at the provider is known, from a fresh reading, not to cover the payout. */
  lacksFloat(provider: ProviderName): boolean;
  isClosed(provider: ProviderName): boolean;
  /** By the routing programs; absent: there is none. */
  orderByProgram?: OrderByProgram | undefined;
};

export function chooseRoute(question: RouteQuestion): Route {
  const ofCorridor = question.configs.filter((config) => isOfCorridor(config, question));
  const ordered = ofCorridor.toSorted(byPrecedence);
  const seen = new Set<ProviderName>();
  const eligible: ProviderConfig[] = [];
  const left: Candidate[] = [];
  const passing: ProviderConfig[] = [];
  for (const config of ordered) {
    const obstacle = obstacleTo(config, question, seen);
    if (obstacle !== null) {
      if (isPassing(config, question)) passing.push(config);
      left.push(candidateOf(config, false, obstacle));
      continue;
    }
    seen.add(config.provider);
    eligible.push(config);
  }
  // Money at the organization's own accounts is no part of its balance here: a payment has one or the other.
  if (eligible.some(({ own }) => own !== undefined))
    for (const config of eligible.splice(0))
      if (config.own === undefined) left.push(candidateOf(config, false, OWN_CARRY));
      else eligible.push(config);
  const { orderByProgram } = question;
  const { by: program = null, decision } = orderByProgram?.(eligible.map(({ provider }) => provider)) ?? {};
  const allowed = inOrderOf(decision, eligible);
  for (const config of eligible)
    if (!allowed.includes(config)) left.push(candidateOf(config, false, `rule ${program?.rule} leaves it out`));
  const isOpen = (config: ProviderConfig): boolean => question.isCircuitOpen(accountIn(config));
  const troubleOf = (config: ProviderConfig): Trouble =>
    isOpen(config) ? "circuit open" : question.weaknessOf(accountIn(config));
  const first = program?.rule == null ? "first in order" : `first by rule ${program.rule}`;
  const taken = healthyFirst(allowed, troubleOf).map((config, index) =>
    candidateOf(config, true, reasonOf(config, index, troubleOf(config), first)),
  );
  const carries = allowed.some((config) => config.provider !== BY_PEOPLE && !isOpen(config));
  const isAllowed = ({ provider }: ProviderConfig) => orderByProgram?.([provider]).decision?.order.length !== 0;
  const later = passing.filter(isAllowed);
  const waitsFor = carries ? undefined : [...later, ...allowed.filter(isOpen)].toSorted(byPrecedence)[0];
  return {
    taken,
    considered: [...taken, ...left],
    waitsFor: waitsFor === undefined ? null : accountIn(waitsFor),
    program,
  };
}

const OWN_CARRY = "the organization's own accounts carry this payment";
const accountIn = ({ own, provider }: ProviderConfig): ProviderName => own ?? provider;

/** Those that the program lets carry the payment, in its order. */
function inOrderOf(decision: Decision | null | undefined, configs: readonly ProviderConfig[]) {
  if (decision == null) return configs;
  return decision.order.map((provider) => configs.find((config) => config.provider === provider)!);
}

/** Whether a config was skipped only for a reason that passes by itself: a closed corridor or an insufficient float. */
function isPassing(config: ProviderConfig, question: RouteQuestion): boolean {
  const account = accountIn(config);
  if (!question.isClosed(account) && !question.lacksFloat(account)) return false;
  const calm = {
    ...question,
    lacksFloat: () => false,
    refusesNow: (name: ProviderName) => (question.isClosed(name) ? null : question.refusesNow(name)),
  };
  return obstacleTo(config, calm, new Set()) === null;
}

type Trouble = Weakness | "circuit open" | null;
const placeOf = (trouble: Trouble): number => (trouble === null ? 0 : trouble === "slow" ? 1 : 2);

function healthyFirst(
  ordered: readonly ProviderConfig[],
  troubleOf: (config: ProviderConfig) => Trouble,
): ProviderConfig[] {
  const desk = ordered.findIndex(({ provider }) => provider === BY_PEOPLE);
  if (desk !== -1)
    return [
      ...healthyFirst(ordered.slice(0, desk), troubleOf),
      ordered[desk]!,
      ...healthyFirst(ordered.slice(desk + 1), troubleOf),
    ];
  return ordered.toSorted((a, b) => placeOf(troubleOf(a)) - placeOf(troubleOf(b)));
}

/** No numbers: an organization sees the route, and they come from the payments of all. */
const REASONS = {
  "circuit open": "this provider keeps failing, so it is tried after the others (circuit open)",
  failing: "most payments fail at this provider at present, so it is tried after the others",
  slow: "payments take long at this provider at present, so it is tried after the faster ones",
};

function reasonOf({ provider }: ProviderConfig, place: number, trouble: Trouble, first: string): string {
  if (provider === BY_PEOPLE && place > 0) return "this provider is tried only when the others have refused";
  if (trouble !== null) return REASONS[trouble];
  return place === 0 ? first : `fallback ${place}`;
}

function isOfCorridor(config: ProviderConfig, { corridor, orgId }: RouteQuestion): boolean {
  return (
    config.country === corridor.country &&
    config.paymentMethod === corridor.paymentMethod &&
    config.direction === corridor.direction &&
    (config.orgId === null || config.orgId === orgId)
  );
}

export function byPrecedence(a: ProviderConfig, b: ProviderConfig): number {
  const own = Number(a.orgId === null) - Number(b.orgId === null);
  if (own !== 0) return own;
  if (a.priority !== b.priority) return a.priority - b.priority;
  const age = a.createdAt.getTime() - b.createdAt.getTime();
  return age !== 0 ? age : a.configId < b.configId ? -1 : 1;
}

function obstacleTo(config: ProviderConfig, question: RouteQuestion, seen: ReadonlySet<ProviderName>): string | null {
  if (!config.isActive) return "the config is not active";
  const account = accountIn(config);
  if (!question.isAvailable(account))
    return `the provider ${config.provider} is not set up here for this corridor and currency`;
  const amount = Decimal.of(question.amount.minor, question.amount.scale);
  if (config.minAmount !== null && amount.compare(config.minAmount) < 0)
    return `the amount is below the minimum of ${config.minAmount.toString()}`;
  if (config.maxAmount !== null && amount.compare(config.maxAmount) > 0)
    return `the amount is above the maximum of ${config.maxAmount.toString()}`;
  const refusal = question.refusesNow(account);
  if (refusal !== null) return refusal;
  // The reason names no amounts: organizations see the route, but the float is the operator's secret.
  if (question.lacksFloat(account)) return "the float at this provider does not cover the payout";
  if (seen.has(config.provider)) return "the same provider is earlier in the order";
  return null;
}

function candidateOf(config: ProviderConfig, taken: boolean, reason: string): Candidate {
  return {
    provider: accountIn(config),
    config_id: config.configId,
    priority: config.priority,
    scope: config.orgId === null ? "global" : "organization",
    taken,
    reason,
    ...(config.settlementDelayHours === null ? {} : { settlement_delay_hours: config.settlementDelayHours }),
  };
}
