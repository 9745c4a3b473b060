import { createReadStream, createWriteStream, readFileSync, writeFileSync } from "node:fs";
import { atProvider, move, SETTLEMENT } from "@corridor/server/record/ledger/postings.ts";
import { postTransactions } from "@corridor/server/record/ledger/post-transactions.ts";
import type { LedgerTransaction } from "@corridor/server/record/ledger/ledger.ts";
import { verifyLedger } from "@corridor/server/record/ledger/verify-ledger.ts";
import { readAccountBalances } from "@corridor/server/back-office/settlements/account-queries.ts";
import { settlementJob } from "@corridor/server/back-office/settlements/match-account.ts";
import type { Mapping } from "@corridor/server/back-office/settlements/mapping.ts";
import { writeSource } from "@corridor/server/back-office/settlements/import-queries.ts";
import { receiveFile } from "@corridor/server/back-office/settlements/receive-file.ts";
import { systemClock } from "@corridor/base/clock.ts";
import { connect, type Db } from "@corridor/server/kernel/db/client.ts";
import { newId } from "@corridor/base/ids.ts";
import { createLogger } from "@corridor/server/kernel/log.ts";
import { Money } from "@corridor/base/money.ts";

/**
 * Payments of three organizations in the ledger, and a statement of their provider with every kind of defect planted in
 * it. What became of each line is held against what was planted: a line that should be matched is matched with its own
 * payment, one that should not is an exception, and the unexplained balance is what was planted.
 */
type SettlementProof = {
  lines: number;
  seconds: number;
  /** Of this process and of the database server, in the same time. */
  cpuSeconds: { ours: number; servers: number };
  followSeconds: number;
  peakMegabytes: number;
  matchedShare: number;
  wrong: number;
  ledgerBroken: boolean;
  unexplained: Record<string, string>;
  planted: Record<string, string>;
  exceptions: Record<string, number>;
};

const ACCOUNT = "paystack";
const FIRST_DAY = Date.UTC(2026, 0, 5);
const DAY_MS = 86_400_000;
const CYCLE = 2_000;
const PRICES = 20;
const BATCH = 500;
const HEADER = "id,date,type,currency,gross,fee,reference,ours,original,original_currency";
const MAPPING: Mapping = {
  format: "csv",
  columns: {
    line_key: ["id"],
    value_date: "date",
    currency: "currency",
    kind: "type",
    gross: ["gross"],
    fee: ["fee"],
    provider_reference: "reference",
    our_reference: "ours",
    original_credit: ["original"],
    original_currency: "original_currency",
  },
  kinds: {
    charge: "charge",
    payout: "payout",
    refund: "refund",
    fee: "fee",
    reversal: "reversal",
    transfer: "transfer",
  },
};

type Planned = {
  id: string;
  orgId: string;
  reference: string | null;
  minor: bigint;
  currency: string;
  at: Date;
  batchId?: string;
  isLate?: boolean;
};
type Line = {
  text: string;
  /** Our reference of what it must be matched with, `batch:<id>`, `self`, or null: it must stay open. */ truth:
    | string
    | null;
};

/** How many of each in a cycle of units; the rest is plain. */
const DEFECTS: readonly (readonly [kind: string, count: number])[] = [
  ["split in two", 10],
  ["split in three by our reference", 5],
  ["batch in one line", 5],
  ["fee netted", 20],
  ["rounded down", 5],
  ["rounded up", 5],
  ["settled days later", 20],
  ["charged and reversed", 5],
  ["in another currency", 10],
  ["reference lost", 5],
  ["reference respelled", 20],
  ["only our reference", 20],
  ["line sent twice", 5],
  ["transfer to the bank", 2],
  ["fee of its own", 5],
  ["booked after its line", 5],
  ["charged twice", 2],
  ["unknown to us", 2],
  ["amount differs", 1],
  ["twins without reference", 1],
  ["other currency without original", 1],
  ["never settled", 2],
  ["sent again with another amount", 1],
];
const PLAN = DEFECTS.flatMap(([kind, count]) => Array.from({ length: count }, () => kind));

