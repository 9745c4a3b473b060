import { readSpendable, type Shortage } from "#src/record/ledger/index.ts";
import { convertAt, findLockedRate, lockRate, type LockRateDeps, type OrgRate } from "#src/pricing/rates/index.ts";
import type { InitiateDeps } from "#src/payments/initiate/index.ts";
import type { Floats } from "#src/pricing/routing/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import { ApiError } from "#src/kernel/http/errors.ts";
import type { SecretBox } from "#src/kernel/secrets.ts";
import { Money } from "@corridor/base/money.ts";
import { storeBatch } from "./batch-record.ts";
import type { Batch, BatchProblem, BatchRate, BatchTotal } from "./payout-batch.ts";
import { lockBatch } from "./queries.ts";
import { withTotals } from "./velocity.ts";
import { type PricedRow, readUnpriced, sumUp, totalsOf, type UnpricedRow, writePriced } from "./row-queries.ts";

/**
 * What needs all rows together: a rate lock for each pair of currencies, totals, whether they are covered, the hash.
 *
 *   lock the missing rates -> price a chunk of rows, until none is left -> add up, and the batch is ready
 */
const PRICE_CHUNK = 5_000;
const MAX_PAIRS = 20;

export type PreviewDeps = InitiateDeps & {
  db: Db;
  clock: Clock;
  secrets: SecretBox;
  floats: Floats;
  rates: LockRateDeps;
};

export async function finishPreview(deps: PreviewDeps, batch: Batch): Promise<void> {
  const totals = await totalsOf(deps.db, batch);
  const locked = await lockMissing(deps, batch, pairsOf(totals));
  await deps.db.transaction(async (tx) => {
    const current = await lockBatch(tx, batch);
    if (current?.status !== "checking" || current.checkedTo < current.rowCount) return;
    const priced = withLocks(current, locked);
    const rows = await readUnpriced(tx, priced, PRICE_CHUNK);
    if (rows.length === 0) return makeReady(tx, deps, priced);
    await writePriced(tx, priced, await priceRows(deps, priced, rows));
    await storeBatch(tx, current, { ...priced, updatedAt: deps.clock.now() });
  });
}

type Locked = { rates: BatchRate[]; problems: BatchProblem[] };

async function lockMissing(deps: PreviewDeps, batch: Batch, pairs: readonly Pair[]): Promise<Locked> {
  const locked: Locked = { rates: [], problems: [] };
  const missing = pairs.filter(({ from, to }) => !isSettled(batch, `${from}/${to}`));
  for (const { from, to, amount } of missing.slice(0, MAX_PAIRS)) {
    try {
      const rate = await lockRate(deps.rates, batch.orgId, from, to, amount);
      locked.rates.push(rateOf(rate, amount));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      locked.problems.push({ code: error.code, message: error.message, pair: `${from}/${to}` });
    }
  }
  return locked;
}

/** A rate that another worker has just locked is kept: all rows of a currency pair have one rate. */
function withLocks(batch: Batch, { rates, problems }: Locked): Batch {
  return {
    ...batch,
    rates: [...batch.rates, ...rates.filter((rate) => !isSettled(batch, pairOf(rate)))],
    problems: [...batch.problems, ...problems.filter(({ pair }) => !isSettled(batch, pair!))],
  };
}

function isSettled({ rates, problems }: Batch, pair: string): boolean {
  return problems.some((problem) => problem.pair === pair) || rates.some((rate) => pairOf(rate) === pair);
}

function pairOf({ from_currency, to_currency }: BatchRate): string {
  return `${from_currency}/${to_currency}`;
}

function rateOf({ orgRateId, fromCurrency, toCurrency, rate, expiresAt }: OrgRate, amount: Money): BatchRate {
  return {
    org_rate_id: orgRateId,
    from_currency: fromCurrency,
    to_currency: toCurrency,
    rate: rate.toString(),
    amount: amount.toDatabase(),
    expires_at: expiresAt.toISOString(),
  };
}

type Pair = { from: string; to: string; amount: Money };

function pairsOf(totals: readonly BatchTotal[]): Pair[] {
  return sumProviders(totals)
    .filter(({ currency, target_currency }) => currency !== target_currency)
    .map(({ currency: from, target_currency: to, amount }) => ({ from, to, amount: Money.fromDatabase(amount, from) }));
}

