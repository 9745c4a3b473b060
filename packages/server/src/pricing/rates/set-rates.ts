import { appendAudit, type AuditActor } from "#src/record/audit/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import { isCrypto, isFiat } from "@corridor/base/currencies.ts";
import type { AskSecondPerson, GuardedCall } from "#src/kernel/http/second-person.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { Decimal } from "@corridor/base/decimal.ts";
import { badRequest, type ErrorDetail } from "#src/kernel/http/errors.ts";
import { type LiveRates, RATES_TOPIC } from "./live-rates.ts";
import { type CurrencyRate, upsertCurrencyRates } from "./queries.ts";

export type RateInput = { currency: string; per_usd: number };

/** How far one person alone may move a rate, once a day: hourly steps would treble it by the next morning. */
const MAX_STEP_PERCENT = Decimal.parse("5");
const STEP_EVERY_MS = 24 * 60 * 60_000;
const HUNDRED = Decimal.parse("100");

type Rate = { currency: string; perUsd: Decimal };

function readRates(inputs: readonly RateInput[]): Rate[] {
  const problems: ErrorDetail[] = [];
  const rates = inputs.map((input, index) => {
    const refuse = (field: string, message: string) => problems.push({ path: `rates.${index}.${field}`, message });
    if (input.currency === "USD") refuse("currency", "must not be USD, because every rate is in units per USD");
    else if (!isFiat(input.currency) && !isCrypto(input.currency))
      refuse("currency", "must be an ISO 4217 currency or a supported crypto asset code");
    if (!(input.per_usd > 0)) refuse("per_usd", "must be greater than zero");
    return { currency: input.currency, perUsd: Decimal.parse(String(input.per_usd)) };
  });
  if (new Set(rates.map((rate) => rate.currency)).size !== rates.length)
    problems.push({ path: "rates", message: "names a currency twice" });
  if (problems.length > 0) throw badRequest(`${problems[0]!.path}: ${problems[0]!.message}`, problems);
  return rates;
}

export async function guardRates(
  deps: { clock: Clock; liveRates: LiveRates; askSecondPerson: AskSecondPerson },
  call: GuardedCall,
  inputs: readonly RateInput[],
): Promise<void> {
  const at = deps.clock.now();
  const earlier = new Map((await deps.liveRates.all()).map((rate) => [rate.currency, rate]));
  const steps = readRates(inputs).filter((rate) => !isSmallStep(earlier.get(rate.currency), rate.perUsd, at));
  if (steps.length > 0)
    await deps.askSecondPerson(call, {
      orgId: null,
      title: `Set the rate of ${steps.map(({ currency }) => currency).join(", ")}`,
      request: { rates: inputs },
      reasons: [`a rate is new, moves by more than ${MAX_STEP_PERCENT.toString()} %, or moved within the last day`],
      approverRole: "platform-admin",
    });
}

export async function setRates(
  deps: { db: Db; clock: Clock },
  inputs: readonly RateInput[],
  actor: AuditActor,
): Promise<void> {
  const rates = readRates(inputs);
  const at = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    await upsertCurrencyRates(tx, rates, "table", at);
    const entry = { orgId: null, actor, action: "rate.set", resourceType: "rate", at };
    const entries = rates.map((rate) => ({
      ...entry,
      resourceId: rate.currency,
      changes: { per_usd: rate.perUsd.toString() },
    }));
    await appendAudit(tx, entries);
    tx.notify(RATES_TOPIC, "all");
  });
}

function isSmallStep(from: CurrencyRate | undefined, to: Decimal, at: Date): boolean {
  if (from === undefined) return false;
  if (from.perUsd.equals(to)) return true;
  const moved = from.perUsd.minus(to).abs().multiply(HUNDRED);
  const isRecent = at.getTime() - from.updatedAt.getTime() < STEP_EVERY_MS;
  return !isRecent && moved.compare(from.perUsd.multiply(MAX_STEP_PERCENT)) <= 0;
}
