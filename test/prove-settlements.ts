import { readdirSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "@corridor/server/kernel/db/embedded.ts";
import { migrate } from "@corridor/server/kernel/db/migrate.ts";
import { proveSettlements } from "./settlements/settlement-proof.ts";

/**
 * `npm run prove -- settlements [<lines>]`: a statement with every kind of defect against a ledger in a durable
 * database of its own. Ends with an error when a line is matched with a payment that is not its own, when less than
 * 99.5 percent are matched, when the ledger or the unexplained balance is not what was planted, or when a million lines
 * take longer than 120 seconds or 500 megabytes.
 */
const lines = Number(process.argv[2] ?? "1000000");
const MAX_SECONDS = 120;
const MAX_MEGABYTES = 500;
const MIN_SHARE = 0.995;

const directory = await mkdtemp(join(tmpdir(), "corridor-settlements-"));
await chmod(directory, 0o711); // As root, PostgreSQL runs as another user, who needs access to its folder.
const server = await startEmbedded({ directory, durable: true });
try {
  await migrate({ url: server.url });
  const proof = await proveSettlements({
    databaseUrl: server.url,
    filePath: join(directory, "statement.csv"),
    lines,
    print: console.log,
    serverCpuSeconds,
  });
  console.log(proof);
  const isExplained = Object.keys({ ...proof.unexplained, ...proof.planted }).every(
    (currency) => Number(proof.unexplained[currency] ?? 0) === Number(proof.planted[currency] ?? 0),
  );
  const holds = proof.wrong === 0 && proof.matchedShare >= MIN_SHARE && !proof.ledgerBroken && isExplained;
  const isQuick = proof.seconds <= MAX_SECONDS && proof.peakMegabytes <= MAX_MEGABYTES;
  console.log(
    holds ? "every line was judged as it was planted" : "NO: it does not hold",
    isQuick ? "" : "(slower or larger than it may be)",
  );
  process.exitCode = holds && isQuick ? 0 : 1;
} finally {
  await server.stop();
  await rm(directory, { recursive: true, force: true });
}

/**
 * Of all processes of the server, by Linux' own count in hundredths; 0 elsewhere. A busy machine stretches the time,
 * and not this.
 */
function serverCpuSeconds(): number {
  try {
    const [postmaster] = readFileSync(join(directory, "postgres", "cluster", "data", "postmaster.pid"), "utf8").split(
      "\n",
    );
    let ticks = 0;
    for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
      const [, , parent, ...rest] = statOf(pid);
      const [user, system, children, childrenSystem] = rest.slice(9, 13).map(Number) as [
        number,
        number,
        number,
        number,
      ];
      if (pid === postmaster) ticks += user + system + children + childrenSystem;
      else if (parent === postmaster) ticks += user + system;
    }
    return ticks / 100;
  } catch {
    return 0;
  }
}

/** From the name on, which may hold spaces: name, state, parent and so on. */
function statOf(pid: string): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return ["", ...text.slice(text.lastIndexOf(")") + 2).split(" ")];
  } catch {
    return []; // It has ended meanwhile.
  }
}
