import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** What a prover needs and `npm ci` does not bring, and how to get it. */
type Need = { readonly isMet: () => boolean; readonly hint: string };

type Prover = {
  readonly shows: string;
  /** Its arguments, as people write them. */
  readonly takes?: string;
  /** From the root of the repository on; a test file is run by vitest. */
  readonly file: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly needs?: readonly Need[];
};

const isOnPath = (program: string): boolean =>
  (process.env["PATH"] ?? "").split(delimiter).some((folder) => existsSync(join(folder, program)));

const PROMTOOL: Need = {
  isMet: () => isOnPath("promtool"),
  hint:
    "promtool is not on the PATH. It is a part of Prometheus: `apt install prometheus`, `brew install prometheus`, or " +
    "the archive of prometheus.io/download.",
};
const CITUS: Need = {
  isMet: () => (process.env["CITUS_URLS"] ?? "").includes(","),
  hint:
    "CITUS_URLS must name the coordinator and the nodes of a Citus cluster, separated by commas, as a superuser: " +
    "CITUS_URLS=postgres://postgres@127.0.0.1:6541,postgres://postgres@127.0.0.1:6542. Servers of the image " +
    "citusdata/citus that are started as compose.citus.yaml starts them can be one.",
};
const PGBACKREST: Need = {
  isMet: () => isOnPath("pgbackrest") && existsSync("/usr/lib/postgresql"),
  hint: "It takes pgBackRest and a PostgreSQL of Debian: `apt install pgbackrest postgresql`.",
};
const LINUX: Need = {
  isMet: () => process.platform === "linux",
  hint: "It reads what Linux tells of processes in /proc: run it on Linux, or in a container.",
};

const BUILDER: Need = {
  isMet: () => isOnPath("buildah") && isOnPath("debootstrap") && process.getuid?.() === 0,
  hint: "It takes buildah and debootstrap, and root in a place where that may mount: `apt install buildah debootstrap`.",
};

