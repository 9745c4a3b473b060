import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { EmptyState } from "../components/empty-state.tsx";
import { Page } from "../components/page.tsx";

/** Replaces a page about one organization for platform people who view all of them. */
export function OneOrganizationPage({ title }: { title: string }) {
  return (
    <Page title={title}>
      <EmptyState
        icon="building"
        title="This page is about one organization"
        action={
          <Button component={Link} to="/admin/organizations" mt="sm">
            Go to the organizations
          </Button>
        }
      >
        You are viewing all organizations. Choose one to see its members, settings, verification and audit log.
      </EmptyState>
    </Page>
  );
}
