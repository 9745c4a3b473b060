import { Text } from "@mantine/core";
import type { ReactNode } from "react";

/** A fact of a table's cell, and a lesser one below it. */
export function TwoLines({ children, below }: { children: ReactNode; below: ReactNode }) {
  return (
    <span>
      {children}
      <Text component="span" display="block" size="xs" c="dimmed">
        {below}
      </Text>
    </span>
  );
}
