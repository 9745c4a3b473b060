import { Alert, Anchor, Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { callIdentity } from "../api/client.ts";
import { FailureAlert } from "../components/failure-alert.tsx";
import { AuthCard } from "./auth-card.tsx";

/**
 * The link of the confirmation e-mail. It asks for a click: mail scanners open links too, and must not consume this
 * one.
 */
export function ConfirmSignUpPage() {
  const { token } = useSearch({ from: "/confirm-sign-up" });
  const navigate = useNavigate();
  const confirm = useMutation({
    mutationFn: () => callIdentity("post", "/sign-up/confirm", { token }),
    onSuccess: () => navigate({ to: "/sign-in", search: { reason: "confirmed" } }),
  });
  return (
    <AuthCard title="Confirm your address">
      <FailureAlert error={confirm.error} title="This link does not work any more" />
      {token === "" ? (
        <Alert color="red" role="alert" title="This link is incomplete">
          Open the link from the e-mail again.
        </Alert>
      ) : (
        <Button size="md" loading={confirm.isPending} onClick={() => confirm.mutate()}>
          Confirm and create the account
        </Button>
      )}
      <Anchor component={Link} to="/sign-in" size="sm">
        Go to sign in
      </Anchor>
    </AuthCard>
  );
}
