import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { request } from "undici";
import { freePort } from "#test/harness/free-port.ts";
import { withClient } from "@corridor/server/kernel/db/open-client.ts";
import { mobileMoneyPayin } from "#test/harness/payments.ts";

/** What `/metrics` of a process has: its text, and the samples in it. */
export type Scrape = { readonly text: string; readonly samples: readonly Sample[] };
export type Sample = {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
};

/** What the jobs of a worker export after their first run, in a deployment with two cells. */
const MEASURED = [
  ...["0", "1"].flatMap((cell) => [
    `job_last_success_timestamp_seconds{name="payment-checks",cell="${cell}"}`,
    `job_last_success_timestamp_seconds{name="measure",cell="${cell}"}`,
    `tables_without_months{cell="${cell}"}`,
  ]),
  'method="mobile_money",country="GH",direction="inbound",outcome="failed"} 1',
  'provider_float_threshold{provider="fiat",currency="GHS"} 0',
  "chain_heads_written_timestamp_seconds{",
];
const API_PROCESSES = 2;
/** So many that both processes are asked. */
const REPEATS = 8;

/** The ending of a number that every sandbox provider refuses. */
const REFUSED = "0002";
const DEADLINE_MS = 120_000;
const POLL_MS = 200;

/** `repeats`: the api scraped again and again, whichever process answered. */
type Scraped = { api: Scrape; worker: Scrape; repeats: Scrape[] };

/**
 * Starts two api processes on one port and a worker as an operator does, on a database with two cells. Sends a payment
 * that every provider refuses, and reads the metrics of all as soon as the worker has measured.
 */
export async function scrapeProcesses(databaseUrl: string, apiKey: string): Promise<Scraped> {
  const directory = mkdtempSync(join(tmpdir(), "corridor-scrape-"));
  const [port, workerPort, sandboxPort] = [await freePort(), await freePort(), await freePort()];
  const [apiUrl, workerUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${workerPort}`];
  const threshold = "INSERT INTO provider_floats (provider, currency, threshold) VALUES ('fiat', 'GHS', 0)";
  await withClient({ connectionString: databaseUrl }, (client) => client.query(threshold));
  // Takes every trace: a collector that is away would make the processes count what they drop.
  const collector = createServer((request, response) => request.resume().once("end", () => response.end("{}")));
  await once(collector.listen(0, "127.0.0.1"), "listening");
  const env = {
    PATH: process.env["PATH"],
    DATABASE_URL: databaseUrl,
    DATA_DIR: directory,
    CORRIDOR_SECRET: "a master secret for the metrics of two processes",
    HOST: "127.0.0.1",
    PORT: String(port),
    API_PROCESSES: String(API_PROCESSES),
    WORKER_PORT: String(workerPort),
    SANDBOX_PORT: String(sandboxPort),
    SHUTDOWN_GRACE_MS: "0",
    LOG_LEVEL: "error",
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
  };
  const processes = ["sandbox", "api", "worker"].map((kind) =>
    spawn(process.execPath, ["packages/server/src/main.js", kind], { env, stdio: "inherit" }),
  );
  try {
    const ready = [`${apiUrl}/readyz`, `${workerUrl}/readyz`, `http://127.0.0.1:${sandboxPort}/healthz`];
    await Promise.all(ready.map((url) => until(processes, url)));
    const headers = { authorization: "NONE", "x-api-key": apiKey, "content-type": "application/json" };
    const read = await fetch(`${apiUrl}/v1/corridors?country=GH`, { headers });
    const body = JSON.stringify(mobileMoneyPayin(REFUSED));
    const paid = await fetch(`${apiUrl}/v1/payments-init/initiate`, { method: "POST", headers, body });
    const { code } = (await paid.json()) as { code?: string };
    if (!read.ok || paid.status !== 502 || code !== "ALL_PROVIDERS_FAILED")
      throw new Error(`unexpected: ${read.status}, ${paid.status} ${code}`);
    const worker = await until(processes, `${workerUrl}/metrics`, MEASURED);
    const repeats: Scrape[] = [];
    for (let scrape = 0; scrape < REPEATS; scrape++) repeats.push(parse(await until(processes, `${apiUrl}/metrics`)));
    return { api: repeats.at(-1)!, worker: parse(worker), repeats };
  } finally {
    for (const one of processes) {
      one.kill("SIGTERM");
      if (one.exitCode === null && one.signalCode === null) await once(one, "exit");
    }
    collector.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The body of the address, once it answers with 200 and has all of these samples. */
async function until(
  processes: readonly ChildProcess[],
  url: string,
  samples: readonly string[] = [],
): Promise<string> {
  const deadlineMs = performance.now() + DEADLINE_MS;
  let missing: string[] | null = null;
  while (performance.now() < deadlineMs) {
    if (processes.some(({ exitCode }) => exitCode !== null))
      throw new Error("a process has ended; its own message is above");
    // Each time on a new connection, which any of the processes that share the port may get.
    const answer = await request(url, { reset: true }).catch(() => null);
    const text = await answer?.body.text();
    missing = answer?.statusCode === 200 ? samples.filter((sample) => !text!.includes(sample)) : null;
    if (missing?.length === 0) return text!;
    await pause(POLL_MS);
  }
  throw new Error(missing === null ? `${url} did not answer` : `${url} lacks ${missing.join(", ")}`);
}

function parse(text: string): Scrape {
  const samples = [...text.matchAll(/^([a-z_]\w*)(?:\{(.*)\})? (\S+)$/gim)].map(([, name, labels = "", value]) => ({
    name: name!,
    labels: Object.fromEntries(
      [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, content]) => [label!, content!]),
    ),
    value: Number(value),
  }));
  return { text, samples };
}
