import { Button, Checkbox, Group, Select, SimpleGrid, Stack, Switch, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { FEATURES } from "@corridor/shared/choices.ts";
import { api } from "../../api/client.ts";
import type { Body } from "@corridor/shared/operations.ts";
import { CountrySelect } from "../../components/country-select.tsx";
import { CurrencySelect } from "../../components/currency-select.tsx";
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
type Limit = { currency: string; amount: number | string };

const EVERY_OTHER_CURRENCY = "*";

/** The organization itself: its own people set its name and review limits, the platform's admin sets the rest. */
export function OrganizationForm({ organization }: { organization: Organization }) {
  const may = useMay();
  const { user } = useSession();
  const mayWrite = may("PATCH /organizations/{org_id}");
  const isPlatformAdmin = user.platform_role === "admin";
  const { payout_destinations, sources } = organization.settings;
  const byPlatform = payout_destinations === "registered" && sources.payout_destinations === "platform";
  const form = useForm({
    initialValues: {
      name: organization.name,
      country: organization.country,
      suspended: organization.status === "suspended",
      features: [...organization.features],
      margin_bps: organization.settings.margin_bps as number | string,
      registered_only: payout_destinations === "registered",
      second_factor: organization.settings.require_second_factor,
      limits: Object.entries(organization.settings.payout_review_above).map(([currency, amount]): Limit => ({
        currency,
        amount,
      })),
    },
    validate: {
      name: (value) => (value.trim() === "" ? "Enter the name" : null),
      limits: {
        currency: (value, values) =>
          value === ""
            ? "Choose"
            : values.limits.filter((limit) => limit.currency === value).length > 1
              ? "Twice"
              : null,
        amount: (value) => (Number(value) > 0 ? null : "Above zero"),
      },
    },
  });
  const save = useWrite({
    write: (values: typeof form.values) => {
      const body: Change = {
        name: values.name.trim(),
        settings: {
          payout_review_above:
            values.limits.length === 0
              ? null
              : Object.fromEntries(values.limits.map((limit) => [limit.currency, Number(limit.amount)])),
          ...(values.second_factor === organization.settings.require_second_factor
            ? {}
            : { require_second_factor: values.second_factor }),
          // Only the platform may allow payouts to any account; everybody may restrict them to registered accounts.
          ...(values.registered_only === (payout_destinations === "registered")
            ? {}
            : { payout_destinations: values.registered_only ? "registered" : "any" }),
          ...(isPlatformAdmin ? { margin_bps: Number(values.margin_bps) } : {}),
        },
        ...(isPlatformAdmin
          ? { country: values.country, status: values.suspended ? "suspended" : "active", features: values.features }
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
                  <Switch label="Suspended" mb="xs" {...form.getInputProps("suspended", { type: "checkbox" })} />
                </Group>
              </>
            )}
          </Stack>
        </Panel>
        <Panel title="How members sign in">
          <Switch
            label="With a second factor"
            description={
              "Members without a second factor can only set one up. Set up your own first, under Your account. " +
              "Switching this off again needs a second person."
            }
            disabled={!mayWrite}
            {...form.getInputProps("second_factor", { type: "checkbox" })}
          />
        </Panel>
        <Panel title="Where payouts go">
          <Switch
            label="To the registered accounts of beneficiaries only"
            description={
              byPlatform
                ? "The platform requires it of every organization."
                : "If off, a payout to another account is marked. Only the platform's administrator can switch this " +
                  "off again."
            }
            disabled={!mayWrite || byPlatform || (payout_destinations === "registered" && !isPlatformAdmin)}
            {...form.getInputProps("registered_only", { type: "checkbox" })}
          />
        </Panel>
        <Panel title="Payouts that need a second person">
          <Stack gap="sm">
            <Text size="sm" c="dimmed">
              A payout of this amount or more waits until somebody else approves it. So does every payout to another
              account than the beneficiary's own.
            </Text>
            {form.values.limits.length === 0 && <Text size="sm">Without any, every payout is sent at once.</Text>}
            {form.values.limits.map((limit, index) => (
              <Group key={index} align="flex-start" gap="xs" wrap="nowrap">
                {limit.currency === EVERY_OTHER_CURRENCY ? (
                  <Select
                    label="Currency"
                    data={[{ value: EVERY_OTHER_CURRENCY, label: "Every other" }]}
                    value={EVERY_OTHER_CURRENCY}
                    readOnly
                  />
                ) : (
                  <CurrencySelect
                    readOnly={!mayWrite}
                    value={limit.currency === "" ? null : limit.currency}
                    onChange={(currency) => form.setFieldValue(`limits.${index}.currency`, currency ?? "")}
                    error={form.errors[`limits.${index}.currency`]}
                  />
                )}
                <NumberField label="From" readOnly={!mayWrite} {...form.getInputProps(`limits.${index}.amount`)} />
                {mayWrite && (
                  <Button
                    variant="default"
                    mt={25}
                    onClick={() => form.removeListItem("limits", index)}
                    aria-label={`Remove the limit in ${limit.currency === "" ? "no currency" : limit.currency}`}
                  >
                    Remove
                  </Button>
                )}
              </Group>
            ))}
            {mayWrite && (
              <Group gap="xs">
                <Button
                  variant="default"
                  size="xs"
                  onClick={() => form.insertListItem("limits", { currency: "", amount: "" })}
                >
                  Add a currency
                </Button>
                {!form.values.limits.some((limit) => limit.currency === EVERY_OTHER_CURRENCY) && (
                  <Button
                    variant="default"
                    size="xs"
                    onClick={() => form.insertListItem("limits", { currency: EVERY_OTHER_CURRENCY, amount: "" })}
                  >
                    Add every other currency
                  </Button>
                )}
              </Group>
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
