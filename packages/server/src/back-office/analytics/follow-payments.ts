import { Money } from "@corridor/base/money.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";
import type { PaymentStatus } from "#src/payments/core/index.ts";
import { paymentPages } from "#src/payments/store/index.ts";
import type { PaymentRecord } from "#src/payments/wire/index.ts";
import { findUnapplied, type Follower, type PaymentChange } from "#src/record/events/index.ts";
import { addToSheets } from "./fold-stats.ts";
import { type CountedMove, type StatChange, statChangesOf } from "./payment-stats.ts";
import { appendChanges, forgetStats, keepFoldersOut, WAIT_FOR_RECOUNT } from "./stat-queries.ts";

/** The statistics follow the log of changes: a payment counts within a second, and its commit writes nothing for it. */
export const STATISTICS: Follower = {
  name: "statistics",
  readsPayload: true,
  async apply(tx, changes) {
    await tx.query(WAIT_FOR_RECOUNT);
    await appendChanges(tx, statChangesOf(changes.flatMap(movesOf)));
  },
  rebuild: (db) => rebuildStats({ db }),
};

type Told = PaymentRecord & { previous_status: PaymentStatus | null };

/** Where nobody erased anything: the digits as they were written, since a float does not hold all of them. */
const MONEY = /^\{"amount":([^,]+),"target_amount":[^,]+,"total_fees":([^,]+),/;

/** None if the status stayed. Of the rows that tell of one change only one is a `transaction.updated`. */
function movesOf({ orgId, types, payload }: PaymentChange): CountedMove[] {
  if (!types.includes("transaction.updated")) return [];
  const told = JSON.parse(payload) as Told;
  if (told.previous_status === told.status) return [];
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
  return [{ before: told.previous_status === null ? null : { ...after, status: told.previous_status }, after }];
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
    let counted: StatChange[] = [];
    for await (const page of paymentPages(tx, PAGE)) {
      counted = counted.concat(statChangesOf(page.map((after) => ({ before: null, after }))));
      while (counted.length >= BATCH_ROWS) await addToSheets(tx, counted.splice(0, BATCH_ROWS));
    }
    const early = statChangesOf((await findUnapplied(tx, STATISTICS)).flatMap(movesOf));
    await addToSheets(tx, [...counted, ...early.map(takenOff)]);
  });
}

function takenOff({ count, volume, fees, ...change }: StatChange): StatChange {
  const less = (sum: string): string => (sum.startsWith("-") ? sum.slice(1) : `-${sum}`);
  return { ...change, count: -count, volume: less(volume), fees: less(fees) };
}
