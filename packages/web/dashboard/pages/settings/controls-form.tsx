import { Button, Group, Select, SimpleGrid, Stack, Switch, Text } from "@mantine/core";
import { useForm, type UseFormReturnType } from "@mantine/form";
import type { ReactNode } from "react";
import type { Body } from "@corridor/shared/operations.ts";
import { api } from "../../api/client.ts";
import { CurrencySelect } from "../../components/currency-select.tsx";
import { FailureAlert } from "../../components/failure-alert.tsx";
import { NumberField } from "../../components/number-field.tsx";
import { Panel } from "../../components/panel.tsx";
import { useWrite } from "../../components/use-write.ts";
import { useMay } from "../../session/may.ts";
import { useSession } from "../../session/session.ts";
import {
  CONDITION_NAMES,
  EVERY_CURRENCY,
  limitSentence,
  policySentence,
  SCOPE_NAMES,
  type Settings,
} from "./control-sentences.ts";
import { type Organization, organizationKey, useHomeCurrency } from "./organization.ts";

type StoredPolicy = Settings["controls"]["policies"][number];
type StoredLimit = Settings["controls"]["limits"][number];
type Entry = number | string;
/** `isSingle`: kept as `payout_review_above`, whose `*` is every currency that has no amount of its own. */
type Rule = Omit<StoredPolicy, "above" | "approvers" | "role"> & {
  above: Entry;
  approvers: Entry;
  role: "anybody" | "org-admin";
  isSingle: boolean;
};
type Limit = Omit<StoredLimit, "count" | "amount"> & { count: Entry; amount: Entry };
type Values = {
  rules: Rule[];
  limits: Limit[];
  cool_off_hours: Entry;
  escrow_separation: boolean;
  registered_only: boolean;
  second_factor: boolean;
};
type Form = UseFormReturnType<Values>;

const needsAmount = ({ when }: Pick<Rule, "when">): boolean => /^(?:amount|daily)/.test(when);
const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

const APPROVERS = { anybody: "Anybody who may approve", "org-admin": "Administrators" };
const SINGLE = { when: "amount", approvers: 1, role: "anybody", isSingle: true } as const;
const OF_A_DAY = { per: "organization", window: "day", count: "", amount: "", action: "review" } as const;

function valuesOf({ payout_review_above: review, controls, ...settings }: Settings): Values {
  return {
    rules: [
      ...Object.entries(review).map(([currency, above]): Rule => ({ ...SINGLE, currency, above })),
      ...controls.policies.map(({ above, role, ...policy }): Rule => ({
        ...policy,
        above: above ?? "",
        role: role ?? "anybody",
        isSingle: false,
      })),
    ],
    limits: controls.limits.map(({ count = "", amount = "", ...limit }) => ({ ...limit, count, amount })),
    cool_off_hours: controls.beneficiary_cool_off_hours,
    escrow_separation: controls.escrow_separation,
    registered_only: settings.payout_destinations === "registered",
    second_factor: settings.require_second_factor,
  };
}

const isStillSingle = ({ isSingle, when, approvers, role }: Rule): boolean =>
  isSingle && when === "amount" && Number(approvers) === 1 && role === "anybody";

function policyOf({ when, currency, above, approvers, role }: Rule): StoredPolicy {
  return {
    when,
    currency,
    approvers: Number(approvers),
    ...(needsAmount({ when }) ? { above: Number(above) } : {}),
    ...(role === "anybody" ? {} : { role }),
  };
}

function limitOf({ count, amount, ...limit }: Limit): StoredLimit {
  return {
    ...limit,
    ...(count === "" ? {} : { count: Number(count) }),
    ...(amount === "" ? {} : { amount: Number(amount) }),
  };
}

function changeOf(values: Values, { payout_destinations, require_second_factor }: Settings) {
  const single = values.rules.filter(isStillSingle);
  const policies = values.rules.filter((rule) => !isStillSingle(rule)).map(policyOf);
  const settings: NonNullable<Body<"patch", "/organizations/{org_id}">["settings"]> = {
    payout_review_above: Object.fromEntries(single.map(({ currency, above }) => [currency, Number(above)])),
    controls: {
      policies,
      limits: values.limits.map(limitOf),
      beneficiary_cool_off_hours: Number(values.cool_off_hours),
      escrow_separation: values.escrow_separation,
    },
    ...(values.second_factor === require_second_factor ? {} : { require_second_factor: values.second_factor }),
    // Only the platform may allow payouts to any account; everybody may restrict them to registered accounts.
    ...(values.registered_only === (payout_destinations === "registered")
      ? {}
      : { payout_destinations: values.registered_only ? "registered" : "any" }),
  };
  return { settings };
}

