import { Alert, FileInput, Select, SimpleGrid, Stack, Switch, Text, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api/client.ts";
import type { Data } from "@corridor/shared/operations.ts";
import { ColumnPicker } from "../../components/column-picker.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { FailureAlert } from "../../components/failure-alert.tsx";
import { FormModal } from "../../components/form-modal.tsx";
import { Money } from "../../components/money.tsx";
import { TwoLines } from "../../components/two-lines.tsx";
import { useWrite } from "../../components/use-write.ts";
import {
  columnsOf,
  FIELDS,
  KIND_WORDS,
  type Mapping,
  NEW_MAPPING,
  type SettlementSource,
  shortName,
  SOURCES,
  withColumn,
  withKind,
} from "./source-mapping.ts";

type Preview = Data<"post", "/settlements/sources/preview">;
type PreviewRow = Preview["rows"][number];
/** The service's limit for a sample, with room to spare. */
const SAMPLE_LENGTH = 250_000;
const WAIT_MS = 300;
const BANK_OR_PROVIDER = /^(bank:)?[a-z0-9][a-z0-9_-]{0,39}$/;
const KINDS = Object.entries(KIND_WORDS).map(([value, label]) => ({ value, label }));

const PREVIEW_COLUMNS: Column<PreviewRow>[] = [
  { header: "Row", cell: ({ row }) => row, primary: true },
  { header: "Date", cell: ({ line }) => line?.value_date ?? "–" },
  {
    header: "Kind",
    long: true,
    cell: ({ line, problem }) => problem ?? (line === null ? KIND_WORDS.ignore : KIND_WORDS[line.kind]),
  },
  {
    header: "Before fees",
    align: "end",
    cell: ({ line }) => line !== null && <Money amount={line.gross} currency={line.currency} />,
  },
  {
    header: "Fees",
    align: "end",
    cell: ({ line }) => line !== null && <Money amount={line.fee} currency={line.currency} />,
  },
  {
    header: "After fees",
    align: "end",
    cell: ({ line }) => line !== null && <Money amount={line.net} currency={line.currency} strong />,
  },
  {
    header: "References",
    long: true,
    cell: ({ line }) => <TwoLines below={line?.our_reference ?? null}>{line?.provider_reference ?? "–"}</TwoLines>,
  },
];

/** A sample is uploaded, its columns are chosen by name, and its first rows are shown as the service will read them. */
export function SourceForm({
  source,
  known,
  onClose,
}: {
  source: SettlementSource | null;
  known: readonly SettlementSource[];
  onClose: () => void;
}) {
  const [mapping, setMapping] = useState<Mapping>(source?.mapping ?? NEW_MAPPING);
  const [sample, setSample] = useState("");
  const form = useForm({
    initialValues: { name: source?.name ?? "", account: source?.account ?? "" },
    validate: {
      name: (value) =>
        shortName(value) === ""
          ? "Give it a name"
          : source === null && known.some((one) => one.source === shortName(value))
            ? "A source with this name exists; change that source, or choose another name"
            : null,
      account: (value) => (BANK_OR_PROVIDER.test(value) ? null : "The name of a provider, or bank: followed by a name"),
    },
  });
  const preview = usePreview(mapping, form.values.account, sample);
  const save = useWrite({
    write: ({ name, account }: typeof form.values) =>
      api.put("/settlements/sources/{source}", {
        path: { source: source?.source ?? shortName(name) },
        body: { name: name.trim(), account, mapping },
      }),
    done: "Saved; statements that are imported from now on are read this way",
    refresh: [SOURCES],
    onDone: onClose,
  });
  return (
    <FormModal
      onClose={onClose}
      size="64rem"
      title={source === null ? "Add a source of statements" : `How ${source.name} is read`}
      submitLabel="Save"
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      action={save}
    >
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <TextInput label="Name" maxLength={200} data-autofocus {...form.getInputProps("name")} />
        <TextInput
          label="Account"
          description="A provider such as paystack, or bank: followed by a name"
          maxLength={45}
          {...form.getInputProps("account")}
        />
        <FileInput
          label="Sample file"
          description="Only the first rows of the file are read; nothing is stored"
          placeholder="CSV"
          accept=".csv,.txt,.xml,text/csv,application/xml,text/xml"
          onChange={(file) => void (file === null ? setSample("") : sampleOf(file).then(setSample))}
        />
      </SimpleGrid>
      {mapping.format === "csv" && (
        <ColumnFields mapping={mapping} onChange={setMapping} sample={preview.data?.columns ?? []} />
      )}
      <KindFields mapping={mapping} onChange={setMapping} words={preview.data?.words ?? []} />
      <FileHabits mapping={mapping} onChange={setMapping} />
      <FailureAlert error={preview.error} />
      {preview.data !== undefined && <PreviewTable preview={preview.data} />}
    </FormModal>
  );
}

/** The beginning of the file, up to the end of a row. */
async function sampleOf(file: File): Promise<string> {
  const text = await file.slice(0, SAMPLE_LENGTH).text();
  return file.size <= SAMPLE_LENGTH ? text : text.slice(0, text.lastIndexOf("\n") + 1);
}

function usePreview(mapping: Mapping, account: string, content: string) {
  const [asked] = useDebouncedValue({ mapping, account, content }, WAIT_MS);
  return useQuery({
    queryKey: ["settlement-preview", asked],
    enabled: asked.content !== "" && BANK_OR_PROVIDER.test(asked.account),
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: async () => (await api.post("/settlements/sources/preview", { body: asked })).data,
  });
}

type Part = { mapping: Mapping; onChange: (mapping: Mapping) => void };

function ColumnFields({ mapping, onChange, sample }: Part & { sample: readonly string[] }) {
  const data = columnsOf(mapping, sample);
  return (
    <Stack gap="xs">
      <Title order={3} fz="sm">
        Columns of the file
      </Title>
      {data.length === 0 && (
        <Text size="sm" c="dimmed">
          Choose an account and a sample file, and its columns can be picked here.
        </Text>
      )}
      <ColumnPicker
        fields={FIELDS}
        columns={data}
        chosen={(name) => mapping.columns[name]}
        onChoose={(name, value) => onChange(withColumn(mapping, name, value))}
      />
    </Stack>
  );
}

function KindFields({ mapping, onChange, words }: Part & { words: readonly string[] }) {
  const { other_kind: otherKind, ...rest } = mapping;
  return (
    <Stack gap="xs">
      <Title order={3} fz="sm">
        What its words mean
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }}>
        {[...new Set([...Object.keys(mapping.kinds), ...words])].map((word) => (
          <Select
            key={word}
            label={word}
            data={KINDS}
            clearable
            placeholder="As all other entries"
            value={mapping.kinds[word] ?? null}
            onChange={(kind) => onChange(withKind(mapping, word, kind))}
          />
        ))}
        <Select
          label="All other entries"
          data={KINDS.filter(({ value }) => value !== "ignore")}
          clearable
          placeholder="Refuse the row"
          value={otherKind ?? null}
          onChange={(kind) =>
            onChange(kind === null ? rest : { ...rest, other_kind: kind as NonNullable<Mapping["other_kind"]> })
          }
        />
      </SimpleGrid>
    </Stack>
  );
}

