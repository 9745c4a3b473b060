import { Group, Select } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { DISPUTE_STATUSES } from "@corridor/shared/choices.ts";
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
import { useSession } from "../../session/session.ts";
import { BADGE, type DisputeRow, DISPUTES } from "./dispute.ts";

const REFRESH_MS = 20_000;

const COLUMNS: Column<DisputeRow>[] = [
  {
    header: "Amount",
    cell: (dispute) => (
      <TwoLines below={dispute.reason === null ? null : wordsOf(dispute.reason)}>
        <Money amount={dispute.amount} currency={dispute.currency} strong />
      </TwoLines>
    ),
    primary: true,
  },
  {
    header: "Status",
    cell: (dispute) => <StatusBadge status={BADGE[dispute.status]} label={wordsOf(dispute.status)} />,
  },
  {
    header: "Answer before",
    cell: (dispute) => (dispute.status === "needs_response" ? <Timestamp at={dispute.respond_by} /> : "–"),
  },
  {
    header: "Fee",
    align: "end",
    cell: (dispute) => (dispute.fee === 0 ? "–" : <Money amount={dispute.fee} currency={dispute.currency} />),
  },
  { header: "Provider", cell: (dispute) => dispute.provider },
  { header: "Since", cell: (dispute) => <Timestamp at={dispute.created_at} /> },
];

export function DisputesPage() {
  const { status } = useSearch({ from: "/protected/disputes" });
  const navigate = useNavigate();
  const { organization } = useSession();
  const list = useCursorList(
    [...DISPUTES, organization?.org_id, status],
    (page) => api.get("/disputes", { query: { status, ...page } }),
    useLive(DISPUTES, REFRESH_MS),
  );
  const choose = (next: string | null | undefined) =>
    void navigate({ to: "/disputes", search: { status: DISPUTE_STATUSES.find((one) => one === next) } });
  return (
    <ListPage
      title="Disputes"
      description="Payments whose payers ask their bank for the money back. Amount and fee are held until each is decided."
      label="Disputes"
      list={list}
      columns={COLUMNS}
      keyOf={(dispute) => dispute.dispute_id}
      linkTo={(dispute) => `/disputes/${dispute.dispute_id}`}
      add={null}
      empty={{
        icon: "scale",
        title: "No disputes",
        text: status === undefined ? "No payer has asked for money back." : "None has this status.",
      }}
      filters={
        <Group p="md" align="flex-end">
          <Select
            label="Status"
            placeholder="Any"
            clearable
            value={status ?? null}
            onChange={choose}
            data={DISPUTE_STATUSES.map((one) => ({ value: one, label: wordsOf(one) }))}
          />
          <SavedViews list="disputes" search={{ status }} onChoose={(filters) => choose(filters["status"])} />
        </Group>
      }
    />
  );
}
