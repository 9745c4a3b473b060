import { Button, Group, PasswordInput, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { FailureAlert } from "../components/failure-alert.tsx";
import { Facts } from "../components/facts.tsx";
import { Page } from "../components/page.tsx";
import { Panel } from "../components/panel.tsx";
import { useWrite } from "../components/use-write.ts";
import { ChoosePasswordFields, passwordRules } from "./choose-password.tsx";
import { callIdentity, signInOptionsQuery, useSession } from "./session.ts";

export function AccountPage() {
  const { user, memberships } = useSession();
  const options = useQuery(signInOptionsQuery);
  return (
    <Page title="Your account">
      <Stack gap="lg" maw={640}>
        <Panel title="You">
          <Facts
            facts={[
              { label: "Name", value: user.name },
              { label: "E-mail", value: user.email },
              { label: "Organisations", value: memberships.map((membership) => membership.name).join(", ") },
            ]}
          />
        </Panel>
        {options.data?.passwords === true && <ChangePassword />}
      </Stack>
    </Page>
  );
}

function ChangePassword() {
  const form = useForm({
    initialValues: { current: "", password: "", repeated: "" },
    validate: { current: (value) => (value === "" ? "Enter your password" : null), ...passwordRules },
  });
  const change = useWrite({
    write: (values: typeof form.values) => callIdentity("POST", "/password", { current_password: values.current, new_password: values.password }),
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
