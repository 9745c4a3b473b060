import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "@corridor/server/kernel/db/embedded.ts";
import { migrate } from "@corridor/server/kernel/db/migrate.ts";
import { proveClock } from "./clock/clock-proof.ts";
import { proveKills } from "./clock/kill-proof.ts";

/**
 * `npm run prove -- clock [<payments>]`: that nobody is paid twice, whatever is done to any clock, at full length.
 * First in played time (the proof of test/faults/clock-steps.test.ts), then in real processes that are killed. Ends
 * with an error when a payment was accepted twice or did not end.
 */
const DEFAULT_PAYMENTS = 1_000;

const print = (line: string): boolean => process.stdout.write(`${line}\n`);
const payments = Number(process.argv[2] ?? DEFAULT_PAYMENTS);
const seed = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
if (!Number.isSafeInteger(payments) || payments < 1) {
  print("usage: npm run prove -- clock [<number of payments>]");
  process.exit(2);
}

async function onNewDatabase<T>(work: (databaseUrl: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), "corridor-prove-"));
  await chmod(directory, 0o711); // As root, PostgreSQL runs as another user, who needs access to its folder.
  const server = await startEmbedded({ directory, durable: false });
  try {
    await migrate({ url: server.url });
    return await work(server.url);
  } finally {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

print(
  `${payments} payments in played time, seed ${seed}: clocks of API, workers and database set by 1 second to 1 day, ` +
    "providers that take effect late",
);
const played = await onNewDatabase((databaseUrl) =>
  proveClock({ databaseUrl, payments, seed, onProgress: (done) => print(`  ${done} payments`) }),
);
print(JSON.stringify({ ...played, paidTwice: played.paidTwice.length }, null, 2));

print(`${payments} payouts in real processes that are killed, seed ${seed}`);
const killed = await onNewDatabase((databaseUrl) => proveKills({ databaseUrl, payments, seed, print }));
print(JSON.stringify({ ...killed, paidTwice: killed.paidTwice.length }, null, 2));

const holds =
  [played, killed].every(
    ({ paidTwice, untrue, unfinished, items }) => paidTwice.length + untrue.length + unfinished + items === 0,
  ) && played.turnedAway === 0;
print(holds ? "nobody was paid twice, and every payment came to its end" : "it does NOT hold");
process.exitCode = holds ? 0 : 1;
