import { Anchor, Progress, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import classes from "./bar-list.module.css";

type Bar = {
  label: string;
  value: number;
  text: string;
  note?: string;
  /** The link of this part. */ link?: { to: string; search: Record<string, string> };
};

/** Shares side by side: a list whose bars only illustrate the text. */
export function BarList({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const largest = Math.max(0, ...bars.map((bar) => bar.value));
  if (bars.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Nothing in this period.
      </Text>
    );
  return (
    <ul className={classes.bars} aria-label={label}>
      {bars.map((bar) => (
        <li key={bar.label} className={classes.bar}>
          <span className={classes.label}>
            {bar.link === undefined ? (
              bar.label
            ) : (
              <Anchor inherit renderRoot={(props) => <Link {...props} {...bar.link} />}>
                {bar.label}
              </Anchor>
            )}
          </span>
          <span className={classes.text}>
            {bar.text !== "" && <span>{bar.text}</span>}
            {bar.note !== undefined && <span className={classes.note}>{bar.note}</span>}
          </span>
          <Progress
            className={classes.track}
            size={6}
            color="pine.5"
            value={largest === 0 ? 0 : (bar.value / largest) * 100}
            aria-hidden="true"
          />
        </li>
      ))}
    </ul>
  );
}