async function priceRows(deps: PreviewDeps, batch: Batch, rows: readonly UnpricedRow[]): Promise<PricedRow[]> {
  const terms = new Map<string, OrgRate>();
  for (const rate of batch.rates) {
    const lock = await findLockedRate(deps.db, batch.orgId, rate.org_rate_id);
    if (lock !== undefined) terms.set(pairOf(rate), lock);
  }
  return rows.map(({ row, amount, currency, target_currency }): PricedRow => {
    const pair = `${currency}/${target_currency}`;
    const lock = terms.get(pair);
    const refused = (code: string, message: string): PricedRow => {
      return { row, status: "invalid", errors: [{ field: "amount", code, message }] };
    };
    if (lock === undefined) {
      const missing = { code: "RATE_NOT_FOUND", message: `there is no rate from ${currency} to ${target_currency}` };
      const { code, message } = batch.problems.find((one) => one.pair === pair) ?? missing;
      return refused(code, message);
    }
    const bought = convertAt(Money.fromDatabase(amount, currency), lock.rate, target_currency);
    if (!bought.isPositive())
      return refused("VALIDATION_ERROR", `is worth less than the smallest unit of ${target_currency}`);
    return { row, status: "ready", targetAmount: bought.toDatabase(), orgRateId: lock.orgRateId };
  });
}

async function makeReady(tx: Tx, deps: PreviewDeps, batch: Batch): Promise<void> {
  const byProvider = await totalsOf(tx, batch);
  const { ready, invalid, hash } = await sumUp(tx, batch);
  const totals = sumProviders(byProvider);
  const short = [
    ...(await shortBalances(tx, batch, totals)).map(({ problem }) => problem),
    ...(await shortFloats(deps, byProvider)),
  ];
  const summed = { totals, readyRows: ready, invalidRows: invalid, previewHash: hash, updatedAt: deps.clock.now() };
  const { controls } = await deps.profileOf(batch.orgId);
  const held = { controls: withTotals({ ...batch, totals }, controls) };
  await storeBatch(tx, batch, {
    ...batch,
    ...summed,
    ...held,
    status: "ready",
    problems: [...batch.problems, ...short],
  });
}

function sumProviders(totals: readonly BatchTotal[]): BatchTotal[] {
  const sums = new Map<string, BatchTotal>();
  for (const { currency, target_currency, rows, amount, fees, target_amount } of totals) {
    const key = `${currency}/${target_currency}`;
    const known = sums.get(key) ?? { currency, target_currency, rows: 0, amount: "0", fees: "0", target_amount: "0" };
    const add = (one: string, other: string, code: string): string =>
      Money.fromDatabase(one, code).plus(Money.fromDatabase(other, code)).toDatabase();
    sums.set(key, {
      ...known,
      rows: known.rows + rows,
      amount: add(known.amount, amount, currency),
      fees: add(known.fees, fees, currency),
      target_amount: add(known.target_amount, target_amount, target_currency),
    });
  }
  return [...sums.values()];
}

/** Currencies in which the balance does not cover the batch with its fees, and what is missing. */
export async function shortBalances(tx: Tx, { orgId }: Batch, totals: readonly BatchTotal[]) {
  const needs = new Map<string, Money>();
  for (const { currency, amount, fees } of totals) {
    const known = needs.get(currency) ?? Money.zero(currency);
    needs.set(currency, known.plus(Money.fromDatabase(amount, currency)).plus(Money.fromDatabase(fees, currency)));
  }
  const spendable = await readSpendable(tx, orgId, [...needs.keys()]);
  return [...needs].flatMap(([currency, need]) => {
    const has = spendable.get(currency)!;
    const missing = need.minus(has);
    const message = `The balance covers ${has.toString()} of ${need.toString()}; ${missing.toString()} is missing`;
    const shortage: Shortage = { available: has, needed: need };
    return missing.isPositive() ? [{ problem: { code: "INSUFFICIENT_FUNDS", message }, shortage }] : [];
  });
}

async function shortFloats(
  { floats }: PreviewDeps,
  totals: readonly (BatchTotal & { provider: string })[],
): Promise<BatchProblem[]> {
  const floatOf = await floats.now();
  const needs = new Map<string, { provider: string; need: Money }>();
  for (const { provider, target_currency, target_amount } of totals) {
    const key = `${provider} ${target_currency}`;
    const known = needs.get(key)?.need ?? Money.zero(target_currency);
    needs.set(key, { provider, need: known.plus(Money.fromDatabase(target_amount, target_currency)) });
  }
  return [...needs.values()].flatMap(({ provider, need }) => {
    const float = floatOf(provider as Parameters<typeof floatOf>[0], need.currency);
    if (float === undefined || float.compare(need) >= 0) return [];
    const message =
      `The platform holds ${float.toString()} at ${provider}, and ${need.toString()} is to be paid there; ` +
      "other providers take the rest";
    return [{ code: "FLOAT_LOW", message }];
  });
}