/** `npm run prove -- <name>`. Each ends with an error when what it shows does not hold. */
export const PROVERS: Readonly<Record<string, Prover>> = {
  alerts: {
    shows: "every alert of deploy/ fires, and none else, on the series of real processes",
    file: "test/prove-alerts.ts",
    needs: [PROMTOOL],
  },
  analytics: {
    shows: "every analytics answer over a million payments is quick and right",
    takes: "[payments] [days]",
    file: "test/prove-analytics.ts",
  },
  backtest: {
    shows: "a million payments are replayed in a minute and little memory, and forecasts hold",
    takes: "[payments] [days forecast]",
    file: "test/prove-backtest.ts",
  },
  batches: {
    shows: "a payout batch pays every row once, though its worker is killed",
    takes: "[rows] [kills] [single payouts] [seed]",
    file: "test/prove-batches.ts",
  },
  callbacks: {
    shows: "webhooks are answered at once while their provider is slow",
    takes: "[payments]",
    file: "test/prove-callbacks.ts",
  },
  cells: {
    shows: "three cells carry as much as one",
    takes: "[rounds]",
    file: "test/prove-cells.ts",
  },
  citus: {
    shows: "the product on a Citus cluster",
    takes: "[suites] [upgrade] [cost] [move] [node] [restore]",
    file: "test/prove-citus.ts",
    needs: [CITUS, LINUX],
  },
  clock: {
    shows: "nobody is paid twice, whatever is done to any clock",
    takes: "[payments]",
    file: "test/prove-clock.ts",
  },
  database: {
    shows: "what clients are told while the database suffers, and how soon they pay again",
    takes: "[part of a fault's name]",
    file: "test/prove-database.ts",
  },
  events: {
    shows: "followers of the event log miss nothing",
    takes: "[events]",
    file: "test/prove-events.ts",
  },
  exports: {
    shows: "a million payments are exported right, in little memory",
    takes: "[payments]",
    file: "test/prove-exports.ts",
  },
  failover: {
    shows: "a killed primary loses no acknowledged payment",
    takes: "[kills] | cost",
    file: "test/prove-failover.ts",
  },
  fairness: {
    shows: "a lock, a flood or a slow provider of one organization delays no other",
    takes: "[seconds]",
    file: "test/prove-fairness.ts",
  },
  faults: {
    shows: "real processes under load and faults keep every promise",
    takes: "[--faults 1000] [--minutes 30] [--rounds 1] [--seed n] [--every 400] [--clients 8] [--evidence file]",
    file: "test/prove-faults.ts",
  },
  fuzz: {
    shows: "100,000 requests of rubbish meet no 500 (FUZZ_REQUESTS, FUZZ_SEED)",
    file: "test/e2e/contract-rubbish.test.ts",
    environment: { FUZZ_REQUESTS: "100000" },
  },
  image: {
    shows: "the image builds, and runs read-only as its own user",
    file: "test/prove-image.ts",
    needs: [BUILDER],
  },
  ledger: {
    shows: "a million operations leave the ledger as a reference model has it",
    takes: "[operations]",
    file: "test/prove-ledger.ts",
  },
  mutation: {
    shows: "the tests notice small changes of the code that money and access depend on",
    takes: "[area] ...",
    file: "test/mutation/run-mutations.ts",
  },
  package: {
    shows: "a provider's package outside of the repository, from an empty folder to its removal, with the packed kit",
    file: "test/prove-package.ts",
  },
  postgres: {
    shows: "the product on older releases of PostgreSQL, which it fetches from npm",
    takes: "[releases, such as 15 17] [paths of tests]",
    file: "test/prove-postgres.ts",
  },
  processes: {
    shows: "many processes keep the limits of one, and cost little more",
    takes: "[rounds]",
    file: "test/prove-processes.ts",
    needs: [LINUX],
  },
  readers: {
    shows: "clients that read nothing do not fill the memory",
    takes: "[readers]",
    file: "test/prove-readers.ts",
    needs: [LINUX],
  },
  reads: {
    shows: "every filter, order, search and export of payments is quick at five million",
    takes: "[--payments 5000000] [--only text] [--database url]",
    file: "test/prove-reads.ts",
  },
  recovery: {
    shows: "a restore to a second before a mistake by pgBackRest has all that came before, and says what is lost",
    file: "test/prove-recovery.ts",
    needs: [PGBACKREST],
  },
  repeat: {
    shows: "the tests give the same results again and again on busy processors",
    takes: "[--times 10] [--burners 1] [paths]",
    file: "scripts/test-repeat.ts",
  },
  restarts: {
    shows: "rolling restarts under load fail no call",
    takes: "[restarts] [API processes]",
    file: "test/prove-restarts.ts",
  },
  settlements: {
    shows: "a statement of a million lines is matched right, with every kind of defect",
    takes: "[lines]",
    file: "test/prove-settlements.ts",
  },
  simulation: {
    shows: "a million payments through the core under one seeded scheduler",
    takes: "[--payments 1000000] [--seed n] [--defect name]",
    file: "test/prove-simulation.ts",
  },
  "test-clock": {
    shows: "a business lives through 90 days in seconds, by the clock of the sandbox",
    file: "test/prove-test-clock.ts",
  },
  upgrade: {
    shows: "an upgrade from the last release under load, there and back, fails no call and keeps the books whole",
    takes: "[--from commit] [--payments 500000] [--clients 8] [--per-second 20] [--phase-seconds 15]",
    file: "test/prove-upgrade.ts",
  },
};

export function listProvers(): string {
  const lines = Object.entries(PROVERS).map(
    ([name, { shows, takes }]) => `  ${name.padEnd(12)}${shows}${takes === undefined ? "" : `: ${takes}`}`,
  );
  return ["usage: npm run prove -- <name> [arguments]", "", ...lines].join("\n");
}
