import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createBeginInTurn } from "./begin-in-turn.ts";

describe("work that begins in turns", () => {
  it("begins at once while few do", () => {
    const begin = createBeginInTurn(3);
    const begun: number[] = [];
    for (let i = 0; i < 3; i++) begin(() => begun.push(i));
    expect(begun).toEqual([0, 1, 2]);
  });

  it("leaves the rest to the next turns of the event loop, in order", async () => {
    const begin = createBeginInTurn(3);
    const begun: number[] = [];
    for (let i = 0; i < 8; i++) begin(() => begun.push(i));
    const counts: number[] = [];
    for (let turn = 0; turn < 4; turn++) {
      counts.push(begun.length);
      await nextTurn();
    }
    expect(counts).toEqual([3, 6, 8, 8]);
    expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it("keeps its place before whatever comes while it waits", async () => {
    const begin = createBeginInTurn(2);
    const begun: string[] = [];
    for (const name of ["a", "b", "c", "d", "e"]) begin(() => begun.push(name));
    await nextTurn();
    begin(() => begun.push("late"));
    expect(begun).toEqual(["a", "b", "c", "d"]);
    await nextTurn();
    expect(begun).toEqual(["a", "b", "c", "d", "e", "late"]);
  });
});
