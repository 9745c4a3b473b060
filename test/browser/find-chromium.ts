import { existsSync } from "node:fs";
import { join } from "node:path";

/**
 * A Chromium to test with: the one that CHROMIUM_PATH names, one that is installed, or the one that
 * scripts/ensure-browser.ts unpacked, which brings its libraries and fonts. Null where there is none.
 */
export type Chromium = { executablePath: string; env: Record<string, string> };

/** The headless shell comes first: it uses a third less processor time. */
const PLACES = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
export const BROWSER_PACKAGE = join(import.meta.dirname, "../../tools/browser");
/** In the repository, because a file in the shared temporary folder may belong to another user. */
export const UNPACKED = join(BROWSER_PACKAGE, "unpacked");

export function findChromium(): Chromium | null {
  const installed = [process.env["CHROMIUM_PATH"], ...PLACES].find((path) => path !== undefined && existsSync(path));
  if (installed !== undefined) return { executablePath: installed, env: {} };
  const executablePath = join(UNPACKED, "chromium");
  if (!existsSync(executablePath)) return null;
  return {
    executablePath,
    env: { LD_LIBRARY_PATH: join(UNPACKED, "al2023", "lib"), FONTCONFIG_PATH: join(UNPACKED, "fonts") },
  };
}
