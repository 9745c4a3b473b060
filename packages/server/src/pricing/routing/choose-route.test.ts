import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Decimal } from "@corridor/base/decimal.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import type { ProviderName } from "@corridor/provider-kit/provider.ts";
import { byPrecedence, chooseRoute, type ProviderConfig, type Route, type RouteQuestion } from "./choose-route.ts";

const ORG = newId();
const OTHER_ORG = newId();
const CORRIDOR = { country: "GH", paymentMethod: "mobile_money", direction: "inbound" } as const;
const PROVIDERS: ProviderName[] = ["fiat", "hybrid", "manual", "paystack"];

const anyConfig: fc.Arbitrary<ProviderConfig> = fc.record({
  configId: fc.uuid({ version: 7 }),
  orgId: fc.constantFrom(null, ORG, OTHER_ORG),
  provider: fc.constantFrom(...PROVIDERS),
  // Mostly of the corridor: otherwise hardly a route would have two candidates.
  country: fc.constantFrom("GH", "GH", "GH", "GH", "NG"),
  paymentMethod: fc.constantFrom(
    "mobile_money" as const,
    "mobile_money" as const,
    "mobile_money" as const,
    "mobile_money" as const,
    "card" as const,
  ),
  direction: fc.constantFrom(
    "inbound" as const,
    "inbound" as const,
    "inbound" as const,
    "inbound" as const,
    "outbound" as const,
  ),
  priority: fc.integer({ min: 0, max: 3 }),
  isActive: fc.boolean(),
  minAmount: fc.option(fc.integer({ min: 0, max: 100 }).map((n) => Decimal.parse(String(n)))),
  maxAmount: fc.option(fc.integer({ min: 1, max: 200 }).map((n) => Decimal.parse(String(n)))),
  settlementDelayHours: fc.constantFrom(null, 24),
  createdAt: fc.date({ min: new Date("2026-01-01"), max: new Date("2026-12-31"), noInvalidDate: true }),
});

const anyQuestion: fc.Arbitrary<RouteQuestion> = fc
  .record({
    configs: fc.uniqueArray(anyConfig, { selector: (config) => config.configId, maxLength: 30 }),
    minor: fc.integer({ min: 1, max: 20_000 }),
    available: fc.subarray(PROVIDERS),
    open: fc.subarray(PROVIDERS),
    poor: fc.subarray(PROVIDERS),
    failing: fc.subarray(PROVIDERS),
    slow: fc.subarray(PROVIDERS),
  })
  .map(({ configs, minor, available, open, poor, failing, slow }) => ({
    corridor: CORRIDOR,
    orgId: ORG,
    amount: Money.ofMinor(BigInt(minor), "GHS"),
    configs,
    isAvailable: (provider) => available.includes(provider),
    refusesNow: () => null,
    isClosed: () => false,
    isCircuitOpen: (provider) => open.includes(provider),
    weaknessOf: (provider) => (failing.includes(provider) ? "failing" : slow.includes(provider) ? "slow" : null),
    lacksFloat: (provider) => poor.includes(provider),
  }));

const HEALTHY = { isCircuitOpen: () => false, weaknessOf: () => null };

function eligible(question: RouteQuestion, config: ProviderConfig): boolean {
  const amount = Number(question.amount.minor) / 100;
  return (
    config.isActive &&
    config.country === "GH" &&
    config.paymentMethod === "mobile_money" &&
    config.direction === "inbound" &&
    config.orgId !== OTHER_ORG &&
    question.isAvailable(config.provider) &&
    !question.lacksFloat(config.provider) &&
    (config.minAmount === null || amount >= Number(config.minAmount.toString())) &&
    (config.maxAmount === null || amount <= Number(config.maxAmount.toString()))
  );
}

