/**
 * Turns of queues that write to one server (combine.ts), so that several cells write as large batches, and as few at
 * once, as one cell would. The queue whose oldest call has waited longest is next. A queue waits for others for
 * MAX_TURN_MS at most: a longer batch may wait for a lock of its own cell, and must not hold up another.
 */
export type Turns = {
  inFlight: number;
  join(member: Member): void;
  waiting(): number;
  next(): void;
  nextLater(): void;
};

type Member = {
  waiting(): number;
  /** Of the oldest waiting call; only called while one waits. */
  sinceMs(): number;
  begin(): void;
};

export const MAX_TURN_MS = 50;

export function createTurns(): Turns {
  const members: Member[] = [];
  let isTimed = false;

  const turns: Turns = {
    inFlight: 0,
    join: (member) => void members.push(member),
    waiting: () => members.reduce((sum, member) => sum + member.waiting(), 0),
    next() {
      if (members.length === 1) return members[0]!.begin();
      const waiting = members
        .filter((member) => member.waiting() > 0)
        .toSorted((one, other) => one.sinceMs() - other.sinceMs());
      for (const member of waiting) member.begin();
    },
    nextLater() {
      if (isTimed || members.length === 1) return;
      isTimed = true;
      setTimeout(() => {
        isTimed = false;
        turns.next();
        if (turns.waiting() > 0) turns.nextLater();
      }, MAX_TURN_MS);
    },
  };
  return turns;
}

/** The turns for a queue name: all queues of that name take turns. */
export type TurnsOf = (queue: string) => Turns;

export function createTurnsOf(): TurnsOf {
  const byName = new Map<string, Turns>();
  return (queue) => {
    if (!byName.has(queue)) byName.set(queue, createTurns());
    return byName.get(queue)!;
  };
}
