/**
 * Bytes of bodies, connections: no client may hold more than is left for all others. One that releases nothing holds
 * half, two hold two thirds, and some is always left; a client's only unit may take all that is left. A fixed share was
 * rejected: it would have to be small to withstand many addresses, and one honest client with chunked bodies, which
 * count as the longest, could send only a few at once while nobody else sends anything.
 */
export type SharedRoom = ReturnType<typeof createSharedRoom>;

export function createSharedRoom(size: number) {
  let free = size;
  const heldBy = new Map<string, number>();
  return {
    hasRoomFor(client: string, amount: number): boolean {
      const held = heldBy.get(client) ?? 0;
      return amount <= free && (held === 0 || held + amount <= free - amount);
    },
    take(client: string, amount: number): void {
      if (amount === 0) return;
      free -= amount;
      heldBy.set(client, (heldBy.get(client) ?? 0) + amount);
    },
    /** Must be called once for each `take`. */
    giveBack(client: string, amount: number): void {
      if (amount === 0) return;
      free += amount;
      const left = heldBy.get(client)! - amount;
      if (left === 0) heldBy.delete(client);
      else heldBy.set(client, left);
    },
  };
}
