import { expect, test } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { createTestDatabase, silentLog } from "@corridor/test/harness/database.ts";
import { createDepositReceiver, type Deposit } from "./apply-deposits.ts";

test("a batch of deposits locks the ledgers of all its organizations at once, also of those whose money goes to suspense", async () => {
  await using database = await createTestDatabase();
  const { db } = database;
  const clock = new SteppedClock();
  const deposits = ["NGN", "EUR"].map((currency): Deposit & { orgId: string } => ({
    orgId: newId(),
    kind: "deposit",
    provider: "fiat",
    depositId: newId(),
    accountNumber: newId(),
    amount: Money.parse("5.00", currency),
    rail: "bank_transfer",
  }));
  for (const { orgId, accountNumber } of deposits) {
    const accountId = newId();
    await db.query(
      `INSERT INTO virtual_accounts (org_id, account_id, user_id, virtual_account_name, currency, country, status,
       provider, created_at, updated_at)
       VALUES ($1, $2, $3, 'Account', 'NGN', 'NG', 'active', 'fiat', $4, $4)`,
      [orgId, accountId, newId(), clock.now()],
    );
    await db.query(
      "INSERT INTO virtual_account_numbers (provider, account_number, org_id, account_id) VALUES ('fiat', $1, $2, $3)",
      [accountNumber, orgId, accountId],
    );
  }
  await db.transaction((tx) => createDepositReceiver({ clock, log: silentLog })(tx, deposits));
  const outcomes = await db.query("SELECT currency, outcome FROM virtual_deposits ORDER BY currency");
  expect(outcomes).toEqual([
    { currency: "EUR", outcome: "suspense" },
    { currency: "NGN", outcome: "credited" },
  ]);
  const balances = await db.query(
    "SELECT purpose, currency, balance FROM ledger_accounts WHERE purpose <> 'provider' ORDER BY purpose",
  );
  expect(balances).toMatchObject([
    { purpose: "suspense", currency: "EUR" },
    { purpose: "virtual_account", currency: "NGN" },
  ]);
});
