import type { FailureCodesByFlow } from "@corridor/provider-kit/failures.ts";

/** A person decides, so there are no codes but those of the sandbox's number 0002, and those of every provider. */
export const MANUAL_FAILURES: FailureCodesByFlow = {
  inbound: { declined: "not_served" },
  outbound: { declined: "not_served" },
};
