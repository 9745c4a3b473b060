import { describe, expect, it } from "vitest";
import { createSharedRoom } from "./shared-room.ts";

/** Takes one after the other until there is no room, and returns how many were. */
function fill(room: ReturnType<typeof createSharedRoom>, client: string): number {
  let taken = 0;
  for (; room.hasRoomFor(client, 1); taken++) room.take(client, 1);
  return taken;
}

describe("what clients hold of a shared room", () => {
  it("is half of it for one client at most, and each further client still finds some", () => {
    const room = createSharedRoom(64);
    expect([fill(room, "a"), fill(room, "b"), fill(room, "c")]).toEqual([32, 16, 8]);
    expect(room.hasRoomFor("d", 1)).toBe(true);
  });

  it("may be all of it if it is a single thing", () => {
    const room = createSharedRoom(64);
    expect(room.hasRoomFor("a", 64)).toBe(true);
    expect(room.hasRoomFor("a", 65)).toBe(false);
    room.take("a", 64);
    expect([room.hasRoomFor("b", 1), room.hasRoomFor("b", 0)]).toEqual([false, true]);
    room.giveBack("a", 64);
    expect(room.hasRoomFor("b", 64)).toBe(true);
  });

  it("is free again when it is given back", () => {
    const room = createSharedRoom(64);
    for (let i = 0; i < 32; i++) room.take("a", 1);
    expect(room.hasRoomFor("a", 1)).toBe(false);
    for (let i = 0; i < 32; i++) room.giveBack("a", 1);
    expect(fill(room, "a")).toBe(32);
  });

  it("is not needed by requests without a body, of which one client may have several", () => {
    const room = createSharedRoom(64);
    for (let i = 0; i < 2; i++) room.take("a", 0);
    for (let i = 0; i < 2; i++) room.giveBack("a", 0);
    expect(fill(room, "a")).toBe(32);
  });
});
