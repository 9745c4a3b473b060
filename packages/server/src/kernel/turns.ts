/**
 * Turns of queues that write to one server (combine.ts), so that several cells write as large batches, and as few at
 * once, as one cell would. The queue whose oldest call has waited longest is next. A batch that takes longer than
 * MAX_TURN_MS may wait for a lock of its own, and must not hold up the others.
 */
export type Turns = ReturnType<typeof createTurns>;

type Member = {
  waiting(): number;
  /** Of the oldest waiting call; only called while one waits. */
  sinceMs(): number;
  begin(): void;
};

export const MAX_TURN_MS = 50;

export function createTurns() {
  const members: Member[] = [];
  return {
    inFlight: 0,
    join: (member: Member): void => void members.push(member),
    waiting: (): number => members.reduce((sum, member) => sum + member.waiting(), 0),
    next(): void {
      if (members.length === 1) return members[0]!.begin();
      const waiting = members
        .filter((member) => member.waiting() > 0)
        .toSorted((one, other) => one.sinceMs() - other.sinceMs());
      for (const member of waiting) member.begin();
    },
  };
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
