import { Button, FileInput, Progress, Select, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { type Column, ListTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { FormModal } from "../../components/form-modal.tsx";
import { Panel } from "../../components/panel.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { TwoLines } from "../../components/two-lines.tsx";
import { useCursorList } from "../../components/use-cursor-list.ts";
import { useWrite } from "../../components/use-write.ts";
import { useMay } from "../../session/may.ts";
import { ACCOUNTS, EXCEPTIONS, IMPORTS, type SettlementImport } from "./settlement.ts";
import { SOURCES } from "./source-mapping.ts";

/** The service's limit for one request, with room for JSON escapes. */
const PIECE_LENGTH = 6_000_000;

const COLUMNS: Column<SettlementImport>[] = [
  { header: "File", cell: (one) => <TwoLines below={one.account}>{one.file_name}</TwoLines>, primary: true },
  {
    header: "Status",
    cell: (one) =>
      one.status === "reading" ? (
        <Progress value={(100 * one.read_parts) / Math.max(one.parts, 1)} aria-label={`${one.file_name} is read`} />
      ) : (
        <StatusBadge
          status={one.status === "finished" ? "completed" : one.status === "failed" ? "failed" : "processing"}
          label={STATUS_WORDS[one.status]}
        />
      ),
  },
  {
    header: "Lines",
    align: "end",
    cell: (one) => (
      <TwoLines below={one.duplicates === 0 ? null : `${one.duplicates} known before`}>
        {one.lines.toLocaleString("en")}
      </TwoLines>
    ),
  },
  {
    header: "Not read",
    long: true,
    cell: (one) =>
      one.failure ??
      (one.refused === 0
        ? "–"
        : `${one.refused === 1 ? "1 row" : `${one.refused} rows`}; row ${one.problems[0]?.row}: ` +
          `${one.problems[0]?.message}`),
  },
  { header: "Received", cell: (one) => <Timestamp at={one.created_at} /> },
];

const STATUS_WORDS: Record<SettlementImport["status"], string> = {
  receiving: "Not complete",
  reading: "Being read",
  matching: "Being matched",
  finished: "Matched",
  failed: "Not readable",
};

/** Statements that were uploaded, and how far they are read. */
export function ImportsPanel() {
  const may = useMay();
  const [opened, setOpened] = useState(false);
  const list = useCursorList(IMPORTS, (page) => api.get("/settlements/imports", { query: page }));
  return (
    <Panel
      title="Statements"
      flush
      actions={
        may("POST /settlements/imports") && (
          <Button size="xs" variant="default" onClick={() => setOpened(true)}>
            Import a statement
          </Button>
        )
      }
    >
      <ListTable
        label="Imported statements"
        list={list}
        columns={COLUMNS}
        keyOf={(one) => one.import_id}
        empty={
          <EmptyState icon="upload" title="No statement yet">
            Import a statement of a provider or a bank.
          </EmptyState>
        }
      />
      {opened && <ImportForm onClose={() => setOpened(false)} />}
    </Panel>
  );
}

function ImportForm({ onClose }: { onClose: () => void }) {
  const sources = useQuery({
    queryKey: [...SOURCES, "all"],
    queryFn: async () => (await api.get("/settlements/sources")).data,
  });
  const form = useForm<{ source: string; file: File | null }>({
    initialValues: { source: "", file: null },
    validate: {
      source: (value) => (value === "" ? "Choose the source of the statement" : null),
      file: (file) => (file === null ? "Choose a file" : null),
    },
  });
  const upload = useWrite({
    write: ({ source, file }: typeof form.values) => send(source, file!),
    done: "The statement was received",
    refresh: [IMPORTS, ACCOUNTS, EXCEPTIONS],
    onDone: onClose,
  });
  return (
    <FormModal
      onClose={onClose}
      title="Import a statement"
      submitLabel="Import"
      onSubmit={form.onSubmit((values) => upload.mutate(values))}
      action={upload}
    >
      <Select
        label="Source"
        searchable
        data={(sources.data ?? []).map(({ source, name, account }) => ({
          value: source,
          label: `${name} (${account})`,
        }))}
        data-autofocus
        {...form.getInputProps("source")}
      />
      <FileInput
        label="File"
        placeholder="CSV, or CAMT.053"
        accept=".csv,.xml,text/csv,application/xml,text/xml"
        {...form.getInputProps("file")}
      />
      <Text size="sm" c="dimmed">
        The same file is imported once, however often it is sent.
      </Text>
    </FormModal>
  );
}

/** Uploads a file in pieces, so that a file of any length works. A piece never ends within a character. */
async function send(source: string, file: File): Promise<unknown> {
  const text = await file.text();
  let sent: { import_id: string; parts: number } | undefined;
  for (let from = 0; from < text.length;) {
    let to = Math.min(from + PIECE_LENGTH, text.length);
    if (to < text.length && /[\uD800-\uDBFF]/.test(text[to - 1]!)) to -= 1;
    const rest = sent === undefined ? {} : { import_id: sent.import_id, after_part: sent.parts };
    const body = {
      source,
      file_name: file.name.slice(0, 200),
      content: text.slice(from, to),
      partial: to < text.length,
      ...rest,
    };
    sent = (await api.post("/settlements/imports", { body })).data;
    from = to;
  }
  return sent;
}
