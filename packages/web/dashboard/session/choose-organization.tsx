import { Alert, Button, Stack } from "@mantine/core";
import { FailureAlert } from "../components/failure-alert.tsx";
import { AuthCard } from "./auth-card.tsx";
import { useSession, useSignOut, useSwitchOrganization } from "./session.ts";

/** For a member of several organizations without a default one, and for people who no longer belong to any. */
export function ChooseOrganization() {
  const { memberships } = useSession();
  const choose = useSwitchOrganization();
  const signOut = useSignOut();
  return (
    <AuthCard title="Choose an organization">
      <FailureAlert error={choose.error} />
      {memberships.length === 0 ? (
        <Alert color="yellow" title="You belong to no organization">
          Ask for an invitation, or sign in with another account.
        </Alert>
      ) : (
        <Stack>
          {memberships.map((membership) => (
            <Button
              key={membership.org_id}
              variant="default"
              size="md"
              loading={choose.isPending && choose.variables === membership.org_id}
              onClick={() => choose.mutate(membership.org_id)}
            >
              {membership.name}
            </Button>
          ))}
        </Stack>
      )}
      <Button variant="subtle" onClick={() => signOut.mutate()}>
        Sign out
      </Button>
    </AuthCard>
  );
}
