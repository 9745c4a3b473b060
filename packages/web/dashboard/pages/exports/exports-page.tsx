import { Button } from "@mantine/core";
import { useState } from "react";
import { api } from "../../api/client.ts";
import type { Column } from "../../components/data-table.tsx";
import { ListPage } from "../../components/list-page.tsx";
import { OrganizationName } from "../../components/organization-name.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { TwoLines } from "../../components/two-lines.tsx";
import { useCursorList } from "../../components/use-cursor-list.ts";
import { useLive } from "../../components/use-live.ts";
import { useWrite } from "../../components/use-write.ts";
import { useMay } from "../../session/may.ts";
import { useSession } from "../../session/session.ts";
import { PLATFORM_LOG } from "../settings/audit-log-panel.tsx";
import { type Export, EXPORTS, FORMAT_NAMES, isUnfinished, KIND_NAMES } from "./export.ts";
import { ExportForm } from "./export-form.tsx";

const REFRESH_MS = 3_000;
const NUMBER = new Intl.NumberFormat("en");
const dayOf = (instant: string): string => instant.slice(0, 10);

const COLUMNS: Column<Export>[] = [
  {
    header: "File",
    cell: (one) => <TwoLines below={spanOf(one)}>{`${KIND_NAMES[one.kind]}, ${FORMAT_NAMES[one.format]}`}</TwoLines>,
    primary: true,
  },
  { header: "Status", cell: (one) => <StatusBadge status={one.status} /> },
  { header: "Rows", align: "end", cell: rowsOf },
  { header: "Size", align: "end", cell: (one) => sizeOf(one.size_bytes) },
  { header: "Asked for", cell: (one) => <Timestamp at={one.created_at} /> },
  {
    header: "Download",
    hiddenHeader: true,
    align: "end",
    cell: (one) => (one.status === "completed" ? <DownloadButton one={one} /> : null),
  },
];

const WHOSE: Column<Export> = {
  header: "Organization",
  cell: ({ org_id }) => (org_id === PLATFORM_LOG ? "Platform" : <OrganizationName orgId={org_id} />),
};

export function ExportsPage() {
  const may = useMay();
  const { organization } = useSession();
  const [isAdding, setAdding] = useState(false);
  const list = useCursorList(
    [...EXPORTS, organization?.org_id],
    (page) => api.get("/exports", { query: page }),
    useLive(EXPORTS, REFRESH_MS),
  );
  return (
    <ListPage
      title="Exports"
      description={`Files of ${
        organization === null ? "all organizations" : "your organization's own data"
      }, made in the background and kept for a week.`}
      label="Exports"
      list={list}
      columns={organization === null ? [...COLUMNS.slice(0, 1), WHOSE, ...COLUMNS.slice(1)] : COLUMNS}
      keyOf={(one) => one.export_id}
      add={
        may("POST /exports") && organization !== null ? { label: "New export", onClick: () => setAdding(true) } : null
      }
      empty={{
        icon: "log",
        title: "No exports yet",
        text: "Request transactions, the ledger, fees or the audit log as a file.",
      }}
    >
      {isAdding && <ExportForm onClose={() => setAdding(false)} />}
    </ListPage>
  );
}

function spanOf({ filters: { date_from, date_to, currency, action, resource_id } }: Export): string | null {
  const parts = [
    date_from === undefined ? null : `from ${dayOf(date_from)}`,
    date_to === undefined ? null : `to ${dayOf(date_to)}`,
    currency ?? null,
    action ?? null,
    resource_id ?? null,
  ];
  const text = parts.filter((part) => part !== null).join(", ");
  return text === "" ? null : text;
}

function rowsOf(one: Export): string {
  const done = NUMBER.format(one.rows_done);
  return isUnfinished(one) && one.rows_total !== undefined ? `${done} of ${NUMBER.format(one.rows_total)}` : done;
}

function sizeOf(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** The address is requested when it is used: it lasts for minutes. */
function DownloadButton({ one }: { one: Export }) {
  const open = useWrite({
    write: async () => (await api.get("/exports/{export_id}", { path: { export_id: one.export_id } })).data,
    onDone: ({ download_url }) => {
      if (download_url !== undefined) window.location.assign(new URL(download_url).pathname);
    },
    refresh: [EXPORTS], // The file may be gone since the list was read, as when a customer was erased.
  });
  return (
    <Button
      size="xs"
      variant="default"
      loading={open.isPending}
      onClick={() => open.mutate()}
      aria-label={`Download ${KIND_NAMES[one.kind]}, ${FORMAT_NAMES[one.format]}`}
    >
      Download
    </Button>
  );
}
