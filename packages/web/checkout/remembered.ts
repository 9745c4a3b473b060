import type { Method } from "@corridor/shared/checkout/api.ts";
import type { FormValues } from "@corridor/shared/checkout/payment-form-rules.ts";

/**
 * What the payer need not type again: the last form of a link in this tab, and the method that worked last on this
 * device. No card data is stored, and nothing leaves the device. If storage is forbidden, nothing is stored.
 */
type Kept = Pick<FormValues, "country" | "name" | "email" | "network" | "phone" | "amount" | "custom">;
const METHOD_KEY = "corridor-checkout-method";
const formKey = (linkRef: string): string => `corridor-checkout-form ${linkRef}`;

export function rememberForm(
  linkRef: string,
  { country, name, email, network, phone, amount, custom, method }: FormValues,
): void {
  const kept: Kept = { country, name, email, network, phone, amount, custom };
  try {
    sessionStorage.setItem(formKey(linkRef), JSON.stringify(kept));
    localStorage.setItem(METHOD_KEY, method);
  } catch {
    // The visitor forbids storage, so nothing is stored.
  }
}

export function rememberedForm(linkRef: string): Partial<Kept> {
  try {
    return JSON.parse(sessionStorage.getItem(formKey(linkRef)) ?? "{}") as Partial<Kept>;
  } catch {
    return {};
  }
}

export function forgetForm(linkRef: string): void {
  try {
    sessionStorage.removeItem(formKey(linkRef));
  } catch {
    // There was nothing to remove.
  }
}

/** The method that was used last comes first. */
export function lastUsedFirst(methods: readonly Method[]): Method[] {
  let last: string | null = null;
  try {
    last = localStorage.getItem(METHOD_KEY);
  } catch {
    // The usual order.
  }
  return methods.toSorted((a, b) => Number(b === last) - Number(a === last));
}