/** The rules for payouts of an organization, single amounts and totals, each as a sentence with its fields. */
export function ControlsForm({ organization }: { organization: Organization }) {
  const { org_id: orgId, settings } = organization;
  const { user } = useSession();
  const mayWrite = useMay()("PATCH /organizations/{org_id}");
  const home = useHomeCurrency(organization);
  const byPlatform =
    settings.payout_destinations === "registered" && settings.sources["payout_destinations"] === "platform";
  const mayRelax = settings.payout_destinations !== "registered" || user.platform_role === "admin";
  const form: Form = useForm({
    initialValues: valuesOf(settings),
    validate: {
      rules: {
        currency: (value, { rules }) =>
          rules.filter((rule) => isStillSingle(rule) && rule.currency === value).length > 1 ? "Twice" : null,
        above: (value, { rules }, path) =>
          !needsAmount(rules[Number(path.split(".")[1])]!) || Number(value) > 0 ? null : "Above zero",
        approvers: (value) => (Number(value) >= 1 && Number(value) <= 5 ? null : "1 to 5"),
      },
      limits: {
        amount: (value, { limits }, path) =>
          Number(value) > 0 || (value === "" && Number(limits[Number(path.split(".")[1])]!.count) > 0)
            ? null
            : "An amount, a number or both",
      },
    },
  });
  const save = useWrite({
    write: (values: Values) =>
      api.patch("/organizations/{org_id}", { path: { org_id: orgId }, body: changeOf(values, settings) }),
    done: "The controls are changed",
    refresh: [organizationKey(orgId), ["organizations"], ["session"]],
  });
  const bound = (path: string) => ({ readOnly: !mayWrite, ...form.getInputProps(path) });
  const choice = (label: string, path: string, names: Readonly<Record<string, string>>) => (
    <Select label={label} allowDeselect={false} data={optionsOf(names)} {...bound(path)} />
  );
  const currency = (path: string, every: string) => (
    <CurrencySelect every={every} allowDeselect={false} {...bound(path)} />
  );
  const add = (list: "rules" | "limits", label: string, first: Rule | Limit) =>
    mayWrite && (
      <Group>
        <Button
          variant="default"
          size="xs"
          disabled={home === undefined}
          onClick={() => form.insertListItem(list, first)}
        >
          {label}
        </Button>
      </Group>
    );
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack gap="lg">
        <Panel title="Payouts that wait for approval">
          <Stack gap="md">
            {form.values.rules.length === 0 && <Text size="sm">Without a rule, every payout is sent at once.</Text>}
            {form.values.rules.map((rule, index) => (
              <Row key={index} sentence={policySentence(policyOf(rule))} form={form} path={`rules.${index}`}>
                {choice("What waits", `rules.${index}.when`, CONDITION_NAMES)}
                {needsAmount(rule) && (
                  <>
                    <NumberField label="Amount" {...bound(`rules.${index}.above`)} />
                    {currency(`rules.${index}.currency`, `Every ${isStillSingle(rule) ? "other " : ""}currency`)}
                  </>
                )}
                <NumberField label="How many approve" {...bound(`rules.${index}.approvers`)} />
                {choice("Who approves", `rules.${index}.role`, APPROVERS)}
              </Row>
            ))}
            {add("rules", "Add a rule", { ...SINGLE, currency: home ?? EVERY_CURRENCY, above: "" })}
          </Stack>
        </Panel>
        <Panel title="Limits of an hour or a day">
          <Stack gap="md">
            {form.values.limits.length === 0 && <Text size="sm">Without a limit, small payouts can add up.</Text>}
            {form.values.limits.map((limit, index) => (
              <Row key={index} sentence={limitSentence(limitOf(limit))} form={form} path={`limits.${index}`}>
                <NumberField label="At most in all" {...bound(`limits.${index}.amount`)} />
                {currency(`limits.${index}.currency`, "Every currency")}
                <NumberField label="At most payouts" {...bound(`limits.${index}.count`)} />
                {choice("Within", `limits.${index}.window`, { day: "A day", hour: "An hour" })}
                {choice("By", `limits.${index}.per`, SCOPE_NAMES)}
                {choice("What is more", `limits.${index}.action`, {
                  review: "Waits for approval",
                  refuse: "Is refused",
                })}
              </Row>
            ))}
            {add("limits", "Add a limit", { ...OF_A_DAY, currency: home ?? EVERY_CURRENCY })}
          </Stack>
        </Panel>
        <Panel title="Beneficiaries and people">
          <Stack>
            <NumberField
              label="Hours until a new or changed beneficiary can be paid"
              maw={360}
              {...bound("cool_off_hours")}
            />
            <Switch
              label="Payouts go to the registered accounts of beneficiaries only"
              description={
                byPlatform
                  ? "The platform requires it of every organization."
                  : "If off, a payout to another account is marked. Only the platform's administrator can switch this " +
                    "off again."
              }
              disabled={!mayWrite || byPlatform || !mayRelax}
              {...form.getInputProps("registered_only", { type: "checkbox" })}
            />
            <Switch
              label="Different people submit, approve and release an escrow milestone"
              disabled={!mayWrite}
              {...form.getInputProps("escrow_separation", { type: "checkbox" })}
            />
            <Switch
              label="Members sign in with a second factor"
              description="Without one they can only set one up. Set up your own first, under Your account."
              disabled={!mayWrite}
              {...form.getInputProps("second_factor", { type: "checkbox" })}
            />
          </Stack>
        </Panel>
        <FailureAlert error={save.error} />
        {mayWrite && (
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
              Save the controls
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

type RowProps = { sentence: string; form: Form; path: string; children: ReactNode };

function Row({ sentence, form, path, children }: RowProps) {
  const mayWrite = useMay()("PATCH /organizations/{org_id}");
  const [list, index] = path.split(".") as ["rules" | "limits", string];
  return (
    <Stack gap="xs" role="group" aria-label={sentence}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text size="sm" fw={600}>
          {sentence}
        </Text>
        {mayWrite && (
          <Button
            variant="default"
            size="xs"
            flex="none"
            onClick={() => form.removeListItem(list, Number(index))}
            aria-label={`Remove: ${sentence}`}
          >
            Remove
          </Button>
        )}
      </Group>
      {mayWrite && (
        <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="sm">
          {children}
        </SimpleGrid>
      )}
    </Stack>
  );
}
