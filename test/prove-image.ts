import { type ExecFileSyncOptions, execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/**
 * `npm run prove -- image`: builds the image of the Dockerfile with buildah, which needs no daemon, and runs the tests
 * of the image in it: read-only, as its own user. The base is a Debian by debootstrap with the Node of the lock file.
 */
const ROOT = dirname(import.meta.dirname);
const RELEASE = "bookworm";
const directory = mkdtempSync(join(tmpdir(), "corridor-image-"));
chmodSync(directory, 0o755);
const [base, shared] = [join(directory, "base"), join(directory, "shared")];
const mounted: string[] = [];

const run = (program: string, args: readonly string[], options: ExecFileSyncOptions = {}): string =>
  String(execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], ...options })).trim();
const buildah = (...args: string[]): string =>
  run("buildah", [
    "--storage-driver",
    "vfs",
    "--root",
    join(directory, "images"),
    "--runroot",
    join(directory, "run"),
    ...args,
  ]);

function makeBase(): void {
  run("debootstrap", ["--variant=minbase", "--include=ca-certificates,libatomic1", RELEASE, base]);
  const bin = join(base, "usr/local/bin");
  cpSync(process.execPath, join(bin, "node"));
  const npm = dirname(dirname(process.env["npm_execpath"]!));
  cpSync(npm, join(base, "usr/local/lib/node_modules/npm"), { recursive: true });
  for (const name of ["npm", "npx"]) symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(bin, name));
  run("chroot", [base, "useradd", "--uid", "1000", "--create-home", "node"]);
  const container = buildah("from", "scratch");
  // A network may have an authority of its own, which this machine knows.
  const { NODE_EXTRA_CA_CERTS: authorities } = process.env;
  if (authorities !== undefined) {
    cpSync(authorities, join(base, "etc/ssl/certs/own.pem"));
    buildah("config", "--env", "NODE_EXTRA_CA_CERTS=/etc/ssl/certs/own.pem", container);
  }
  buildah("add", "--quiet", container, base, "/");
  buildah("commit", "--quiet", container, "localhost/base");
}

function mount(...args: string[]): void {
  run("mount", args);
  mounted.unshift(args.at(-1)!);
}

try {
  makeBase();
  const commit = run("git", ["rev-parse", "HEAD"], { cwd: ROOT });
  const build = [
    "build",
    "--quiet",
    "--isolation",
    "chroot",
    "--build-arg",
    "BASE=localhost/base",
    "--tag",
    "corridor",
  ];
  buildah(...build, "--build-arg", `COMMIT=${commit}`, ROOT);
  const image = buildah("mount", buildah("from", "corridor"));
  console.log(`the image adds ${run("du", ["-sm", join(image, "app")]).split("\t", 1)[0]} MB to its base`);
  mkdirSync(shared, { mode: 0o777 });
  mkdirSync(join(image, shared), { recursive: true });
  mount("--bind", image, image);
  run("mount", ["-o", "remount,ro,bind", image]);
  mount("-t", "tmpfs", "tmpfs", join(image, "tmp"));
  mount("-t", "proc", "proc", join(image, "proc"));
  // What the tests hand in, under one name on both sides.
  mkdirSync(join(image, shared), { recursive: true });
  mount("--bind", shared, join(image, shared));
  const env = { ...process.env, TEST_IMAGE: image, TEST_IMAGE_SHARED: shared };
  process.exitCode =
    spawnSync("vitest", ["run", "test/deploy/image.test.ts"], { cwd: ROOT, env, stdio: "inherit" }).status ?? 1;
} finally {
  for (const place of mounted) spawnSync("umount", [place], { stdio: "inherit" });
  rmSync(directory, { recursive: true, force: true });
}
