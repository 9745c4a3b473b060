import type { Gate } from "./index.ts";

/** For parts that run without a service: nothing is stopped. */
export const NOTHING_STOPPED: Gate = { reasonOf: () => Promise.resolve(null), list: () => Promise.resolve([]) };