function createPlanter(orgIds: readonly string[]) {
  const planted = new Map<string, bigint>();
  const plant = (currency: string, minor: bigint): void =>
    void planted.set(currency, (planted.get(currency) ?? 0n) + minor);
  let serial = 0;

  return {
    planted,
    unit(index: number): { payments: Planned[]; lines: Line[] } {
      const kind = PLAN[index % CYCLE] ?? "plain";
      const day = index % 3;
      const at = new Date(FIRST_DAY + day * DAY_MS + (index % 86_400) * 1_000);
      const date = (plus = 0): string => new Date(FIRST_DAY + (day + plus) * DAY_MS).toISOString().slice(0, 10);
      // Most payments have one of a few prices, so an amount tells little.
      const minor =
        kind === "plain" ? BigInt(100_000 * (1 + (index % PRICES))) : BigInt(10_000 + ((index * 7_919) % 5_000_000));
      const fee = minor / 100n;
      const pay = (change: Partial<Planned> = {}): Planned => {
        const id = newId();
        return {
          id,
          orgId: orgIds[index % orgIds.length]!,
          reference: `psk_${index}_${serial++}`,
          minor,
          currency: "NGN",
          at,
          ...change,
        };
      };
      const key = (): string => `L${index}-${serial++}`;
      const text = (n: bigint): string => Money.ofMinor(n, "NGN").toDatabase();
      const line = (
        change: Partial<Record<"id" | "date" | "type" | "currency" | "reference" | "ours" | "tail", string>> & {
          gross?: bigint;
          fee?: bigint;
        },
        truth: string | null,
      ): Line => ({
        text: `${change.id ?? key()},${change.date ?? date()},${change.type ?? "charge"},${change.currency ?? "NGN"},${text(change.gross ?? minor)},${text(change.fee ?? fee)},${change.reference ?? ""},${change.ours ?? ""},${change.tail ?? ","}`,
        truth,
      });
      const own = pay();
      const plain = (): Line => line({ reference: own.reference! }, own.id);
      const open = (gross: bigint, itsFee: bigint, currency = "NGN"): void => plant(currency, -(gross - itsFee));
      switch (kind) {
        case "split in two":
          return {
            payments: [own],
            lines: [
              line({ reference: own.reference!, gross: minor - 5_000n, fee }, own.id),
              line({ reference: own.reference!, gross: 5_000n, fee: 0n }, own.id),
            ],
          };
        case "split in three by our reference":
          return {
            payments: [own],
            lines: [3_000n, 2_000n, minor - 5_000n].map((gross) => line({ ours: own.id, gross, fee: 0n }, own.id)),
          };
        case "batch in one line": {
          const batchId = newId();
          const payments = Array.from({ length: 5 }, () => pay({ minor: -minor, batchId }));
          return {
            payments,
            lines: [line({ type: "payout", ours: batchId, gross: -minor * 5n, fee: 500n }, `batch:${batchId}`)],
          };
        }
        case "fee netted":
          return {
            payments: [own],
            lines: [line({ reference: own.reference!, gross: minor - minor / 40n, fee: 0n }, own.id)],
          };
        case "rounded down":
        case "rounded up":
          return {
            payments: [own],
            lines: [line({ reference: own.reference!, gross: minor + (kind === "rounded up" ? 1n : -1n) }, own.id)],
          };
        case "settled days later":
          return { payments: [own], lines: [line({ reference: own.reference!, date: date(4) }, own.id)] };
        case "charged and reversed": {
          const reference = `gone_${index}`;
          return {
            payments: [],
            lines: [
              line({ reference, fee: 0n }, "self"),
              line({ reference, type: "reversal", gross: -minor, fee: 0n }, "self"),
            ],
          };
        }
        case "in another currency":
          return {
            payments: [own],
            lines: [
              line(
                {
                  reference: own.reference!,
                  currency: "USD",
                  gross: minor / 1_000n,
                  fee: 1n,
                  tail: `${text(minor)},NGN`,
                },
                own.id,
              ),
            ],
          };
        case "reference lost": {
          const lost = pay({ minor: 1_000_000_000n + BigInt(index) });
          return { payments: [lost], lines: [line({ gross: lost.minor, fee: 0n }, lost.id)] };
        }
        case "reference respelled":
          return { payments: [own], lines: [line({ ours: own.id.replaceAll("-", "").toUpperCase() }, own.id)] };
        case "only our reference":
          return { payments: [own], lines: [line({ ours: own.id }, own.id)] };
        case "line sent twice": {
          const sent = plain();
          return { payments: [own], lines: [sent, { ...sent, truth: null }] };
        }
        case "transfer to the bank":
          return {
            payments: [],
            lines: [line({ type: "transfer", reference: `T${index}`, gross: -minor, fee: 0n, date: date(9) }, "self")],
          };
        case "fee of its own":
          return { payments: [], lines: [line({ type: "fee", gross: -fee, fee: 0n }, "self")] };
        case "booked after its line":
          return { payments: [{ ...own, isLate: true }], lines: [line({ ours: own.id }, own.id)] };
        case "charged twice":
          open(minor, fee);
          return { payments: [own], lines: [plain(), line({ reference: own.reference! }, `twice:${own.id}`)] };
        case "unknown to us":
          open(minor, fee);
          return { payments: [], lines: [line({ reference: `stranger_${index}` }, null)] };
        case "amount differs":
          open(minor / 2n, 0n);
          plant("NGN", minor);
          return { payments: [own], lines: [line({ reference: own.reference!, gross: minor / 2n, fee: 0n }, null)] };
        case "twins without reference": {
          const twin = 2_000_000_000n + BigInt(index);
          return {
            payments: [pay({ minor: twin }), pay({ minor: twin })],
            lines: [line({ gross: twin, fee: 0n }, null), line({ gross: twin, fee: 0n }, null)],
          };
        }
        case "other currency without original":
          open(minor / 1_000n, 0n, "USD");
          plant("NGN", minor);
          return {
            payments: [own],
            lines: [line({ reference: own.reference!, currency: "USD", gross: minor / 1_000n, fee: 0n }, null)],
          };
        case "never settled":
          plant("NGN", minor);
          return { payments: [own], lines: [] };
        case "sent again with another amount": {
          const id = key();
          return {
            payments: [own],
            lines: [
              line({ id, reference: own.reference! }, own.id),
              line({ id, reference: own.reference!, gross: minor + 700n }, null),
            ],
          };
        }
        default:
          return { payments: [own], lines: [plain()] };
      }
    },
  };
}

