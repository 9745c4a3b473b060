import { Alert, Anchor, Button, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { callIdentity } from "../api/client.ts";
import { CountrySelect } from "../components/country-select.tsx";
import { FailureAlert } from "../components/failure-alert.tsx";
import { choiceProps } from "../components/form-values.ts";
import { AuthCard } from "./auth-card.tsx";
import { ChoosePasswordFields, passwordRules } from "./choose-password.tsx";

const EMPTY = { organization_name: "", country: "", name: "", email: "", password: "", repeated: "" };

/** A new organization and its first administrator, where the service allows it. */
export function SignUpPage() {
  const form = useForm({
    initialValues: EMPTY,
    validate: {
      organization_name: (value) => (value.trim() === "" ? "Enter its name" : null),
      country: (value) => (value === "" ? "Choose the country" : null),
      name: (value) => (value.trim() === "" ? "Enter your name" : null),
      email: (value) => (/^\S+@\S+$/.test(value) ? null : "Enter your e-mail address"),
      ...passwordRules,
    },
  });
  const signUp = useMutation({
    mutationFn: ({ organization_name, country, name, email, password }: typeof EMPTY) =>
      callIdentity<{ data: { user_id: string } | null }>("post", "/sign-up", {
        organization_name,
        country,
        name,
        email,
        password,
      }),
  });
  return (
    <AuthCard title="Create an account" subtitle="for your organization">
      {signUp.isSuccess ? (
        <Alert
          role="status"
          color="pine"
          title={signUp.data.data === null ? "Check your inbox" : "Your account is ready"}
        >
          {signUp.data.data === null ? "The e-mail that we sent you explains the next step." : "You can sign in now."}
        </Alert>
      ) : (
        <form onSubmit={form.onSubmit((values) => signUp.mutate(values))} noValidate>
          <Stack>
            <FailureAlert error={signUp.error} />
            <TextInput
              label="Organization"
              autoComplete="organization"
              required
              withAsterisk={false}
              {...form.getInputProps("organization_name")}
            />
            <CountrySelect {...choiceProps(form, "country")} />
            <TextInput
              label="Your name"
              autoComplete="name"
              required
              withAsterisk={false}
              {...form.getInputProps("name")}
            />
            <TextInput
              label="E-mail"
              type="email"
              autoComplete="username"
              required
              withAsterisk={false}
              {...form.getInputProps("email")}
            />
            <ChoosePasswordFields form={form} />
            <Button type="submit" size="md" loading={signUp.isPending}>
              Create the account
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
