import { Alert, Anchor, Button, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { callIdentity } from "../api/client.ts";
import { FailureAlert } from "../components/failure-alert.tsx";
import { AuthCard } from "./auth-card.tsx";
import { ChoosePasswordFields, type ChosenPassword, passwordRules } from "./choose-password.tsx";

export function ResetPasswordPage() {
  const { token } = useSearch({ from: "/reset-password" });
  const reset = useMutation({
    mutationFn: (values: ChosenPassword) =>
      callIdentity("post", "/password/reset", { token, password: values.password }),
  });
  const form = useForm<ChosenPassword>({
    mode: "uncontrolled",
    initialValues: { password: "", repeated: "" },
    validate: passwordRules,
  });
  return (
    <AuthCard title="Choose a new password">
      {token === "" ? (
        <Alert color="red" role="alert" title="This link is incomplete">
          Open the link from the e-mail again, or ask for a new one.
        </Alert>
      ) : reset.isSuccess ? (
        <Alert color="pine" role="status" title="Your password is changed">
          Every other session of yours was ended.
        </Alert>
      ) : (
        <form onSubmit={form.onSubmit((values) => reset.mutate(values))} noValidate>
          <Stack>
            <FailureAlert error={reset.error} />
            <ChoosePasswordFields form={form} />
            <Button type="submit" size="md" loading={reset.isPending}>
              Change the password
            </Button>
          </Stack>
        </form>
      )}
      <Anchor component={Link} to="/sign-in" size="sm">
        Go to sign in
      </Anchor>
    </AuthCard>
  );
}
