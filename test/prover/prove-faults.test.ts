import { expect, test } from "vitest";
import { proveFaults } from "./prove-faults.ts";

/**
 * The short form of `npm run prove -- faults`: few faults, each of another kind as far as its place is free. It counts
 * faults and not seconds, and waits for the end as long as a busy machine needs.
 */
const FAULTS_STRUCK = 24;
const LONGEST_MS = 600_000;

test("a deployment under load and faults keeps every promise", { timeout: 2 * LONGEST_MS }, async () => {
  const proof = await proveFaults({
    seed: 20_260_105,
    faults: FAULTS_STRUCK,
    forMs: LONGEST_MS,
    everyMs: 250,
    lastsMs: 600,
    clients: 2,
    workers: 1,
    settlesMs: 300_000,
    quietMs: 5_000,
  });
  expect(proof.findings).toEqual([]);
  expect(proof.failures).toEqual([]);
  expect(proof.believedForgeries).toEqual([]);
  // The test proves something only if money moved and most kinds of faults struck.
  expect(proof.evidence.journal.length).toBeGreaterThan(0);
  expect(proof.faults.size).toBeGreaterThan(FAULTS_STRUCK / 2);
  // And only if somebody gained powers under controls, with a second person.
  expect(proof.evidence.powers.approvals.map(({ status }) => status)).toContain("used");
});
