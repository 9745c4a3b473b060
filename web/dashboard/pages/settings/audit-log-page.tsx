import { Button, Code, Group, TextInput } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { answerOf, api } from "../../api/client.ts";
import { pageFrom } from "../../api/pages.ts";
import type { Row } from "../../api/types.ts";
import { Identifier } from "../../components/copyable.tsx";
import { type Column, ListTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Page } from "../../components/page.tsx";
import { Panel } from "../../components/panel.tsx";
import { wordsOf } from "../../components/status-badge.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { PAGE_SIZE, useCursorList } from "../../components/use-cursor-list.ts";
import { useSession } from "../../session/session.ts";

type Entry = Row<"/organizations/{org_id}/audit-log">;

export function AuditLogPage() {
  const { organization } = useSession();
  const orgId = organization!.org_id;
  const filters = useSearch({ from: "/protected/settings/audit-log" });
  const navigate = useNavigate();
  const list = useCursorList(["audit-log", orgId, filters], async (cursor) =>
    pageFrom(
      await answerOf(
        api.GET("/organizations/{org_id}/audit-log", {
          params: { path: { org_id: orgId }, query: { limit: PAGE_SIZE, lastEvaluatedKey: cursor, action: filters.action, resource_id: filters.resource, actor_id: filters.actor } },
        }),
      ),
    ),
  );
  const columns: Column<Entry>[] = [
    { header: "What", cell: (entry) => <code>{entry.action}</code>, primary: true },
    { header: "On", cell: (entry) => <Group gap={6} wrap="nowrap">{wordsOf(entry.resource_type)} <Identifier value={entry.resource_id} what={`id of the ${entry.resource_type}`} /></Group> },
    { header: "By", cell: (entry) => <Actor entry={entry} /> },
    { header: "Changes", cell: (entry) => <Changes changes={entry.changes} /> },
    { header: "When", cell: (entry) => <Timestamp at={entry.created_at} /> },
  ];
  return (
    <Page title="Audit log" description="Every change made by a person, a key or the system. Entries are chained by their hashes: none can be altered or left out unnoticed.">
      <Panel flush>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const data = new FormData(event.currentTarget);
            const value = (name: string) => (String(data.get(name) ?? "").trim() === "" ? undefined : String(data.get(name)).trim());
            void navigate({ to: "/settings/audit-log", search: { action: value("action"), resource: value("resource"), actor: value("actor") } });
          }}
          key={JSON.stringify(filters)}
        >
          <Group p="md" align="flex-end" gap="sm">
            <TextInput name="action" label="Action" placeholder="api_key.revoked" defaultValue={filters.action ?? ""} />
            <TextInput name="resource" label="Id of what was changed" defaultValue={filters.resource ?? ""} />
            <TextInput name="actor" label="Id of who did it" defaultValue={filters.actor ?? ""} />
            <Button type="submit" variant="default">
              Filter
            </Button>
          </Group>
        </form>
        <ListTable label="Audit log" list={list} columns={columns} keyOf={(entry) => entry.audit_id} empty={<EmptyState icon="log" title="No entries">Nothing matches, or nothing has been changed yet.</EmptyState>} />
      </Panel>
    </Page>
  );
}

function Actor({ entry }: { entry: Entry }) {
  if (entry.actor_type === "system") return <>The system</>;
  return (
    <Group gap={6} wrap="nowrap">
      {entry.actor_type === "api-key" ? "Key" : "Person"} <Identifier value={entry.actor_id} what="id of the actor" />
    </Group>
  );
}

function Changes({ changes }: { changes: Entry["changes"] }) {
  if (changes === null || Object.keys(changes).length === 0) return <>–</>;
  return <Code>{JSON.stringify(changes)}</Code>;
}
