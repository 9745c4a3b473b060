import type { Faults } from "./faults.ts";
import type { Floats } from "./floats.ts";
import type { OperationStore } from "./operation-store.ts";
import type { Progress } from "./progress.ts";
import type { Scheduler } from "./scheduler.ts";

export type Sandbox = {
  readonly store: OperationStore;
  readonly progress: Progress;
  readonly faults: Faults;
  readonly scheduler: Scheduler;
  readonly floats: Floats;
  /** How long a provider takes to settle what it accepted, and the time between blocks of a chain. */
  readonly delayMs: number;
};
