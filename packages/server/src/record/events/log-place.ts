/**
 * The position of a reader of the log, oldest first. There are two ways to read:
 *
 *   by time      a list by `created_at`; it ends early enough that little can still be inserted before its end
 *   by position  in the order of transactions, for following the log: nothing is ever inserted before it
 *
 * A walk by time remembers how it began: `followFrom` is a position below everything that the walk will not show. A
 * reader at the end continues from there by position, sees some events again, and misses none.
 */
export type Position = { readonly position: string; readonly eventId: string };
type TimeKey = { readonly createdAt: Date; readonly eventId: string };
export type Beginning = { readonly settledBefore: Date; readonly followFrom: Position };
/** `began` is null at the beginning itself, and in cursors of versions that had none. */
export type LogPlace =
  | { readonly by: "time"; readonly after: TimeKey | null; readonly began: Beginning | null }
  | { readonly by: "position"; readonly after: Position };

const BY_POSITION = "position";
const TIME_AND_BEGINNING_PARTS = 5;

/** Cursors are signed, so their content was written here. */
export function readPlace(parts: readonly string[] | null): LogPlace {
  if (parts === null) return { by: "time", after: null, began: null };
  if (parts[0] === BY_POSITION) return { by: "position", after: { position: parts[1]!, eventId: parts[2]! } };
  const after = { createdAt: new Date(parts[0]!), eventId: parts[1]! };
  if (parts.length < TIME_AND_BEGINNING_PARTS) return { by: "time", after, began: null };
  const followFrom = { position: parts[3]!, eventId: parts[4]! };
  return { by: "time", after, began: { settledBefore: new Date(parts[2]!), followFrom } };
}

export function positionParts({ position, eventId }: Position): string[] {
  return [BY_POSITION, position, eventId];
}

export function timeParts({ createdAt, eventId }: TimeKey, { settledBefore, followFrom }: Beginning): string[] {
  return [createdAt.toISOString(), eventId, settledBefore.toISOString(), followFrom.position, followFrom.eventId];
}

export function isBehind(a: Position, b: Position): boolean {
  return a.position === b.position ? a.eventId < b.eventId : BigInt(a.position) < BigInt(b.position);
}
