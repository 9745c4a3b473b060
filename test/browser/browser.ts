import { hash, X509Certificate } from "node:crypto";
import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { expect, onTestFinished, TestRunner, vi } from "vitest";
import { RECEIVER_CERTIFICATE } from "#test/harness/receiver-certificate.ts";
import { findChromium } from "./find-chromium.ts";
import type { BrowserService } from "./service.ts";

/** A real Chromium, and visitors that record everything the developer tools would show. */
const ARGUMENTS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // The browser trusts the certificate of our test servers. Otherwise every connection of a page would fail and be
  // started again with the error ignored; on a busy machine Chromium gives up after 32 such starts
  // (ERR_TOO_MANY_RETRIES).
  `--ignore-certificate-errors-spki-list=${keyHashOf(RECEIVER_CERTIFICATE)}`,
];
const WAIT_MS = 60_000;
const REOPEN_AFTER_MS = 10_000;
/** One test walks through several pages, on a machine that may be busy. */
export const BROWSER_TEST_TIMEOUT_MS = 120_000;
export const DESKTOP = { width: 1280, height: 900 };
export const PHONE = { width: 360, height: 780 };

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const SERIOUS = new Set(["serious", "critical"]);

function keyHashOf(certificate: string): string {
  return hash("sha256", new X509Certificate(certificate).publicKey.export({ type: "spki", format: "der" }), "base64");
}

export type Person = { email: string; password: string };

export type Visitor = {
  page: Page;
  /** Console errors, exceptions and requests that left the origin, since the visitor came. */
  problems: string[];
  /** How often this person has pressed something, so that a test can bound the way to a result. */
  clicks(): number;
  /** A failed request that the test provokes is not a problem: the browser logs every one. */
  expectFailedRequest(status: number): void;
  /** Fails when axe finds a violation, a serious one unless `any`, or the page is wider than its window. */
  assertAccessible(which?: "serious" | "any"): Promise<void>;
  /** Opens a page as this person, without the sign-in form, which has its own tests. */
  signIn(person: Person, path?: string): Promise<void>;
  /** Goes to another page of the dashboard as a link does, without loading the application again. */
  follow(path: string): Promise<void>;
};

export async function launchBrowser(): Promise<Browser> {
  const found = findChromium();
  if (found === null)
    throw new Error("The browser tests need Chromium: run node scripts/ensure-browser.ts, or set CHROMIUM_PATH");
  return chromium.launch({
    executablePath: found.executablePath,
    args: ARGUMENTS,
    env: { ...process.env, ...found.env },
  });
}

export async function visit(
  browser: Browser,
  service: Pick<BrowserService, "origin">,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  // Otherwise every click waits for animations.
  const context = await browser.newContext({
    viewport: DESKTOP,
    locale: "en-GB",
    reducedMotion: "reduce",
    baseURL: service.origin,
    ...options,
  });
  context.setDefaultTimeout(WAIT_MS);
  // An open page keeps polling, so it is closed with its test. A page opened before the tests serves all of them and is
  // closed with the browser.
  if (TestRunner.getCurrentTest() !== undefined) onTestFinished(() => context.close());
  const page = await context.newPage();
  let clicks = 0;
  await page.exposeFunction("countClick", () => ++clicks);
  await page.addInitScript('addEventListener("click", (event) => event.detail > 0 && countClick(), true)');
  const problems: string[] = [];
  const expectedStatuses = new Set<number>();
  page.on("console", (message) => {
    if (!message.location().url.startsWith(service.origin)) return; // Messages of the sandbox's own page are not ours.
    const failed = /responded with a status of (\d+)/.exec(message.text());
    if (failed !== null && expectedStatuses.has(Number(failed[1]))) return;
    if (message.type() === "error" || message.type() === "warning")
      problems.push(`console: ${message.text()} (${message.location().url} of ${page.url()})`);
  });
  page.on("pageerror", (error) => problems.push(`exception: ${error.message} (${page.url()})`));
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    const leaves =
      origin !== service.origin &&
      protocol.startsWith("http") &&
      request.frame().url().startsWith(service.origin) &&
      !request.isNavigationRequest();
    if (leaves) problems.push(`a request left the origin: ${request.url()}`);
  });
  return {
    page,
    problems,
    clicks: () => clicks,
    expectFailedRequest: (status) => expectedStatuses.add(status),
    async assertAccessible(which = "serious") {
      expect(await violationsOf(page, which)).toEqual([]);
      expect(
        await page.evaluate<number>("document.documentElement.scrollWidth - document.documentElement.clientWidth"),
      ).toBe(0);
    },
    async signIn(person, path = "") {
      const answer = await context.request.post("/identity/session", {
        data: person,
        headers: { Origin: service.origin, "X-Requested-With": "corridor" },
      });
      expect(answer.status(), await answer.text()).toBe(200);
      await page.goto(`/dashboard${path}`);
      await page
        .getByRole("navigation", { name: "Main" })
        .or(page.getByRole("button", { name: "Open navigation" }))
        .first()
        .waitFor();
    },
    async follow(path) {
      await page.evaluate(
        `history.pushState({}, "", ${JSON.stringify(`/dashboard${path}`)}); dispatchEvent(new ` +
          `PopStateEvent("popstate"));`,
      );
    },
  };
}

