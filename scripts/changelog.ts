/** CHANGELOG.md as text: how a release changes it, and the notes of one version. */
const UNRELEASED = "## Unreleased";

/** Everything unreleased becomes the version's section, under its date. */
export function releaseChangelog(text: string, version: string, date: string): string {
  if (!text.includes(`${UNRELEASED}\n`)) throw new Error("CHANGELOG.md has no section Unreleased");
  if (notesOf(text, "Unreleased") === "") throw new Error("CHANGELOG.md says nothing under Unreleased");
  if (hasSection(text, version)) throw new Error(`CHANGELOG.md already has a section ${version}`);
  return text.replace(`${UNRELEASED}\n`, `${UNRELEASED}\n\n## ${version} (${date})\n`);
}

export function hasSection(text: string, version: string): boolean {
  return text.includes(`\n## ${version} `);
}

/** The text of one section, without its heading. */
export function notesOf(text: string, version: string): string {
  const section = text.split(/^## /m).find((one) => one.startsWith(`${version} `) || one.startsWith(`${version}\n`));
  return section === undefined ? "" : section.slice(section.indexOf("\n")).trim();
}

/**
 * Whether `next` may be released after `current`: one of the three numbers goes up, and the later ones restart at 0. The
 * version that package.json begins with has no section yet, and is the first.
 */
export function mayFollow(changelog: string, current: string, next: string): boolean {
  if (next === current) return !hasSection(changelog, current);
  const [major, minor, patch] = current.split(".").map(Number) as [number, number, number];
  return [`${major + 1}.0.0`, `${major}.${minor + 1}.0`, `${major}.${minor}.${patch + 1}`].includes(next);
}

/** A package.json with another version, and with that version of the packages beside it. */
export function withVersion(text: string, version: string): string {
  return text
    .replace(/^( {2}"version": ")[^"]*/m, `$1${version}`)
    .replaceAll(/("(?:@corridor\/[\w-]+|corridor-client)": ")[^"]*/g, `$1${version}`);
}

/** The same for the lock file, in which packages of others have versions of their own. */
export function lockWithVersion(text: string, version: string): string {
  const lock = JSON.parse(text) as { version: string; packages: Record<string, { version?: string }> };
  lock.version = version;
  for (const [path, one] of Object.entries(lock.packages)) if (!path.includes("node_modules/")) one.version = version;
  return `${withVersion(JSON.stringify(lock, null, 2), version)}\n`;
}
