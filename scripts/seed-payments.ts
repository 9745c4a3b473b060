import { rebuildStats } from "@corridor/server/back-office/analytics/follow-payments.ts";
import { connect } from "@corridor/server/kernel/db/client.ts";
import { createLogger } from "@corridor/server/kernel/log.ts";
import { seedPayments } from "./seed-payments/write-payments.ts";

/**
 * `node scripts/seed-payments.ts [count] [days]` with DATABASE_URL: adds finished payments to the organizations of a
 * migrated and seeded database, for viewing lists and charts, and for measuring reads. They have no ledger entries,
 * events or callbacks: never use it on a database with real money.
 */
const DEFAULT_COUNT = 1_000_000;
const DEFAULT_DAYS = 365;
const MAX_CONNECTIONS = 2;

const url = process.env["DATABASE_URL"];
const count = Number(process.argv[2] ?? DEFAULT_COUNT);
const days = Number(process.argv[3] ?? DEFAULT_DAYS);
if (url === undefined || !Number.isSafeInteger(count) || count < 1 || !Number.isSafeInteger(days) || days < 1) {
  console.error(
    "usage: DATABASE_URL=postgres://... node scripts/seed-payments.ts [number of payments] [days they are spread over]",
  );
  process.exit(2);
}

const db = connect({
  url,
  maxConnections: MAX_CONNECTIONS,
  applicationName: "seed-payments",
  log: createLogger({ level: "warn" }),
});
try {
  const startedMs = performance.now();
  await seedPayments(db, { count, days, until: new Date(), onProgress: (done) => console.log(`  ${done} payments`) });
  await rebuildStats({ db });
  console.log(`${count} payments over ${days} days in ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
} finally {
  await db.close();
}