/** Unfolds a group of the menu, in which the links of its pages then are. */
export async function unfold({ page }: Visitor, group: "People and products" | "Settings" | "Platform"): Promise<void> {
  const button = page.getByRole("button", { name: group, exact: true });
  if ((await button.getAttribute("aria-expanded")) === "false") await button.click();
}

/** Waits for a text; if it does not appear, the error says what the page shows instead. */
export async function see({ page }: Visitor, text: string): Promise<void> {
  try {
    await page.getByText(text).waitFor();
  } catch (error) {
    throw new Error(`The page shows no "${text}" but:\n${await page.locator("body").innerText()}`, { cause: error });
  }
}

/** A job of everyday work: how many clicks it took so far, and a picture of each step where JOB_PICTURES names a folder. */
export type Job = { clicks(): number; picture(step: string): Promise<void> };

const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
];

/**
 * The stopwatch and the counter of a job begin. Without the folder nothing is written; with it, `jobs.txt` there says
 * how long each step took and after how many clicks it was reached, which no test compares.
 */
export function beginJob({ page, clicks }: Visitor, name: string): Job {
  const folder = process.env["JOB_PICTURES"];
  const firstClick = clicks();
  let startMs = performance.now();
  return {
    clicks: () => clicks() - firstClick,
    async picture(step) {
      if (folder === undefined) return;
      const stoppedMs = performance.now();
      const seconds = ((stoppedMs - startMs) / 1000).toFixed(1);
      mkdirSync(folder, { recursive: true });
      appendFileSync(join(folder, "jobs.txt"), `${name}, ${step}: ${clicks() - firstClick} clicks, ${seconds} s\n`);
      const before = page.viewportSize();
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        for (const window of WINDOWS) {
          await page.setViewportSize(window);
          await page.evaluate(MOVEMENTS_ENDED);
          await page.screenshot({ path: join(folder, `${name}-${step}-${window.width}-${colorScheme}.png`) });
        }
      }
      await page.emulateMedia({ colorScheme: null });
      if (before !== null) await page.setViewportSize(before);
      startMs += performance.now() - stoppedMs;
    },
  };
}

/**
 * Chooses an option of a select by its label, until the field shows it. The list closes when the page moves under it,
 * as a page that is still loading does; and a list that moves between the press and the release of the mouse loses the
 * click, which nothing but the field itself tells.
 */
export async function choose({ page }: Visitor, label: string, option: string): Promise<void> {
  const field = page
    .getByRole("combobox", { name: label, exact: true })
    .or(page.getByRole("textbox", { name: label, exact: true }))
    .first();
  const choice = page.getByRole("option", { name: new RegExp(option) }).first();
  // A field for one option holds it as its value; a field for several shows each beside it.
  const shown = async (): Promise<string> => (await field.inputValue()) + (await field.locator("..").innerText());
  await vi.waitFor(
    async () => {
      await field.click();
      if (await field.isEditable()) await field.fill(option);
      await choice.click({ timeout: REOPEN_AFTER_MS });
      await field.blur(); // A field that is left shows what was chosen, and no longer what was looked for.
      await vi.waitFor(async () => expect(await shown()).toMatch(new RegExp(option)), { timeout: REOPEN_AFTER_MS });
    },
    { timeout: WAIT_MS },
  );
}

/** A dialog that is still fading in has too little contrast. Endless animations (a loader) are not waited for. */
const MOVEMENTS_ENDED = `(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const moving = () => document.getAnimations().filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity);
  for (let still = 0; still < 3; still++) {
    await frame();
    if (moving().length === 0) continue;
    await Promise.allSettled(moving().map((animation) => animation.finished));
    still = 0;
  }
})()`;

/**
 * Through the debugger, which the page's Content-Security-Policy does not bind: the page itself stays as strict as it
 * is.
 */
async function violationsOf(page: Page, which: "serious" | "any"): Promise<string[]> {
  await page.evaluate(MOVEMENTS_ENDED);
  const session = await page.context().newCDPSession(page);
  // A page that was examined before still has it.
  const { result: known } = await session.send("Runtime.evaluate", { expression: "typeof axe" });
  if (known.value === "undefined") await session.send("Runtime.evaluate", { expression: AXE });
  const { result } = await session.send("Runtime.evaluate", {
    expression:
      `axe.run(document, { resultTypes: ["violations"], preload: false }).then(({ violations }) => ` +
      "JSON.stringify(violations))",
    awaitPromise: true,
    returnByValue: true,
  });
  await session.detach();
  const violations = JSON.parse(result.value as string) as { id: string; impact: string; nodes: { html: string }[] }[];
  return violations
    .filter(({ impact }) => which === "any" || SERIOUS.has(impact))
    .map(
      ({ id, impact, nodes }) =>
        `${impact} ${id} at ${page.url()}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" | ")}`,
    );
}
