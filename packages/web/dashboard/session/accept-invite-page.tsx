import { Alert, Anchor, Button, Loader, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { callIdentity } from "../api/client.ts";
import { FailureAlert } from "../components/failure-alert.tsx";
import { AuthCard } from "./auth-card.tsx";
import { ChoosePasswordFields, passwordRules } from "./choose-password.tsx";
import { signInOptionsQuery, startAfresh } from "./session.ts";

type Invite = { email: string; organization_name: string; role: string; has_account: boolean };

/** An invited person either has an account and only confirms, or creates one here with the invited address. */
export function AcceptInvitePage() {
  const { token } = useSearch({ from: "/accept-invite" });
  const navigate = useNavigate();
  const invite = useQuery({
    queryKey: ["invite", token],
    queryFn: async () => (await callIdentity<{ data: Invite }>("get", `/invites/${encodeURIComponent(token)}`)).data,
    enabled: token !== "",
    retry: false,
  });
  const accept = useMutation({
    mutationFn: (values: { name: string; password: string }) =>
      callIdentity<{ data: { signed_in: boolean } }>("post", `/invites/${encodeURIComponent(token)}/accept`, values),
    onSuccess: async ({ data }) => {
      if (data.signed_in) await startAfresh();
      // The e-mail is enough to open a new account; an existing one needs its password.
      await (data.signed_in ? navigate({ to: "/" }) : navigate({ to: "/sign-in", search: { reason: "joined" } }));
    },
  });
  const options = useQuery(signInOptionsQuery);
  const withPassword = options.data?.passwords !== false;
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { name: "", password: "", repeated: "" },
    validate: {
      name: (value) => (value.trim() === "" ? "Enter your name" : null),
      ...(withPassword ? passwordRules : {}),
    },
  });

  if (token === "" || invite.isError)
    return (
      <AuthCard title="Invitation">
        <Alert color="red" role="alert" title="This invitation does not work">
          It may have been used, withdrawn or expired. Ask your organization for a new one.
        </Alert>
        <Anchor component={Link} to="/sign-in" size="sm">
          Go to sign in
        </Anchor>
      </AuthCard>
    );
  if (invite.data === undefined)
    return (
      <AuthCard title="Invitation">
        <Loader aria-label="Loading the invitation" />
      </AuthCard>
    );
  const { email, organization_name: organization, has_account: hasAccount } = invite.data;
  return (
    <AuthCard title={`Join ${organization}`} subtitle={`as ${email}`}>
      {hasAccount ? (
        <Stack>
          <Text>You already have an account with this address.</Text>
          <FailureAlert error={accept.error} />
          <Button size="md" loading={accept.isPending} onClick={() => accept.mutate({ name: "", password: "" })}>
            Accept the invitation
          </Button>
        </Stack>
      ) : (
        <form onSubmit={form.onSubmit(({ name, password }) => accept.mutate({ name, password }))} noValidate>
          <Stack>
            <FailureAlert error={accept.error} />
            <TextInput
              label="Your name"
              autoComplete="name"
              required
              withAsterisk={false}
              key={form.key("name")}
              {...form.getInputProps("name")}
            />
            {withPassword && <ChoosePasswordFields form={form} />}
            <Button type="submit" size="md" loading={accept.isPending}>
              Create the account and join
            </Button>
          </Stack>
        </form>
      )}
    </AuthCard>
  );
}
