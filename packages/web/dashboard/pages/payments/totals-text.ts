import type { Data } from "@corridor/shared/operations.ts";
import { formatMoney } from "@corridor/shared/money-text.ts";

/** Totals of payments as a sentence. */
export function totalsText({
  count,
  is_complete,
  sums,
  base,
  total_in_base,
}: Data<"get", "/transactions/totals">): string {
  const amounts = sums.map(({ currency, amount }) => formatMoney(amount, currency)).join(", ");
  const worth =
    sums.length < 2 || total_in_base === null ? "" : `; together ${formatMoney(total_in_base, base)} at today's rates`;
  const which = is_complete
    ? `${count.toLocaleString()} ${count === 1 ? "payment" : "payments"} in all`
    : `More than ${count.toLocaleString()} payments; the newest ${count.toLocaleString()}`;
  return `${which}: ${amounts}${worth}`;
}
