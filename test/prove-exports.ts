import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as WebStream } from "node:stream/web";
import { isDeepStrictEqual } from "node:util";
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { composeService } from "@corridor/server/compose.ts";
import { loadConfig } from "@corridor/server/config.ts";
import { systemClock } from "@corridor/base/clock.ts";
import { startEmbedded } from "@corridor/server/kernel/db/embedded.ts";
import { migrate } from "@corridor/server/kernel/db/migrate.ts";
import { createLogger } from "@corridor/server/kernel/log.ts";
import { createMetrics } from "@corridor/server/kernel/metrics.ts";
import { seedDemo } from "@corridor/server/commands/seed.ts";
import { seedPayments } from "../scripts/seed-payments/write-payments.ts";

/**
 * `npm run prove -- exports [<payments>]`: exports a million payments of a durable database of its own through HTTP, as
 * CSV and as Parquet, and reads the files as they come. Ends with an error when a file's count or the sum of a currency
 * differs from the database's, when progress goes back, or when making and sending took more memory than the limit
 * beyond what the process had before.
 */
const DEFAULT_PAYMENTS = 1_000_000;
const DAYS = 365;
const MAX_MORE_MB = 300;
const PROGRESS_EVERY_ROWS = 100_000;

const payments = Number(process.argv[2] ?? DEFAULT_PAYMENTS);
const log = createLogger({ level: "error" });
const directory = await mkdtemp(join(tmpdir(), "corridor-prove-"));
await chmod(directory, 0o711); // As root, PostgreSQL runs as another user, who needs access to its folder.
const server = await startEmbedded({ directory, durable: true });
let holds = true;
let mostMb = 0;
const noteMemory = (): number => (mostMb = Math.max(mostMb, process.memoryUsage().rss / 1_048_576));
const say = (text: string, isSo = true): void => {
  holds &&= isSo;
  console.log(`${isSo ? "  " : "NO "}${text}`);
};

