import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "@corridor/server/kernel/db/embedded.ts";
import { migrate } from "@corridor/server/kernel/db/migrate.ts";
import { proveBatch } from "./batches/batch-proof.ts";
import { seededRandom } from "./ledger/random-operations.ts";

/**
 * `npm run prove -- batches [<rows> <kills> <single payouts> <seed>]`: a payout batch in a durable database of its own,
 * whose worker is killed with -9 at random moments. Ends with an error when a row was paid twice or not at all, when
 * the preview took a minute, or when a batch that nobody kills is slower than nine tenths of single payouts.
 */
const [rows = "100000", kills = "50", singles = "5000", seed = String(Date.now() % 1_000_000)] = process.argv.slice(2);
const MAX_PREVIEW_SECONDS = 60;
const MIN_RATIO = 0.9;

const directory = await mkdtemp(join(tmpdir(), "corridor-batches-"));
await chmod(directory, 0o711); // As root, PostgreSQL runs as another user, who needs access to its folder.
const server = await startEmbedded({ directory, durable: true });
try {
  await migrate({ url: server.url });
  console.log(`${rows} rows, ${kills} kills, seed ${seed}`);
  const random = seededRandom(Number(seed));
  const proof = await proveBatch({
    databaseUrl: server.url,
    rows: Number(rows),
    kills: Number(kills),
    singles: Number(singles),
    random,
    print: console.log,
  });
  const ratio = proof.singlePerSecond === null ? null : proof.calmPerSecond! / proof.singlePerSecond;
  console.log(proof);
  if (ratio !== null)
    console.log(`a batch sends ${ratio.toFixed(2)} times as many payouts a second as single requests`);
  const holds =
    proof.doubles + proof.missing + proof.strangers + proof.unfinished === 0 &&
    proof.previewSeconds < MAX_PREVIEW_SECONDS &&
    (ratio === null || ratio >= MIN_RATIO);
  console.log(holds ? "every row was paid once" : "NO: it does not hold");
  process.exitCode = holds ? 0 : 1;
} finally {
  await server.stop();
  await rm(directory, { recursive: true, force: true });
}
