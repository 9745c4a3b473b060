import { expect, test } from "vitest";
import { drawBar } from "./progress-bar.ts";

test("a bar shows how far the work is, and 100 percent only when it has ended, however low the estimate was", () => {
  expect(drawBar("Backup", { done: 0, total: 0 }, 1_200)).toBe("Backup  1 s");
  expect(drawBar("Backup", { done: 50, total: 100 }, 65_000)).toBe(
    `Backup  [${"#".repeat(15)}${"-".repeat(15)}] 50%  65 s`,
  );
  expect(drawBar("Backup", { done: 150, total: 100 }, 0)).toBe(`Backup  [${"#".repeat(30)}] 99%  0 s`);
});
