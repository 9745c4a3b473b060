import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { api } from "../../api/client.ts";
import { type Column, ListTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Panel } from "../../components/panel.tsx";
import { TwoLines } from "../../components/two-lines.tsx";
import { useCursorList } from "../../components/use-cursor-list.ts";
import { useMay } from "../../session/may.ts";
import { type SettlementSource, SOURCES } from "./source-mapping.ts";

const SourceForm = lazy(async () => ({ default: (await import("./source-form.tsx")).SourceForm }));

const COLUMNS: Column<SettlementSource>[] = [
  { header: "Source", cell: (one) => <TwoLines below={one.source}>{one.name}</TwoLines>, primary: true },
  { header: "Account", cell: (one) => one.account },
  { header: "Format", cell: (one) => (one.mapping.format === "csv" ? "CSV" : "CAMT.053") },
];

/** How the files of each source are read; a person can change that, or add a source for another CSV. */
export function SourcesPanel() {
  const may = useMay();
  const [edited, setEdited] = useState<SettlementSource | "new" | null>(null);
  const list = useCursorList(SOURCES, () => api.get("/settlements/sources"));
  const mayEdit = may("PUT /settlements/sources/{source}");
  const columns = mayEdit
    ? [
        ...COLUMNS,
        {
          header: "Change",
          hiddenHeader: true,
          align: "end",
          cell: (one) => (
            <Button
              size="xs"
              variant="default"
              aria-label={`Change how ${one.name} is read`}
              onClick={() => setEdited(one)}
            >
              Change
            </Button>
          ),
        } satisfies Column<SettlementSource>,
      ]
    : COLUMNS;
  return (
    <Panel
      title="How statements are read"
      flush
      actions={
        mayEdit && (
          <Button size="xs" variant="default" onClick={() => setEdited("new")}>
            Add a source
          </Button>
        )
      }
    >
      <ListTable
        label="Sources of statements"
        list={list}
        columns={columns}
        keyOf={(one) => one.source}
        empty={
          <EmptyState icon="upload" title="No source yet">
            Add one for the files of your provider or bank.
          </EmptyState>
        }
      />
      {edited !== null && (
        <Suspense fallback={null}>
          <SourceForm source={edited === "new" ? null : edited} known={list.rows} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </Panel>
  );
}
