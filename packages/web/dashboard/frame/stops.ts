import { queryOptions } from "@tanstack/react-query";
import type { Row } from "@corridor/shared/operations.ts";
import { countryName } from "../components/plain-words.ts";
import { api } from "../api/client.ts";

export type Stop = Row<"/payments/stops">;

const REFRESH_MS = 10_000;

/** What the operator has stopped, as far as it concerns this person. */
export const stopsQuery = queryOptions({
  queryKey: ["stops"],
  queryFn: async () => (await api.get("/payments/stops")).data,
  refetchInterval: REFRESH_MS,
});

const FLOWS: Record<Stop["flow"], string> = { payouts: "Payouts", payins: "Payins", writes: "All changes" };

export function textOfStop({ flow, org_id, country, payment_method }: Stop): string {
  const method = payment_method === null ? "" : ` by ${payment_method.replace("_", " ")}`;
  const place = country === null ? "" : ` in ${countryName(country)}`;
  return `${FLOWS[flow]}${method}${place}${org_id === null ? "" : " of one organization"}`;
}
