import { Group, Paper, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";
import classes from "./panel.module.css";

/** A titled block of a page. `flush` lets a table reach the edges. */
export function Panel({
  title,
  actions,
  flush = false,
  children,
}: {
  title?: string;
  actions?: ReactNode;
  flush?: boolean;
  children: ReactNode;
}) {
  const headingId = useId();
  return (
    <Paper
      component="section"
      withBorder
      radius="lg"
      className={classes.panel}
      aria-labelledby={title === undefined ? undefined : headingId}
    >
      {title !== undefined && (
        <Group justify="space-between" px="lg" py="sm" className={classes.head} gap="xs">
          <Title order={2} fz="md" id={headingId}>
            {title}
          </Title>
          {actions}
        </Group>
      )}
      <div className={flush ? undefined : classes.body}>{children}</div>
    </Paper>
  );
}
