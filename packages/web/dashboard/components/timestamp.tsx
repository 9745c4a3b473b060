import { startOfDay } from "./form-values.ts";
import classes from "./timestamp.module.css";

const DAY = /^\d{4}-\d\d-\d\d$/;
const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const precise = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "long" });
const dateOnly = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

/** Local time, with the exact instant on hover and in the markup. */
export function Timestamp({ at, withTime = true }: { at: string | null | undefined; withTime?: boolean }) {
  if (at === null || at === undefined || at === "") return <span aria-label="none">–</span>;
  const date = DAY.test(at) ? startOfDay(at) : new Date(at);
  if (Number.isNaN(date.getTime())) return <span>{at}</span>;
  return (
    <time className={classes.time} dateTime={at} title={precise.format(date)}>
      {(withTime ? dateTime : dateOnly).format(date)}
    </time>
  );
}
