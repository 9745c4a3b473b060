import { Alert, Anchor, Button, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { callIdentity } from "../api/client.ts";
import { FailureAlert } from "../components/failure-alert.tsx";
import { AuthCard } from "./auth-card.tsx";

export function ForgotPasswordPage() {
  const request = useMutation({
    mutationFn: (values: { email: string }) => callIdentity("post", "/password/forgot", values),
  });
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { email: "" },
    validate: { email: (value) => (/^\S+@\S+$/.test(value) ? null : "Enter your e-mail address") },
  });
  return (
    <AuthCard title="Reset your password" subtitle="We send you a link to choose a new one.">
      {request.isSuccess ? (
        <Alert role="status" color="pine" title="Check your inbox">
          If an account with this address exists, a link is on its way. It works once, for a limited time.
        </Alert>
      ) : (
        <form onSubmit={form.onSubmit((values) => request.mutate(values))} noValidate>
          <Stack>
            <FailureAlert error={request.error} />
            <TextInput
              label="E-mail"
              type="email"
              autoComplete="username"
              autoFocus
              required
              withAsterisk={false}
              key={form.key("email")}
              {...form.getInputProps("email")}
            />
            <Button type="submit" size="md" loading={request.isPending}>
              Send the link
            </Button>
          </Stack>
        </form>
      )}
      <Anchor component={Link} to="/sign-in" size="sm">
        Back to sign in
      </Anchor>
    </AuthCard>
  );
}
