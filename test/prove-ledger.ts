import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "@corridor/server/kernel/db/client.ts";
import { startEmbedded } from "@corridor/server/kernel/db/embedded.ts";
import { migrate } from "@corridor/server/kernel/db/migrate.ts";
import { createLogger } from "@corridor/server/kernel/log.ts";
import { proveLedger } from "./ledger/ledger-proof.ts";

/**
 * `npm run prove -- ledger [<operations>]`: the proof of the ledger's test, at full length and with a durable database
 * of its own. Prints what happened and ends with an error when the ledger and the reference model differ in anything.
 */
const DEFAULT_OPERATIONS = 1_000_000;
const CALLERS = 128;
const ORGANIZATIONS = 10;
const ACCOUNTS_EACH = 100;
const MAX_CONNECTIONS = 5;

const print = (line: string): boolean => process.stdout.write(`${line}\n`);
const operations = Number(process.argv[2] ?? DEFAULT_OPERATIONS);
const seed = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
if (!Number.isSafeInteger(operations) || operations < 1) {
  print("usage: npm run prove -- ledger [<number of operations>]");
  process.exit(2);
}

const directory = await mkdtemp(join(tmpdir(), "corridor-prove-"));
await chmod(directory, 0o711); // As root, PostgreSQL runs as another user, who needs access to its folder.
const server = await startEmbedded({ directory, durable: true });
let agreed = false;
try {
  await migrate({ url: server.url });
  const db = connect({
    url: server.url,
    maxConnections: MAX_CONNECTIONS,
    applicationName: "prove",
    log: createLogger({ level: "warn" }),
    purpose: "writer",
  });
  print(`${operations} random operations, ${CALLERS} concurrent callers, ${ORGANIZATIONS} organizations, seed ${seed}`);
  const onProgress = (done: number): boolean => print(`  ${done} operations`);
  const proof = await proveLedger({
    db,
    operations,
    callers: CALLERS,
    organizations: ORGANIZATIONS,
    accountsEach: ACCOUNTS_EACH,
    seed,
    onProgress,
  });
  await db.close();
  print(
    `${proof.operations} operations in ${proof.seconds.toFixed(1)} s ` +
      `(${Math.round(proof.operations / proof.seconds)} per second)`,
  );
  for (const [outcome, count] of Object.entries(proof.outcomes).sort((a, b) => b[1] - a[1]))
    print(`  ${outcome}: ${count}`);
  const { report, floors } = proof;
  print(
    `floors of settlement accounts: ${floors.refusals} refusals, ${floors.overdrafts} overdrafts by facts, ` +
      `${floors.creditLines} changes of a credit line`,
  );
  print(
    `verified: ${report.transactions} transactions, ${report.postings} postings, ${report.accounts} accounts, ` +
      `${report.holds} holds`,
  );
  if (report.broken !== null) print(`BROKEN ${JSON.stringify(report.broken)}`);
  for (const difference of proof.differences) print(`DIFFERS ${difference}`);
  agreed = report.broken === null && proof.differences.length === 0;
  print(
    agreed
      ? "the ledger agrees with the reference model in every outcome, balance, floor, credit line, hold, rate lock " +
          "and approval"
      : "the ledger does NOT agree with the reference model",
  );
} finally {
  await server.stop();
  await rm(directory, { recursive: true, force: true });
}
process.exitCode = agreed ? 0 : 1;
