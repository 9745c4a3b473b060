import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { publishBuild, readBuildRecord } from "../scripts/publish-web.ts";

const DAY_MS = 24 * 3_600_000;
const START_MS = Date.parse("2026-01-01T00:00:00Z");

describe("a new build of the pages", () => {
  let directory: string;
  let builds = 0;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "corridor-publish-"));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const output = () => join(directory, "output");

  function publish(day: number, assets: readonly string[]): void {
    const from = join(directory, `build-${++builds}`);
    mkdirSync(join(from, "dashboard", "assets"), { recursive: true });
    for (const name of assets) writeFileSync(join(from, "dashboard", "assets", name), name);
    writeFileSync(join(from, "dashboard", "index.html"), assets.join());
    publishBuild({
      from,
      to: output(),
      sites: ["dashboard"],
      record: { sourceHash: String(day), firstLoadBytes: {} },
      now: new Date(START_MS + day * DAY_MS),
    });
  }
  const assets = () => readdirSync(join(output(), "dashboard", "assets")).toSorted();

  test("leaves the files of the one before for tabs that are still open", () => {
    publish(0, ["main-a.js", "shared.css"]);
    publish(1, ["main-b.js", "shared.css"]);
    expect(assets()).toEqual(["main-a.js", "main-b.js", "shared.css"]);
    expect(readFileSync(join(output(), "dashboard", "index.html"), "utf8")).toBe("main-b.js,shared.css");
    expect(readBuildRecord(output())).toMatchObject({
      sourceHash: "1",
      superseded: { "dashboard/assets/main-a.js": "2026-01-02T00:00:00.000Z" },
    });
  });

  test("removes them after a week, counted from the build that first did without them", () => {
    publish(0, ["main-a.js"]);
    publish(6, ["main-b.js"]);
    publish(12, ["main-c.js"]);
    expect(assets()).toEqual(["main-a.js", "main-b.js", "main-c.js"]);
    publish(14, ["main-d.js"]);
    expect(assets()).toEqual(["main-b.js", "main-c.js", "main-d.js"]);
  });

  test("keeps a file that it needs again, however old", () => {
    publish(0, ["main-a.js"]);
    publish(1, ["main-b.js"]);
    publish(20, ["main-a.js"]);
    expect(assets()).toEqual(["main-a.js", "main-b.js"]);
    publish(21, ["main-c.js"]);
    expect(readBuildRecord(output())?.superseded).toEqual({
      "dashboard/assets/main-a.js": "2026-01-22T00:00:00.000Z",
      "dashboard/assets/main-b.js": "2026-01-21T00:00:00.000Z",
    });
  });
});
