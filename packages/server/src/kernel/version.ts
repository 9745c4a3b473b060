import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import packageFile from "../../../../package.json" with { type: "json" };

const REF = "ref: ";
const UNKNOWN = "unknown";
const ROOT = join(import.meta.dirname, "../../../..");

/** What runs here: operators compare it between processes, and name it in reports. */
export const VERSION: string = packageFile.version;
/** The commit that this is made from. A release and an image bring it as a file; a checkout has it in `.git`. */
export const COMMIT: string = readCommit(ROOT);

export function readCommit(root: string): string {
  const read = (path: string): string | undefined =>
    existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8").trim() : undefined;
  try {
    const head = read("commit") ?? read(".git/HEAD") ?? UNKNOWN;
    if (!head.startsWith(REF)) return head;
    const branch = head.slice(REF.length);
    const packed = read(".git/packed-refs")?.split("\n");
    return read(`.git/${branch}`) ?? packed?.find((line) => line.endsWith(` ${branch}`))?.split(" ")[0] ?? UNKNOWN;
  } catch {
    return UNKNOWN; // `.git` of a second work tree is a file, which names a folder elsewhere.
  }
}
