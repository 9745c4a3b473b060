import { Stack } from "@mantine/core";
import { Page } from "../../components/page.tsx";
import { Attention } from "./attention.tsx";

export function OverviewPage() {
  return (
    <Page title="Overview">
      <Stack gap="lg">
        <Attention />
      </Stack>
    </Page>
  );
}
