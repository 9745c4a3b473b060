import { appendAudit, type AuditActor } from "#src/record/audit/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import { isCrypto, isFiat } from "@corridor/base/currencies.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { Decimal } from "@corridor/base/decimal.ts";
import { badRequest, type ErrorDetail } from "#src/kernel/http/errors.ts";
import { RATES_TOPIC } from "./live-rates.ts";
import { upsertCurrencyRates } from "./queries.ts";

export type RateInput = { currency: string; per_usd: number };

export async function setRates(
  deps: { db: Db; clock: Clock },
  inputs: readonly RateInput[],
  actor: AuditActor,
): Promise<void> {
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
