import { readFileSync } from "node:fs";
import { join } from "node:path";
import { GUIDES } from "../../scripts/docs/render-guides.ts";

/**
 * The command blocks of a guide, as a reader would paste them. A block that cannot be run says why: ```sh skip="..."
 */
export type Block = { readonly code: string; readonly skip: string | null };

const ROOT = join(import.meta.dirname, "../..");
export const GUIDE_NAMES: readonly string[] = GUIDES.flatMap(([, names]) => names);

export function blocksOf(name: string): Block[] {
  const text = readFileSync(join(ROOT, "docs/guides", `${name}.md`), "utf8");
  return [...text.matchAll(/^```sh(?: skip="([^"]+)")?\n(.*?)^```$/gms)].map(([, skip, code]) => ({
    code: code!,
    skip: skip ?? null,
  }));
}

/**
 * All guides as one script: the shell that the quick start prepares, then every guide in its own subshell. Node runs
 * `npm run` commands directly, which saves npm's own start time.
 */
export function guideScript(node: string): string {
  const [first, ...others] = GUIDE_NAMES;
  const run = (name: string): string =>
    blocksOf(name)
      .filter(({ skip }) => skip === null)
      .map(({ code }) => code)
      .join("\n");
  return [
    "set -euo pipefail",
    `npm() { [ "$1 $2 $3 $4" = "run -s corridor --" ] || { echo "not a command of the guides: npm $*" >&2; return 1; ` +
      `}; shift 4; '${node}' packages/server/src/main.ts "$@"; }`,
    `echo "guide: ${first}"`,
    run(first!),
    ...others.map((name) => `echo "guide: ${name}"\n(\n${run(name)}\n)`),
    'echo "guide: end"',
  ].join("\n");
}
