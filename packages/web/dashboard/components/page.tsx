import { Box, Group, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import classes from "./page.module.css";

/** Every page: its heading, its purpose, its actions at the right, and the browser's title. */
export function Page({
  title,
  description,
  actions,
  back,
  children,
}: {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  back?: ReactNode;
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Corridor`;
  }, [title]);
  return (
    <Box className={classes.page}>
      {back}
      <Group justify="space-between" align="flex-start" gap="sm" mb="lg">
        <div className={classes.heading}>
          <Title order={1} fz={{ base: "h3", sm: "h2" }}>
            {title}
          </Title>
          {description !== undefined && (
            <Text c="dimmed" mt={4} component="div">
              {description}
            </Text>
          )}
        </div>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Box>
  );
}
