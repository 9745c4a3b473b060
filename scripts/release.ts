/**
 * Makes a release: `node scripts/release.ts 1.1.0`. It moves the Unreleased section of CHANGELOG.md to the version,
 * sets the version, records the released API, and commits. A second commit records the first one's hash. Into dist/ it
 * packs the sources with their commit, the client and the element for shops, the list of packages (SBOM), and checksums.
 * Nothing is pushed: check it first.
 * `node scripts/release.ts --notes 1.1.0` prints the notes of a version, `--sbom` the list of packages.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import packageFile from "../package.json" with { type: "json" };
import { lockWithVersion, mayFollow, notesOf, releaseChangelog, withVersion } from "./changelog.ts";

const CHANGELOG = "CHANGELOG.md";
const LOCK = "package-lock.json";
const PACKED = ["packages/sdk", "packages/web/embed"];
const MAX_OUTPUT_BYTES = 100_000_000;
const run = (command: string, args: string[]): string =>
  execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], maxBuffer: MAX_OUTPUT_BYTES });
/** Every package of the lock file with its license. `--omit=dev` would leave out what tests and service both use. */
const listPackages = (): string => run("npm", ["sbom", "--sbom-format=cyclonedx", "--package-lock-only"]);
const fail = (message: string): never => {
  console.error(message);
  process.exit(1);
};

const args = process.argv.slice(2);
const version = args.at(-1) ?? fail("Name the version: node scripts/release.ts 1.1.0");
const NAME = `corridor-${version}`;
if (args[0] === "--notes") console.log(notesOf(readFileSync(CHANGELOG, "utf8"), version));
else if (args[0] === "--sbom") console.log(listPackages());
else release();

function release(): void {
  const changelog = readFileSync(CHANGELOG, "utf8");
  const current = packageFile.version;
  if (!mayFollow(changelog, current, version)) fail(`${version} does not follow ${current}`);
  if (run("git", ["status", "--porcelain"]) !== "") fail("There are changes that are not committed");
  writeFileSync(
    CHANGELOG,
    releaseChangelog(changelog, version, new Date().toISOString().slice(0, "2026-01-05".length)),
  );
  setVersion();
  run(process.execPath, ["scripts/check-released-api.ts", "--release"]);
  // What cannot be packed is found before anything is committed.
  rmSync("dist", { recursive: true, force: true });
  mkdirSync("dist");
  for (const folder of PACKED) run("npm", ["pack", `./${folder}`, "--pack-destination=dist"]);
  writeFileSync(`dist/${NAME}.cdx.json`, listPackages());
  const records = join("docs/releases", version);
  mkdirSync(records, { recursive: true });
  copyFileSync("openapi.json", join(records, "openapi.json"));
  copyFileSync("docs/schema.sql", join(records, "schema.sql"));
  const commit = commitAll(`Release ${version}`);
  writeFileSync(join(records, "commit"), `${commit}\n`);
  commitAll(`Record the commit of release ${version}`);
  run("git", ["tag", "--annotate", `v${version}`, commit, "--message", `Corridor ${version}\n\n${notes()}`]);
  console.log(`v${version} is committed (${commit}) and tagged. Attach to the release, from dist/:\n${pack(commit)}`);
  console.log("Look at it, then: git push --follow-tags");
}

function notes(): string {
  return notesOf(readFileSync(CHANGELOG, "utf8"), version);
}

function commitAll(subject: string): string {
  run("git", ["add", "--all"]);
  run("git", ["commit", "--message", subject]);
  return run("git", ["rev-parse", "HEAD"]).trim();
}

/** All workspaces have one version, by which they name each other. */
function setVersion(): void {
  const workspaces = globSync(["package.json", "{packages/*,packages/web/embed,test,tools}/package.json"]);
  for (const file of workspaces) writeFileSync(file, withVersion(readFileSync(file, "utf8"), version));
  writeFileSync(LOCK, lockWithVersion(readFileSync(LOCK, "utf8"), version));
}

/** Adds the sources; answers the checksums of all files. */
function pack(commit: string): string {
  const archive = ["archive", `--prefix=${NAME}/`, `--add-virtual-file=${NAME}/commit:${commit}`, commit];
  run("git", [...archive, `--output=dist/${NAME}.tar.gz`]);
  const sums = readdirSync("dist")
    .toSorted()
    .map(
      (file) =>
        `${createHash("sha256")
          .update(readFileSync(join("dist", file)))
          .digest("hex")}  ${file}\n`,
    )
    .join("");
  writeFileSync("dist/SHA256SUMS", sums);
  return sums;
}
