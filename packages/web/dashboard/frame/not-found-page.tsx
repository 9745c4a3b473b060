import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { EmptyState } from "../components/empty-state.tsx";
import { Page } from "../components/page.tsx";

export function NotFoundPage() {
  return (
    <Page title="Not found">
      <EmptyState
        icon="search"
        title="This page does not exist"
        action={
          <Button component={Link} to="/" mt="sm">
            Go to the overview
          </Button>
        }
      >
        It may have been removed, or belong to another organization.
      </EmptyState>
    </Page>
  );
}
