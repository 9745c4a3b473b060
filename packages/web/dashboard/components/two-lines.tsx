import { Text } from "@mantine/core";
import type { ReactNode } from "react";

/** A fact in a table's cell, and a secondary one below it. */
export function TwoLines({ children, below }: { children: ReactNode; below: ReactNode }) {
  return (
    <span>
      {children}
      <Text component="span" display="block" size="xs" c="dimmed" data-below>
        {below}
      </Text>
    </span>
  );
}
