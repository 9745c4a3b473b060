/** CHANGELOG.md as text: how a release changes it, and the notes of one version. */
const UNRELEASED = "## Unreleased";

/** Everything unreleased becomes the version's section, under its date. */
export function releaseChangelog(text: string, version: string, date: string): string {
  if (!text.includes(`${UNRELEASED}\n`)) throw new Error("CHANGELOG.md has no section Unreleased");
  if (notesOf(text, "Unreleased") === "") throw new Error("CHANGELOG.md says nothing under Unreleased");
  if (text.includes(`## ${version} `)) throw new Error(`CHANGELOG.md already has a section ${version}`);
  return text.replace(`${UNRELEASED}\n`, `${UNRELEASED}\n\n## ${version} (${date})\n`);
}

/** The text of one section, without its heading. */
export function notesOf(text: string, version: string): string {
  const section = text.split(/^## /m).find((one) => one.startsWith(`${version} `) || one.startsWith(`${version}\n`));
  return section === undefined ? "" : section.slice(section.indexOf("\n")).trim();
}

/** Whether `next` may follow `current`: one of the three numbers goes up, and the later ones restart at 0. */
export function mayFollow(current: string, next: string): boolean {
  const [major, minor, patch] = current.split(".").map(Number) as [number, number, number];
  return [`${major + 1}.0.0`, `${major}.${minor + 1}.0`, `${major}.${minor}.${patch + 1}`].includes(next);
}
