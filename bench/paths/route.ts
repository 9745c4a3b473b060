import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import type { ProviderName } from "@corridor/provider-kit/provider.ts";
import {
  compileProgram,
  decide,
  type Facts,
  type Knowledge,
  type Program,
} from "@corridor/server/pricing/routing/programs/index.ts";
import { addLimit, addRows, type Report } from "../report.ts";
import { alternate, type Form } from "../rounds.ts";
import { median } from "../statistics.ts";

/** What a routing program adds to a payment: a decision in memory, by the largest program, against the smallest. */
const RULES = 200;
const PROVIDERS = 20;
const DECISIONS = 20_000;
const GOAL_MICROSECONDS = 50;
const LARGE = `${RULES} rules, ${PROVIDERS} providers`;
const COUNTRIES = ["GH", "KE", "NG", "UG", "TZ", "RW", "ZM", "CI", "SN", "CM"];

export async function benchRoute(report: Report, { rounds }: { rounds: number }): Promise<void> {
  const forms = [formOf(LARGE, RULES, PROVIDERS), formOf("1 rule, 2 providers", 1, 2)];
  const samples = await alternate(forms, rounds, 2);
  addRows(report, "route", "decisions/s", samples);
  const microseconds = 1e6 / median(samples.get(LARGE)!.map(({ perSecond }) => perSecond));
  addLimit(report, `microseconds of a decision with ${LARGE}`, microseconds, GOAL_MICROSECONDS);
}

/** Every rule but the last asks for something that the payments nearly have; the last one ranks all providers. */
function programOf(rules: number): Program {
  const narrow = Array.from({ length: rules - 1 }, (_, index): Program["rules"][number] => ({
    name: `Rule ${index}`,
    when: {
      country: [COUNTRIES[index % COUNTRIES.length]!],
      payment_method: ["mobile_money"],
      network: ["MTN", "Airtel Money"],
      amount: { currency: "GHS", min: 1_000 + index, max: 2_000 + index },
      metadata: { tier: [`tier ${index}`] },
      hours: { from: 8, to: 18 },
      time_zone: "Africa/Accra",
    },
    then: { by: "order", providers: ["pawapay"] },
  }));
  const explore = { percent: 5, up_to: [{ amount: 100_000, currency: "GHS" }] };
  return { rules: [...narrow, { when: {}, then: { by: "expected_value", margin_percent: 1.5, explore } }] };
}

function formOf(name: string, rules: number, count: number): Form {
  const program = compileProgram(programOf(rules));
  const providers = Array.from({ length: count }, (_, index) => `provider ${index}` as ProviderName);
  const known = new Map(providers.map((one, index) => [one, { succeeded: 700 + index, failed: 300 - index }]));
  const costs = new Map(providers.map((one, index) => [one, Money.parse(`${10 + index}.5`, "GHS")]));
  const knowledge: Knowledge = { success: (one) => known.get(one)!, cost: (one) => costs.get(one)! };
  const payments = Array.from({ length: 500 }, (_, index): Facts => ({
    paymentId: newId(),
    orgId: "0190c5f0-0000-7000-8000-0000000000aa",
    orgTags: [],
    amount: Money.parse(`${900 + index * 3}`, "GHS"),
    country: COUNTRIES[index % COUNTRIES.length]!,
    paymentMethod: "mobile_money",
    direction: "inbound",
    network: "MTN",
    cardBrand: null,
    cardBin: null,
    customerId: null,
    beneficiaryId: null,
    metadata: { tier: "gold" },
    at: new Date(1_795_000_000_000 + index * 60_000),
  }));
  return {
    name,
    async run() {
      const beganMs = performance.now();
      let decided = 0;
      for (let turn = 0; turn < DECISIONS; turn++)
        decided += decide(program, payments[turn % payments.length]!, providers, knowledge)!.order.length;
      if (decided !== DECISIONS * count) throw new Error("a decision lost a provider");
      return { perSecond: (DECISIONS / (performance.now() - beganMs)) * 1_000 };
    },
  };
}
