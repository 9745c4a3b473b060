import { appendEvents } from "@corridor/server/record/webhooks/append-events.ts";
import type { NewEvent } from "@corridor/server/record/events/write-events.ts";
import type { Db } from "@corridor/server/kernel/db/client.ts";
import { newId } from "@corridor/base/ids.ts";
import { seededRandom } from "../ledger/random-operations.ts";

/**
 * Proves that the event log can be followed without loss. Writers append events in transactions that stall at random,
 * before and after they have written, while others commit. Some roll back, and events have times minutes or an hour in
 * the past, or in the future. Meanwhile followers read: one from the beginning, one that joins midway and first reads
 * existing events by time, and one that reads a single type. In the end each must have seen every committed event and
 * no other. A stall lasts for a number of commits by others, not for a time, because the test is about the order of
 * commits, on any machine.
 */
export type LogPage = {
  readonly events: readonly { event_id: string; event_type: string }[];
  readonly nextCursor: string | null;
  readonly followKey: string;
};
export type ReadPage = (query: { type: string | null; cursor: string | null }) => Promise<LogPage>;

export type FollowProof = {
  readonly committed: number;
  readonly rolledBack: number;
  readonly transactions: number;
  readonly stalls: number;
  readonly seconds: number;
  readonly followers: readonly {
    readonly name: string;
    readonly pages: number;
    readonly repeated: number;
    readonly missed: number;
    readonly foreign: number;
  }[];
};

export type ProofOptions = {
  readonly db: Db;
  readonly orgId: string;
  readonly readPage: ReadPage;
  readonly events: number;
  readonly writers: number;
  readonly seed: number;
  readonly onProgress?: (committed: number) => void;
};

const MAX_EVENTS_EACH = 40;
const MAX_STALL_COMMITS = 60;
const RARE_TYPE = "kyb.approved";
const RARE_SHARE = 0.01;
const HOUR_MS = 60 * 60_000;
const IDLE_SESSION_ENDED = "25P03";
const PROGRESS_EVERY = 100_000;
/**
 * Other databases of the server may delay the horizon for a moment. A follower that gets nothing for this long will get
 * nothing more.
 */
const GIVE_UP_MS = 30_000;

