import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Browser tests need a real Chromium, and npm has none for every platform: Debian's is installed when we may, else said loudly. */
const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"];

const found = [process.env["CHROMIUM_PATH"], ...PLACES].find((path) => path !== undefined && existsSync(path));
if (found === undefined) {
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log("No Chromium found: installing Debian's.");
    execFileSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
    execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], { stdio: "inherit" });
  } else {
    console.error("The browser tests need Chromium. Install it (Debian, Ubuntu: sudo apt-get install chromium), or set CHROMIUM_PATH to one.");
    process.exit(1);
  }
}
