import type { Clock } from "@corridor/base/clock.ts";
import { newId } from "@corridor/base/ids.ts";
import type { CellsInUse } from "#src/kernel/db/cells-in-use.ts";
import type { Db, Queryable, Reader } from "#src/kernel/db/client.ts";
import { idsOfDates } from "#src/kernel/db/ids-of-dates.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import { tagsOfOrganizations } from "#src/parties/organizations/index.ts";
import { compileProgram, costsOfNow } from "#src/pricing/routing/index.ts";
import type { Backtest } from "./backtest.ts";
import { DATED, noteProgress, type PastRow, readPast, takeBacktest } from "./queries.ts";
import { createReplay, type Replay } from "./replay.ts";

/**
 * One page a run. The sums stay in memory, and the row says who works on it: if this process ends, another begins anew
 * when the claim has run out. While a page is counted, the next one is read.
 */
const INTERVAL_MS = 2_000;
const PAGE_ROWS = 2_000;
const CLAIM_MS = 60_000;

type JobDeps = {
  db: Db;
  providers: Parameters<typeof costsOfNow>[1];
  reads: Reader;
  cells: Pick<CellsInUse, "every" | "each">;
  clock: Clock;
};
type Work = { claim: string; one: Backtest; from: Queryable; last: string; replay: Replay; page: Promise<PastRow[]> };

export function backtestsJob(deps: JobDeps): Job {
  let work: Work | null = null;
  return {
    name: "backtests",
    intervalMs: INTERVAL_MS,
    async runOnce() {
      const current = work ?? (await begin(deps));
      work = null;
      if (current === null) return 0;
      work = await goOn(deps, current);
      return 1;
    },
  };
}

const claimedUntil = (clock: Clock): Date => new Date(clock.now().getTime() + CLAIM_MS);

async function begin({ db, providers, reads, cells, clock }: JobDeps): Promise<Work | null> {
  const claim = newId();
  const one = await takeBacktest(db, claim, claimedUntil(clock), clock.now());
  if (one?.status !== "running") return null;
  const from = cells.each().length === 1 ? reads : cells.every;
  const ids = await idsOfDates(from, DATED, { from: one.date_from, to: one.date_to }, one.org_id);
  const replay = createReplay(
    compileProgram(one.program),
    await costsOfNow(db, providers),
    await tagsOfOrganizations(from),
  );
  return { claim, one, from, last: ids.last, replay, page: readPage(from, one, ids.first, ids.last) };
}

function readPage(from: Queryable, { org_id }: Backtest, after: string, last: string): Promise<PastRow[]> {
  const page = readPast(from, org_id, after, last, PAGE_ROWS);
  page.catch(() => undefined); // Whoever waits for the page gets its error.
  return page;
}

/** Null when there is nothing more to do. */
async function goOn({ db, clock }: JobDeps, work: Work): Promise<Work | null> {
  const { one, replay, from, last } = work;
  const rows = await work.page;
  const end = rows.at(-1);
  const isLast = rows.length < PAGE_ROWS;
  const page = isLast ? Promise.resolve([]) : readPage(from, one, end!.payment_id, last);
  const ofDates = rows.filter(({ created_at: at }) => at >= one.date_from && at < one.date_to);
  for (const row of ofDates) replay.add(row);
  const [fromMs, toMs] = [one.date_from.getTime(), one.date_to.getTime()];
  const doneMs = (end?.created_at.getTime() ?? toMs) - fromMs;
  const after: Backtest = {
    ...one,
    payments: one.payments + ofDates.length,
    progress: isLast ? 100 : Math.min(Math.max(Math.floor((100 * doneMs) / (toMs - fromMs)), one.progress), 99),
    ...(isLast ? { result: replay.finish(), finished_at: clock.now() } : {}),
  };
  const isOurs = await noteProgress(db, work.claim, after, claimedUntil(clock));
  return isLast || !isOurs ? null : { ...work, one: after, page };
}
