import {
  balanceBefore,
  type OwnedAccount,
  positionsOf,
  postingsOf,
  type StatementLine,
} from "#src/record/ledger/index.ts";
import type { Queryable } from "#src/kernel/db/client.ts";
import { csvLine } from "#src/kernel/csv.ts";
import { Money } from "@corridor/base/money.ts";
import type { VirtualAccount } from "./virtual-account.ts";

/** The opening balance, every posting, the closing balance. Read in pages as it is sent: its length costs no memory. */
const COLUMNS = ["date", "reference", "description", "debit", "credit", "balance", "currency"];
const PAGE_LINES = 1_000;

export async function* writeStatement(
  db: Queryable,
  account: VirtualAccount,
  from: Date,
  to: Date,
): AsyncGenerator<string> {
  const { orgId, currency } = account;
  const books: OwnedAccount = { orgId, purpose: "virtual_account", ownerId: account.accountId, currency };
  const [first, end] = await positionsOf(db, orgId, { from, to });
  let balance = await balanceBefore(db, books, first);
  let opened = false;
  yield csvLine(COLUMNS);
  for await (const line of linesBetween(db, books, first, end)) {
    if (line.at >= to) continue;
    if (line.at >= from) {
      if (!opened) yield balanceLine(from, "Opening balance", balance);
      opened = true;
      yield movementLine(line, currency);
    }
    balance = Money.fromDatabase(line.balance_after, currency);
  }
  if (!opened) yield balanceLine(from, "Opening balance", balance);
  yield balanceLine(to, "Closing balance", balance);
}

async function* linesBetween(
  db: Queryable,
  account: OwnedAccount,
  first: number,
  end: number,
): AsyncGenerator<StatementLine> {
  let after = { position: first, index: -1 };
  for (;;) {
    const page = await postingsOf(db, account, after, end, PAGE_LINES);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_LINES) return;
    after = last;
  }
}

function movementLine(line: StatementLine, currency: string): string {
  const amount = Money.fromDatabase(line.amount, currency);
  const [debit, credit] = amount.isNegative() ? [amount.negate().toDatabase(), ""] : ["", amount.toDatabase()];
  return csvLine([
    line.at.toISOString(),
    line.resource_id,
    line.description,
    debit,
    credit,
    Money.fromDatabase(line.balance_after, currency).toDatabase(),
    currency,
  ]);
}

function balanceLine(at: Date, description: string, balance: Money): string {
  return csvLine([at.toISOString(), "", description, "", "", balance.toDatabase(), balance.currency]);
}
