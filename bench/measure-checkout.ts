/**
 * How long a payment link takes until it can be filled in, on a slow phone network: 400 ms there and back, 50 kB/s.
 * Prints the best and the worst of a few visits, each with an empty cache, and what was downloaded.
 *
 *   node bench/measure-checkout.ts http://127.0.0.1:3000/pay/LINK_REF
 */
import { chromium } from "playwright-core";
import { findChromium } from "@corridor/test/browser/find-chromium.ts";

const LATENCY_MS = 400;
const BYTES_PER_SECOND = 50_000;
const VISITS = 5;
const BUDGET_MS = 3_000;

const address = process.argv[2];
if (address === undefined)
  throw new Error("Name the payment link: node bench/measure-checkout.ts http://127.0.0.1:3000/pay/LINK_REF");
const found = findChromium();
if (found === null) throw new Error("No Chromium was found: run node scripts/ensure-browser.ts, or set CHROMIUM_PATH");

const browser = await chromium.launch({
  executablePath: found.executablePath,
  env: { ...process.env, ...found.env },
  args: ["--headless", "--no-sandbox", "--disable-gpu"],
});
const usableMs: number[] = [];
let bytes = 0;
for (let visit = 0; visit < VISITS; visit++) {
  const context = await browser.newContext({ viewport: { width: 360, height: 780 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  bytes = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  const startedMs = performance.now();
  await page.goto(address, { waitUntil: "commit" });
  await page.locator("form button[type=submit]").waitFor();
  usableMs.push(performance.now() - startedMs);
  await context.close();
}
await browser.close();
const worst = Math.max(...usableMs);
console.log(
  `checkout usable after ${Math.round(Math.min(...usableMs))} to ${Math.round(worst)} ms at ${LATENCY_MS} ms and ` +
    `${BYTES_PER_SECOND / 1_000} kB/s (${VISITS} visits, budget ${BUDGET_MS} ms); ${(bytes / 1_024).toFixed(1)} KiB ` +
    "downloaded",
);
if (worst > BUDGET_MS) process.exitCode = 1;
