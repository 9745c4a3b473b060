import { cpSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { basename, dirname, join, matchesGlob, relative } from "node:path";
import { expect } from "vitest";
import { parse } from "yaml";

/** The deployment files as their engines read them, and the image laid out by hand: tests have no container engine. */
export const ROOT = join(import.meta.dirname, "../..");
export const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

type Texts = Record<string, string>;
type PackageFile = { version: string; scripts: Texts; optionalDependencies: Texts };
export const packageFile = JSON.parse(read("package.json")) as PackageFile;

type Instruction = { name: string; text: string };

/** The instructions of the Dockerfile, with continued lines joined and without comments. */
export const instructions: readonly Instruction[] = read("Dockerfile")
  .replaceAll(/^#.*\n/gm, "")
  .replaceAll(/\\\n/g, " ")
  .split("\n")
  .filter((line) => line.trim() !== "")
  .map((line) => ({ name: line.split(" ", 1)[0]!, text: line.slice(line.indexOf(" ") + 1).trim() }));
export const lastStage = instructions.slice(instructions.findLastIndex(({ name }) => name === "FROM"));
export function of(name: string, from = instructions): string[] {
  return from.filter((one) => one.name === name).map(({ text }) => text);
}

const ignoreRules = read(".dockerignore")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"));

export function isUnder(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** Follows the engine's rule: the last matching pattern decides. */
export function isIgnored(path: string): boolean {
  const fits = (pattern: string): boolean => pattern === "*" || isUnder(path, pattern) || matchesGlob(path, pattern);
  const last = ignoreRules.findLast((rule) => fits(rule.replace(/^!/, "")));
  return last !== undefined && !last.startsWith("!");
}

type Copy = { isBuilt: boolean; from: string; to: string };

/** What the last stage copies: from the first stage, or from the folder without what is ignored. Paths are relative. */
export const copies: readonly Copy[] = of("COPY", lastStage).flatMap((text) => {
  const isBuilt = text.startsWith("--from=build ");
  const paths = text.replace("--from=build ", "").replaceAll("/build/", "").split(/\s+/);
  const to = paths.pop()!;
  return paths.map((from) => ({ isBuilt, from, to: to.endsWith("/") ? join(to, basename(from)) : to }));
});

/** Whether the image has this file of the repository. */
export function isInImage(path: string): boolean {
  return copies.some(({ isBuilt, from }) => isUnder(path, from) && (isBuilt || !isIgnored(path)));
}

type Locked = { dependencies?: Texts; link?: boolean; resolved?: string };

/**
 * The packages that `npm ci` installs for the server alone, the linked ones of this repository included: what its
 * package.json needs, and no optional one. Each is looked for as Node does, beginning at its importer.
 */
function installedPackages(): { path: string; linksTo: string | undefined }[] {
  expect(
    of("RUN")
      .filter((text) => text.includes("npm ci"))
      .at(-1),
  ).toBe("npm ci --ignore-scripts --omit=dev --omit=optional --workspace=@corridor/server");
  const { packages } = JSON.parse(read("package-lock.json")) as { packages: Record<string, Locked> };
  const nearest = (folder: string, name: string): string => {
    const path = join(folder, "node_modules", name);
    return packages[path] === undefined ? nearest(dirname(folder), name) : path;
  };
  const kept = new Map<string, string | undefined>();
  const keep = (importer: string): void => {
    for (const name of Object.keys(packages[importer]!.dependencies ?? {})) {
      const path = nearest(importer, name);
      if (kept.has(path)) continue;
      const { link, resolved } = packages[path]!;
      kept.set(path, link === true ? resolved : undefined);
      keep(link === true ? resolved! : path);
    }
  };
  keep("packages/server");
  return [...kept].map(([path, linksTo]) => ({ path, linksTo }));
}

/** Lays the image out in a folder: exactly what its last stage copies. */
export function layOutImage(folder: string): void {
  for (const { isBuilt, from, to } of copies) {
    const target = join(folder, to);
    mkdirSync(dirname(target), { recursive: true });
    const recursive = true;
    const filter = isBuilt ? undefined : (source: string) => !isIgnored(relative(ROOT, source));
    if (from !== "node_modules") cpSync(join(ROOT, from), target, { recursive, filter });
    else for (const one of installedPackages()) install(folder, one);
  }
}

function install(folder: string, { path, linksTo }: ReturnType<typeof installedPackages>[number]): void {
  const target = join(folder, path);
  mkdirSync(dirname(target), { recursive: true });
  if (linksTo === undefined) cpSync(join(ROOT, path), target, { recursive: true });
  else symlinkSync(relative(dirname(target), join(folder, linksTo)), target);
}

/** The environment that the image sets. A value may contain an equals sign. */
export const imageEnvironment = Object.fromEntries(
  of("ENV", lastStage).flatMap((text) => [...text.matchAll(/([^\s=]+)=(\S*)/g)].map((pair) => [pair[1]!, pair[2]!])),
);

export type Service = Record<string, unknown> & {
  image: string;
  environment: Record<string, string>;
  entrypoint?: string[];
  command?: string[];
  networks?: string[];
  secrets?: string[];
  volumes?: string[];
};
export type Compose = {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
  secrets: Record<string, { file: string }>;
  networks: Record<string, { internal?: boolean; ipam?: { config: { subnet: string }[] } }>;
};
/** The tags of compose.citus.yaml tell the engine how to merge the two files, and mean nothing to the parser. */
const readCompose = (path: string): Compose => parse(read(path), { merge: true, logLevel: "error" }) as Compose;
export const compose = readCompose("compose.yaml");
export const cluster = readCompose("compose.citus.yaml");
/** The services of compose.yaml that run the image. */
export const ours = Object.entries(compose.services).filter(([, { image }]) => image.startsWith("corridor:"));

const SECRET = "8f3a1c0de94b7265aa10ff42c6d9e37b5b21f0c4d7e8a9961032bfc5";

/** The lines `NAME=value` of a text, each secret filled in as an operator would. */
export function settingsIn(text: string): Texts {
  const empty = /^(CORRIDOR_SECRET|METRICS_TOKEN|BACKUP_PASSPHRASE)=$/gm;
  const filled = text.replaceAll(empty, `$1=${SECRET}`).replaceAll("PASSWORD@", `${SECRET}@`);
  return Object.fromEntries([...filled.matchAll(/^(?:# +)?([A-Z_]+)=(.*)$/gm)].map((match) => [match[1]!, match[2]!]));
}

/** The environment of a service of compose.yaml. CORRIDOR_HOST is pay.example.com. */
export function environmentOf({ environment }: Service): Texts {
  const fill = (value: string): string => value.replace(/\$\{CORRIDOR_HOST[^}]*\}/, "pay.example.com");
  const filled = Object.entries(environment).map(([name, value]) => [name, fill(value)]);
  return { ...imageEnvironment, ...(Object.fromEntries(filled) as Texts) };
}