try {
  await migrate({ url: server.url });
  const config = {
    ...loadConfig({ environment: { HOST: "127.0.0.1", PORT: "3998" } }),
    secret: "only for measuring, and used nowhere else at all",
  };
  const corridor = await composeService({
    config,
    databaseUrl: server.url,
    clock: systemClock,
    log,
    metrics: createMetrics(),
    sandbox: null,
    webDirectory: "",
  });
  const demo = await seedDemo({ db: corridor.db, clock: systemClock });
  let startedMs = performance.now();
  await seedPayments(corridor.db, { count: payments, days: DAYS, until: new Date() });
  say(`${payments} payments written in ${seconds(startedMs)}`);
  const origin = await corridor.server.listen({ host: "127.0.0.1", port: 0 });
  const job = corridor.jobs.find(({ name }) => name === "exports")!;
  const beforeMb = noteMemory();
  let exported = 0;
  for (const organization of demo.organizations) {
    const headers = { "content-type": "application/json", authorization: "NONE", "x-api-key": organization.api_key };
    const call = async (method: string, path: string, body?: object): Promise<any> =>
      (
        (await (
          await fetch(`${origin}/v1${path}`, {
            method,
            headers,
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          })
        ).json()) as any
      ).data;
    const make = async (format: string): Promise<string> => {
      startedMs = performance.now();
      const { export_id } = await call("POST", "/exports", { kind: "transactions", format });
      let shownRows = 0;
      while ((await job.runOnce()) > 0) {
        noteMemory();
        const { rows_done, rows_total } = await call("GET", `/exports/${export_id}`);
        if (rows_done < shownRows) say(`progress went back from ${shownRows} to ${rows_done}`, false);
        if (Math.floor(rows_done / PROGRESS_EVERY_ROWS) > Math.floor(shownRows / PROGRESS_EVERY_ROWS))
          say(`${rows_done} of ${rows_total} rows`);
        shownRows = rows_done;
      }
      const ready = await call("GET", `/exports/${export_id}`);
      const size = `${Math.round(ready.size_bytes / 1_048_576)} MB of ${format}`;
      say(`${ready.status}: ${ready.rows_done} rows, ${size}, in ${seconds(startedMs)}`, ready.status === "completed");
      startedMs = performance.now();
      return `${origin}/v1${new URL(ready.download_url).pathname.replace("/v1", "")}`;
    };
    const file = await sumsOf(await make("csv"));
    say(`downloaded and added up in ${seconds(startedMs)}`);
    const parquet = join(directory, "export.parquet");
    await pipeline(
      Readable.fromWeb((await fetch(await make("parquet"))).body as WebStream),
      watchedChunks,
      createWriteStream(parquet),
    );
    const packed = await sumsOfParquet(parquet);
    say(
      `downloaded and added up in ${seconds(startedMs)}; the same sums as in the CSV`,
      isDeepStrictEqual(packed, file),
    );
    const stored = await corridor.db.query<{ currency: string; rows: number; amount: string }>(
      `SELECT currency, count(*)::int AS rows, sum(amount)::text AS amount FROM payments WHERE org_id = $1
        GROUP BY currency`,
      [organization.org_id],
    );
    for (const { currency, rows, amount } of stored) {
      const found = file.get(currency);
      const isSame = found?.rows === rows && found.amount === BigInt(amount.split(".")[0]!);
      if (!isSame)
        say(`${currency}: ${found?.rows} rows of ${found?.amount}, and ${rows} of ${amount} are stored`, false);
    }
    exported += [...file.values()].reduce((sum, { rows }) => sum + rows, 0);
  }
  say(
    `${exported} rows in the files, and the count and sum of every currency is the database's`,
    exported === payments,
  );
  say(`memory: ${Math.round(beforeMb)} MB before, ${Math.round(mostMb)} MB at most`, mostMb - beforeMb < MAX_MORE_MB);
  await corridor.close();
} finally {
  await server.stop();
  await rm(directory, { recursive: true, force: true });
}
process.exitCode = holds ? 0 : 1;

/** Count and sum by currency, line by line: seeded amounts are whole, and no cell before them has a comma. */
async function sumsOf(url: string): Promise<Map<string, { rows: number; amount: bigint }>> {
  const sums = new Map<string, { rows: number; amount: bigint }>();
  const decoder = new TextDecoder();
  let rest = "";
  let columns: { amount: number; currency: number } | undefined;
  for await (const chunk of (await fetch(url)).body!) {
    noteMemory();
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\r\n");
    rest = lines.pop()!;
    for (const line of lines) {
      const cells = line.split(",");
      if (columns === undefined) {
        columns = { amount: cells.indexOf("amount"), currency: cells.indexOf("currency") };
        continue;
      }
      const sum = sums.get(cells[columns.currency]!) ?? { rows: 0, amount: 0n };
      sums.set(cells[columns.currency]!, {
        rows: sum.rows + 1,
        amount: sum.amount + BigInt(cells[columns.amount]!.split(".")[0]!),
      });
    }
  }
  return sums;
}

async function sumsOfParquet(path: string): Promise<Map<string, { rows: number; amount: bigint }>> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  const sums = new Map<string, { rows: number; amount: bigint }>();
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows);
    for (const { amount, currency } of await parquetReadObjects({
      file,
      metadata,
      rowStart,
      rowEnd,
      columns: ["amount", "currency"],
    })) {
      const sum = sums.get(currency) ?? { rows: 0, amount: 0n };
      sums.set(currency, {
        rows: sum.rows + 1,
        amount: sum.amount + BigInt(Math.trunc(Math.round(amount * 1_000) / 1_000)),
      });
    }
    rowStart = rowEnd;
  }
  return sums;
}

/** Memory while a file is sent, not while it is read back. */
async function* watchedChunks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    noteMemory();
    yield chunk;
  }
}
function seconds(sinceMs: number): string {
  return `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;
}
