import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { EmptyState } from "../components/empty-state.tsx";
import { Page } from "../components/page.tsx";
import { ACCESS, type AccessRule } from "@corridor/shared/access.ts";
import { isAllowed } from "../session/may.ts";
import { type Session, useSession } from "../session/session.ts";
import type { NavigationItem } from "./navigation.ts";

/** Whether the organization lacks the feature of a page that the person could otherwise use. */
export function isSwitchedOff(session: Session, item: NavigationItem): boolean {
  const { organization } = session;
  const { feature }: AccessRule = ACCESS[item.needs];
  if (organization === null || feature === undefined || isAllowed(session, item.needs)) return false;
  return isAllowed(
    { ...session, organization: { ...organization, features: [...organization.features, feature] } },
    item.needs,
  );
}

/** Replaces a page whose feature the organization does not have: why, and who can change that. */
export function FeatureOffPage({ item }: { item: NavigationItem }) {
  const { organization, user } = useSession();
  const isAdmin = user.platform_role === "admin";
  return (
    <Page title={item.label}>
      <EmptyState
        icon={item.icon}
        title={`${item.label} ${item.label.endsWith("s") ? "are" : "is"} switched off for ${organization!.name}`}
        action={
          isAdmin ? (
            <Button component={Link} to={`/admin/organizations/${organization!.org_id}`} mt="sm">
              Open the features
            </Button>
          ) : undefined
        }
      >
        {isAdmin
          ? "You can change that among the features of the organization."
          : "An administrator of the platform can change that; nobody within the organization can. Ask the people " +
            "who run this service for you."}
      </EmptyState>
    </Page>
  );
}
