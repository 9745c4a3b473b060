import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "@corridor/test/harness/database.ts";
import type { Tx } from "#src/kernel/db/client.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import type { AccountState } from "./apply-transactions.ts";
import type { AccountRef, LedgerTransaction, PostingOutcome } from "./ledger.ts";
import { postTransactions } from "./post-transactions.ts";
import { rememberState } from "./remembered-books.ts";
import { verifyLedger } from "./verify-ledger.ts";

let database: TestDatabase;
let postElsewhere: typeof postTransactions;
beforeAll(async () => {
  database = await createTestDatabase();
  // A second copy of the module shares no memory with the first, like another process.
  vi.resetModules();
  ({ postTransactions: postElsewhere } = await import("./post-transactions.ts"));
});
afterAll(async () => {
  const report = await verifyLedger(database.db);
  await database[Symbol.asyncDispose]();
  expect(report.broken).toBeNull();
});

const at = new Date("2026-01-05T09:00:00.123Z");
const usd = (text: string): Money => Money.parse(text, "USD");
const provider: AccountRef = { purpose: "provider", ownerId: "fiat" };
const customer = (ownerId = newId()): AccountRef => ({ purpose: "virtual_account", ownerId });

function transfer(
  orgId: string,
  from: AccountRef,
  to: AccountRef,
  amount: Money,
  cause = `${newId()}:test`,
): LedgerTransaction {
  return {
    orgId,
    cause,
    description: 'a "test" \\ with {odd}, characters',
    at,
    postings: [
      { account: from, amount: amount.negate() },
      { account: to, amount },
    ],
  };
}

type Post = typeof postTransactions;

function post(transactions: LedgerTransaction[], posting: Post = postTransactions): Promise<PostingOutcome[]> {
  return database.db.transaction((tx) => posting(tx, transactions));
}

/** The statements that a posting sends. */
async function statementsOf(
  transactions: LedgerTransaction[],
): Promise<{ outcomes: PostingOutcome[]; statements: string[] }> {
  const statements: string[] = [];
  const outcomes = await database.db.transaction((tx) => {
    const watched: Tx = {
      inTransaction: true,
      query: <R>(text: string, values?: readonly unknown[]) => {
        statements.push(text);
        return tx.query<R>(text, values);
      },
      notify: (topic, key) => tx.notify(topic, key),
    };
    return postTransactions(watched, transactions);
  });
  return { outcomes, statements };
}

async function balance(orgId: string, ref: AccountRef): Promise<string> {
  const [row] = await database.db.query<{ balance: string }>(
    "SELECT balance FROM ledger_accounts WHERE org_id = $1 AND purpose = $2 AND owner_id = $3",
    [orgId, ref.purpose, ref.ownerId],
  );
  return row!.balance;
}

/** An organization whose books this process knows and was the last to write, with 100.00 in each of the accounts. */
async function remembered(...owners: AccountRef[]): Promise<string> {
  const orgId = newId();
  for (const owner of owners) await post([transfer(orgId, provider, owner, usd("99.00"))]);
  for (const owner of owners) await post([transfer(orgId, provider, owner, usd("1.00"))]);
  return orgId;
}

