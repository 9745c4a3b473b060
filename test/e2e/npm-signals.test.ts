import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { freePort } from "#test/harness/free-port.ts";

/**
 * Process managers and containers signal the process that they started, which is npm. The signal must reach the
 * service, and npm must wait for it to end.
 */
let directory: string;
let ports: { api: number; sandbox: number };
let npm: ChildProcess | undefined;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "corridor-npm-"));
  ports = { api: await freePort(), sandbox: await freePort() };
});
afterEach(async () => {
  if (npm === undefined) return;
  try {
    process.kill(-npm.pid!, "SIGKILL"); // Also covers the case that npm has ended and the service has not.
  } catch {
    return; // No process of the group is left.
  }
  await ended(npm);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function startWithNpm(args: readonly string[]): Promise<ChildProcess> {
  // In a separate process group, so that a failed test can end all of it. Without `prestart`, because the pages are not
  // tested here.
  npm = spawn("npm", ["--ignore-scripts", ...args], {
    detached: true,
    env: {
      PATH: process.env.PATH,
      HOME: directory,
      DATA_DIR: join(directory, "data"),
      PORT: String(ports.api),
      SANDBOX_PORT: String(ports.sandbox),
      SHUTDOWN_GRACE_MS: "0",
      API_PROCESSES: "2",
      LOG_LEVEL: "info",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [npm.stdout!, npm.stderr!]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  while (!/Corridor is ready|sandbox is ready/.test(output)) {
    if (npm.exitCode !== null) throw new Error(`it did not start: ${output}`);
    await Promise.race([once(npm.stdout!, "data"), once(npm, "exit")]);
  }
  return npm;
}

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return child.exitCode;
}

function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

test("SIGTERM to the pid of `npm start` stops every process of the service, and npm ends after them with their exit code", async () => {
  const child = await startWithNpm(["start"]);
  expect([await isTaken(ports.api), await isTaken(ports.sandbox)]).toEqual([true, true]);
  child.kill("SIGTERM");
  expect(await ended(child)).toBe(0);
  expect([await isTaken(ports.api), await isTaken(ports.sandbox)]).toEqual([false, false]);
}, 180_000);

test("SIGTERM to the pid of `npm run corridor` stops the service", async () => {
  const child = await startWithNpm(["run", "corridor", "--", "sandbox"]);
  expect(await isTaken(ports.sandbox)).toBe(true);
  child.kill("SIGTERM");
  expect(await ended(child)).toBe(0);
  expect(await isTaken(ports.sandbox)).toBe(false);
}, 180_000);

test("Ctrl-C, which the service gets from the terminal and again from npm, still stops it in order", async () => {
  const child = await startWithNpm(["run", "corridor", "--", "sandbox"]);
  process.kill(-child.pid!, "SIGINT"); // Signals the whole group, as a terminal does.
  expect(await ended(child)).toBe(0);
  expect(await isTaken(ports.sandbox)).toBe(false);
}, 180_000);
