import type { Clock } from "@corridor/base/clock.ts";
import { type Db, planByKey, type Tx } from "#src/kernel/db/client.ts";
import { newId } from "@corridor/base/ids.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import { Money } from "@corridor/base/money.ts";
import { markMatched, readMaxFeeBps, takeUnmatched } from "./account-queries.ts";
import { finishImports } from "./import-queries.ts";
import { openSlices, PASSES, resolveMatched, runPass, type Slice, writeExceptions } from "./match-queries.ts";
import { reportMissing } from "./missing-queries.ts";
import { addMovements, findLedgerAhead } from "./movement-queries.ts";
import { type Difference, postSettlement } from "./post-settlement.ts";
import { readNextPart } from "./read-import.ts";

const INTERVAL_MS = 5_000;
/** The number of postings of a chain that one statement reads. */
const MOVEMENT_STEP = 5_000;
const MAX_STEPS = 20;
/** Statements must not wait until all ledgers are followed. The next run begins at once, behind the last ledger. */
const MAX_FOLLOWED = 100;

/**
 * Three steps in this order: postings become movements, files become lines, open lines and movements are matched. Each
 * step is one transaction with all its effects, so after a crash the next worker repeats the whole step.
 */
export function settlementJob(deps: {
  db: Db;
  clock: Clock;
  /** Every cell follows its own ledger; only the first cell reads and matches files. */ matches: boolean;
}): Job {
  const follow = createFollower(deps);
  return {
    name: "settlements",
    intervalMs: INTERVAL_MS,
    async runOnce() {
      let followed = 0;
      while (followed < MAX_FOLLOWED && (await follow())) followed += 1;
      let steps = 0;
      while (deps.matches && steps < MAX_STEPS && ((await readNextPart(deps)) || (await matchAccount(deps))))
        steps += 1;
      return steps + (followed === MAX_FOLLOWED ? 1 : 0);
    },
  };
}

/**
 * Follows one ledger after another, each as far as it was when its turn came: a busy ledger's new postings wait for the
 * next run, and no other ledger waits for it to pause. Returns false after the last ledger.
 */
function createFollower({ db }: { db: Db }): () => Promise<boolean> {
  let afterId: string | null = null;
  return async () => {
    const ahead = await findLedgerAhead(db, afterId);
    if (ahead === undefined) {
      afterId = null;
      return false;
    }
    const to = Math.min(ahead.length, ahead.position + MOVEMENT_STEP);
    await db.transaction((tx) => addMovements(tx, ahead.org_id, ahead.position, to));
    if (to === ahead.length) afterId = ahead.org_id;
    return true;
  };
}

async function matchAccount({ db, clock }: { db: Db; clock: Clock }): Promise<boolean> {
  return db.transaction(async (tx) => {
    const found = await takeUnmatched(tx);
    if (found === undefined) return false;
    const { account, hasNewLines } = found;
    const at = clock.now();
    await planByKey(tx);
    const slices = await openSlices(tx, account);
    const postings = await matchOpen(tx, account, slices, await readMaxFeeBps(tx, account));
    await resolveMatched(tx, account, at);
    await writeExceptions(tx, slices, at);
    if (hasNewLines) await reportMissing(tx, account, at);
    await finishImports(tx, account, at);
    await markMatched(tx, account, true);
    await postSettlement(tx, postings, at);
    return true;
  });
}

async function matchOpen(tx: Tx, account: string, slices: readonly Slice[], maxFeeBps: number) {
  const differences: Difference[] = [];
  for (const pass of PASSES)
    for (const slice of slices)
      for (const one of await runPass(tx, pass, slice, maxFeeBps)) {
        const { currency, from_currency, fee, difference, gross, amount } = one;
        const cost = Money.fromDatabase(difference, currency).minus(Money.fromDatabase(fee, currency));
        differences.push({ to: "costs", amount: cost });
        // Settles the movement in its own currency, and books the converted amount in the other.
        if (from_currency !== null)
          differences.push(
            { to: "fx", amount: Money.fromDatabase(amount, from_currency).negate() },
            { to: "fx", amount: Money.fromDatabase(gross, currency) },
          );
      }
  return [{ cause: `${newId()}:matched`, description: `Costs of ${account}`, account, differences }];
}
