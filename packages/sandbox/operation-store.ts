import { type Journal, JournalBroken } from "./journal.ts";
import { OffsetIndex } from "./offset-index.ts";
import type { Due, Notice, Operation } from "./operation.ts";

/**
 * The journal is the truth; memory holds the most recently changed operations and those with callbacks to send. The
 * others are found through the index and read back from their last line.
 *
 * Lines: {"accept": operation}  {"update": operation}  {"told": [{key, number}]} for callbacks delivered or given up.
 */
const MAX_IN_MEMORY = 20_000;
/** Evicted at a time. A Map steps over all deleted entries to find its first: 28 microseconds, one by one. */
const LEAVING_SHARE = 1 / 20;
const CHECKPOINT_BYTES = 1024 * 1024;

const ACCEPT_PREFIX = '{"accept":';
const UPDATE_PREFIX = '{"update":';
const TOLD_PREFIX = '{"told":';
const PREFIX_LENGTH = ACCEPT_PREFIX.length;

/**
 * A line's first fields. A restart reads only these of most lines, several times faster; the rest is read on demand.
 * Quotes inside of JSON texts are escaped, so the next field's name cannot occur among them.
 */
type Header = Pick<Operation, "key" | "aliases" | "acceptedAtMs" | "due" | "notices">;
const AFTER_HEADER = ',"kind":';

/** Whole or only its header, with the offset of its last line and the offset that the index still has for it. */
type Held = ({ isWhole: true; state: Operation } | { isWhole: false; state: Header }) & {
  offset: number;
  indexedAt: number | null;
};

export class OperationStore {
  readonly #journal: Journal;
  readonly #maxInMemory: number;
  /** Operations in the order of their last change; the first is evicted next. */
  readonly #held = new Map<string, Held>();
  readonly #aliases = new Map<string, string>();
  readonly #index = new OffsetIndex();
  /** Every operation before `offset` was accepted at or before `latestMs`. Lets `since` skip most of a long journal. */
  readonly #checkpoints: { offset: number; latestMs: number }[] = [];
  #latestMs = Number.NEGATIVE_INFINITY;
  #accepted = 0;

  constructor(journal: Journal, maxInMemory = MAX_IN_MEMORY) {
    this.#journal = journal;
    this.#maxInMemory = maxInMemory;
  }

  get acceptedCount(): number {
    return this.#accepted;
  }

  get heldCount(): number {
    return this.#held.size;
  }

