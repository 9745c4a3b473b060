import { queryOptions } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import type { Row } from "@corridor/shared/operations.ts";

export type Customer = Row<"/customers">;

export const CUSTOMERS = ["customers"] as const;

export const customerQuery = (customerId: string) =>
  queryOptions({
    queryKey: ["customer", customerId],
    queryFn: async () => (await api.get("/customers/{customer_id}", { path: { customer_id: customerId } })).data,
  });

/** The name under which a customer is listed: the first known of name, e-mail address, phone number and reference. */
export function nameOf({ name, email, phone, reference }: Customer): string {
  return name ?? email ?? phone ?? reference ?? "Unnamed customer";
}
