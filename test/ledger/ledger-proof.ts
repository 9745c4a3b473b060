import { combine } from "@corridor/server/kernel/combine.ts";
import type { Db } from "@corridor/server/kernel/db/client.ts";
import { Money } from "@corridor/base/money.ts";
import { InvalidLedgerTransaction, type PostingOutcome } from "@corridor/server/record/ledger/ledger.ts";
import { postTransactions } from "@corridor/server/record/ledger/post-transactions.ts";
import { type LedgerReport, verifyLedger } from "@corridor/server/record/ledger/verify-ledger.ts";
import { createControlsProof } from "./controls-proof.ts";
import { type ControlledOperation, randomControl, withControls } from "./random-controls.ts";
import { createWorlds, misusedCause, randomOperation, seededRandom } from "./random-operations.ts";
import { ReferenceModel } from "./reference-model.ts";

/**
 * Random operations from many concurrent callers against the reference model. The model follows inside the database
 * transaction, while the ledger's lock is held, so both see one order; every single outcome must agree, and at the end
 * every balance and every hold. Some operations need a rate lock or an approval first, in the same transaction; those
 * have a model of their own.
 */
export type LedgerProof = {
  readonly operations: number;
  readonly seconds: number;
  readonly outcomes: Readonly<Record<string, number>>;
  /** How often the floor of a settlement account mattered; without any, a run proves nothing about floors. */
  readonly floors: { readonly refusals: number; readonly overdrafts: number; readonly creditLines: number };
  readonly report: LedgerReport;
  /** Differences between the ledger and the model; empty if they agree. */
  readonly differences: readonly string[];
};

const MAX_BATCH = 64;
const MAX_IN_FLIGHT = 2;
const MISUSE_EVERY = 2_000;
const MAX_DIFFERENCES = 20;

export async function proveLedger(options: {
  db: Db;
  operations: number;
  callers: number;
  organizations: number;
  accountsEach: number;
  seed: number;
  onProgress?: (done: number) => unknown;
}): Promise<LedgerProof> {
  const { db, operations, callers } = options;
  const worlds = createWorlds(options.organizations, options.accountsEach).map(withControls);
  const model = new ReferenceModel();
  const differences: string[] = [];
  const outcomes: Record<string, number> = {};
  const floors = { refusals: 0, overdrafts: 0, creditLines: 0 };
  const differ = (what: string): void => {
    if (differences.length < MAX_DIFFERENCES) differences.push(what);
  };

  const controls = createControlsProof(db, worlds, differ);
  await controls.prepare();

  async function run(batch: readonly ControlledOperation[]): Promise<string[]> {
    return db.transaction(async (tx) => {
      const refusals = await controls.refusalsIn(tx, batch);
      const passed = [...batch.keys()].filter((index) => refusals[index] === null);
      const transactions = passed.map((index) => batch[index]!.transaction);
      const posted = await postTransactions(tx, transactions);
      // By position, because a batch may contain the same operation twice.
      const outcomeAt = new Map<number, PostingOutcome>(passed.map((index, place) => [index, posted[place]!]));
      await controls.follow(tx, batch, refusals, (index) => outcomeAt.get(index) === "posted");
      for (const [index, transaction] of transactions.entries()) {
        const expected = model.apply(transaction);
        if (posted[index] !== expected)
          differ(`${transaction.cause}: ${posted[index]}, but the model says ${expected}`);
        if (expected === "insufficient_funds" && transaction.postings[0]?.account.purpose === "settlement")
          floors.refusals += 1;
        if (expected === "posted" && transaction.hasHappened === true && model.overdrew(transaction))
          floors.overdrafts += 1;
        if (expected === "posted" && transaction.floorChange !== undefined) floors.creditLines += 1;
      }
      return batch.map((_, index) => refusals[index] ?? outcomeAt.get(index)!);
    });
  }
  const post = combine({ run, maxBatch: MAX_BATCH, maxInFlight: MAX_IN_FLIGHT, maxQueued: callers });

  const count = (outcome: string): void => {
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  };
  let started = 0;
  const startedMs = performance.now();
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      const random = seededRandom(options.seed + caller);
      while (started < operations) {
        started += 1;
        if (started % 100_000 === 0) options.onProgress?.(started);
        const control = randomControl(random, worlds);
        if (control !== null && control.kind !== "ledger") {
          count(await controls.run(control, random));
          continue;
        }
        const misuse = started % MISUSE_EVERY === 0 ? misusedCause(random, worlds) : null;
        if (misuse === null) {
          const outcome = await post(control ?? { kind: "ledger", transaction: randomOperation(random, worlds) });
          count(
            control === null ? outcome : `${control.lock === undefined ? "with an approval" : "at a lock"}: ${outcome}`,
          );
        } else if (model.posted.has(`${misuse.orgId}/${misuse.cause}`)) {
          const refusal = await post({ kind: "ledger", transaction: misuse }).then(
            () => null,
            (error: unknown) => error,
          );
          if (!(refusal instanceof InvalidLedgerTransaction))
            differ(`a misused cause was answered with ${String(refusal)}`);
          count("misuse refused");
        }
      }
    }),
  );
  const seconds = (performance.now() - startedMs) / 1000;

  await compareAccounts(db, model, differ);
  await compareHolds(db, model, differ);
  await controls.compare();
  return { operations: started, seconds, outcomes, floors, report: await verifyLedger(db), differences };
}

