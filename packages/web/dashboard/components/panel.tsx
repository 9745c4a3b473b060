import { Group, Paper, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";
import classes from "./panel.module.css";

/** A titled block of a page. `flush` lets a table reach the edges; what is `folded` opens by its title, or is open. */
export function Panel({
  title,
  actions,
  flush = false,
  folded,
  children,
}: {
  title?: string;
  actions?: ReactNode;
  flush?: boolean;
  folded?: boolean;
  children: ReactNode;
}) {
  const headingId = useId();
  const content = (
    <>
      {title !== undefined && (
        <Group
          component={folded === undefined ? "div" : "summary"}
          justify="space-between"
          className={classes.head}
          gap="xs"
        >
          <Title order={2} fz="md" id={headingId}>
            {title}
          </Title>
          {actions}
        </Group>
      )}
      <div className={flush ? undefined : classes.body}>{children}</div>
    </>
  );
  return (
    <Paper
      component="section"
      withBorder
      radius="lg"
      className={classes.panel}
      aria-labelledby={title === undefined ? undefined : headingId}
    >
      {folded === undefined ? content : <details open={!folded}>{content}</details>}
    </Paper>
  );
}
