import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, globSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import packageFile from "../package.json" with { type: "json" };
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

test("a release records its commit, schema and API, packs what is attached to it, and is made once", () => {
  const root = mkdtempSync(join(tmpdir(), "release-"));
  const left = new Set(["node_modules", ".git", "dist", ".data"]);
  cpSync(".", root, { recursive: true, filter: (path) => !left.has(basename(path)) });
  symlinkSync(join(process.cwd(), "node_modules"), join(root, "node_modules"));
  const run = (command: string, args: string[]) => spawnSync(command, args, { cwd: root, encoding: "utf8" });
  const git = (...args: string[]): string => {
    const { status, stdout, stderr } = run("git", ["-c", "user.name=a", "-c", "user.email=a@b.test", ...args]);
    expect(status, stderr).toBe(0);
    return stdout.trim();
  };
  const [major, minor, patch] = packageFile.version.split(".");
  const next = `${major}.${minor}.${Number(patch) + 1}`;
  const released = () => run(process.execPath, ["scripts/release.ts", next]);
  const changelog = join(root, "CHANGELOG.md");
  writeFileSync(changelog, readFileSync(changelog, "utf8").replace("## Unreleased\n", "## Unreleased\n\n- News.\n"));
  git("init", "--quiet");
  git("config", "user.name", "a");
  git("config", "user.email", "a@b.test");
  execFileSync("sh", ["-c", "echo node_modules >> .git/info/exclude"], { cwd: root });
  git("add", "--all");
  git("commit", "--quiet", "--message", "Before");

  const made = released();
  expect(made.status, made.stderr).toBe(0);
  const commit = git("rev-parse", "HEAD~1");
  const records = join(root, "docs/releases", next);
  expect(readFileSync(join(records, "commit"), "utf8").trim()).toBe(commit);
  for (const [record, source] of [
    ["openapi.json", "openapi.json"],
    ["schema.sql", "docs/schema.sql"],
  ] as const)
    expect(readFileSync(join(records, record), "utf8")).toBe(readFileSync(source, "utf8"));
  expect(git("status", "--porcelain")).toBe("");
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, { version: string; dependencies?: Record<string, string> }>;
  };
  expect(packages["packages/server"]).toMatchObject({ version: next, dependencies: { "@corridor/base": next } });
  expect(git("rev-parse", `v${next}^{commit}`)).toBe(commit);
  const name = `corridor-${next}`;
  expect(readdirSync(join(root, "dist")).toSorted()).toEqual(
    [
      "SHA256SUMS",
      `${name}.cdx.json`,
      `${name}.tar.gz`,
      `corridor-client-${next}.tgz`,
      `corridor-embed-${next}.tgz`,
    ].toSorted(),
  );
  expect(run("sh", ["-c", "cd dist && sha256sum --check SHA256SUMS"]).status).toBe(0);
  expect(run("sh", ["-c", `tar xzOf dist/${name}.tar.gz ${name}/commit`]).stdout.trim()).toBe(commit);
  expect(released().stderr).toContain(`${next} does not follow`);
});
