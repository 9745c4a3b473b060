import { Stack } from "@mantine/core";
import { Page } from "../../../components/page.tsx";
import { AdjustmentsPanel } from "./adjustments-panel.tsx";
import { CreditLinesPanel } from "./credit-lines-panel.tsx";
import { FloatPanel } from "./float-panel.tsx";

/** The platform's side of balances: what providers hold, what was posted by hand, and who may go below zero. */
export function FundsPage() {
  return (
    <Page
      title="Float and funds"
      description="The money held at each provider, prefunding and corrections of balances, and credit lines."
    >
      <Stack gap="lg">
        <FloatPanel />
        <AdjustmentsPanel />
        <CreditLinesPanel />
      </Stack>
    </Page>
  );
}
