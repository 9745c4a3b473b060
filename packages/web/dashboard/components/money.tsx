import { formatAmount } from "@corridor/shared/money-text.ts";
import classes from "./money.module.css";

export function Money({ amount, currency, strong = false }: { amount: number; currency: string; strong?: boolean }) {
  return (
    <span className={classes.money} data-strong={strong || undefined}>
      {formatAmount(amount, currency)} <span className={classes.code}>{currency}</span>
    </span>
  );
}
