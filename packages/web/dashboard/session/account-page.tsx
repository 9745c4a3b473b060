import { Button, Group, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { api, callIdentity } from "../api/client.ts";
import { FailureAlert } from "../components/failure-alert.tsx";
import { Facts } from "../components/facts.tsx";
import { Page } from "../components/page.tsx";
import { Panel } from "../components/panel.tsx";
import { useWrite } from "../components/use-write.ts";
import { ChoosePasswordFields, passwordRules } from "./choose-password.tsx";
import { SecondFactorPanel } from "./second-factor-panel.tsx";
import { SessionsPanel, SignInsPanel } from "./sessions-panel.tsx";
import { sessionQuery, signInOptionsQuery, useSession, withoutReads } from "./session.ts";

export function AccountPage() {
  const { user, memberships } = useSession();
  const options = useQuery(signInOptionsQuery);
  return (
    <Page title="Your account">
      <Stack gap="lg" maw={640}>
        <Panel title="You">
          <Stack>
            <Facts
              facts={[
                { label: "E-mail", value: user.email },
                { label: "Organizations", value: memberships.map((membership) => membership.name).join(", ") },
              ]}
            />
            <ChangeName key={user.name} name={user.name} />
          </Stack>
        </Panel>
        {options.data?.passwords === true && <ChangePassword />}
        {options.data?.passwords === true && <SecondFactorPanel />}
        <SessionsPanel />
        <SignInsPanel />
      </Stack>
    </Page>
  );
}

function ChangeName({ name }: { name: string }) {
  const form = useForm({
    initialValues: { name },
    validate: { name: (value) => (value.trim() === "" ? "Enter your name" : null) },
  });
  const change = useWrite({
    write: (values: typeof form.values) => api.patch("/users/me", { body: { name: values.name.trim() } }),
    done: "Your name is changed",
    refresh: [sessionQuery.queryKey],
  });
  return (
    <form onSubmit={form.onSubmit((values) => change.mutate(values))} noValidate>
      <Stack>
        <TextInput label="Name" autoComplete="name" required withAsterisk={false} {...form.getInputProps("name")} />
        <FailureAlert error={change.error} />
        <Group justify="flex-end">
          <Button type="submit" variant="default" loading={change.isPending} disabled={!form.isDirty()}>
            Change the name
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function ChangePassword() {
  const form = useForm({
    initialValues: { current: "", password: "", repeated: "" },
    validate: { current: (value) => (value === "" ? "Enter your password" : null), ...passwordRules },
  });
  const change = useWrite({
    write: (values: typeof form.values) =>
      withoutReads(() =>
        callIdentity("post", "/password", { current_password: values.current, new_password: values.password }),
      ),
    done: "Your password is changed; every other session was ended",
    onDone: () => form.reset(),
  });
  return (
    <Panel title="Password">
      <form onSubmit={form.onSubmit((values) => change.mutate(values))} noValidate>
        <Stack>
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            visibilityToggleButtonProps={{ "aria-label": "Show current password" }}
            {...form.getInputProps("current")}
          />
          <ChoosePasswordFields form={form} />
          <FailureAlert error={change.error} />
          <Group justify="flex-end">
            <Button type="submit" loading={change.isPending}>
              Change the password
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