export async function proveFollowing(options: ProofOptions): Promise<FollowProof> {
  const beganMs = performance.now();
  const random = seededRandom(options.seed);
  const board = createStallBoard(options.writers);
  const committed = new Map<string, string>();
  let rare = 0;
  const totals = { rolledBack: 0, transactions: 0 };
  const writing = { isOver: false };
  const isMidway = Promise.withResolvers<void>();

  /**
   * A writer that fails leaves as well: the others would wait for its commits for ever, and its failure would never be
   * seen.
   */
  const writeAndLeave = (): Promise<void> => write().finally(() => board.noteLeft());

  async function write(): Promise<void> {
    while (committed.size < options.events) {
      const events = Array.from({ length: 1 + Math.floor(random() * MAX_EVENTS_EACH) }, () =>
        randomEvent(options.orgId, random),
      );
      const plan = {
        stallFirst: random() < 0.05,
        stallBetween: random() < 0.05,
        stallLast: random() < 0.1,
        fails: random() < 0.02,
      };
      try {
        const ids = await options.db.transaction(async (tx) => {
          if (plan.stallFirst) await board.stall(random() * MAX_STALL_COMMITS);
          const half = events.length >> 1;
          const first = await appendEvents(tx, events.slice(0, half));
          if (plan.stallBetween) await board.stall(random() * MAX_STALL_COMMITS);
          const second = await appendEvents(tx, events.slice(half));
          if (plan.stallLast) await board.stall(random() * MAX_STALL_COMMITS);
          if (plan.fails) throw new Error("rolled back on purpose");
          return [...first, ...second];
        });
        const before = committed.size;
        for (const [index, id] of ids.entries()) committed.set(id, events[index]!.type);
        rare += events.filter(({ type }) => type === RARE_TYPE).length;
        if (Math.floor(before / PROGRESS_EVERY) < Math.floor(committed.size / PROGRESS_EVERY))
          options.onProgress?.(committed.size);
        if (committed.size >= options.events / 2) isMidway.resolve();
      } catch (error) {
        if (!plan.fails && !isSessionEnded(error)) throw error;
        totals.rolledBack += events.length;
      }
      totals.transactions += 1;
      board.noteCommit();
    }
  }

  async function follow(
    name: string,
    type: string | null,
    started: Promise<void>,
  ): Promise<FollowProof["followers"][number]> {
    await started;
    const seen = new Set<string>();
    const counts = { pages: 0, repeated: 0, foreign: 0 };
    const expected = (): number => (type === null ? committed.size : rare);
    let cursor: string | null = null;
    let gotMs = performance.now();
    while (!(writing.isOver && seen.size >= expected()) && performance.now() - gotMs < GIVE_UP_MS) {
      const page: LogPage = await options.readPage({ type, cursor });
      counts.pages += 1;
      for (const { event_id, event_type } of page.events) {
        if (seen.has(event_id)) counts.repeated += 1;
        if (type !== null && event_type !== type) counts.foreign += 1;
        seen.add(event_id);
      }
      if (page.events.length > 0 || !writing.isOver) gotMs = performance.now();
      cursor = page.nextCursor ?? page.followKey;
    }
    const wanted = [...committed].filter(([, each]) => type === null || each === type).map(([id]) => id);
    for (const id of seen) if (!committed.has(id)) counts.foreign += 1;
    return { name, ...counts, missed: wanted.filter((id) => !seen.has(id)).length };
  }

  const followers = [
    follow("from the beginning", null, Promise.resolve()),
    follow("from the middle", null, isMidway.promise),
    follow(`of ${RARE_TYPE} only`, RARE_TYPE, Promise.resolve()),
  ];
  await Promise.all(Array.from({ length: options.writers }, writeAndLeave));
  writing.isOver = true;
  const results = await Promise.all(followers);
  return {
    committed: committed.size,
    ...totals,
    stalls: board.stalls(),
    seconds: (performance.now() - beganMs) / 1_000,
    followers: results,
  };
}

/**
 * On a very slow machine the server ends a session that stalls, which rolls its transaction back. The next statement
 * then says so, or that its connection is gone: it was not sent.
 */
function isSessionEnded(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: unknown };
  return code === IDLE_SESSION_ENDED || (cause instanceof Error && cause.message.endsWith("is not queryable"));
}

function randomEvent(orgId: string, random: () => number): NewEvent {
  const lateMs = random() < 0.02 ? HOUR_MS : random() * 60_000;
  const at = new Date(Date.now() - lateMs + (random() < 0.01 ? HOUR_MS : 0));
  const type = random() < RARE_SHARE ? RARE_TYPE : "transaction.updated";
  return { orgId, type, resourceType: "payment", resourceId: newId(), sequence: 1, data: {}, at };
}

/**
 * Writers wait here until enough other writers have committed. When all remaining writers wait, the first one
 * continues.
 */
function createStallBoard(writers: number): {
  stall(commits: number): Promise<void>;
  noteCommit(): void;
  noteLeft(): void;
  stalls(): number;
} {
  let active = writers;
  let stalls = 0;
  const waiting: { left: number; resume(): void }[] = [];

  function resumeIfAllWait(): void {
    if (waiting.length > 0 && waiting.length >= active) waiting.shift()!.resume();
  }

  return {
    stall(commits) {
      stalls += 1;
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ left: commits, resume: resolve });
      resumeIfAllWait();
      return promise;
    },
    noteCommit() {
      for (const each of waiting) each.left -= 1;
      for (let i = waiting.length - 1; i >= 0; i--) if (waiting[i]!.left <= 0) waiting.splice(i, 1)[0]!.resume();
    },
    noteLeft() {
      active -= 1;
      resumeIfAllWait();
    },
    stalls: () => stalls,
  };
}
