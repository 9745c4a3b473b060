import { type AccessTable, reachOf } from "#src/kernel/http/access-control.ts";
import type { Caller } from "#src/kernel/http/caller.ts";
import type { Provider, ProviderName } from "@corridor/provider-kit/provider.ts";
import {
  currentAttempt,
  objectionToActingAt,
  objectionToCancel,
  objectionToOtp,
  objectionToRefund,
  objectionToRefundAt,
  objectionToReview,
  objectionToSettle,
  type Payment,
} from "#src/payments/core/index.ts";

/**
 * What this caller may do now. The access table says who may call each route, the objections what the payment allows,
 * and a provider without the method does not offer it. A race, or the provider itself, may still refuse a shown action.
 */
export const PAYMENT_ACTIONS = ["submit_otp", "resend_otp", "cancel", "approve", "reject", "refund", "settle"] as const;
export type PaymentActionName = (typeof PAYMENT_ACTIONS)[number];

/** The route of each action, as in the access table. */
export const ROUTE_OF_ACTION: Record<PaymentActionName, string> = {
  submit_otp: "POST /payments-init/:payment_id/action",
  resend_otp: "POST /payments-init/:payment_id/action",
  cancel: "POST /payments-init/:payment_id/action",
  approve: "POST /payments/:payment_id/review",
  reject: "POST /payments/:payment_id/review",
  refund: "POST /payments/:payment_id/refund",
  settle: "POST /payments/:payment_id/settle",
};

type Providers = ReadonlyMap<ProviderName, Pick<Provider, "name" | "submitAction" | "refund">>;
export type Actor = { userId: string; mayCall(action: PaymentActionName, orgId: string): boolean };

/** The answers are kept for the whole request, because they are the same for every payment of a list. */
export function actorFor(caller: Caller, access: AccessTable): Actor {
  const reach = new Map<PaymentActionName, ReturnType<typeof reachOf>>();
  return {
    userId: caller.userId,
    mayCall(action, orgId) {
      if (!reach.has(action)) reach.set(action, reachOf(caller, access[ROUTE_OF_ACTION[action]]!));
      const scope = reach.get(action)!;
      return scope !== null && ("every" in scope || scope.orgId === orgId);
    },
  };
}

/** The payment is asked first: it forbids most actions, and a refused caller costs an error with its stack. */
export function actionsOf(payment: Payment, actor: Actor, providers: Providers, now: Date): PaymentActionName[] {
  return PAYMENT_ACTIONS.filter(
    (action) => objectionTo(action, payment, actor, providers, now) === null && actor.mayCall(action, payment.orgId),
  );
}

function objectionTo(
  action: PaymentActionName,
  payment: Payment,
  actor: Actor,
  providers: Providers,
  now: Date,
): string | null {
  const at = (provider: ProviderName | null | undefined) => (provider == null ? undefined : providers.get(provider));
  switch (action) {
    case "submit_otp":
    case "resend_otp":
      return objectionToOtp(payment) ?? objectionToActingAt(at(currentAttempt(payment)?.provider));
    case "cancel":
      return objectionToCancel(payment) ?? objectionToActingAt(at(currentAttempt(payment)?.provider));
    case "approve":
    case "reject":
      return objectionToReview(payment, actor.userId);
    case "refund":
      return objectionToRefund(payment) ?? objectionToRefundAt(payment, at(payment.provider));
    case "settle":
      return objectionToSettle(payment, now);
  }
}
