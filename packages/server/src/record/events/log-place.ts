/**
 * The position of a reader of the log, oldest first. There are two ways to read:
 *
 *   by id        a list, as ids were made; it ends early enough that little can still be inserted before its end
 *   by position  in the order of transactions, for following the log: nothing is ever inserted before it
 *
 * A walk by id remembers how it began: `followFrom` is a position below everything that the walk will not show. A
 * reader at the end continues from there by position, sees some events again, and misses none.
 */
export type Position = { readonly position: string; readonly eventId: string };
export type Beginning = { readonly settledBefore: Date; readonly followFrom: Position };
/** `began` is null at the beginning itself, and newest first. */
export type LogPlace =
  | { readonly by: "id"; readonly after: string | null; readonly began: Beginning | null }
  | { readonly by: "position"; readonly after: Position };

const BY_POSITION = "position";

/** Cursors are signed, so their content was written here. */
export function readPlace(parts: readonly string[] | null): LogPlace {
  if (parts === null) return { by: "id", after: null, began: null };
  if (parts[0] === BY_POSITION) return { by: "position", after: { position: parts[1]!, eventId: parts[2]! } };
  const [after, settledBefore, position, eventId] = parts as [string, string?, string?, string?];
  if (settledBefore === undefined) return { by: "id", after, began: null };
  const followFrom = { position: position!, eventId: eventId! };
  return { by: "id", after, began: { settledBefore: new Date(settledBefore), followFrom } };
}

export function positionParts({ position, eventId }: Position): string[] {
  return [BY_POSITION, position, eventId];
}

export function idParts(eventId: string, { settledBefore, followFrom }: Beginning): string[] {
  return [eventId, settledBefore.toISOString(), followFrom.position, followFrom.eventId];
}

export function isBehind(a: Position, b: Position): boolean {
  return a.position === b.position ? a.eventId < b.eventId : BigInt(a.position) < BigInt(b.position);
}
