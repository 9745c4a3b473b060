import { AsyncLocalStorage } from "node:async_hooks";
import { watchOutbound } from "@corridor/provider-kit/outbound.ts";
import { watchTransactions } from "@corridor/server/kernel/db/client.ts";
import { createLockWatch } from "./lock-order.ts";

/** Every transaction of a test locks in one order, and calls nobody (ARCHITECTURE.md, rule 4 and "Locks"). */
export class CalledInTransaction extends Error {}

/**
 * Recorded as well as thrown: a job that continues after an error must not hide it. `setup.ts` fails the test that left
 * one.
 */
const violations: unknown[] = [];

export function takeViolations(): unknown[] {
  return violations.splice(0);
}

function recorded<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    violations.push(error);
    throw error;
  }
}

const inside = new AsyncLocalStorage<true>();

watchTransactions({
  statements() {
    const hear = createLockWatch();
    return (text, values) => recorded(() => hear(text, values));
  },
  within: (work) => inside.run(true, work),
});

watchOutbound(({ method, url }) =>
  recorded(() => {
    if (inside.getStore() === undefined) return;
    throw new CalledInTransaction(`${method} ${new URL(url).host} is called inside of a transaction`);
  }),
);