  /** Reads the journal back. Returns the steps that are still due, and the operations with callbacks to send. */
  restore(): { due: ReadonlyMap<string, readonly Due[]>; untold: readonly Operation[] } {
    const due = new Map<string, readonly Due[]>();
    const end = this.#journal.scan(0, (bytes, offset) => {
      const prefix = bytes.toString("latin1", 0, PREFIX_LENGTH);
      if (prefix.startsWith(TOLD_PREFIX)) {
        this.#forgetTold(parseLine(bytes.toString("utf8"), offset) as ToldLine);
        return;
      }
      const header = bytes.toString("utf8", PREFIX_LENGTH, bytes.indexOf(AFTER_HEADER));
      const state = parseLine(`${header}}`, offset) as Header;
      if (prefix === ACCEPT_PREFIX) this.#countAccepted(state, offset);
      if (state.due.length > 0) due.set(state.key, state.due);
      else due.delete(state.key);
      this.#hold({ isWhole: false, state, offset, indexedAt: this.#indexedAt(state.key) });
    });
    this.#journal.truncate(end);
    const untold = [...this.#held.values()].filter(({ state }) => state.notices.length > 0);
    return { due, untold: untold.map((held) => this.#whole(held)) };
  }

  #forgetTold({ told }: ToldLine): void {
    for (const { key, number } of told) {
      const state = this.#held.get(key)?.state;
      if (state !== undefined) state.notices = state.notices.filter((notice) => notice.number !== number);
    }
  }

  accept(operation: Operation): void {
    const offset = this.#journal.append(`${ACCEPT_PREFIX}${JSON.stringify(operation)}}`);
    this.#countAccepted(operation, offset);
    this.#hold({ isWhole: true, state: operation, offset, indexedAt: null });
  }

  update(operation: Operation): void {
    const offset = this.#journal.append(`${UPDATE_PREFIX}${JSON.stringify(operation)}}`);
    this.#hold({ isWhole: true, state: operation, offset, indexedAt: this.#indexedAt(operation.key) });
  }

  told(items: readonly { operation: Operation; notice: Notice }[]): void {
    if (items.length === 0) return;
    for (const { operation, notice } of items)
      operation.notices = operation.notices.filter((other) => other !== notice);
    this.#journal.append(
      JSON.stringify({ told: items.map(({ operation, notice }) => ({ key: operation.key, number: notice.number })) }),
    );
  }

  find(key: string): Operation | undefined {
    const held = this.#held.get(key);
    if (held !== undefined) return this.#whole(held);
    const found = this.#read(key, (operation) => operation.key === key);
    if (found === undefined) return undefined;
    this.#hold({ isWhole: true, state: found.operation, offset: found.offset, indexedAt: found.offset });
    return found.operation;
  }

  findByAlias(alias: string): Operation | undefined {
    const key = this.#aliases.get(alias);
    if (key !== undefined) return this.find(key);
    const found = this.#read(alias, (operation) => operation.aliases.includes(alias));
    return found === undefined ? undefined : this.find(found.operation.key);
  }

  durable(): Promise<void> {
    return this.#journal.durable();
  }

  get isWritable(): boolean {
    return this.#journal.isWritable;
  }

  /** Accepted operations in the order of acceptance, each in its current state. */
  list(options: { from: number; sinceMs: number; limit: number; wanted: (operation: Operation) => boolean }): {
    rows: Operation[];
    next: number | null;
  } {
    const rows: Operation[] = [];
    const start = Math.max(options.from, this.#skippableUntil(options.sinceMs));
    const next = this.#journal.scan(start, (bytes) => {
      if (bytes.toString("latin1", 0, ACCEPT_PREFIX.length) !== ACCEPT_PREFIX) return;
      const { accept } = JSON.parse(bytes.toString("utf8")) as { accept: Operation };
      if (accept.acceptedAtMs < options.sinceMs || !options.wanted(accept)) return;
      rows.push(this.#peek(accept.key) ?? accept);
      return rows.length === options.limit ? "stop" : undefined;
    });
    return { rows, next: next < this.#journal.end ? next : null };
  }

  isListPosition(offset: number): boolean {
    return this.#journal.isLineStart(offset);
  }

  /** Like `find`, but a long list must not evict operations in use. */
  #peek(key: string): Operation | undefined {
    const held = this.#held.get(key);
    return held !== undefined ? this.#whole(held) : this.#read(key, (operation) => operation.key === key)?.operation;
  }

  #whole(held: Held): Operation {
    if (held.isWhole) return held.state;
    const operation = operationOf(parseLine(this.#journal.readLine(held.offset), held.offset));
    // The journal line may be older than the last sent callback, so the callbacks in memory count.
    operation.notices = held.state.notices;
    Object.assign(held, { isWhole: true, state: operation });
    return operation;
  }

  #read(name: string, isIt: (operation: Operation) => boolean): { operation: Operation; offset: number } | undefined {
    for (const offset of this.#index.candidates(name)) {
      const operation = operationOf(parseLine(this.#journal.readLine(offset), offset));
      if (!isIt(operation)) continue;
      // Evicted only after all its callbacks were sent, which its last line in the journal does not show.
      operation.notices = [];
      return { operation, offset };
    }
    return undefined;
  }

  #indexedAt(key: string): number | null {
    const held = this.#held.get(key);
    return held !== undefined
      ? held.indexedAt
      : (this.#read(key, (operation) => operation.key === key)?.offset ?? null);
  }

  #hold(held: Held): void {
    const { key, aliases } = held.state;
    this.#held.delete(key);
    this.#held.set(key, held);
    for (const alias of aliases) this.#aliases.set(alias, key);
    if (this.#held.size > this.#maxInMemory * (1 + LEAVING_SHARE)) this.#letGo();
  }

  /** Evicts the operations that were changed least recently. Those with unsent callbacks go to the end of the queue. */
  #letGo(): void {
    const leaving = [...this.#held.entries().take(this.#held.size - this.#maxInMemory)];
    for (const [key, held] of leaving) {
      this.#held.delete(key);
      if (held.state.notices.length > 0) {
        this.#held.set(key, held);
        continue;
      }
      this.#index.put(key, held.offset, held.indexedAt);
      for (const alias of held.state.aliases) {
        this.#index.put(alias, held.offset, held.indexedAt);
        this.#aliases.delete(alias);
      }
    }
  }

  #countAccepted(operation: Header, offset: number): void {
    this.#accepted += 1;
    const last = this.#checkpoints.at(-1);
    if (offset - (last?.offset ?? 0) >= CHECKPOINT_BYTES) this.#checkpoints.push({ offset, latestMs: this.#latestMs });
    this.#latestMs = Math.max(this.#latestMs, operation.acceptedAtMs);
  }

  #skippableUntil(sinceMs: number): number {
    let low = 0;
    let high = this.#checkpoints.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#checkpoints[middle]!.latestMs < sinceMs) low = middle + 1;
      else high = middle;
    }
    return this.#checkpoints[low - 1]?.offset ?? 0;
  }
}

type ToldLine = { told: { key: string; number: number }[] };

function parseLine(text: string, offset: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new JournalBroken(`the journal is damaged at byte ${offset}; move the file away to start with an empty one`);
  }
}

function operationOf(line: unknown): Operation {
  const { accept, update } = line as { accept?: Operation; update?: Operation };
  return accept ?? update!;
}
