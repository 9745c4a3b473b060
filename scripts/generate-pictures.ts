/**
 * Draws the pictures of the guides from text: docs/images/*.svg. The states come from the table that the service itself
 * uses, the columns from docs/schema.sql. With --check nothing is written: the command fails when a picture is outdated.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PAYMENT_STATUS, type PaymentStatus } from "@corridor/server/payments/core/payment-status.ts";
import { drawCells } from "./docs/draw-cells.ts";
import { drawGoals } from "./docs/draw-goals.ts";
import { drawLedger } from "./docs/draw-ledger.ts";
import { drawSequence } from "./docs/draw-sequence.ts";
import { drawStates } from "./docs/draw-states.ts";
import { drawTables } from "./docs/draw-tables.ts";

const IMAGES = join(import.meta.dirname, "..", "docs", "images");

/** Column and row of each state; the table defines the arrows. */
const PLACES: Readonly<Record<PaymentStatus, readonly [column: number, row: number]>> = {
  initiated: [0, 1],
  reviewed: [0, 3],
  confirmed: [1, 3],
  processing: [2, 1],
  pending: [2, 3],
  completed: [3, 2],
  refunded: [4, 2],
  failed: [3, 0],
  canceled: [3, 4],
  rejected: [1, 4],
};

const PAYMENT_FLOW = `
Shop -> Corridor: initiate a payin
Corridor -> Corridor: choose the provider, write the payment
Corridor -> Provider: dispatch
Provider --> Corridor: accepted
Corridor --> Shop: pending, next_action
Customer -> Provider: approves on the phone
Provider -> Corridor: signed callback
Corridor -> Corridor: payment, ledger and event in one transaction
Corridor -> Shop: signed webhook
`;

const PAYIN_POSTINGS = [
  ["Payin received", "provider fiat", "-100.00"],
  ["", "settlement", "+100.00"],
  ["", "settlement", "-2.00"],
  ["", "fees", "+2.00"],
] as const;

const CELLS = `
api and worker: any number of processes
directory: schemas public, identity
cell 0: schema cell_0
cell 1: schema cell_1
cell 2: schema cell_2
`;

const PAYMENT_TABLES = `
payment_references: reference, payment_id -> payments
payment_checks: payment_id -> payments, due_at
payment_search_keys: key, payment_id -> payments
missing_requests: reference, payment_id -> payments, due_at
reconciliation_items: item_id, payment_id -> payments, kind, status
refunds: refund_id, payment_id -> payments, amount, status
disputes: dispute_id, payment_id -> payments, amount, status

payments: payment_id, transaction_id, direction, payment_method, amount, currency, target_amount, status, provider, org_rate_id -> org_rates, beneficiary_id, details, progress
org_rates: org_rate_id, rate, expires_at, used_by -> payments
payout_counts: scope, scope_id, hour, amount
idempotency_keys: scope_id, key, resource_id --> payments, response
provider_callbacks: provider, external_id, applied_at, due_at

ledger_chains: org_id, length, head_hash
ledger_transactions: position, cause --> payments, hash
audit_log: audit_id, actor_id, action, resource_id --> payments, hash
events: event_id, position, resource_id --> payments, sequence, types, payload
followers: name, position, event_id -> events
payment_stats: grain, dimension, period, cells

ledger_postings: position -> ledger_transactions, index, account_id -> ledger_accounts, amount, hold_id -> ledger_holds
ledger_accounts: account_id, purpose, balance, held
ledger_holds: hold_id, account_id -> ledger_accounts, amount
webhook_endpoints: webhook_id, endpoint_url, status
webhook_deliveries: webhook_id -> webhook_endpoints, delivery_id, event_id -> events, status, due_at
webhook_claims: webhook_id -> webhook_endpoints, claim_id, delivery_ids -> webhook_deliveries, lease_until
`;

const pictures: Record<string, string> = {
  "payment-states.svg": drawStates(PAYMENT_STATUS, PLACES),
  "payment-flow.svg": drawSequence(PAYMENT_FLOW),
  "ledger-postings.svg": drawLedger("A payin of GHS 100.00 with a fee of GHS 2.00", PAYIN_POSTINGS),
  "cells.svg": drawCells("Cells: each organization lives in one", CELLS),
  "payment-tables.svg": drawTables(
    "Tables of a payment",
    PAYMENT_TABLES,
    readFileSync(join(IMAGES, "../schema.sql"), "utf8"),
  ),
  "performance.svg": drawGoals(readFileSync(join(IMAGES, "../reference/how-it-is-fast.md"), "utf8")),
};

mkdirSync(IMAGES, { recursive: true });
for (const [name, wanted] of Object.entries(pictures)) {
  const path = join(IMAGES, name);
  if (!process.argv.includes("--check")) writeFileSync(path, wanted);
  else if (!existsSync(path) || readFileSync(path, "utf8") !== wanted) {
    console.error(`docs/images/${name} is not what its text says: run node scripts/generate-pictures.ts`);
    process.exitCode = 1;
  }
}
