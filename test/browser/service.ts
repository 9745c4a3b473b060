import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import type { DemoFile } from "@corridor/server/commands/greeting.ts";
import type { Db } from "@corridor/server/kernel/db/client.ts";
import { RUN_NAMES } from "@corridor/server/run-settings.ts";
import { freePort } from "#test/harness/free-port.ts";
import { createTestDatabase } from "#test/harness/database.ts";

/**
 * The real process in real time, because a browser's cookies and timers follow no stepped clock. The tests own its
 * database, so they can insert what would take days (a delivery that failed for good).
 */
export type BrowserService = {
  origin: string;
  sandboxUrl: string;
  /** The DATA_DIR of the process. */
  directory: string;
  demo: DemoFile;
  db: Db;
  /**
   * The first address in an e-mail that begins with this text. Without a mail server, development writes e-mails to
   * files.
   */
  mailedAddress(beginning: string): Promise<string>;
  /** Calls the public API with the demo organization's key. */
  call<T = any>(method: string, path: string, body?: unknown): Promise<T>;
  close(): Promise<void>;
};

const MAIN = "packages/server/src/main.js";

export type ServiceProcess = { port: number; directory: string; db: Db; close(): Promise<void> };

/** Starts a process with a database of its own; settings that are not given have their defaults. */
export async function startProcess(settings: Record<string, string>): Promise<ServiceProcess> {
  const database = await createTestDatabase();
  const directory = mkdtempSync(join(tmpdir(), "corridor-browser-"));
  const port = settings["PORT"] === undefined ? await freePort() : Number(settings["PORT"]);
  const own = {
    DATA_DIR: directory,
    DATABASE_URL: database.url,
    PORT: String(port),
    LOG_LEVEL: "warn",
    SHUTDOWN_GRACE_MS: "0",
  };
  const isRun = ([name]: [string, string]): boolean => RUN_NAMES.has(name);
  const given = Object.entries(settings);
  const env = { PATH: process.env["PATH"], ...own, ...Object.fromEntries(given.filter((one) => !isRun(one))) };
  const stored = given.filter(isRun).map(([name, value]) => `${name}=${value}`);
  if (stored.length > 0) execFileSync(process.execPath, [MAIN, "settings", "set", ...stored], { env });
  const child = spawn(process.execPath, [MAIN, "start"], { env, stdio: ["ignore", "pipe", "pipe"] });
  await untilReady(child);
  return {
    port,
    directory,
    db: database.db,
    async close() {
      child.kill("SIGTERM");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      rmSync(directory, { recursive: true, force: true });
      await database[Symbol.asyncDispose]();
    },
  };
}

const SANDBOX_DELAY_MS = 200;

export async function startBrowserService(settings: Record<string, string> = {}): Promise<BrowserService> {
  const sandboxPort = await freePort();
  const service = await startProcess({
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_DELAY_MS: String(SANDBOX_DELAY_MS),
    ALLOW_INSECURE_WEBHOOKS: "true",
    ...settings,
  });
  const { directory } = service;
  const demo = JSON.parse(readFileSync(join(directory, "demo.json"), "utf8")) as DemoFile;
  return {
    origin: new URL(demo.dashboard_url).origin,
    sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
    directory,
    demo,
    db: service.db,
    mailedAddress: (beginning) => waitFor(() => addressIn(mailsIn(join(directory, "mail")), beginning)),
    async call(method, path, body) {
      const answer = await fetch(`${demo.base_url}${path}`, {
        method,
        headers: {
          Authorization: "NONE",
          "X-Api-Key": demo.organizations[0]!.api_key,
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
      return text === "" ? null : JSON.parse(text);
    },
    close: () => service.close(),
  };
}

const WAIT_MS = 60_000;

/** Waits for something outside the browser. */
export async function waitFor<T>(look: () => T | undefined): Promise<T> {
  return vi.waitFor(
    () => {
      const found = look();
      if (found === undefined) throw new Error("it has not come yet");
      return found;
    },
    { timeout: WAIT_MS, interval: 50 },
  );
}

function mailsIn(directory: string): string[] {
  return existsSync(directory) ? readdirSync(directory).map((name) => readFileSync(join(directory, name), "utf8")) : [];
}

export function addressIn(mails: readonly string[], beginning: string): string | undefined {
  // Quoted-printable: long lines are folded at "=", and "=" itself is "=3D".
  const texts = mails.map((mail) => mail.replaceAll(/=\r?\n/g, "").replaceAll("=3D", "="));
  const found = texts.map((text) => text.split(/[\s"<>]/).find((word) => word.startsWith(beginning)));
  return found.find((address) => address !== undefined);
}

async function untilReady(child: ChildProcess): Promise<void> {
  let output = "";
  for (const stream of [child.stdout!, child.stderr!])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  while (!output.includes("Corridor is ready")) {
    if (child.exitCode !== null) throw new Error(`the service did not start: ${output}`);
    await Promise.race([once(child.stdout!, "data"), once(child, "exit")]);
  }
}
