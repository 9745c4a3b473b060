import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Icon } from "../frame/icons.tsx";
import classes from "./back-link.module.css";

export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Anchor component={Link} to={to} size="sm" className={classes.back}>
      <Icon name="arrowLeft" size={16} /> {children}
    </Anchor>
  );
}
