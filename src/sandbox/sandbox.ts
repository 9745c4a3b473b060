import type { Faults } from "./faults.ts";
import type { Floats } from "./floats.ts";
import type { OperationStore } from "./operation-store.ts";
import type { Progress } from "./progress.ts";
import type { Scheduler } from "./scheduler.ts";

/** What every handler of the sandbox works with. */
export type Sandbox = {
  readonly store: OperationStore;
  readonly progress: Progress;
  readonly faults: Faults;
  readonly scheduler: Scheduler;
  readonly floats: Floats;
  /** How long a provider takes to settle what it accepted, and how far apart the blocks of a chain are. */
  readonly delayMs: number;
};
