import { Money } from "@corridor/base/money.ts";
import type { ProviderName } from "@corridor/provider-kit/provider.ts";
import { type CompiledProgram, decide, type Facts } from "#src/pricing/routing/index.ts";
import type { PastRow } from "./queries.ts";
import { createRecentOutcomes } from "./recent-outcomes.ts";

/**
 * A day of payins by mobile money in Ghana, the same for one seed. Three providers serve three networks; from 10 to 18
 * o'clock `paystack` fails two thirds of what it gets on MTN. One payment in 16 fails wherever it goes.
 */
const DAY_MS = 24 * 60 * 60_000;
const PROVIDERS: ProviderName[] = ["paystack", "flutterwave", "pawapay"];
const NETWORKS = ["MTN", "MTN", "AirtelTigo", "Telecel"];
const SUCCESS: Partial<Record<ProviderName, number>> = { paystack: 0.95, flutterwave: 0.92, pawapay: 0.9 };

export type Day = { rows: PastRow[]; approved: number };

export function simulateDay(
  program: CompiledProgram,
  { seed, start, payments }: { seed: number; start: Date; payments: number },
): Day {
  const random = randomOf(seed);
  const recent = createRecentOutcomes();
  let nowMs = start.getTime();
  const success = (provider: string, { network }: { network: string | null }) =>
    recent.of(`${provider}/${network}`, nowMs);
  const rows = Array.from({ length: payments }, (_, n): PastRow => {
    nowMs = start.getTime() + Math.floor((n / payments) * DAY_MS);
    const at = new Date(nowMs);
    const network = NETWORKS[Math.floor(random() * NETWORKS.length)]!;
    const amount = Money.parse((10 + random() ** 2 * 2_000).toFixed(2), "GHS");
    const paymentId = idAt(nowMs, random);
    const facts: Facts = { ...FACTS, paymentId, amount, network, at };
    const order = decide(program, facts, PROVIDERS, { success, cost: () => null })?.order ?? PROVIDERS;
    const provider = order[0]!;
    const hour = at.getUTCHours();
    const isDown = provider === "paystack" && network === "MTN" && hour >= 10 && hour < 18;
    const byPayer = random() < 1 / 16;
    const succeeded = random() < (isDown ? 0.33 : SUCCESS[provider]!) && !byPayer;
    const updated_at = new Date(nowMs + 20_000 + Math.floor(random() * 60_000));
    if (succeeded || !byPayer) recent.add(`${provider}/${network}`, nowMs, updated_at.getTime(), succeeded, 1);
    return rowOf({ facts, order, provider, succeeded, byPayer, updated_at });
  });
  return { rows, approved: rows.filter(({ status }) => status === "completed").length / payments };
}

const FACTS = {
  orgId: "0190c5f0-0000-7000-8000-0000000000aa",
  orgTags: [],
  country: "GH",
  paymentMethod: "mobile_money",
  direction: "inbound",
  cardBrand: null,
  cardBin: null,
  customerId: null,
  beneficiaryId: null,
  metadata: {},
} as const;

type Ended = {
  facts: Facts;
  order: readonly ProviderName[];
  provider: ProviderName;
  succeeded: boolean;
  byPayer: boolean;
  updated_at: Date;
};

/** As the database answers it. */
export function rowOf({ facts, order, provider, succeeded, byPayer, updated_at }: Ended): PastRow {
  const { paymentId: id, at } = facts;
  const ended = updated_at.toISOString();
  const failed = { outcome: "failed", cause: byPayer ? "insufficient_funds" : "provider_error" } as const;
  return {
    payment_id: id,
    org_id: facts.orgId,
    kind: "payment",
    status: succeeded ? "completed" : "failed",
    created_at: at,
    updated_at,
    amount: facts.amount.toDatabase(),
    currency: facts.amount.currency,
    country: facts.country,
    payment_method: facts.paymentMethod,
    direction: facts.direction,
    beneficiary_id: null,
    provider,
    details: { mobile_money_details: { provider: facts.network!, phone_number: "+233200000000" } },
    progress: {
      route: order.map((name, priority) => ({
        provider: name,
        config_id: id,
        priority,
        scope: "global",
        taken: true,
        reason: "first in order",
      })),
      attempts: [
        {
          attempt_id: id,
          provider,
          config_id: id,
          leg: "payment",
          reason: null,
          provider_payment_id: null,
          started_at: at.toISOString(),
          finished_at: ended,
          ...(succeeded ? { outcome: "accepted" } : failed),
        },
      ],
      timeline: [],
    },
  };
}

/** Even and repeatable (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b9);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function idAt(ms: number, random: () => number): string {
  const time = ms.toString(16).padStart(12, "0");
  const tail = Array.from({ length: 18 }, () => Math.floor(random() * 16).toString(16)).join("");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${tail.slice(0, 3)}-8${tail.slice(3, 6)}-${tail.slice(6)}`;
}
