import { styleNonce } from "./style-nonce.ts"; // First: styles that others add need it.
import "@mantine/core/styles.layer.css";
import "@mantine/notifications/styles.layer.css";
import "./global.css";
import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queryClient } from "./api/query-client.ts";
import { focusFirstProblem, holdBackUnreadable } from "./components/focus-first-problem.ts";
import { router } from "./router.tsx";
import { cssVariablesResolver, theme } from "./theme.ts";

const NOTIFICATION_MS = 6_000;

focusFirstProblem();
holdBackUnreadable();

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <Notifications position="bottom-right" autoClose={NOTIFICATION_MS} limit={4} />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
