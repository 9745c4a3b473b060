import { Button, Checkbox, Group, SimpleGrid, Stack, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { FEATURES } from "@corridor/shared/choices.ts";
import { api } from "../../api/client.ts";
import type { Body } from "@corridor/shared/operations.ts";
import { CountrySelect } from "../../components/country-select.tsx";
import { Facts } from "../../components/facts.tsx";
import { FailureAlert } from "../../components/failure-alert.tsx";
import { Identifier } from "../../components/copyable.tsx";
import { NumberField } from "../../components/number-field.tsx";
import { Panel } from "../../components/panel.tsx";
import { StatusBadge, wordsOf } from "../../components/status-badge.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { useWrite } from "../../components/use-write.ts";
import { useMay } from "../../session/may.ts";
import { useSession } from "../../session/session.ts";
import { type Organization, organizationKey } from "./organization.ts";

type Change = Body<"patch", "/organizations/{org_id}">;
/** The organization itself: its own people set its name, the platform's admin sets the rest. */
export function OrganizationForm({ organization }: { organization: Organization }) {
  const may = useMay();
  const { user } = useSession();
  const mayWrite = may("PATCH /organizations/{org_id}");
  const isPlatformAdmin = user.platform_role === "admin";
  const form = useForm({
    initialValues: {
      name: organization.name,
      country: organization.country,
      suspended: organization.status === "suspended",
      features: [...organization.features],
      margin_bps: organization.settings.margin_bps as number | string,
      tags: organization.settings.tags.join(", "),
    },
    validate: {
      name: (value) => (value.trim() === "" ? "Enter the name" : null),
    },
  });
  const save = useWrite({
    write: (values: typeof form.values) => {
      const body: Change = {
        name: values.name.trim(),
        ...(isPlatformAdmin
          ? {
              country: values.country,
              status: values.suspended ? "suspended" : "active",
              features: values.features,
              settings: { margin_bps: Number(values.margin_bps), tags: values.tags.split(/[\s,]+/).filter(Boolean) },
            }
          : {}),
      };
      return api.patch("/organizations/{org_id}", { path: { org_id: organization.org_id }, body });
    },
    done: "The organization is changed",
    refresh: [organizationKey(organization.org_id), ["organizations"], ["session"]],
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack gap="lg">
        <Panel title="Organization">
          <Stack>
            <Facts
              facts={[
                {
                  label: "Organization id",
                  value: <Identifier value={organization.org_id} what="organization id" full />,
                },
                { label: "Status", value: <StatusBadge status={organization.status} /> },
                { label: "Since", value: <Timestamp at={organization.created_at} withTime={false} /> },
                !isPlatformAdmin && { label: "Features", value: organization.features.map(wordsOf).join(", ") },
              ]}
            />
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <TextInput label="Name" readOnly={!mayWrite} {...form.getInputProps("name")} />
              <CountrySelect
                readOnly={!isPlatformAdmin}
                value={form.values.country}
                onChange={(country) => form.setFieldValue("country", country ?? organization.country)}
                allowDeselect={false}
              />
            </SimpleGrid>
            {isPlatformAdmin && (
              <>
                <Checkbox.Group label="Features" {...form.getInputProps("features")}>
                  <Group mt="xs">
                    {FEATURES.map((feature) => (
                      <Checkbox key={feature} value={feature} label={wordsOf(feature)} />
                    ))}
                  </Group>
                </Checkbox.Group>
                <Group align="flex-end" gap="xl">
                  <NumberField
                    label="Margin on rates, in basis points"
                    description="100 are one percent"
                    {...form.getInputProps("margin_bps")}
                  />
                  <TextInput
                    label="Tags"
                    description="By which routing programs choose organizations"
                    placeholder="vip, marketplace"
                    {...form.getInputProps("tags")}
                  />
                  <Switch label="Suspended" mb="xs" {...form.getInputProps("suspended", { type: "checkbox" })} />
                </Group>
              </>
            )}
          </Stack>
        </Panel>
        <FailureAlert error={save.error} />
        {mayWrite && (
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
              Save
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}
