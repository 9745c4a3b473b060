import type { Placed } from "@corridor/provider-kit/accounts.ts";
import { Money } from "@corridor/base/money.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";
import { isFinal, type Payment, type PaymentStatus } from "#src/payments/core/index.ts";
import { settleCardTries } from "#src/payments/initiate/index.ts";
import { paymentPages } from "#src/payments/store/index.ts";
import type { PaymentRecord } from "#src/payments/wire/index.ts";
import { recordUnknownCodes } from "#src/pricing/provider-accounts/index.ts";
import { forgetOutcomes, recordOutcomes } from "#src/pricing/routing/index.ts";
import { findUnapplied, type Follower, type PaymentChange } from "#src/record/events/index.ts";
import { addToSheets } from "./fold-stats.ts";
import { type CountedMove, type StatChange, statChangesOf } from "./payment-stats.ts";
import { type EndedPayment, endsOfCards, outcomesOf, unknownCodesOf } from "./provider-outcomes.ts";
import { appendChanges, forgetStats, keepFoldersOut, WAIT_FOR_RECOUNT } from "./stat-queries.ts";

/** The statistics follow the log of changes: a payment counts within a second, and its commit writes nothing for it. */
export const STATISTICS: Follower = {
  name: "statistics",
  readsPayload: true,
  async apply(tx, changes) {
    await tx.query(WAIT_FOR_RECOUNT);
    const told = changes.flatMap(toldBy);
    await appendChanges(tx, statChangesOf(told.map(moveOf)));
    const ended = told.filter(hasEnded).map(endedOf);
    await recordOutcomes(tx, ended.flatMap(outcomesOf));
    await recordUnknownCodes(tx, ended.flatMap(unknownCodesOf));
    await settleCardTries(tx, endsOfCards(ended));
  },
  rebuild: (db) => rebuildStats({ db }),
};

type Told = PaymentRecord & { previous_status: PaymentStatus | null };

/** Where nobody erased anything: the digits as they were written, since a float does not hold all of them. */
const MONEY = /^\{"amount":([^,]+),"target_amount":[^,]+,"total_fees":([^,]+),/;

type Change = { readonly orgId: string; readonly payload: string; readonly record: Told };

/** None if the status stayed. Of the rows that tell of one change only one is a `transaction.updated`. */
function toldBy({ orgId, types, payload }: PaymentChange): Change[] {
  if (!types.includes("transaction.updated")) return [];
  const record = JSON.parse(payload) as Told;
  return record.previous_status === record.status ? [] : [{ orgId, payload, record }];
}

function moveOf({ orgId, payload, record: told }: Change): CountedMove {
  const [, amount, fees] = MONEY.exec(payload) ?? [];
  const { scale } = Money.zero(told.currency);
  const money = (text: string | undefined, value: unknown): Money =>
    Money.parse(text ?? Number(value).toFixed(scale), told.currency);
  const after = {
    orgId,
    createdAt: new Date(told.created_at),
    status: told.status,
    direction: told.direction,
    paymentMethod: told.payment_method,
    country: told.country,
    amount: money(amount, told.amount),
    totalFees: money(fees, told.total_fees),
    provider: told.provider,
    progress: told,
  } as unknown as CountedMove["after"];
  return { before: told.previous_status === null ? null : { ...after, status: told.previous_status }, after };
}

function hasEnded({ record: { status, previous_status: before } }: Change): boolean {
  return isFinal(status) && (before === null || !isFinal(before));
}

/** An erased payment has no network, and counts for the whole corridor. */
function endedOf({ record }: Change): EndedPayment {
  return {
    ...(record as unknown as EndedPayment),
    attempts: (record.attempts as unknown as (EndedPayment["attempts"][number] & Placed)[]).map((attempt) => ({
      ...attempt,
      provider: attempt.provider_account ?? attempt.provider,
    })),
    paymentId: record.payment_id,
    paymentMethod: record.payment_method,
    network: record.mobile_money_details?.provider ?? null,
    failedAttempts: record.ramp?.failed_attempts ?? [],
    failureReason: record.failure_reason,
  };
}

function endedPayment({ progress, details, ...payment }: Payment): EndedPayment {
  const network = details.mobile_money_details?.provider ?? null;
  const failureReason = progress.failure_reason ?? null;
  return { ...payment, ...progress, network, failedAttempts: progress.ramp?.failed_attempts ?? [], failureReason };
}

/** Changes added at once: few enough that the transaction never idles long. */
const BATCH_ROWS = 20_000;
const PAGE = 2_000;

const REBUILD_STATS = statement("analytics.REBUILD_STATS")`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`;

/**
 * Recounts every payment, for payments that were written without the payment core (an import, a seed). One snapshot
 * has the payments and the log, so payments continue meanwhile: what the snapshot has and the follower has not applied
 * is taken off again, and counts when it is followed. The follower waits for the end, behind the place that was read.
 */
export async function rebuildStats(deps: { db: Db }): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await tx.query(REBUILD_STATS);
    await keepFoldersOut(tx);
    await forgetStats(tx);
    await forgetOutcomes(tx);
    let counted: StatChange[] = [];
    for await (const page of paymentPages(tx, PAGE)) {
      await recordOutcomes(tx, page.map(endedPayment).flatMap(outcomesOf));
      counted = counted.concat(statChangesOf(page.map((after) => ({ before: null, after }))));
      while (counted.length >= BATCH_ROWS) await addToSheets(tx, counted.splice(0, BATCH_ROWS));
    }
    const unapplied = (await findUnapplied(tx, STATISTICS)).flatMap(toldBy);
    await addToSheets(tx, [...counted, ...statChangesOf(unapplied.map(moveOf)).map(takenOff)]);
    const early = unapplied.filter(hasEnded).map(endedOf);
    await recordOutcomes(tx, early.flatMap(outcomesOf), -1);
  });
}

function takenOff({ count, volume, fees, ...change }: StatChange): StatChange {
  const less = (sum: string): string => (sum.startsWith("-") ? sum.slice(1) : `-${sum}`);
  return { ...change, count: -count, volume: less(volume), fees: less(fees) };
}