describe("the route", () => {
  test("takes only eligible configs, each provider once, and says of every config of the corridor why", () => {
    fc.assert(
      fc.property(anyQuestion, (question) => {
        const { taken, considered } = chooseRoute(question);
        const byId = new Map(question.configs.map((config) => [config.configId, config]));
        for (const candidate of taken) expect(eligible(question, byId.get(candidate.config_id)!)).toBe(true);
        expect(new Set(taken.map((candidate) => candidate.provider)).size).toBe(taken.length);
        const ofCorridor = question.configs.filter(
          (config) =>
            config.country === "GH" &&
            config.paymentMethod === "mobile_money" &&
            config.direction === "inbound" &&
            config.orgId !== OTHER_ORG,
        );
        expect(considered.map((candidate) => candidate.config_id).toSorted()).toEqual(
          ofCorridor.map((config) => config.configId).toSorted(),
        );
        for (const candidate of considered) expect(candidate.reason.length).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });

  test("is empty exactly when no config is eligible: bad health alone never leaves a payment without a route", () => {
    fc.assert(
      fc.property(anyQuestion, (question) => {
        expect(chooseRoute(question).taken.length > 0).toBe(
          question.configs.some((config) => eligible(question, config)),
        );
      }),
      { numRuns: 500 },
    );
  });

  test("puts the organization's own configs first, then the lower priority, then the older, while all providers are healthy", () => {
    fc.assert(
      fc.property(anyQuestion, (anything) => {
        const question = { ...anything, ...HEALTHY };
        const byId = new Map(question.configs.map((config) => [config.configId, config]));
        const ranks = chooseRoute(question).taken.map((candidate) => {
          const config = byId.get(candidate.config_id)!;
          return [config.orgId === null ? 1 : 0, config.priority, config.createdAt.getTime()];
        });
        expect(ranks).toEqual(ranks.toSorted((a, b) => a[0]! - b[0]! || a[1]! - b[1]! || a[2]! - b[2]!));
      }),
      { numRuns: 500 },
    );
  });

  test("has the same providers however healthy they are: that changes the order alone", () => {
    fc.assert(
      fc.property(anyQuestion, (question) => {
        const idsOf = ({ taken }: Route) => taken.map((candidate) => candidate.config_id).toSorted();
        expect(idsOf(chooseRoute(question))).toEqual(idsOf(chooseRoute({ ...question, ...HEALTHY })));
      }),
      { numRuns: 500 },
    );
  });

  test("tries healthy providers first, then slow ones, then those that fail or cannot be reached, and people after whoever stands before them", () => {
    fc.assert(
      fc.property(anyQuestion, (question) => {
        const providersOf = ({ taken }: Route) => taken.map((candidate) => candidate.provider);
        const calm = providersOf(chooseRoute({ ...question, ...HEALTHY }));
        const route = providersOf(chooseRoute(question));
        const [calmDesk, desk] = [calm.indexOf("manual"), route.indexOf("manual")];
        expect(desk).toBe(calmDesk);
        for (const part of desk === -1 ? [route] : [route.slice(0, desk), route.slice(desk + 1)]) {
          const places = part.map((provider) => {
            if (question.isCircuitOpen(provider)) return 2;
            return { slow: 1, failing: 2, healthy: 0 }[question.weaknessOf(provider) ?? "healthy"];
          });
          expect(places).toEqual(places.toSorted((a, b) => a - b));
        }
        if (desk > 0) expect(new Set(route.slice(0, desk))).toEqual(new Set(calm.slice(0, desk)));
      }),
      { numRuns: 500 },
    );
  });

  test("does not depend on the order of the configs", () => {
    fc.assert(
      fc.property(anyQuestion, (question) => {
        expect(chooseRoute({ ...question, configs: question.configs.toReversed() })).toEqual(chooseRoute(question));
      }),
    );
  });
});

const aConfig = (provider: ProviderName, change: Partial<ProviderConfig> = {}): ProviderConfig => ({
  configId: `config of ${provider}`,
  orgId: null,
  provider,
  ...CORRIDOR,
  priority: 1,
  isActive: true,
  minAmount: null,
  maxAmount: null,
  settlementDelayHours: null,
  createdAt: new Date("2026-01-01"),
  ...change,
});
const CALM: RouteQuestion = {
  corridor: CORRIDOR,
  orgId: ORG,
  amount: Money.ofMinor(500n, "GHS"),
  configs: [],
  isAvailable: () => true,
  refusesNow: () => null,
  isClosed: () => false,
  ...HEALTHY,
  lacksFloat: () => false,
};

test("a route says of each config whose it is, its place, why it is tried or left, and when its money settles", () => {
  const configs = [
    aConfig("fiat", { orgId: ORG, priority: 90, settlementDelayHours: 24 }),
    aConfig("hybrid", { priority: 2 }),
    aConfig("crypto", { priority: 3 }),
    aConfig("manual", { priority: 4 }),
    aConfig("paystack", { priority: 5, minAmount: Decimal.parse("5.01") }),
    aConfig("mpesa", { priority: 6, maxAmount: Decimal.parse("4.99") }),
    aConfig("flutterwave", { priority: 7, isActive: false }),
    aConfig("fiat", { priority: 8, configId: "again" }),
    aConfig("stripe", { priority: 9, minAmount: Decimal.parse("5.00"), maxAmount: Decimal.parse("5.00") }),
  ];
  const { considered } = chooseRoute({
    ...CALM,
    configs: [...configs, aConfig("wise", { priority: 3 }), aConfig("yellowcard", { priority: 3 })],
    isCircuitOpen: (provider) => provider === "hybrid",
    weaknessOf: (provider) => (provider === "wise" ? "failing" : provider === "yellowcard" ? "slow" : null),
  });
  expect(
    considered.map(({ provider, scope, priority, taken, reason }) => [provider, scope, priority, taken, reason]),
  ).toEqual([
    ["fiat", "organization", 90, true, "first in order"],
    ["crypto", "global", 3, true, "fallback 1"],
    [
      "yellowcard",
      "global",
      3,
      true,
      "payments take long at this provider at present, so it is tried after the faster ones",
    ],
    ["hybrid", "global", 2, true, "this provider keeps failing, so it is tried after the others (circuit open)"],
    ["wise", "global", 3, true, "most payments fail at this provider at present, so it is tried after the others"],
    ["manual", "global", 4, true, "this provider is tried only when the others have refused"],
    ["stripe", "global", 9, true, "fallback 6"],
    ["paystack", "global", 5, false, "the amount is below the minimum of 5.01"],
    ["mpesa", "global", 6, false, "the amount is above the maximum of 4.99"],
    ["flutterwave", "global", 7, false, "the config is not active"],
    ["fiat", "global", 8, false, "the same provider is earlier in the order"],
  ]);
  expect(considered.filter((candidate) => "settlement_delay_hours" in candidate)).toEqual([considered[0]]);
  expect(considered[0]!.settlement_delay_hours).toBe(24);
  expect(considered[0]!.config_id).toBe("config of fiat");
  expect(chooseRoute({ ...CALM, configs: [aConfig("manual")] }).taken[0]!.reason).toBe("first in order");
});

test("of configs with one priority the older stands first, and of those of one age the one with the lower id", () => {
  const [older, younger] = [
    aConfig("hybrid", { configId: "z" }),
    aConfig("fiat", { configId: "a", createdAt: new Date("2026-01-02") }),
  ];
  expect(byPrecedence(older, younger)).toBeLessThan(0);
  expect(byPrecedence(younger, older)).toBeGreaterThan(0);
  const [one, other] = [aConfig("fiat", { configId: "a" }), aConfig("hybrid", { configId: "b" })];
  expect([byPrecedence(one, other), byPrecedence(other, one)]).toEqual([-1, 1]);
});

test("a payment that can wait waits for the provider in trouble, and not where another one, who is not a person, would carry it now", () => {
  const config = (provider: ProviderName, priority: number): ProviderConfig =>
    aConfig(provider, { priority, ...(provider === "paystack" ? { maxAmount: Decimal.parse("1") } : {}) });
  const calm: RouteQuestion = { ...CALM, configs: [config("fiat", 1), config("hybrid", 2), config("manual", 3)] };
  const waitsFor = (change: Partial<RouteQuestion>) => chooseRoute({ ...calm, ...change }).waitsFor;
  const isBroken = (provider: ProviderName) => provider !== "manual";
  expect(waitsFor({})).toBeNull();
  expect(waitsFor({ isCircuitOpen: (provider) => provider === "fiat" })).toBeNull();
  expect(waitsFor({ isCircuitOpen: isBroken })).toBe("fiat");
  expect(waitsFor({ lacksFloat: isBroken })).toBe("fiat");
  expect(waitsFor({ isClosed: isBroken, refusesNow: (provider) => (isBroken(provider) ? "closed" : null) })).toBe(
    "fiat",
  );
  expect(waitsFor({ refusesNow: () => "the amount is too large" })).toBeNull();
  expect(waitsFor({ configs: [config("manual", 1)] })).toBeNull();
  // A provider that would not accept this amount anyway is not worth waiting for.
  expect(waitsFor({ configs: [config("paystack", 1)], lacksFloat: () => true })).toBeNull();
});
