import type { ReactNode } from "react";
import classes from "./facts.module.css";

export type Fact = { label: string; value: ReactNode };

/** Facts about one thing, label by label. An empty value is left out unless it is meaningful. */
export function Facts({ facts }: { facts: readonly (Fact | false | null)[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map((fact) =>
        fact === false ||
        fact === null ||
        fact.value === null ||
        fact.value === undefined ||
        fact.value === "" ? null : (
          <div key={fact.label} className={classes.fact}>
            <dt>{fact.label}</dt>
            <dd>{fact.value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
