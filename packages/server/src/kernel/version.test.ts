import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { readCommit } from "./version.ts";

const HASH = "0123456789abcdef0123456789abcdef01234567";

test.each<[string, Record<string, string>, string]>([
  ["the file that a release brings", { commit: `${HASH}\n`, ".git/HEAD": "ref: refs/heads/other" }, HASH],
  ["a branch", { ".git/HEAD": "ref: refs/heads/main\n", ".git/refs/heads/main": `${HASH}\n` }, HASH],
  [
    "a packed branch",
    { ".git/HEAD": "ref: refs/heads/main\n", ".git/packed-refs": `# pack\n${HASH} refs/heads/main` },
    HASH,
  ],
  ["a commit without a branch", { ".git/HEAD": `${HASH}\n` }, HASH],
  ["a second work tree", { ".git": "gitdir: elsewhere" }, "unknown"],
  ["neither", {}, "unknown"],
])("the commit is read from %s", (_, files, commit) => {
  const root = mkdtempSync(join(tmpdir(), "version-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  expect(readCommit(root)).toBe(commit);
});
