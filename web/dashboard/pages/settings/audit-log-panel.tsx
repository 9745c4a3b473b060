import { Group, Text } from "@mantine/core";
import { answerOf, api } from "../../api/client.ts";
import { pageFrom } from "../../api/pages.ts";
import type { Row } from "../../api/types.ts";
import { CodeBlock, Identifier } from "../../components/copyable.tsx";
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
      <Group gap={4}>
        <Text component="span" size="sm">
          {wordsOf(entry.resource_type)}
        </Text>
        <Identifier value={entry.resource_id} what={`id of the ${entry.resource_type}`} />
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
          params: {
            path: { org_id: orgId },
            query: { limit: PAGE_SIZE, lastEvaluatedKey: cursor, action: filters.action, resource_id: filters.resource, actor_id: filters.actor },
          },
        }),
      ),
    ),
  );
  return (
    <Panel title="Audit log" flush>
      <ListTable
        label="Audit log"
        list={list}
        columns={COLUMNS}
        keyOf={(entry) => entry.audit_id}
        empty={
          <EmptyState icon="log" title="No entries">
            Nothing matches, or nothing has been changed yet.
          </EmptyState>
        }
      />
    </Panel>
  );
}

function Actor({ entry }: { entry: Entry }) {
  if (entry.actor_type === "system") return <>The system</>;
  return (
    <Group gap={4}>
      {entry.actor_type === "api-key" ? "Key" : "Person"} <Identifier value={entry.actor_id} what="id of the actor" />
    </Group>
  );
}

function Changes({ changes }: { changes: Entry["changes"] }) {
  const entries = Object.entries(changes ?? {});
  if (entries.length === 0) return <>–</>;
  return (
    <details>
      <summary>{entries.map(([name]) => name.replaceAll("_", " ")).join(", ")}</summary>
      <CodeBlock code={JSON.stringify(changes, null, 2)} what="Changes" />
    </details>
  );
}
