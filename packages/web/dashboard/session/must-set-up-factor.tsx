import { Alert, Button } from "@mantine/core";
import { AuthCard } from "./auth-card.tsx";
import { SecondFactorPanel } from "./second-factor-panel.tsx";
import { useSession, useSignOut } from "./session.ts";

/** For a person whose organization or role requires a second factor, and whose session has none. */
export function MustSetUpFactor() {
  const { second_factor: factor } = useSession();
  const signOut = useSignOut();
  return (
    <AuthCard title="A second factor is required">
      {factor.is_set_up ? (
        <Alert color="yellow" title="This session has none">
          Sign out, and sign in again with your passkey or the code of your authenticator app.
        </Alert>
      ) : (
        <SecondFactorPanel />
      )}
      <Button variant="subtle" onClick={() => signOut.mutate()}>
        Sign out
      </Button>
    </AuthCard>
  );
}
