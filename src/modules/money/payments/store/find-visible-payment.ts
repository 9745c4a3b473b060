import type { Db } from "#src/platform/db/client.ts";
import { requireScope } from "#src/platform/http/access-control.ts";
import { type Caller, type Scope, scopeOf } from "#src/platform/http/caller.ts";
import { notFound } from "#src/platform/http/errors.ts";
import { isId } from "#src/platform/ids.ts";
import type { PaymentStore } from "./payment-store.ts";
import { findPaymentOfAnybody } from "./list-queries.ts";
import type { Payment } from "#src/modules/money/core/payment.ts";

/** The payment in a path: one of the caller's organization, or any for platform people. */
export async function findVisiblePayment(
  deps: { db: Db; store: Pick<PaymentStore, "findPayment"> },
  scope: Scope,
  paymentId: string,
): Promise<Payment> {
  if (!isId(paymentId)) throw notFound("Payment", "PAYMENT_NOT_FOUND");
  const payment =
    "orgId" in scope
      ? await deps.store.findPayment({ orgId: scope.orgId, paymentId: paymentId.toLowerCase() })
      : await findPaymentOfAnybody(deps.db, paymentId);
  if (payment === undefined) throw notFound("Payment", "PAYMENT_NOT_FOUND");
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