/** Of the file, in one request. */
const UPLOAD_BYTES = 8_000_000;

export async function proveSettlements({
  databaseUrl,
  filePath,
  lines,
  print,
  serverCpuSeconds,
}: {
  databaseUrl: string;
  /** Where the statement is kept until it is uploaded: in memory it would count as the service's. */
  filePath: string;
  lines: number;
  serverCpuSeconds: () => number;
  print: (line: string) => unknown;
}): Promise<SettlementProof> {
  const db = connect({
    url: databaseUrl,
    maxConnections: 4,
    applicationName: "settlement proof",
    log: createLogger({ level: "silent" }),
  });
  try {
    await db.query("CREATE TABLE proof_lines (row integer PRIMARY KEY, truth text)");
    const who = { userId: newId(), actor: { type: "system" as const, id: "proof" } };
    await db.transaction((tx) =>
      writeSource(
        tx,
        { source: "proof", name: "Proof", account: ACCOUNT, mapping: MAPPING },
        who.userId,
        systemClock.now(),
      ),
    );
    const job = settlementJob({ db, clock: systemClock, matches: true });
    const run = async (): Promise<void> => {
      while ((await job.runOnce()) > 0);
    };

    const planter = createPlanter([newId(), newId(), newId()]);
    let started = Date.now();
    const { rows, late } = await makeStatement(db, planter, filePath, lines);
    print(`${rows} lines were made in ${seconds(started)} s`);
    started = Date.now();
    await run();
    const followSeconds = seconds(started);
    print(`the ledger was followed in ${followSeconds} s`);
    await db.query("ANALYZE");

    started = Date.now();
    forgetPeak();
    const cpu = { ours: process.cpuUsage(), servers: serverCpuSeconds() };
    await upload(db, who, filePath);
    print(`uploaded after ${seconds(started)} s`);
    await run();
    print(`read and matched after ${seconds(started)} s`);
    await bookPayments(db, late);
    await run();
    const took = seconds(started);
    return {
      lines: rows,
      seconds: took,
      cpuSeconds: { ours: cpuSince(cpu.ours), servers: Math.round(serverCpuSeconds() - cpu.servers) },
      followSeconds,
      peakMegabytes: peakMegabytes(),
      ...(await judge(db, rows, planter.planted)),
    };
  } finally {
    await db.close();
  }
}

