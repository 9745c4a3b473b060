import { Stack } from "@mantine/core";
import { Page } from "../../components/page.tsx";
import { AccountsPanel } from "./accounts-panel.tsx";
import { ExceptionsPanel } from "./exceptions-panel.tsx";
import { ImportsPanel } from "./imports-panel.tsx";
import { SourcesPanel } from "./sources-panel.tsx";

/** Statements of providers and banks compared with the ledger, for the platform people who close the day. */
export function SettlementsPage() {
  return (
    <Page title="Settlements" description="Statements of providers and banks, compared with the ledger.">
      <Stack gap="lg">
        <AccountsPanel />
        <ExceptionsPanel />
        <ImportsPanel />
        <SourcesPanel />
      </Stack>
    </Page>
  );
}
