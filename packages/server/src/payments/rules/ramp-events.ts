import type { EventType } from "#src/record/events/index.ts";
import type { Payment } from "#src/payments/core/index.ts";

/**
 * In addition to the events of every payment: `payment.*` describe the whole, `ramp.*` say which leg has ended.
 *
 *   collecting --paid in--> ramp.collected --delivered--> ramp.completed
 *                           ramp.collected --every round failed--> ramp.refunding --returned--> ramp.failed
 *   collecting --not paid in--> ramp.failed, ramp.canceled
 */
const ENDS: Partial<Record<Payment["status"], EventType>> = {
  completed: "ramp.completed",
  failed: "ramp.failed",
  canceled: "ramp.canceled",
};

export function rampEventsOf(before: Payment, after: Payment): EventType[] {
  if (after.kind !== "ramp") return [];
  const [from, to] = [before.progress.ramp?.step, after.progress.ramp?.step];
  const end = after.status === before.status ? undefined : ENDS[after.status];
  return [
    ...(from === "collecting" && to === "settling" ? (["ramp.collected"] as const) : []),
    ...(from !== "refunding" && to === "refunding" ? (["ramp.refunding"] as const) : []),
    ...(end === undefined ? [] : [end]),
  ];
}
