import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "../../api/client.ts";
import type { Row } from "../../api/types.ts";

export type Customer = Row<"/customers">;

export const CUSTOMERS = ["customers"] as const;

export const customerQuery = (customerId: string) =>
  queryOptions({
    queryKey: ["customer", customerId],
    queryFn: async () =>
      (await answerOf(api.GET("/customers/{customer_id}", { params: { path: { customer_id: customerId } } }))).data,
  });

/** The name under which a customer is listed: the first known of name, e-mail address, phone number and reference. */
export function nameOf({ name, email, phone, reference }: Customer): string {
  return name ?? email ?? phone ?? reference ?? "Unnamed customer";
}
