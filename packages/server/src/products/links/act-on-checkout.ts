import { type ActDeps, actOnPayment, type PaymentAction } from "#src/payments/initiate/index.ts";
import type { Payment } from "#src/payments/core/index.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { ApiError, conflict } from "#src/kernel/http/errors.ts";
import { CHECKOUT_ACTOR } from "./payment-link.ts";
import { countWrongCode } from "./queries.ts";

/** The customer's next step on the hosted page: the same action as through the API, with messages for a payer. */
export async function actOnCheckout(
  deps: ActDeps & { db: Db },
  payment: Payment,
  action: PaymentAction,
  requestId: string,
): Promise<{ payment: Payment; message: string }> {
  const { orgId, paymentId, userId } = payment;
  try {
    return await actOnPayment(deps, { orgId, userId, actor: CHECKOUT_ACTOR, requestId }, payment, action);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === "INVALID_OTP") await countWrongCode(deps.db, orgId, paymentId, deps.clock.now());
    if (error.statusCode !== 409) throw error;
    const isCancel = action.action === "cancel";
    const message = isCancel
      ? "The payment can no longer be canceled"
      : "The payment does not wait for a one-time password";
    throw conflict(message, error.code);
  }
}
