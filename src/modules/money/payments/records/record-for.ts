import type { Clock } from "#src/platform/clock.ts";
import type { AccessTable } from "#src/platform/http/access-control.ts";
import type { Caller } from "#src/platform/http/caller.ts";
import type { Payment } from "#src/modules/money/core/payment.ts";
import { actionsOf, actorFor } from "./payment-actions.ts";
import { recordOf } from "./payment-record.ts";
import type { PaymentRecord } from "./record-schema.ts";

export type RecordDeps = { access: AccessTable; providers: Parameters<typeof actionsOf>[2]; clock: Clock };

/** The record of a payment as one caller sees it. */
export function recordFor({ access, providers, clock }: RecordDeps, caller: Caller): (payment: Payment) => PaymentRecord {
  const actor = actorFor(caller, access);
  return (payment) => recordOf(payment, actionsOf(payment, actor, providers, clock.now()));
}
