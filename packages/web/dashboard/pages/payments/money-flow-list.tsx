import { VisuallyHidden } from "@mantine/core";
import { Money } from "../../components/money.tsx";
import type { Flow } from "./money-flow.ts";
import classes from "./money-flow.module.css";

/** The path of the money, step by step. */
export function MoneyFlow({ flows }: { flows: readonly Flow[] }) {
  return (
    <ol className={classes.flow} aria-label="Way of the money">
      {flows.map(({ from, to, amount, currency }) => (
        <li key={`${from} ${to} ${currency}`} className={classes.step}>
          <span className={classes.place}>{from}</span>
          <span className={classes.way}>
            <VisuallyHidden>gives </VisuallyHidden>
            <Money amount={amount} currency={currency} />
            <VisuallyHidden> to</VisuallyHidden>
          </span>
          <span className={classes.place}>{to}</span>
        </li>
      ))}
    </ol>
  );
}
