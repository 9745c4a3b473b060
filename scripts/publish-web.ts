import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Publishes a new build while a server may be running. A file's name contains the hash of its content, so new files
 * never replace old ones: they are copied first, and the page that names them is replaced last, in one step. Files that
 * the new page no longer names stay for a while, for tabs that are already open.
 */
const KEPT_FOR_MS = 7 * 24 * 3_600_000;

export type BuildRecord = {
  sourceHash: string;
  firstLoadBytes: Record<string, number>;
  /** Files of earlier builds, by path below the output, with the time of the first build that no longer needs them. */
  superseded: Record<string, string>;
};

export function publishBuild(options: {
  from: string;
  to: string;
  sites: readonly string[];
  record: Pick<BuildRecord, "sourceHash" | "firstLoadBytes">;
  now: Date;
}): void {
  const { from, to, sites, now } = options;
  const before = readBuildRecord(to)?.superseded ?? {};
  const superseded: Record<string, string> = {};
  for (const site of sites) {
    const [fresh, published] = [join(from, site, "assets"), join(to, site, "assets")];
    const current = new Set(readdirSync(fresh));
    mkdirSync(published, { recursive: true });
    for (const name of current) renameSync(join(fresh, name), join(published, name));
    for (const name of readdirSync(published)) {
      if (current.has(name)) continue;
      const path = join(site, "assets", name);
      const since = before[path] ?? now.toISOString();
      if (now.getTime() - new Date(since).getTime() > KEPT_FOR_MS) rmSync(join(to, path));
      else superseded[path] = since;
    }
  }
  for (const site of sites)
    for (const name of ["embed.js", "notices.txt", "index.html"])
      if (existsSync(join(from, site, name))) renameSync(join(from, site, name), join(to, site, name));
  const record: BuildRecord = { ...options.record, superseded };
  writeFileSync(join(from, "build.json"), JSON.stringify(record));
  renameSync(join(from, "build.json"), join(to, "build.json"));
}

export function readBuildRecord(output: string): BuildRecord | null {
  const file = join(output, "build.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as BuildRecord) : null;
}
