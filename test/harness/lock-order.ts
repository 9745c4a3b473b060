import { type TableLock, tablesOf } from "#test/architecture/tables-of-sql.ts";

/**
 * The one order in which transactions lock rows (ARCHITECTURE.md, "Locks"), lowest rank first. Two transactions that
 * follow it can wait for each other but never deadlock. Tables of one rank may be locked in any order: a lock of a
 * lower rank separates their holders.
 *
 * Every transaction of a test is checked: a statement that locks a lower rank after a higher one fails.
 */
export const LOCK_ORDER: readonly (readonly string[])[] = [
  ["advisory locks"],
  ["provider_callbacks", "kyb_callbacks", "idempotency_keys"],
  ["identity.sign_ups"],
  ["users"],
  ["identity.accounts", "user_identities", "identity.totp", "identity.passkeys", "identity.recovery_codes"],
  [
    "identity.challenges",
    "identity.password_resets",
    "identity.sessions",
    "identity.revoked_tokens",
    "identity.signing_keys",
  ],
  ["invites"],
  ["organizations"],
  ["members"],
  ["api_keys"],
  ["identity.attempts"],
  ["approvals"],
  ["balance_adjustments"],
  [
    "provider_configs",
    "routing_programs",
    "provider_costs",
    "routing_backtests",
    "stops",
    "fee_schedules",
    "platform_settings",
    "provider_settings",
    "currency_rates",
    "ledger_sandbox_balance",
    "test_clock",
    "cells",
    "event_log",
    "operator_runs",
    "provider_lanes",
    "maintenance_windows",
    "failure_code_causes",
  ],
  ["beneficiaries"],
  ["customers", "followers"],
  ["payout_batches"],
  ["payout_batch_rows"],
  ["missing_requests"],
  ["refunds"],
  ["disputes"],
  ["payments"],
  ["rate_exposures"],
  ["org_rates"],
  ["virtual_deposits"],
  ["pending_settlements"],
  ["settlement_cursors", "settlement_fetches"],
  ["settlement_accounts"],
  ["settlement_imports", "settlement_sources"],
  ["ledger_chains"],
  ["escrow_projects"],
  ["virtual_account_numbers"],
  [
    "virtual_accounts",
    "virtual_transactions",
    "escrow_parties",
    "escrow_milestones",
    "escrow_fundings",
    "escrow_disbursements",
  ],
  ["payment_links", "checkout_wrong_codes", "checkout_brands", "receipts"],
  ["payout_counts", "provider_floats", "payout_paces"],
  ["exports", "export_parts", "saved_views"],
  ["webhook_claims"],
  ["webhook_endpoints"],
  ["webhook_deliveries"],
  ["notifications", "email_outbox", "verification_requests"],
  ["audit_log"],
  ["audit_heads"],
  ["payment_stats"],
  ["payment_stat_changes"],
  ["provider_outcomes", "unknown_failure_codes", "card_tries"],
];

/**
 * May be locked at any time: the transaction already holds the lock on the right, or takes no other lock afterwards.
 */
export const GUARDED: Readonly<Record<string, string>> = {
  events: "payments",
  payment_checks: "payments",
  payment_search_keys: "payments",
  reconciliation_items: "payments",
  ledger_accounts: "ledger_chains",
  ledger_holds: "ledger_chains",
  settlement_file_parts: "settlement_imports",
  settlement_lines: "settlement_accounts",
  settlement_movements: "settlement_accounts",
  settlement_totals: "settlement_accounts",
  settlement_exceptions: "settlement_accounts",
  settlement_days: "settlement_accounts",
};

/**
 * ON CONFLICT concerns the payment's own id: a transaction that creates the same one repeats the same request, and
 * takes the same locks before.
 */
const NEW_UNDER_OWN_ID = "payments";
/**
 * Locked one after another: refunds in the order of their ids, projects under the locks of their ledgers, an API key
 * before the one that replaces it. Rows of any other table are locked at once.
 */
const LOCKED_IN_TURN: ReadonlySet<string> = new Set(["refunds", "escrow_projects", "api_keys"]);

const ranks = new Map(LOCK_ORDER.flatMap((tables, rank) => tables.map((table) => [table, rank] as const)));
const locksOfText = new Map<string, readonly TableLock[]>();
const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

export class LockOrderViolated extends Error {}

/** The locks that one transaction has taken so far, with their values. */
export function createLockWatch(): (text: string, values: readonly unknown[]) => void {
  const held = new Map<string, Set<string>>();
  let highest: { table: string; rank: number } | undefined;

  function check({ table, by }: TableLock, ids: ReadonlySet<string>, text: string): void {
    const known = held.get(table);
    // An UPDATE touches rows that were locked or inserted before; locking a row again is not a new lock.
    if (known !== undefined && (by !== "rows" || ids.isSubsetOf(known))) return;
    const rank = ranks.get(table);
    if (rank === undefined) return; // A table of a test; test/architecture checks those of the product.
    if (known !== undefined && by === "rows" && !LOCKED_IN_TURN.has(table)) {
      throw new LockOrderViolated(
        `rows of ${table} are locked by two statements of one transaction, so not in one order: ${text}`,
      );
    }
    if (highest !== undefined && rank < highest.rank)
      throw new LockOrderViolated(`${table} is locked after ${highest.table}, against the order of locks: ${text}`);
  }

  return (text, values) => {
    const locks = locksOf(text);
    if (locks.length === 0) return;
    const ids = new Set(
      JSON.stringify(values, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value)).match(ID) ??
        [],
    );
    for (const lock of locks) if (lock.waits) check(lock, ids, text);
    // PostgreSQL chooses the order of the parts of one statement, so they are not compared with each other.
    for (const { table, by } of locks) {
      if (!held.has(table)) held.set(table, new Set());
      for (const id of ids) held.get(table)!.add(id);
      const rank = by === "insert" ? undefined : ranks.get(table);
      if (rank !== undefined && (highest === undefined || rank > highest.rank)) highest = { table, rank };
    }
  };
}

/**
 * Every lock that may wait or block, once per table: a statement does not wait for rows that it picks with SKIP LOCKED
 * and then writes.
 */
function locksOf(text: string): readonly TableLock[] {
  let locks = locksOfText.get(text);
  if (locks === undefined) {
    const found = tablesOf(text).locks.filter(({ table }) => !(table in GUARDED));
    const skipped = new Set(found.filter(({ by, waits }) => by === "rows" && !waits).map(({ table }) => table));
    locks = found.map((lock) => {
      if (lock.table === NEW_UNDER_OWN_ID && lock.by === "key") return { ...lock, by: "insert" as const, waits: false };
      return skipped.has(lock.table) ? { ...lock, waits: false } : lock;
    });
    if (text.includes("pg_advisory_xact_lock("))
      locks = [{ table: "advisory locks", by: "rows", waits: true }, ...locks];
    locksOfText.set(text, locks);
  }
  return locks;
}
