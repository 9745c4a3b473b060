import { Paper, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Logo } from "../frame/logo.tsx";
import classes from "./auth-card.module.css";

/** The layout of all pages before the sign-in. */
export function AuthCard({ title, subtitle, children }: { title: string; subtitle?: ReactNode; children: ReactNode }) {
  return (
    <main className={classes.page}>
      <div className={classes.column}>
        <Logo />
        <Paper withBorder p={{ base: "lg", xs: "xl" }} radius="lg" className={classes.card}>
          <Stack gap="lg">
            <div>
              <Title order={1} fz="h2">
                {title}
              </Title>
              {subtitle !== undefined && (
                <Text c="dimmed" mt={4}>
                  {subtitle}
                </Text>
              )}
            </div>
            {children}
          </Stack>
        </Paper>
      </div>
    </main>
  );
}
