import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DemoFile } from "@corridor/server/commands/greeting.ts";

/**
 * `npm run prove -- test-clock`: a business of 1,000 payments lives through 90 days of a real process, as `npm start`
 * runs it, whose time is moved by `POST /sandbox/clock`, a day at a time. Ends with an error when it takes longer than
 * the limit, when a payment is not where its details lead it, when the books do not agree, or when an endpoint that is
 * out every third day misses an event in the end.
 */
const PAYMENTS = 1_000;
const DAYS = 90;
const LIMIT_SECONDS = 30;
const DAY_SECONDS = 24 * 60 * 60;
const PORT = 3_990;
const SANDBOX_PORT = 3_991;

const directory = mkdtempSync(join(tmpdir(), "corridor-prove-"));
let holds = true;
const say = (text: string, isSo = true): void => {
  holds &&= isSo;
  console.log(`${isSo ? "  " : "NO "}${text}`);
};

/** The ending of the card, phone or account decides the outcome; the share is out of ten payments. */
const KINDS = [
  { ending: "4567", share: 7, end: "completed" },
  { ending: "0005", share: 1, end: "failed" },
  { ending: "0009", share: 1, end: "completed" }, // Its callback never comes: a worker must poll.
  { ending: "unpaid", share: 1, end: "failed" }, // Nobody makes this bank transfer, so the provider gives it up.
] as const;
const OF_TEN = KINDS.flatMap((kind) => Array.from({ length: kind.share }, () => kind));

let day = 0;
const heard = new Map<string, string[]>();
const hooks = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const isOut = day % 3 === 2 && day < DAYS;
    if (!isOut) {
      const { event_type, data } = JSON.parse(Buffer.concat(chunks).toString("utf8")) as {
        event_type: string;
        data: { payment_id: string };
      };
      heard.set(data.payment_id, [...(heard.get(data.payment_id) ?? []), event_type]);
    }
    response.writeHead(isOut ? 503 : 200).end();
  });
});
await new Promise<void>((resolve) => hooks.listen(0, "127.0.0.1", resolve));

const settings = {
  ALLOW_INSECURE_WEBHOOKS: "true",
  DATA_DIR: directory,
  PORT: String(PORT),
  SANDBOX_PORT: String(SANDBOX_PORT),
  LOG_LEVEL: "error",
  SHUTDOWN_GRACE_MS: "0",
};
const child = spawn(process.execPath, ["packages/server/src/main.js", "start"], {
  env: { PATH: process.env["PATH"], ...settings },
  stdio: ["ignore", "pipe", "inherit"],
});
const printed = { text: "" };
child.stdout.on("data", (chunk: Buffer) => (printed.text += chunk.toString()));
while (!printed.text.includes("Corridor is ready")) {
  if (child.exitCode !== null) throw new Error(`it did not start: ${printed.text}`);
  await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
}

try {
  const demo = JSON.parse(readFileSync(join(directory, "demo.json"), "utf8")) as DemoFile;
  const headers = {
    "content-type": "application/json",
    authorization: "NONE",
    "x-api-key": demo.organizations[0]!.api_key,
  };
  const call = async (method: string, path: string, body?: object): Promise<any> => {
    const answer = await fetch(`${demo.base_url}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const read = (await answer.json()) as any;
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(read)}`);
    return read;
  };
  const advance = (seconds: number) => call("POST", "/sandbox/clock", { advance_seconds: seconds });
  await call("POST", "/public/webhooks", {
    endpoint_url: `http://127.0.0.1:${(hooks.address() as AddressInfo).port}/hook`,
    events: ["payment.completed", "payment.failed"],
  });
  const wanted = new Map<string, string>();
  const statusOf = async (id: string): Promise<string> => (await call("GET", `/payments/${id}`)).data.status;
  const begunMs = performance.now();

  for (; day < DAYS; day++) {
    const until = Math.round(((day + 1) * PAYMENTS) / DAYS);
    const kinds = Array.from(
      { length: until - wanted.size },
      (_, index) => OF_TEN[(wanted.size + index) % OF_TEN.length]!,
    );
    const made = await Promise.all(
      kinds.map(
        async ({ ending, end }) =>
          [(await call("POST", "/payments-init/initiate", bodyOf(ending))).response.payment_id, end] as const,
      ),
    );
    for (const [id, end] of made) wanted.set(id, end);
    await advance(DAY_SECONDS);
  }
  // The last payments are polled, ended and published within hours; the endpoint works again.
  const untold = (): number =>
    [...wanted].filter(([id, end]) => heard.get(id)?.includes(`payment.${end}`) !== true).length;
  for (let hour = 0; hour < 72 && untold() > 0; hour++) {
    await advance(60 * 60);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const tookSeconds = (performance.now() - begunMs) / 1_000;
  const { data: clock } = await call("GET", "/sandbox/clock");
  say(
    `${wanted.size} payments and ${Math.floor(clock.shift_seconds / DAY_SECONDS)} days in ${tookSeconds.toFixed(1)} ` +
      `s (limit ${LIMIT_SECONDS} s)`,
    tookSeconds < LIMIT_SECONDS,
  );

  const counts = new Map<string, number>();
  let astray = 0;
  for (const [id, end] of wanted) {
    const status = await statusOf(id);
    counts.set(status, (counts.get(status) ?? 0) + 1);
    if (status !== end) astray += 1;
  }
  say(
    `${[...counts].map(([status, count]) => `${count} ${status}`).join(", ")}; ${astray} elsewhere than their ` +
      "details lead them",
    astray === 0,
  );
  say(`${untold()} ends that the endpoint, out every third day, has not heard of`, untold() === 0);
  const { data: accounts } = await call("GET", "/ledger/accounts?limit=100");
  const sums = new Map<string, number>();
  for (const { currency, balance } of accounts) sums.set(currency, (sums.get(currency) ?? 0) + Number(balance));
  say(
    `the books of ${sums.size} currencies sum to zero`,
    [...sums.values()].every((sum) => Math.abs(sum) < 1e-6),
  );
} finally {
  child.kill("SIGTERM");
  if (child.exitCode === null) await once(child, "exit");
  hooks.close();
  rmSync(directory, { recursive: true, force: true });
}
process.exit(holds ? 0 : 1);

function bodyOf(ending: string): Record<string, unknown> {
  if (ending === "unpaid")
    return {
      amount: 5_000,
      target_amount: 5_000,
      currency: "NGN",
      target_currency: "NGN",
      payment_method: "bank_transfer",
      direction: "payin",
      payer_details: { name: "Chidi Eze", email: "chidi@example.com" },
      bank_details: { account_number: "0011223344", bank_name: "GTBank", country: "NG", bank_code: "058" },
      bank_account: { account_number: "0123456784", bank_code: "044", bank_name: "Access Bank" },
    };
  return {
    amount: 150,
    target_amount: 150,
    currency: "GHS",
    target_currency: "GHS",
    country: "GH",
    payment_method: "mobile_money",
    direction: "payin",
    payer_details: { name: "Ama Owusu", phone: "+233241234567" },
    mobile_money_details: { provider: "MTN", phone_number: `+23324123${ending}` },
  };
}
