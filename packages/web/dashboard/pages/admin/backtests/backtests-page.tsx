import { SimpleGrid, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Row } from "@corridor/shared/operations.ts";
import { api } from "../../../api/client.ts";
import type { Column } from "../../../components/data-table.tsx";
import { FormModal } from "../../../components/form-modal.tsx";
import { choiceProps } from "../../../components/form-values.ts";
import { ListPage } from "../../../components/list-page.tsx";
import { OrganizationName } from "../../../components/organization-name.tsx";
import { OrganizationSelect } from "../../../components/organization-select.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { Timestamp } from "../../../components/timestamp.tsx";
import { useCursorList } from "../../../components/use-cursor-list.ts";
import { useWrite } from "../../../components/use-write.ts";

type Backtest = Row<"/payments/routing/backtests">;
export const BACKTESTS = ["backtests"] as const;

const COLUMNS: Column<Backtest>[] = [
  { header: "Payments of", cell: (one) => `${dayOf(one.date_from)} to ${lastDayOf(one.date_to)}`, primary: true },
  {
    header: "Organization",
    cell: ({ org_id }) => (org_id === null ? "All" : <OrganizationName orgId={org_id} />),
  },
  { header: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
  { header: "Payments", align: "end", cell: ({ payments }) => payments.toLocaleString("en") },
  { header: "Asked for", cell: (one) => <Timestamp at={one.created_at} /> },
];

export const dayOf = (moment: string): string => moment.slice(0, 10);
/** The end is exclusive. */
export const lastDayOf = (end: string): string => dayOf(new Date(Date.parse(end) - 1).toISOString());

export function BacktestsPage() {
  const [isAdding, setAdding] = useState(false);
  const list = useCursorList(BACKTESTS, (page) => api.get("/payments/routing/backtests", { query: page }));
  return (
    <ListPage
      title="Backtests"
      description="What past payments say about a routing program, before it is published."
      label="Backtests"
      list={list}
      columns={COLUMNS}
      keyOf={(one) => one.backtest_id}
      linkTo={(one) => `/admin/backtests/${one.backtest_id}`}
      add={{ label: "New backtest", onClick: () => setAdding(true) }}
      empty={{
        icon: "compare",
        title: "No backtests yet",
        text: "Try a routing program on the payments of past days.",
      }}
    >
      {isAdding && <BacktestForm onClose={() => setAdding(false)} />}
    </ListPage>
  );
}

const EXAMPLE = JSON.stringify({ rules: [{ when: {}, then: { by: "success" } }] }, null, 2);

function BacktestForm({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { program: EXAMPLE, org_id: "", from: "", to: "" },
    validate: {
      program: (text) => (readJson(text) === null ? "Must be a JSON object" : null),
      from: (from) => (from === "" ? "Choose the first day" : null),
      to: (to, { from }) => (to === "" || to < from ? "Choose a day on or after the first" : null),
    },
  });
  const ask = useWrite({
    write: async ({ program, org_id, from, to }: typeof form.values) =>
      (
        await api.post("/payments/routing/backtest", {
          body: { program: readJson(program)!, from, to, ...(org_id === "" ? {} : { org_id }) },
        })
      ).data,
    onDone: ({ backtest_id }) => void navigate({ to: `/admin/backtests/${backtest_id}` }),
    refresh: [BACKTESTS],
  });
  return (
    <FormModal
      onClose={onClose}
      title="New backtest"
      submitLabel="Replay payments"
      onSubmit={form.onSubmit((values) => ask.mutate(values))}
      action={ask}
    >
      <Textarea label="Program" autosize minRows={6} maxRows={20} data-autofocus {...form.getInputProps("program")} />
      <OrganizationSelect
        label="Organization"
        description="If empty: payments of all"
        clearable
        {...choiceProps(form, "org_id")}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput label="First day" type="date" {...form.getInputProps("from")} />
        <TextInput label="Last day" type="date" {...form.getInputProps("to")} />
      </SimpleGrid>
    </FormModal>
  );
}

function readJson(text: string): Record<string, unknown> | null {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === "object" && read !== null && !Array.isArray(read) ? { ...read } : null;
  } catch {
    return null;
  }
}