/** The ledger first, and the movements made of it: they are there long before a statement comes. */
async function makeStatement(
  db: Db,
  planter: ReturnType<typeof createPlanter>,
  filePath: string,
  lines: number,
): Promise<{ rows: number; late: Planned[] }> {
  const file = createWriteStream(filePath);
  const late: Planned[] = [];
  let pending: Planned[] = [];
  let text = `${HEADER}\n`;
  let rows = 0;
  const truths: { row: number; truth: string | null }[] = [];
  const flush = async (): Promise<void> => {
    await bookPayments(db, pending);
    await writeTruths(db, truths.splice(0));
    await new Promise((resolve) => file.write(text, resolve));
    pending = [];
    text = "";
  };
  for (let index = 0; rows < lines; index++) {
    const unit = planter.unit(index);
    for (const payment of unit.payments) (payment.isLate === true ? late : pending).push(payment);
    for (const one of unit.lines) {
      text += `${one.text}\n`;
      truths.push({ row: ++rows, truth: one.truth });
    }
    if (pending.length >= 5_000) await flush();
  }
  await flush();
  await new Promise((resolve) => file.end(resolve));
  return { rows, late };
}

async function upload(db: Db, who: Parameters<typeof receiveFile>[1], filePath: string): Promise<void> {
  let importId: string | undefined;
  let afterPart = 0;
  const send = async (content: string, isPartial: boolean): Promise<void> => {
    const received = await receiveFile({ db, clock: systemClock }, who, {
      source: "proof",
      fileName: "proof.csv",
      content,
      importId,
      afterPart,
      isPartial,
    });
    [importId, afterPart] = [received.importId, received.parts];
  };
  let last: string | undefined;
  for await (const piece of createReadStream(filePath, {
    encoding: "utf8",
    highWaterMark: UPLOAD_BYTES,
  }) as AsyncIterable<string>) {
    if (last !== undefined) await send(last, true);
    last = piece;
  }
  await send(last!, false);
}

/**
 * Linux keeps the most memory that a process ever had, and forgets it on request: the making of the statement does not
 * count.
 */
function forgetPeak(): void {
  try {
    writeFileSync("/proc/self/clear_refs", "5");
  } catch {
    // Elsewhere the making counts as well.
  }
}

