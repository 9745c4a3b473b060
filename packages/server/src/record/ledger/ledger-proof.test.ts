import { expect, test } from "vitest";
import { createTestDatabase } from "@corridor/test/harness/database.ts";
import { proveLedger } from "@corridor/test/ledger/ledger-proof.ts";

/** Enough runs to see every kind of answer; `npm run prove -- ledger` runs a million. */
const OPERATIONS = 10_000;

test(
  "10,000 random operations from 60 concurrent callers agree with the reference model in every outcome and balance",
  { timeout: 300_000 },
  async () => {
    await using database = await createTestDatabase();
    const proof = await proveLedger({
      db: database.db,
      operations: OPERATIONS,
      callers: 60,
      organizations: 6,
      accountsEach: 40,
      seed: 20_260_105,
    });
    expect(proof.differences).toEqual([]);
    expect(proof.report.broken).toBeNull();
    expect(proof.operations).toBeGreaterThanOrEqual(OPERATIONS);
    // The run is only worth something when every kind of answer really occurred in it.
    const kinds = [
      "posted",
      "already_posted",
      "insufficient_funds",
      "frozen",
      "closed",
      "hold_exceeded",
      "not_empty",
      "misuse refused",
    ];
    const atLocks = [
      "posted",
      "already_posted",
      "insufficient_funds",
      "frozen",
      "closed",
      "rate_used",
      "rate_limit",
    ].map((outcome) => `at a lock: ${outcome}`);
    const approvals = ["approval requested", "with an approval: posted", "with an approval: approval refused"];
    const decisions = ["pending", "approved", "rejected", "403", "409"].map((outcome) => `decision ${outcome}`);
    const all = [...kinds, ...atLocks, "lock released", "lock of another kept", ...approvals, ...decisions];
    expect(Object.keys(proof.outcomes).sort()).toEqual(all.sort());
    expect(Math.min(...Object.values(proof.floors))).toBeGreaterThan(OPERATIONS / 1_000);
  },
);

test(
  "so do operations of few callers, whose batches are small enough to be written without reading first",
  { timeout: 300_000 },
  async () => {
    await using database = await createTestDatabase();
    const proof = await proveLedger({
      db: database.db,
      operations: 4_000,
      callers: 3,
      organizations: 2,
      accountsEach: 10,
      seed: 20_260_106,
    });
    expect(proof.differences).toEqual([]);
    expect(proof.report.broken).toBeNull();
  },
);
