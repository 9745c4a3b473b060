import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import lockFile from "../package-lock.json" with { type: "json" };

test("a release lists every package that it is made of, with its version and license", () => {
  const listed = JSON.parse(
    execFileSync(process.execPath, ["scripts/release.ts", "--sbom"], { encoding: "utf8", maxBuffer: 100_000_000 }),
  ) as { bomFormat: string; components: { purl: string; licenses?: unknown[] }[] };
  expect(listed.bomFormat).toBe("CycloneDX");
  const packages = new Map(listed.components.map((one) => [decodeURIComponent(one.purl), one]));
  const installed = Object.entries(lockFile.packages).filter(
    ([path, one]) => path.startsWith("node_modules/") && !("dev" in one) && !("optional" in one) && !("link" in one),
  );
  const missing = installed.filter(([path, one]) => {
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const found = packages.get(`pkg:npm/${name}@${(one as { version?: string }).version}`);
    return found?.licenses === undefined;
  });
  expect(installed.length).toBeGreaterThan(100);
  expect(missing.map(([path]) => path)).toEqual([]);
});

test("the pipeline names every action by its commit, because a tag can be moved", () => {
  const used = globSync(".github/**/*.{yml,yaml}").flatMap(
    (file) => readFileSync(file, "utf8").match(/^.*\buses:.*$/gm) ?? [],
  );
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((line) => !/uses: \S+@[\da-f]{40} # v[\d.]+$/.test(line))).toEqual([]);
});
