import { Alert, Anchor, Button, Group, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, Navigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { CorridorError } from "corridor-client/error.ts";
import { FailureAlert } from "../components/failure-alert.tsx";
import { AuthCard } from "./auth-card.tsx";
import { signInWithPasskey } from "./passkeys.ts";
import { sessionQuery, signInOptionsQuery, startAfresh, useSignIn } from "./session.ts";

/** Only a path of this dashboard: a `next` that names another site would make the sign-in page an open redirect. */
export function safeNext(next: unknown): string {
  return typeof next === "string" && /^\/(?![/\\])/.test(next) && !next.startsWith("/sign-in") ? next : "/";
}

/** Why the person was sent to this page. */
const NOTICES = {
  expired: { title: "Your session has ended", text: "Sign in again to continue where you were." },
  refused: {
    title: "You were not signed in",
    text: "Your identity provider did not let you in. Try again, or ask its administrator.",
  },
  "no-account": {
    title: "There is no account for you here yet",
    text: "Ask your organization for an invitation to this address.",
  },
  confirmed: { title: "Your account is ready", text: "Sign in with the password you chose." },
  joined: { title: "You have joined the organization", text: "Sign in with your account." },
} as const;

export type SignInReason = keyof typeof NOTICES;

export const isSignInReason = (value: unknown): value is SignInReason => typeof value === "string" && value in NOTICES;

export function SignInPage() {
  const { next, reason } = useSearch({ from: "/sign-in" });
  const session = useQuery(sessionQuery);
  const options = useQuery(signInOptionsQuery);
  const signIn = useSignIn();
  const byPasskey = useMutation({ mutationFn: signInWithPasskey, onSuccess: () => startAfresh() });
  // Once a code was requested, the field stays, whatever the next answer is.
  const [wasAsked, setWasAsked] = useState(false);
  useEffect(() => {
    if (signIn.error instanceof CorridorError && signIn.error.code === "SECOND_FACTOR_REQUIRED") setWasAsked(true);
  }, [signIn.error]);
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { email: "", password: "", code: "" },
    validate: {
      email: (value) => (/^\S+@\S+$/.test(value) ? null : "Enter your e-mail address"),
      password: (value) => (value === "" ? "Enter your password" : null),
    },
  });

  if (session.data != null) return <Navigate to={safeNext(next)} replace />;
  const refusal = signIn.error instanceof CorridorError ? signIn.error.code : null;
  const isFirstAsked = refusal === "SECOND_FACTOR_REQUIRED";
  const asksCode = isFirstAsked || wasAsked;
  const external = options.data?.external_sign_in_url ?? null;
  const notice = reason === undefined ? null : NOTICES[reason];
  return (
    <AuthCard title="Sign in" subtitle="to your organization's payments">
      {notice !== null && (
        <Alert color="yellow" role="status" title={notice.title}>
          {notice.text}
        </Alert>
      )}
      {external !== null && (
        <Button component="a" href={`${external}?next=${encodeURIComponent(safeNext(next))}`} size="md">
          Continue with single sign-on
        </Button>
      )}
      {options.data?.passwords !== false && (
        <form
          onSubmit={form.onSubmit(({ code, ...values }) =>
            signIn.mutate({ ...values, ...(asksCode ? { code: code.trim() } : {}) }),
          )}
          noValidate
        >
          <Stack>
            <FailureAlert error={byPasskey.error ?? (isFirstAsked ? null : signIn.error)} />
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
            <PasswordInput
              label="Password"
              autoComplete="current-password"
              required
              withAsterisk={false}
              visibilityToggleButtonProps={{ "aria-label": "Show password" }}
              key={form.key("password")}
              {...form.getInputProps("password")}
            />
            {asksCode && (
              <TextInput
                label="Code"
                description="A code of your authenticator app, or a recovery code"
                autoComplete="one-time-code"
                autoFocus
                required
                withAsterisk={false}
                key={form.key("code")}
                {...form.getInputProps("code")}
              />
            )}
            <Group justify="space-between">
              {options.data?.sign_up === true && (
                <Anchor component={Link} to="/sign-up" size="sm">
                  Create an account
                </Anchor>
              )}
              <Anchor component={Link} to="/forgot-password" size="sm" ml="auto">
                Forgot your password?
              </Anchor>
            </Group>
            <Button type="submit" size="md" loading={signIn.isPending}>
              Sign in
            </Button>
            <Button variant="default" size="md" loading={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
              Use a passkey
            </Button>
          </Stack>
        </form>
      )}
    </AuthCard>
  );
}
