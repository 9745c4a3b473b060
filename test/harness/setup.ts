import { afterAll, afterEach, aroundAll, aroundEach } from "vitest";
import { FIRST_CELL, inCell } from "@corridor/base/ids.ts";
import { takeViolations } from "./watch-transactions.ts";
import { TEST_CELL } from "./test-cell.ts";

/** Runs before each file, in a process that runs many. */
function failIfViolated(): void {
  const [first] = takeViolations();
  if (first !== undefined) throw first;
}

afterEach(failIfViolated);
afterAll(failIfViolated);

// Ids that a test makes belong to the cell in which its database stands.
if (TEST_CELL !== FIRST_CELL) {
  aroundAll((runSuite) => inCell(TEST_CELL, runSuite));
  aroundEach((runTest) => inCell(TEST_CELL, runTest));
}
