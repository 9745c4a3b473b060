import { expect, test } from "vitest";
import { proveFaults } from "#test/prover/prove-faults.ts";

/** The short form of `npm run prove:faults`: real processes, real faults, and the judge. Waiting for the quiet is most of its time. */
test("whatever happens to processes, networks, database, clocks, callbacks and providers, no promise about money is broken", { timeout: 600_000 }, async () => {
  const proof = await proveFaults({ seed: 20_260_301, faults: 18, forMs: 120_000, everyMs: 250, lastsMs: 1_200, clients: 4, settlesMs: 300_000 });
  expect(proof.findings).toEqual([]);
  expect(proof.failures).toEqual([]);
  expect(proof.believedForgeries).toEqual([]);
  // The run is only worth something when all of it really occurred.
  expect(proof.faults.size).toBeGreaterThanOrEqual(15);
  expect(proof.evidence.payments.length).toBeGreaterThan(0);
});
