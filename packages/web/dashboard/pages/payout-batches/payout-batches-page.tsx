import { Group, Select, Text } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { PAYOUT_BATCH_STATUSES } from "@corridor/shared/choices.ts";
import { api } from "../../api/client.ts";
import type { Column } from "../../components/data-table.tsx";
import { ListPage } from "../../components/list-page.tsx";
import { Money } from "../../components/money.tsx";
import { SavedViews } from "../../components/saved-views.tsx";
import { StatusBadge, wordsOf } from "../../components/status-badge.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { TwoLines } from "../../components/two-lines.tsx";
import { useCursorList } from "../../components/use-cursor-list.ts";
import { useLive } from "../../components/use-live.ts";
import { useMay } from "../../session/may.ts";
import { useSession } from "../../session/session.ts";
import { BADGE, type Batch, BATCHES } from "./payout-batch.ts";

const REFRESH_MS = 10_000;

const COLUMNS: Column<Batch>[] = [
  {
    header: "Name",
    cell: (batch) => <TwoLines below={`${batch.row_count} rows`}>{batch.name}</TwoLines>,
    primary: true,
    long: true,
  },
  { header: "Status", cell: (batch) => <StatusBadge status={BADGE[batch.status]} label={wordsOf(batch.status)} /> },
  {
    header: "Amount",
    align: "end",
    cell: (batch) =>
      batch.totals.length === 0
        ? "–"
        : batch.totals.map(({ currency, target_currency, amount }) => (
            <div key={`${currency} ${target_currency}`}>
              <Money amount={amount} currency={currency} />
            </div>
          )),
  },
  {
    header: "Rows",
    cell: ({ rows }) => (
      <Text size="sm" component="span">
        {rows.completed} paid{rows.failed + rows.invalid > 0 ? `, ${rows.failed + rows.invalid} with errors` : ""}
      </Text>
    ),
  },
  { header: "Uploaded", cell: (batch) => <Timestamp at={batch.created_at} /> },
];

export function PayoutBatchesPage() {
  const { status } = useSearch({ from: "/protected/payout-batches" });
  const navigate = useNavigate();
  const may = useMay();
  const { organization } = useSession();
  const list = useCursorList(
    [...BATCHES, organization?.org_id, status],
    (page) => api.get("/payout-batches", { query: { status, ...page } }),
    useLive(BATCHES, REFRESH_MS),
  );
  const choose = (next: string | null | undefined) =>
    void navigate({ to: "/payout-batches", search: { status: PAYOUT_BATCH_STATUSES.find((one) => one === next) } });
  return (
    <ListPage
      title="Payout batches"
      description="Lists of payouts. Every row is checked before anything is sent."
      label="Payout batches"
      list={list}
      columns={COLUMNS}
      keyOf={(batch) => batch.batch_id}
      linkTo={(batch) => `/payout-batches/${batch.batch_id}`}
      add={
        may("POST /payout-batches") && organization !== null
          ? { label: "Pay many", onClick: () => void navigate({ to: "/payout-batches/new" }) }
          : null
      }
      empty={{
        icon: "upload",
        title: "No payout batches",
        text: status === undefined ? "Pay a list of people from your own spreadsheet." : "None has this status.",
      }}
      filters={
        <Group p="md" align="flex-end">
          <Select
            label="Status"
            placeholder="Any"
            clearable
            value={status ?? null}
            onChange={choose}
            data={PAYOUT_BATCH_STATUSES.map((one) => ({ value: one, label: wordsOf(one) }))}
          />
          <SavedViews list="payout-batches" search={{ status }} onChoose={(filters) => choose(filters["status"])} />
        </Group>
      }
    />
  );
}
