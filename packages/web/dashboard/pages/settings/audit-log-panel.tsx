import { useQuery } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { Identifier } from "../../components/copyable.tsx";
import { type Column, ListTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { startOfDay } from "../../components/form-values.ts";
import { Panel } from "../../components/panel.tsx";
import { wordsOf } from "../../components/status-badge.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { TwoLines } from "../../components/two-lines.tsx";
import { useCursorList } from "../../components/use-cursor-list.ts";
import { useMay } from "../../session/may.ts";
import { changesOf, type Entry, sentenceOf } from "./audit-sentence.ts";
import classes from "./audit-log-panel.module.css";

export type AuditFilters = { action?: string; resource?: string; actor?: string; from?: string; to?: string };

const MANY = 100;
/** In place of an organization: the log of what concerns none, and of every sign-in. */
export const PLATFORM_LOG = "00000000-0000-0000-0000-000000000000";

/** Names of the organization's people and keys by id; an entry by anybody else is described in general words. */
function useNames(orgId: string): ReadonlyMap<string, string> {
  const may = useMay();
  const people = useQuery({
    queryKey: ["members", orgId, "names"],
    queryFn: async (): Promise<{ user_id: string; name: string }[]> =>
      orgId === PLATFORM_LOG
        ? (await api.get("/users/list", { query: { limit: MANY } })).data
        : (await api.get("/organizations/{org_id}/members", { path: { org_id: orgId }, query: { limit: MANY } })).data,
    enabled: may("GET /organizations/{org_id}/members"),
  });
  const keys = useQuery({
    queryKey: ["api-keys", orgId, "names"],
    queryFn: async () => (await api.get("/public/api-keys", { query: { limit: MANY, org_id: orgId } })).data,
    enabled: may("GET /public/api-keys") && orgId !== PLATFORM_LOG,
  });
  return new Map([
    ...(people.data ?? []).map(({ user_id, name }) => [user_id, name] as const),
    ...(keys.data ?? []).map(({ api_key_id, name }) => [api_key_id, name] as const),
  ]);
}

const columnsOf = (names: ReadonlyMap<string, string>): Column<Entry>[] => [
  {
    header: "What",
    cell: (entry) => <TwoLines below={<code>{entry.action}</code>}>{sentenceOf(entry, names)}</TwoLines>,
    primary: true,
  },
  {
    header: "On",
    cell: (entry) => (
      <TwoLines below={<Identifier value={entry.resource_id} what={`id of the ${entry.resource_type}`} />}>
        {names.get(entry.resource_id) ?? wordsOf(entry.resource_type)}
      </TwoLines>
    ),
  },
  { header: "Changes", cell: (entry) => <Changes entry={entry} /> },
  { header: "When", cell: (entry) => <Timestamp at={entry.created_at} /> },
];

/** The range ends where the next day begins. */
function endOfDay(day: string): string {
  const at = startOfDay(day);
  at.setDate(at.getDate() + 1);
  return at.toISOString();
}

export function AuditLogPanel({ orgId, filters }: { orgId: string; filters: AuditFilters }) {
  const names = useNames(orgId);
  const list = useCursorList(["audit-log", orgId, filters], ({ limit }, lastEvaluatedKey) =>
    api.get("/organizations/{org_id}/audit-log", {
      path: { org_id: orgId },
      query: {
        limit,
        lastEvaluatedKey,
        action: filters.action,
        resource_id: filters.resource,
        actor_id: filters.actor,
        from: filters.from === undefined ? undefined : startOfDay(filters.from).toISOString(),
        to: filters.to === undefined ? undefined : endOfDay(filters.to),
      },
    }),
  );
  return (
    <Panel title="Audit log" flush>
      <ListTable
        label="Audit log"
        list={list}
        columns={columnsOf(names)}
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

function Changes({ entry }: { entry: Entry }) {
  const changes = changesOf(entry.changes);
  if (changes.length === 0) return <>–</>;
  return (
    <details>
      <summary>{changes.map(({ field }) => field.toLowerCase()).join(", ")}</summary>
      <table className={classes.changes} aria-label={`Changes of ${entry.action}`}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, before, after }) => (
            <tr key={field}>
              <th scope="row">{field}</th>
              <td>{before ?? "–"}</td>
              <td>{after ?? "–"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
