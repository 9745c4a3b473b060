import { Button, Group, Select, Text, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { api } from "../../api/client.ts";
import type { Row } from "@corridor/shared/operations.ts";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import type { Column } from "../../components/data-table.tsx";
import { startOfDay } from "../../components/form-values.ts";
import { FormModal } from "../../components/form-modal.tsx";
import { NumberField } from "../../components/number-field.tsx";
import { SecretOnce } from "../../components/secret-once.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { ListPage } from "../../components/list-page.tsx";
import { useCursorList } from "../../components/use-cursor-list.ts";
import { useWrite } from "../../components/use-write.ts";
import { useMay } from "../../session/may.ts";
import { useSession } from "../../session/session.ts";
import { useServiceAccounts } from "./service-accounts-panel.tsx";

type ApiKey = Row<"/public/api-keys">;

const KEYS = ["api-keys"] as const;
const SECONDS_PER_HOUR = 3_600;

export function ApiKeysPage() {
  const may = useMay();
  const { organization } = useSession();
  const [creating, { open, close }] = useDisclosure(false);
  const [changing, setChanging] = useState<ApiKey | null>(null);
  const [rotating, setRotating] = useState<ApiKey | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const list = useCursorList([...KEYS, organization?.org_id], (page) => api.get("/public/api-keys", { query: page }));
  const mayWrite = may("POST /public/api-keys");

  const columns: Column<ApiKey>[] = [
    {
      header: "Name",
      primary: true,
      cell: (key) => (
        <>
          {key.name}
          <Text size="xs" c="dimmed">
            <code>{key.prefix}…</code>
          </Text>
        </>
      ),
    },
    { header: "Status", cell: (key) => <StatusBadge status={key.status} /> },
    { header: "May do", cell: (key) => (key.scopes === undefined ? "Everything" : key.scopes.join(", ")) },
    {
      header: "Last used",
      cell: (key) => (
        <>
          <Timestamp at={key.last_used_at} />
          {key.last_used_address !== undefined && (
            <Text size="xs" c="dimmed">
              {key.last_used_address}
            </Text>
          )}
        </>
      ),
    },
    { header: "Expires", cell: (key) => (key.expires_at === undefined ? "Never" : <Timestamp at={key.expires_at} />) },
  ];
  if (mayWrite)
    columns.push({
      header: "Actions",
      hiddenHeader: true,
      align: "end",
      cell: (key) =>
        key.status === "active" && (
          <Group gap="xs" justify="flex-end" wrap="nowrap">
            <Button size="xs" variant="default" onClick={() => setChanging(key)} aria-label={`Edit ${key.name}`}>
              Edit
            </Button>
            <Button size="xs" variant="default" onClick={() => setRotating(key)} aria-label={`Rotate ${key.name}`}>
              Rotate
            </Button>
            <RevokeKey apiKey={key} />
          </Group>
        ),
    });

  return (
    <ListPage
      title="API keys"
      description={
        "Keys let your servers call the API. A key acts as the member who made it, or as a service account, within " +
        "its scopes."
      }
      label="API keys"
      list={list}
      columns={columns}
      keyOf={(key) => key.api_key_id}
      add={mayWrite ? { label: "New API key", onClick: open } : null}
      empty={{ icon: "key", title: "No API keys yet", text: "Create one to call the API from your server." }}
    >
      {creating && <CreateKey orgId={organization!.org_id} onClose={close} onCreated={setSecret} />}
      {changing !== null && <ChangeKey apiKey={changing} onClose={() => setChanging(null)} />}
      {rotating !== null && <RotateKey apiKey={rotating} onClose={() => setRotating(null)} onRotated={setSecret} />}
      <SecretOnce secret={secret} title="Your new API key" what="API key" onClose={() => setSecret(null)}>
        Send it as the header <code>X-Api-Key</code>, together with <code>Authorization: NONE</code>.
      </SecretOnce>
    </ListPage>
  );
}

const EVERYTHING = "everything";
const MYSELF = "myself";
const PRESETS = [
  { value: "payins", label: "Payins only" },
  { value: "payouts", label: "Payouts only, to beneficiaries that exist" },
  { value: "read", label: "Read only" },
] as const;

const addressesIn = (text: string): string[] => text.split(/[\s,]+/).filter((one) => one !== "");

function AddressesField(props: React.ComponentProps<typeof Textarea>) {
  return (
    <Textarea
      label="Addresses from which the key may be used (optional)"
      description="IP addresses or networks, one per line. If empty: from anywhere"
      placeholder="203.0.113.0/24"
      autosize
      {...props}
    />
  );
}

function ChangeKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { name: apiKey.name, addresses: apiKey.allowed_addresses.join("\n") },
    validate: { name: (value) => (value.trim() === "" ? "Enter the purpose of the key" : null) },
  });
  const change = useWrite({
    write: (values: { name: string; addresses: string }) =>
      api.patch("/public/api-keys/{api_key_id}", {
        path: { api_key_id: apiKey.api_key_id },
        body: { name: values.name.trim(), allowed_addresses: addressesIn(values.addresses) },
      }),
    done: "The key is changed",
    refresh: [KEYS],
    onDone: onClose,
  });
  return (
    <FormModal
      onClose={onClose}
      title={`Edit ${apiKey.name}`}
      submitLabel="Save"
      onSubmit={form.onSubmit((values) => change.mutate(values))}
      action={change}
    >
      <TextInput
        label="Name"
        data-autofocus
        required
        withAsterisk={false}
        key={form.key("name")}
        {...form.getInputProps("name")}
      />
      <AddressesField key={form.key("addresses")} {...form.getInputProps("addresses")} />
    </FormModal>
  );
}