const DATES = [
  { value: "iso", label: "2026-12-31" },
  { value: "dmy", label: "31/12/2026" },
  { value: "mdy", label: "12/31/2026" },
];

function FileHabits({ mapping, onChange }: Part) {
  const { currency, settles_to: settlesTo, ...others } = mapping;
  /** A field without a value is left out. */
  const written = (texts: { currency?: string | undefined; settles_to?: string | undefined }): void =>
    onChange({
      ...others,
      ...(texts.currency ? { currency: texts.currency } : {}),
      ...(texts.settles_to ? { settles_to: texts.settles_to } : {}),
    });
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }}>
      <Select
        label="Dates"
        data={DATES}
        allowDeselect={false}
        value={mapping.dates ?? "iso"}
        onChange={(dates) => onChange({ ...mapping, dates: dates as NonNullable<Mapping["dates"]> })}
      />
      <TextInput
        label="Currency of the whole file"
        maxLength={3}
        value={currency ?? ""}
        onChange={({ currentTarget: { value } }) => written({ currency: value.toUpperCase(), settles_to: settlesTo })}
      />
      <TextInput
        label="Transfers go to"
        placeholder="bank:main"
        maxLength={45}
        value={settlesTo ?? ""}
        onChange={({ currentTarget: { value } }) => written({ currency, settles_to: value })}
      />
      <Switch
        label="Amounts in minor units (1250 for 12.50)"
        checked={mapping.minor_units === true}
        onChange={({ currentTarget: { checked } }) => onChange({ ...mapping, minor_units: checked })}
      />
      <Switch
        label="Decimal comma (1.234,50)"
        checked={mapping.decimal_comma === true}
        onChange={({ currentTarget: { checked } }) => onChange({ ...mapping, decimal_comma: checked })}
      />
      <Switch
        label="Payouts and fees without a minus"
        checked={mapping.outgoing_positive === true}
        onChange={({ currentTarget: { checked } }) => onChange({ ...mapping, outgoing_positive: checked })}
      />
    </SimpleGrid>
  );
}

function PreviewTable({ preview: { failure, rows } }: { preview: Preview }) {
  const refused = rows.filter(({ problem }) => problem !== null).length;
  return (
    <Stack gap="xs">
      <Title order={3} fz="sm">
        The first rows as they are read
      </Title>
      {failure !== null && (
        <Alert color="orange" role="status">
          No row can be read yet: {failure}.
        </Alert>
      )}
      {failure === null && (
        <>
          <Text size="sm" role="status">
            {refused === 0
              ? `All ${rows.length} rows can be read.`
              : `${refused} of ${rows.length} rows cannot be read.`}
          </Text>
          <DataTable label="Preview" columns={PREVIEW_COLUMNS} rows={rows} keyOf={({ row }) => String(row)} />
        </>
      )}
    </Stack>
  );
}
