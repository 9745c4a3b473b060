import { Stack } from "@mantine/core";
import { Page } from "../../components/page.tsx";
import { AccountsPanel } from "./accounts-panel.tsx";
import { ExceptionsPanel } from "./exceptions-panel.tsx";
import { ImportsPanel } from "./imports-panel.tsx";
import { SourcesPanel } from "./sources-panel.tsx";

/** What providers and banks settled, held against the ledger, for the people of the platform who close the day. */
export function SettlementsPage() {
  return (
    <Page title="Settlements" description="What providers and banks say that they settled, held against the ledger.">
      <Stack gap="lg">
        <AccountsPanel />
        <ExceptionsPanel />
        <ImportsPanel />
        <SourcesPanel />
      </Stack>
    </Page>
  );
}