function CreateKey({
  orgId,
  onClose,
  onCreated,
}: {
  orgId: string;
  onClose: () => void;
  onCreated: (key: string) => void;
}) {
  const { rows: accounts } = useServiceAccounts(orgId);
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { name: "", expires: "", preset: EVERYTHING, addresses: "", actsAs: MYSELF },
    validate: {
      name: (value) => (value.trim() === "" ? "Enter the purpose of the key" : null),
      expires: (value) => (value !== "" && startOfDay(value) <= new Date() ? "Choose a day in the future" : null),
    },
  });
  const create = useWrite({
    write: (values: { name: string; expires: string; preset: string; addresses: string; actsAs: string }) => {
      const preset = PRESETS.find(({ value }) => value === values.preset)?.value;
      return api.post("/public/api-keys", {
        body: {
          name: values.name.trim(),
          allowed_addresses: addressesIn(values.addresses),
          ...(values.actsAs === MYSELF ? {} : { user_id: values.actsAs }),
          ...(preset === undefined ? {} : { preset }),
          ...(values.expires === "" ? {} : { expires_at: startOfDay(values.expires).toISOString() }),
        },
      });
    },
    refresh: [KEYS],
    onDone: (answer) => {
      onClose();
      onCreated(answer.data.api_key);
    },
  });
  return (
    <FormModal
      onClose={onClose}
      title="New API key"
      submitLabel="Create the key"
      onSubmit={form.onSubmit((values) => create.mutate(values))}
      action={create}
    >
      <TextInput
        label="Name"
        placeholder="Shop backend"
        description="The program or server that will use the key"
        data-autofocus
        required
        withAsterisk={false}
        key={form.key("name")}
        {...form.getInputProps("name")}
      />
      {accounts.length > 0 && (
        <Select
          label="Acts as"
          description="A service account's key keeps working when you leave"
          data={[
            { value: MYSELF, label: "Myself" },
            ...accounts.map(({ user_id, name }) => ({ value: user_id, label: name })),
          ]}
          allowDeselect={false}
          key={form.key("actsAs")}
          {...form.getInputProps("actsAs")}
        />
      )}
      <Select
        label="What it may do"
        data={[{ value: EVERYTHING, label: "All my rights, except actions that need a person" }, ...PRESETS]}
        allowDeselect={false}
        key={form.key("preset")}
        {...form.getInputProps("preset")}
      />
      <AddressesField key={form.key("addresses")} {...form.getInputProps("addresses")} />
      <TextInput
        type="date"
        label="Expires on (optional)"
        description="In production a key expires after a year by default"
        key={form.key("expires")}
        {...form.getInputProps("expires")}
      />
    </FormModal>
  );
}

function RotateKey({
  apiKey,
  onClose,
  onRotated,
}: {
  apiKey: ApiKey;
  onClose: () => void;
  onRotated: (key: string) => void;
}) {
  const [hours, setHours] = useState<string | number>(24);
  const rotate = useWrite({
    write: () =>
      api.post("/public/api-keys/{api_key_id}/rotate", {
        path: { api_key_id: apiKey.api_key_id },
        body: { overlap_seconds: Math.round(Number(hours) * SECONDS_PER_HOUR) },
      }),
    refresh: [KEYS],
    onDone: (answer) => {
      onClose();
      onRotated(answer.data.api_key);
    },
  });
  return (
    <FormModal
      onClose={onClose}
      title={`Rotate ${apiKey.name}`}
      submitLabel="Make a new key"
      onSubmit={() => {
        if (hours !== "") rotate.mutate();
      }}
      action={rotate}
    >
      <Text size="sm">
        A new key replaces this one. The old key keeps working for a while, so that you can switch without an
        interruption.
      </Text>
      <NumberField
        label="Hours until the old key stops"
        description="0 stops the old key at once; at most 168"
        value={hours}
        onChange={setHours}
        error={hours === "" && "Enter the number of hours; 0 means at once"}
        data-autofocus
      />
    </FormModal>
  );
}

function RevokeKey({ apiKey }: { apiKey: ApiKey }) {
  const revoke = useWrite({
    write: () => api.delete("/public/api-keys/{api_key_id}", { path: { api_key_id: apiKey.api_key_id } }),
    done: `${apiKey.name} is revoked`,
    refresh: [KEYS],
  });
  return (
    <ConfirmButton
      label="Revoke"
      title={`Revoke ${apiKey.name}?`}
      confirmLabel="Revoke the key"
      danger
      action={revoke}
      buttonProps={{ "aria-label": `Revoke ${apiKey.name}` }}
    >
      Every call with this key is refused from now on. This cannot be undone.
    </ConfirmButton>
  );
}