function peakMegabytes(): number {
  try {
    return Math.round(Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"))![1]) / 1_024);
  } catch {
    return Math.round(process.resourceUsage().maxRSS / 1_024);
  }
}

/** No statement may take longer than the service lets it, on a busy machine too. */
const JUDGED_ROWS = 200_000;
const JUDGE = `
  SELECT count(*)::int AS lines, count(l.match)::int AS matched,
    count(*) FILTER (WHERE l.match IS NOT NULL AND CASE
      WHEN t.truth IS NULL THEN true
      WHEN t.truth = 'self' THEN l.movement_id IS NOT NULL
      WHEN t.truth LIKE 'batch:%' THEN l.match <> 'merged'
        OR NOT EXISTS (SELECT FROM settlement_movements m WHERE m.merged_into = l.line_key)
     OR EXISTS (SELECT FROM settlement_movements m
       WHERE m.merged_into = l.line_key AND m.group_reference <> replace(substr(t.truth, 7), '-', ''))
      ELSE NOT EXISTS (SELECT FROM settlement_movements m
        WHERE m.movement_id = l.movement_id AND m.our_reference = replace(replace(t.truth, 'twice:', ''), '-', ''))
        END)::int AS wrong
  FROM settlement_lines l LEFT JOIN proof_lines t USING (row) WHERE row > $1 AND row <= $2`;

async function judge(db: Db, rows: number, planted: ReadonlyMap<string, bigint>) {
  // Only the judge asks for it.
  await db.query("CREATE INDEX proof_merged ON settlement_movements (merged_into) WHERE merged_into IS NOT NULL");
  const counts = { lines: 0, matched: 0, wrong: 0 };
  for (let from = 0; from < rows; from += JUDGED_ROWS) {
    const [some] = await db.query<typeof counts>(JUDGE, [from, from + JUDGED_ROWS]);
    counts.lines += some!.lines;
    counts.matched += some!.matched;
    counts.wrong += some!.wrong;
  }
  // Of two lines of one charge either may stand for it, and the other may not.
  const kinds = await db.query<{ kind: string; n: number }>(
    "SELECT kind, count(*)::int AS n FROM settlement_exceptions WHERE status = 'open' GROUP BY kind ORDER BY kind",
  );
  const balances = (await readAccountBalances(db)).filter(({ account }) => account === ACCOUNT);
  const unexplained = Object.fromEntries(
    balances.map(({ currency, expected, stated }) => [
      currency,
      Money.fromDatabase(expected, currency).minus(Money.fromDatabase(stated, currency)).toDatabase(),
    ]),
  );
  return {
    matchedShare: counts.matched / counts.lines,
    wrong: counts.wrong,
    ledgerBroken: (await verifyLedger(db)).broken !== null,
    unexplained,
    planted: Object.fromEntries(
      [...planted].map(([currency, minor]) => [currency, Money.ofMinor(minor, currency).toDatabase()]),
    ),
    exceptions: Object.fromEntries(kinds.map(({ kind, n }) => [kind, n])),
  };
}

async function writeTruths(db: Db, truths: readonly { row: number; truth: string | null }[]): Promise<void> {
  await db.query("INSERT INTO proof_lines SELECT * FROM unnest($1::int[], $2::text[])", [
    truths.map(({ row }) => row),
    truths.map(({ truth }) => truth),
  ]);
}

/**
 * As completed payments leave them: the row with the provider's reference, and the posting on the provider's account.
 */
async function bookPayments(db: Db, payments: readonly Planned[]): Promise<void> {
  if (payments.length === 0) return;
  await db.query(
    `INSERT INTO payments (org_id, payment_id, transaction_id, user_id, kind, direction, payment_method, country,
       amount, currency, target_amount, target_currency, fee_ids,
       total_fees, details, created_at, status, updated_at, event_sequence, provider, provider_payment_id, progress)
     SELECT org_id, id, id, org_id, 'payment', CASE
       WHEN amount > 0 THEN 'inbound' ELSE 'outbound'
       END, 'card', 'NG', abs(amount), 'NGN', abs(amount), 'NGN', '{}', 0,
       json_build_object('batch', json_build_object('batch_id', batch)), at, 'completed', at, 1, '${ACCOUNT}',
         reference, '{"attempts": []}'
     FROM unnest($1::uuid[], $2::uuid[], $3::numeric[], $4::text[], $5::timestamptz[], $6::text[]) AS p (org_id, id,
       amount, reference, at, batch)`,
    [
      payments.map(({ orgId }) => orgId),
      payments.map(({ id }) => id),
      payments.map(({ minor, currency }) => Money.ofMinor(minor, currency).toDatabase()),
      payments.map(({ reference }) => reference),
      payments.map(({ at }) => at.toISOString()),
      payments.map(({ batchId }) => batchId ?? null),
    ],
  );
  for (let from = 0; from < payments.length; from += BATCH) {
    const transactions = payments
      .slice(from, from + BATCH)
      .map(({ id, orgId, minor, currency, at }): LedgerTransaction => ({
        orgId,
        cause: `${id}:completed`,
        description: "Proof",
        at,
        hasHappened: true,
        postings: move(atProvider(ACCOUNT), SETTLEMENT, Money.ofMinor(minor, currency)),
      }));
    await db.transaction((tx) => postTransactions(tx, transactions));
  }
}

function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return Math.round((user + system) / 1_000_000);
}

function seconds(sinceMs: number): number {
  return Math.round((Date.now() - sinceMs) / 100) / 10;
}
