import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { request } from "undici";

/**
 * The parts of a measurement are processes of their own, as in a real deployment: what one of them costs never hides in
 * another's figures. A child writes one line of JSON when it is ready, and its log into a file of the run's folder.
 */
export type Child = {
  readonly name: string;
  readonly pid: number;
  readonly ready: Record<string, unknown>;
  stop(): Promise<void>;
};

/** Eight processes that start at once on two busy cores need more than a minute. */
const READY_DEADLINE_MS = 300_000;
const STOP_DEADLINE_MS = 15_000;
const POLL_MS = 20;
const ROOT = join(import.meta.dirname, "..");
/** As the image and the npm scripts run the service. */
const SERVICE_OPTIONS = ["--max-semi-space-size=16"];

export type ChildOptions = {
  name: string;
  directory: string;
  script: string;
  args?: readonly string[];
  env?: Record<string, string>;
  nodeOptions?: readonly string[];
};

export async function startChild(options: ChildOptions): Promise<Child> {
  const { process: child, log } = launch(options, "pipe");
  let text = "";
  child.stdout!.setEncoding("utf8");
  const ready = await new Promise<Record<string, unknown>>((resolve, reject) => {
    child.stdout!.on("data", (chunk: string) => {
      text += chunk;
      const newline = text.indexOf("\n");
      if (newline >= 0) resolve(JSON.parse(text.slice(0, newline)) as Record<string, unknown>);
    });
    child.once("exit", () =>
      reject(new Error(`${options.name} ended before it was ready: ${readFileSync(log, "utf8").slice(-2_000)}`)),
    );
  });
  return { name: options.name, pid: child.pid!, ready, stop: () => stop(child) };
}

/** Runs a child to its end; its only line is the result. */
export async function runChild<T>(options: ChildOptions): Promise<T> {
  const child = await startChild(options);
  await child.stop();
  return child.ready as T;
}

/** The product itself, by its own command line: ready when `/readyz` says so. */
export async function startCommand(
  options: Omit<ChildOptions, "script"> & { command: "api" | "worker" | "start"; url: string | null },
): Promise<Child & { startedInMs: number }> {
  const beganMs = performance.now();
  const { process: child, log } = launch(
    {
      ...options,
      script: join(ROOT, "packages/server/src/main.js"),
      args: [options.command],
      nodeOptions: [...SERVICE_OPTIONS, ...(options.nodeOptions ?? [])],
    },
    "log",
  );
  const deadlineMs = beganMs + READY_DEADLINE_MS;
  for (;;) {
    if (child.exitCode !== null)
      throw new Error(`${options.name} ended before it was ready: ${readFileSync(log, "utf8").slice(-2_000)}`);
    if (performance.now() > deadlineMs) throw new Error(`${options.name} was not ready in time; see ${log}`);
    if (options.url === null ? readFileSync(log, "utf8").includes("is ready") : await isReady(options.url)) break;
    await pause(POLL_MS);
  }
  return {
    name: options.name,
    pid: child.pid!,
    ready: {},
    startedInMs: performance.now() - beganMs,
    stop: () => stop(child),
  };
}

async function isReady(url: string): Promise<boolean> {
  try {
    const { statusCode, body } = await request(`${url}/readyz`);
    await body.dump();
    return statusCode === 200;
  } catch {
    return false;
  }
}

/** A run that is broken off leaves nothing behind. */
const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

function launch(options: ChildOptions, stdout: "pipe" | "log"): { process: ChildProcess; log: string } {
  const log = join(options.directory, `${options.name}.log`);
  const file = openSync(log, "w");
  try {
    const child = spawn(process.execPath, [...(options.nodeOptions ?? []), options.script, ...(options.args ?? [])], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...options.env },
      stdio: ["ignore", stdout === "pipe" ? "pipe" : file, file],
    });
    child.on("error", () => undefined); // Told by its exit.
    running.add(child);
    child.once("exit", () => running.delete(child));
    return { process: child, log };
  } finally {
    closeSync(file);
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill("SIGTERM");
  const impatient = setTimeout(() => child.kill("SIGKILL"), STOP_DEADLINE_MS);
  await ended;
  clearTimeout(impatient);
}
