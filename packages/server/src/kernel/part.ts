import type { Routes } from "./http/typed-app.ts";
import type { Job } from "./jobs/loop.ts";
import type { Measure } from "./jobs/measure.ts";

/** What a module adds to the product: the answer of its `compose` function (compose.ts). */
export type Part = {
  readonly routes?: readonly Routes[];
  /** Routes outside of /v1, without API credentials. */
  readonly pages?: readonly Routes[];
  readonly jobs?: readonly Job[];
  /** Read by one job, in the process that runs the jobs. */
  readonly measures?: readonly Measure[];
  /** Finishes what is in flight. */
  close?(): Promise<void>;
};

/** What these functions need together, except for what the module itself gives them. */
export type Needs<F extends (deps: never) => unknown, Given extends string = never> = Omit<
  (F extends (deps: infer D) => unknown ? (deps: D) => void : never) extends (deps: infer All) => void ? All : never,
  Given
>;
