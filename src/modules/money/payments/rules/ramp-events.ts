import type { EventType } from "#src/modules/delivery/events/event-types.ts";
import type { Payment } from "../payment.ts";

/**
 * What a move of a ramp is published as, beside the events of every payment: `payment.*` say how the whole stands, `ramp.*` which leg is over.
 *
 *   collecting --paid in--> ramp.collected --delivered--> ramp.completed
 *                           ramp.collected --every round failed--> ramp.refunding --given back--> ramp.failed
 *   collecting --not paid in--> ramp.failed, ramp.canceled
 */
const ENDS: Partial<Record<Payment["status"], EventType>> = { completed: "ramp.completed", failed: "ramp.failed", canceled: "ramp.canceled" };

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
