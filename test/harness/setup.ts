import { afterAll, afterEach } from "vitest";
import { takeViolations } from "./lock-order.ts";

/** Runs before each file, in a process that runs many. */
function failIfViolated(): void {
  const [first] = takeViolations();
  if (first !== undefined) throw first;
}

afterEach(failIfViolated);
afterAll(failIfViolated);