describe("books that nobody else has touched", () => {
  test("are written without being read, in the lock and one statement", async () => {
    const [alice, bob] = [customer(), customer()];
    const orgId = await remembered(alice, bob);
    const { outcomes, statements } = await statementsOf([
      transfer(orgId, alice, bob, usd("30.00")),
      transfer(orgId, bob, alice, usd("130.00")),
    ]);
    expect(outcomes).toEqual(["posted", "posted"]);
    expect(statements).toHaveLength(2);
    expect(await balance(orgId, alice)).toBe("200.00");
    expect(await balance(orgId, bob)).toBe("0.00");
  });

  test("are left alone by a batch of nothing", async () => {
    expect(await statementsOf([])).toEqual({ outcomes: [], statements: [] });
  });

  test("are read when a transaction would be refused: only a write proves what is remembered", async () => {
    const [alice, bob] = [customer(), customer()];
    const orgId = await remembered(alice, bob);
    const { outcomes, statements } = await statementsOf([
      transfer(orgId, alice, bob, usd("100.01")),
      transfer(orgId, alice, bob, usd("100.00")),
    ]);
    expect(outcomes).toEqual(["insufficient_funds", "posted"]);
    expect(statements.length).toBeGreaterThan(2);
  });

  test("take a cause once, and are still known afterwards", async () => {
    const [alice, bob] = [customer(), customer()];
    const orgId = await remembered(alice, bob);
    const once = transfer(orgId, alice, bob, usd("10.00"));
    expect(await post([once])).toEqual(["posted"]);
    expect(await post([transfer(orgId, bob, alice, usd("1.00")), once])).toEqual(["posted", "already_posted"]);
    expect((await statementsOf([transfer(orgId, bob, alice, usd("1.00"))])).statements).toHaveLength(2);
    expect(await balance(orgId, alice)).toBe("92.00");
  });

  test("refuse a cause that comes again with other lines", async () => {
    const [alice, bob] = [customer(), customer()];
    const orgId = await remembered(alice, bob);
    const once = transfer(orgId, alice, bob, usd("10.00"));
    expect(await post([once])).toEqual(["posted"]);
    await expect(post([transfer(orgId, alice, bob, usd("11.00"), once.cause)])).rejects.toThrow(
      /posted before with other lines/,
    );
    expect(await balance(orgId, alice)).toBe("90.00");
  });
});

describe("a posting that was rolled back", () => {
  test("is not believed, and its cause can be posted again", async () => {
    const [alice, bob] = [customer(), customer()];
    const orgId = await remembered(alice, bob);
    const all = transfer(orgId, alice, bob, usd("100.00"));
    const rolledBack = database.db.transaction(async (tx) => {
      expect(await postTransactions(tx, [all])).toEqual(["posted"]);
      throw new Error("something else failed");
    });
    await expect(rolledBack).rejects.toThrow("something else failed");
    expect(await post([transfer(orgId, alice, bob, usd("60.00"))])).toEqual(["posted"]);
    expect(await post([all])).toEqual(["insufficient_funds"]);
    expect(await post([transfer(orgId, bob, alice, usd("60.00")), all])).toEqual(["posted", "posted"]);
    expect(await balance(orgId, alice)).toBe("0.00");
  });
});

test("postings of this process that come to the lock in another order than they were begun leave the books known", async () => {
  const [alice, bob] = [customer(), customer()];
  const orgId = await remembered(alice, bob);
  const first = Promise.withResolvers<void>();
  const isSecondDone = Promise.withResolvers<void>();
  // The first process has decided what to write, and is paused until the second has committed.
  const held = database.db.transaction((tx) =>
    postTransactions(
      {
        inTransaction: true,
        async query<R>(text: string, values?: readonly unknown[]) {
          first.resolve();
          await isSecondDone.promise;
          return tx.query<R>(text, values);
        },
        notify: (topic, key) => tx.notify(topic, key),
      },
      [transfer(orgId, alice, bob, usd("70.00"))],
    ),
  );
  await first.promise;
  expect(await post([transfer(orgId, bob, alice, usd("5.00"))])).toEqual(["posted"]);
  isSecondDone.resolve();
  expect(await held).toEqual(["posted"]);
  expect((await statementsOf([transfer(orgId, alice, bob, usd("35.00"))])).statements).toHaveLength(2);
  expect(await balance(orgId, alice)).toBe("0.00");
});

