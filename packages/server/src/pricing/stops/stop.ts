import type { PaymentMethod } from "@corridor/provider-kit/provider.ts";

/**
 * The operator's switch. `payouts`: money that goes out is held, refunds and new ramps are refused. `payins`: new ones
 * are refused, since a payer who waits must not be left waiting. `writes`: the API answers only reads. What providers
 * report and what is under way already goes on: their records stay true.
 */
export const FLOWS = ["payouts", "payins", "writes"] as const;
export type Flow = (typeof FLOWS)[number];

/** Null: every organization, country or method. */
export type StopScope = {
  readonly flow: Flow;
  readonly org_id: string | null;
  readonly country: string | null;
  readonly payment_method: PaymentMethod | null;
};
export type Stop = StopScope & { readonly stop_id: string; readonly reason: string; readonly stopped_at: Date };

export type Stopped = { flow: Flow; orgId: string | null; country?: string; paymentMethod?: string };

/** Why this is stopped, for people; null if it is not. */
export function reasonOf(stops: readonly Stop[], { flow, orgId, country, paymentMethod }: Stopped): string | null {
  const stop = stops.find(
    (one) =>
      one.flow === flow &&
      (one.org_id ?? orgId) === orgId &&
      (one.country ?? country) === country &&
      (one.payment_method ?? paymentMethod) === paymentMethod,
  );
  return stop === undefined ? null : `${describeScope(stop)} are stopped: ${stop.reason}`;
}

const countries = new Intl.DisplayNames("en", { type: "region" });

export function describeScope({ flow, org_id, country, payment_method }: StopScope): string {
  const method = payment_method === null ? "" : ` by ${payment_method.replace("_", " ")}`;
  const place = country === null ? "" : ` in ${countries.of(country)}`;
  return `${flow}${method}${place}${org_id === null ? "" : " of the organization"}`;
}
