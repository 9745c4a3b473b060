import type { Method } from "./api.ts";
import type { FormValues } from "./payment-form-rules.ts";

/**
 * What the payer need not type again: the last form of a link in this tab, and the method that worked last on this device. Nothing of a card is kept, and
 * nothing leaves the device. Storage may be forbidden; then nothing is remembered.
 */
type Kept = Pick<FormValues, "country" | "name" | "email" | "network" | "phone" | "amount" | "custom">;
const METHOD_KEY = "corridor-checkout-method";
const formKey = (linkRef: string): string => `corridor-checkout-form ${linkRef}`;

export function rememberForm(linkRef: string, { country, name, email, network, phone, amount, custom, method }: FormValues): void {
  const kept: Kept = { country, name, email, network, phone, amount, custom };
  try {
    sessionStorage.setItem(formKey(linkRef), JSON.stringify(kept));
    localStorage.setItem(METHOD_KEY, method);
  } catch {
    // Not remembered, which the visitor chose.
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
    // There was nothing to forget.
  }
}

/** The method that was used last stands first. */
export function lastUsedFirst(methods: readonly Method[]): Method[] {
  let last: string | null = null;
  try {
    last = localStorage.getItem(METHOD_KEY);
  } catch {
    // The usual order.
  }
  return methods.toSorted((a, b) => Number(b === last) - Number(a === last));
}
