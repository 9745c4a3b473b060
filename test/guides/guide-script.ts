import { readFileSync } from "node:fs";
import { join } from "node:path";
import { GUIDES } from "../../scripts/docs/render-guides.ts";

/**
 * The command blocks of a guide, as a reader would paste them. A block that cannot be run says why: ```sh skip="..." What
 * it must print stands in it as `# → text`.
 */
export type Block = { readonly code: string; readonly skip: string | null; readonly prints: readonly string[] };

const ROOT = join(import.meta.dirname, "../..");
export const GUIDE_NAMES: readonly string[] = GUIDES.flatMap(([, names]) => names);

export function blocksOf(name: string): Block[] {
  const text = readFileSync(join(ROOT, "docs/guides", `${name}.md`), "utf8");
  return [...text.matchAll(/^```sh(?: skip="([^"]+)")?\n(.*?)^```$/gms)].map(([, skip, code]) => ({
    code: code!,
    skip: skip ?? null,
    prints: [...code!.matchAll(/^# → (.*)$/gm)].map(([, text]) => text!),
  }));
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\\''`)}'`;
const mustPrint = (text: string): string =>
  `grep -qF -- ${quoted(text)} "$PRINTED" || { echo "the block did not print" ${quoted(text)}; exit 1; }`;

/**
 * All guides as one script: the shell that the quick start prepares, then every guide in its own subshell. Node runs
 * `npm run` commands directly, which saves npm's own start time.
 */
export function guideScript(node: string): string {
  const [first, ...others] = GUIDE_NAMES;
  const run = (name: string): string =>
    blocksOf(name)
      .filter(({ skip }) => skip === null)
      .map(({ code, prints }) =>
        [`{\n${code}\n} > "$PRINTED" 2>&1\ncat "$PRINTED"`, ...prints.map(mustPrint)].join("\n"),
      )
      .join("\n");
  return [
    "set -euo pipefail",
    "PRINTED=$(mktemp)",
    `trap 'cat "$PRINTED"' EXIT`,
    `npm() { [ "$1 $2 $3 $4" = "run -s corridor --" ] || { echo "not a command of the guides: npm $*" >&2; return 1; ` +
      `}; shift 4; '${node}' packages/server/src/main.js "$@"; }`,
    `echo "guide: ${first}"`,
    run(first!),
    ...others.map((name) => `echo "guide: ${name}"\n(\n${run(name)}\n)`),
    'echo "guide: end"',
  ].join("\n");
}
