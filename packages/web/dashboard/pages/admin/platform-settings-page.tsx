import { Badge, Button, MultiSelect, PasswordInput, Stack, Text, Textarea } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Row } from "@corridor/shared/operations.ts";
import { api } from "../../api/client.ts";
import { DataTable } from "../../components/data-table.tsx";
import { LoadFailure } from "../../components/failure-alert.tsx";
import { FormModal } from "../../components/form-modal.tsx";
import { Page } from "../../components/page.tsx";
import { Panel } from "../../components/panel.tsx";
import { useWrite } from "../../components/use-write.ts";
import { PagePending } from "../../frame/page-pending.tsx";

type Setting = Row<"/platform/settings">;

const settingsQuery = queryOptions({
  queryKey: ["platform-settings"],
  queryFn: async () => (await api.get("/platform/settings")).data,
});

export function PlatformSettingsPage() {
  const [changed, setChanged] = useState<string | null>(null);
  const settings = useQuery(settingsQuery);
  return (
    <Page
      title="Platform settings"
      description="What applies to every organization. Every process follows within a second."
    >
      <Panel flush>
        {settings.isError ? (
          <LoadFailure query={settings} title="Could not load the settings" />
        ) : settings.data === undefined ? (
          <PagePending />
        ) : (
          <DataTable
            label="Platform settings"
            rows={settings.data}
            keyOf={({ name }) => name}
            columns={[
              { header: "Setting", cell: describe, primary: true },
              { header: "Value", cell: (setting) => <Text style={WRAPPED}>{shown(setting)}</Text> },
              { header: "Source", cell: ({ source }) => <Badge color={COLORS[source]}>{source}</Badge> },
              {
                header: "Actions",
                hiddenHeader: true,
                align: "end",
                cell: ({ name }) => (
                  <Button size="xs" variant="default" onClick={() => setChanged(name)} aria-label={`Change ${name}`}>
                    Change
                  </Button>
                ),
              },
            ]}
          />
        )}
      </Panel>
      {changed !== null && <ChangeForm first={changed} settings={settings.data!} onClose={() => setChanged(null)} />}
    </Page>
  );
}

const WRAPPED = { overflowWrap: "anywhere" } as const;
const COLORS = { default: "gray", stored: "pine", unusable: "red" } as const;

function describe({ name, description }: Setting) {
  return (
    <Stack gap={0}>
      <Text fw={600}>{name}</Text>
      <Text size="sm" c="dimmed">
        {description.replaceAll("`", "")}
      </Text>
    </Stack>
  );
}

function shown({ value, is_secret, source }: Setting): string {
  if (is_secret) return source === "stored" ? "Set, never shown" : "Not set";
  return value ?? "Not set";
}

function ChangeForm({ first, settings, onClose }: { first: string; settings: Setting[]; onClose: () => void }) {
  const [names, setNames] = useState([first]);
  const [values, setValues] = useState<Record<string, string>>({});
  const chosen = settings.filter(({ name }) => names.includes(name));
  const valueOf = ({ name, value, source }: Setting): string =>
    values[name] ?? (source === "stored" ? (value ?? "") : "");
  const save = useWrite({
    write: () =>
      api.patch("/platform/settings", {
        body: { settings: Object.fromEntries(chosen.map((one) => [one.name, valueOf(one).trim() || null])) },
      }),
    done: "Changed",
    refresh: [settingsQuery.queryKey],
    onDone: onClose,
  });
  const reasons = new Set(chosen.flatMap(({ second_person }) => second_person ?? []));
  return (
    <FormModal
      onClose={onClose}
      title="Change settings"
      submitLabel="Change"
      onSubmit={() => save.mutate()}
      action={save}
    >
      {chosen.map((setting) => {
        const input = {
          label: setting.name,
          description: setting.description.replaceAll("`", ""),
          placeholder: "Empty: the default",
          value: valueOf(setting),
          onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
            setValues({ ...values, [setting.name]: currentTarget.value }),
        };
        return setting.is_secret ? (
          <PasswordInput key={setting.name} autoComplete="off" {...input} />
        ) : (
          <Textarea key={setting.name} autosize {...input} />
        );
      })}
      <MultiSelect
        label="Together with"
        description="Settings that belong together change at once"
        data={settings.map(({ name }) => name).filter((name) => name !== first)}
        value={names.filter((name) => name !== first)}
        onChange={(others) => setNames([first, ...others])}
        searchable
      />
      {reasons.size > 0 && (
        <Text size="sm">Another platform admin may have to approve: {[...reasons].join("; ")}.</Text>
      )}
    </FormModal>
  );
}