async function compareAccounts(db: Db, model: ReferenceModel, differ: (what: string) => void): Promise<void> {
  const rows = await db.query<{
    org_id: string;
    purpose: "fx" | "settlement";
    owner_id: string;
    currency: string;
    balance: string;
    held: string;
    floor: string | null;
    overdrawn: boolean;
    status: string;
  }>("SELECT org_id, purpose, owner_id, currency, balance, held, floor, overdrawn, status FROM ledger_accounts");
  if (rows.length !== model.accounts.size) differ(`${rows.length} accounts, but the model has ${model.accounts.size}`);
  const sums = new Map<string, bigint>();
  for (const row of rows) {
    const name = ReferenceModel.accountName(row.org_id, { purpose: row.purpose, ownerId: row.owner_id }, row.currency);
    const expected = model.accounts.get(name);
    const balance = Money.fromDatabase(row.balance, row.currency).minor;
    const held = Money.fromDatabase(row.held, row.currency).minor;
    if (expected?.balance !== balance || expected.held !== held || expected.status !== row.status)
      differ(`account ${name} differs from the model`);
    if (row.purpose === "settlement") {
      const creditLine = -Money.fromDatabase(row.floor!, row.currency).minor;
      if (expected?.creditLine !== creditLine) differ(`the credit line of ${name} differs from the model`);
      if (row.overdrawn !== balance - held + creditLine < 0n)
        differ(`${name} is ${row.overdrawn ? "not " : ""}overdrawn`);
    }
    const sum = `${row.org_id} ${row.currency}`;
    sums.set(sum, (sums.get(sum) ?? 0n) + balance);
  }
  for (const [name, sum] of sums) if (sum !== 0n) differ(`the balances of ${name} sum to ${sum}`);
}

async function compareHolds(db: Db, model: ReferenceModel, differ: (what: string) => void): Promise<void> {
  const rows = await db.query<{
    hold_id: string;
    currency: string;
    amount: string;
    captured: string;
    released: string;
  }>("SELECT hold_id, currency, amount, captured, released FROM ledger_holds");
  if (rows.length !== model.holds.size) differ(`${rows.length} holds, but the model has ${model.holds.size}`);
  for (const row of rows) {
    const expected = model.holds.get(row.hold_id);
    const [amount, captured, released] = [row.amount, row.captured, row.released].map(
      (text) => Money.fromDatabase(text, row.currency).minor,
    );
    if (
      expected?.captured !== captured ||
      expected?.released !== released ||
      expected?.left !== amount! - captured! - released!
    ) {
      differ(`hold ${row.hold_id} differs from the model`);
    }
  }
}