describe("books that another process has moved", () => {
  test("are read again: money it took cannot be spent, money it brought can", async () => {
    const [alice, bob] = [customer(), customer()];
    const orgId = await remembered(alice, bob);
    expect(await post([transfer(orgId, alice, bob, usd("100.00"))], postElsewhere)).toEqual(["posted"]);
    expect(await post([transfer(orgId, alice, bob, usd("100.00"))])).toEqual(["insufficient_funds"]);
    expect(await post([transfer(orgId, bob, alice, usd("200.00"))])).toEqual(["posted"]);
  });

  test("answer a cause that the other one posted with already_posted", async () => {
    const [alice, bob] = [customer(), customer()];
    const orgId = await remembered(alice, bob);
    const once = transfer(orgId, alice, bob, usd("10.00"));
    expect(await post([once], postElsewhere)).toEqual(["posted"]);
    expect(await post([once])).toEqual(["already_posted"]);
    expect(await balance(orgId, alice)).toBe("90.00");
  });

  test("obey a freeze that the other one made", async () => {
    const [alice, bob] = [customer(), customer()];
    const orgId = await remembered(alice, bob);
    const freeze: LedgerTransaction = {
      ...transfer(orgId, alice, bob, usd("1.00")),
      postings: [],
      accountStatus: { account: alice, currency: "USD", status: "frozen" },
    };
    expect(await post([freeze], postElsewhere)).toEqual(["posted"]);
    expect(await post([transfer(orgId, alice, bob, usd("1.00"))])).toEqual(["frozen"]);
  });
});

test("two processes and many callers that move the same money at once lose none and spend none twice", async () => {
  const accounts = Array.from({ length: 4 }, () => customer());
  const orgIds = await Promise.all([remembered(...accounts), remembered(...accounts), remembered(...accounts)]);
  const outcomes: PostingOutcome[] = [];
  await Promise.all(
    Array.from({ length: 12 }, async (_, caller) => {
      for (let n = 0; n < 30; n++) {
        const size = 1 + ((n + caller) % 3);
        const batch = Array.from({ length: size }, (_unused, index) => {
          const seed = caller * 7 + n * 3 + index;
          return transfer(
            orgIds[seed % 3]!,
            accounts[seed % 4]!,
            accounts[(seed + 1 + (n % 3)) % 4]!,
            usd(`${1 + ((seed * 13) % 90)}.00`),
          );
        });
        // Most of the time one process works alone, so that both ways of posting are used.
        outcomes.push(...(await post(batch, n % 10 === 0 && caller % 2 === 0 ? postElsewhere : postTransactions)));
      }
    }),
  );
  expect(new Set(outcomes)).toEqual(new Set(["posted", "insufficient_funds"]));
  const rows = await database.db.query<{ org_id: string; total: string; least: string; transactions: number }>(
    `SELECT org_id, sum(balance) AS total, min(balance) AS least,
     (SELECT length FROM ledger_chains c WHERE c.org_id = a.org_id) AS transactions
     FROM ledger_accounts a WHERE org_id = ANY($1::uuid[]) AND purpose = 'virtual_account' GROUP BY org_id`,
    [orgIds],
  );
  expect(rows.map(({ total }) => total)).toEqual(["400.00", "400.00", "400.00"]);
  for (const { least } of rows) expect(Number(least)).toBeGreaterThanOrEqual(0);
  const opening = orgIds.length * accounts.length * 2;
  expect(rows.reduce((sum, row) => sum + row.transactions, 0)).toBe(
    opening + outcomes.filter((outcome) => outcome === "posted").length,
  );
});

test("what is remembered is bounded: an organization that was not used for long is read again", async () => {
  const [alice, bob] = [customer(), customer()];
  const orgId = await remembered(alice, bob);
  rememberCrowd(MORE_THAN_REMEMBERED);
  expect((await statementsOf([transfer(orgId, alice, bob, usd("1.00"))])).statements.length).toBeGreaterThan(2);
  expect(await balance(orgId, alice)).toBe("99.00");
});

const MORE_THAN_REMEMBERED = 20_001;

/**
 * The state after postings to this many accounts of another organization. Posting to them would take a minute on a busy
 * machine.
 */
function rememberCrowd(howMany: number): void {
  const orgId = newId();
  const accounts = Array.from({ length: howMany }, (_, index): [string, AccountState] => [
    `account ${index}`,
    {
      orgId,
      accountId: newId(),
      purpose: "virtual_account",
      ownerId: newId(),
      currency: "USD",
      createdAt: at,
      balance: 1n,
      held: 0n,
      status: "active",
      floor: null,
      overdrawn: false,
    },
  ]);
  const chains = new Map([[orgId, { orgId, length: 1, headHash: "after" }]]);
  rememberState(new Map([[orgId, "before"]]), {
    accounts: new Map(accounts),
    chains,
    holds: new Map(),
    causes: new Map(),
  });
}
