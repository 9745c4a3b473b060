import { Code, Group } from "@mantine/core";
import { answerOf, api } from "../../api/client.ts";
import { pageFrom } from "../../api/pages.ts";
import type { Row } from "../../api/types.ts";
import { Identifier } from "../../components/copyable.tsx";
import { type Column, ListTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Panel } from "../../components/panel.tsx";
import { wordsOf } from "../../components/status-badge.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { PAGE_SIZE, useCursorList } from "../../components/use-cursor-list.ts";

type Entry = Row<"/organizations/{org_id}/audit-log">;
export type AuditFilters = { action?: string; resource?: string; actor?: string };

const COLUMNS: Column<Entry>[] = [
  { header: "What", cell: (entry) => <code>{entry.action}</code>, primary: true },
  {
    header: "On",
    cell: (entry) => (
      <Group gap={6} wrap="nowrap">
        {wordsOf(entry.resource_type)} <Identifier value={entry.resource_id} what={`id of the ${entry.resource_type}`} />
      </Group>
    ),
  },
  { header: "By", cell: (entry) => <Actor entry={entry} /> },
  { header: "Changes", cell: (entry) => <Changes changes={entry.changes} /> },
  { header: "When", cell: (entry) => <Timestamp at={entry.created_at} /> },
];

export function AuditLogPanel({ orgId, filters }: { orgId: string; filters: AuditFilters }) {
  const list = useCursorList(["audit-log", orgId, filters], async (cursor) =>
    pageFrom(
      await answerOf(
        api.GET("/organizations/{org_id}/audit-log", {
          params: { path: { org_id: orgId }, query: { limit: PAGE_SIZE, lastEvaluatedKey: cursor, action: filters.action, resource_id: filters.resource, actor_id: filters.actor } },
        }),
      ),
    ),
  );
  return (
    <Panel title="Audit log" flush>
      <ListTable label="Audit log" list={list} columns={COLUMNS} keyOf={(entry) => entry.audit_id} empty={<EmptyState icon="log" title="No entries">Nothing matches, or nothing has been changed yet.</EmptyState>} />
    </Panel>
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
