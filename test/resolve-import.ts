import { dirname, join } from "node:path/posix";

/** The file that an import names, from the root of the repository on; undefined for a package from outside. */
export function fileNamed(from: string, specifier: string): string | undefined {
  if (specifier.startsWith(".")) return join(dirname(from), specifier);
  for (const [prefix, folder] of FOLDERS)
    if (specifier.startsWith(prefix)) return folder + specifier.slice(prefix.length);
  return undefined;
}

const FOLDERS: readonly (readonly [prefix: string, folder: string])[] = [
  ["#src/", "packages/server/src/"],
  ["@corridor/server/", "packages/server/src/"],
  ["#test/", "test/"],
  ["@corridor/test/", "test/"],
  ["corridor-client/", "packages/sdk/"],
  ["@corridor/", "packages/"],
];
