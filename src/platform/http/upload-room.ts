/**
 * The body bytes that may be in flight at once. A client may hold no more than what is left for all others: one slow sender fills half of the room, two fill
 * two thirds, and some is always left for the next. A client's only body may take all that is left. A fixed share per client was rejected: to help against many
 * addresses it would have to be small, and then one honest client with chunked bodies, which count as the maximum, could send only a few at once on an idle
 * server.
 */
export type UploadRoom = {
  hasRoomFor(client: string, bytes: number): boolean;
  take(client: string, bytes: number): void;
  /** Once for each `take`. */
  giveBack(client: string, bytes: number): void;
};

export function createUploadRoom(maxBytes: number): UploadRoom {
  let free = maxBytes;
  const heldBy = new Map<string, number>();
  return {
    hasRoomFor(client, bytes) {
      const held = heldBy.get(client) ?? 0;
      return bytes <= free && (held === 0 || held + bytes <= free - bytes);
    },
    take(client, bytes) {
      if (bytes === 0) return;
      free -= bytes;
      heldBy.set(client, (heldBy.get(client) ?? 0) + bytes);
    },
    giveBack(client, bytes) {
      if (bytes === 0) return;
      free += bytes;
      const left = heldBy.get(client)! - bytes;
      if (left === 0) heldBy.delete(client);
      else heldBy.set(client, left);
    },
  };
}
