/**
 * Makes a release: `node scripts/release.ts 1.1.0`. It moves the Unreleased section of CHANGELOG.md to the version,
 * sets the version, records the released API, commits, tags with the notes, and lists its packages (SBOM).
 * Nothing is pushed: check it first.
 * `node scripts/release.ts --notes 1.1.0` prints the notes of a version, `--sbom` the list of packages.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import packageFile from "../package.json" with { type: "json" };
import { mayFollow, notesOf, releaseChangelog } from "./changelog.ts";

const CHANGELOG = "CHANGELOG.md";
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
if (args[0] === "--notes") console.log(notesOf(readFileSync(CHANGELOG, "utf8"), version));
else if (args[0] === "--sbom") console.log(listPackages());
else release();

function release(): void {
  if (!mayFollow(packageFile.version, version)) fail(`${version} does not follow ${packageFile.version}`);
  if (run("git", ["status", "--porcelain"]) !== "") fail("There are changes that are not committed");
  writeFileSync(
    CHANGELOG,
    releaseChangelog(readFileSync(CHANGELOG, "utf8"), version, new Date().toISOString().slice(0, "2026-01-05".length)),
  );
  run("npm", ["version", version, "--no-git-tag-version", "--ignore-scripts"]);
  run(process.execPath, ["scripts/check-released-api.ts", "--release"]);
  run("git", ["commit", "--all", "--message", `Release ${version}`]);
  run("git", [
    "tag",
    "--annotate",
    `v${version}`,
    "--message",
    `Corridor ${version}\n\n${notesOf(readFileSync(CHANGELOG, "utf8"), version)}`,
  ]);
  const sbom = `dist/corridor-${version}.cdx.json`;
  mkdirSync("dist", { recursive: true });
  writeFileSync(sbom, listPackages());
  console.log(`v${version} is committed and tagged. Look at it, then: git push --follow-tags`);
  console.log(`Attach ${sbom} to the release: the packages that it is made of (CycloneDX)`);
}
