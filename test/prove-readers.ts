import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { DemoFile } from "@corridor/server/commands/greeting.ts";
import { freePort } from "#test/harness/free-port.ts";

/**
 * `npm run prove -- readers [<readers>]`: so many clients ask the running service for its largest answers (the API
 * document, the script of the reference, the dashboard's files, pages of a hundred payments) and read nothing. Ends
 * with an error when its memory grows to more than 1.5 times that of rest, or when others are refused or kept waiting
 * meanwhile.
 */
const READERS = Number(process.argv[2] ?? 2_000);
const PAYMENTS = 200;
const HOLD_SECONDS = 20;
const MAX_GROWTH = 1.5;
const MAX_WAIT_MS = 2_000;
const OPENED_AT_ONCE = 100;

const directory = mkdtempSync(join(tmpdir(), "corridor-readers-"));
const [port, sandboxPort] = [await freePort(), await freePort()];
const child = spawn(process.execPath, ["packages/server/src/main.js", "start"], {
  env: {
    PATH: process.env["PATH"],
    DATA_DIR: directory,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_DELAY_MS: "0",
    LOG_LEVEL: "error",
  },
  stdio: ["ignore", "pipe", "inherit"],
});
const sockets: Socket[] = [];
let holds = true;
const say = (text: string, isSo = true): void => {
  holds &&= isSo;
  console.log(`${isSo ? "  " : "NO "}${text}`);
};

try {
  await untilReady(child);
  const demo = JSON.parse(readFileSync(join(directory, "demo.json"), "utf8")) as DemoFile;
  const key = demo.organizations[0]!.api_key;
  const headers = { Authorization: "NONE", "X-Api-Key": key };
  const origin = `http://127.0.0.1:${port}`;
  for (let n = 0; n < PAYMENTS; n++) {
    const answer = await fetch(`${origin}/v1/payments-init/initiate`, {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/json" },
      body: JSON.stringify(payin(n)),
    });
    if (!answer.ok) throw new Error(`a payment was refused: ${await answer.text()}`);
    await answer.text();
  }
  const page = await (await fetch(`${origin}/dashboard/`)).text();
  const files = [...page.matchAll(/(?:src|href)="(\/dashboard\/assets\/[^"]+)"/g)].map((match) => match[1]!);
  const paths = ["/v1/openapi.json", "/docs/scalar.js", "/v1/transactions?limit=100", ...files];
  // Reads every answer once, so that what is loaded on first use counts as memory at rest.
  for (let round = 0; round < 3; round++)
    for (const path of paths) await (await fetch(origin + path, { headers })).arrayBuffer();
  await pause(3_000);
  const restMb = memoryOf(child.pid!);
  say(`at rest ${restMb} MB; ${READERS} readers of ${paths.length} addresses, who do not read`);

  for (let n = 0; n < READERS; n++) {
    sockets.push(ask(paths[n % paths.length]!, key));
    if (n % OPENED_AT_ONCE === 0) await pause(20);
  }
  let mostMb = 0;
  let slowestMs = 0;
  let refused = 0;
  let asked = 0;
  const untilMs = performance.now() + HOLD_SECONDS * 1_000;
  while (performance.now() < untilMs) {
    for (const path of ["/v1/users/me", "/v1/transactions?limit=10", "/healthz"]) {
      const sinceMs = performance.now();
      const answer = await fetch(origin + path, { headers });
      await answer.arrayBuffer();
      slowestMs = Math.max(slowestMs, performance.now() - sinceMs);
      asked += 1;
      if (!answer.ok) refused += 1;
    }
    mostMb = Math.max(mostMb, memoryOf(child.pid!));
    await pause(50);
  }
  const open = sockets.filter((socket) => !socket.destroyed && socket.readyState === "open").length;
  say(`${open} of them are still connected`);
  say(`memory rose to ${mostMb} MB, ${(mostMb / restMb).toFixed(2)} times rest`, mostMb < MAX_GROWTH * restMb);
  say(`${asked} other requests, ${refused} refused`, refused === 0);
  say(`the slowest of them took ${Math.round(slowestMs)} ms`, slowestMs < MAX_WAIT_MS);
} finally {
  for (const socket of sockets) socket.destroy();
  child.kill("SIGTERM");
  if (child.exitCode === null) await once(child, "exit");
  rmSync(directory, { recursive: true, force: true });
}
console.log(holds ? "Slow readers harm nobody else." : "It does not hold.");
process.exitCode = holds ? 0 : 1;

function ask(path: string, key: string): Socket {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: NONE\r\nX-Api-Key: ${key}\r\n\r\n`);
  return socket;
}

/** As the system counts it. */
function memoryOf(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))!;
  return Math.round(Number(kilobytes) / 1_024);
}

function payin(n: number): object {
  return {
    amount: 10,
    target_amount: 10,
    currency: "GHS",
    target_currency: "GHS",
    country: "GH",
    payment_method: "mobile_money",
    direction: "payin",
    payer_details: { name: "Ama Owusu", phone: "+233241234567" },
    mobile_money_details: { provider: "MTN", phone_number: "+233241234567" },
    metadata: Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`note_${i}`, `${n} `.padEnd(200, "-")])),
  };
}

async function untilReady(process: ChildProcess): Promise<void> {
  let output = "";
  process.stdout!.on("data", (chunk: Buffer) => (output += chunk.toString()));
  while (!output.includes("Corridor is ready")) {
    if (process.exitCode !== null) throw new Error(`the service did not start: ${output}`);
    await Promise.race([once(process.stdout!, "data"), once(process, "exit")]);
  }
}
