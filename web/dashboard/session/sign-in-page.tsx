import { Alert, Anchor, Button, Group, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { Link, Navigate, useSearch } from "@tanstack/react-router";
import { FailureAlert } from "../components/failure-alert.tsx";
import { AuthCard } from "./auth-card.tsx";
import { sessionQuery, signInOptionsQuery, useSignIn } from "./session.ts";

/** Only a path of this dashboard: a `next` that names another site would make the sign-in page an open redirect. */
export function safeNext(next: unknown): string {
  return typeof next === "string" && /^\/(?![/\\])/.test(next) && !next.startsWith("/sign-in") ? next : "/";
}

export function SignInPage() {
  const { next, reason } = useSearch({ from: "/sign-in" });
  const session = useQuery(sessionQuery);
  const options = useQuery(signInOptionsQuery);
  const signIn = useSignIn();
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { email: "", password: "" },
    validate: {
      email: (value) => (/^\S+@\S+$/.test(value) ? null : "Enter your e-mail address"),
      password: (value) => (value === "" ? "Enter your password" : null),
    },
  });

  if (session.data != null) return <Navigate to={safeNext(next)} replace />;
  const external = options.data?.external_sign_in_url ?? null;
  return (
    <AuthCard title="Sign in" subtitle="to your organisation's payments">
      {reason === "expired" && (
        <Alert color="yellow" role="status" title="Your session has ended">
          Sign in again to go on where you were.
        </Alert>
      )}
      {external !== null ? (
        <Button component="a" href={external} size="md">
          Continue with single sign-on
        </Button>
      ) : (
        <form onSubmit={form.onSubmit((values) => signIn.mutate(values))} noValidate>
          <Stack>
            <FailureAlert error={signIn.error} />
            <TextInput label="E-mail" type="email" autoComplete="username" autoFocus required withAsterisk={false} key={form.key("email")} {...form.getInputProps("email")} />
            <PasswordInput
              label="Password"
              autoComplete="current-password"
              required
              withAsterisk={false}
              visibilityToggleButtonProps={{ "aria-label": "Show password" }}
              key={form.key("password")}
              {...form.getInputProps("password")}
            />
            <Group justify="flex-end">
              <Anchor component={Link} to="/forgot-password" size="sm">
                Forgot your password?
              </Anchor>
            </Group>
            <Button type="submit" size="md" loading={signIn.isPending}>
              Sign in
            </Button>
          </Stack>
        </form>
      )}
    </AuthCard>
  );
}
