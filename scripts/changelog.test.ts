import { expect, test } from "vitest";
import { mayFollow, notesOf, releaseChangelog } from "./changelog.ts";

const TEXT = "# Changelog\n\n## Unreleased\n\n- Something new.\n\n## 1.0.0 (2026-01-05)\n\n- First.\n";

test("a release takes what is unreleased, and its notes are that section", () => {
  const released = releaseChangelog(TEXT, "1.1.0", "2026-02-01");
  expect(released).toBe(
    "# Changelog\n\n## Unreleased\n\n## 1.1.0 (2026-02-01)\n\n- Something new.\n\n## 1.0.0 (2026-01-05)\n\n- First.\n",
  );
  expect([notesOf(released, "1.1.0"), notesOf(released, "Unreleased"), notesOf(released, "9.9.9")]).toEqual([
    "- Something new.",
    "",
    "",
  ]);
});

test("a release without news, or of a version that is there, is refused", () => {
  const released = releaseChangelog(TEXT, "1.1.0", "2026-02-01");
  expect(() => releaseChangelog(released, "1.2.0", "2026-03-01")).toThrow("says nothing");
  expect(() => releaseChangelog(TEXT, "1.0.0", "2026-03-01")).toThrow("already has");
});

test("a version is followed by the next patch, minor or major one", () => {
  expect(["1.2.4", "1.3.0", "2.0.0"].map((next) => mayFollow("1.2.3", next))).toEqual([true, true, true]);
  expect(["1.2.3", "1.2.5", "1.4.0", "2.1.0", "0.9.0"].map((next) => mayFollow("1.2.3", next))).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});
