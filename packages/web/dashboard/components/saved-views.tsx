import { Button, Menu, Switch, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../api/client.ts";
import type { Row } from "@corridor/shared/operations.ts";
import { Icon } from "../frame/icons.tsx";
import { useMay } from "../session/may.ts";
import { useSession } from "../session/session.ts";
import { FormModal } from "./form-modal.tsx";
import { fieldOf } from "./form-values.ts";
import { useWrite } from "./use-write.ts";

type View = Row<"/saved-views">;
type Address = Readonly<Record<string, string | number | boolean | undefined>>;
type Props = {
  /** The list's name in the API. */ list: string;
  search: Address;
  onChoose: (filters: Record<string, string>) => void;
};

const VIEWS = ["saved-views"] as const;
/** The most views that are loaded: a person's own and the shared ones. */
const MAX_VIEWS = 100;

/**
 * Filters, columns and order of a list under a name: the person's own views, and those that the organization shares.
 * The address of the list contains all of it.
 */
export function SavedViews({ list, search, onChoose }: Props) {
  const may = useMay();
  const { organization, user } = useSession();
  const [isSaving, setSaving] = useState(false);
  const views = useQuery({
    queryKey: [...VIEWS, organization?.org_id, list],
    queryFn: async () => (await api.get("/saved-views", { query: { list, limit: MAX_VIEWS } })).data,
    enabled: organization !== null,
  });
  const remove = useWrite<View>({
    write: ({ view_id }) => api.delete("/saved-views/{view_id}", { path: { view_id } }),
    done: "View deleted",
    refresh: [VIEWS],
  });
  if (organization === null || !may("GET /saved-views")) return null;
  const kept = keptOf(search);
  const all = (views.data ?? []).toSorted((a, b) => a.name.localeCompare(b.name));
  const current = all.find(({ filters }) => isSame(filters, kept));
  const item = (view: View) => (
    <Menu.Item
      key={view.view_id}
      leftSection={view === current ? <Icon name="check" size={16} /> : undefined}
      onClick={() => onChoose(view.filters)}
    >
      {view.name}
    </Menu.Item>
  );
  const [own, others] = [
    all.filter(({ user_id }) => user_id === user.user_id),
    all.filter(({ user_id }) => user_id !== user.user_id),
  ];
  const mayDelete = current !== undefined && (current.user_id === user.user_id || organization.role === "org-admin");
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default">{current === undefined ? "Views" : `View: ${current.name}`}</Button>
        </Menu.Target>
        <Menu.Dropdown mah={360} style={{ overflowY: "auto" }}>
          {own.length > 0 && <Menu.Label>My views</Menu.Label>}
          {own.map(item)}
          {others.length > 0 && <Menu.Label>Shared with you</Menu.Label>}
          {others.map(item)}
          {all.length > 0 && <Menu.Divider />}
          <Menu.Item leftSection={<Icon name="plus" size={16} />} onClick={() => setSaving(true)}>
            Save this view
          </Menu.Item>
          {mayDelete && (
            <Menu.Item color="red" onClick={() => remove.mutate(current)}>
              Delete “{current.name}”
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isSaving && (
        <SaveForm
          list={list}
          filters={kept}
          mayShare={organization.role !== "org-viewer"}
          current={own.find((view) => view === current)}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  );
}

type SaveProps = {
  list: string;
  filters: Record<string, string>;
  mayShare: boolean;
  current: View | undefined;
  onClose: () => void;
};

function SaveForm({ list, filters, mayShare, current, onClose }: SaveProps) {
  const save = useWrite<{ name: string; shared: boolean }>({
    write: ({ name, shared }) => api.put("/saved-views", { body: { list, name, filters, shared } }),
    done: "View saved",
    refresh: [VIEWS],
    onDone: onClose,
  });
  return (
    <FormModal
      onClose={onClose}
      title="Save this view"
      submitLabel="Save"
      action={save}
      onSubmit={(event) => {
        const form = event.currentTarget;
        save.mutate({ name: fieldOf(form, "name") ?? "", shared: new FormData(form).has("shared") });
      }}
    >
      <TextInput
        name="name"
        label="Name"
        description="Saves filters, columns and order, but no search text. A view of yours with the same name is replaced."
        defaultValue={current?.name ?? ""}
        maxLength={200}
        required
        data-autofocus
      />
      {mayShare && (
        <Switch
          name="shared"
          label="Share with everyone in the organization"
          defaultChecked={current?.shared ?? false}
        />
      )}
    </FormModal>
  );
}

/** A search text may name a person, so it is not stored. */
function keptOf(search: Address): Record<string, string> {
  return Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) =>
      value === undefined || name === "search" ? [] : [[name, String(value)]],
    ),
  );
}

function isSame(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
