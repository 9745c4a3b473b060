/**
 * Names of operations that left memory, with the offset of their last journal line: 16 bytes an entry in typed arrays,
 * where a Map of strings would take about 150. Only a 53-bit hash is kept, so `candidates` may return another
 * operation's offset, and its caller compares the line's own key. In parts, so that growing one never stops for long.
 */
const PARTS = 64;
const FIRST_CAPACITY = 256;
const MAX_LOAD = 0.7;
const EMPTY = -1;

type Part = { hashes: Float64Array; offsets: Float64Array; size: number };

function newPart(capacity: number): Part {
  return { hashes: new Float64Array(capacity), offsets: new Float64Array(capacity).fill(EMPTY), size: 0 };
}

/** Two 32-bit multiplicative hashes joined to the 53 bits that a double holds exactly. */
function hashOf(name: string): number {
  let high = 0x9e3779b9;
  let low = 0x85ebca6b;
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (high & 0x1fffff) * 0x1_0000_0000 + (low >>> 0);
}

export class OffsetIndex {
  readonly #parts: Part[] = Array.from({ length: PARTS }, () => newPart(FIRST_CAPACITY));

  get size(): number {
    return this.#parts.reduce((sum, part) => sum + part.size, 0);
  }

  /** `previous`: the former offset of this name, which the new one replaces. */
  put(name: string, offset: number, previous: number | null): void {
    const hash = hashOf(name);
    const part = this.#parts[hash % PARTS]!;
    if (previous !== null) {
      const slot = findSlot(part, hash, (place) => place === previous);
      if (part.offsets[slot] === previous) {
        part.offsets[slot] = offset;
        return;
      }
    }
    insert(part, hash, offset);
    if (part.size > part.hashes.length * MAX_LOAD) this.#parts[hash % PARTS] = grown(part);
  }

  candidates(name: string): number[] {
    const hash = hashOf(name);
    const found: number[] = [];
    findSlot(this.#parts[hash % PARTS]!, hash, (place) => {
      found.push(place);
      return false;
    });
    return found;
  }
}

/** The slot of the first entry of this hash that `matches`, or the empty one where the search ended. */
function findSlot(part: Part, hash: number, matches: (offset: number) => boolean): number {
  const mask = part.hashes.length - 1;
  let slot = Math.floor(hash / PARTS) & mask;
  while (part.offsets[slot] !== EMPTY && !(part.hashes[slot] === hash && matches(part.offsets[slot]!)))
    slot = (slot + 1) & mask;
  return slot;
}

function insert(part: Part, hash: number, offset: number): void {
  const slot = findSlot(part, hash, () => false);
  part.hashes[slot] = hash;
  part.offsets[slot] = offset;
  part.size += 1;
}

function grown(part: Part): Part {
  const larger = newPart(part.hashes.length * 2);
  for (let slot = 0; slot < part.hashes.length; slot++) {
    if (part.offsets[slot] !== EMPTY) insert(larger, part.hashes[slot]!, part.offsets[slot]!);
  }
  return larger;
}
