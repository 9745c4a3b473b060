import { expect, test } from "vitest";
import { mayFollow, notesOf, releaseChangelog, withVersion } from "./changelog.ts";

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

test("a version is followed by the next patch, minor or major one, and the first one by itself", () => {
  const mayBe = (next: string, current = "1.2.3"): boolean => mayFollow(TEXT, current, next);
  expect(["1.2.4", "1.3.0", "2.0.0", "1.2.3"].map((next) => mayBe(next))).toEqual([true, true, true, true]);
  expect(["1.2.5", "1.4.0", "2.1.0", "0.9.0"].map((next) => mayBe(next))).toEqual([false, false, false, false]);
  expect(mayBe("1.0.0", "1.0.0")).toBe(false);
});

test("all packages of the repository get the new version, and name each other by it", () => {
  const text =
    '{\n  "name": "one",\n  "version": "1.0.0",\n  "dependencies": {\n    "@corridor/base": "1.0.0",\n    "pg": "1.0.0"\n  }\n}\n';
  expect(JSON.parse(withVersion(text, "1.1.0"))).toEqual({
    name: "one",
    version: "1.1.0",
    dependencies: { "@corridor/base": "1.1.0", pg: "1.0.0" },
  });
});
