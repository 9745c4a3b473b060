import type { Db } from "#src/kernel/db/client.ts";
import { requireScope } from "#src/kernel/http/access-control.ts";
import { type Caller, type Scope, scopeOf } from "#src/kernel/http/caller.ts";
import { notFound } from "#src/kernel/http/errors.ts";
import { isId } from "@corridor/base/ids.ts";
import type { PaymentStore } from "./payment-store.ts";
import { findPaymentOfAnybody } from "./list-queries.ts";
import type { Payment } from "#src/payments/core/index.ts";

/** The payment in a path: one of the caller's organization, or any for platform people. */
export async function findVisiblePayment(
  deps: { db: Db; store: Pick<PaymentStore, "findPayment"> },
  scope: Scope,
  paymentId: string,
): Promise<Payment> {
  if (!isId(paymentId)) throw notFound("Payment");
  const payment =
    "orgId" in scope
      ? await deps.store.findPayment({ orgId: scope.orgId, paymentId: paymentId.toLowerCase() })
      : await findPaymentOfAnybody(deps.db, paymentId);
  if (payment === undefined) throw notFound("Payment");
  return payment;
}

/** The same for a change of the payment: a key with scopes changes only payments of the kind that it may create. */
export async function findChangeablePayment(
  deps: Parameters<typeof findVisiblePayment>[0],
  caller: Caller,
  paymentId: string,
): Promise<Payment> {
  const payment = await findVisiblePayment(deps, scopeOf(caller), paymentId);
  requireScope(
    caller,
    payment.kind === "ramp" ? "ramps:write" : payment.direction === "outbound" ? "payouts:write" : "payins:write",
  );
  return payment;
}
